import { computed, nextTick, onMounted, reactive, ref, shallowRef } from 'vue'
import { onBeforeRouteLeave, useRouter } from 'vue-router'
import { api, type Failure } from '../../api/client'
import { allProducts, oneSale, type AdminSale, type Product } from '../catalogue'
import { serverClock, setServerClock } from '../serverClock'
import { ask } from '../session'
import { agrees, besides, reason, tell } from '../tell'
import { say as sayCommon } from '../words/common'
import { say } from '../words/saleForm'
import { change, draftOf, fieldOf, flaws, input, newSale } from './saleForm'

/** The form of a new sale, or of one that the server has: what is entered, what is wrong, saving. */
export function useSaleForm(saleId: string | undefined) {
  const router = useRouter()
  const draft = reactive(newSale(serverClock.now()))
  const was = shallowRef<AdminSale | null>(null)
  const products = shallowRef<Product[]>([])
  const isReady = ref(false)
  const failure = ref('')
  const isTried = ref(false)
  const isBusy = ref(false)
  const answered = ref({ field: '', text: '' })
  const found = computed(() => (isTried.value ? flaws(draft, serverClock.now(), was.value) : {}))
  const isFixed = computed(() => was.value !== null && was.value.state !== 'DRAFT')
  const isOver = computed(() => was.value?.state === 'CLOSED')
  let untouched = ''

  async function read(): Promise<void> {
    const [list, sale] = await Promise.all([
      allProducts(),
      saleId === undefined ? null : oneSale(saleId),
      setServerClock(),
    ])
    const failed = [list, sale].find((answer) => answer?.ok === false)
    failure.value = failed?.ok === false ? reason(failed.failure) : ''
    if (list.ok) products.value = list.value
    if (sale?.ok) was.value = sale.value
    Object.assign(draft, was.value === null ? newSale(serverClock.now()) : draftOf(was.value))
    untouched = JSON.stringify(draft)
    isReady.value = true
  }
  onMounted(read)

  onBeforeRouteLeave(() => {
    if (!isReady.value || untouched === JSON.stringify(draft)) return true
    return agrees(say('leaveTitle'), say('leaveText'), say('leave'), 'leaving')
  })

  /** What is wrong with a field; `about` fills the places in the text. */
  function error(field: string, ...about: string[]): string | undefined {
    const flaw = found.value[field]
    if (flaw !== undefined) return say(flaw, ...about)
    return answered.value.field === field ? answered.value.text : undefined
  }

  async function showFirstError(): Promise<void> {
    await nextTick()
    document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }

  async function refused(failed: Failure): Promise<void> {
    if (failed.code === 'SALE_STATE') {
      await read()
      answered.value = { field: '', text: say('moved') }
      return
    }
    const field = fieldOf(failed.field ?? '')
    const text = field.endsWith('.productId') ? say('productGone') : besides(failed)
    answered.value = { field, text }
    await showFirstError()
  }

  async function save(): Promise<void> {
    isTried.value = true
    answered.value = { field: '', text: '' }
    if (Object.keys(found.value).length > 0) return showFirstError()
    if (isBusy.value) return
    isBusy.value = true
    const answer = await (was.value === null
      ? ask(api.POST('/api/v1/admin/sales', { body: input(draft) }))
      : ask(
          api.PUT('/api/v1/admin/sales/{saleId}', {
            params: { path: { saleId: was.value.saleId } },
            body: change(draft, was.value),
          }),
        ))
    isBusy.value = false
    if (!answer.ok) return refused(answer.failure)
    untouched = JSON.stringify(draft)
    tell(isFixed.value ? sayCommon('edited') : say('saved'))
    await router.push(`/sales/${answer.value.saleId}`)
  }

  return {
    draft,
    products,
    found,
    answered,
    error,
    failure,
    isReady,
    isBusy,
    isFixed,
    isOver,
    save,
  }
}
