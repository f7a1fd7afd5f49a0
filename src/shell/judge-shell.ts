/**
 * Does this shell command write the bank, and which of Memory Bank's own commands would it run?
 *
 * The text of the command is walked and never run. A write that the text shows is refused before it runs. Anything that
 * only a run would show is not certain, and the bank is compared afterwards.
 */

import { cannotTouchBank } from './cannot-touch-bank.ts'
import { nameOf, placeOf } from './places.ts'
import { namesBank, namesOwnCommand } from './protected-commands.ts'
import type { Effects, ShellContext } from './shell.ts'
import { Walk } from './walk.ts'

export type { ShellContext } from './shell.ts'

export type ShellJudgement = ShellFinding & {
  /** Real paths of bank files whose content the command shows. */
  readonly reads: readonly string[]
  /** Paths outside the bank that the command writes. */
  readonly projectWrites: readonly string[]
  /** A program in the command that would run whatever is typed into it later. */
  readonly listening: string | undefined
  /** The command shows the key of Memory Bank's seals. */
  readonly showsKey: boolean
}

type ShellFinding =
  /** The command cannot write the bank, so no comparison is needed. */
  | { readonly kind: 'only-reads' }
  /** Every command in it is known, and none of them writes the bank. */
  | { readonly kind: 'writes-elsewhere' }
  | { readonly kind: 'writes-bank'; readonly how: string; readonly path: string }
  | { readonly kind: 'writes-config'; readonly how: string; readonly path: string }
  | { readonly kind: 'writes-state'; readonly how: string; readonly path: string }
  | { readonly kind: 'writes-settings'; readonly how: string; readonly path: string }
  | { readonly kind: 'runs-our-command'; readonly command: string }
  /** `suspect`: a change of the bank during the command is attributed to the command and put back. */
  | { readonly kind: 'not-certain'; readonly why: string; readonly suspect: boolean }

const NOTHING_MORE = { reads: [], projectWrites: [], listening: undefined, showsKey: false } as const

/** The longest argument that operating systems accept. A longer command is compared afterwards. */
const LONGEST_COMMAND = 1024 * 1024

export function judgeShell(command: string, context: ShellContext): ShellJudgement {
  const isInBank = placeOf(context.realPath(context.cwd), context) === 'bank'
  if (cannotTouchBank(command, isInBank)) return { kind: 'only-reads', ...NOTHING_MORE }
  // Hosts let a call pass if the verdict takes too long.
  if (command.length > LONGEST_COMMAND)
    return { kind: 'not-certain', why: 'the command is too long', suspect: true, ...NOTHING_MORE }
  const walk = new Walk(context)
  const { effects } = walk
  effects.scripts.push(command)
  walk.runText(command)
  if (walk.isExhausted) effects.unresolved.push('the command has too many steps')
  const { reads, projectWrites, listening, showsKey } = effects
  const finding = conclude(context, effects, isInBank)
  return { ...finding, reads: [...reads], projectWrites: [...projectWrites], listening: listening[0], showsKey }
}

/** Of several refusals the first of these kinds is reported. */
const ORDER = ['writes-bank', 'writes-config', 'writes-state', 'writes-settings'] as const

function conclude(context: ShellContext, effects: Effects, isInBank: boolean): ShellFinding {
  const [write] = ORDER.flatMap((kind) => effects.writes.filter((one) => one.kind === kind))
  if (write !== undefined) return write
  const [own] = effects.ownCommands
  if (own !== undefined) return { kind: 'runs-our-command', command: own }
  const [unresolved] = effects.unresolved
  if (unresolved !== undefined) return { kind: 'not-certain', why: unresolved, suspect: true }
  const [program] = effects.opaque
  // A change of a file that the command only reads was made by somebody else.
  if (program === undefined && effects.onlyReads) return { kind: 'writes-elsewhere' }
  const name = nameOf(context.bank)
  if (isInBank || effects.scripts.some((text) => namesBank(text, name)))
    return { kind: 'not-certain', why: 'it names the bank', suspect: true }
  if (program === undefined) return { kind: 'writes-elsewhere' }
  return { kind: 'not-certain', why: `${program} runs other code`, suspect: effects.scripts.some(namesOwnCommand) }
}
