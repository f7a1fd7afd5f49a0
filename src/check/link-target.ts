/** Resolves the links of the bank, checks their targets and rewrites broken ones. */

import type { Fix } from '../bank/finding.ts'
import { pageOf } from '../bank/page.ts'
import { baseName } from '../base/bank-path.ts'
import { ARCHIVE_FOLDER, BANK_FOLDER, folderPath, INDEXED_FOLDERS } from '../base/layout.ts'
import type { Splice } from '../base/splice.ts'
import type { CheckInput } from './rule.ts'

export type LinkTarget =
  /** Another site, or something that cannot be looked up. */
  | { readonly kind: 'elsewhere' }
  /** Above the project root. */
  | { readonly kind: 'outside' }
  | {
      readonly kind: 'inside'
      /** The possible meanings of the path, most likely first. `''` is the project root. */
      readonly paths: readonly [string, ...string[]]
      /** Decoded, without `#`. */
      readonly fragment: string | undefined
    }

/** `folder` contains the linking file, relative to the project root. */
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
  // Most likely first. A `?` or a `:12` may also be part of the name.
  const spellings = new Set([written, beforeHash, written.replace(/:\d+(?:[:-]\d+)*$/, '')])
  const names = new Set([...spellings].flatMap((spelling) => [decoded(spelling), spelling]))
  const paths = [...names].map((name) => resolve(name, folder))
  const [first, ...others] = new Set(paths.filter((path) => path !== undefined))
  return first === undefined ? { kind: 'outside' } : { kind: 'inside', paths: [first, ...others], fragment }
}

/** Resolves a path from a folder, both relative to the project root. Undefined above the root. */
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

/** The relative path from a folder, as a link would have it. */
export function relativePath(path: string, folder: string): string {
  const to = path.split('/')
  const from = folder.split('/').filter((part) => part !== '')
  let common = 0
  while (common < from.length && common < to.length - 1 && from[common] === to[common]) common += 1
  return [...from.slice(common).map(() => '..'), ...to.slice(common)].join('/')
}

/** Text in place of a name: `<name>`, `{id}`, `*.md`, `REQ-NNN`, `xxx.md`, `YYYY-MM`. */
export const PLACEHOLDER = /[<>{}*…]|\.{3}|(?<![A-Za-z])(?:X{2,}|x{2,}|N{2,})(?![A-Za-z])|YYYY/

/** Longer paths are not looked up. */
const LONGEST_PATH = 4_096

const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*:/

function decoded(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    // Not percent-encoded.
    return text
  }
}

/**
 * Looks up link targets: files of the bank in its snapshot, other files from the disk.
 *
 * Names in the bank are case-sensitive on every system, so a link that works here also works in CI.
 */
export class KnownPaths {
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

  /** The likely target of a broken link: relative to the bank or the project, or in other letter case. */
  meant(destination: string, path: string): string | undefined {
    const written = destination.replace(/[#?].*$/s, '')
    const seenFromElsewhere = [BANK_FOLDER, ''].map((folder) => resolve(written, folder))
    const there = seenFromElsewhere.find(
      (candidate) => candidate !== undefined && candidate !== '' && this.has(candidate),
    )
    this.#byLowerCase ??= new Map([...this.#inBank].map((known) => [known.toLowerCase(), known]))
    return there ?? this.#byLowerCase.get(path.toLowerCase())
  }

  /** The only file with the name of a missing one. Common names such as `index` and `readme` do not count. */
  moved(path: string): string | undefined {
    const name = baseName(path)
    if (!name.includes('.') || COMMON_NAME.test(name)) return undefined
    const found = this.#named(name)
    return found.length === 1 ? found[0] : undefined
  }

  /** Whether a file of the project has this path below another folder. */
  endsWith(path: string): boolean {
    return this.#named(baseName(path)).some((known) => known.endsWith(`/${path}`))
  }

  #named(name: string): readonly string[] {
    this.#byName ??= byName([...this.#inBank, ...this.#projectFiles()])
    return this.#byName.get(name) ?? []
  }

  /** Whether the path is in a folder that could not be read, and so may exist. */
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

/** Folders of the layout. Git keeps no empty folder, so links to them count as valid. */
const OFTEN_EMPTY = ['details', ...INDEXED_FOLDERS.map(folderPath), ARCHIVE_FOLDER]

interface LineText {
  /** The offset of the line's text in the file. */
  readonly start: number
  readonly text: string
}

/** The lines of a text, counted from 1. */
export function lineTexts(text: string): (line: number) => LineText | undefined {
  const lines = pageOf(text).lines
  // A byte order mark is part of the first line's bytes but not of its text.
  const skip = text.charCodeAt(0) === 0xfeff ? 1 : 0
  return (number) => {
    const line = lines[number - 1]
    return line === undefined ? undefined : { start: number === 1 ? skip : line.start, text: line.text }
  }
}

/**
 * Rewrites a link in a line. `target` is relative to the project root, `folder` contains the linking file. Undefined if
 * the line has no such link.
 */
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

/** Rewrites a path in backticks. The new path begins with the bank's folder only if the old one does. */
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
  const why = { en: `updates the link to ${path}`, zh: `链接改为 ${path}` }
  return splices.length === 0 ? undefined : { kind: 'splices', splices, why }
}

function escaped(path: string): string {
  return path.replace(/[ ()]/g, (character) => `%${character.charCodeAt(0).toString(16)}`)
}
