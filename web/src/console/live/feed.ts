import type { Result, Schemas } from '../../api/client'

export type Stats = Schemas['Stats']

/** How the figures come: pushed, asked for, or not at all. */
export type Line = 'CONNECTING' | 'LIVE' | 'POLLING' | 'LOST'

/** What a feed needs of a WebSocket. */
export interface Socket {
  onmessage: ((event: { data: unknown }) => void) | null
  onclose: (() => void) | null
  close(): void
}

export interface Sources {
  connect: () => Socket
  poll: () => Promise<Result<Stats>>
  onStats: (stats: Stats) => void
  onLine: (line: Line) => void
}

const SILENCE_MAX_MS = 4_000
const POLL_MS = 2_000
const RETRY_MS = 5_000

/**
 * Figures of a sale, pushed once a second. While there is no push, it asks every two seconds and tries to
 * connect again every five, so that a proxy without WebSockets costs freshness and nothing else.
 */
export class LiveFeed {
  private socket: Socket | null = null
  private heardAt = 0
  private polledAt = 0
  private triedAt = 0
  private isPolling = false
  private isPushed = false
  private isClosed = false
  private readonly beat: ReturnType<typeof setInterval>

  /** @param now milliseconds that only go forward */
  constructor(
    private readonly from: Sources,
    private readonly now: () => number = () => performance.now(),
  ) {
    from.onLine('CONNECTING')
    this.connect()
    this.beat = setInterval(() => this.look(), 500)
  }

  close(): void {
    this.isClosed = true
    clearInterval(this.beat)
    this.drop()
  }

  private connect(): void {
    this.triedAt = this.heardAt = this.now()
    const socket = this.from.connect()
    this.socket = socket
    socket.onmessage = (event) => this.hear(String(event.data))
    socket.onclose = () => {
      if (this.socket === socket) this.drop()
    }
  }

  private drop(): void {
    const socket = this.socket
    this.socket = null
    this.isPushed = false
    if (socket === null) return
    socket.onmessage = null
    socket.onclose = null
    socket.close()
  }

  private hear(text: string): void {
    const message = JSON.parse(text) as { type: string } & Stats
    if (message.type !== 'stats') return
    this.heardAt = this.now()
    if (!this.isPushed) this.from.onLine('LIVE')
    this.isPushed = true
    this.from.onStats(message)
  }

  private look(): void {
    const now = this.now()
    if (this.socket !== null && now - this.heardAt > SILENCE_MAX_MS) this.drop()
    if (this.isPushed) return
    if (this.socket === null && now - this.triedAt >= RETRY_MS) this.connect()
    const isWaiting = this.socket !== null && now - this.triedAt < POLL_MS
    if (!isWaiting && now - this.polledAt >= POLL_MS && !this.isPolling) void this.ask(now)
  }

  private async ask(now: number): Promise<void> {
    this.polledAt = now
    this.isPolling = true
    const answer = await this.from.poll()
    this.isPolling = false
    if (this.isClosed || this.isPushed) return
    this.from.onLine(answer.ok ? 'POLLING' : 'LOST')
    if (answer.ok) this.from.onStats(answer.value)
  }
}
