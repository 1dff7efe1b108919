import { beforeEach, describe, expect, it } from 'vitest'
import type { Failure, Result, Schemas } from '../../api/client'
import { Buying, type Counter, type Kept, type Step } from './buying'

const failed = (code: string, retryAfter?: number): { ok: false; failure: Failure } => ({
  ok: false,
  failure: { code, status: 0, detail: '', ...(retryAfter ? { retryAfter } : {}) },
})

const challenge = (kind: 'none' | 'math' | 'work'): Schemas['Challenge'] =>
  ({ challengeId: 'c', kind, expiresAt: '' }) as Schemas['Challenge']

/** A server that answers from lists, the last one for ever, and notes what it was asked. */
class FakeCounter implements Counter {
  asked: string[] = []
  kind: 'none' | 'math' | 'work' = 'none'
  challenges: Result<Schemas['Challenge']>[] = []
  passes: Result<Schemas['Pass']>[] = []
  claims: Result<{ claimId: string }>[] = [{ ok: true, value: { claimId: 'k' } }]
  private minted = 0

  async challenge() {
    this.asked.push('challenge')
    return this.challenges.shift() ?? { ok: true as const, value: challenge(this.kind) }
  }

  async pass(_: string, answer: string) {
    this.asked.push(`pass ${answer}`)
    const pass = `p${++this.minted}`
    return this.passes.shift() ?? { ok: true as const, value: { pass, expiresAt: '' } }
  }

  async claim(pass: string, quantity: number) {
    this.asked.push(`claim ${pass} ${quantity}`)
    return this.claims.length > 1 ? this.claims.shift()! : this.claims[0]!
  }

  get claimed() {
    return this.asked.filter((call) => call.startsWith('claim '))
  }
}

describe('buying', () => {
  let counter: FakeCounter
  let kept: Kept | null
  let steps: Step[]
  let waited: number[]
  let buying: Buying

  const page = () =>
    new Buying(
      counter,
      { read: () => kept, write: (next) => (kept = next) },
      (step) => steps.push(step),
      async (ms) => {
        waited.push(ms)
      },
    )

  beforeEach(() => {
    counter = new FakeCounter()
    kept = null
    steps = []
    waited = []
    buying = page()
  })

  it('needs one click when there is nothing to solve', async () => {
    await buying.start(1)

    expect(counter.asked).toEqual(['challenge', 'pass ', 'claim p1 1'])
    expect(buying.step).toEqual({ at: 'claimed', claimId: 'k' })
    expect(kept).toEqual({ claimId: 'k' })
  })

  it('claims once however often the button is pressed', async () => {
    await Promise.all([buying.start(1), buying.start(1), buying.start(1)])
    await buying.start(1)

    expect(counter.claimed).toEqual(['claim p1 1'])
  })

  it('waits for an answer to a sum, and shows another one after a wrong answer', async () => {
    counter.kind = 'math'
    counter.passes = [failed('CHALLENGE_FAILED')]
    await buying.start(2)
    expect(buying.step).toMatchObject({ at: 'solving', wasWrong: false })

    await buying.answer('41')
    expect(buying.step).toMatchObject({ at: 'solving', wasWrong: true })
    await buying.answer('42')

    expect(counter.claimed).toEqual(['claim p2 2'])
  })

  it('takes one answer, also when it is sent twice', async () => {
    counter.kind = 'math'
    await buying.start(1)
    await Promise.all([buying.answer('42'), buying.answer('42')])

    expect(counter.asked).toEqual(['challenge', 'pass 42', 'claim p1 1'])
  })

  it('shows another picture', async () => {
    counter.kind = 'math'
    await buying.start(1)
    await buying.another()

    expect(counter.asked).toEqual(['challenge', 'challenge'])
    expect(buying.step).toMatchObject({ at: 'solving' })
  })

  it('can be left before anything was claimed', async () => {
    counter.kind = 'work'
    await buying.start(1)
    buying.cancel()
    await buying.answer('late')

    expect(buying.step).toEqual({ at: 'idle' })
    expect(counter.claimed).toEqual([])
    expect(kept).toBeNull()
  })

  it.each(['OFFLINE', 'UNAVAILABLE', 'INTERNAL'])(
    'repeats with the same pass after %s',
    async (code) => {
      counter.claims = [failed(code), failed(code), { ok: true, value: { claimId: 'k' } }]
      await buying.start(1)

      expect(counter.claimed).toEqual(['claim p1 1', 'claim p1 1', 'claim p1 1'])
      expect(waited).toEqual([1_000, 2_000])
      expect(kept).toEqual({ claimId: 'k' })
    },
  )

  it('waits as long as the server says', async () => {
    counter.claims = [failed('RATE_LIMITED', 7), { ok: true, value: { claimId: 'k' } }]
    await buying.start(1)

    expect(waited).toEqual([7_000])
    expect(steps).toContainEqual(expect.objectContaining({ at: 'repeating', seconds: 7 }))
  })

  it('stops repeating some day, and then a click sends the same pass', async () => {
    counter.claims = [failed('OFFLINE')]
    await buying.start(1)
    expect(buying.step).toMatchObject({ at: 'refused', failure: { code: 'OFFLINE' } })
    expect(kept).toEqual({ pass: 'p1', quantity: 1, isSent: true })

    counter.claims = [{ ok: true, value: { claimId: 'k' } }]
    await buying.start(1)

    expect(new Set(counter.claimed)).toEqual(new Set(['claim p1 1']))
    expect(buying.step).toMatchObject({ at: 'claimed' })
  })

  it('is kept before it is sent', async () => {
    let atSending: Kept | null = null
    counter.claim = async () => {
      atSending = kept
      return { ok: true, value: { claimId: 'k' } }
    }
    await buying.start(3)

    expect(atSending).toEqual({ pass: 'p1', quantity: 3, isSent: true })
  })

  it('goes on after a reload with the same pass and the same quantity', async () => {
    kept = { pass: 'before', quantity: 2, isSent: true }
    await page().resume()

    expect(counter.asked).toEqual(['claim before 2'])
    expect(kept).toEqual({ claimId: 'k' })
  })

  it('sends the claim that may exist before it thinks of a new one', async () => {
    kept = { pass: 'before', quantity: 2, isSent: true }
    await buying.start(1)

    expect(counter.asked).toEqual(['claim before 2'])
  })

  it('sends nothing by itself when nothing was sent before', async () => {
    kept = { pass: 'unused', quantity: 1, isSent: false }
    await buying.resume()
    kept = { claimId: 'k' }
    await buying.resume()

    expect(counter.asked).toEqual([])
  })

  it('stops for good when the page is left, and the next page goes on', async () => {
    counter.claims = [failed('OFFLINE')]
    const first = page()
    const left: Buying = new Buying(
      counter,
      { read: () => kept, write: (next) => (kept = next) },
      () => {},
      async () => left.leave(),
    )
    await left.start(1)
    expect(counter.claimed).toHaveLength(1)

    counter.claims = [{ ok: true, value: { claimId: 'k' } }]
    await first.resume()

    expect(counter.claimed).toEqual(['claim p1 1', 'claim p1 1'])
  })

  it.each(['SOLD_OUT', 'PAUSED', 'NOT_OPEN', 'READ_ONLY'])(
    'keeps the pass for the next click after %s',
    async (code) => {
      counter.claims = [failed(code), { ok: true, value: { claimId: 'k' } }]
      await buying.start(1)
      expect(buying.step).toMatchObject({ at: 'refused', failure: { code } })
      await page().resume()
      expect(counter.claimed).toHaveLength(1)

      await buying.start(2)

      expect(counter.asked).toEqual(['challenge', 'pass ', 'claim p1 1', 'claim p1 2'])
    },
  )

  it.each(['CLOSED', 'OVER_LIMIT', 'NO_SUCH_OFFER', 'INVALID'])(
    'forgets the pass after %s',
    async (code) => {
      counter.claims = [failed(code)]
      await buying.start(1)

      expect(buying.step).toMatchObject({ at: 'refused', failure: { code } })
      expect(kept).toBeNull()
    },
  )

  it('gets a new pass when the kept one has expired', async () => {
    kept = { pass: 'old', quantity: 1, isSent: false }
    counter.claims = [failed('PASS_INVALID'), { ok: true, value: { claimId: 'k' } }]
    await buying.start(1)

    expect(counter.asked).toEqual(['claim old 1', 'challenge', 'pass ', 'claim p1 1'])
  })

  it('keeps what may have been claimed while the buyer logs in again', async () => {
    counter.claims = [failed('NO_SESSION')]
    await buying.start(1)

    expect(buying.step).toMatchObject({ at: 'refused', failure: { code: 'NO_SESSION' } })
    expect(kept).toEqual({ pass: 'p1', quantity: 1, isSent: true })
  })

  it.each(['GATE_FULL', 'RATE_LIMITED', 'NO_SESSION', 'SOLD_OUT', 'OFFLINE'])(
    'says so when there is no pass because of %s, and a click tries again',
    async (code) => {
      counter.passes = [failed(code)]
      await buying.start(1)
      expect(buying.step).toMatchObject({ at: 'refused', failure: { code } })
      expect(kept).toBeNull()

      await buying.start(1)

      expect(buying.step).toMatchObject({ at: 'claimed' })
    },
  )

  it('says so when there is no challenge', async () => {
    counter.challenges = [failed('OVERLOADED', 3)]
    await buying.start(1)

    expect(buying.step).toMatchObject({ at: 'refused', failure: { retryAfter: 3 } })
    buying.dismiss()
    expect(buying.step).toEqual({ at: 'idle' })
  })

  it('does not go round in circles when work is refused', async () => {
    counter.kind = 'work'
    counter.passes = [failed('CHALLENGE_FAILED')]
    await buying.start(1)
    await buying.answer('77')

    expect(buying.step).toMatchObject({ at: 'refused' })
  })
})
