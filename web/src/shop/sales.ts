import { api, call, type Failure, type Result, type Schemas } from '../api/client'

export type Sale = Schemas['Sale']
export type Offer = Schemas['Offer']
export type OfferStock = Schemas['OfferStock']
export type Availability = Schemas['Availability']

const PAGES_MAX = 20

/** Which sale an offer belongs to, as far as this page has seen. */
const saleOf = new Map<string, string>()

function note(sale: Sale): void {
  for (const offer of sale.offers) saleOf.set(offer.offerId, sale.saleId)
}

export async function listSales(after?: string): Promise<Result<Schemas['SalePage']>> {
  const query = after === undefined ? {} : { after }
  const page = await call(api.GET('/api/v1/sales', { params: { query } }))
  if (page.ok) page.value.sales.forEach(note)
  return page
}

export async function findSale(saleId: string): Promise<Result<Sale>> {
  const sale = await call(api.GET('/api/v1/sales/{saleId}', { params: { path: { saleId } } }))
  if (sale.ok) note(sale.value)
  return sale
}

/** What is left, at most a second old. */
export function findStock(saleId: string): Promise<Result<Schemas['SaleStock']>> {
  return call(api.GET('/api/v1/sales/{saleId}/stock', { params: { path: { saleId } } }))
}

/** The sale that an offer stands in: known from before, or looked for in the lists. */
export async function findSaleOf(offerId: string): Promise<Result<Sale>> {
  let after: string | undefined
  for (let i = 0; i < PAGES_MAX; i++) {
    const known = saleOf.get(offerId)
    if (known !== undefined) return findSale(known)
    const page = await listSales(after)
    if (!page.ok) return page
    after = page.value.next
    if (after === undefined && !saleOf.has(offerId)) break
  }
  return { ok: false, failure: none('NO_SUCH_OFFER') }
}

function none(code: string): Failure {
  return { code, status: 404, detail: '' }
}

/**
 * What a page shows of an offer: what the server said last, and what time alone has made of it since.
 */
export function availabilityAt(said: Availability, sale: Sale, now: number): Availability {
  if (said === 'UPCOMING' && now >= Date.parse(sale.opensAt)) return 'OPEN'
  if (said !== 'CLOSED' && now >= Date.parse(sale.closesAt)) return 'CLOSED'
  return said
}

export type Shelf = 'open' | 'upcoming' | 'closed'

/** Where a sale stands in the list. A paused sale is where its window puts it. */
export function shelfAt(sale: Sale, now: number): Shelf {
  if (sale.state === 'CLOSED' || now >= Date.parse(sale.closesAt)) return 'closed'
  return now >= Date.parse(sale.opensAt) ? 'open' : 'upcoming'
}

/** How much of the stock a bar shows, in per cent: never nothing while there is something. */
export function fillOf(availability: Availability, stock: number, left?: number): number {
  if (availability === 'SOLD_OUT' || availability === 'CLOSED') return 0
  if (left === undefined || stock === 0) return 100
  return Math.min(100, Math.max(left > 0 ? 2 : 0, Math.round((100 * left) / stock)))
}

/** The lowest of the prices, if they can be compared. */
export function lowestPrice(offers: Offer[]): Offer['price'] | undefined {
  const [first, ...others] = offers.map((offer) => offer.price)
  if (others.some((price) => price.currency !== first?.currency)) return undefined
  return others.reduce((low, price) => (low && low.amount < price.amount ? low : price), first)
}

/** The whole per cent by which a price is below the list price, if it is. */
export function percentOff(offer: Pick<Offer, 'price' | 'listPrice'>): number {
  const { price, listPrice } = offer
  if (listPrice === undefined || listPrice.currency !== price.currency) return 0
  if (listPrice.amount <= price.amount) return 0
  return Math.floor((1 - price.amount / listPrice.amount) * 100)
}
