import { afterEach, describe, expect, it } from 'vitest'
import { choose, money } from './words'

describe('money', () => {
  afterEach(() => choose('en'))

  it.each([
    [{ amount: 199_900, currency: 'CNY' }, '¥1,999'],
    [{ amount: 1_950, currency: 'USD' }, '$19.50'],
    [{ amount: 5, currency: 'EUR' }, '€0.05'],
    [{ amount: 1_234, currency: 'JPY' }, '¥1,234'],
  ])('%o is %s in both languages', (of, text) => {
    expect(money(of)).toBe(text)
    choose('zh-CN')
    expect(money(of)).toBe(text)
  })
})
