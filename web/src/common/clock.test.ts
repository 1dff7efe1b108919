import { describe, expect, it } from 'vitest'
import { ServerClock } from './clock'

describe('the server clock', () => {
  it('is right on a machine whose clock is wrong', async () => {
    let steady = 1_000
    const clock = new ServerClock(() => steady)

    await clock.sample(async () => {
      steady += 40
      return 500_020
    })
    steady += 960

    expect(clock.now()).toBe(500_960 + 40)
  })

  it('keeps the sample with the shortest way', async () => {
    let steady = 0
    const clock = new ServerClock(() => steady)
    await clock.sample(async () => {
      steady += 10
      return 1_005
    })

    await clock.sample(async () => {
      steady += 3_000
      return 9_999
    })

    expect(clock.now()).toBe(1_000 + 3_010)
  })

  it('believes a new sample after a doubt, and the old ones until then', async () => {
    let steady = 0
    const clock = new ServerClock(() => steady)
    await clock.sample(async () => {
      steady += 10
      return 1_005
    })

    clock.doubt()
    expect(clock.now()).toBe(1_010)
    await clock.sample(async () => {
      steady += 100
      return 7_200_050
    })

    expect(clock.now()).toBe(7_200_100)
  })

  it('is not set by an answer that did not come', async () => {
    const clock = new ServerClock(() => 0)

    await clock.sample(async () => null)

    expect(clock.isSet).toBe(false)
  })
})
