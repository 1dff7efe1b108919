import { expect, it } from 'vitest'
import { safeNext } from './session'

it('goes back to pages of the shop only', () => {
  expect(safeNext('/offers/1?x=2')).toBe('/offers/1?x=2')
  expect(safeNext('//evil.example')).toBe('/')
  expect(safeNext('/\\evil.example')).toBe('/')
  expect(safeNext('https://evil.example')).toBe('/')
  expect(safeNext(['/a'])).toBe('/')
  expect(safeNext(undefined)).toBe('/')
})
