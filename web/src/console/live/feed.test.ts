import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Result } from '../../api/client'
import { LiveFeed, type Line, type Socket, type Stats } from './feed'

const PUSH = JSON.stringify({ type: 'stats', saleId: 's', queueDepth: 1 })
const ANSWER = { saleId: 's', queueDepth: 2 } as Stats

describe('the live feed', () => {
  let sockets: Socket[]
  let lines: Line[]
  let seen: Stats[]
  let answer: Result<Stats>
  let feed: LiveFeed

  beforeEach(() => {
    vi.useFakeTimers()
    sockets = []
    lines = []
    seen = []
    answer = { ok: true, value: ANSWER }
    feed = new LiveFeed(
      {
        connect: () => {
          const socket = { onmessage: null, onclose: null, close: vi.fn() }
          sockets.push(socket)
          return socket
        },
        poll: async () => answer,
        onStats: (stats) => seen.push(stats),
        onLine: (line) => lines.push(line),
      },
      () => Date.now(),
    )
  })

  afterEach(() => {
    feed.close()
    vi.useRealTimers()
  })

  function push(at = sockets.length - 1): void {
    sockets[at]?.onmessage?.({ data: PUSH })
  }

  it('passes on what is pushed, and asks for nothing meanwhile', async () => {
    for (let second = 0; second < 10; second++) {
      push()
      await vi.advanceTimersByTimeAsync(1_000)
    }
    expect(lines).toEqual(['CONNECTING', 'LIVE'])
    expect(seen.every((stats) => stats.queueDepth === 1)).toBe(true)
    expect(seen.length).toBe(10)
  })

  it('asks when the socket closes, and goes back to it when it works again', async () => {
    push()
    sockets[0]?.onclose?.()
    await vi.advanceTimersByTimeAsync(3_000)
    expect(lines.at(-1)).toBe('POLLING')
    expect(seen.at(-1)?.queueDepth).toBe(2)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(sockets.length).toBe(2)
    push()
    expect(lines.at(-1)).toBe('LIVE')
  })

  it('gives up a socket that says nothing', async () => {
    push()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(sockets[0]?.close).toHaveBeenCalled()
    expect(lines.at(-1)).toBe('POLLING')
  })

  it('says so when nothing answers at all', async () => {
    answer = { ok: false, failure: { code: 'OFFLINE', status: 0, detail: '' } }
    sockets[0]?.onclose?.()
    await vi.advanceTimersByTimeAsync(3_000)
    expect(lines.at(-1)).toBe('LOST')
  })

  it('is silent once it is closed', async () => {
    feed.close()
    await vi.advanceTimersByTimeAsync(30_000)
    expect(sockets.length).toBe(1)
    expect(seen).toEqual([])
  })
})
