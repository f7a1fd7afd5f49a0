/** Asks git what the bank's files do not show: what is unmerged, what is not checked out, whether it is ignored. */

import { join } from 'node:path'
import { type BankInGit, NOT_IN_GIT } from '../../core/bank-in-git.ts'
import { type BankPath, bankPath } from '../../core/bank-path.ts'
import { BANK_FOLDER } from '../../core/layout.ts'
import { isFolder, isThere } from '../disk.ts'
import type { Project } from '../project/find-project.ts'
import { decodeText } from '../text-codec.ts'
import { split, TimedGit } from './git.ts'

const MILLISECONDS = 2_000

/** One question for a bank that git has, two for one that it does not have. Nothing is known where git has no answer. */
export function readBankInGit({ root, bank, gitFolder }: Project): BankInGit {
  if (gitFolder === undefined) return NOT_IN_GIT
  // A bank behind a link is asked about in the repository it really stands in; one that is not there, from the root.
  const [folder, prefix] = isFolder(bank) ? [bank, ''] : [root, `${BANK_FOLDER}/`]
  const git = new TimedGit(folder, MILLISECONDS)
  const listed = git.ask(['ls-files', '-z', '-t', '--', prefix === '' ? '.' : BANK_FOLDER])
  if (listed === undefined) return { ...NOT_IN_GIT, isLate: git.isLate }
  const files = split(decodeText(listed))
  if (files.length === 0) return { ...NOT_IN_GIT, isIgnored: isIgnored(git, prefix), isLate: git.isLate }
  // A file may carry the mark of being left out and be there all the same.
  const leftOut = tagged(files, 'S', prefix).filter((path) => !isThere(join(bank, path)))
  return { ...NOT_IN_GIT, unmerged: tagged(files, 'M', prefix), leftOut }
}

/** `M <path>` once for each side of an unmerged file, `S <path>` for one that is left out. */
function tagged(files: readonly string[], tag: string, prefix: string): readonly BankPath[] {
  const paths = files.flatMap((file) => (file.startsWith(`${tag} `) ? [file.slice(2 + prefix.length)] : []))
  return [...new Set(paths)].flatMap((path) => bankPath(path) ?? [])
}

function isIgnored(git: TimedGit, prefix: string): boolean {
  const asked = ['check-ignore', '-q', '--', `${prefix}MEMORY.md`]
  return git.ask(asked, undefined, { patterns: true }) !== undefined
}
