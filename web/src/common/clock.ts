/**
 * The server's time on a machine whose own clock may be wrong. Each sample says what the server's
 * clock showed between two readings of a clock that only goes forward; the sample with the shortest way
 * is the best one, and is off by half its way at most.
 */
export class ServerClock {
  private offset: number | null = null
  private best = Infinity

  /** @param steady milliseconds that only go forward, such as `performance.now` */
  constructor(private readonly steady: () => number = () => performance.now()) {}

  /** Takes a sample. `ask` answers what the server's clock shows, in milliseconds. */
  async sample(ask: () => Promise<number | null>): Promise<void> {
    const sent = this.steady()
    const shown = await ask()
    const back = this.steady()
    if (shown === null) return
    const way = back - sent
    if (way > this.best * 1.2) return
    this.best = Math.min(this.best, way)
    this.offset = shown - (sent + way / 2)
  }

  /**
   * Lets the next sample count whatever its way was. For when this machine may have slept, so that
   * what was measured before need not hold any more; until then the old samples still count.
   */
  doubt(): void {
    this.best = Infinity
  }

  /** Whether the server was asked at least once. */
  get isSet(): boolean {
    return this.offset !== null
  }

  /** The server's time in milliseconds; this machine's own until the server was asked. */
  now(): number {
    return this.offset === null ? Date.now() : this.steady() + this.offset
  }
}
