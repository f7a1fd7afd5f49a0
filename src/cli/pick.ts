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
