import { onUnmounted, ref, shallowRef } from 'vue'
import type { Failure, Result } from '../../api/client'

/** A list may be a little old: the page of each thing in it is exact. */
const AGAIN_MS = 20_000

/** A list that comes page by page, and is looked at again while only its first page is shown. */
export function useList<Page extends { next?: string }, Item>(
  fetch: (after?: string) => Promise<Result<Page>>,
  itemsOf: (page: Page) => Item[],
) {
  const items = shallowRef<Item[] | null>(null)
  const next = ref<string>()
  const failure = ref<Failure | null>(null)
  let hasMore = false

  async function load(): Promise<void> {
    const page = await fetch()
    if (!page.ok) {
      // What is shown stays, unless nobody is logged in any more.
      const isShown = items.value !== null && page.failure.code !== 'NO_SESSION'
      if (!isShown) failure.value = page.failure
      return
    }
    failure.value = null
    if (hasMore) return
    items.value = itemsOf(page.value)
    next.value = page.value.next
  }

  async function more(): Promise<void> {
    const page = await fetch(next.value)
    if (!page.ok) return
    hasMore = true
    items.value = [...(items.value ?? []), ...itemsOf(page.value)]
    next.value = page.value.next
  }

  const again = () => document.hidden || hasMore || void load()
  const timer = setInterval(again, AGAIN_MS)
  document.addEventListener('visibilitychange', again)
  window.addEventListener('online', again)
  onUnmounted(() => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', again)
    window.removeEventListener('online', again)
  })
  void load()
  return { items, next, failure, load, more }
}
