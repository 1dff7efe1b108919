import type { Failure, Result, Schemas } from '../../api/client'

/**
 * From one click to a claim.
 *
 * What makes a second purchase impossible: a pass has at most one claim, and it is kept, together with
 * the fact that it was used, before the claim is sent. As long as no answer tells what became of it, the
 * same pass is sent again and no other one is asked for: after a lost answer, a reload, a return by the
 * back button, a login. Clicks while something is under way do nothing.
 */
export type Step =
  | { at: 'idle' }
  /** A challenge is asked for. */
  | { at: 'asking' }
  /** The buyer, or a worker, solves it. */
  | { at: 'solving'; challenge: Schemas['Challenge']; wasWrong: boolean }
  /** The answer was sent. */
  | { at: 'passing' }
  /** The claim was sent. */
  | { at: 'claiming' }
  /** No word of the claim yet; it is sent again in so many seconds. */
  | { at: 'repeating'; failure: Failure; seconds: number }
  | { at: 'claimed'; claimId: string }
  | { at: 'refused'; failure: Failure }

/** What is kept of an offer until its claim is known, and afterwards the claim. */
export type Kept =
  /** @param isSent whether a claim may exist */
  { pass: string; quantity: number; isSent: boolean } | { claimId: string }

export interface Memory {
  read(): Kept | null
  write(kept: Kept | null): void
}

/** What is asked of the server, about one offer. */
export interface Counter {
  challenge(): Promise<Result<Schemas['Challenge']>>
  pass(challengeId: string, answer: string): Promise<Result<Schemas['Pass']>>
  claim(pass: string, quantity: number): Promise<Result<{ claimId: string }>>
}

const UNKNOWN = ['OFFLINE', 'UNAVAILABLE', 'INTERNAL']
/** The claim was not taken, and the same pass may be good in a moment. */
const LATER = ['RATE_LIMITED', 'OVERLOADED']
/** The claim was not taken now, but the pass is worth keeping for the next click. */
const PASS_STAYS = ['NOT_OPEN', 'PAUSED', 'SOLD_OUT', 'READ_ONLY', 'RATE_LIMITED', 'OVERLOADED']

const LONGEST_WAIT_SECONDS = 10
const REPEATS_MAX = 40

/** Whether nobody knows if the claim was taken. */
export function isOutcomeUnknown(failure: Failure): boolean {
  return UNKNOWN.includes(failure.code)
}

export class Buying {
  step: Step = { at: 'idle' }
  private quantity = 1
  private repeats = 0
  private wake: (() => void) | null = null
  private isGone = false

  /**
   * @param wait that many milliseconds, or until it is woken up
   * @param changed is told after each step
   */
  constructor(
    private readonly counter: Counter,
    private readonly memory: Memory,
    private readonly changed: (step: Step) => void,
    private readonly wait: (ms: number, wake: (now: () => void) => void) => Promise<void> = pause,
  ) {}

  /** Goes on where a lost page stopped, if a claim may exist. */
  async resume(): Promise<void> {
    const kept = this.memory.read()
    if (this.isBusy() || kept === null || !('pass' in kept) || !kept.isSent) return
    await this.claim(kept.pass, kept.quantity)
  }

  /** The click. */
  async start(quantity: number): Promise<void> {
    if (this.isBusy()) return
    this.quantity = quantity
    const kept = this.memory.read()
    // A claim that may exist goes before a new wish.
    if (kept !== null && 'pass' in kept) {
      await this.claim(kept.pass, kept.isSent ? kept.quantity : quantity)
      if (this.step.at !== 'refused' || this.step.failure.code !== 'PASS_INVALID') return
    }
    await this.ask(false)
  }

  /** The buyer's or the worker's answer to the challenge. */
  async answer(text: string): Promise<void> {
    if (this.step.at !== 'solving') return
    const { challenge } = this.step
    this.go({ at: 'passing' })
    const passed = await this.counter.pass(challenge.challengeId, text)
    if (passed.ok) {
      await this.claim(passed.value.pass, this.quantity)
    } else if (passed.failure.code === 'CHALLENGE_FAILED' && challenge.kind === 'math') {
      await this.ask(true)
    } else {
      this.go({ at: 'refused', failure: passed.failure })
    }
  }

  /** Another challenge instead of this one. */
  async another(): Promise<void> {
    if (this.step.at === 'solving') await this.ask(false)
  }

  /** The buyer does not want to solve it. Nothing has been claimed by then. */
  cancel(): void {
    if (this.step.at === 'solving') this.go({ at: 'idle' })
  }

  /** Takes a refusal off the page. */
  dismiss(): void {
    if (this.step.at === 'refused') this.go({ at: 'idle' })
  }

  /** The network is back: what waits to be repeated is repeated now. */
  hurry(): void {
    this.wake?.()
  }

  /** The page is left. What was sent stays kept, and is taken up by the next one. */
  leave(): void {
    this.isGone = true
    this.wake?.()
  }

  private isBusy(): boolean {
    return this.step.at !== 'idle' && this.step.at !== 'refused'
  }

  private async ask(wasWrong: boolean): Promise<void> {
    this.go({ at: 'asking' })
    const asked = await this.counter.challenge()
    if (!asked.ok) {
      this.go({ at: 'refused', failure: asked.failure })
      return
    }
    this.go({ at: 'solving', challenge: asked.value, wasWrong })
    if (asked.value.kind === 'none') await this.answer('')
  }

  private async claim(pass: string, quantity: number): Promise<void> {
    this.repeats = 0
    for (;;) {
      this.memory.write({ pass, quantity, isSent: true })
      this.go({ at: 'claiming' })
      const claimed = await this.counter.claim(pass, quantity)
      if (claimed.ok) {
        this.memory.write({ claimId: claimed.value.claimId })
        this.go({ at: 'claimed', claimId: claimed.value.claimId })
        return
      }
      const { failure } = claimed
      if (!this.mayRepeat(failure)) {
        this.refuse(pass, quantity, failure)
        return
      }
      const seconds = this.secondsTo(failure)
      this.go({ at: 'repeating', failure, seconds })
      await this.wait(seconds * 1_000, (now) => (this.wake = now))
      this.wake = null
      if (this.isGone) return
    }
  }

  private mayRepeat(failure: Failure): boolean {
    const mayHelp = isOutcomeUnknown(failure) || LATER.includes(failure.code)
    return mayHelp && ++this.repeats <= REPEATS_MAX
  }

  private secondsTo(failure: Failure): number {
    const own = Math.min(LONGEST_WAIT_SECONDS, 2 ** (this.repeats - 1))
    return Math.max(failure.retryAfter ?? 0, own)
  }

  private refuse(pass: string, quantity: number, failure: Failure): void {
    // Whoever has to log in again may have a claim from before.
    const isOpen = isOutcomeUnknown(failure) || failure.code === 'NO_SESSION'
    if (!isOpen) {
      const isGood = PASS_STAYS.includes(failure.code)
      this.memory.write(isGood ? { pass, quantity, isSent: false } : null)
    }
    this.go({ at: 'refused', failure })
  }

  private go(step: Step): void {
    this.step = step
    if (!this.isGone) this.changed(step)
  }
}

function pause(ms: number, wake: (now: () => void) => void): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(done, ms)
    wake(() => {
      clearTimeout(timer)
      done()
    })
  })
}
