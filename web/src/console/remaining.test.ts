import { expect, it } from 'vitest'
import { remaining } from './remaining'

it('counts down to zero and no further', () => {
  expect(remaining(3_723_000)).toEqual({ days: 0, clock: '01:02:03' })
  expect(remaining(2 * 86_400_000 + 1)).toEqual({ days: 2, clock: '00:00:01' })
  expect(remaining(-5)).toEqual({ days: 0, clock: '00:00:00' })
})
