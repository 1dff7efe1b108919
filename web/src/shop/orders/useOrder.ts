import { onUnmounted, ref, shallowRef } from 'vue'
import { api, call, type Failure, type Schemas } from '../../api/client'
import { forgetClaim } from '../buying/memory'
import { now, readClock } from '../now'

export type Order = Schemas['Order']

const AGAIN_MS = 3_000
/** A payment may be under way elsewhere, and an order that ended may be revived by late money. */
const SELDOM_MS = 15_000

/** An order that is looked at again when the page is, and when its time is up. */
export function useOrder(orderId: () => string | undefined) {
  const order = shallowRef<Order | null>(null)
  const failure = ref<Failure | null>(null)
  let timer: ReturnType<typeof setTimeout> | undefined

  async function load(): Promise<void> {
    const id = orderId()
    if (id === undefined) return
    clearTimeout(timer)
    const found = await call(
      api.GET('/api/v1/orders/{orderId}', { params: { path: { orderId: id } } }),
    )
    if (found.ok) {
      take(found.value)
    } else if (order.value === null || found.failure.code === 'NO_SESSION') {
      failure.value = found.failure
    }
    again()
  }

  function take(found: Order): void {
    readClock()
    order.value = found
    failure.value = null
    const isOver = found.status !== 'UNPAID' && found.status !== 'PAID'
    if (isOver) forgetClaim(found.offerId, found.claimId)
  }

  function again(): void {
    clearTimeout(timer)
    const status = order.value?.status
    if (status !== 'UNPAID') return
    const isUp = now.value >= Date.parse(order.value!.expiresAt)
    timer = setTimeout(look, isUp ? AGAIN_MS : SELDOM_MS)
  }

  function look(): void {
    if (document.hidden) again()
    else void load()
  }

  const shown = () => document.hidden || void load()
  document.addEventListener('visibilitychange', shown)
  window.addEventListener('pageshow', shown)
  window.addEventListener('online', shown)
  onUnmounted(() => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', shown)
    window.removeEventListener('pageshow', shown)
    window.removeEventListener('online', shown)
  })
  return { order, failure, load }
}
