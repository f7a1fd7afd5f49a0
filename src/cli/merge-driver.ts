/**
 * The entry file that git's config names: the merge driver alone, in one built file, since git starts it once for each
 * file. `memory-bank merge-driver` is the same by hand.
 */

import { driveGitMerge } from './commands/merge-driver.ts'

process.exitCode = driveGitMerge(process.argv.slice(2))
