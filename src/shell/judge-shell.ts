/**
 * Which paths would this shell command write: could it write the bank, and which of our own commands
 * would it run?
 *
 * The command is evaluated on values and never run. What it certainly or most likely writes is known beforehand; what
 * only a run would show is reported as not certain, so that the bank is compared afterwards.
 */

import { cannotTouchBank } from './cannot-touch-bank.ts'
import { dispatch } from './dispatch.ts'
import { nameOf, placeOf } from './places.ts'
import { type Budget, runner } from './run.ts'
import type { Account, Shell, ShellContext } from './shell.ts'
import { type Channels, copyState, deafSink, type State } from './state.ts'
import { namesBank, namesOurWork } from './text.ts'

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

/** How many paths through the command are followed. If there are more, the command is not certain. */
const MOST_WAYS = 48

/** Operating systems accept no longer argument. A longer command comes from a program, and the bank is compared afterwards. */
const LONGEST_COMMAND = 1024 * 1024

export function judgeShell(command: string, context: ShellContext): ShellJudgement {
  const isInBank = placeOf(context.realPath(context.cwd), context) === 'bank'
  if (cannotTouchBank(command, isInBank)) return { kind: 'only-reads', ...NOTHING_MORE }
  // Hosts wait for a verdict for a limited time, and then let the call pass.
  if (command.length > LONGEST_COMMAND)
    return { kind: 'not-certain', why: 'too long to be followed', suspect: true, ...NOTHING_MORE }
  const account: Account = {
    writes: [],
    ownCommands: [],
    reads: new Set(),
    projectWrites: new Set(),
    unresolved: [],
    opaque: [],
    listening: [],
    scripts: [],
  }
  const budget: Budget = { steps: 0, exhausted: false, deep: 0 }
  const waiting: (readonly number[])[] = [[]]
  for (let ways = 0; waiting.length > 0; ways += 1) {
    if (ways >= MOST_WAYS || budget.exhausted || found(account)) {
      if (!found(account)) budget.exhausted = true
      break
    }
    waiting.push(...follow(command, context, account, budget, waiting.shift() ?? []))
  }
  const finding = conclude(command, context, account, budget)
  const { reads, projectWrites, listening } = account
  return { ...finding, reads: [...reads], projectWrites: [...projectWrites], listening: listening[0] }
}

/** If there are several refusals, the first of these is reported. */
const ORDER = ['writes-bank', 'writes-config', 'writes-state', 'writes-settings'] as const

function found({ writes, ownCommands }: Account): boolean {
  return writes.length + ownCommands.length > 0
}

function conclude(command: string, context: ShellContext, account: Account, budget: Budget): ShellFinding {
  const [write] = ORDER.flatMap((kind) => account.writes.filter((one) => one.kind === kind))
  if (write !== undefined) return write
  const [own] = account.ownCommands
  if (own !== undefined) return { kind: 'runs-our-command', command: own }
  const why = account.unresolved[0] ?? (budget.exhausted ? 'too many ways through the command' : undefined)
  if (why !== undefined) return { kind: 'not-certain', why, suspect: true }
  const texts = [command, ...account.scripts]
  const name = nameOf(context.bank)
  if (placeOf(context.cwd, context) === 'bank' || texts.some((text) => namesBank(text, name)))
    return { kind: 'not-certain', why: 'it names the bank', suspect: true }
  const [program] = account.opaque
  if (program === undefined) return { kind: 'writes-elsewhere' }
  return { kind: 'not-certain', why: `${program} runs code of its own`, suspect: texts.some(namesOurWork) }
}

/**
 * Follows one path through the command: at each fork the given choice, else the first. Returns the paths that branch off
 * it.
 */
function follow(
  command: string,
  context: ShellContext,
  account: Account,
  budget: Budget,
  given: readonly number[],
): readonly (readonly number[])[] {
  const taken: number[] = []
  const widths: number[] = []
  const choose = (width: number): number => {
    const choice = given[taken.length] ?? 0
    taken.push(choice)
    widths.push(width)
    return choice
  }
  const shell: Shell = {
    context,
    account,
    drafts: { files: new Map(), links: new Map(), folders: new Set(), settings: new Map() },
    state: freshState(context),
    depth: 0,
    versions: 0,
    runText: (text, channels) => runs.runText(text, channels),
    runWords: (words, channels) => runs.runWords(words, channels),
    apart: (body) => {
      const outer = shell.state
      shell.state = copyState(outer)
      body()
      const { status } = shell.state
      shell.state = outer
      outer.status = status
    },
    either: (branches) => {
      const start = shell.state
      const outcomes = branches.map((branch) => {
        shell.state = copyState(start)
        branch()
        return shell.state
      })
      const [first] = outcomes
      const alike = outcomes.every((outcome) => outcome.version === start.version)
      if (alike || first === undefined) {
        shell.state = start
        start.status = 'unknown'
      } else shell.state = outcomes[choose(outcomes.length)] ?? first
    },
  }
  const runs = runner(() => shell, dispatch, budget)
  const channels: Channels = { input: undefined, out: deafSink(), err: deafSink(), more: new Map() }
  runs.runText(command, channels)
  const branching: number[][] = []
  for (let i = given.length; i < taken.length; i += 1) {
    for (let choice = 1; choice < (widths[i] ?? 0); choice += 1) branching.push([...taken.slice(0, i), choice])
  }
  return branching
}

function freshState(context: ShellContext): State {
  return {
    cwd: context.cwd,
    previous: context.env['OLDPWD'] ?? context.cwd,
    stack: [],
    variables: new Map(),
    zero: 'bash',
    parameters: [],
    functions: new Map(),
    aliases: new Map(),
    options: new Set(),
    traps: [],
    ending: 'no',
    status: 'ok',
    version: 0,
  }
}
