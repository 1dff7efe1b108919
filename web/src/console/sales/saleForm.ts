import type { Schemas } from '../../api/client'
import type { AdminSale } from '../catalogue'
import { currencyName, instantOf, localOf, major, minor } from './amounts'

export interface OfferDraft {
  productId: string
  price: string
  listPrice: string
  stock: string
  perBuyer: string
}

/** A sale as it is entered: texts, times of this machine's zone, money in major units. */
export interface SaleDraft {
  title: string
  opensAt: string
  closesAt: string
  challenge: Schemas['ChallengeKind']
  gateFactor: string
  payWithinSeconds: string
  repeat: Schemas['Repeat']
  currency: string
  offers: OfferDraft[]
}

export const FLAWS = [
  'titleMissing',
  'titleLong',
  'timeMissing',
  'closesEarly',
  'closesPast',
  'closesSooner',
  'gateBad',
  'payBad',
  'currencyBad',
  'productMissing',
  'productTwice',
  'priceBad',
  'listPriceBad',
  'listPriceLow',
  'stockBad',
  'perBuyerBad',
] as const
export type Flaw = (typeof FLAWS)[number]

/** By the names that the server uses, e.g. `offers[0].price`. */
export type Flaws = Record<string, Flaw>

export function newOffer(): OfferDraft {
  return { productId: '', price: '', listPrice: '', stock: '100', perBuyer: '1' }
}

/** A sale of an hour that opens at the next full hour but one. */
export function newSale(now: number): SaleDraft {
  const hour = 3_600_000
  const opens = (Math.floor(now / hour) + 2) * hour
  return {
    title: '',
    opensAt: localOf(new Date(opens).toISOString()),
    closesAt: localOf(new Date(opens + hour).toISOString()),
    challenge: 'math',
    gateFactor: '5',
    payWithinSeconds: '900',
    repeat: 'none',
    currency: 'CNY',
    offers: [newOffer()],
  }
}

export function draftOf(sale: AdminSale): SaleDraft {
  return {
    title: sale.title,
    opensAt: localOf(sale.opensAt),
    closesAt: localOf(sale.closesAt),
    challenge: sale.challenge,
    gateFactor: String(sale.gateFactor),
    payWithinSeconds: String(sale.payWithinSeconds),
    repeat: sale.repeat,
    currency: sale.offers[0]?.price.currency ?? 'CNY',
    offers: sale.offers.map((offer) => ({
      productId: offer.product.productId,
      price: major(offer.price.amount, offer.price.currency),
      listPrice:
        offer.listPrice === undefined
          ? ''
          : major(offer.listPrice.amount, offer.listPrice.currency),
      stock: String(offer.stock),
      perBuyer: String(offer.perBuyer),
    })),
  }
}

/** A whole number within bounds, or nothing. */
export function count(text: string, min: number, max: number): number | null {
  const plain = String(text).replace(/[\s,]/g, '')
  if (!/^\d{1,12}$/.test(plain)) return null
  const number = Number(plain)
  return number >= min && number <= max ? number : null
}

/**
 * What is wrong before the server is asked.
 *
 * @param was the sale as the server has it, when it is changed
 */
export function flaws(draft: SaleDraft, now: number, was: AdminSale | null): Flaws {
  const found: Flaws = {}
  const title = draft.title.trim()
  if (title === '') found.title = 'titleMissing'
  else if ([...title].length > 200) found.title = 'titleLong'
  times(draft, now, was, found)
  if (count(draft.gateFactor, 1, 1_000) === null) found.gateFactor = 'gateBad'
  if (count(draft.payWithinSeconds, 5, 86_400) === null) found.payWithinSeconds = 'payBad'
  if (was === null || was.state === 'DRAFT') offers(draft, found)
  return found
}

function times(draft: SaleDraft, now: number, was: AdminSale | null, found: Flaws): void {
  const opens = instantOf(draft.opensAt)
  const closes = instantOf(draft.closesAt)
  if (opens === null) found.opensAt = 'timeMissing'
  if (closes === null) {
    found.closesAt = 'timeMissing'
    return
  }
  const end = Date.parse(closes)
  if (opens !== null && end <= Date.parse(opens)) found.closesAt = 'closesEarly'
  else if (end <= now) found.closesAt = 'closesPast'
  else if (was !== null && was.state !== 'DRAFT' && draft.closesAt !== localOf(was.closesAt)) {
    if (end < Date.parse(was.closesAt)) found.closesAt = 'closesSooner'
  }
}

function offers(draft: SaleDraft, found: Flaws): void {
  if (currencyName(draft.currency, 'en') === null) found.currency = 'currencyBad'
  const seen = new Set<string>()
  draft.offers.forEach((offer, at) => {
    const name = `offers[${at}]`
    if (offer.productId === '') found[`${name}.productId`] = 'productMissing'
    else if (seen.has(offer.productId)) found[`${name}.productId`] = 'productTwice'
    seen.add(offer.productId)
    const price = minor(offer.price, draft.currency)
    if (price === null) found[`${name}.price`] = 'priceBad'
    if (offer.listPrice.trim() !== '') {
      const list = minor(offer.listPrice, draft.currency)
      if (list === null) found[`${name}.listPrice`] = 'listPriceBad'
      else if (price !== null && list < price) found[`${name}.listPrice`] = 'listPriceLow'
    }
    if (count(offer.stock, 1, 10_000_000) === null) found[`${name}.stock`] = 'stockBad'
    if (count(offer.perBuyer, 1, 100) === null) found[`${name}.perBuyer`] = 'perBuyerBad'
  })
}

/** What the server is sent; only for a draft without flaws. */
export function input(draft: SaleDraft): Schemas['SaleInput'] {
  return {
    ...changeable(draft),
    opensAt: instantOf(draft.opensAt) ?? '',
    challenge: draft.challenge,
    offers: draft.offers.map((offer) => {
      const list = offer.listPrice.trim()
      const money = (text: string) => ({
        amount: minor(text, draft.currency) ?? 0,
        currency: draft.currency,
      })
      return {
        productId: offer.productId,
        price: money(offer.price),
        ...(list === '' ? {} : { listPrice: money(list) }),
        stock: count(offer.stock, 1, 10_000_000) ?? 0,
        perBuyer: count(offer.perBuyer, 1, 100) ?? 0,
      }
    }),
  }
}

function changeable(draft: SaleDraft) {
  return {
    title: draft.title.trim(),
    closesAt: instantOf(draft.closesAt) ?? '',
    gateFactor: count(draft.gateFactor, 1, 1_000) ?? 0,
    payWithinSeconds: count(draft.payWithinSeconds, 5, 86_400) ?? 0,
    repeat: draft.repeat,
  }
}

/** What the server is sent for a sale that it has: all of a draft, else only what may change. */
export function change(draft: SaleDraft, was: AdminSale): Schemas['SaleChange'] {
  if (was.state === 'DRAFT') return input(draft)
  const { closesAt, ...rest } = changeable(draft)
  // What is shown has no milliseconds, so an end that nobody touched is not sent.
  return draft.closesAt === localOf(was.closesAt) ? rest : { ...rest, closesAt }
}

/** The field of the form that an answer of the server is about: `offers[0].price.amount` too. */
export function fieldOf(named: string): string {
  if (/^offers\[\d+\]\.(price|listPrice)\.currency$/.test(named)) return 'currency'
  const offer = /^offers\[\d+\]\.(productId|price|listPrice|stock|perBuyer)/.exec(named)
  return offer?.[0] ?? named
}
