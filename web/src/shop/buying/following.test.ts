import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Failure, Result } from '../../api/client'
import type { Message } from '../live'
import { Following, type Claim, type Source } from './following'

const queued: Claim = { claimId: 'k', offerId: 'o', quantity: 2, status: 'QUEUED', position: 9 }
const won: Claim = { claimId: 'k', offerId: 'o', quantity: 2, status: 'WON', orderId: 'r' }
const ok = (claim: Claim): Result<Claim> => ({ ok: true, value: claim })
const failure = (code: string, retryAfter?: number): Result<Claim> => ({
  ok: false,
  failure: { code, status: 0, detail: '', ...(retryAfter ? { retryAfter } : {}) },
})

class FakeSource implements Source {
  open = false
  waits: number[] = []
  answers: Result<Claim>[] = []
  tell: (message: Message | 'lost' | 'open') => void = () => {}

  async ask(wait: number) {
    this.waits.push(wait)
    return this.answers.length > 1 ? this.answers.shift()! : this.answers[0]!
  }

  isOpen() {
    return this.open
  }

  listen(heard: (message: Message | 'lost' | 'open') => void) {
    this.tell = heard
    return () => (this.tell = () => {})
  }
}

describe('following a claim', () => {
  let source: FakeSource
  let seen: Claim[]
  let failures: (Failure | null)[]
  let following: Following

  beforeEach(() => {
    vi.useFakeTimers()
    source = new FakeSource()
    seen = []
    failures = []
    following = new Following(
      'k',
      source,
      (claim) => seen.push(claim),
      (failed) => failures.push(failed),
    )
  })

  it('polls by waiting while there is no socket', async () => {
    source.answers = [ok(queued), ok(queued), ok(won)]
    await following.run()

    expect(source.waits).toEqual([0, 20, 20])
    expect(seen.at(-1)).toEqual(won)
  })

  it('asks once and then hears, while there is a socket', async () => {
    source.open = true
    source.answers = [ok(queued)]
    const done = following.run()
    await vi.advanceTimersByTimeAsync(10)
    source.tell({ type: 'place', claimId: 'k', offerId: 'o', position: 3 })
    source.tell({ type: 'claim', claimId: 'other', offerId: 'o', status: 'LOST' })
    source.tell({ type: 'claim', claimId: 'k', offerId: 'o', status: 'WON', orderId: 'r' })
    await done

    expect(source.waits).toEqual([0])
    expect(seen).toEqual([queued, { ...queued, position: 3 }, won])
  })

  it('polls at once when the socket is lost', async () => {
    source.open = true
    source.answers = [ok(queued), ok(won)]
    const done = following.run()
    await vi.advanceTimersByTimeAsync(10)

    source.open = false
    source.tell('lost')
    await done

    expect(source.waits).toEqual([0, 20])
  })

  it('finds out by itself when the socket is silent', async () => {
    source.open = true
    source.answers = [ok(queued), ok(won)]
    const done = following.run()
    await vi.advanceTimersByTimeAsync(15_000)
    await done

    expect(seen.at(-1)).toEqual(won)
  })

  it('goes on after a loss of network and says so meanwhile', async () => {
    source.answers = [failure('OFFLINE'), failure('RATE_LIMITED', 9), ok(won)]
    const done = following.run()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(failures.map((f) => f?.code)).toEqual(['OFFLINE', 'RATE_LIMITED'])
    await vi.advanceTimersByTimeAsync(8_999)
    expect(seen).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    await done

    expect(failures.at(-1)).toBeNull()
    expect(seen).toEqual([won])
  })

  it('stops when there is no such claim', async () => {
    source.answers = [failure('NO_SUCH_CLAIM')]
    await following.run()

    expect(source.waits).toEqual([0])
  })

  it('shows no older state after the end', async () => {
    source.open = true
    source.answers = [ok(queued)]
    const done = following.run()
    await vi.advanceTimersByTimeAsync(10)
    const { tell } = source
    tell({ type: 'claim', claimId: 'k', offerId: 'o', status: 'LOST', reason: 'SOLD_OUT' })
    tell({ type: 'claim', claimId: 'k', offerId: 'o', status: 'QUEUED' })
    await done

    expect(seen.at(-1)).toMatchObject({ status: 'LOST', reason: 'SOLD_OUT' })
  })

  it('ends when the page is left', async () => {
    source.answers = [failure('OFFLINE')]
    const done = following.run()
    await vi.advanceTimersByTimeAsync(10)
    following.leave()
    await done

    expect(source.waits).toEqual([0])
  })
})
