/**
 * What git remembers of the repository: renamed and deleted paths, how often a file changed since a line was written. What the working tree lacks counts too, and is asked for by itself.
 *
 * Many are asked for at once, and each is answered as if it had been asked alone. Each question is bounded in time: too
 * late is as not known.
 */

import { decodeText } from '../text-codec.ts'
import { run, runFor } from './git.ts'

export interface Told<T> {
  readonly found: ReadonlyMap<string, T>
  /** False where time ran out: what was not found may be there. */
  readonly isWhole: boolean
}

export interface PastPath {
  readonly path: string
  readonly renamedTo: string | undefined
  /** Empty where it is not committed yet. */
  readonly commit: string
  /** YYYY-MM-DD; empty where it is not committed yet. */
  readonly date: string
}

const MOST_COMMITS = 300
export const MILLISECONDS = 1_500

/** For each path, written from the root or from any folder, what the last commit that took it away made of it. */
export function pathHistory(root: string, paths: readonly string[]): Told<PastPath> {
  return inParts(paths, MOST_PATHS, MOST_COMMITS, (part, milliseconds) => pathsIn(root, part, milliseconds))
}

/** The same, of what is not committed yet. */
export function pathsGoneFromTree(root: string, paths: readonly string[]): ReadonlyMap<string, PastPath> {
  return pathsTold(
    paths,
    runFor(root, ['diff', 'HEAD', '--no-ext-diff', ...PATHS_SHOWN, '--', ...specsOf(paths)], MILLISECONDS).output,
  )
}

function pathsIn(root: string, paths: readonly string[], milliseconds: number): Part<PastPath> {
  const log = runFor(
    root,
    ['log', 'HEAD', `-n${MOST_COMMITS}`, ...COMMITS_SHOWN, '--full-diff', ...PATHS_SHOWN, '--', ...specsOf(paths)],
    milliseconds,
  )
  return { found: pathsTold(paths, log.output), isWhole: log.isWhole, commits: commitsIn(log.output) }
}

const PATHS_SHOWN = ['--relative', '--name-status', '-M', '--diff-filter=DR', '-z']

function specsOf(paths: readonly string[]): readonly string[] {
  return paths.flatMap((path) => [`:(glob)**/${escaped(path)}`, `:(glob)**/${escaped(path)}/**`])
}

function pathsTold(paths: readonly string[], output: string): ReadonlyMap<string, PastPath> {
  const found = new Map<string, PastPath>()
  for (const { commit, date, from, to } of entriesOf(output)) {
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
  return found
}

const MOST_PATHS = 200
/** Git's own abbreviation grows with the repository, and the evidence would change with it. */
export const COMMITS_SHOWN = ['--abbrev=8', '--no-merges', '--format=%x01%h %cs']

interface Part<T> extends Told<T> {
  readonly commits: number
}

/**
 * Asks for all in parts. A log ends after so many commits; what is not found in a full one is asked for again with fewer
 * others, until it is alone.
 */
export function inParts<T>(
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

export function commitsIn(log: string): number {
  return log.split('\u0001').length - 1
}

/** How far a file moved since a line of the bank was written. */
export interface Distance {
  readonly commits: number
  /** YYYY-MM-DD: when the line was written. */
  readonly updated: string
}

export interface Written {
  readonly commit: string
  /** YYYY-MM-DD */
  readonly date: string
}

/** The commit that last wrote a line; undefined if it is not committed. */
export function lastWritten(root: string, file: string, line: number): Written | undefined {
  const blamed = run(root, ['blame', '--porcelain', '-L', `${line},${line}`, '--', file])
  const [, commit, time] =
    /^([0-9a-f]{40}) [\s\S]*?^committer-time (\d+)$/m.exec(blamed === undefined ? '' : decodeText(blamed)) ?? []
  if (commit === undefined || /^0+$/.test(commit)) return undefined
  return { commit, date: dayOf(Number(time)) }
}

export interface LineAuthor {
  /** A name, never an address. */
  readonly author: string
  /** YYYY-MM-DD */
  readonly on: string
}

/** Who wrote these lines of a file, or all of them, as far as git tells in that time. What is not committed has nobody. */
export function authorsOfLines(
  folder: string,
  file: string,
  lines: readonly number[] | 'all',
  milliseconds: number,
): ReadonlyMap<number, LineAuthor> {
  const asked = lines === 'all' ? [] : lines.flatMap((line) => ['-L', `${line},${line}`])
  const { output } = runFor(folder, ['blame', '--line-porcelain', ...asked, '--', file], milliseconds)
  const told = new Map<number, LineAuthor>()
  for (const [, commit = '', line, author = '', time] of output.matchAll(BLAMED))
    if (!/^0+$/.test(commit)) told.set(Number(line), { author: nameOnly(author), on: dayOf(Number(time)) })
  return told
}

const BLAMED = /^([0-9a-f]{40,64}) \d+ (\d+)(?: \d+)?\nauthor (.*)\n(?:author-mail .*\n)?author-time (\d+)$/gm

const LONGEST_NAME = 200

/** Some put their address where their name should be. */
export function nameOnly(author: string): string {
  const name = author.slice(0, LONGEST_NAME)
  return name.replace(/\s*<?\S+@\S+>?/g, '').trim() || name.replace(/@.*/, '')
}

function dayOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10)
}

/** How many commits changed `file` since this line of the bank was last written, and when that was. */
export function commitsSince(root: string, bankFile: string, line: number, file: string): Distance | undefined {
  const written = lastWritten(root, bankFile, line)
  if (written === undefined) return undefined
  const { commit, date } = written
  const counted = run(root, ['rev-list', '--count', '-n1000', `${commit}..HEAD`, '--', file])
  if (counted === undefined) return undefined
  return { commits: Number(decodeText(counted).trim()), updated: date }
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
