/**
 * What holds of a unit whatever is asked: the old and the withdrawn come after the new, pointers after what they
 * point to.
 *
 * "Recent" is measured from the newest dated unit, so that the same bank gives the same order on any day.
 */

import { TRAIT } from './unit-traits.ts'
import type { Weights } from './weights.ts'

/** The bonus for being new halves in this time; what has no date gets that half. */
const RECENT_DAYS = 180

/** By unit, a factor on its score. `days` since the epoch, 0 where a unit has no date. */
export function standings(traits: Uint16Array, days: Int32Array, count: number, weights: Weights): Float32Array {
  let newest = 0
  for (let unit = 0; unit < count; unit += 1) {
    if (((traits[unit] ?? 0) & TRAIT.gone) === 0) newest = Math.max(newest, days[unit] ?? 0)
  }
  const standing = new Float32Array(count)
  for (let unit = 0; unit < count; unit += 1) {
    const trait = traits[unit] ?? 0
    if ((trait & (TRAIT.gone | TRAIT.header)) !== 0) continue
    const day = days[unit] ?? 0
    const age = day === 0 ? RECENT_DAYS : newest - day
    let value = 1 + weights.recent * 2 ** (-age / RECENT_DAYS)
    if ((trait & TRAIT.deprecated) !== 0) value *= weights.deprecated
    if ((trait & TRAIT.pointer) !== 0) value *= weights.pointer
    if ((trait & TRAIT.entry) !== 0) value *= weights.entry
    standing[unit] = value
  }
  return standing
}
