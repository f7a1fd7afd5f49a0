/**
 * A word of the command as the fields the shell would make of it.
 *
 * Tilde, braces, variables, arithmetic, substitutions, splitting and patterns in the shell's own
 * order; what only running would tell becomes unknown text.
 */

import { type Assignment, parse, type Word, type WordPart } from 'unbash'
import { evaluateArithmetic } from './arithmetic.ts'
import { expandParameter } from './parameter.ts'
import { expandBraces, expandPattern, hasWildcard } from './pattern.ts'
import { listFolder, realCwd, type Shell } from './shell.ts'
import { deafSink, sink, source, type Variable } from './state.ts'
import { escapePattern, UNKNOWN, unescapePattern } from './text.ts'
import { assign, itemsOfVariable, variable } from './variables.ts'

/** All fields of a word, split and with patterns expanded. */
export function expandWord(shell: Shell, word: Word): readonly string[] {
  return expandToPatterns(shell, word).flatMap((field) => {
    if (shell.state.options.has('noglob') || !hasWildcard(field)) return [unescapePattern(field)]
    const folders = { list: (folder: string) => listFolder(shell, folder) }
    const found = expandPattern(field, realCwd(shell), folders, shell.state.options.has('dotglob'))
    if (found.length > 0) return found
    if (shell.state.options.has('nullglob')) return []
    return [unescapePattern(field)]
  })
}

/** The word as one text, neither split nor matched with files: for assignments, here-strings and case words. */
export function expandText(shell: Shell, word: Word): string {
  return unescapePattern(expandPatternText(shell, word))
}

/** The same for matching, with quoted wildcards marked. */
export function expandPatternText(shell: Shell, word: Word): string {
  return segmentsOf(shell, word)
    .map((segment) =>
      segment.kind === 'many'
        ? escapePattern(segment.items.join(' '))
        : segment.quoted
          ? escapePattern(segment.text)
          : segment.text,
    )
    .join('')
}

/** The text of a here-document. */
export function expandParts(shell: Shell, parts: readonly WordPart[]): string {
  return parts
    .flatMap((part) => partSegments(shell, part, true))
    .map((segment) => (segment.kind === 'many' ? segment.items.join(' ') : segment.text))
    .join('')
}

type Segment =
  | { readonly kind: 'text'; readonly text: string; readonly quoted: boolean; readonly split: boolean }
  | { readonly kind: 'many'; readonly items: readonly string[]; readonly quoted: boolean }

function expandToPatterns(shell: Shell, word: Word): readonly string[] {
  if (word.parts?.some((part) => part.type === 'BraceExpansion') === true) {
    return expandBraces(word.text).flatMap((text) => {
      const reparsed = wordOf(text)
      if (reparsed === undefined) return []
      return assemble(segmentsOf(shell, reparsed))
    })
  }
  return assemble(segmentsOf(shell, word))
}

function wordOf(text: string): Word | undefined {
  const command = parse(`: ${text}`).commands[0]?.command
  const first = command?.type === 'Command' ? command.suffix[0] : undefined
  return first?.type === 'Word' ? first : undefined
}

function assemble(segments: readonly Segment[]): readonly string[] {
  const fields: string[] = []
  let current: string | undefined
  for (const segment of segments) {
    if (segment.kind === 'many') {
      segment.items.forEach((item, index) => {
        if (index > 0) {
          fields.push(current ?? '')
          current = undefined
        }
        current = (current ?? '') + (segment.quoted ? escapePattern(item) : item)
      })
    } else if (segment.quoted) current = (current ?? '') + escapePattern(segment.text)
    else if (!segment.split) current = (current ?? '') + segment.text
    else {
      const pieces = segment.text.split(/[ \t\n]+/)
      pieces.forEach((piece, index) => {
        if (index > 0 && current !== undefined) {
          fields.push(current)
          current = undefined
        }
        if (piece !== '') current = (current ?? '') + piece
      })
    }
  }
  if (current !== undefined) fields.push(current)
  return fields
}

function segmentsOf(shell: Shell, word: Word): readonly Segment[] {
  if (word.parts === undefined) return literalSegments(shell, word.text, true)
  return word.parts.flatMap((part, index) =>
    part.type === 'Literal' ? literalSegments(shell, part.text, index === 0) : partSegments(shell, part, false),
  )
}

function partSegments(shell: Shell, part: WordPart, quoted: boolean): readonly Segment[] {
  switch (part.type) {
    case 'Literal':
      return [{ kind: 'text', text: part.value, quoted: true, split: false }]
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return [{ kind: 'text', text: part.value, quoted: true, split: false }]
    case 'DoubleQuoted':
    case 'LocaleString': {
      const inner = part.parts.flatMap((child) => partSegments(shell, child, true))
      // `""` is a field; `"$@"` without parameters is not.
      return inner.length === 0 ? [{ kind: 'text', text: '', quoted: true, split: false }] : inner
    }
    case 'Glob':
    case 'ExtendedGlob':
    case 'BraceExpansion':
      return [{ kind: 'text', text: part.text, quoted: false, split: false }]
    case 'SimpleExpansion':
    case 'ParameterExpansion': {
      const value = expandParameter(shell, part, expandText, expandPatternText)
      if (value.kind === 'many') return [{ kind: 'many', items: value.items, quoted }]
      return [{ kind: 'text', text: value.text, quoted, split: !quoted }]
    }
    case 'CommandExpansion': {
      const text = part.script === undefined ? UNKNOWN : substitute(shell, part.script.source ?? innerText(part.text))
      return [{ kind: 'text', text, quoted, split: !quoted }]
    }
    case 'ArithmeticExpansion': {
      const text = evaluateArithmetic(shell, part.expression, (inner) => substitute(shell, innerText(inner)))
      return [{ kind: 'text', text, quoted, split: !quoted }]
    }
    case 'ProcessSubstitution':
      return [
        { kind: 'text', text: processPath(shell, innerText(part.text), part.operator), quoted: true, split: false },
      ]
  }
}

/** Unquoted source text: a backslash quotes one character, and a tilde at the start means a home directory. */
function literalSegments(shell: Shell, text: string, atStart: boolean): readonly Segment[] {
  const segments: Segment[] = []
  let rest = text
  if (atStart && rest.startsWith('~')) {
    const end = rest.search(/[/:]/)
    const who = end === -1 ? rest : rest.slice(0, end)
    const home = tilde(shell, who.slice(1))
    segments.push({ kind: 'text', text: home, quoted: true, split: false })
    rest = rest.slice(who.length)
  }
  let plain = ''
  for (let i = 0; i < rest.length; i += 1) {
    if (rest[i] !== '\\') {
      plain += rest[i]
      continue
    }
    i += 1
    const next = rest[i] ?? ''
    if (next === '\n') continue
    if (plain !== '') segments.push({ kind: 'text', text: plain, quoted: false, split: false })
    plain = ''
    segments.push({ kind: 'text', text: next, quoted: true, split: false })
  }
  if (plain !== '' || segments.length === 0) segments.push({ kind: 'text', text: plain, quoted: false, split: false })
  return segments
}

function tilde(shell: Shell, who: string): string {
  if (who === '') return shell.context.home ?? UNKNOWN
  if (who === '+') return shell.state.cwd
  if (who === '-') return shell.state.previous
  return UNKNOWN
}

function innerText(text: string): string {
  if (text.startsWith('`')) return text.slice(1, -1).replace(/\\([$`\\])/g, (_, char: string) => char)
  if (text.startsWith('${')) return text.slice(2, -1)
  return text.slice(2, -1)
}

function substitute(shell: Shell, text: string): string {
  const out = sink()
  // `$(<file)` prints the file.
  const script = /^\s*<\s*[^<&(]/.test(text) ? `cat ${text}` : text
  shell.apart(() => shell.runText(script, { input: undefined, out, err: deafSink(), more: new Map() }))
  return out.text.replace(/(?<!\n)\n+$/, '')
}

function processPath(shell: Shell, text: string, operator: '<' | '>'): string {
  const path = `/dev/fd/${60 + shell.drafts.files.size}`
  const out = sink()
  const input = operator === '>' ? source(UNKNOWN) : undefined
  shell.apart(() =>
    shell.runText(text, { input, out: operator === '>' ? deafSink() : out, err: deafSink(), more: new Map() }),
  )
  shell.drafts.files.set(path, out.text)
  return path
}

/** A larger index counts as unknown. */
const LAST_INDEX = 120

export function assignNode(shell: Shell, part: Assignment): void {
  assign(shell, part.name, assigned(shell, part))
}

/** `declare x=y` and similar commands set variables; for any other command `x=y` is a word. */
export function assignmentWords(shell: Shell, command: string | undefined, part: Assignment): readonly string[] {
  if (command !== undefined && /^(declare|local|export|typeset|readonly)$/.test(command)) {
    assignNode(shell, part)
    return []
  }
  const value = part.value.type === 'Word' ? expandText(shell, part.value) : UNKNOWN
  return [`${part.name}${part.append === true ? '+' : ''}=${value}`]
}

function assigned(shell: Shell, part: Assignment): Variable {
  const known = variable(shell, part.name)
  const appends = part.append === true
  if (part.value.type === 'ArrayValue') {
    const items = part.value.elements.flatMap((element) => expandWord(shell, element))
    const keyed = part.value.elements.every((element) => /^\[[^\]]+\]=/.test(element.text)) && items.length > 0
    if (keyed) return { kind: 'map', items: new Map(items.map(keyAndValue)) }
    return { kind: 'list', items: appends ? [...itemsOfVariable(shell, part.name), ...items] : items }
  }
  const text = expandText(shell, part.value)
  if (part.index !== undefined) return withElement(known, expandText(shell, part.index), text)
  if (!appends) return { kind: 'text', text }
  if (known?.kind === 'list') {
    const [first = '', ...rest] = known.items
    return { kind: 'list', items: [first + text, ...rest] }
  }
  return { kind: 'text', text: (known?.kind === 'text' ? known.text : '') + text }
}

function keyAndValue(item: string): readonly [string, string] {
  const match = /^\[([^\]]+)\]=([\s\S]*)$/.exec(item)
  return [match?.[1] ?? '', match?.[2] ?? '']
}

function withElement(known: Variable | undefined, index: string, text: string): Variable {
  if (known?.kind === 'map' || !/^\d+$/.test(index)) {
    const items = new Map(known?.kind === 'map' ? known.items : [])
    return { kind: 'map', items: items.set(index, text) }
  }
  const items = known?.kind === 'list' ? [...known.items] : known?.kind === 'text' ? [known.text] : []
  while (items.length < Number(index) && items.length < LAST_INDEX) items.push('')
  items[Math.min(Number(index), LAST_INDEX)] = text
  return { kind: 'list', items }
}
