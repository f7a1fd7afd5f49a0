/** How often a law is tried: a few hundred times with a fixed seed in CI, ten thousand with a new one in the long suite. */

import type { Parameters } from 'fast-check'

const LONG = process.env['MEMORY_BANK_LONG'] === '1'

export function runs<T>(inCi = 300): Parameters<T> {
  return LONG ? { numRuns: 10_000 } : { numRuns: inCi, seed: 20_260_301 }
}

/** Enough for the long suite on a slow machine. */
export const LAW_TIMEOUT = LONG ? 1_800_000 : 120_000
