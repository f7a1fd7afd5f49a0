/**
 * Are files as version control has recorded them (S34)?
 *
 * Only what is committed counts, and for a command only what was committed before it began, what was fetched, and what
 * git merges from such states: a program that writes the bank cannot record its own doing.
 *
 * Git is asked a fixed number of questions, however many files are asked about, and within a fixed time.
 */

import { join } from 'node:path'
import { withoutLabels } from '../../bank/conflicts.ts'
import type { BankPath } from '../../core/bank-path.ts'
import { cryptography } from '../built-in.ts'
import { textInside, WATCHED } from '../open-file.ts'
import { decodeText, encodeText } from '../text-codec.ts'
import { linesOf, TimedGit } from './git.ts'
import { onlyKnownDrivers } from './known-drivers.ts'
import { objectsIn } from './objects.ts'
import { type Records, recordsNow } from './records.ts'

/** A file and its text; undefined where there is no such file. */
export interface Held {
  readonly path: BankPath
  readonly text: string | undefined
}

export interface Recorded<T extends Held> {
  readonly found: ReadonlySet<T>
  /** False where git did not answer in time: others may be recorded too. */
  readonly isWhole: boolean
}

/** A hook has its host's twenty seconds, of which putting files back takes some. */
const MILLISECONDS = 6_000

/** Those that are recorded. `before`: the records when the command began; without them whatever is recorded by now counts. */
export function recordedAmong<T extends Held>(
  bank: string,
  all: readonly T[],
  before?: Records,
  milliseconds = MILLISECONDS,
): Recorded<T> {
  if (all.length === 0) return { found: new Set(), isWhole: true }
  const git = new TimedGit(bank, milliseconds)
  const found = new Set<T>()
  const records = before === undefined ? recordsNow(git)?.commits : [...before.commits, ...fetched(git)]
  if (records !== undefined && records[0] !== undefined) search(git, bank, all, records, found)
  return { found, isWhole: !git.isLate }
}

function search<T extends Held>(
  git: TimedGit,
  bank: string,
  all: readonly T[],
  records: readonly string[],
  found: Set<T>,
): void {
  const hashes = hashesOf(git, bank, all, records[0]?.length === 64 ? 'sha256' : 'sha1')
  const open = () => all.filter((one) => !found.has(one))
  const isOne = (one: T, blob: string) => hashes.get(one)?.has(blob) === true
  const seek = (trees: readonly string[], asked: readonly T[]) => {
    for (const [one, blobs] of blobsAt(git, trees, asked)) if (blobs.some((blob) => isOne(one, blob))) found.add(one)
  }
  if (isKnown(git, ['HEAD'], records)) seek(['HEAD:./'], all)
  if (open().length === 0) return
  const merged = merges(git, records).map((tree) => `${tree}:./`)
  seek(merged, open())
  for (const one of conflictsOf(git, merged, open())) found.add(one)
  const texts = open().filter(({ text }) => text !== undefined)
  if (texts.length === 0) return
  seek(banksOf(git, records), texts)
  const rest = texts.filter((one) => !found.has(one))
  const past = rest.length === 0 ? new Map<string, ReadonlySet<string>>() : history(git, records)
  for (const one of rest) if ([...(past.get(one.path) ?? [])].some((blob) => isOne(one, blob))) found.add(one)
}

/**
 * What git may call each text: as it is, with line ends as git keeps them, and, where it is the file on the disk, as
 * `git add` would have it, filters included.
 */
function hashesOf<T extends Held>(
  git: TimedGit,
  bank: string,
  all: readonly T[],
  format: string,
): ReadonlyMap<T, ReadonlySet<string>> {
  const { createHash } = cryptography()
  const hash = (text: string) => {
    const bytes = encodeText(text)
    return createHash(format).update(`blob ${bytes.length}\0`).update(bytes).digest('hex')
  }
  const onDisk = all.filter(
    ({ path, text }) =>
      text !== undefined && !/[\r\n]/.test(path) && textInside(bank, join(bank, path), WATCHED) === text,
  )
  const asked = onDisk.map(({ path }) => `${path}\n`).join('')
  const added = onDisk.length === 0 ? undefined : git.lines(['hash-object', '--stdin-paths'], asked)
  const asAdded = new Map(onDisk.map((one, at) => [one, added?.[at]]))
  return new Map(
    all.map((one) => {
      if (one.text === undefined) return [one, new Set([MISSING])]
      const known = [hash(one.text), hash(one.text.replaceAll('\r\n', '\n')), asAdded.get(one) ?? '']
      return [one, new Set(known)]
    }),
  )
}

const MISSING = 'missing'

/** What another repository gave; what was pushed from here came from nowhere else. */
function fetched(git: TimedGit): readonly string[] {
  const entries = git.lines(['log', '-g', '--remotes', '--format=%H %gs']) ?? []
  return entries.flatMap((line) => {
    const [commit = ''] = line.split(' ')
    return line.slice(commit.length + 1).startsWith('update by push') ? [] : [commit]
  })
}

/** Can each of these be reached from the records? */
function isKnown(git: TimedGit, commits: readonly string[], records: readonly string[]): boolean {
  const wanted = [...commits, ...records.map((record) => `^${record}`)].join('\n')
  return git.lines(['rev-list', '-n', '1', '--stdin'], `${wanted}\n`)?.length === 0
}

/** Ours, theirs and, where they are not brought together as branches, the state both come from. */
const PAIRS: readonly (readonly [ours: string, theirs: string, base?: string])[] = [
  ['HEAD^1', 'HEAD^2'],
  ['HEAD', 'MERGE_HEAD'],
  ['HEAD', 'CHERRY_PICK_HEAD', 'CHERRY_PICK_HEAD^'],
  ['HEAD', 'REVERT_HEAD^', 'REVERT_HEAD'],
]

/** The trees that git makes of recorded commits: merges, finished or not, picked commits, a branch after its rebase. */
function merges(git: TimedGit, records: readonly string[]): readonly string[] {
  const unknown = records.map((record) => `^${record}\n`).join('')
  const oldest = git.lines(['rev-list', 'HEAD', '--stdin'], unknown)?.at(-1)
  const rebased = oldest === undefined ? [] : [[`${oldest}^`, 'ORIG_HEAD'] as const]
  const drivers = onlyKnownDrivers(git)
  if (drivers === undefined) return []
  return [...PAIRS, ...rebased].flatMap(([ours, theirs, base]) => {
    const sides = git.lines(['rev-parse', '--verify', '--quiet', '--revs-only', theirs]) ?? []
    if (sides.length === 0 || !isKnown(git, [ours, theirs], records)) return []
    const from = base === undefined ? [] : [`--merge-base=${base}`]
    // A merge that conflicts ends with 1, and has its tree all the same.
    const again = [...drivers, 'merge-tree', '--write-tree', ...from, ours, theirs]
    const merged = git.ask(again, undefined, { statuses: [1] })
    return merged === undefined ? [] : linesOf(merged).slice(0, 1)
  })
}

/** Those that are the text of a merge that conflicts, whatever its markers call the two sides. */
function conflictsOf<T extends Held>(git: TimedGit, trees: readonly string[], all: readonly T[]): readonly T[] {
  const marked = all.filter(({ text }) => text !== undefined && /^<{7} /m.test(text))
  const blobs = blobsAt(git, trees, marked)
  const ids = [...new Set([...blobs.values()].flat())].filter((blob) => blob !== MISSING)
  const objects = ids.length === 0 ? undefined : git.ask(['cat-file', '--batch'], `${ids.join('\n')}\n`)
  const texts = objects === undefined ? new Map() : objectsIn(objects)
  return marked.filter((one) =>
    (blobs.get(one) ?? []).some((blob) => {
      const merged = texts.get(blob)
      return merged !== undefined && withoutLabels(decodeText(merged.bytes)) === withoutLabels(one.text ?? '')
    }),
  )
}

/** The bank's folder as these commits have it: most of them share it. */
function banksOf(git: TimedGit, commits: readonly string[]): readonly string[] {
  const asked = commits.map((commit) => `${commit}:./\n`).join('')
  const trees = git.lines(['cat-file', '--batch-check=%(objectname)'], asked) ?? []
  return [...new Set(trees)].filter((tree) => HASH.test(tree)).map((tree) => `${tree}:`)
}

/** What each folder, as git names it with all that comes before a path, has for each file: a hash, or `missing`. */
function blobsAt<T extends Held>(
  git: TimedGit,
  folders: readonly string[],
  all: readonly T[],
): ReadonlyMap<T, readonly string[]> {
  const asked = all.filter(({ path }) => !/[\r\n]/.test(path))
  if (folders.length === 0 || asked.length === 0) return new Map()
  const names = folders.flatMap((folder) => asked.map(({ path }) => `${folder}${path}\n`))
  const answers = git.lines(['cat-file', '--batch-check=%(objectname)'], names.join('')) ?? []
  const blobs = new Map<T, string[]>(asked.map((one) => [one, []]))
  for (const [at, line] of answers.entries()) {
    const one = asked[at % asked.length]
    if (one !== undefined) blobs.get(one)?.push(HASH.test(line) ? line : MISSING)
  }
  return blobs
}

const HASH = /^[0-9a-f]{40,64}$/

/** Everything that the history of the bank has held, by path. A history too long to be read through is one that we do not know. */
function history(git: TimedGit, records: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
  const shown = ['--format=', '--raw', '--no-renames', '--no-abbrev', '--relative', '-z']
  const asked = ['log', '-m', '--full-history', ...shown, '--stdin', '--', '.']
  const told = git.ask(asked, `${records.join('\n')}\n`, { isPart: true })
  const tokens = told === undefined ? [] : decodeText(told).split('\0')
  const past = new Map<string, Set<string>>()
  for (let at = 0; at + 1 < tokens.length; at += 1) {
    const change = /^\n*:\d+ \d+ ([0-9a-f]+) ([0-9a-f]+) [A-Z]$/.exec(tokens[at] ?? '')
    if (change === null) continue
    at += 1
    const path = tokens[at] ?? ''
    const held = past.get(path) ?? new Set<string>()
    past.set(path, held.add(change[1] ?? '').add(change[2] ?? ''))
  }
  return past
}
