/** The shape of a command: what it is called, what it takes, and what it is given when it runs. */

import type { Language, Words } from '../core/language.ts'
import type { ExitCode } from './exit-codes.ts'
import type { Terminal } from './terminal.ts'

export interface Option {
  readonly short?: string
  /** What a value is called in the help; a switch has none. */
  readonly value?: string
  /** The values it may have. */
  readonly choices?: readonly string[]
  /** Left out where only the help knows it. */
  readonly about?: Words
}

export interface CommandSpec {
  readonly name: string
  readonly about: Words
  /** What stands after the command's name in its usage line. */
  readonly operands: string
  readonly mostOperands: number
  readonly options: Readonly<Record<string, Option>>
  /** Lines of example for the help. */
  readonly examples: readonly string[]
}

export interface Call {
  readonly command: string
  readonly operands: readonly string[]
  readonly switches: ReadonlySet<string>
  readonly values: ReadonlyMap<string, string>
  /** Asked for with --lang. */
  readonly language: Language | undefined
  /** For our own words before a bank is known. */
  readonly locale: Language
  readonly folder: string
  readonly env: NodeJS.ProcessEnv
  readonly terminal: Terminal
}

export type Run = (call: Call) => ExitCode | Promise<ExitCode>
