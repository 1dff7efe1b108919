import { ref } from 'vue'
import { api, call, type Failure, type Result } from '../api/client'

// The session itself is a cookie that no script can read. What is kept here is only that there is
// one, so that a visitor without one is not sent to ask the server.
const KEY = 'sluice.operator.until'

/** Whether an operator is logged in, as far as is known. */
export const isLoggedIn = ref(isKept())

/** Whether a session ended by itself; one who logs out knows. */
export const hasEnded = ref(false)

function isKept(): boolean {
  try {
    const until = localStorage.getItem(KEY)
    return until !== null
  } catch {
    return false
  }
}

function keep(until: string | null): void {
  isLoggedIn.value = until !== null
  try {
    if (until === null) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, until)
  } catch {
    // Then a reload asks for the key again.
  }
}

/** Answers what went wrong, or nothing. */
export async function logIn(key: string): Promise<Failure | null> {
  const answer = await call(api.POST('/api/v1/admin/sessions', { body: { key } }))
  if (!answer.ok) return answer.failure
  keep(answer.value.expiresAt)
  hasEnded.value = false
  return null
}

/** Answers what went wrong, or nothing: who is told to be logged out must be so on the server. */
export async function logOut(): Promise<Failure | null> {
  const answer = await call(api.DELETE('/api/v1/admin/sessions'))
  if (!answer.ok && answer.failure.code !== 'NO_OPERATOR') return answer.failure
  keep(null)
  return null
}

/** The server no longer knows the session. */
export function forget(): void {
  hasEnded.value = true
  keep(null)
}

/** Like `call`; an operator whose session is over is led back to the log-in. */
export async function ask<T>(sent: Parameters<typeof call<T>>[0]): Promise<Result<T>> {
  const answer = await call<T>(sent)
  if (!answer.ok && answer.failure.code === 'NO_OPERATOR') forget()
  return answer
}
