/** The shape of a command, of a call, and how a call ends. */

import type { AgentRule } from '../base/agent-rule.ts'
import type { Language, Words } from '../base/language.ts'
import { fail } from '../base/result.ts'
import type { Workspace } from '../verbs/open-bank.ts'
import type { Terminal } from './terminal.ts'

export interface Option {
  readonly short?: string
  /** Name of the value in the help. Switches take no value. */
  readonly value?: string
  readonly choices?: readonly string[]
  /** The lowest and highest whole number. */
  readonly range?: readonly [number, number]
  /** Every occurrence counts. By default the last one wins. */
  readonly isRepeated?: boolean
  readonly about: Words
}

export type CommandOptions = Readonly<Record<string, Option>>

/** Groups in the order of the help. */
export const GROUPS = ['bank', 'ask', 'write', 'setup', 'agents'] as const

/** One command. Help, completion and the shell guard are derived from it. */
export interface Command {
  readonly name: string
  readonly group: (typeof GROUPS)[number]
  /** Position in its group. */
  readonly place: number
  readonly about: Words
  /** Started by other programs only, so the list of commands leaves it out. */
  readonly isHidden?: boolean
  /** Shown after the command's name in the usage line. By default, a command takes none. */
  readonly operands?: string
  readonly mostOperands?: number
  readonly options: CommandOptions
  /** Options that cannot be used together. */
  readonly apart?: readonly (readonly string[])[]
  /** Options that need another option. */
  readonly needs?: Readonly<Record<string, string>>
  readonly examples: readonly string[]
  readonly agent: AgentRule
  /** Any script may pass --yes (S11). By default only a person may, or a script with MEMORY_BANK_ASSUME_PERSON (S42). */
  readonly isForScripts?: boolean
  /** Possible exit codes. */
  readonly exits: readonly (keyof typeof EXIT)[]
  /** Schemas of the `--json` output (schemas/<name>.schema.json). Every command may also print a problem. */
  readonly json: readonly string[]
  run(call: CommandCall, commands: readonly ListedCommand[]): Promise<Ending>
}

/** The part of a command that is loaded at every start. `load` imports the rest. */
export interface ListedCommand extends Pick<Command, 'name' | 'group' | 'place' | 'about' | 'isHidden'> {
  load(): Promise<Command>
}

export interface CommandCall {
  readonly command: string
  readonly operands: readonly string[]
  readonly switches: ReadonlySet<string>
  readonly values: ReadonlyMap<string, string>
  /** The value of --lang. */
  readonly asked: Language | undefined
  /** Language of messages: --lang, else the bank's once a project is open, else the locale's. */
  readonly language: Language
  readonly folder: string
  readonly env: NodeJS.ProcessEnv
  readonly terminal: Terminal
  readonly by: CommandCaller
}

/** The part of a call that is needed for printing. */
export type CommandSpeaker = Pick<CommandCall, 'terminal' | 'switches' | 'language'>

/** A call in an open project. */
export interface ProjectCall extends CommandCall {
  readonly workspace: Workspace
}

/** An exit code, or a problem that `main` prints. */
export type Ending = ExitCode | ReturnType<typeof fail>

/** `person`: at a terminal or in a script of that person. `agent`: detected by environment variables. */
export type CommandCaller = 'person' | 'agent' | 'unknown'

/** Scripts rely on these numbers. Never change one. */
export const EXIT = {
  done: 0,
  /** Findings, or something failed. */
  failure: 1,
  usage: 2,
  /** A plan was shown and not confirmed. */
  notConfirmed: 3,
  /** The plan conflicts with a change by someone else. */
  conflict: 4,
  /** Above 128, git reports a failed merge driver instead of a conflict. */
  driverFailed: 129,
} as const

export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** A usage error of this command. */
export function misused({ command }: Pick<CommandCall, 'command'>, detail: Words): ReturnType<typeof fail> {
  return fail({ code: 'usage', command, detail })
}
