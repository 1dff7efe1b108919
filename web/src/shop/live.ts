import { ref } from 'vue'
import type { Schemas } from '../api/client'

export type Message =
  Schemas['LiveClaim'] | Schemas['LiveOffer'] | Schemas['LivePlace'] | Schemas['LiveError']

/** As much of a WebSocket as is used here. */
export interface Socket {
  onopen: (() => void) | null
  onmessage: ((event: { data: string }) => void) | null
  onclose: (() => void) | null
  send(text: string): void
  close(): void
}

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 30_000
const LINGER_MS = 2_000

/**
 * The buyers' socket: one for the whole page, open while somebody listens. It comes back by itself
 * after a loss, each time a little later and never at the same moment as everybody else's. Nothing is
 * lost meanwhile: the server sends the present state again, and whoever needs it sooner polls while
 * `isOpen` is false.
 */
export class Live {
  readonly isOpen = ref(false)
  private socket: Socket | null = null
  private readonly listeners = new Set<(message: Message) => void>()
  private readonly watched = new Map<string, number>()
  private failures = 0
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly connect: () => Socket,
    private readonly random: () => number = Math.random,
  ) {}

  /** Hears all messages from now on; answers how to stop. */
  listen(listener: (message: Message) => void): () => void {
    this.listeners.add(listener)
    this.start()
    return () => {
      this.listeners.delete(listener)
      this.leaveSoon()
    }
  }

  /** Asks for news of an offer; answers how to stop. The last state is sent at once. */
  watch(offerId: string): () => void {
    const watchers = this.watched.get(offerId) ?? 0
    this.watched.set(offerId, watchers + 1)
    if (this.isOpen.value) this.sendWatch(offerId)
    return () => {
      const rest = (this.watched.get(offerId) ?? 1) - 1
      if (rest > 0) this.watched.set(offerId, rest)
      else this.watched.delete(offerId)
    }
  }

  /** Connects anew: the cookie has changed, or the network is back. */
  again(): void {
    this.failures = 0
    const old = this.socket
    this.drop()
    old?.close()
    this.start()
  }

  private start(): void {
    if (this.socket !== null || this.listeners.size === 0) return
    clearTimeout(this.timer)
    const socket = this.connect()
    this.socket = socket
    socket.onopen = () => {
      this.failures = 0
      this.isOpen.value = true
      for (const offerId of this.watched.keys()) this.sendWatch(offerId)
    }
    socket.onmessage = (event) => this.hear(event.data)
    socket.onclose = () => {
      if (this.socket === socket) this.lost()
    }
  }

  private hear(text: string): void {
    const message = JSON.parse(text) as Message
    for (const listener of [...this.listeners]) listener(message)
  }

  private lost(): void {
    this.drop()
    const most = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.failures++)
    this.timer = setTimeout(() => this.start(), most * (0.5 + this.random() / 2))
  }

  private drop(): void {
    clearTimeout(this.timer)
    this.socket = null
    this.isOpen.value = false
  }

  /** A page that follows may listen again, so the socket stays for a moment. */
  private leaveSoon(): void {
    setTimeout(() => {
      if (this.listeners.size > 0) return
      const old = this.socket
      this.drop()
      old?.close()
    }, LINGER_MS)
  }

  private sendWatch(offerId: string): void {
    this.socket?.send(JSON.stringify({ type: 'watch', offerId }))
  }
}

function address(): string {
  return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/v1/live`
}

export const live = new Live(() => new WebSocket(address()) as Socket)
