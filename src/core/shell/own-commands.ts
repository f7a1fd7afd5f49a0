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

/** Notes a call of ours that an agent may not make; false when the command is not ours. */
export function ownCommand(name: string, args: readonly string[], call: Call, shell: Shell): boolean {
  const file = nameOf(name)
  if (file !== 'memory-bank' && file !== 'mb') return false
  judge(args, call, shell)
  return true
}

/** `node …/dist/cli/main.cjs`, or the package's folder. */
export function isOwnProgram(path: string): boolean {
  return /(^|\/)(dist\/cli\/main\.[cm]?js|memory-bank\/(dist\/)?cli\/main\.[cm]?[jt]s|src\/cli\/main\.ts|node_modules\/memory-bank(\/.*)?|\.bin\/(memory-bank|mb))$/.test(
    path,
  )
}

export function judge(args: readonly string[], call: Call, shell: Shell): void {
  // Behind `--` nothing is an option, whatever it looks like.
  const end = args.indexOf('--')
  const options = end === -1 ? args : args.slice(0, end)
  if (options.some((arg) => /^(--help|-h|--version|-V|-v|--dry-run|-n)$/.test(arg))) return
  const isAnswered =
    call.channels.input !== undefined ||
    options.some((arg) => /^(--yes|-y|--force|-f|--on-conflict\b.*)$/.test(arg) || /^-\w*y\w*$/.test(arg))
  if (verbsIn(args).every((at) => mayLook(args.slice(at), isAnswered))) return
  shell.account.ownCommands.push(['memory-bank', ...args].join(' '))
}

/** `memory-bank -C status add …` adds: a word behind an option may be its value. Where we cannot tell, each word counts. */
function verbsIn(args: readonly string[]): readonly number[] {
  const verbs: number[] = []
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? ''
    if (!arg.startsWith('-')) return [...verbs, at]
    if (TAKES_VALUE.test(arg)) at += 1
    else if (!SWITCH.test(arg) && args[at + 1]?.startsWith('-') === false) {
      verbs.push(at + 1)
      at += 1
    }
  }
  return verbs
}

const TAKES_VALUE = /^(?:-C|--(?:project|lang|on-conflict|limit|question))$/
/** `--name=value` and `-Cdir` have their value with them. */
const SWITCH = /=|^(?:--|-[A-Za-z].+|-[yhVvnf]|--(?:json|yes|diff|strict|all|stdin|yaml|force|fix|quiet|verbose))$/

function mayLook(words: readonly string[], isAnswered: boolean): boolean {
  const [verb = '', ...rest] = words
  if (LOOKS.has(verb)) return true
  const operands = rest.filter((arg, at) => !arg.startsWith('-') && !TAKES_VALUE.test(rest[at - 1] ?? ''))
  const [second] = operands
  if (verb === 'check' || verb === 'doctor') return !rest.some((arg) => /^--(fix|write|apply|repair)\b/.test(arg))
  if (verb === 'proposals')
    return ['list', 'show', undefined].includes(second) && !operands.some((word) => ANSWERS.has(word))
  if (verb === 'config') return second === undefined || second === 'get' || second === 'show'
  // Without an answer it only prints its plan; the person at the terminal decides.
  return ASKS.has(verb) && !isAnswered
}
