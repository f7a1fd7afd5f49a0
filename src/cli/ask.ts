/** Questions to a person at a terminal. */

import { ASSUME_PERSON } from '../base/agent-shell.ts'
import type { Words } from '../base/language.ts'
import type { CommandCall, CommandCaller, CommandSpeaker } from './command.ts'
import { type Terminal, wrapped } from './terminal.ts'

/** True if a person is at the terminal to answer, and the output is not JSON. */
export function canAsk({ terminal, switches }: Pick<CommandCall, 'terminal' | 'switches'>): boolean {
  return terminal.interactive && !switches.has('json')
}

/** True if the call asks before it changes anything. */
export function willAsk(call: Pick<CommandCall, 'terminal' | 'switches'>): boolean {
  return canAsk(call) && !call.switches.has('yes') && !call.switches.has('dry-run')
}

export function ask(
  { terminal, language }: Pick<CommandSpeaker, 'terminal' | 'language'>,
  question: Words,
): string | undefined {
  return terminal.ask(question[language])?.trim()
}

/** Asks for a yes; any other answer means no. `?` explains the keys and asks again. */
export function agrees(
  call: Pick<CommandSpeaker, 'terminal' | 'language'>,
  question: Words,
  keys: Words = {
    en: '  y: yes. Anything else: no, and nothing is changed.',
    zh: '  y 表示是。其他输入均为否，不作改动。',
  },
): boolean {
  const answer = ask(call, question)
  if (answer !== '?' && answer !== '？') return isYes(answer)
  call.terminal.print(keys[call.language])
  return agrees(call, question, keys)
}

export function isYes(answer: string | undefined): boolean {
  return answer !== undefined && YES.includes(answer.trim().toLowerCase())
}

const YES = ['y', 'yes', 'ok', '好', '是', '写', '确认', '可以', '行', '允许']

/** Reports that a plan was not applied. Without a person at a terminal, the report says who may apply it and how. */
export function notApplied(call: CommandSpeaker & Pick<CommandCall, 'by'>): string {
  const nothing = NOTHING_CHANGED[call.language]
  return canAsk(call) ? nothing : `${nothing}${HOW_TO_APPLY[call.by][call.language]}`
}

export const NOTHING_CHANGED: Words = { en: 'Nothing was changed.', zh: '没有改动任何文件。' }

const HOW_TO_APPLY: Readonly<Record<CommandCaller, Words>> = {
  person: {
    en: ' To apply this plan, run again with --yes.',
    zh: '若要执行，请加上 --yes 重新运行。',
  },
  agent: {
    en: ' Ask the user to run the command in their own terminal.',
    zh: '请让用户在自己的终端中运行该命令。',
  },
  unknown: {
    en: ` To apply this plan, run the command in a terminal; in a script of your own, add --yes and set ${ASSUME_PERSON}=1.`,
    zh: `若要执行，请在终端中运行该命令；在你自己的脚本中，请加上 --yes 并设置 ${ASSUME_PERSON}=1。`,
  },
}

/** Asks at most three times. Undefined if no answer is valid. */
export function askUntil<T>(
  call: Pick<CommandSpeaker, 'terminal' | 'language'>,
  question: Words,
  meaningOf: (answer: string | undefined) => T | undefined,
): T | undefined {
  for (let tries = 0; tries < 3; tries += 1) {
    const meaning = meaningOf(ask(call, question)?.toLowerCase())
    if (meaning !== undefined) return meaning
  }
  return undefined
}

/** Undefined if nothing was chosen: an empty line, the end of input, or three answers that are not in the list. */
export function pick<T>(
  call: Pick<CommandSpeaker, 'terminal' | 'language'>,
  things: readonly T[],
  nameOf: (thing: T) => string,
): T | undefined {
  printNumbered(call.terminal, things.map(nameOf))
  const question = {
    en: `Which one? (1–${things.length}, Enter for none): `,
    zh: `选哪一个？（1–${things.length}，回车取消）：`,
  }
  const [chosen] =
    askUntil(call, question, (answer = ''): readonly T[] | undefined => {
      if (answer === '') return []
      const thing = /^\d+$/.test(answer) ? things[Number(answer) - 1] : undefined
      return thing === undefined ? undefined : [thing]
    }) ?? []
  return chosen
}

/** A numbered list. Numbers start after `before`, the length of the list above. */
export function printNumbered(terminal: Terminal, names: readonly string[], before = 0): void {
  const width = String(before + names.length).length
  for (const [index, name] of names.entries())
    terminal.print(
      wrapped(`  ${String(before + index + 1).padStart(width)}  ${name}`, terminal.columns(), ' '.repeat(width + 4)),
    )
}

/**
 * The indexes that an answer such as `1`, `1,3`, `1 3`, `2-4` or a name selects. Undefined if the answer is not a
 * selection.
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
