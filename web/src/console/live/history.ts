import type { Stats } from './feed'

export type Point = [at: number, value: number]

interface Second {
  arrived: number
  claims: number
  won: number
}

interface Sample {
  at: number
  depth: number
  p50: number
  p99: number
}

const NOTHING: Second = { arrived: 0, claims: 0, won: 0 }

/** How far back the charts go at most, and at least. */
export const SECONDS_KEPT = 300
const SECONDS_SHOWN_MIN = 60
const SECONDS_BEFORE_FIRST = 5

/**
 * What happened in each of the last seconds, put together from pushes that each know the last minute. Its
 * size is bounded, however long the page is open and however large the sale is.
 */
export class History {
  private readonly seconds = new Map<number, Second>()
  private samples: Sample[] = []
  private newest = 0

  add(stats: Stats): void {
    const now = Math.floor(Date.parse(stats.at) / 1_000)
    this.newest = Math.max(this.newest, now)
    for (const { at, arrived, claims, won } of stats.perSecond) {
      this.seconds.set(Math.floor(Date.parse(at) / 1_000), { arrived, claims, won })
    }
    for (const second of this.seconds.keys()) {
      if (second <= this.newest - SECONDS_KEPT) this.seconds.delete(second)
    }
    this.sample(now, stats)
  }

  private sample(now: number, { queueDepth, latency }: Stats): void {
    const sample = { at: now, depth: queueDepth, p50: latency.p50Ms, p99: latency.p99Ms }
    if (this.samples.at(-1)?.at === now) this.samples.pop()
    this.samples.push(sample)
    const oldest = this.newest - SECONDS_KEPT
    if ((this.samples[0]?.at ?? 0) <= oldest) {
      this.samples = this.samples.filter(({ at }) => at > oldest)
    }
  }

  /** How many points are kept. */
  get size(): number {
    return this.seconds.size + this.samples.length
  }

  /** From when on there is something to show: shortly before the first arrival that is kept. */
  get from(): number {
    const first = Math.min(this.newest, ...this.seconds.keys()) - SECONDS_BEFORE_FIRST
    const latest = this.newest - SECONDS_SHOWN_MIN
    return Math.max(this.newest - SECONDS_KEPT, Math.min(first, latest)) * 1_000
  }

  get to(): number {
    return this.newest * 1_000
  }

  /** A point for each second, with zero where nothing happened; the running second is left out. */
  rates(of: keyof Second): Point[] {
    const points: Point[] = []
    for (let second = this.newest - SECONDS_KEPT + 1; second < this.newest; second++) {
      points.push([second * 1_000, (this.seconds.get(second) ?? NOTHING)[of]])
    }
    return points
  }

  /** In the last whole second. */
  rate(of: keyof Second): number {
    return (this.seconds.get(this.newest - 1) ?? NOTHING)[of]
  }

  samplesOf(of: 'depth' | 'p50' | 'p99'): Point[] {
    return this.samples.map((sample) => [sample.at * 1_000, sample[of]])
  }
}
