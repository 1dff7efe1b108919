import { api, type Result, type Schemas } from '../api/client'
import { everyPage } from './load'
import { ask } from './session'

export type Product = Schemas['Product']
export type AdminSale = Schemas['AdminSale']
export type SaleState = AdminSale['state']

export function allProducts(): Promise<Result<Product[]>> {
  return everyPage(async (after) => {
    const query = { limit: 100, ...(after === undefined ? {} : { after }) }
    const answer = await ask(api.GET('/api/v1/admin/products', { params: { query } }))
    if (!answer.ok) return answer
    return { ok: true, value: { items: answer.value.products, next: answer.value.next } }
  })
}

/** The newest sales, up to so many pages of a hundred. */
export function newestSales(pagesMax = 5): Promise<Result<AdminSale[]>> {
  return everyPage(async (after) => {
    const query = { limit: 100, ...(after === undefined ? {} : { after }) }
    const answer = await ask(api.GET('/api/v1/admin/sales', { params: { query } }))
    if (!answer.ok) return answer
    return { ok: true, value: { items: answer.value.sales, next: answer.value.next } }
  }, pagesMax)
}

export function oneSale(saleId: string): Promise<Result<AdminSale>> {
  return ask(api.GET('/api/v1/admin/sales/{saleId}', { params: { path: { saleId } } }))
}

export type Step = 'publish' | 'pause' | 'resume' | 'close'

/** What an operator may do with a sale in that state. */
export function stepsIn(state: SaleState): Step[] {
  switch (state) {
    case 'DRAFT':
      return ['publish']
    case 'UPCOMING':
    case 'OPEN':
      return ['pause', 'close']
    case 'PAUSED':
      return ['resume', 'close']
    case 'CLOSED':
      return []
  }
}

export function take(step: Step, saleId: string): Promise<Result<AdminSale>> {
  const at = { params: { path: { saleId } } }
  switch (step) {
    case 'publish':
      return ask(api.POST('/api/v1/admin/sales/{saleId}/publish', at))
    case 'pause':
      return ask(api.POST('/api/v1/admin/sales/{saleId}/pause', at))
    case 'resume':
      return ask(api.POST('/api/v1/admin/sales/{saleId}/resume', at))
    case 'close':
      return ask(api.POST('/api/v1/admin/sales/{saleId}/close', at))
  }
}
