/** Keeps commands that only a person may run out of messages to a model (S42). */

import { mayAgentRun } from './agent-rule.ts'
import type { Language } from './language.ts'
import { OWN_COMMANDS } from './own-commands.ts'

/**
 * A next step for a model. If only a person may take it, the model asks the user to run the command that shows it.
 */
export function nextForModel(next: string, look: 'status' | 'check' | 'doctor', language: Language): string {
  if (personsCommandIn(next) === undefined) return next
  return {
    en: `Only the user can do this: ask them to run \`memory-bank ${look}\` in their own terminal.`,
    zh: `这一步只能由用户完成：请让用户在自己的终端中运行 \`memory-bank ${look}\`。`,
  }[language]
}

/** The first command in a message that an agent may not run. */
export function personsCommandIn(text: string): string | undefined {
  return [...text.matchAll(COMMAND)].map(([command]) => command.trim()).find((command) => !mayBeTyped(command))
}

/** A command as messages write it: words, options and their values. Anything else ends it. */
const COMMAND = /(?<![\w./-])(?:memory-bank|mb) [a-z][a-z-]*(?: (?:--?)?[\w<][\w<>|.…-]*)*/g

function mayBeTyped(command: string): boolean {
  const [, verb = '', ...words] = command.split(' ')
  const rule = Object.hasOwn(OWN_COMMANDS, verb) ? OWN_COMMANDS[verb] : undefined
  if (rule === undefined || words.some((word) => ['--help', '--dry-run'].includes(word))) return true
  const options = words.filter((word) => word.startsWith('-'))
  return mayAgentRun(rule, {
    // The rest of the sentence may follow the command.
    operands: words
      .filter((word) => !word.startsWith('-'))
      .slice(0, 1)
      .filter((word) => isOperand(rule, word)),
    has: (name) => options.includes(`--${name}`),
    isAnswered: options.includes('--yes') || options.includes('--on-conflict'),
  })
}

function isOperand(rule: (typeof OWN_COMMANDS)[string], word: string): boolean {
  return rule?.kind === 'only' && [...rule.reads, ...rule.asks, ...rule.acts].includes(word)
}
