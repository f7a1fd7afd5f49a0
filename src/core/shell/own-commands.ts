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

/** Options of ours whose next word is a value; a test holds this against the command table. */
export const OWN_VALUES: ReadonlySet<string> = new Set([
  '-C',
  '--project',
  '--lang',
  '--on-conflict',
  '--limit',
  '--question',
  '--from',
  '--host-binary',
  '--hooks',
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

export function judge(args: readonly string[], call: Call, shell: Shell): void {
  if (args.some((arg) => /^(--help|-h|--version|-V|-v|--dry-run|-n)$/.test(arg))) return
  // A folder may be called `status`: the value of an option is no command.
  const verb = args.find((arg, at) => !arg.startsWith('-') && !OWN_VALUES.has(args[at - 1] ?? ''))
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
