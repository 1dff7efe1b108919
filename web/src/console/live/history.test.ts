import { describe, expect, it } from 'vitest'
import type { Stats } from './feed'
import { History, SECONDS_KEPT } from './history'

const START = Date.parse('2026-11-11T10:00:00Z') / 1_000

function stats(second: number, perSecond: { at: number; claims: number }[]): Stats {
  const at = (time: number) => new Date((START + time) * 1_000).toISOString()
  return {
    saleId: 's',
    at: at(second),
    queueDepth: second,
    latency: { count: 1, p50Ms: 1, p90Ms: 2, p99Ms: 3, maxMs: 4 },
    perSecond: perSecond.map((one) => ({ at: at(one.at), arrived: 7, claims: one.claims, won: 0 })),
  } as unknown as Stats
}

describe('the history of a sale', () => {
  it('has a point for each whole second, and zero where nothing happened', () => {
    const history = new History()
    history.add(
      stats(5, [
        { at: 1, claims: 4 },
        { at: 4, claims: 9 },
        { at: 5, claims: 2 },
      ]),
    )
    const points = history.rates('claims')
    expect(points.length).toBe(SECONDS_KEPT - 1)
    expect(points.slice(-4).map(([, value]) => value)).toEqual([4, 0, 0, 9])
    expect(history.rate('claims')).toBe(9)
  })

  it('takes the later word on a second', () => {
    const history = new History()
    history.add(stats(5, [{ at: 5, claims: 2 }]))
    history.add(stats(6, [{ at: 5, claims: 30 }]))
    expect(history.rate('claims')).toBe(30)
  })

  it('is shown from shortly before the first arrival, for a minute at least', () => {
    const history = new History()
    history.add(stats(5, [{ at: 1, claims: 4 }]))
    expect(history.to - history.from).toBe(60_000)
    history.add(stats(101, []))
    expect(history.from).toBe((START - 4) * 1_000)
    history.add(stats(299, []))
    expect(history.from).toBe((START - 1) * 1_000)
    history.add(stats(4_000, []))
    expect(history.to - history.from).toBe(60_000)
  })

  it('stays small however long it runs', () => {
    const history = new History()
    for (let second = 0; second < 5_000; second++) {
      history.add(
        stats(second, [
          { at: second - 1, claims: 1 },
          { at: second, claims: 1 },
        ]),
      )
    }
    expect(history.size).toBeLessThanOrEqual(2 * SECONDS_KEPT)
    expect(history.samplesOf('depth').at(-1)?.[1]).toBe(4_999)
  })
})
