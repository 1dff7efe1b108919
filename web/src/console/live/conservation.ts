import type { Stats } from './feed'

export type OfferStats = Stats['offers'][number]

export interface Check {
  light: 'green' | 'red' | 'again' | 'unknown'
  /** The time of the figures that were counted last. */
  at: string | null
  /** The offers that did not add up then. */
  doubtful: ReadonlySet<string>
}

export const UNCHECKED: Check = { light: 'unknown', at: null, doubtful: new Set() }

/**
 * What figures say, given what those before them said. Order book and fast store are read one after the
 * other while units move, so an offer is counted again before the light turns red.
 */
export function checkOf({ at, offers }: Stats, before: Check): Check {
  const bad = offers.filter((offer) => !isWhole(offer)).map(({ offerId }) => offerId)
  const doubtful = new Set(bad)
  if (bad.length === 0) return { light: 'green', at, doubtful }
  const isSure = before.light === 'red' || bad.some((offerId) => before.doubtful.has(offerId))
  return { light: isSure ? 'red' : 'again', at, doubtful }
}

/** Counts for itself rather than believing the word of the server alone. */
export function isWhole({ stock, free, held, unpaid, paid, balanced }: OfferStats): boolean {
  return balanced && stock === free + held + unpaid + paid
}
