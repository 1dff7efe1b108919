import { describe, expect, it } from 'vitest'
import { checkOf, UNCHECKED, type OfferStats } from './conservation'
import type { Stats } from './feed'

function offer(offerId: string, over: Partial<OfferStats> = {}): OfferStats {
  const units = { stock: 10, free: 2, held: 1, unpaid: 3, paid: 4 }
  return { offerId, ...units, balanced: true, availability: 'OPEN', ...over }
}

function stats(...offers: OfferStats[]): Stats {
  return { at: '2026-11-11T10:00:00Z', offers } as Stats
}

describe('the light', () => {
  it('is green when all offers add up', () => {
    expect(checkOf(stats(offer('a'), offer('b')), UNCHECKED).light).toBe('green')
  })

  it('is red when an offer does not add up twice, whatever the server says of it', () => {
    for (const wrong of [{ free: 3 }, { balanced: false }]) {
      const figures = stats(offer('a'), offer('b', wrong))
      const once = checkOf(figures, UNCHECKED)
      expect(once.light).toBe('again')
      expect(checkOf(figures, once).light).toBe('red')
    }
  })

  it('is not red when two offers are each caught on their way', () => {
    const once = checkOf(stats(offer('a', { free: 3 }), offer('b')), UNCHECKED)
    expect(checkOf(stats(offer('a'), offer('b', { free: 3 })), once).light).toBe('again')
  })

  it('stays red until everything adds up', () => {
    const red = { ...UNCHECKED, light: 'red' } as const
    expect(checkOf(stats(offer('b', { paid: 5 })), red).light).toBe('red')
    expect(checkOf(stats(offer('b')), red).light).toBe('green')
  })
})
