import { ref } from 'vue'
import { api, call, type Failure } from '../../api/client'

/** The payment methods, the same for all orders; null until the server has listed them. */
export const payMethods = ref<string[] | null>(null)

/** Asks unless it is known; answers why it is not. */
export async function askPayMethods(): Promise<Failure | null> {
  if (payMethods.value !== null) return null
  const answer = await call(api.GET('/api/v1/payments/methods'))
  if (!answer.ok) return answer.failure
  payMethods.value = answer.value.methods.map(({ method }) => method)
  return null
}
