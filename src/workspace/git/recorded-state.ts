/**
 * Is a file as version control has recorded it (S34)?
 *
 * Only what is committed counts, and for a command only what was committed before it began, or what a
 * fetch or a merge of such commits brought: a program that writes the bank cannot record its own doing.
 */

import type { BankPath } from '../../core/bank-path.ts'
import { decodeText, encodeText } from '../text-codec.ts'
import { prefixOf, run } from './git.ts'

/** Commits from which all that is recorded can be reached. */
export type Records = readonly string[]

/** Branches, tags, stashes and where they stood before; undefined outside git. */
export function recordsNow(bank: string): Records | undefined {
  return words(bank, ['rev-list', '--no-walk', '--all', '--reflog'])
}

/** `before`: the records when the command began; without them whatever is recorded by now counts. */
export function isRecorded(bank: string, path: BankPath, text: string | undefined, before?: Records): boolean {
  const records = before === undefined ? recordsNow(bank) : [...before, ...fetched(bank)]
  if (records === undefined || records.length === 0) return false
  const hash = text === undefined ? 'missing' : hashOf(bank, path, text)
  if (hash === undefined) return false
  const at = `${prefixOf(bank)}${path}`
  if (isKnown(bank, ['HEAD'], records) && blobsAt(bank, ['HEAD'], at).includes(hash)) return true
  if (merges(bank, records).some((tree) => blobsAt(bank, [tree], at).includes(hash))) return true
  if (text === undefined) return false
  return blobsAt(bank, records, at).includes(hash) || isInHistory(bank, path, hash, records)
}

/** With the path, so that line-ending conversion applies as it would on `git add`. */
function hashOf(bank: string, path: BankPath, text: string): string | undefined {
  return words(bank, ['hash-object', '--stdin', `--path=${path}`], encodeText(text))?.[0]
}

/** What another repository gave; what was pushed from here came from nowhere else. */
function fetched(bank: string): Records {
  const entries = run(bank, ['log', '-g', '--remotes', '--format=%H %gs'])
  if (entries === undefined) return []
  return lines(entries).flatMap((line) => (line.slice(41).startsWith('update by push') ? [] : [line.slice(0, 40)]))
}

/** Can each of these be reached from the records? */
function isKnown(bank: string, commits: readonly string[], records: Records): boolean {
  const wanted = [...commits, ...records.map((record) => `^${record}`)].join('\n')
  return words(bank, ['rev-list', '-n', '1', '--stdin'], `${wanted}\n`)?.length === 0
}

/** The trees that git itself makes of a merge, finished or not, of recorded commits. */
function merges(bank: string, records: Records): readonly string[] {
  const pairs = [
    ['HEAD^1', 'HEAD^2'],
    ['HEAD', 'MERGE_HEAD'],
  ]
  return pairs.flatMap(([ours = '', theirs = '']) => {
    const sides = words(bank, ['rev-parse', '--verify', '--quiet', '--revs-only', theirs]) ?? []
    if (sides.length === 0 || !isKnown(bank, [ours, theirs], records)) return []
    return words(bank, ['merge-tree', '--write-tree', ours, theirs])?.slice(0, 1) ?? []
  })
}

/** What each commit or tree has at this path: the hash of a file, or `missing`. */
function blobsAt(bank: string, trees: readonly string[], path: string): readonly string[] {
  const asked = trees.map((tree) => `${tree}:${path}\n`).join('')
  const answers = run(bank, ['cat-file', '--batch-check=%(objectname)'], asked)
  if (answers === undefined) return []
  return lines(answers).map((line) => (/^[0-9a-f]{40,64}$/.test(line) ? line : 'missing'))
}

/** A history too long to be searched through in a few seconds is one that we do not know. */
const SEARCH_MILLISECONDS = 5_000

function isInHistory(bank: string, path: BankPath, hash: string, records: Records): boolean {
  const search = ['log', '-1', '-m', '--full-history', '--format=%H', `--find-object=${hash}`, '--stdin', '--', path]
  const found = run(bank, search, `${records.join('\n')}\n`, { milliseconds: SEARCH_MILLISECONDS })
  return found !== undefined && found.length > 0
}

function words(bank: string, args: readonly string[], input?: string | Buffer): readonly string[] | undefined {
  const output = run(bank, args, input)
  return output === undefined ? undefined : lines(output)
}

function lines(output: Buffer): readonly string[] {
  return decodeText(output)
    .split('\n')
    .filter((line) => line !== '')
}
