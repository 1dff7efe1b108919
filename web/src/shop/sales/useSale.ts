import { computed, onScopeDispose, reactive, ref, shallowRef, watch } from 'vue'
import type { Failure, Result } from '../../api/client'
import { live } from '../live'
import { now, readClock, wakeAt } from '../now'
import { availabilityAt, findStock, shelfAt } from './sales'
import type { Availability, Offer, OfferStock, Sale } from './sales'

/** Between two questions while there is no socket. Never the same for everybody. */
const POLL_MS = 4_000

/** Between two looks at what is left, while the sale is open and somebody may see it. */
const STOCK_MS = 5_000

/** After a push that everybody gets at once, looks are spread over this. */
const STOCK_SOON_MS = 1_500

/**
 * A sale that keeps itself up to date while a page shows it: by time, by the socket, and by polling
 * while there is no socket.
 */
export function useSale(find: () => Promise<Result<Sale>>) {
  const sale = shallowRef<Sale | null>(null)
  const failure = ref<Failure | null>(null)
  const said = reactive(new Map<string, Availability>())
  const stock = reactive(new Map<string, OfferStock>())
  let stops: (() => void)[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let stockTimer: ReturnType<typeof setTimeout> | undefined
  const pushed = new Map<string, number>()
  let pushes = 0
  let isGone = false

  async function load(): Promise<void> {
    const before = pushes
    const found = await find()
    if (isGone) return
    if (found.ok) {
      take(found.value, before)
      failure.value = null
    } else if (sale.value === null || found.failure.status === 404) {
      failure.value = found.failure
    }
  }

  /** What was pushed after the sale had been asked for is newer than the answer. */
  function take(found: Sale, before: number): void {
    const isNew = sale.value?.saleId !== found.saleId
    readClock()
    sale.value = found
    for (const offer of found.offers) {
      if ((pushed.get(offer.offerId) ?? 0) <= before) said.set(offer.offerId, offer.availability)
    }
    if (!isNew) return
    void loadStock()
    stop()
    stops = found.offers.slice(0, 100).map((offer) => live.watch(offer.offerId))
    stops.push(wakeAt(Date.parse(found.opensAt)), wakeAt(Date.parse(found.closesAt)))
  }

  /** What is not known stays as it was: the bar is only a picture. */
  async function loadStock(): Promise<void> {
    const shown = sale.value
    if (shown === null || shelfAt(shown, now.value) !== 'open') return
    const found = await findStock(shown.saleId)
    if (isGone || !found.ok) return
    for (const offer of found.value.offers) stock.set(offer.offerId, offer)
  }

  function pollStock(after: number): void {
    clearTimeout(stockTimer)
    stockTimer = setTimeout(
      async () => {
        if (!document.hidden) await loadStock()
        if (!isGone) pollStock(STOCK_MS)
      },
      after * (0.5 + Math.random()),
    )
  }

  function stop(): void {
    for (const each of stops) each()
    stops = []
  }

  function poll(): void {
    timer = setTimeout(
      async () => {
        if (!live.isOpen.value && !document.hidden) await load()
        if (!isGone) poll()
      },
      POLL_MS * (0.75 + Math.random() / 2),
    )
  }

  const unlisten = live.listen((message) => {
    if (message.type !== 'offer') return
    said.set(message.offerId, message.availability)
    pushed.set(message.offerId, ++pushes)
    pollStock(STOCK_SOON_MS)
  })
  const reload = () => void load()
  window.addEventListener('online', reload)
  watch(live.isOpen, (isOpen) => isOpen || reload())
  onScopeDispose(() => {
    isGone = true
    clearTimeout(timer)
    clearTimeout(stockTimer)
    stop()
    unlisten()
    window.removeEventListener('online', reload)
  })
  void load()
  poll()
  pollStock(STOCK_MS)

  const availabilityOf = (offer: Offer): Availability =>
    availabilityAt(said.get(offer.offerId) ?? offer.availability, sale.value!, now.value)
  const stockOf = (offer: Offer): OfferStock | undefined => stock.get(offer.offerId)
  const opensAt = computed(() => (sale.value === null ? 0 : Date.parse(sale.value.opensAt)))
  const closesAt = computed(() => (sale.value === null ? 0 : Date.parse(sale.value.closesAt)))
  return { sale, failure, load, availabilityOf, stockOf, opensAt, closesAt }
}
