/** The shape of a command: what it is called, what it takes, who may run it, and what it is given when it runs. */

import type { AgentRule } from '../core/agent-rule.ts'
import type { Language, Words } from '../core/language.ts'
import type { EXIT, ExitCode } from './exit-codes.ts'
import type { Terminal } from './terminal.ts'

export interface Option {
  readonly short?: string
  /** What a value is called in the help; a switch has none. */
  readonly value?: string
  /** The values it may have. */
  readonly choices?: readonly string[]
  /** Each time it is given counts; otherwise the last. */
  readonly isRepeated?: boolean
  readonly about: Words
}

export type Options = Readonly<Record<string, Option>>

/** The groups, in the order of the help. */
export const GROUPS = ['bank', 'ask', 'write', 'setup', 'agents'] as const

/**
 * One entry of src/cli/commands, from which help, completion and the shell guard follow. Every start loads all of them:
 * what a command needs in order to run is imported by `run`.
 */
export interface Command {
  readonly name: string
  readonly group: (typeof GROUPS)[number]
  /** Where it stands in its group. */
  readonly place: number
  readonly about: Words
  /** Started by other programs, and left out of the list of commands; its own help is there. */
  readonly isHidden?: boolean
  /** What stands after the command's name in its usage line. */
  readonly operands: string
  readonly mostOperands: number
  readonly options: Options
  /** Lines of example for the help. */
  readonly examples: readonly string[]
  readonly agent: AgentRule
  /** A script may answer with --yes where nobody is near (S11). Otherwise only a person may, or a script that is known as theirs (S42). */
  readonly isForScripts?: boolean
  /** The exit codes it may end with. */
  readonly exits: readonly (keyof typeof EXIT)[]
  /** The schemas (schemas/<name>.schema.json) of what `--json` prints; problems apart. */
  readonly json: readonly string[]
  /** `commands` is the list of all commands. */
  run(call: Call, commands: readonly Command[]): Promise<ExitCode>
}

export interface Call {
  readonly command: string
  readonly operands: readonly string[]
  readonly switches: ReadonlySet<string>
  readonly values: ReadonlyMap<string, string>
  /** Asked for with --lang. */
  readonly language: Language | undefined
  /** The language of our messages before a bank is known. */
  readonly locale: Language
  readonly folder: string
  readonly env: NodeJS.ProcessEnv
  readonly terminal: Terminal
  readonly by: Caller
}

/** Who makes a call: a person, at a terminal or by a script of theirs; an agent, as the environment says; or nobody knows. */
export type Caller = 'person' | 'agent' | 'unknown'
