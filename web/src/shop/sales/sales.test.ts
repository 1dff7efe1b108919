import { describe, expect, it } from 'vitest'
import { availabilityAt, fillOf, lowestPrice, percentOff, shelfAt } from './sales'
import type { Offer, Sale } from './sales'

const opens = Date.parse('2026-11-11T10:00:00Z')
const closes = Date.parse('2026-11-11T11:00:00Z')
const sale = {
  opensAt: '2026-11-11T10:00:00Z',
  closesAt: '2026-11-11T11:00:00Z',
  state: 'UPCOMING',
} as Sale
const cny = (amount: number) => ({ amount, currency: 'CNY' })

describe('an offer', () => {
  it('opens and closes by time alone', () => {
    expect(availabilityAt('UPCOMING', sale, opens - 1)).toBe('UPCOMING')
    expect(availabilityAt('UPCOMING', sale, opens)).toBe('OPEN')
    expect(availabilityAt('OPEN', sale, closes - 1)).toBe('OPEN')
    expect(availabilityAt('SOLD_OUT', sale, closes)).toBe('CLOSED')
  })

  it('is open as soon as the server says so', () => {
    expect(availabilityAt('OPEN', sale, opens - 500)).toBe('OPEN')
  })

  it('stays paused over its opening', () => {
    expect(availabilityAt('PAUSED', sale, opens + 1)).toBe('PAUSED')
  })

  it('never promises more off than it is', () => {
    expect(percentOff({ price: cny(199), listPrice: cny(400) })).toBe(50)
    expect(percentOff({ price: cny(400), listPrice: cny(400) })).toBe(0)
    expect(percentOff({ price: cny(500), listPrice: cny(400) })).toBe(0)
    expect(percentOff({ price: cny(1), listPrice: { amount: 9, currency: 'EUR' } })).toBe(0)
    expect(percentOff({ price: cny(1) })).toBe(0)
  })
})

describe('a sale', () => {
  it('moves from shelf to shelf by time alone', () => {
    expect(shelfAt(sale, opens - 1)).toBe('upcoming')
    expect(shelfAt(sale, opens)).toBe('open')
    expect(shelfAt(sale, closes)).toBe('closed')
    expect(shelfAt({ ...sale, state: 'CLOSED' }, opens)).toBe('closed')
  })
})

describe('a sale of several offers', () => {
  const offers = (...prices: Offer['price'][]) => prices.map((price) => ({ price }) as Offer)

  it('starts at its lowest price', () => {
    expect(lowestPrice(offers(cny(300), cny(100), cny(200)))).toEqual(cny(100))
    expect(lowestPrice(offers(cny(300)))).toEqual(cny(300))
    expect(lowestPrice([])).toBeUndefined()
  })

  it('has no lowest price in two currencies', () => {
    const dollars = { amount: 1, currency: 'USD' }
    expect(lowestPrice(offers(cny(300), dollars))).toBeUndefined()
  })
})

describe('a stock bar', () => {
  it('shows the part that is left', () => {
    expect(fillOf('OPEN', 200, 100)).toBe(50)
    expect(fillOf('OPEN', 200, 200)).toBe(100)
  })

  it('is never empty while something is left, and never overflows', () => {
    expect(fillOf('OPEN', 100_000, 1)).toBe(2)
    expect(fillOf('OPEN', 100, 0)).toBe(0)
    expect(fillOf('OPEN', 100, 120)).toBe(100)
  })

  it('is full before anything is known, and empty when nothing can be bought', () => {
    expect(fillOf('UPCOMING', 10)).toBe(100)
    expect(fillOf('SOLD_OUT', 10, 3)).toBe(0)
    expect(fillOf('CLOSED', 10, 3)).toBe(0)
  })
})
