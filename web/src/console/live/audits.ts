import { onBeforeUnmount, shallowRef, type ShallowRef } from 'vue'
import { api, type Schemas } from '../../api/client'
import { ask } from '../session'

export type Audit = Schemas['Audit']

export interface Check {
  /** Nothing until all offers were looked at once. */
  isBalanced: boolean | null
  at: Date | null
  /** Whether the last look found no answer. */
  isMissing: boolean
  audits: ReadonlyMap<string, Audit>
}

const EVERY_MS = 3_000

export const UNCHECKED: Check = { isBalanced: null, at: null, isMissing: false, audits: new Map() }

/** What a look at all offers says; audits that did not come make it neither green nor red. */
export function checkOf(found: (Audit | null)[], before: Check, at: Date): Check {
  const all = found.filter((audit) => audit !== null)
  const audits = new Map(all.map((audit) => [audit.offerId, audit]))
  if (all.some((audit) => !isWhole(audit))) {
    return { isBalanced: false, at, isMissing: false, audits }
  }
  if (all.length < found.length) return { ...before, isMissing: true }
  return { isBalanced: true, at, isMissing: false, audits }
}

/** Counts for itself rather than believing the word of the server alone. */
export function isWhole({ stock, free, held, unpaid, paid, balanced }: Audit): boolean {
  return balanced && stock === free + held + unpaid + paid
}

/** Looks at the audits of offers every few seconds, one after the other, while the page is there. */
export function useAudits(offers: () => string[]): {
  check: ShallowRef<Check>
  look: () => Promise<void>
} {
  const check = shallowRef<Check>(UNCHECKED)
  let isLooking = false
  const look = async () => {
    if (isLooking || offers().length === 0) return
    isLooking = true
    const found: (Audit | null)[] = []
    for (const offerId of offers()) {
      const path = { offerId }
      const answer = await ask(
        api.GET('/api/v1/admin/offers/{offerId}/audit', { params: { path } }),
      )
      found.push(answer.ok ? answer.value : null)
    }
    check.value = checkOf(found, check.value, new Date())
    isLooking = false
  }
  const beat = setInterval(() => void look(), EVERY_MS)
  onBeforeUnmount(() => clearInterval(beat))
  return { check, look }
}
