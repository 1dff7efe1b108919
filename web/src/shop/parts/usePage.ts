import { nextTick, watchEffect, type Ref } from 'vue'
import { say } from '../words/say'
import { announce } from './announcer'

let pages = 0

/**
 * The title of the page while it is shown. A browser tells it of the first page; of those that follow
 * it is told here, as soon as it is known.
 */
export function useTitle(title: () => string | undefined): void {
  let isTold = pages++ === 0
  watchEffect(() => {
    const own = title()
    document.title = own === undefined ? say('name') : `${own} · ${say('name')}`
    if (own === undefined || isTold) return
    isTold = true
    announce(own)
  })
}

/**
 * Keeps the focus in a part of the page: call the answer before what has the focus may go. Whoever uses a
 * keyboard then goes on from there, and not from the beginning of the page.
 */
export function useFocusKept(part: Ref<HTMLElement | undefined>): () => void {
  return async () => {
    if (!part.value?.contains(document.activeElement)) return
    await nextTick()
    if (document.activeElement === document.body) part.value?.focus({ preventScroll: true })
  }
}
