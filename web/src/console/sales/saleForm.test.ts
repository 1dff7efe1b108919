import { describe, expect, it } from 'vitest'
import type { AdminSale } from '../catalogue'
import { change, draftOf, fieldOf, flaws, input, newSale } from './saleForm'

const NOW = Date.parse('2026-11-11T08:20:00Z')

function good() {
  const draft = newSale(NOW)
  draft.title = "Singles' Day"
  Object.assign(draft.offers[0]!, { productId: 'p1', price: '1999', listPrice: '3999.00' })
  return draft
}

function published(): AdminSale {
  return {
    saleId: 's',
    title: 'A sale',
    opensAt: '2026-11-11T08:00:00.123Z',
    closesAt: '2026-11-11T10:00:00.123Z',
    state: 'OPEN',
    challenge: 'none',
    payWithinSeconds: 900,
    gateFactor: 5,
    repeat: 'none',
    createdAt: '2026-11-11T07:00:00Z',
    offers: [
      {
        offerId: 'o',
        product: { productId: 'p', name: 'Phone', description: '' },
        price: { amount: 1_05, currency: 'EUR' },
        stock: 3,
        perBuyer: 1,
        availability: 'OPEN',
      },
    ],
  }
}

describe('the form of a sale', () => {
  it('becomes what the server takes, in UTC and minor units', () => {
    expect(flaws(good(), NOW, null)).toEqual({})
    expect(input(good())).toEqual({
      title: "Singles' Day",
      opensAt: '2026-11-11T10:00:00.000Z',
      closesAt: '2026-11-11T11:00:00.000Z',
      challenge: 'math',
      gateFactor: 5,
      payWithinSeconds: 900,
      repeat: 'none',
      offers: [
        {
          productId: 'p1',
          price: { amount: 199_900, currency: 'CNY' },
          listPrice: { amount: 399_900, currency: 'CNY' },
          stock: 100,
          perBuyer: 1,
        },
      ],
    })
  })

  it('names everything that is wrong at once', () => {
    const draft = good()
    Object.assign(draft, { title: '', gateFactor: '0', payWithinSeconds: '4' })
    draft.closesAt = draft.opensAt
    draft.offers.push({ productId: 'p1', price: '2', listPrice: '1', stock: '0', perBuyer: '101' })
    expect(flaws(draft, NOW, null)).toEqual({
      title: 'titleMissing',
      closesAt: 'closesEarly',
      gateFactor: 'gateBad',
      payWithinSeconds: 'payBad',
      'offers[1].productId': 'productTwice',
      'offers[1].listPrice': 'listPriceLow',
      'offers[1].stock': 'stockBad',
      'offers[1].perBuyer': 'perBuyerBad',
    })
  })

  it('counts characters as people do', () => {
    const draft = { ...good(), title: '🎁'.repeat(200) }
    expect(flaws(draft, NOW, null)).toEqual({})
    expect(flaws({ ...draft, title: draft.title + '!' }, NOW, null)).toEqual({ title: 'titleLong' })
  })

  it('refuses currencies and amounts that are none', () => {
    expect(flaws({ ...good(), currency: 'QQQ' }, NOW, null)).toEqual({ currency: 'currencyBad' })
    const draft = good()
    for (const price of ['', '-1', '19.999', 'free', '99999999999']) {
      draft.offers[0]!.price = price
      expect(flaws(draft, NOW, null)['offers[0].price'], price).toBe('priceBad')
    }
  })

  it('refuses an end that has passed', () => {
    const later = NOW + 86_400_000
    expect(flaws(good(), later, null)).toEqual({ closesAt: 'closesPast' })
  })

  it('sends only what may change of a published sale, and an end only when it was changed', () => {
    const sale = published()
    const draft = draftOf(sale)
    draft.gateFactor = '8'
    const same = { title: 'A sale', gateFactor: 8, payWithinSeconds: 900, repeat: 'none' }
    expect(change(draft, sale)).toEqual(same)
    draft.closesAt = draftOf({ ...sale, closesAt: '2026-11-11T12:00:00Z' }).closesAt
    expect(change(draft, sale)).toEqual({ ...same, closesAt: '2026-11-11T12:00:00.000Z' })
  })

  it('does not let a published sale end sooner', () => {
    const sale = published()
    const draft = draftOf({ ...sale, closesAt: '2026-11-11T09:00:00Z' })
    expect(flaws(draft, NOW, sale)).toEqual({ closesAt: 'closesSooner' })
  })

  it('shows a sale as it was entered', () => {
    expect(draftOf(published()).offers[0]).toEqual({
      productId: 'p',
      price: '1.05',
      listPrice: '',
      stock: '3',
      perBuyer: '1',
    })
  })

  it('finds the field that the server speaks of', () => {
    expect(fieldOf('offers[2].price.amount')).toBe('offers[2].price')
    expect(fieldOf('offers[0].listPrice.currency')).toBe('currency')
    expect(fieldOf('closesAt')).toBe('closesAt')
  })
})
