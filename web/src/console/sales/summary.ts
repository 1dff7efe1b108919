import { currencyName, instantOf, minor } from './amounts'
import { count, type SaleDraft } from './saleForm'

/** What the numbers of a form come to; nothing where they are not there yet. */
export interface Summary {
  opens: string
  closes: string
  seconds: number | null
  units: number
  /** Buyers whom the gate lets through. */
  passes: number
  /** Minor units of the sale's currency, when everything is sold. */
  takings: number | null
}

export function summaryOf(draft: SaleDraft): Summary {
  const opens = instantOf(draft.opensAt) ?? ''
  const closes = instantOf(draft.closesAt) ?? ''
  const seconds = (Date.parse(closes) - Date.parse(opens)) / 1_000
  let units = 0
  let takings = 0
  for (const offer of draft.offers) {
    const stock = count(offer.stock, 1, 10_000_000) ?? 0
    units += stock
    takings += stock * (minor(offer.price, draft.currency) ?? 0)
  }
  return {
    opens,
    closes,
    seconds: seconds > 0 ? seconds : null,
    units,
    passes: units * (count(draft.gateFactor, 1, 1_000) ?? 0),
    takings: takings > 0 && currencyName(draft.currency, 'en') !== null ? takings : null,
  }
}
