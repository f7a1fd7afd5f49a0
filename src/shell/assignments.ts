/** Assignments: texts, lists and keyed lists, set, appended to, or one element of them. */

import type { Assignment } from 'unbash'
import { expandText, expandWord } from './expand.ts'
import type { Shell } from './shell.ts'
import type { Variable } from './state.ts'
import { UNKNOWN } from './text.ts'
import { assign, itemsOfVariable, variable } from './variables.ts'

/** An index beyond this is as good as unknown. */
const LAST_INDEX = 120

export function assignNode(shell: Shell, part: Assignment): void {
  assign(shell, part.name, assigned(shell, part))
}

/** `declare x=y` and its kin set variables; for any other command `x=y` is a word. */
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
