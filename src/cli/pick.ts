/** A numbered choice, where a person must say which of several they mean. */

import type { Language } from '../core/language.ts'
import { wrapped } from './render/width.ts'
import type { Terminal } from './terminal.ts'

/** Undefined where nothing was chosen: an empty line, the end of input, or three answers that are no number of the list. */
export function pick<T>(
  terminal: Terminal,
  language: Language,
  things: readonly T[],
  nameOf: (thing: T) => string,
): T | undefined {
  const width = String(things.length).length
  for (const [index, thing] of things.entries())
    terminal.print(
      wrapped(`  ${String(index + 1).padStart(width)}  ${nameOf(thing)}`, terminal.columns(), ' '.repeat(width + 4)),
    )
  const question = {
    en: `Which one? (1–${things.length}, Enter for none): `,
    zh: `选哪一个？（1–${things.length}，回车取消）：`,
  }[language]
  for (let tries = 0; tries < 3; tries += 1) {
    const answer = terminal.ask(question)?.trim() ?? ''
    if (answer === '') return undefined
    const chosen = /^\d+$/.test(answer) ? things[Number(answer) - 1] : undefined
    if (chosen !== undefined) return chosen
  }
  return undefined
}

/** Several of a list: `1,3`, `2-4`, or `a` for all of them; none where nothing was chosen. */
export function pickSeveral<T>(
  terminal: Terminal,
  language: Language,
  things: readonly T[],
  nameOf: (thing: T) => string,
): readonly T[] {
  const width = String(things.length).length
  for (const [index, thing] of things.entries())
    terminal.print(
      wrapped(`  ${String(index + 1).padStart(width)}  ${nameOf(thing)}`, terminal.columns(), ' '.repeat(width + 4)),
    )
  const question = {
    en: `Which ones? (1–${things.length}, several as 1,3; a for all; Enter for none): `,
    zh: `选哪些？（1–${things.length}，多个写作 1,3；a 为全部；回车取消）：`,
  }[language]
  for (let tries = 0; tries < 3; tries += 1) {
    const answer = terminal.ask(question)?.trim().toLowerCase() ?? ''
    if (answer === '') return []
    if (['a', 'all', '全部', '*'].includes(answer)) return things
    const chosen = numbersIn(answer, things.length)
    if (chosen !== undefined) return things.filter((_, index) => chosen.has(index + 1))
  }
  return []
}

/** Undefined where something of it is no number of the list. */
function numbersIn(answer: string, most: number): ReadonlySet<number> | undefined {
  const chosen = new Set<number>()
  for (const part of answer.split(/[\s,，、]+/)) {
    const [, from, to] = /^(\d{1,4})(?:[-–](\d{1,4}))?$/.exec(part) ?? []
    const [first, last] = [Number(from), Number(to ?? from)]
    if (from === undefined || first < 1 || last > most || last < first) return undefined
    for (let number = first; number <= last; number += 1) chosen.add(number)
  }
  return chosen
}
