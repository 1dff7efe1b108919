import { describe, expect, it } from 'vitest'
import { currencyName, instantOf, localOf, major, minor } from './amounts'

describe('amounts', () => {
  it('become minor units without losing a cent', () => {
    expect(minor('1999', 'CNY')).toBe(199_900)
    expect(minor('0.29', 'CNY')).toBe(29)
    expect(minor('1999.5', 'EUR')).toBe(199_950)
    expect(minor('1,999.50', 'USD')).toBe(199_950)
    expect(minor('1 999,50', 'EUR')).toBe(199_950)
    expect(minor('4503599627.37', 'EUR')).toBe(450_359_962_737)
  })

  it('know currencies without a point', () => {
    expect(minor('1999', 'JPY')).toBe(1_999)
    expect(minor('19.99', 'JPY')).toBeNull()
    expect(major(1_999, 'JPY')).toBe('1999')
  })

  it('that are none or too exact are refused', () => {
    for (const text of ['', 'abc', '-1', '1.999', '1e5', '.', '10000000000000']) {
      expect(minor(text, 'CNY'), text).toBeNull()
    }
  })

  it('come back as they were entered', () => {
    for (const amount of [0, 5, 29, 100, 199_950]) {
      expect(minor(major(amount, 'CNY'), 'CNY')).toBe(amount)
    }
    expect(major(5, 'CNY')).toBe('0.05')
  })
})

describe('currencies', () => {
  it('have names, and those that do not exist have none', () => {
    expect(currencyName('CNY', 'en')).toBe('Chinese Yuan')
    expect(currencyName('CNY', 'zh-CN')).toBe('人民币')
    for (const none of ['QQQ', 'cny', 'CN', '']) expect(currencyName(none, 'en')).toBeNull()
  })
})

describe('local times', () => {
  it('mean the same instant there and back', () => {
    const instant = '2026-11-11T10:00:00.000Z'
    expect(instantOf(localOf(instant))).toBe(instant)
    expect(instantOf(localOf('2026-11-11T10:00:07Z'))).toBe('2026-11-11T10:00:07.000Z')
  })

  it('are nothing when incomplete', () => {
    expect(instantOf('')).toBeNull()
    expect(instantOf('2026-11-11')).toBeNull()
    expect(instantOf('2026-19-41T99:00')).toBeNull()
  })
})
