import { expect, it } from 'vitest'
import { flaws, phaseIn, request } from './rehearsalForm'

it('orders what was entered, and leaves to the scenario what was not', () => {
  const draft = { scenario: 'calm', buyers: '2,000', seconds: '' } as const
  expect(flaws(draft)).toEqual({})
  expect(request(draft)).toEqual({ scenario: 'calm', buyers: 2_000 })
  expect(request({ ...draft, seconds: '30' })).toMatchObject({ durationSeconds: 30 })
})

it('names the sale of which a copy is played', () => {
  const draft = { scenario: 'calm', buyers: '10', seconds: '' } as const
  expect(request(draft, '0ns7d2k8v0w1a')).toMatchObject({ saleId: '0ns7d2k8v0w1a' })
})

it('finds what a rehearsal without a sale is doing', () => {
  expect(phaseIn(undefined)).toBe('beginning')
  expect(phaseIn('Rehearsal typical, seed 7')).toBe('beginning')
  expect(phaseIn('0.0 s  making buyers  0 %  arrived 0/300')).toBe('making buyers')
})

it('refuses crowds and times out of bounds', () => {
  const draft = { scenario: 'calm', buyers: '0', seconds: '601' } as const
  expect(flaws(draft)).toEqual({ buyers: 'buyersBad', seconds: 'secondsBad' })
})
