/** `$x` and all forms of `${x…}`, over texts that may be unknown in part. */

import type { ParameterExpansionPart, ParameterOperation, SimpleExpansionPart, Word } from 'unbash'
import { patternBody } from './pattern.ts'
import type { Shell } from './shell.ts'
import { hasUnknown, UNKNOWN } from './text.ts'
import { assignText, itemsOfVariable, textOfVariable, variable } from './variables.ts'

/** Trying a pattern at every position of a longer text would take too long. */
const LONGEST_TRIED = 4000

export type Expansion =
  | { readonly kind: 'one'; readonly text: string }
  | { readonly kind: 'many'; readonly items: readonly string[] }

type Expand = (shell: Shell, word: Word) => string

export function expandParameter(
  shell: Shell,
  part: SimpleExpansionPart | ParameterExpansionPart,
  expandText: Expand,
  expandPattern: Expand,
): Expansion {
  if (part.type === 'SimpleExpansion') return parameterValue(shell, part.text.slice(1), undefined)
  const index = part.index === undefined ? undefined : indexText(shell, part.index, expandText)
  if (part.prefix === '#') return one(lengthOf(parameterValue(shell, part.parameter, index)))
  if (part.prefix === '!') return indirect(shell, part, index)
  const value = parameterValue(shell, part.parameter, index)
  const operation = part.operation
  if (operation === undefined) return value
  if (operation.type === 'Default') return defaulted(shell, part, value, operation, expandText)
  if (operation.type === 'Slice' && value.kind === 'many') return sliceMany(shell, value.items, operation, expandText)
  const apply = (text: string) => operate(shell, text, operation, expandText, expandPattern)
  return value.kind === 'many' ? { kind: 'many', items: value.items.map(apply) } : one(apply(value.text))
}

function one(text: string): Expansion {
  return { kind: 'one', text }
}

function indexText(shell: Shell, index: Word, expandText: Expand): string {
  return index.text === '@' || index.text === '*' ? index.text : expandText(shell, index)
}

function parameterValue(shell: Shell, name: string, index: string | undefined): Expansion {
  const special = specialParameter(shell, name)
  if (special !== undefined) return special
  if (index === undefined) return one(textOfVariable(shell, name) ?? '')
  const items = itemsOfVariable(shell, name)
  if (index === '@' || index === '*') return { kind: 'many', items }
  const known = variable(shell, name)
  if (known?.kind === 'map') return one(hasUnknown(index) ? UNKNOWN : (known.items.get(index) ?? ''))
  return one(itemAt(shell, items, index))
}

function itemAt(shell: Shell, items: readonly string[], index: string): string {
  const number = /^-?\d+$/.test(index) ? Number(index) : numericVariable(shell, index)
  if (number === undefined) return items.length === 1 ? (items[0] ?? '') : UNKNOWN
  return items.at(number) ?? ''
}

function specialParameter(shell: Shell, name: string): Expansion | undefined {
  const { parameters, zero, status } = shell.state
  if (/^\d+$/.test(name)) return one(name === '0' ? zero : (parameters[Number(name) - 1] ?? ''))
  if (name === '@' || name === '*') return { kind: 'many', items: parameters }
  if (name === '#') return one(String(parameters.length))
  if (name === '?') return one(status === 'ok' ? '0' : UNKNOWN)
  return /^[_$!-]$/.test(name) ? one(UNKNOWN) : undefined
}

function numericVariable(shell: Shell, name: string): number | undefined {
  const text = /^\w+$/.test(name) ? textOfVariable(shell, name) : undefined
  return text !== undefined && /^-?\d+$/.test(text) ? Number(text) : undefined
}

function lengthOf(value: Expansion): string {
  if (value.kind === 'many') return String(value.items.length)
  return hasUnknown(value.text) ? UNKNOWN : String(value.text.length)
}

function indirect(shell: Shell, part: ParameterExpansionPart, index: string | undefined): Expansion {
  if (part.operation?.type === 'Names') return one(UNKNOWN)
  if (index === '@' || index === '*') {
    const value = variable(shell, part.parameter)
    if (value?.kind === 'map') return { kind: 'many', items: [...value.items.keys()] }
    return { kind: 'many', items: itemsOfVariable(shell, part.parameter).map((_, at) => String(at)) }
  }
  const name = parameterValue(shell, part.parameter, index)
  if (name.kind === 'many' || hasUnknown(name.text)) return one(UNKNOWN)
  const element = /^(\w+)\[(.+)\]$/.exec(name.text)
  if (element !== null) return parameterValue(shell, element[1] ?? '', element[2])
  return parameterValue(shell, name.text, undefined)
}

function defaulted(
  shell: Shell,
  part: ParameterExpansionPart,
  value: Expansion,
  operation: Extract<ParameterOperation, { type: 'Default' }>,
  expandText: Expand,
): Expansion {
  const text = value.kind === 'many' ? value.items.join(' ') : value.text
  const isSet = value.kind === 'many' ? value.items.length > 0 : isDefined(shell, part.parameter)
  const present = operation.operator.startsWith(':') ? text !== '' : isSet
  const operator = operation.operator.replace(':', '')
  if (operator === '+') return present ? one(expandText(shell, operation.operand)) : one('')
  if (operator === '?') return present ? value : one(UNKNOWN)
  if (present) return value
  const fallback = expandText(shell, operation.operand)
  if (operator === '=') assignText(shell, part.parameter, fallback)
  return one(fallback)
}

function isDefined(shell: Shell, name: string): boolean {
  if (/^\d+$/.test(name)) return shell.state.parameters.length >= Number(name)
  return variable(shell, name) !== undefined
}

function sliceMany(
  shell: Shell,
  items: readonly string[],
  operation: Extract<ParameterOperation, { type: 'Slice' }>,
  expandText: Expand,
): Expansion {
  const offset = Number(expandText(shell, operation.offset))
  const length = operation.length === undefined ? items.length : Number(expandText(shell, operation.length))
  if (Number.isNaN(offset) || Number.isNaN(length)) return { kind: 'many', items }
  const start = offset < 0 ? items.length + offset : offset
  return { kind: 'many', items: items.slice(start, start + length) }
}

function operate(
  shell: Shell,
  text: string,
  operation: ParameterOperation,
  expandText: Expand,
  expandPattern: Expand,
): string {
  switch (operation.type) {
    case 'Remove':
      return remove(text, operation.operator, expandPattern(shell, operation.operand))
    case 'Replace':
      return replace(
        text,
        operation.operator,
        expandPattern(shell, operation.pattern),
        expandText(shell, operation.replacement),
      )
    case 'Slice': {
      const length = operation.length === undefined ? undefined : Number(expandText(shell, operation.length).trim())
      return slice(text, Number(expandText(shell, operation.offset).trim()), length)
    }
    case 'CaseModification':
      return changeCase(text, operation.operator)
    case 'Transform':
      return transform(text, operation.operand.text)
    case 'Default':
    case 'Names':
    case 'Unknown':
      return UNKNOWN
  }
}

/** `${x/pattern/by}`: `//` replaces every match, `/#` only one at the start, `/%` only one at the end. */
function replace(text: string, operator: string, pattern: string, by: string): string {
  if (hasUnknown(text) || hasUnknown(pattern)) return UNKNOWN
  const body = patternBody(pattern, '[\\s\\S]')
  const anchored = operator === '/#' ? `^(?:${body})` : operator === '/%' ? `(?:${body})$` : body
  const expression = compile(anchored, operator === '//' ? 'g' : '')
  return expression === undefined ? UNKNOWN : text.replace(expression, () => by)
}

/** `${x:offset:length}`: a negative offset counts from the end, and so does a negative length. */
function slice(text: string, offset: number, length: number | undefined): string {
  if (hasUnknown(text) || Number.isNaN(offset) || Number.isNaN(length ?? 0)) return UNKNOWN
  const start = offset < 0 ? Math.max(text.length + offset, 0) : offset
  if (length === undefined) return text.slice(start)
  return length < 0 ? text.slice(start, text.length + length) : text.slice(start, start + length)
}

/** `${x^}`, `${x,,}`: a doubled operator changes every letter, a single one the first. */
function changeCase(text: string, operator: string): string {
  const change = (part: string) => (operator.startsWith('^') ? part.toUpperCase() : part.toLowerCase())
  return operator.length === 2 ? change(text) : change(text.slice(0, 1)) + text.slice(1)
}

/** `${x@U}`; the letters Q, E, P and A change how a text is quoted, not what it says. */
function transform(text: string, letter: string): string {
  if ('QEPA'.includes(letter)) return text
  if (letter === 'U') return text.toUpperCase()
  if (letter === 'L') return text.toLowerCase()
  return letter === 'u' ? changeCase(text, '^') : UNKNOWN
}

/** Removes the beginning or end that matches the pattern. */
function remove(text: string, operator: '#' | '##' | '%' | '%%', pattern: string): string {
  if (hasUnknown(pattern) || text.length > LONGEST_TRIED) return UNKNOWN
  const body = patternBody(pattern, '[\\s\\S]')
  const ends: number[] = []
  for (let i = 0; i <= text.length; i += 1) ends.push(i)
  const expression = compile(`^(?:${body})$`, '')
  if (expression === undefined) return UNKNOWN
  const fromStart = operator.startsWith('#')
  const longest = operator.length === 2
  const order = fromStart === longest ? ends.reverse() : ends
  for (const at of order) {
    const piece = fromStart ? text.slice(0, at) : text.slice(at)
    if (!expression.test(piece)) continue
    return fromStart ? text.slice(at) : text.slice(0, at)
  }
  return text
}

function compile(body: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(body, flags)
  } catch {
    return undefined
  }
}
