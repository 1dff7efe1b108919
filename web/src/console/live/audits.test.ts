import { describe, expect, it } from 'vitest'
import { checkOf, UNCHECKED, type Audit } from './audits'

const NOW = new Date(0)

function audit(offerId: string, over: Partial<Audit> = {}): Audit {
  const book = { stock: 10, unpaid: 3, paid: 4, available: 3, ledgerHead: '0'.repeat(64) }
  const parts = { stock: 10, free: 2, held: 1, unpaid: 3, paid: 4 }
  return { offerId, ...parts, balanced: true, book, queued: 1, ...over }
}

describe('the light', () => {
  it('is green when all offers add up', () => {
    expect(checkOf([audit('a'), audit('b')], UNCHECKED, NOW).isBalanced).toBe(true)
  })

  it('is red when one does not, whatever the server says of it', () => {
    expect(checkOf([audit('a'), audit('b', { free: 3 })], UNCHECKED, NOW).isBalanced).toBe(false)
    expect(checkOf([audit('a', { balanced: false })], UNCHECKED, NOW).isBalanced).toBe(false)
  })

  it('stays as it was, and says so, when an answer is missing', () => {
    expect(checkOf([audit('a'), null], UNCHECKED, NOW)).toMatchObject({
      isBalanced: null,
      isMissing: true,
    })
    const green = checkOf([audit('a')], UNCHECKED, NOW)
    expect(checkOf([null], green, NOW)).toMatchObject({ isBalanced: true, isMissing: true })
  })

  it('is red although another answer is missing', () => {
    const found = [null, audit('b', { paid: 5 })]
    expect(checkOf(found, UNCHECKED, NOW).isBalanced).toBe(false)
  })
})
