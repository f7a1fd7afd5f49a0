/**
 * How long work takes, as a multiple of the same work on something an eighth as long, in processor time of the same run:
 * a slow or busy machine changes both. In proportion gives 8, a square gives 64; above 32 the test fails.
 *
 * The best of three tries counts. Each has texts of its own, so that nothing kept from a try before helps the next one.
 */

import { expect } from 'vitest'

const TIMES = 8
const MOST = 32
const TRIES = 3

/** Two milliseconds: what takes less is counted as this much, for it tells of the clock and the collector of garbage. */
const FLOOR = 2_000

export function expectInProportion<T>(size: number, make: (size: number) => T, work: (input: T) => unknown): void {
  work(make(Math.ceil(size / 2)))
  let best = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < TRIES && best > MOST; attempt += 1) {
    const short = cost(make(size + attempt), work)
    const long = cost(make(TIMES * (size + attempt)), work)
    best = Math.min(best, long / Math.max(short, FLOOR))
  }
  expect(best, `the time for ${TIMES} times as much, as a multiple`).toBeLessThanOrEqual(MOST)
}

function cost<T>(input: T, work: (input: T) => unknown): number {
  const before = process.cpuUsage()
  work(input)
  const { user, system } = process.cpuUsage(before)
  return user + system
}
