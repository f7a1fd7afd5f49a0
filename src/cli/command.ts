/** The shape of a command: what it is called, what it takes, who may run it, and what it is given when it runs. */

import type { AgentRule } from '../base/agent-rule.ts'
import type { Language, Words } from '../base/language.ts'
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

/** One file of src/cli/commands, from which help, completion and the shell guard follow. */
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
  run(call: Call, commands: readonly ListedCommand[]): Promise<ExitCode>
}

/** What every start knows of a command. The rest, with all that it needs to run, is loaded when it is called. */
export interface ListedCommand extends Pick<Command, 'name' | 'group' | 'place' | 'about' | 'isHidden'> {
  load(): Promise<Command>
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

/** Scripts rely on the exit codes, so they are never renumbered. */
export const EXIT = {
  done: 0,
  /** Findings, or something failed. */
  failure: 1,
  usage: 2,
  /** A plan was shown and nobody agreed to it. */
  notConfirmed: 3,
  /** Somebody else's change is in the way. */
  conflict: 4,
  /** Tells git that a merge driver failed, which is no conflict. */
  driverFailed: 129,
} as const

export type ExitCode = (typeof EXIT)[keyof typeof EXIT]
