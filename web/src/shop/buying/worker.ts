import { solve, type Work } from './work'

/** What the worker says: how many tries it has made, or the answer. */
export type Said = { tries: number } | { answer: string }

const page = self as unknown as DedicatedWorkerGlobalScope

page.onmessage = (event: MessageEvent<Work>) => {
  const say = (said: Said) => page.postMessage(said)
  say({ answer: solve(event.data, (tries) => say({ tries })) })
}
