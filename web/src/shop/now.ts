import { ref } from 'vue'
import { api, call } from '../api/client'
import { ServerClock } from '../common/clock'

/** Readings after a start, and after the page became visible again. */
const SAMPLES = 4
const PAUSE_MS = 150
const AGAIN_MS = 60_000

const clock = new ServerClock()

/** The server's time in milliseconds, changed at each of its whole seconds. */
export const now = ref(clock.now())

async function ask(): Promise<number | null> {
  const answer = await call(api.GET('/api/v1/time', { cache: 'no-store' }))
  return answer.ok ? Date.parse(answer.value.now) : null
}

async function measure(): Promise<void> {
  clock.doubt()
  for (let i = 0; i < SAMPLES; i++) {
    await clock.sample(ask)
    now.value = clock.now()
    await new Promise((next) => setTimeout(next, PAUSE_MS))
  }
}

function tick(): void {
  now.value = clock.now()
  setTimeout(tick, 1_000 - (now.value % 1_000) + 1)
}

/** Sets the clock by the server and keeps it going. Once per page. */
export function startClock(): void {
  void measure()
  tick()
  setInterval(() => document.hidden || void measure(), AGAIN_MS)
  document.addEventListener('visibilitychange', () => document.hidden || void measure())
}

/** Reads the clock now, for something new on the page that counts from here. */
export function readClock(): void {
  now.value = clock.now()
}

/** Reads the clock again at that very moment; answers how to forget about it. */
export function wakeAt(at: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const arm = () => {
    const rest = at - clock.now()
    // In steps, since a reading of the server may move the moment.
    if (rest > 0) timer = setTimeout(arm, Math.min(rest, 1_000))
    else readClock()
  }
  arm()
  return () => clearTimeout(timer)
}
