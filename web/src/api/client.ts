import createClient from 'openapi-fetch'
import type { components, paths } from './schema'

/** The things that the contract names, e.g. `Schemas['Sale']`. */
export type Schemas = components['schemas']

/** Why a call did not succeed. `OFFLINE`: no answer came at all, so what happened is unknown. */
export interface Failure {
  code: string
  status: number
  /** For people, in their language. */
  detail: string
  /** The field that was wrong, if it was one. */
  field?: string
  /** Seconds after which it may be tried again. */
  retryAfter?: number
}

export type Result<T> = { ok: true; value: T } | { ok: false; failure: Failure }

const csrf = { 'X-Sluice-CSRF': '1' }

/** One method per path, typed by the contract; see `call` for what comes back. */
export const api = createClient<paths>({
  baseUrl: '/',
  credentials: 'same-origin',
  headers: csrf,
})

let language = 'en'

/** Answers for people come in this language from now on. */
export function speak(lang: string): void {
  language = lang
}

api.use({
  onRequest({ request }) {
    request.headers.set('Accept-Language', language)
    return request
  },
})

interface Answer<T> {
  data?: T
  error?: unknown
  response: Response
}

/** Waits for an answer of `api` and makes a value of it, whatever comes. */
export async function call<T>(sent: Promise<Answer<T>>): Promise<Result<T>> {
  let answer: Answer<T>
  try {
    answer = await sent
  } catch {
    return { ok: false, failure: offline() }
  }
  if (answer.response.ok) return { ok: true, value: answer.data as T }
  return { ok: false, failure: failure(answer.response, answer.error) }
}

function offline(): Failure {
  return { code: 'OFFLINE', status: 0, detail: '' }
}

function failure(response: Response, error: unknown): Failure {
  const problem = (typeof error === 'object' && error !== null ? error : {}) as {
    code?: string
    detail?: string
    field?: string
  }
  const retry = Number(response.headers.get('Retry-After'))
  return {
    code: problem.code ?? (response.status >= 500 ? 'UNAVAILABLE' : 'UNKNOWN'),
    status: response.status,
    detail: problem.detail ?? '',
    ...(problem.field === undefined ? {} : { field: problem.field }),
    ...(retry > 0 ? { retryAfter: retry } : {}),
  }
}
