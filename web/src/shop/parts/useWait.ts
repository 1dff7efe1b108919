import { onUnmounted, ref } from 'vue'
import { secondsLeft } from '../../common/countdown'

/** Seconds to wait. They are counted down to a moment, so that a page that slept is not late. */
export function useWait() {
  const seconds = ref(0)
  let until = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function tick(): void {
    const rest = until - performance.now()
    seconds.value = secondsLeft(rest, 0)
    if (rest > 0) timer = setTimeout(tick, (rest % 1_000) + 1)
  }

  function wait(forSeconds: number): void {
    clearTimeout(timer)
    until = performance.now() + forSeconds * 1_000
    tick()
  }

  onUnmounted(() => clearTimeout(timer))
  return { seconds, wait }
}
