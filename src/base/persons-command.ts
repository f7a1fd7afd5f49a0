/** Texts for a model name no command that only a person may run (S42). */

import { mayAgentRun } from './agent-rule.ts'
import type { Language } from './language.ts'
import { OWN_COMMANDS } from './own-commands.ts'

/** A next step for a model; where it is a person's, the user is asked to look at what tells them of it. */
export function nextForModel(next: string, look: 'status' | 'check' | 'doctor', language: Language): string {
  if (personsCommandIn(next) === undefined) return next
  return {
    en: `This step is the user's: ask them to run \`memory-bank ${look}\` in their own terminal.`,
    zh: `这一步由用户来做：请让用户在自己的终端中运行 \`memory-bank ${look}\`。`,
  }[language]
}

/** The first command in a text of ours that an agent may not type. */
export function personsCommandIn(text: string): string | undefined {
  return [...text.matchAll(COMMAND)].map(([command]) => command.trim()).find((command) => !mayBeTyped(command))
}

/** As our texts write commands: words, options and their values. Anything else ends one. */
const COMMAND = /(?<![\w./-])(?:memory-bank|mb) [a-z][a-z-]*(?: (?:--?)?[\w<][\w<>|.…-]*)*/g

function mayBeTyped(command: string): boolean {
  const [, verb = '', ...words] = command.split(' ')
  const rule = Object.hasOwn(OWN_COMMANDS, verb) ? OWN_COMMANDS[verb] : undefined
  if (rule === undefined || words.some((word) => ['--help', '--dry-run'].includes(word))) return true
  const options = words.filter((word) => word.startsWith('-'))
  return mayAgentRun(rule, {
    // Words of the sentence around it may follow.
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
