/**
 * What git remembers of the repository: renamed and deleted paths, texts taken out of the code, how often a
 * file changed since a line was written. Each question is bounded in time; too late is as not known.
 */

import { run } from './git.ts'
import { decodeText } from './text-codec.ts'

export interface PastPath {
  readonly path: string
  readonly renamedTo: string | undefined
  readonly commit: string
  /** YYYY-MM-DD */
  readonly date: string
}

const MOST_COMMITS = 300
const MILLISECONDS = 1_500

/** Stands for the commit of what is changed in the working tree only. */
const UNCOMMITTED = ''

/** For each path, written from the root or from any folder, what became of the last file or folder it was. */
export function pathHistory(root: string, paths: readonly string[]): ReadonlyMap<string, PastPath> {
  const found = new Map<string, PastPath>()
  if (paths.length === 0) return found
  const specs = paths
    .slice(0, MOST_PATHS)
    .flatMap((path) => [`:(glob)**/${escaped(path)}`, `:(glob)**/${escaped(path)}/**`])
  const bounds = { milliseconds: MILLISECONDS, patterns: true }
  const shown = ['--relative', '--name-status', '-M', '--diff-filter=DR', '-z']
  const tree = run(root, ['diff', 'HEAD', ...shown, '--no-ext-diff', '--', ...specs], undefined, bounds)
  const log = run(
    root,
    ['log', `-n${MOST_COMMITS}`, ...shown, '--full-diff', '--no-merges', '--format=%x01%h %cs', '--', ...specs],
    undefined,
    bounds,
  )
  const said = [tree, log].map((output) => (output === undefined ? '' : decodeText(output)))
  const renames = new Map<string, string>()
  for (const { commit, date, from, to } of said.flatMap(entriesOf)) {
    // Newest first: what a path became later is known when its earlier name is met.
    const now = to === undefined ? undefined : (renames.get(to) ?? to)
    if (now !== undefined) renames.set(from, now)
    for (const path of paths) {
      const isIt = from === path || from.endsWith(`/${path}`)
      const inside = isIt ? undefined : folderIn(from, path)
      if (found.has(path) || (!isIt && inside === undefined)) continue
      const renamedTo = isIt
        ? now
        : inside === undefined || now === undefined
          ? undefined
          : folderOf(now, from.slice(inside.length))
      found.set(path, { path: inside ?? from, renamedTo, commit, date })
    }
  }
  return found
}

const MOST_PATHS = 200

export interface Removal {
  /** Empty where it is not committed yet. */
  readonly commit: string
  /** YYYY-MM-DD; empty where it is not committed yet. */
  readonly date: string
  /** The files that had it. */
  readonly paths: readonly string[]
}

/** For each text, the last commit that took it out of a file that is no document; what the working tree lacks counts too. */
export function removedTexts(
  root: string,
  texts: readonly string[],
  bank: string,
  milliseconds = MILLISECONDS,
): ReadonlyMap<string, Removal> {
  const found = new Map<string, Removal>()
  const asked = texts.slice(0, MOST_TEXTS)
  if (asked.length === 0) return found
  const shown = [
    '-E',
    `-G${asked.map((text) => text.replaceAll(/[\\.*+?()[\]{}|^$]/g, (one) => `\\${one}`)).join('|')}`,
    '-p',
    '-U0',
    '--relative',
    '--no-color',
    '--no-ext-diff',
    '--no-renames',
  ]
  const where = ['--', '.', `:(exclude)${bank}`, ...NOT_CODE.map((pattern) => `:(exclude)${pattern}`)]
  const bounds = { milliseconds, patterns: true }
  const tree = run(root, ['diff', 'HEAD', ...shown, ...where], undefined, bounds)
  const log = run(root, ['log', '-n100', '--no-merges', ...shown, '--format=%x01%h %cs', ...where], undefined, bounds)
  const pattern = new RegExp(
    asked
      .map(
        (text) => `${isWord(text[0]) ? '(?<![\\w$])' : ''}${literal(text)}${isWord(text.at(-1)) ? '(?![\\w$])' : ''}`,
      )
      .join('|'),
    'g',
  )
  let [commit, date, path, inHeader] = [UNCOMMITTED, '', '', false]
  for (const line of [tree, log].flatMap((output) => (output === undefined ? [] : decodeText(output).split('\n')))) {
    if (line.startsWith('\u0001')) [commit = '', date = ''] = line.slice(1).split(' ')
    else if (line.startsWith('diff --git ')) inHeader = true
    else if (line.startsWith('@@')) inHeader = false
    else if (inHeader) path = /^--- (?:a\/)?(.+)$/.exec(line)?.[1] ?? path
    else if (line.startsWith('-')) {
      for (const [text] of line.matchAll(pattern)) {
        const known = found.get(text)
        const paths = known?.paths ?? []
        found.set(text, { ...(known ?? { commit, date }), paths: paths.includes(path) ? paths : [...paths, path] })
      }
    }
  }
  return found
}

const NOT_CODE = ['*.md', '*.mdx', '*.lock', '*lock.json', '*.min.js']
const MOST_TEXTS = 200

function isWord(character: string | undefined): boolean {
  return /[\w$]/.test(character ?? ' ')
}

function literal(text: string): string {
  return text.replaceAll(/[\\.*+?()[\]{}|^$/-]/g, (one) => `\\${one}`)
}

/** How many commits changed `file` since this line of the bank was last written, and when that was. */
export function commitsSince(
  root: string,
  bankFile: string,
  line: number,
  file: string,
): { readonly commits: number; readonly updated: string } | undefined {
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
