/** Our own command line: from an agent's shell it may look, not write, accept or configure. */

import { nameOf } from './places.ts'
import type { Call, Shell } from './shell.ts'

const LOOKS = new Set([
  'status',
  'recall',
  'search',
  'read',
  'judge',
  'history',
  'help',
  'version',
  'completion',
  'guide',
  'schema',
  'diff',
  'stats',
  'list',
  'show',
  'explain',
])
/** What only a person does with a proposal. */
const ANSWERS = new Set(['accept', 'reject', 'allow', 'disallow'])
const ASKS = new Set(['refresh', 'init'])

/** Options of commands that look, whose next word is a value; a test holds this against the command table. */
export const OWN_VALUES: ReadonlySet<string> = new Set([
  '-C',
  '--project',
  '--lang',
  '--limit',
  '--question',
  '--host-binary',
  '--on-conflict',
  '--since',
  '--max-warnings',
  '--explain',
])

/** Notes a call of ours that an agent may not make; false when the command is not ours. */
export function ownCommand(name: string, args: readonly string[], call: Call, shell: Shell): boolean {
  const file = nameOf(name)
  if (file !== 'memory-bank' && file !== 'mb') return false
  judge(args, call, shell)
  return true
}

/** `node …/dist/cli/main.cjs`, or the package's folder; false when the program is not ours. */
export function ownProgram(path: string, args: readonly string[], call: Call, shell: Shell): boolean {
  // The hook speaks for the host: from a shell it would speak in the user's name.
  if (HOOK.test(path)) shell.account.ownCommands.push([nameOf(path), ...args].join(' '))
  else if (PROGRAM.test(path)) judge(args, call, shell)
  else return false
  return true
}

/** A module of ours inside somebody's program: whoever loads it can write the bank, or speak in the user's name. */
export function ownModule(specifier: string, call: Call, shell: Shell): boolean {
  if (!MODULE.test(specifier) && !PROGRAM.test(specifier) && !HOOK.test(specifier)) return false
  shell.account.ownCommands.push(`${call.name} … ${specifier}`)
  return true
}

const MODULE =
  /^(?:npm:)?memory-bank(?:@[^/]*)?(?:\/(?!package\.json$).*)?$|\/node_modules\/memory-bank\/(?!package\.json$)/

const PROGRAM =
  /(^|\/)(cli\/(?:main|program)\.cjs|memory-bank\/(dist\/)?cli\/main\.[cm]?[jt]s|src\/cli\/main\.ts|node_modules\/memory-bank(\/.*)?|\.bin\/(memory-bank|mb))$/
const HOOK =
  /(^|\/)(?:(?:dist|claude-code|memory-bank[^/]*|\d+\.\d+\.\d+[^/]*)\/hook\.cjs|hook\/engine\.cjs|claude-code\/hook\.ts)$/

function judge(args: readonly string[], call: Call, shell: Shell): void {
  // Behind `--` nothing is an option, whatever it looks like.
  const end = args.indexOf('--')
  const options = end === -1 ? args : args.slice(0, end)
  if (options.some((arg) => /^(--help|-h|--version|-V|-v|--dry-run|-n)$/.test(arg))) return
  const isAnswered =
    call.channels.input !== undefined ||
    options.some((arg) => /^(--yes|-y|--force|-f|--on-conflict\b.*)$/.test(arg) || /^-\w*y\w*$/.test(arg))
  const isHarmful = options.some((arg) => RUNS_OR_WRITES.test(arg))
  if (verbsIn(args).every((at) => mayLook(args.slice(at), isAnswered, isHarmful))) return
  shell.account.ownCommands.push(['memory-bank', ...args].join(' '))
}

/** `memory-bank -C status add …` adds: a word behind an option may be its value. Where we cannot tell, each word counts. */
function verbsIn(args: readonly string[]): readonly number[] {
  const verbs: number[] = []
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? ''
    if (!arg.startsWith('-')) return [...verbs, at]
    if (OWN_VALUES.has(arg)) at += 1
    else if (!SWITCH.test(arg) && args[at + 1]?.startsWith('-') === false) {
      verbs.push(at + 1)
      at += 1
    }
  }
  return verbs
}

/** `--name=value` and `-Cdir` have their value with them. */
const SWITCH = /=|^(?:--|-[A-Za-z].+|-[yhVvnf]|--(?:json|yes|diff|strict|all|stdin|yaml|force|fix|quiet|verbose))$/

/** A program named as the host is run, whatever it is. */
const RUNS_OR_WRITES = /^--(?:fix|write|apply|repair|host-binary)\b/

function mayLook(words: readonly string[], isAnswered: boolean, isHarmful: boolean): boolean {
  const [verb = '', ...rest] = words
  if (LOOKS.has(verb)) return true
  const operands = rest.filter((arg, at) => !arg.startsWith('-') && !OWN_VALUES.has(rest[at - 1] ?? ''))
  const [second] = operands
  if (verb === 'check' || verb === 'doctor') return !isHarmful
  if (verb === 'proposals')
    return ['list', 'show', undefined].includes(second) && !operands.some((word) => ANSWERS.has(word))
  if (verb === 'config') return second === undefined || second === 'get' || second === 'show'
  // Without an answer it only prints its plan; the person at the terminal decides.
  return ASKS.has(verb) && !isAnswered
}
