import { api, call, type Result, type Schemas } from '../../api/client'

export type Sale = Schemas['Sale']
export type Offer = Schemas['Offer']
export type OfferStock = Schemas['OfferStock']
export type Availability = Schemas['Availability']

export function listSales(after?: string): Promise<Result<Schemas['SalePage']>> {
  const query = after === undefined ? {} : { after }
  return call(api.GET('/api/v1/sales', { params: { query } }))
}

export function findSale(saleId: string): Promise<Result<Sale>> {
  return call(api.GET('/api/v1/sales/{saleId}', { params: { path: { saleId } } }))
}

/** The sale that an offer stands in. */
export function findSaleOf(offerId: string): Promise<Result<Sale>> {
  return call(api.GET('/api/v1/offers/{offerId}/sale', { params: { path: { offerId } } }))
}

/** What is left, at most a second old. */
export function findStock(saleId: string): Promise<Result<Schemas['SaleStock']>> {
  return call(api.GET('/api/v1/sales/{saleId}/stock', { params: { path: { saleId } } }))
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
