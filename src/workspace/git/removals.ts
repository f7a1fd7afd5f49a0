/**
 * What commits took out of the code, and what the working tree lacks.
 *
 * The lines of the last commits are read once, whatever is asked: that is quicker than to let git search them. Older
 * commits are searched by git. Each question is bounded in time: too late is as not known.
 */

import { decodeText } from '../text-codec.ts'
import { run, runFor } from './git.ts'
import { COMMITS_SHOWN, commitsIn, inParts, MILLISECONDS, type Told } from './history.ts'

export interface Removal {
  /** Empty where it is not committed yet. */
  readonly commit: string
  /** YYYY-MM-DD; empty where it is not committed yet. */
  readonly date: string
  /** The files that it was taken out of. */
  readonly paths: readonly string[]
  /** The first lines that went with it. */
  readonly lines: readonly string[]
}

export interface RemovedLine {
  readonly commit: string
  readonly date: string
  readonly path: string
  readonly text: string
}

export interface RecentLines {
  readonly lines: readonly RemovedLine[]
  /** False where time ran out. */
  readonly isWhole: boolean
  /** The newest commit that was not read; undefined if all were. */
  readonly before: string | undefined
}

/** What the last commits took out of files that are no documents, newest first. */
export function recentLines(root: string, bank: string): RecentLines {
  const skipped = run(root, ['rev-list', '--no-merges', '-n1', `--skip=${RECENT_COMMITS}`, 'HEAD'])
  const before = skipped === undefined ? '' : decodeText(skipped).trim()
  const range = before === '' ? 'HEAD' : `${before}..HEAD`
  const log = runFor(root, ['log', range, ...COMMITS_SHOWN, ...linesShown(bank)], MILLISECONDS)
  return { lines: linesIn(log.output), isWhole: log.isWhole, before: before === '' ? undefined : before }
}

const RECENT_COMMITS = 500

/** What the last commits took out of files of these names, wherever they stand. */
export function linesOfFiles(root: string, names: readonly string[]): readonly RemovedLine[] {
  const files = names.map((name) => `:(glob)**/${name}`)
  const about = ['log', 'HEAD', `-n${RECENT_COMMITS}`, ...COMMITS_SHOWN, ...AS_LINES, '--', ...files]
  return linesIn(runFor(root, about, MILLISECONDS).output)
}

/** The last commit that took each text out, among the last ones. */
export function lastRemovals(texts: readonly string[], { lines, isWhole }: RecentLines): Told<Removal> {
  return { found: textsTold(texts, lines), isWhole }
}

/** The same, of the commits before them. */
export function earlierRemovals(root: string, texts: readonly string[], bank: string, before: string): Told<Removal> {
  return inParts(texts, MOST_TEXTS, MOST_REMOVALS, (part, milliseconds) => {
    const about = ['log', before, `-n${MOST_REMOVALS}`, ...COMMITS_SHOWN, ...textsSearched(part), ...linesShown(bank)]
    const log = runFor(root, about, milliseconds)
    return { found: textsTold(part, linesIn(log.output)), isWhole: log.isWhole, commits: commitsIn(log.output) }
  })
}

/** The same, of what is not committed yet. */
export function removalsInTree(root: string, texts: readonly string[], bank: string): ReadonlyMap<string, Removal> {
  const about = ['diff', 'HEAD', ...textsSearched(texts), ...linesShown(bank)]
  return textsTold(texts, linesIn(runFor(root, about, MILLISECONDS).output))
}

function textsSearched(texts: readonly string[]): readonly string[] {
  return ['-E', `-G${texts.map((text) => text.replaceAll(/[\\.*+?()[\]{}|^$]/g, (one) => `\\${one}`)).join('|')}`]
}

function linesShown(bank: string): readonly string[] {
  return [...AS_LINES, '--', '.', `:(exclude)${bank}`, ...NOT_CODE.map((pattern) => `:(exclude)${pattern}`)]
}

const AS_LINES = ['--relative', '-p', '-U0', '--no-color', '--no-ext-diff', '--no-renames']

function linesIn(output: string): readonly RemovedLine[] {
  const lines: RemovedLine[] = []
  let [commit, date, path, inHeader] = ['', '', '', false]
  for (const line of output.split('\n')) {
    if (line.startsWith('\u0001')) [commit = '', date = ''] = line.slice(1).split(' ')
    else if (line.startsWith('diff --git ')) inHeader = true
    else if (line.startsWith('@@')) inHeader = false
    else if (inHeader) path = /^--- (?:a\/)?(.+)$/.exec(line)?.[1] ?? path
    else if (line.startsWith('-')) lines.push({ commit, date, path, text: line.slice(1) })
  }
  return lines
}

function textsTold(texts: readonly string[], lines: readonly RemovedLine[]): ReadonlyMap<string, Removal> {
  const found = new Map<string, Removal>()
  const words = new Set(texts.filter((text) => /^[\w$]+$/.test(text)))
  const others = texts.filter((text) => !words.has(text))
  const pattern = others.length === 0 ? undefined : new RegExp(others.map(bounded).join('|'), 'g')
  for (const { commit, date, path, text } of lines) {
    const named = [
      ...(text.match(/[\w$]+/g) ?? []).filter((word) => words.has(word)),
      ...(text.match(pattern ?? NEVER) ?? []),
    ]
    for (const one of named) {
      const known = found.get(one) ?? { commit, date, paths: [], lines: [] }
      if (known.commit !== commit) continue
      const gone = known.lines.length < MOST_LINES ? [...known.lines, text] : known.lines
      found.set(one, { commit, date, paths: [...new Set([...known.paths, path])], lines: gone })
    }
  }
  return found
}

const NEVER = /(?!)/g
const MOST_TEXTS = 60
const MOST_REMOVALS = 100
const MOST_LINES = 8
const NOT_CODE = [
  '*.md',
  '*.mdx',
  '*.rst',
  '*.adoc',
  '*.lock',
  '*lock.json',
  '*-lock.yaml',
  'go.sum',
  '*.min.js',
  '*.svg',
  '*.snap',
  '*.map',
]

/** A text that begins or ends with a word is not part of a longer one. */
function bounded(text: string): string {
  const literal = text.replaceAll(/[\\.*+?()[\]{}|^$/-]/g, (one) => `\\${one}`)
  return `${isWord(text[0]) ? '(?<![\\w$])' : ''}${literal}${isWord(text.at(-1)) ? '(?![\\w$])' : ''}`
}

function isWord(character: string | undefined): boolean {
  return /[\w$]/.test(character ?? ' ')
}
