import { expect, it } from 'vitest'
import { flaws, order } from './rehearsalForm'

it('orders what was entered, and leaves to the scenario what was not', () => {
  const draft = { scenario: 'calm', buyers: '2,000', seconds: '' } as const
  expect(flaws(draft)).toEqual({})
  expect(order(draft)).toEqual({ scenario: 'calm', buyers: 2_000 })
  expect(order({ ...draft, seconds: '30' })).toMatchObject({ durationSeconds: 30 })
})

it('refuses crowds and times out of bounds', () => {
  const draft = { scenario: 'calm', buyers: '0', seconds: '601' } as const
  expect(flaws(draft)).toEqual({ buyers: 'buyersBad', seconds: 'secondsBad' })
})
