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
const ASKS = new Set(['refresh', 'init'])

/** Options of commands that look, whose next word is a value; a test holds this against the command table. */
export const OWN_VALUES: ReadonlySet<string> = new Set([
  '-C',
  '--project',
  '--lang',
  '--limit',
  '--question',
  '--host-binary',
])

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

/** The command's name: the first word that is no option and no option's value, as our own parser finds it. */
function verbOf(args: readonly string[]): string | undefined {
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? ''
    if (!arg.startsWith('-')) return arg
    // A folder may be called `status`: the value of an option is no command.
    if (OWN_VALUES.has(arg)) at += 1
    // What follows another option may be its value, and then the command is a later word: none that we would pass.
    else if (!/^(?:--(?:json|yes|strict|diff|stdin|yaml|prove|fix)|-y|-C.+|--[\w-]+=.*)$/.test(arg)) return arg
  }
  return undefined
}

export function judge(args: readonly string[], call: Call, shell: Shell): void {
  // Behind `--` nothing is an option, whatever it looks like.
  const end = args.indexOf('--')
  if (
    args.slice(0, end === -1 ? args.length : end).some((arg) => /^(--help|-h|--version|-V|-v|--dry-run|-n)$/.test(arg))
  )
    return
  const verb = verbOf(args)
  if (verb === undefined || LOOKS.has(verb)) return
  const said = ['memory-bank', ...args].join(' ')
  const second = args.slice(args.indexOf(verb) + 1).find((arg) => !arg.startsWith('-'))
  // A program named as the host is run, whatever it is.
  const fixes = args.some((arg) => /^--(fix|write|apply|repair|host-binary)\b/.test(arg))
  if ((verb === 'check' || verb === 'doctor') && !fixes) return
  if (verb === 'proposals' && (second === undefined || second === 'list' || second === 'show')) return
  if (verb === 'config' && (second === undefined || second === 'get' || second === 'show')) return
  const answered =
    call.channels.input !== undefined ||
    args.some((arg) => /^(--yes|-y|--force|-f|--on-conflict\b.*)$/.test(arg) || /^-\w*y\w*$/.test(arg))
  // Without an answer it only prints its plan; the person at the terminal decides.
  if (ASKS.has(verb) && !answered) return
  shell.account.ownCommands.push(said)
}
