/**
 * What the working tree and the last commits took away: paths, words of the code, earlier texts of a few files; and when
 * the lines of a file were written.
 *
 * Each question is one start of git for the commits, and one for the working tree. Each is bounded in time, and prints
 * nothing of files that were only added: the first commit of a large repository costs nothing. What does not come in
 * time is not known.
 */

import { decodeText } from '../text-codec.ts'
import { readObjects, runFor } from './git.ts'

/** Empty texts for what is not committed yet. */
export interface TakingCommit {
  readonly commit: string
  /** YYYY-MM-DD */
  readonly date: string
}

const MILLISECONDS = 1_500
const SHOWN = ['--no-merges', '--format=%x01%H %cs']
/** Git's own abbreviation grows with the repository, and the evidence would change with it. */
const SHORT = 8

export interface TreeChange extends TakingCommit {
  readonly path: string
  /** Undefined where the file was deleted or changed. */
  readonly renamedTo: string | undefined
  /** The id of the text that it had. */
  readonly object: string
}

/** Deleted and renamed paths, newest first. `isClean`: the working tree is as committed. */
export function pathsTakenAway(root: string, isClean: boolean): readonly TreeChange[] {
  return changes(root, isClean, ['-M', '--diff-filter=DR'], [])
}

/** The texts that files of these names had before they were changed or deleted, newest first. */
export function earlierFiles(
  root: string,
  isClean: boolean,
  names: readonly string[],
): readonly (TakingCommit & { readonly path: string; readonly text: string })[] {
  const files = names.map((name) => `:(glob)**/${name}`)
  const found = changes(root, isClean, ['--no-renames', '--diff-filter=MD'], files).slice(0, MOST_EARLIER)
  const objects = readObjects(
    root,
    found.map(({ object }) => object),
  )
  return found.flatMap(({ commit, date, path, object }) => {
    const bytes = objects.get(object)?.bytes
    return bytes === undefined || bytes.length > LARGEST ? [] : [{ commit, date, path, text: decodeText(bytes) }]
  })
}

const MOST_COMMITS = 5_000
const MOST_EARLIER = 150
const LARGEST = 256 * 1024

function changes(
  root: string,
  isClean: boolean,
  wanted: readonly string[],
  files: readonly string[],
): readonly TreeChange[] {
  const asked = ['--raw', '--no-abbrev', '-z', '--relative', '--no-ext-diff', ...wanted, '--', ...files]
  const log = runFor(root, ['log', 'HEAD', `-n${MOST_COMMITS}`, ...SHOWN, ...asked], MILLISECONDS)
  const tree = isClean ? '' : runFor(root, ['diff', 'HEAD', ...asked], MILLISECONDS).output
  return [...changesIn(tree), ...changesIn(log.output)]
}

function changesIn(output: string): readonly TreeChange[] {
  const found: TreeChange[] = []
  let [commit, date] = ['', '']
  for (const [, head, day, object = '', from, to, only] of output.matchAll(RAW)) {
    if (head !== undefined) [commit, date] = [head.slice(0, SHORT), day ?? '']
    else found.push({ commit, date, path: from ?? only ?? '', renamedTo: to, object })
  }
  return found
}

const RAW =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: git separates with NUL, and we begin a commit with SOH.
  /\u0001([0-9a-f]+) (\d{4}-\d\d-\d\d)|:\d{6} \d{6} ([0-9a-f]+) [0-9a-f]+ (?:R\d+\0([^\0]*)\0([^\0]*)|[A-Z]\0([^\0]*))/g

/** Each word with the last commit that took it out of a file that is neither in `bank` nor a document. */
export function wordsTakenOut(
  root: string,
  isClean: boolean,
  words: readonly string[],
  bank: string,
): ReadonlyMap<string, TakingCommit> {
  const asked = words.filter((word) => /^[\w$]+$/.test(word)).slice(0, MOST_WORDS)
  if (asked.length === 0) return new Map()
  const about = [
    '--pickaxe-regex',
    `-S${asked.map((word) => word.replaceAll('$', '[$]')).join('|')}`,
    ...['--diff-filter=MD', '--relative', '-p', '-U0', '--no-color', '--no-ext-diff', '--no-renames'],
    ...['--', '.', `:(exclude)${bank}`, ...NOT_CODE.map((pattern) => `:(exclude)${pattern}`)],
  ]
  const log = runFor(root, ['log', 'HEAD', `-n${MOST_REMOVALS}`, ...SHOWN, ...about], MILLISECONDS)
  const tree = isClean ? '' : runFor(root, ['diff', 'HEAD', ...about], MILLISECONDS).output
  const found = new Map<string, TakingCommit>()
  let taking: TakingCommit = { commit: '', date: '' }
  const wanted = new Set(asked)
  for (const line of `${tree}\n${log.output}`.split('\n')) {
    const [commit = '', date = ''] = line.startsWith('\u0001') ? line.slice(1).split(' ') : []
    if (commit !== '') taking = { commit: commit.slice(0, SHORT), date }
    if (!line.startsWith('-') || line.startsWith('--- ')) continue
    for (const word of line.match(/[\w$]+/g) ?? []) if (wanted.has(word) && !found.has(word)) found.set(word, taking)
  }
  return found
}

const MOST_WORDS = 60
const MOST_REMOVALS = 60
const NOT_CODE = '*.md *.mdx *.rst *.adoc *.lock *lock.json *-lock.yaml go.sum *.min.js *.svg *.snap *.map'.split(' ')

/** The commit that last wrote each line of a file, by its number; without what is not committed. */
export function linesWritten(root: string, file: string): ReadonlyMap<number, TakingCommit> {
  const { output } = runFor(root, ['blame', '--line-porcelain', '--', file], MILLISECONDS)
  const found = new Map<number, TakingCommit>()
  for (const [, commit = '', line, seconds] of output.matchAll(BLAMED)) {
    const date = new Date(Number(seconds) * 1000).toISOString().slice(0, 10)
    if (!/^0+$/.test(commit)) found.set(Number(line), { commit, date })
  }
  return found
}

const BLAMED = /^([0-9a-f]{40,64}) \d+ (\d+)(?: \d+)?\n(?:(?!committer-time)\S+ .*\n)*?committer-time (\d+)$/gm
