import { ref } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import type { Failure, Result } from '../../api/client'
import { safeNext } from './session'

/** A form by which somebody comes in, and then goes on to where they wanted to be. */
export function useEntry(enter: () => Promise<Result<unknown>>) {
  const route = useRoute()
  const router = useRouter()
  const failure = ref<Failure | null>(null)
  const isBusy = ref(false)

  async function send(): Promise<void> {
    if (isBusy.value) return
    isBusy.value = true
    failure.value = null
    const entered = await enter()
    isBusy.value = false
    if (entered.ok) await router.replace(safeNext(route.query.next))
    else failure.value = entered.failure
  }

  return { failure, isBusy, send }
}
