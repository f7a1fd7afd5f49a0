/** Shell patterns as regular expressions and as the paths they match, and brace expansion. */

import { ESCAPE, hasUnknown, UNKNOWN, unescapePattern } from './text.ts'

export function hasWildcard(pattern: string): boolean {
  for (let i = 0; i < pattern.length; i += 1) {
    const char = pattern[i] ?? ''
    if (char === ESCAPE) i += 1
    else if (char === '*' || char === '?' || char === '[') return true
    else if ('@+!'.includes(char) && pattern[i + 1] === '(') return true
  }
  return false
}

/** The pattern as a regular expression that matches a whole text; undefined if that is not valid. */
export function patternExpression(pattern: string, across: 'slashes' | 'names', flags = ''): RegExp | undefined {
  const body = patternBody(pattern, across === 'names' ? '[^/]' : '[\\s\\S]')
  try {
    return new RegExp(`^(?:${body})$`, flags)
  } catch {
    return undefined
  }
}

/** The same without anchors, for `${x#…}`, `${x/…/…}`. */
export function patternBody(pattern: string, any: string): string {
  let body = ''
  for (let i = 0; i < pattern.length; i += 1) {
    const char = pattern[i] ?? ''
    if (char === ESCAPE || char === '\\') {
      i += 1
      body += literal(pattern[i] ?? '')
    } else if ('@+!?*'.includes(char) && pattern[i + 1] === '(') {
      const close = closing(pattern, i + 1)
      body += extendedGroup(char, pattern.slice(i + 2, close), any)
      i = close
    } else if (char === '*') {
      while (pattern[i + 1] === '*') i += 1
      body += `${any}*`
    } else if (char === '?') body += any
    else if (char === '[') {
      const close = closingBracket(pattern, i)
      body += close === i ? '\\[' : bracket(pattern.slice(i + 1, close))
      i = close
    } else if (char === UNKNOWN) body += '[\\s\\S]*'
    else body += literal(char)
  }
  return body
}

/** `@(a|b)`, `+(a)`, `!(a|b)`. */
function extendedGroup(mark: string, inner: string, any: string): string {
  const group = inner
    .split('|')
    .map((part) => patternBody(part, any))
    .join('|')
  return mark === '!' ? `(?!(?:${group})(?:/|$))${any}*` : `(?:${group})${mark === '@' ? '' : mark}`
}

/** The place of the bracket that closes the one at `open`; `open` itself where none does. */
function closingBracket(pattern: string, open: number): number {
  const isNegated = pattern[open + 1] === '!' || pattern[open + 1] === '^'
  const close = pattern.indexOf(']', open + (isNegated ? 3 : 2))
  return close === -1 ? open : close
}

function bracket(inner: string): string {
  const plain = unescapePattern(inner).replace(/\[:(\w+):\]?/g, (_, name: string) => CLASSES[name] ?? '')
  const negated = plain.startsWith('!') || plain.startsWith('^')
  const set = (negated ? plain.slice(1) : plain).replace(/[\\\]^[]/g, (char) => `\\${char}`)
  return `[${negated ? '^' : ''}${set}]`
}

const CLASSES: Readonly<Record<string, string>> = {
  alnum: 'A-Za-z0-9',
  alpha: 'A-Za-z',
  digit: '0-9',
  lower: 'a-z',
  upper: 'A-Z',
  space: ' \t\n',
}

function literal(char: string): string {
  return /[\\^$.*+?()[\]{}|/]/.test(char) ? `\\${char}` : char
}

/** The place of the bracket that closes the one at `from`; the end of the text where none does. */
function closing(text: string, from: number, open = '(', close = ')'): number {
  let depth = 0
  for (let i = from; i < text.length; i += 1) {
    if (text[i] === open) depth += 1
    else if (text[i] === close) {
      depth -= 1
      if (depth === 0) return i
    }
  }
  return text.length
}

export interface Folders {
  readonly list: (folder: string) => readonly string[]
}

const MOST_VISITED = 400
const NEVER_ENTERED = new Set(['node_modules', '.git'])

/** The paths that match a pattern, spelled as the pattern spells them; none if nothing matches. */
export function expandPattern(pattern: string, cwd: string, folders: Folders, dots: boolean): readonly string[] {
  if (hasUnknown(pattern)) return []
  const parts = pattern.split('/').filter((part) => part !== '')
  const budget = { visited: 0 }
  let found: readonly string[] = [pattern.startsWith('/') ? '/' : '']
  parts.forEach((part, index) => {
    const end = index === parts.length - 1 && !pattern.endsWith('/') ? '' : '/'
    found = found.flatMap((base) => {
      if (!hasWildcard(part)) return [base + unescapePattern(part) + end]
      const names = (at: string) =>
        folders.list(join(cwd, at)).filter((name) => !name.startsWith('.') || part.startsWith('.') || dots)
      return part === '**' ? walk(base, end, names, budget) : matching(base, end, names, part, budget)
    })
  })
  const wildFrom = parts.findIndex(hasWildcard)
  return wildFrom === parts.length - 1 ? found : found.filter((path) => exists(path, cwd, folders))
}

type NamesIn = (folder: string) => readonly string[]

function matching(
  base: string,
  end: string,
  names: NamesIn,
  part: string,
  budget: { visited: number },
): readonly string[] {
  budget.visited += 1
  const expression = patternExpression(part, 'names')
  if (budget.visited > MOST_VISITED || expression === undefined) return []
  return names(base).flatMap((name) => (expression.test(name) ? [base + name + end] : []))
}

/** `**`: every folder below, from which the rest of the pattern goes on; every entry below if nothing follows. */
function walk(base: string, end: string, names: NamesIn, budget: { visited: number }): readonly string[] {
  const found: string[] = []
  const queue = [base]
  for (let at = queue.shift(); at !== undefined && budget.visited < MOST_VISITED; at = queue.shift()) {
    budget.visited += 1
    if (end === '/') found.push(at)
    for (const name of names(at)) {
      if (!NEVER_ENTERED.has(name)) queue.push(`${at}${name}/`)
      if (end === '') found.push(at + name)
    }
  }
  return found
}

function exists(path: string, cwd: string, folders: Folders): boolean {
  const full = join(cwd, path.endsWith('/') ? path.slice(0, -1) : path)
  const slash = full.lastIndexOf('/')
  return folders.list(full.slice(0, slash) || '/').includes(full.slice(slash + 1))
}

function join(cwd: string, path: string): string {
  if (path.startsWith('/')) return path
  return path === '' ? cwd : `${cwd === '/' ? '' : cwd}/${path}`
}

const MOST_ALTERNATIVES = 256

/** Expands `{a,b}` and `{1..3}` outside of quotes, leftmost first, as the shell does. */
export function expandBraces(text: string): readonly string[] {
  const open = findOpen(text, 0)
  if (open === undefined) return [text]
  const head = text.slice(0, open.start)
  const tails = expandBraces(text.slice(open.end + 1))
  const results: string[] = []
  for (const part of open.parts) {
    for (const middle of expandBraces(part)) {
      for (const tail of tails) if (results.length < MOST_ALTERNATIVES) results.push(head + middle + tail)
    }
  }
  return results
}

interface Brace {
  readonly start: number
  readonly end: number
  readonly parts: readonly string[]
}

function findOpen(text: string, from: number): Brace | undefined {
  for (let i = from; i < text.length; i += 1) {
    const skip = skipQuoted(text, i)
    if (skip !== i) {
      i = skip - 1
      continue
    }
    if (text[i] !== '{') continue
    const brace = readBrace(text, i)
    if (brace !== undefined) return brace
  }
  return undefined
}

function readBrace(text: string, start: number): Brace | undefined {
  const parts: string[] = []
  let depth = 0
  let begin = start + 1
  for (let i = start; i < text.length; i += 1) {
    const skip = skipQuoted(text, i)
    if (skip !== i) {
      i = skip - 1
      continue
    }
    const char = text[i]
    if (char === '{') depth += 1
    else if (char === ',' && depth === 1) {
      parts.push(text.slice(begin, i))
      begin = i + 1
    } else if (char === '}') {
      depth -= 1
      if (depth > 0) continue
      const last = text.slice(begin, i)
      if (parts.length > 0) return { start, end: i, parts: [...parts, last] }
      const range = expandRange(last)
      return range === undefined ? undefined : { start, end: i, parts: range }
    }
  }
  return undefined
}

function expandRange(inner: string): readonly string[] | undefined {
  const match = /^(-?\d+|[A-Za-z])\.\.(-?\d+|[A-Za-z])(?:\.\.(-?\d+))?$/.exec(inner)
  if (match === null) return undefined
  const [, first = '', last = '', stepText] = match
  const numeric = /\d$/.test(first)
  if (numeric !== /\d$/.test(last)) return undefined
  const [from = 0, to = 0] = [first, last].map((end) => (numeric ? Number(end) : end.codePointAt(0)))
  const step = Math.max(1, Math.abs(Number(stepText ?? '1')))
  const count = Math.min(Math.floor(Math.abs(to - from) / step) + 1, MOST_ALTERNATIVES)
  const width = /^-?0\d/.test(first) ? first.length : 0
  return Array.from({ length: count }, (_, at) => {
    const value = from <= to ? from + at * step : from - at * step
    return numeric ? String(value).padStart(width, '0') : String.fromCodePoint(value)
  })
}

/** The position after a quoted part, an escape or an expansion that begins at `i`; `i` itself if none does. */
function skipQuoted(text: string, i: number): number {
  const char = text[i]
  if (char === '\\') return i + 2
  if (char === "'") return after(text, "'", i + 1)
  if (char === '"' || char === '`') return afterQuote(text, i)
  if (char === '$' && text[i + 1] === '{') return closing(text, i + 1, '{', '}') + 1
  if (char === '$' && text[i + 1] === '(') return closing(text, i + 1) + 1
  return i
}

/** Past the quote that closes the one at `open`; a backslash quotes the next character. */
function afterQuote(text: string, open: number): number {
  for (let i = open + 1; i < text.length; i += 1) {
    if (text[i] === '\\') i += 1
    else if (text[i] === text[open]) return i + 1
  }
  return text.length
}

function after(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from)
  return at === -1 ? text.length : at + 1
}
