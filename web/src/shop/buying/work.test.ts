import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { padded, sha256, zeroBits } from '../../common/sha256'
import { progress, solve } from './work'

const hex = (hash: Int32Array) =>
  [...hash].map((w) => (w >>> 0).toString(16).padStart(8, '0')).join('')

describe('SHA-256', () => {
  it('agrees with another implementation at every length up to three blocks', () => {
    for (let length = 0; length <= 180; length++) {
      const text = 'aZ9-'.repeat(50).slice(0, length)
      const bytes = new Uint8Array(padded(length))
      bytes.set(new TextEncoder().encode(text))
      expect(hex(sha256(bytes, length))).toBe(createHash('sha256').update(text).digest('hex'))
    }
  })

  it('counts zero bits across words', () => {
    expect(zeroBits(Int32Array.of(-1))).toBe(0)
    expect(zeroBits(Int32Array.of(1, -1))).toBe(31)
    expect(zeroBits(Int32Array.of(0, 0x00ffffff))).toBe(40)
  })
})

describe('work', () => {
  it('finds an answer that the server will find right', () => {
    const answer = solve({ nonce: '5dE8hR2mXq1', difficulty: 12 }, () => {})
    const hash = createHash('sha256').update(`5dE8hR2mXq1${answer}`).digest()

    expect(hash.readUInt32BE(0) >>> 20).toBe(0)
  })

  it('tells how far it is', () => {
    const told: number[] = []
    solve({ nonce: 'n', difficulty: 16 }, (tries) => told.push(tries))

    expect(told[0]).toBe(0)
    expect(progress(0, 18)).toBe(0)
    expect(progress(2 ** 18, 18)).toBeCloseTo(0.632, 3)
    expect(progress(2 ** 24, 18)).toBeLessThanOrEqual(1)
  })
})
