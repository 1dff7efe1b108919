import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Live, type Message, type Socket } from './live'

class FakeSocket implements Socket {
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: (() => void) | null = null
  sent: string[] = []
  closed = false

  send(text: string) {
    this.sent.push(text)
  }

  close() {
    this.closed = true
  }
}

describe('the live socket', () => {
  let sockets: FakeSocket[]
  let live: Live

  const latest = () => sockets[sockets.length - 1]!

  beforeEach(() => {
    vi.useFakeTimers()
    sockets = []
    live = new Live(
      () => {
        const socket = new FakeSocket()
        sockets.push(socket)
        return socket
      },
      () => 1,
    )
  })

  it('is one for all who listen, and none when nobody does', () => {
    const stop = live.listen(() => {})
    const stopOther = live.listen(() => {})
    expect(sockets).toHaveLength(1)

    stop()
    vi.advanceTimersByTime(10_000)
    expect(latest().closed).toBe(false)

    stopOther()
    vi.advanceTimersByTime(10_000)
    expect(latest().closed).toBe(true)
  })

  it('asks for the watched offers again after each loss', () => {
    live.listen(() => {})
    live.watch('a')
    latest().onopen!()
    const unwatch = live.watch('b')
    expect(latest().sent).toHaveLength(2)
    unwatch()

    latest().onclose!()
    expect(live.isOpen.value).toBe(false)
    vi.advanceTimersByTime(1_000)
    latest().onopen!()

    expect(sockets).toHaveLength(2)
    expect(latest().sent).toEqual(['{"type":"watch","offerId":"a"}'])
  })

  it('waits longer after each failure, and not for ever', () => {
    live.listen(() => {})
    for (const wait of [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
      const before = sockets.length
      latest().onclose!()
      vi.advanceTimersByTime(wait - 1)
      expect(sockets).toHaveLength(before)
      vi.advanceTimersByTime(1)
      expect(sockets).toHaveLength(before + 1)
    }
  })

  it('connects at once when asked to, and forgets the old socket', () => {
    live.listen(() => {})
    const old = latest()
    old.onclose!()

    live.again()
    expect(sockets).toHaveLength(2)
    old.onclose!()
    vi.advanceTimersByTime(60_000)

    expect(sockets).toHaveLength(2)
  })

  it('tells what it hears', () => {
    const heard: Message[] = []
    live.listen((message) => heard.push(message))
    latest().onmessage!({ data: '{"type":"offer","offerId":"a","availability":"OPEN"}' })

    expect(heard).toEqual([{ type: 'offer', offerId: 'a', availability: 'OPEN' }])
  })
})
