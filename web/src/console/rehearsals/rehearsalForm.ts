import type { Schemas } from '../../api/client'
import { count } from '../sales/saleForm'

export type Scenario = Schemas['RehearsalScenario']

export const SCENARIOS: Scenario[] = [
  'calm',
  'typical',
  'hostile',
  'restock',
  'two-offers',
  'daily',
]

export interface RehearsalDraft {
  scenario: Scenario
  buyers: string
  seconds: string
}

export type RehearsalFlaw = 'buyersBad' | 'secondsBad'

export function flaws(draft: RehearsalDraft): Partial<Record<'buyers' | 'seconds', RehearsalFlaw>> {
  const found: Partial<Record<'buyers' | 'seconds', RehearsalFlaw>> = {}
  if (count(draft.buyers, 1, 200_000) === null) found.buyers = 'buyersBad'
  const seconds = draft.seconds.trim()
  if (seconds !== '' && count(seconds, 1, 600) === null) found.seconds = 'secondsBad'
  return found
}

/** What the server is sent; only for a draft without flaws. */
export function order(draft: RehearsalDraft): Schemas['RehearsalOrder'] {
  const seconds = count(draft.seconds, 1, 600)
  return {
    scenario: draft.scenario,
    buyers: count(draft.buyers, 1, 200_000) ?? 0,
    ...(seconds === null ? {} : { durationSeconds: seconds }),
  }
}
