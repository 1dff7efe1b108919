import { ref } from 'vue'
import { api, call, type Result, type Schemas } from '../../api/client'
import { live } from '../live'

type Who = Pick<Schemas['Buyer'], 'buyerId' | 'name'>

/** Remembers only that somebody is logged in here, so that others are not asked for their session. */
const KEY = 'sluice.known'

/** Who is logged in, as far as is known. */
export const buyer = ref<Who | null>(null)
export const isKnown = ref(keeps())

function keeps(): boolean {
  try {
    return localStorage.getItem(KEY) === '1'
  } catch {
    return false
  }
}

function keep(known: boolean): void {
  isKnown.value = known
  try {
    if (known) localStorage.setItem(KEY, '1')
    else localStorage.removeItem(KEY)
  } catch {
    // The cookie knows; only the name is shown later.
  }
}

/** Asks who is logged in, if anybody is. */
export async function loadBuyer(): Promise<void> {
  if (!isKnown.value) return
  const me = await call(api.GET('/api/v1/me'))
  if (me.ok) buyer.value = me.value
  else if (me.failure.code === 'NO_SESSION') forget()
}

/** The session has ended. */
export function forget(): void {
  buyer.value = null
  keep(false)
}

export async function logIn(phone: string, password: string): Promise<Result<unknown>> {
  const opened = await call(api.POST('/api/v1/sessions', { body: { phone, password } }))
  if (opened.ok) {
    buyer.value = opened.value.buyer
    keep(true)
    live.again()
  }
  return opened
}

export async function logOut(): Promise<void> {
  await call(api.DELETE('/api/v1/sessions'))
  forget()
  try {
    sessionStorage.clear()
  } catch {
    // Nothing was kept.
  }
  live.again()
}

/** Where to go after a login: only to a page of this shop. */
export function safeNext(next: unknown): string {
  const isOwn = typeof next === 'string' && /^\/(?![/\\])/.test(next)
  return isOwn ? next : '/'
}
