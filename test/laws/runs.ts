/**
 * Runs a law: half of the runs with a fixed seed, so that failures repeat, and half with a fresh one, so that new
 * inputs are tried. fast-check prints the seed of a failure; MEMORY_BANK_SEED=<seed> repeats it. The long suite runs
 * seven times as many.
 *
 * A law skips unsuitable inputs with `fc.pre`, never by returning. Skipped inputs do not count as runs, and a law that
 * skips most inputs fails.
 */

import fc from 'fast-check'

export function law<T>(property: fc.IProperty<T>, runs = 300): void {
  for (const parameters of tries(runs)) fc.assert(property, parameters)
}

export async function asyncLaw<T>(property: fc.IAsyncProperty<T>, runs = 300): Promise<void> {
  for (const parameters of tries(runs)) await fc.assert(property, parameters)
}

/** Suites that take minutes run in full only on request. */
export const LONG = process.env['MEMORY_BANK_LONG'] === '1'
const FIXED_SEED = 20_260_301
const FRESH_SEED = Number(process.env['MEMORY_BANK_SEED'] ?? Math.floor(Math.random() * 2 ** 31))

function tries<T>(runs: number): readonly fc.Parameters<T>[] {
  const numRuns = Math.ceil((LONG ? runs * 7 : runs) / 2)
  return [FIXED_SEED, FRESH_SEED].map((seed) => ({ numRuns, seed, maxSkipsPerRun: MOST_SKIPS }))
}

/** Skipped inputs allowed per run. */
const MOST_SKIPS = 4

/** Enough for the long suite on a slow machine. */
export const LAW_TIMEOUT = LONG ? 1_800_000 : 600_000
