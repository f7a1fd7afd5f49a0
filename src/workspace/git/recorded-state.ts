/**
 * Is a file as version control has recorded it (S34)?
 *
 * Only what is committed counts, and for a command only what was committed before it began, what was fetched, and what
 * git merges from such states: a program that writes the bank cannot record its own doing.
 */

import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { BankPath } from '../../core/bank-path.ts'
import { withoutLabels } from '../../text/conflict-markers.ts'
import { decodeText, encodeText } from '../text-codec.ts'
import { prefixOf, run } from './git.ts'
import { onlyKnownDrivers } from './known-drivers.ts'

/** Commits from which all that is recorded can be reached, and how the logs of HEAD and the stash looked when they were listed. */
export interface Records {
  readonly commits: readonly string[]
  readonly logStamp?: string | undefined
}

/** Branches, tags, stashes and where they stood before; undefined outside git. */
function recordsNow(bank: string): Records | undefined {
  const commits = words(bank, ['rev-list', '--no-walk', '--all', '--reflog'])
  return commits === undefined ? undefined : { commits }
}

/** The records now, or the last ones where HEAD and the stash of the repository in `gitFolder` have not moved since. */
export function recordsSince(bank: string, gitFolder: string | undefined, last?: Records): Records | undefined {
  const stamps = gitFolder === undefined ? [] : LOGS.map((log) => stampOf(join(gitFolder, 'logs', log)))
  const logStamp = stamps[0] === undefined ? undefined : stamps.join(' ')
  if (last !== undefined && logStamp !== undefined && last.logStamp === logStamp) return last
  const records = recordsNow(bank)
  return records === undefined ? undefined : { ...records, logStamp }
}

const LOGS = ['HEAD', 'refs/stash'] as const

function stampOf(log: string): string | undefined {
  const stat = statSync(log, { throwIfNoEntry: false })
  return stat === undefined ? undefined : `${stat.mtimeMs}:${stat.size}`
}

/** `before`: the records when the command began; without them whatever is recorded by now counts. */
export function isRecorded(bank: string, path: BankPath, text: string | undefined, before?: Records): boolean {
  const records = before === undefined ? recordsNow(bank)?.commits : [...before.commits, ...fetched(bank)]
  if (records === undefined || records.length === 0) return false
  const hash = text === undefined ? 'missing' : hashOf(bank, path, text)
  if (hash === undefined) return false
  const at = `${prefixOf(bank)}${path}`
  if (isKnown(bank, ['HEAD'], records) && blobsAt(bank, ['HEAD'], at).includes(hash)) return true
  const trees = merges(bank, records)
  if (blobsAt(bank, trees, at).includes(hash)) return true
  if (text !== undefined && trees.some((tree) => isConflict(bank, tree, at, text))) return true
  if (text === undefined) return false
  return blobsAt(bank, records, at).includes(hash) || isInHistory(bank, path, hash, records)
}

/** With the path, so that line-ending conversion applies as it would on `git add`. */
function hashOf(bank: string, path: BankPath, text: string): string | undefined {
  return words(bank, ['hash-object', '--stdin', `--path=${path}`], encodeText(text))?.[0]
}

/** What another repository gave; what was pushed from here came from nowhere else. */
function fetched(bank: string): readonly string[] {
  const entries = run(bank, ['log', '-g', '--remotes', '--format=%H %gs'])
  if (entries === undefined) return []
  return lines(entries).flatMap((line) => (line.slice(41).startsWith('update by push') ? [] : [line.slice(0, 40)]))
}

/** Can each of these be reached from the records? */
function isKnown(bank: string, commits: readonly string[], records: readonly string[]): boolean {
  const wanted = [...commits, ...records.map((record) => `^${record}`)].join('\n')
  return words(bank, ['rev-list', '-n', '1', '--stdin'], `${wanted}\n`)?.length === 0
}

/** Ours, theirs and, where they are not brought together as branches, the state both come from. */
const PAIRS: readonly (readonly [ours: string, theirs: string, base?: string])[] = [
  ['HEAD^1', 'HEAD^2'],
  ['HEAD', 'MERGE_HEAD'],
  ['HEAD', 'CHERRY_PICK_HEAD', 'CHERRY_PICK_HEAD^'],
  ['HEAD', 'REVERT_HEAD^', 'REVERT_HEAD'],
]

/** The trees that git makes of recorded commits: merges, finished or not, picked commits, a branch after its rebase. */
function merges(bank: string, records: readonly string[]): readonly string[] {
  const unknown = records.map((record) => `^${record}\n`).join('')
  const oldest = words(bank, ['rev-list', 'HEAD', '--stdin'], unknown)?.at(-1)
  const rebased = oldest === undefined ? [] : [[`${oldest}^`, 'ORIG_HEAD'] as const]
  const drivers = onlyKnownDrivers(bank)
  return [...PAIRS, ...rebased].flatMap(([ours, theirs, base]) => {
    const sides = words(bank, ['rev-parse', '--verify', '--quiet', '--revs-only', theirs]) ?? []
    if (sides.length === 0 || !isKnown(bank, [ours, theirs], records)) return []
    const from = base === undefined ? [] : [`--merge-base=${base}`]
    // A merge that conflicts ends with 1, and has its tree all the same.
    const again = [...drivers, 'merge-tree', '--write-tree', ...from, ours, theirs]
    const merged = run(bank, again, undefined, { statuses: [1] })
    return merged === undefined ? [] : lines(merged).slice(0, 1)
  })
}

/** The text of a merge that conflicts, whatever its markers call the two sides. */
function isConflict(bank: string, tree: string, path: string, text: string): boolean {
  if (!/^<{7} /m.test(text)) return false
  const merged = run(bank, ['cat-file', 'blob', `${tree}:${path}`])
  return merged !== undefined && withoutLabels(decodeText(merged)) === withoutLabels(text)
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

function isInHistory(bank: string, path: BankPath, hash: string, records: readonly string[]): boolean {
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
