import type { Schemas } from '../../api/client'

export const STEPS = ['arrived', 'passes', 'claims', 'won', 'paid'] as const
export type Step = (typeof STEPS)[number]

export interface FunnelStep {
  step: Step
  count: number
  /**
   * Height against the highest, from 0 to 1; by the square root, so that few of many can be seen. Never
   * below a later step: passes that a rehearsal was given outside the gate are not counted.
   */
  height: number
  /** Of the step before; nothing when that was empty or smaller. */
  share: number | null
}

export function funnel(totals: Schemas['Funnel']): FunnelStep[] {
  const most = Math.max(1, ...STEPS.map((step) => totals[step]))
  return STEPS.map((step, at) => {
    const count = totals[step]
    const before = at === 0 ? 0 : totals[STEPS[at - 1]!]
    const atLeast = Math.max(...STEPS.slice(at).map((later) => totals[later]))
    return {
      step,
      count,
      height: Math.sqrt(atLeast / most),
      share: before > 0 && count <= before && count === atLeast ? count / before : null,
    }
  })
}

export interface Reason {
  code: string
  count: number
  /** Against the most frequent, from 0 to 1. */
  width: number
}

/** The most frequent first. */
export function reasons(refused: Schemas['Refused']): Reason[] {
  const all = Object.entries(refused as Record<string, number>).filter(([, count]) => count > 0)
  all.sort(([a, x], [b, y]) => y - x || a.localeCompare(b))
  const most = Math.max(1, ...all.map(([, count]) => count))
  return all.map(([code, count]) => ({ code, count, width: count / most }))
}
