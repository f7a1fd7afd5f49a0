/**
 * Measures how time grows with the input: the processor time of work relative to the same work on an eighth of the
 * input. A slow or busy machine changes both. Linear work gives 8, quadratic work 64; above 32 the test fails.
 *
 * The best of three tries counts. Each try has its own texts, so that a cache cannot help it.
 */

import { expect } from 'vitest'

const TIMES = 8
const MOST = 32
const TRIES = 3

/** Two milliseconds. Shorter times are counted as this, because they measure the clock and the garbage collector. */
const FLOOR = 2_000

export function expectInProportion<T>(size: number, make: (size: number) => T, work: (input: T) => unknown): void {
  work(make(Math.ceil(size / 2)))
  let best = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < TRIES && best > MOST; attempt += 1) {
    const short = cost(make(size + attempt), work)
    const long = cost(make(TIMES * (size + attempt)), work)
    best = Math.min(best, long / Math.max(short, FLOOR))
  }
  expect(best, `time on an input ${TIMES} times as long, as a multiple`).toBeLessThanOrEqual(MOST)
}

function cost<T>(input: T, work: (input: T) => unknown): number {
  const before = process.cpuUsage()
  work(input)
  const { user, system } = process.cpuUsage(before)
  return user + system
}
