/**
 * Settings for a merge that is done again to see what it gives: our own driver as this program has it, and in the place of
 * every other one git's line merge. Whoever may write git's config could otherwise have any text pass for a merge (S34).
 */

import { DRIVER, driverCommand, LINE_MERGE } from '../../text/driver-settings.ts'
import { findProgram } from '../project/find-program.ts'
import { builtFile } from '../project/package-files.ts'
import { decodeText } from '../text-codec.ts'
import { split, type TimedGit } from './git.ts'

/** Options for git, before its command; undefined where git does not say which drivers there are. */
export function onlyKnownDrivers(git: TimedGit): readonly string[] | undefined {
  const asked = ['config', '-z', '--name-only', '--get-regexp', '^merge\\..*\\.driver$']
  // Where there is none it ends with 1.
  const said = git.ask(asked, undefined, { statuses: [1] })
  if (said === undefined) return undefined
  const keys = split(decodeText(said))
  return [...new Set(keys)].flatMap((key) => ['-c', `${key}=${key === `merge.${DRIVER}.driver` ? own() : LINE_MERGE}`])
}

function own(): string {
  const node = findProgram('node', process.env) ?? process.execPath
  return driverCommand({ node, driver: builtFile('merge-driver.cjs') })
}
