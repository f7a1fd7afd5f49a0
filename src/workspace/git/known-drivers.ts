/**
 * Settings for a merge that is done again to see what it gives: our own driver as this program has it, and in the place of
 * every other one git's line merge. Whoever may write git's config could otherwise have any text pass for a merge (S34).
 */

import { join } from 'node:path'
import { DRIVER, driverCommand, LINE_MERGE } from '../../text/driver-settings.ts'
import { findProgram } from '../project/find-program.ts'
import { packageRoot } from '../project/package-files.ts'
import { git, split } from './git.ts'

/** Options for git, before its command. */
export function onlyKnownDrivers(folder: string): readonly string[] {
  const keys = split(git(folder, ['config', '-z', '--name-only', '--get-regexp', '^merge\\..*\\.driver$']))
  return [...new Set(keys)].flatMap((key) => ['-c', `${key}=${key === `merge.${DRIVER}.driver` ? own() : LINE_MERGE}`])
}

function own(): string {
  const node = findProgram('node', process.env) ?? process.execPath
  return driverCommand({ node, driver: join(packageRoot(), 'dist', 'merge-driver.cjs') })
}
