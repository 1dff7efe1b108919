import type { Kept, Memory } from './buying'

/** Keeps what was begun with an offer in this tab, across reloads. */
export function memoryOf(offerId: string): Memory {
  const key = `sluice.buying.${offerId}`
  let own: Kept | null = null
  return {
    read() {
      try {
        const text = sessionStorage.getItem(key)
        return text === null ? null : (JSON.parse(text) as Kept)
      } catch {
        return own
      }
    },
    write(kept) {
      own = kept
      try {
        if (kept === null) sessionStorage.removeItem(key)
        else sessionStorage.setItem(key, JSON.stringify(kept))
      } catch {
        // Where nothing may be kept, it lasts as long as the page.
      }
    },
  }
}

/** The claim is over, or its order is: the offer may be bought as if for the first time. */
export function forgetClaim(offerId: string, claimId: string): void {
  const memory = memoryOf(offerId)
  const kept = memory.read()
  if (kept !== null && 'claimId' in kept && kept.claimId === claimId) memory.write(null)
}
