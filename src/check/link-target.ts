/** Links of the bank: where a destination leads, whether that exists, and how a dead link is rewritten. */

import { pageOf } from '../bank/page.ts'
import { baseName } from '../base/bank-path.ts'
import type { Fix } from '../bank/finding.ts'
import { ARCHIVE_FOLDER, BANK_FOLDER, folderPath, INDEXED_FOLDERS } from '../base/layout.ts'
import type { Splice } from '../base/splice.ts'
import type { CheckInput } from './rule.ts'

export type LinkTarget =
  /** Another site, or nothing that could be looked up. */
  | { readonly kind: 'elsewhere' }
  /** Above the project root. */
  | { readonly kind: 'outside' }
  | {
      readonly kind: 'inside'
      /** What the path may mean, the likeliest first; `''` is the project root. */
      readonly paths: readonly [string, ...string[]]
      /** Decoded, without `#`. */
      readonly fragment: string | undefined
    }

/** `folder` is the one that holds the linking file, relative to the project root. */
export function linkTarget(destination: string, folder: string): LinkTarget {
  const raw = destination.trim()
  if (raw === '' || raw.length > LONGEST_PATH || SCHEME.test(raw) || raw.startsWith('//') || PLACEHOLDER.test(raw)) {
    return { kind: 'elsewhere' }
  }
  const hash = raw.indexOf('#')
  const beforeHash = hash === -1 ? raw : raw.slice(0, hash)
  const query = beforeHash.indexOf('?')
  const written = query === -1 ? beforeHash : beforeHash.slice(0, query)
  const fragment = hash === -1 ? undefined : decoded(raw.slice(hash + 1))
  // The likeliest first; a `?` or a `:12` may also be part of the name.
  const spellings = new Set([written, beforeHash, written.replace(/:\d+(?:[:-]\d+)*$/, '')])
  const names = new Set([...spellings].flatMap((spelling) => [decoded(spelling), spelling]))
  const paths = [...names].map((name) => resolve(name, folder))
  const [first, ...others] = new Set(paths.filter((path) => path !== undefined))
  return first === undefined ? { kind: 'outside' } : { kind: 'inside', paths: [first, ...others], fragment }
}

/** Follow a path from a folder, both relative to the project root; undefined above the root. */
export function resolve(path: string, folder: string): string | undefined {
  const slashed = path.replaceAll('\\', '/')
  const parts = slashed.startsWith('/') ? [] : folder.split('/').filter((part) => part !== '')
  for (const part of slashed.split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) return undefined
  }
  return parts.join('/')
}

/** The way from a folder to a path, as a link would write it. */
export function relativePath(path: string, folder: string): string {
  const to = path.split('/')
  const from = folder.split('/').filter((part) => part !== '')
  let common = 0
  while (common < from.length && common < to.length - 1 && from[common] === to[common]) common += 1
  return [...from.slice(common).map(() => '..'), ...to.slice(common)].join('/')
}

/** Text that stands for a name instead of being one: `<name>`, `{id}`, `*.md`, `REQ-NNN`, `xxx.md`, `YYYY-MM`. */
export const PLACEHOLDER = /[<>{}*…]|\.{3}|(?<![A-Za-z])(?:X{2,}|x{2,}|N{2,})(?![A-Za-z])|YYYY/

/** No file system has a longer one. */
const LONGEST_PATH = 4_096

const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*:/

function decoded(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    // Not percent-encoded after all: the text itself is the name.
    return text
  }
}

/**
 * What exists, for links: the bank as its snapshot has it, the rest of the project as the caller says.
 *
 * The bank's names count letter by letter on every system, so a link that works here works in CI too.
 */
export class BankReach {
  readonly #exists: CheckInput['exists']
  readonly #inBank: ReadonlySet<string>
  readonly #unreadable: readonly string[]
  #byLowerCase: ReadonlyMap<string, string> | undefined
  readonly #known = new Map<string, boolean>()
  readonly #projectFiles: CheckInput['projectFiles']
  #byName: ReadonlyMap<string, readonly string[]> | undefined

  constructor({ snapshot, exists, projectFiles }: CheckInput) {
    this.#exists = exists
    this.#projectFiles = projectFiles
    const paths = [...snapshot.files.keys(), ...snapshot.others, ...snapshot.folders, ...OFTEN_EMPTY]
    this.#inBank = new Set(paths.map((path) => `${BANK_FOLDER}/${path}`))
    this.#unreadable = snapshot.unreadable.map(({ path }) => `${BANK_FOLDER}/${path}`)
  }

  has(projectPath: string): boolean {
    if (projectPath === '' || projectPath === BANK_FOLDER) return true
    if (projectPath.startsWith(`${BANK_FOLDER}/`)) return this.#inBank.has(projectPath) || this.#isHidden(projectPath)
    const known = this.#known.get(projectPath) ?? this.#exists(projectPath)
    this.#known.set(projectPath, known)
    return known
  }

  /** What a dead path was probably meant to be: seen from the bank or the project, or in other letter case. */
  meant(destination: string, path: string): string | undefined {
    const written = destination.replace(/[#?].*$/s, '')
    const seenFromElsewhere = [BANK_FOLDER, ''].map((folder) => resolve(written, folder))
    const there = seenFromElsewhere.find(
      (candidate) => candidate !== undefined && candidate !== '' && this.has(candidate),
    )
    this.#byLowerCase ??= new Map([...this.#inBank].map((known) => [known.toLowerCase(), known]))
    return there ?? this.#byLowerCase.get(path.toLowerCase())
  }

  /** Where a missing file probably went: to the only file of its name. Names that many folders have tell nothing. */
  moved(path: string): string | undefined {
    const name = baseName(path)
    if (!name.includes('.') || COMMON_NAME.test(name)) return undefined
    this.#byName ??= byName([...this.#inBank, ...this.#projectFiles()])
    const found = this.#byName.get(name) ?? []
    return found.length === 1 ? found[0] : undefined
  }

  /** Whether the path lies in a folder that could not be read, and so may exist. */
  #isHidden(projectPath: string): boolean {
    return this.#unreadable.some((path) => projectPath === path || projectPath.startsWith(`${path}/`))
  }
}

const COMMON_NAME = /^(?:index|readme|main|mod|lib|init|__init__|package|config|types|utils|setup|license|changelog)\./i

function byName(paths: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  for (const path of new Set(paths)) {
    const name = baseName(path)
    const same = found.get(name)
    if (same === undefined) found.set(name, [path])
    else same.push(path)
  }
  return found
}

/** Folders of the layout. Git keeps no empty folder, so links to them count as alive. */
const OFTEN_EMPTY = ['details', ...INDEXED_FOLDERS.map(folderPath), ARCHIVE_FOLDER]

/** A link that leads nowhere, written so that it leads where its file is now; nothing else of its line changes. */
interface LineText {
  /** Where the line's text begins. */
  readonly start: number
  readonly text: string
}

/** The lines of a text, counted from 1. */
export function lineTexts(text: string): (line: number) => LineText | undefined {
  const lines = pageOf(text).lines
  // A byte order mark belongs to the first line's bytes, not to its text.
  const skip = text.charCodeAt(0) === 0xfeff ? 1 : 0
  return (number) => {
    const line = lines[number - 1]
    return line === undefined ? undefined : { start: number === 1 ? skip : line.start, text: line.text }
  }
}

/** `target` is relative to the project root, `folder` the linking file's. Undefined where the line shows no such link. */
export function linkFix(
  line: LineText | undefined,
  destination: string,
  target: string,
  folder: string,
): Fix | undefined {
  const rest = /(?:[#?].*|:\d+(?:[:-]\d+)*)$/s.exec(destination)?.[0] ?? ''
  const path = destination.startsWith('/') ? `/${target}` : relativePath(target, folder)
  return replacing(line, destination, path + rest, ['](', '](<', ']: ', ']: <'])
}

/** The same for a path in backticks. The new path stays relative to the folder that `dead` was relative to. */
export function pointerFix(line: LineText | undefined, dead: string, target: string, bank: string): Fix | undefined {
  if (!target.startsWith(`${bank}/`)) return undefined
  const path = dead.startsWith(`${bank}/`) ? target : target.slice(bank.length + 1)
  return replacing(line, dead, path, ['`', '`./', '`/'])
}

function replacing(line: LineText | undefined, old: string, path: string, leads: readonly string[]): Fix | undefined {
  if (line === undefined || old === '') return undefined
  const splices = leads.flatMap((lead) => {
    const found: Splice[] = []
    for (let at = line.text.indexOf(lead + old); at !== -1; at = line.text.indexOf(lead + old, at + 1)) {
      const start = at + lead.length
      const end = start + old.length
      if (!/^[)>\s`"#?:]|^$/.test(line.text.slice(end, end + 1))) continue
      const text = lead.endsWith('<') || lead.startsWith('`') ? path : escaped(path)
      found.push({ start: line.start + start, end: line.start + end, text })
    }
    return found
  })
  const why = { en: `links to ${path}, where the file is now`, zh: `链接改指 ${path}` }
  return splices.length === 0 ? undefined : { kind: 'splices', splices, why }
}

function escaped(path: string): string {
  return path.replace(/[ ()]/g, (character) => `%${character.charCodeAt(0).toString(16)}`)
}
