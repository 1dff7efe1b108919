import { api, call, type Schemas } from '../../api/client'
import type { Counter } from './buying'

/** The server, as far as buying one offer goes. */
export function counterOf(offerId: string): Counter {
  const path = { offerId }
  return {
    challenge: () => call(api.GET('/api/v1/offers/{offerId}/challenge', { params: { path } })),
    pass: (challengeId, answer) =>
      call(
        api.POST('/api/v1/offers/{offerId}/passes', {
          params: { path },
          body: { challengeId, answer },
        }),
      ),
    claim: (pass, quantity) =>
      call<Schemas['Claim'] | Schemas['ClaimAccepted']>(
        api.POST('/api/v1/offers/{offerId}/claims/{pass}', {
          params: { path: { offerId, pass } },
          body: { quantity },
        }),
      ),
  }
}
