/**
 * Entry file that git's config names. It is built into one small file, because git starts it once for each file.
 * `memory-bank merge-driver` runs the same code.
 */

import { driveGitMerge } from './commands/merge-driver.ts'

process.exitCode = driveGitMerge(process.argv.slice(2))
