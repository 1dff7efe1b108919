import { onBeforeUnmount, onMounted, ref, shallowRef, type Ref, type ShallowRef } from 'vue'
import type { Failure, Result } from '../api/client'
import { reason } from './tell'

export interface Loaded<T> {
  value: ShallowRef<T | null>
  error: Ref<string>
  isBusy: Ref<boolean>
  load: () => Promise<void>
}

/** Something the server has, as it was when it was asked last. */
export function loaded<T>(ask: () => Promise<Result<T>>): Loaded<T> {
  const value = shallowRef<T | null>(null)
  const error = ref('')
  const isBusy = ref(false)
  let asked = 0
  const load = async () => {
    const mine = ++asked
    isBusy.value = true
    const answer = await ask()
    // Whoever asked later knows better.
    if (mine !== asked) return
    isBusy.value = false
    if (answer.ok) value.value = answer.value
    error.value = answer.ok ? '' : reason(answer.failure)
  }
  return { value, error, isBusy, load }
}

/** Loads now and every few seconds while somebody looks: other operators change things, too. */
export function useFresh(load: () => Promise<void>, everyMillis = 4_000): void {
  let isBusy = false
  const again = async () => {
    if (isBusy || document.hidden) return
    isBusy = true
    await load()
    isBusy = false
  }
  const beat = setInterval(() => void again(), everyMillis)
  onMounted(again)
  onBeforeUnmount(() => clearInterval(beat))
}

interface Page<T> {
  items: T[]
  next?: string | undefined
}

/** Walks through all pages of a list, up to a number of pages. */
export async function everyPage<T>(
  ask: (after: string | undefined) => Promise<Result<Page<T>>>,
  pagesMax = 20,
): Promise<Result<T[]>> {
  const all: T[] = []
  let after: string | undefined
  for (let page = 0; page < pagesMax; page++) {
    const answer: Result<Page<T>> = await ask(after)
    if (!answer.ok) return answer as { ok: false; failure: Failure }
    all.push(...answer.value.items)
    after = answer.value.next
    if (after === undefined) break
  }
  return { ok: true, value: all }
}
