/**
 * The entry file that git's config names: the merge driver alone, in one built file, since git starts it once for each
 * file. `memory-bank merge-driver` is the same by hand.
 */

import { mergeDriver } from './run/merge-driver.ts'

process.exitCode = mergeDriver(process.argv.slice(2))
