/**
 * Which paths would this shell command write: could it write the bank, and which of our own commands would it run?
 *
 * The command is walked on its text and never run. A write that the text shows is refused beforehand; what only a run
 * would show is reported as not certain, so that the bank is compared afterwards.
 */

import { cannotTouchBank } from './cannot-touch-bank.ts'
import { namesBank, namesOurWork } from './our-commands.ts'
import { nameOf, placeOf } from './places.ts'
import type { Account, ShellContext } from './shell.ts'
import { Walk } from './walk.ts'

export type { ShellContext } from './shell.ts'

export type ShellJudgement = ShellFinding & {
  /** Files of the bank whose content the command shows, by real path. */
  readonly reads: readonly string[]
  /** Paths outside the bank that it writes. */
  readonly projectWrites: readonly string[]
  /** A program in it that would run what is typed into it later. */
  readonly listening: string | undefined
}

type ShellFinding =
  /** The command certainly does not write the bank, so nothing needs to be compared afterwards. */
  | { readonly kind: 'only-reads' }
  /** Every command in it is known, and none of its targets is the bank. */
  | { readonly kind: 'writes-elsewhere' }
  | { readonly kind: 'writes-bank'; readonly how: string; readonly path: string }
  | { readonly kind: 'writes-config'; readonly how: string; readonly path: string }
  | { readonly kind: 'writes-state'; readonly how: string; readonly path: string }
  | { readonly kind: 'writes-settings'; readonly how: string; readonly path: string }
  | { readonly kind: 'runs-our-command'; readonly command: string }
  /** `suspect`: if the bank changes while the command runs, we assume that the command changed it, and put it back. */
  | { readonly kind: 'not-certain'; readonly why: string; readonly suspect: boolean }

const NOTHING_MORE = { reads: [], projectWrites: [], listening: undefined } as const

/** Operating systems accept no longer argument. A longer command comes from a program, and the bank is compared afterwards. */
const LONGEST_COMMAND = 1024 * 1024

export function judgeShell(command: string, context: ShellContext): ShellJudgement {
  const isInBank = placeOf(context.realPath(context.cwd), context) === 'bank'
  if (cannotTouchBank(command, isInBank)) return { kind: 'only-reads', ...NOTHING_MORE }
  // Hosts wait for a verdict for a limited time, and then let the call pass.
  if (command.length > LONGEST_COMMAND)
    return { kind: 'not-certain', why: 'too long to be followed', suspect: true, ...NOTHING_MORE }
  const walk = new Walk(context)
  const { account } = walk
  account.scripts.push(command)
  walk.runText(command)
  if (walk.isExhausted) account.unresolved.push('too many steps to be followed')
  const { reads, projectWrites, listening } = account
  const finding = conclude(context, account, isInBank)
  return { ...finding, reads: [...reads], projectWrites: [...projectWrites], listening: listening[0] }
}

/** If there are several refusals, the first of these is reported. */
const ORDER = ['writes-bank', 'writes-config', 'writes-state', 'writes-settings'] as const

function conclude(context: ShellContext, account: Account, isInBank: boolean): ShellFinding {
  const [write] = ORDER.flatMap((kind) => account.writes.filter((one) => one.kind === kind))
  if (write !== undefined) return write
  const [own] = account.ownCommands
  if (own !== undefined) return { kind: 'runs-our-command', command: own }
  const [unresolved] = account.unresolved
  if (unresolved !== undefined) return { kind: 'not-certain', why: unresolved, suspect: true }
  const name = nameOf(context.bank)
  if (isInBank || account.scripts.some((text) => namesBank(text, name)))
    return { kind: 'not-certain', why: 'it names the bank', suspect: true }
  const [program] = account.opaque
  if (program === undefined) return { kind: 'writes-elsewhere' }
  return { kind: 'not-certain', why: `${program} runs code of its own`, suspect: account.scripts.some(namesOurWork) }
}
