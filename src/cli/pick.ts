/** Numbered choices, where a person must say which of several they mean. */

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
  printNumbered(terminal, things.map(nameOf))
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

/** Each behind its number, beginning after the `before` that stand above. */
export function printNumbered(terminal: Terminal, names: readonly string[], before = 0): void {
  const width = String(before + names.length).length
  for (const [index, name] of names.entries())
    terminal.print(
      wrapped(`  ${String(before + index + 1).padStart(width)}  ${name}`, terminal.columns(), ' '.repeat(width + 4)),
    )
}

/**
 * The places, from 0, that an answer such as `1`, `1,3`, `1 3`, `2-4` or a thing's name means among these names; undefined
 * where it is no such answer.
 */
export function placesIn(answer: string, names: readonly (readonly string[])[]): readonly number[] | undefined {
  const parts = answer.split(/[\s,，、]+/).filter((part) => part !== '')
  const places = parts.flatMap((part) => {
    const [, first, last = first] = /^(\d{1,3})(?:[-–~](\d{1,3}))?$/.exec(part) ?? []
    if (first === undefined) return names.findIndex((one) => one.includes(part))
    const [from, to] = [Number(first), Number(last)]
    if (from < 1 || from > to || to > names.length) return -1
    return Array.from({ length: to - from + 1 }, (_, at) => from + at - 1)
  })
  return parts.length === 0 || places.includes(-1) ? undefined : [...new Set(places)]
}
