import { describe, expect, it } from 'vitest'
import { newOffer, newSale } from './saleForm'
import { summaryOf } from './summary'

const NOW = Date.parse('2026-11-11T08:20:00Z')

describe('the summary of a sale', () => {
  it('adds up offers, passes and takings', () => {
    const draft = newSale(NOW)
    Object.assign(draft.offers[0]!, { price: '19.99', stock: '3' })
    draft.offers.push({ ...newOffer(), price: '5', stock: '1,000' })
    expect(summaryOf(draft)).toEqual({
      opens: '2026-11-11T10:00:00.000Z',
      closes: '2026-11-11T11:00:00.000Z',
      seconds: 3_600,
      units: 1_003,
      passes: 5_015,
      takings: 505_997,
    })
  })

  it('leaves out what is not there yet', () => {
    const draft = { ...newSale(NOW), closesAt: '', gateFactor: 'x' }
    draft.offers[0]!.stock = ''
    expect(summaryOf(draft)).toMatchObject({ seconds: null, units: 0, passes: 0, takings: null })
    draft.offers[0] = { ...newOffer(), price: '1' }
    expect(summaryOf({ ...draft, currency: 'QQQ' }).takings).toBeNull()
  })
})
