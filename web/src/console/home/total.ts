import type { Schemas } from '../../api/client'

export interface Total {
  stock: number
  free: number
  held: number
  unpaid: number
  paid: number
  isBalanced: boolean
}

/** The units of all offers together. */
export function total(offers: Schemas['OfferStats'][]): Total {
  const sum = { stock: 0, free: 0, held: 0, unpaid: 0, paid: 0, isBalanced: true }
  for (const offer of offers) {
    sum.stock += offer.stock
    sum.free += offer.free
    sum.held += offer.held
    sum.unpaid += offer.unpaid
    sum.paid += offer.paid
    sum.isBalanced &&= offer.balanced
  }
  return sum
}
