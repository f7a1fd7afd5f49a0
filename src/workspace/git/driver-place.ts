/** Where git keeps what a merge driver needs: the repository's own config, and the attributes that name the driver. */

import { join, resolve } from 'node:path'
import { git, prefixOf, run } from './git.ts'

export interface DriverPlace {
  /** The config of this repository, for all its worktrees; not shared. */
  readonly config: string
  /** Attributes of this repository on every branch; not shared. */
  readonly localAttributes: string
  /** Attributes that travel with the branch. */
  readonly sharedAttributes: string
  /** The files of the bank, as an attributes file at the top names them. */
  readonly pattern: string
}

/** `bank` is the bank's real folder. Undefined outside git, and where no line can hold the path. */
export function findDriverPlace(bank: string): DriverPlace | undefined {
  const folder = lineOf(bank, ['rev-parse', '--git-common-dir'])
  const top = lineOf(bank, ['rev-parse', '--show-toplevel'])
  const prefix = prefixOf(bank)
  if (folder === undefined || top === undefined || /[\r\n]/.test(prefix)) return undefined
  const common = resolve(bank, folder)
  return {
    config: join(common, 'config'),
    localAttributes: join(common, 'info', 'attributes'),
    sharedAttributes: join(top, '.gitattributes'),
    pattern: quoted(`/${prefix.replace(/[*?[\\]/g, (character) => `\\${character}`)}**/*.md`),
  }
}

/** In C's style where a space or a quote would end the pattern. */
function quoted(pattern: string): string {
  return /[\s"]/.test(pattern) ? `"${pattern.replace(/["\\]/g, (character) => `\\${character}`)}"` : pattern
}

function lineOf(folder: string, args: readonly string[]): string | undefined {
  const line = git(folder, args).replace(/\r?\n$/, '')
  return line === '' ? undefined : line
}

/** The command that this name stands for in the config that holds here, wherever it stands. */
export function configuredDriver(folder: string, name: string): string | undefined {
  return lineOf(folder, ['config', '--get', `merge.${name}.driver`])
}

/** The driver that attributes name for this file here and now. */
export function namedDriver(folder: string, file: string): string | undefined {
  const answer = run(folder, ['check-attr', '-z', 'merge', '--', file])
  return answer?.toString('utf8').split('\0')[2]
}
