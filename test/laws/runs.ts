/**
 * How a law is tried: one half of the runs with a fixed seed, so that what failed once is found again, the other half
 * with a fresh one, so that new inputs are met every time. fast-check prints the seed of a failure; the same inputs come
 * again with MEMORY_BANK_SEED=<seed>. The long suite tries seven times as many.
 *
 * Where a law has nothing to say about an input it says so by `fc.pre`, never by returning: an input that was passed over
 * does not count as a run, and a law that passes over most of its inputs fails. So each law looks as often as it says.
 */

import fc from 'fast-check'

export function law<T>(property: fc.IProperty<T>, runs = 300): void {
  for (const parameters of tries(runs)) fc.assert(property, parameters)
}

export async function asyncLaw<T>(property: fc.IAsyncProperty<T>, runs = 300): Promise<void> {
  for (const parameters of tries(runs)) await fc.assert(property, parameters)
}

/** The suites that take minutes run whole only when asked for. */
export const LONG = process.env['MEMORY_BANK_LONG'] === '1'
const FIXED_SEED = 20_260_301
const FRESH_SEED = Number(process.env['MEMORY_BANK_SEED'] ?? Math.floor(Math.random() * 2 ** 31))

function tries<T>(runs: number): readonly fc.Parameters<T>[] {
  const numRuns = Math.ceil((LONG ? runs * 7 : runs) / 2)
  return [FIXED_SEED, FRESH_SEED].map((seed) => ({ numRuns, seed, maxSkipsPerRun: MOST_SKIPS }))
}

/** Inputs that may be passed over for each that is looked at. */
const MOST_SKIPS = 4

/** Enough for the long suite on a slow machine. */
export const LAW_TIMEOUT = LONG ? 1_800_000 : 600_000
