/** Our own command line: an agent's shell may read with it, but not write, accept or configure. Each command says what it allows. */

import { mayAgentRun } from '../core/agent-rule.ts'
import { OWN_COMMANDS, OWN_VALUES } from '../core/own-commands.ts'
import { nameOf } from './places.ts'
import type { Call, Shell } from './shell.ts'

/** Options of the program itself, which only print. */
const PRINTS = new Set(['help', 'version'])

/** Notes a call of ours that an agent may not make; false if the command is not ours. */
export function ownCommand(name: string, args: readonly string[], call: Call, shell: Shell): boolean {
  const file = nameOf(name)
  if (file !== 'memory-bank' && file !== 'mb') return false
  judge(args, call, shell)
  return true
}

/** Our program run as a file (`node …/dist/cli/main.cjs`) or as the package's folder; false if it is not ours. */
export function ownProgram(path: string, args: readonly string[], call: Call, shell: Shell): boolean {
  // The hook speaks for the host, so running it from a shell would speak in the user's name; the driver writes any file.
  if (HOOK.test(path)) shell.account.ownCommands.push([nameOf(path), ...args].join(' '))
  else if (PROGRAM.test(path)) judge(args, call, shell)
  else return false
  return true
}

/** Whether a program loads a module of ours. It could then write the bank, or speak in the user's name. */
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
  /(^|\/)(?:(?:dist|claude-code|memory-bank[^/]*|\d+\.\d+\.\d+[^/]*)\/(?:hook|merge-driver)\.cjs|hook\/engine\.cjs|claude-code\/hook\.ts)$/

function judge(args: readonly string[], call: Call, shell: Shell): void {
  // After `--` no word is an option, whatever it looks like.
  const end = args.indexOf('--')
  const options = end === -1 ? args : args.slice(0, end)
  if (options.some((arg) => /^(--help|-h|--version|-V|-v|--dry-run|-n)$/.test(arg))) return
  const isAnswered =
    call.channels.input !== undefined ||
    options.some((arg) => /^(--yes|-y|--force|-f|--on-conflict\b.*)$/.test(arg) || /^-\w*y\w*$/.test(arg))
  if (verbsIn(args).every((at) => mayRun(args.slice(at), options, isAnswered))) return
  shell.account.ownCommands.push(['memory-bank', ...args].join(' '))
}

/** The words that may name the command. In `memory-bank -C status add …` the first word is the value of an option; if we cannot tell, each word counts. */
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

/** Options whose value is not the next word: they carry it (`--name=value`, `-Cdir`) or have none. */
const SWITCH = /=|^(?:--|-[A-Za-z].+|-[yhVvnf]|--(?:json|yes|diff|strict|all|stdin|yaml|force|fix|quiet|verbose))$/

function mayRun([verb = '', ...rest]: readonly string[], options: readonly string[], isAnswered: boolean): boolean {
  if (PRINTS.has(verb)) return true
  const rule = Object.hasOwn(OWN_COMMANDS, verb) ? OWN_COMMANDS[verb] : undefined
  if (rule === undefined) return false
  return mayAgentRun(rule, {
    operands: rest.filter((arg, at) => !arg.startsWith('-') && !OWN_VALUES.has(rest[at - 1] ?? '')),
    has: (name) => options.some((arg) => arg === `--${name}` || arg.startsWith(`--${name}=`)),
    isAnswered,
  })
}
