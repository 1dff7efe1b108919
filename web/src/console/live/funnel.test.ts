import { describe, expect, it } from 'vitest'
import { funnel, reasons } from './funnel'

const totals = {
  arrived: 10_000,
  refused: {},
  passes: 2_500,
  claims: 100,
  won: 100,
  lost: 0,
  paid: 25,
  cancelled: 0,
  expired: 0,
  refunded: 0,
}

describe('the funnel', () => {
  it('shows each step against the first and the one before', () => {
    const steps = funnel(totals)
    expect(steps.map(({ height }) => height)).toEqual([1, 0.5, 0.1, 0.1, 0.05])
    expect(steps.map(({ share }) => share)).toEqual([null, 0.25, 0.04, 1, 0.25])
  })

  it('is flat before anybody came', () => {
    const none = { ...totals, arrived: 0, passes: 0, claims: 0, won: 0, paid: 0 }
    expect(funnel(none).every(({ height, share }) => height === 0 && share === null)).toBe(true)
  })

  it('claims no share where more came than in the step before', () => {
    const without = funnel({ ...totals, passes: 0 })
    expect(without[1]).toMatchObject({ count: 0, height: 0.1, share: null })
    expect(without[2]?.share).toBeNull()
    expect(funnel({ ...totals, passes: 50 })[2]?.share).toBeNull()
  })
})

describe('refusals', () => {
  it('stand with the most frequent first, and none that did not happen', () => {
    const found = reasons({ GATE_FULL: 50, SOLD_OUT: 200, PAUSED: 0 })
    expect(found).toEqual([
      { code: 'SOLD_OUT', count: 200, width: 1 },
      { code: 'GATE_FULL', count: 50, width: 0.25 },
    ])
  })
})
