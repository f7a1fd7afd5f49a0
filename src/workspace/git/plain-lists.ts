/**
 * Whether git can be asked at all: it reads .gitignore and .gitattributes as they are, waits for a pipe, and tries a rule
 * full of stars in every way there is (S39). Those in the folder and above it are looked at before git is; for what
 * stands deeper each question has its time.
 */

import { lstatSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isThere } from '../disk.ts'
import { textOfRegular } from '../open-file.ts'

/** More stars than this between two slashes are no rule of a person's. */
const STARS = /\*(?:[^*/\n]*\*+){8}/
const MOST_BYTES = 1024 * 1024

const READS_IGNORED = new Set(['status', 'check-ignore', 'grep', '--exclude-standard'])
const READS_ATTRIBUTES = new Set(['status', 'grep', 'diff', 'log', 'blame', 'hash-object', 'check-attr', 'merge-tree'])

export function canAsk(folder: string, args: readonly string[]): boolean {
  const files = [
    ...(args.some((arg) => READS_IGNORED.has(arg)) ? ['.gitignore'] : []),
    ...(args.some((arg) => READS_ATTRIBUTES.has(arg)) ? ['.gitattributes'] : []),
  ]
  for (let at = folder; files.length > 0; at = dirname(at)) {
    if (!files.every((name) => isPlain(join(at, name)))) return false
    if (isThere(join(at, '.git')) || at === dirname(at)) break
  }
  return true
}

/** Git does not follow a link there, and passes over a folder. */
function isPlain(path: string): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (stat === undefined || stat.isSymbolicLink() || stat.isDirectory()) return true
  const text = textOfRegular(path, { bytes: MOST_BYTES })
  return text !== undefined && !STARS.test(text)
}
