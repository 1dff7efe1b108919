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

/** Those whose crowd says something about any sale; the others are about a sale of their own. */
export const CROWDS: Scenario[] = ['calm', 'typical', 'hostile', 'restock']

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

/** What the server is sent, of a copy of that sale if there is one; only for a draft without flaws. */
export function request(draft: RehearsalDraft, saleId?: string): Schemas['RehearsalOrder'] {
  const seconds = count(draft.seconds, 1, 600)
  return {
    scenario: draft.scenario,
    buyers: count(draft.buyers, 1, 200_000) ?? 0,
    ...(seconds === null ? {} : { durationSeconds: seconds }),
    ...(saleId === undefined ? {} : { saleId }),
  }
}

export type Phase = 'beginning' | 'warming up' | 'making buyers' | 'publishing the sale'

const PHASES: Phase[] = ['warming up', 'making buyers', 'publishing the sale']

/** What a rehearsal that has no sale yet is doing, by the line in which it says so. */
export function phaseIn(progress: string | undefined): Phase {
  return PHASES.find((phase) => progress?.includes(phase)) ?? 'beginning'
}
