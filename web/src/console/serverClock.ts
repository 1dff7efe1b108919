import { api } from '../api/client'
import { ServerClock } from '../common/clock'
import { ask } from './session'

/** What time it is for the server, however wrong this machine's clock is. */
export const serverClock = new ServerClock()

/** Looks at the server's clock; without an answer, this machine's holds. */
export function setServerClock(): Promise<void> {
  serverClock.doubt()
  return serverClock.sample(async () => {
    const answer = await ask(api.GET('/api/v1/time'))
    return answer.ok ? Date.parse(answer.value.now) : null
  })
}
