/**
 * Content that the working tree and the last commits removed: paths, words of the code, and earlier texts of a few
 * files.
 *
 * Each question takes one call of git for the commits and one for the working tree, each with a time limit. Added files
 * are not printed, so that the first commit of a large repository costs nothing. After a timeout, the
 * output so far is used.
 */

import { decodeText } from '../text-codec.ts'
import { readObjects, runGitFor } from './git.ts'

/** Both are empty for an uncommitted change. */
export interface RemovingCommit {
  readonly commit: string
  /** YYYY-MM-DD */
  readonly date: string
}

const MILLISECONDS = 1_500
const SHOWN = ['--no-merges', '--format=%x01%H %cs']
/** Git's own abbreviation grows with the repository, and the evidence would change with it. */
const SHORT = 8

export interface PathRemoval extends RemovingCommit {
  readonly path: string
  /** Undefined if the file was deleted or changed. */
  readonly renamedTo: string | undefined
  /** The blob id of its former text. */
  readonly object: string
}

/** Deleted and renamed paths, newest first. `isClean`: the working tree is as committed. */
export function removedPaths(root: string, isClean: boolean): readonly PathRemoval[] {
  return changes(root, isClean, ['-M', '--diff-filter=DR'], [])
}

/** The former texts of files with these names, newest first. */
export function earlierFiles(
  root: string,
  isClean: boolean,
  names: readonly string[],
): readonly (RemovingCommit & { readonly path: string; readonly text: string })[] {
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
): readonly PathRemoval[] {
  const args = ['--raw', '--no-abbrev', '-z', '--relative', '--no-ext-diff', ...wanted, '--', ...files]
  const log = runGitFor(root, ['log', 'HEAD', `-n${MOST_COMMITS}`, ...SHOWN, ...args], MILLISECONDS)
  const tree = isClean ? '' : runGitFor(root, ['diff', 'HEAD', ...args], MILLISECONDS).output
  return [...changesIn(tree), ...changesIn(log.output)]
}

function changesIn(output: string): readonly PathRemoval[] {
  const found: PathRemoval[] = []
  let [commit, date] = ['', '']
  for (const [, head, day, object = '', from, to, only] of output.matchAll(RAW)) {
    if (head !== undefined) [commit, date] = [head.slice(0, SHORT), day ?? '']
    else found.push({ commit, date, path: from ?? only ?? '', renamedTo: to, object })
  }
  return found
}

const RAW =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: git separates with NUL, and SOH begins a commit.
  /\u0001([0-9a-f]+) (\d{4}-\d\d-\d\d)|:\d{6} \d{6} ([0-9a-f]+) [0-9a-f]+ (?:R\d+\0([^\0]*)\0([^\0]*)|[A-Z]\0([^\0]*))/g

/** Each word with the last commit that removed it from code: not from `bank`, and not from a document. */
export function removedWords(
  root: string,
  isClean: boolean,
  words: readonly string[],
  bank: string,
): ReadonlyMap<string, RemovingCommit> {
  const plain = words.filter((word) => /^[\w$]+$/.test(word)).slice(0, MOST_WORDS)
  if (plain.length === 0) return new Map()
  const about = [
    '--pickaxe-regex',
    `-S${plain.map((word) => word.replaceAll('$', '[$]')).join('|')}`,
    ...['--diff-filter=MD', '--relative', '-p', '-U0', '--no-color', '--no-ext-diff', '--no-renames'],
    ...['--', '.', `:(exclude)${bank}`, ...NOT_CODE.map((pattern) => `:(exclude)${pattern}`)],
  ]
  const log = runGitFor(root, ['log', 'HEAD', `-n${MOST_REMOVALS}`, ...SHOWN, ...about], MILLISECONDS)
  const tree = isClean ? '' : runGitFor(root, ['diff', 'HEAD', ...about], MILLISECONDS).output
  const found = new Map<string, RemovingCommit>()
  let removing: RemovingCommit = { commit: '', date: '' }
  const wanted = new Set(plain)
  for (const line of `${tree}\n${log.output}`.split('\n')) {
    const [commit = '', date = ''] = line.startsWith('\u0001') ? line.slice(1).split(' ') : []
    if (commit !== '') removing = { commit: commit.slice(0, SHORT), date }
    if (!line.startsWith('-') || line.startsWith('--- ')) continue
    for (const word of line.match(/[\w$]+/g) ?? []) if (wanted.has(word) && !found.has(word)) found.set(word, removing)
  }
  return found
}

const MOST_WORDS = 60
const MOST_REMOVALS = 60
const NOT_CODE = '*.md *.mdx *.rst *.adoc *.lock *lock.json *-lock.yaml go.sum *.min.js *.svg *.snap *.map'.split(' ')
