/** How often a law is tried: a few hundred times with a fixed seed in CI; in the long suite thousands with a new one, over 10,000 per file. */

import type { Parameters } from 'fast-check'

const LONG = process.env['MEMORY_BANK_LONG'] === '1'

export function runs<T>(inCi = 300, inLong = 2_000): Parameters<T> {
  return LONG ? { numRuns: inLong } : { numRuns: inCi, seed: 20_260_301 }
}

/** Enough for the long suite on a slow machine. */
export const LAW_TIMEOUT = LONG ? 1_800_000 : 120_000
