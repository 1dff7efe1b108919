import type { Failure, Result, Schemas } from '../../api/client'
import type { Message } from '../live'

export type Claim = Schemas['Claim']

/** How a claim is asked for and heard of. */
export interface Source {
  /** @param wait seconds that the server may wait for an end */
  ask(wait: number, gone: AbortSignal): Promise<Result<Claim>>
  isOpen(): boolean
  /** Hears messages and losses of the socket; answers how to stop. */
  listen(heard: (message: Message | 'lost' | 'open') => void): () => void
}

const WAIT_SECONDS = 20
/** A socket may be dead without anybody knowing; then polling finds out. */
const TRUST_MS = 15_000
const RETRY_MS = [1_000, 2_000, 4_000, 8_000]

/** What cannot change by asking again. */
const FINAL = ['NO_SUCH_CLAIM', 'NO_SESSION', 'INVALID', 'NOT_FOUND']

/**
 * Follows a claim to its end: by the socket while it is open, by polling while it is not. A state that
 * ended is never followed by an older one.
 */
export class Following {
  claim: Claim | null = null
  private readonly gone = new AbortController()
  private wake: (() => void) | null = null
  private failures = 0

  constructor(
    private readonly claimId: string,
    private readonly source: Source,
    private readonly changed: (claim: Claim) => void,
    private readonly failed: (failure: Failure | null) => void,
  ) {}

  /** Returns when the claim has ended, cannot be found, or the page was left. */
  async run(): Promise<void> {
    const stop = this.source.listen((message) => this.hear(message))
    try {
      await this.follow()
    } finally {
      stop()
    }
  }

  /** Asks again now, such as when the network is back. */
  hurry(): void {
    this.wake?.()
  }

  leave(): void {
    this.gone.abort()
    this.wake?.()
  }

  private async follow(): Promise<void> {
    while (!this.isOver()) {
      // The first question must not wait, so that there is something to show.
      const wait = this.claim === null || this.source.isOpen() ? 0 : WAIT_SECONDS
      const answer = await this.source.ask(wait, this.gone.signal)
      if (this.isOver()) return
      if (answer.ok) {
        this.failures = 0
        this.failed(null)
        this.take(answer.value)
        if (!this.isOver() && this.source.isOpen()) await this.pause(TRUST_MS)
      } else {
        this.failed(answer.failure)
        if (FINAL.includes(answer.failure.code)) return
        const own = RETRY_MS[Math.min(this.failures++, RETRY_MS.length - 1)]!
        await this.pause(Math.max(own, (answer.failure.retryAfter ?? 0) * 1_000))
      }
    }
  }

  private isOver(): boolean {
    return this.gone.signal.aborted || (this.claim !== null && this.claim.status !== 'QUEUED')
  }

  private hear(message: Message | 'lost' | 'open'): void {
    if (message === 'lost') this.wake?.()
    if (typeof message === 'string' || this.claim === null) return
    if (message.type === 'claim' && message.claimId === this.claimId) {
      const { type: _, ...news } = message
      this.take({ ...news, quantity: this.claim.quantity, ...this.placeWhile(news.status) })
      if (this.isOver()) this.wake?.()
    } else if (message.type === 'place' && message.claimId === this.claimId) {
      this.take({ ...this.claim, position: message.position })
    }
  }

  private placeWhile(status: string): { position?: number } {
    const position = this.claim?.position
    return status === 'QUEUED' && position !== undefined ? { position } : {}
  }

  private take(claim: Claim): void {
    if (this.isOver()) return
    this.claim = claim
    this.changed(claim)
  }

  private pause(ms: number): Promise<void> {
    return new Promise((done) => {
      const timer = setTimeout(done, ms)
      this.wake = () => {
        clearTimeout(timer)
        done()
      }
    })
  }
}
