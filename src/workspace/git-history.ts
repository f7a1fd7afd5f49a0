/**
 * What git remembers of the repository: renamed and deleted paths, words taken out of the code, how often a
 * file changed since a line was written.
 *
 * Many are asked for at once, and each is answered as if it had been asked alone. Each question is bounded in time: too
 * late is as not known.
 */

import { run, runFor } from './git.ts'
import { decodeText } from './text-codec.ts'

export interface Told<T> {
  readonly found: ReadonlyMap<string, T>
  /** False where time ran out: what was not found may be there. */
  readonly isWhole: boolean
}

export interface PastPath {
  readonly path: string
  readonly renamedTo: string | undefined
  readonly commit: string
  /** YYYY-MM-DD */
  readonly date: string
}

const MOST_COMMITS = 300
const MILLISECONDS = 1_500

/**
 * For each path, written from the root or from any folder, what the last commit that took it away made of it; of these
 * commits (`HEAD`, `a..b`).
 */
export function pathHistory(root: string, paths: readonly string[], commits: string): Told<PastPath> {
  return inParts(paths, MOST_PATHS, MOST_COMMITS, (part, milliseconds) => pathsIn(root, part, commits, milliseconds))
}

function pathsIn(root: string, paths: readonly string[], commits: string, milliseconds: number): Part<PastPath> {
  const found = new Map<string, PastPath>()
  const specs = paths.flatMap((path) => [`:(glob)**/${escaped(path)}`, `:(glob)**/${escaped(path)}/**`])
  const log = runFor(
    root,
    [
      'log',
      commits,
      `-n${MOST_COMMITS}`,
      `--abbrev=${ABBREVIATED}`,
      '--relative',
      '--name-status',
      '-M',
      '--full-diff',
      '--diff-filter=DR',
      '--no-merges',
      '-z',
      '--format=%x01%h %cs',
      '--',
      ...specs,
    ],
    milliseconds,
  )
  for (const { commit, date, from, to } of entriesOf(log.output)) {
    for (const path of paths) {
      const isIt = from === path || from.endsWith(`/${path}`)
      const inside = isIt ? undefined : folderIn(from, path)
      if (found.has(path) || (!isIt && inside === undefined)) continue
      const renamedTo = isIt
        ? to
        : inside === undefined || to === undefined
          ? undefined
          : folderOf(to, from.slice(inside.length))
      found.set(path, { path: inside ?? from, renamedTo, commit, date })
    }
  }
  return { found, isWhole: log.isWhole, commits: commitsIn(log.output) }
}

const MOST_PATHS = 200
/** As git's own length grows with the repository, what is told would change with it. */
const ABBREVIATED = 8

interface Part<T> extends Told<T> {
  readonly commits: number
}

/**
 * Asks for all in parts. A log ends after so many commits; what is not found in a full one is asked for again with fewer
 * others, until it is alone.
 */
function inParts<T>(
  items: readonly string[],
  most: number,
  mostCommits: number,
  ask: (part: readonly string[], milliseconds: number) => Part<T>,
): Told<T> {
  const ends = performance.now() + MILLISECONDS
  const found = new Map<string, T>()
  const parts: (readonly string[])[] = []
  for (let at = 0; at < items.length; at += most) parts.push(items.slice(at, at + most))
  for (let part = parts.shift(); part !== undefined; part = parts.shift()) {
    const milliseconds = Math.ceil(ends - performance.now())
    if (milliseconds <= 0) return { found, isWhole: false }
    const told = ask(part, milliseconds)
    for (const [item, value] of told.found) found.set(item, value)
    if (!told.isWhole) return { found, isWhole: false }
    if (told.commits < mostCommits || part.length === 1) continue
    const open = part.filter((item) => !found.has(item))
    const half = Math.ceil(open.length / 2)
    if (open.length > 0) parts.push(open.slice(0, half))
    if (open.length > half) parts.push(open.slice(half))
  }
  return { found, isWhole: true }
}

function commitsIn(log: string): number {
  return log.split('\u0001').length - 1
}

/** The last of these commits that took each word out of a file that is no document. */
export function removedWords(
  root: string,
  words: readonly string[],
  bank: string,
  commits: string,
): Told<{ readonly commit: string; readonly date: string }> {
  return inParts(words, MOST_WORDS, MOST_REMOVALS, (part, milliseconds) =>
    wordsRemovedIn(root, part, bank, commits, milliseconds),
  )
}

function wordsRemovedIn(
  root: string,
  asked: readonly string[],
  bank: string,
  commits: string,
  milliseconds: number,
): Part<{ readonly commit: string; readonly date: string }> {
  const found = new Map<string, { commit: string; date: string }>()
  const log = runFor(
    root,
    [
      'log',
      commits,
      `-n${MOST_REMOVALS}`,
      `--abbrev=${ABBREVIATED}`,
      '--no-merges',
      '--relative',
      '-E',
      `-G${asked.map((word) => word.replaceAll('$', '\\$')).join('|')}`,
      '-p',
      '-U0',
      '--no-color',
      '--no-ext-diff',
      '--no-renames',
      '--format=%x01%h %cs',
      '--',
      '.',
      `:(exclude)${bank}`,
      ':(exclude)*.md',
      ':(exclude)*.mdx',
      ':(exclude)*.lock',
      ':(exclude)*lock.json',
      ':(exclude)*.min.js',
    ],
    milliseconds,
  )
  const pattern = new RegExp(
    `(?<![\\w$])(?:${asked.map((word) => word.replaceAll(/[.$-]/g, (one) => `\\${one}`)).join('|')})(?![\\w$])`,
    'g',
  )
  let commit = ''
  let date = ''
  for (const line of log.output.split('\n')) {
    if (line.startsWith('\u0001')) [commit = '', date = ''] = line.slice(1).split(' ')
    else if (line.startsWith('-') && !line.startsWith('---')) {
      for (const [word] of line.matchAll(pattern)) if (!found.has(word)) found.set(word, { commit, date })
    }
  }
  return { found, isWhole: log.isWhole, commits: commitsIn(log.output) }
}

const MOST_WORDS = 60
const MOST_REMOVALS = 100

/** How far a file moved since a line of the bank was written. */
export interface Distance {
  readonly commits: number
  /** YYYY-MM-DD: when the line was written. */
  readonly updated: string
}

/** How many commits changed `file` since this line of the bank was last written, and when that was. */
export function commitsSince(root: string, bankFile: string, line: number, file: string): Distance | undefined {
  const blamed = run(root, ['blame', '--porcelain', '-L', `${line},${line}`, '--', bankFile])
  const [, commit, time] =
    /^([0-9a-f]{40}) [\s\S]*?^committer-time (\d+)$/m.exec(blamed === undefined ? '' : decodeText(blamed)) ?? []
  if (commit === undefined || /^0+$/.test(commit)) return undefined
  const counted = run(root, ['rev-list', '--count', '-n1000', `${commit}..HEAD`, '--', file])
  if (counted === undefined) return undefined
  return {
    commits: Number(decodeText(counted).trim()),
    updated: new Date(Number(time) * 1000).toISOString().slice(0, 10),
  }
}

interface Entry {
  readonly commit: string
  readonly date: string
  readonly from: string
  readonly to: string | undefined
}

function entriesOf(log: string): readonly Entry[] {
  const entries: Entry[] = []
  let commit = ''
  let date = ''
  const tokens = log.split('\0')
  for (let index = 0; index < tokens.length; index += 1) {
    const token = (tokens[index] ?? '').replace(/^\n/, '')
    if (token.startsWith('\u0001')) {
      const [head = '', rest = ''] = token.slice(1).split('\n')
      ;[commit = '', date = ''] = head.split(' ')
      if (rest !== '') tokens.splice(index + 1, 0, rest)
    } else if (/^R\d+$/.test(token)) {
      entries.push({ commit, date, from: tokens[index + 1] ?? '', to: tokens[index + 2] })
      index += 2
    } else if (token === 'D') {
      entries.push({ commit, date, from: tokens[index + 1] ?? '', to: undefined })
      index += 1
    }
  }
  return entries
}

/** The part of `file` that ends in the folder `path`. */
function folderIn(file: string, path: string): string | undefined {
  if (file.startsWith(`${path}/`)) return path
  const at = file.indexOf(`/${path}/`)
  return at === -1 ? undefined : file.slice(0, at + path.length + 1)
}

/** A file that moved with its folder keeps its path inside it. */
function folderOf(file: string, rest: string): string | undefined {
  return file.endsWith(rest) ? file.slice(0, -rest.length) : undefined
}

function escaped(path: string): string {
  return path.replaceAll(/[[\]*?\\]/g, (character) => `\\${character}`)
}
