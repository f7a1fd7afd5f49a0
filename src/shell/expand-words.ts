/**
 * Expands a word into fields as the shell does: tilde, braces, known variables, substitutions, splitting, and patterns
 * matched with the disk. Anything that only a run would show becomes unknown text.
 */

import type { ParameterExpansionPart, Word, WordPart } from 'unbash'
import { hasUnknown, UNKNOWN } from './places.ts'
import type { Shell } from './shell.ts'

/** In a pattern, marks the next character as literal. */
const ESCAPE = '\uE001'
const MOST_FIELDS = 2000

/** All fields of a word, split and with patterns expanded. */
export function expandWord(shell: Shell, word: Word): readonly string[] {
  return fieldsOf(segmentsOf(shell, word)).flatMap((field) => {
    if (/(^|\/)\*\*(\/|$)/.test(field)) return [field.replace(/\*\*.*$/, UNKNOWN).replaceAll(ESCAPE, '')]
    const found = hasWildcard(field) ? matchingPaths(shell, field) : []
    return found.length > 0 ? found : [field.replaceAll(ESCAPE, '')]
  })
}

/** The word as one text, not split and not matched with files: for assignments and here-strings. */
export function expandText(shell: Shell, word: Word): string {
  return segmentsOf(shell, word)
    .map(({ items }) => items.join(' '))
    .join('')
    .replaceAll(ESCAPE, '')
}

/** The text of a here-document. */
export function expandParts(shell: Shell, parts: readonly WordPart[]): string {
  const segments = parts.flatMap((part) => segmentsIn(shell, part, true))
  return segments.map(({ items }) => items.join(' ')).join('')
}

/** A part of a word. It has one item, or several for `$@`. */
interface Segment {
  readonly items: readonly string[]
  readonly quoted: boolean
  readonly splits: boolean
}

function segment(text: string, quoted: boolean, splits = false): Segment {
  return { items: [text], quoted, splits }
}

function fieldsOf(segments: readonly Segment[]): readonly string[] {
  const fields: string[] = []
  let current: string | undefined
  const end = () => {
    if (current !== undefined) fields.push(current)
    current = undefined
  }
  for (const { items, quoted, splits } of segments) {
    for (const [index, item] of items.entries()) {
      if (index > 0) end()
      for (const [at, piece] of (splits && !quoted ? item.split(/[ \t\n]+/) : [item]).entries()) {
        if (at > 0) end()
        if (piece !== '' || !splits || quoted) current = (current ?? '') + (quoted ? escaped(piece) : piece)
      }
    }
  }
  end()
  return fields
}

function segmentsOf(shell: Shell, word: Word): readonly Segment[] {
  if (word.parts === undefined) return literal(shell, word.text, true)
  return word.parts.flatMap((part, index) =>
    part.type === 'Literal' ? literal(shell, part.text, index === 0) : segmentsIn(shell, part, false),
  )
}

/** Unquoted text: a backslash quotes one character, and a leading tilde means a home directory. */
function literal(shell: Shell, text: string, isFirst: boolean): readonly Segment[] {
  const [tilde = '', who] = (isFirst ? /^~([^/:]*)/.exec(text) : null) ?? []
  const { cwd, previous } = shell.state
  const home = who === '' ? shell.context.home : who === '+' ? cwd : who === '-' ? previous : undefined
  const rest = text.slice(tilde.length)
  const plain = rest.replace(/\\([\s\S])/g, (_, char: string) => (char === '\n' ? '' : escaped(char)))
  return [...(tilde === '' ? [] : [segment(home ?? UNKNOWN, true)]), segment(plain, false)]
}

function segmentsIn(shell: Shell, part: WordPart, quoted: boolean): readonly Segment[] {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return [segment(part.value, true)]
    case 'DoubleQuoted':
    case 'LocaleString': {
      const inner = part.parts.flatMap((child) => segmentsIn(shell, child, true))
      // `""` is a field. `"$@"` without parameters is not.
      return inner.length === 0 ? [segment('', true)] : inner
    }
    case 'Glob':
    case 'BraceExpansion':
      return [segment(part.text, false)]
    case 'ExtendedGlob':
      return [segment('*', false)]
    case 'SimpleExpansion':
      return [{ items: itemsOf(shell, part.text.slice(1), quoted), quoted, splits: true }]
    case 'ParameterExpansion':
      return [{ items: parameter(shell, part, quoted), quoted, splits: true }]
    case 'CommandExpansion': {
      const file = /^\$\(\s*<\s*([^\s<>&|;()$"'`]+)\s*\)$/.exec(part.text)?.[1]
      const printed = file === undefined ? shell.substitute(part.script) : (shell.textOf(file) ?? UNKNOWN)
      return [segment(printed.replace(/(?<!\n)\n+$/, ''), quoted, true)]
    }
    case 'ArithmeticExpansion':
      return [segment(UNKNOWN, quoted)]
    case 'ProcessSubstitution': {
      const path = `/dev/fd/${60 + shell.files.size}`
      shell.files.set(path, shell.substitute(part.script, part.operator === '>' ? UNKNOWN : undefined))
      return [segment(path, true)]
    }
  }
}

/** `${x}` and `${x:-…}`. Other operations, and elements of an array, give unknown text. */
function parameter(shell: Shell, part: ParameterExpansionPart, quoted: boolean): readonly string[] {
  const { operation, parameter: name } = part
  const isPlain = part.prefix === undefined && part.index === undefined
  if (!isPlain || (operation !== undefined && operation.type !== 'Default')) return [UNKNOWN]
  const items = itemsOf(shell, name, quoted)
  if (operation === undefined) return items
  const isSet = shell.state.variables.has(name) || items.some((item) => item !== UNKNOWN && item !== '')
  const isAlternative = operation.operator.endsWith('+')
  if (isSet !== isAlternative) return isAlternative ? [''] : items
  const text = expandText(shell, operation.operand)
  if (operation.operator.endsWith('=')) shell.state.variables.set(name, text)
  return [text]
}

function itemsOf(shell: Shell, name: string, quoted: boolean): readonly string[] {
  const { state } = shell
  if (name === '@' || (name === '*' && !quoted)) return state.parameters
  if (name === '*') return [state.parameters.join(' ')]
  if (/^[1-9]\d*$/.test(name)) return [state.parameters[Number(name) - 1] ?? (shell.depth === 0 ? '' : UNKNOWN)]
  return [(name === 'OLDPWD' ? state.previous : shell.variable(name)) ?? UNKNOWN]
}

function escaped(text: string): string {
  return text.replace(/[*?[\]()|!@+\\{}~]/g, (char) => ESCAPE + char)
}

export function hasWildcard(pattern: string): boolean {
  return /(?<!\uE001)[*?[]/.test(pattern)
}

/** A shell pattern as an expression for a whole text. Undefined if it is invalid or could take too long. */
export function patternExpression(pattern: string, flags = '', any = '[\\s\\S]'): RegExp | undefined {
  if (pattern.split('*').length > 9) return undefined
  const body = pattern.replace(
    /[\uE001\\]([\s\S])|\[([!^]?)(\]?[^\]]{0,400})\]|\*+|\?|\uE000|[^\w/]/g,
    (char, quoted?: string, not?: string, set?: string) => {
      if (quoted !== undefined) return quoted.replace(/\W/g, '\\$&')
      if (set !== undefined) return `[${not === '' ? '' : '^'}${set.replace(/[\\[\]\uE001]/g, '\\$&')}]`
      return char === '?' ? any : char.startsWith('*') || char === UNKNOWN ? `${any}*` : `\\${char}`
    },
  )
  try {
    return new RegExp(`^(?:${body})$`, flags)
  } catch {
    return undefined
  }
}

const MOST_VISITED = 400

/** The paths that match a pattern, in the pattern's spelling. None if nothing matches. */
function matchingPaths(shell: Shell, pattern: string): readonly string[] {
  let visited = 0
  const namesIn = (folder: string) => {
    visited += 1
    return visited > MOST_VISITED ? [] : shell.context.list(shell.locate(folder === '' ? '.' : folder))
  }
  let found: readonly string[] = hasUnknown(pattern) ? [] : [pattern.startsWith('/') ? '/' : '']
  let isWild = false
  const parts = pattern.split('/').filter((part) => part !== '')
  for (const [index, part] of parts.entries()) {
    const end = index < parts.length - 1 || pattern.endsWith('/') ? '/' : ''
    isWild ||= hasWildcard(part)
    const expression = patternExpression(part, '', '[^/]')
    const isKept = (name: string) => expression?.test(name) !== false && part.startsWith('.') === name.startsWith('.')
    // Names after a wildcard must exist. Names before it are taken as they are.
    const namesBelow = (base: string) => (isWild ? namesIn(base).filter(isKept) : [part.replaceAll(ESCAPE, '')])
    found = found.flatMap((base) => namesBelow(base).map((name) => base + name + end))
  }
  return found.slice(0, MOST_FIELDS)
}
