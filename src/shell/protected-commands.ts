/**
 * Commands of Memory Bank, of hosts and of package managers. An agent's shell may read with them, but not write,
 * accept, configure, remove Memory Bank or continue a session (S33).
 */

import { mayAgentRun } from '../base/agent-rule.ts'
import { OWN_COMMANDS, OWN_VALUES } from '../base/own-commands.ts'
import { nameOf } from './places.ts'
import type { Shell, ShellCall } from './shell.ts'

/** Commands that only print. */
const PRINTS = new Set(['help', 'version'])

/** Records a Memory Bank command that an agent may not run. False if the command is another program. */
export function noteOwnCommand(name: string, args: readonly string[], call: ShellCall, shell: Shell): boolean {
  const file = nameOf(name)
  if (file !== 'memory-bank' && file !== 'mb') return false
  judge(args, call, shell)
  return true
}

/** The same for Memory Bank run as a file (`node …/dist/cli/main.cjs`) or as the package's folder. */
export function noteOwnProgram(path: string, args: readonly string[], call: ShellCall, shell: Shell): boolean {
  // The hook speaks for the host, so it could speak in the user's name. The merge driver writes any file.
  if (HOOK.test(path)) shell.effects.ownCommands.push([nameOf(path), ...args].join(' '))
  else if (PROGRAM.test(path)) judge(args, call, shell)
  else return false
  return true
}

/** Whether a program loads a module of Memory Bank. It could then write the bank or speak in the user's name. */
export function noteOwnModule(specifier: string, call: ShellCall, shell: Shell): boolean {
  if (!MODULE.test(specifier) && !PROGRAM.test(specifier) && !HOOK.test(specifier)) return false
  shell.effects.ownCommands.push(`${call.name} … ${specifier}`)
  return true
}

const MODULE =
  /^(?:npm:)?memory-bank(?:@[^/]*)?(?:\/(?!package\.json$).*)?$|\/node_modules\/memory-bank\/(?!package\.json$)/

const PROGRAM =
  /(^|\/)(cli\/(?:main|program)\.cjs|memory-bank\/(dist\/)?cli\/main\.[cm]?[jt]s|src\/cli\/main\.ts|node_modules\/memory-bank(\/.*)?|\.bin\/(memory-bank|mb))$/
const HOOK =
  /(^|\/)(?:(?:dist|claude-code|memory-bank[^/]*|\d+\.\d+\.\d+[^/]*)\/(?:hook|merge-driver)\.cjs|hook\/engine\.cjs|claude-code\/hook\.ts)$/

function judge(args: readonly string[], call: ShellCall, shell: Shell): void {
  // After `--` no word is an option.
  const end = args.indexOf('--')
  const options = end === -1 ? args : args.slice(0, end)
  if (options.some((arg) => /^(--help|-h|--version|-V|-v|--dry-run|-n)$/.test(arg))) return
  const isAnswered =
    call.input !== undefined ||
    options.some((arg) => /^(--yes|-y|--force|-f|--on-conflict\b.*)$/.test(arg) || /^-[^\Wy]*y\w*$/.test(arg))
  if (verbsIn(args).every((at) => mayRun(args.slice(at), options, isAnswered))) return
  shell.effects.ownCommands.push(['memory-bank', ...args].join(' '))
}

/**
 * Positions of the words that may name the command. In `memory-bank -C status add …` the first word is an option's
 * value. If that is unclear, each word counts.
 */
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

/** Options whose value is not the next word: attached (`--name=value`, `-Cdir`) or absent. */
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

/** Hosts, by command or package name. */
const HOSTS = new Set(
  'claude claude-code opencode opencode-ai kilo kilocode codex gemini gemini-cli qwen qwen-code copilot cline goose cursor-agent'.split(
    ' ',
  ),
)
/** Host subcommands that decide what the host loads. */
const HOST_SUBCOMMANDS = new Set(
  'plugin plugins plug mcp extension extensions marketplace hooks config settings'.split(' '),
)
const LOOKS = new Set('list ls info show get view details validate search status help debug logs --help -h'.split(' '))

const PACKAGE_MANAGERS = new Set('npm pnpm yarn bun'.split(' '))
const UNINSTALLS = new Set('uninstall remove rm un r unlink'.split(' '))

/** Records a call that would disable Memory Bank or speak in the user's name. False if it does neither. */
export function noteHostCommand(call: ShellCall, shell: Shell): boolean {
  const { name, args } = unwrapInterpreter(call)
  const ends = HOSTS.has(name)
    ? removesPlugin(args) || continuesSession(name, args)
    : (PACKAGE_MANAGERS.has(name) && uninstallsPackage(args)) || (HTTP_CLIENTS.has(name) && args.some(isHostServer))
  if (ends) shell.effects.ownCommands.push([name, ...args].join(' '))
  return ends
}

/** Unwraps `node …/claude.js`: a host's program run by an interpreter is that host's command. */
function unwrapInterpreter({ name, args }: ShellCall): Pick<ShellCall, 'name' | 'args'> {
  const at = RUNTIMES.has(name) ? args.findIndex((arg) => !arg.startsWith('-')) : -1
  const parts = (args[at] ?? '').split('/')
  const host = parts.findLast((part) => HOSTS.has(part.replace(/\.[cm]?js$/, '')))
  return host === undefined ? { name, args } : { name: host.replace(/\.[cm]?js$/, ''), args: args.slice(at + 1) }
}

const RUNTIMES = new Set('node nodejs bun deno'.split(' '))

/** An agent may start another session. It may not continue an existing one, which may be its own. */
function continuesSession(name: string, args: readonly string[]): boolean {
  const end = args.indexOf('--')
  const options = end === -1 ? args : args.slice(0, end)
  const letters = SHORT.find(([hosts]) => hosts.includes(name))?.[1] ?? ''
  const isShort = (arg: string) => /^-[a-z]+$/i.test(arg) && [...arg].some((letter) => letters.includes(letter))
  const [verb, next] = options.filter((arg) => !arg.startsWith('-'))
  return (
    options.some((arg) => CONTINUES.test(arg) || isShort(arg)) ||
    verb === 'attach' ||
    verb === 'resume' ||
    (verb === 'exec' && next === 'resume')
  )
}

const CONTINUES = /^(?:--(?:continue|resume|session|session-id|attach|fork-session|teleport|last)(?:=.*)?)$/

/** The short forms of these options; hosts use different ones. */
const SHORT: readonly (readonly [readonly string[], string])[] = [
  [['claude', 'claude-code', 'qwen', 'qwen-code'], 'cr'],
  [['opencode', 'opencode-ai', 'kilo', 'kilocode'], 'cs'],
  [['gemini', 'gemini-cli', 'goose'], 'r'],
]

const HTTP_CLIENTS = new Set('curl wget http https xh curlie'.split(' '))

/** Whether the argument is an address where a host's local server accepts messages from the user. */
function isHostServer(arg: string): boolean {
  return /(?:^|\/\/|@)(?:localhost|127\.[\d.]+|0\.0\.0\.0|\[::1?\])(?::\d+)?\/(?:api\/)?(?:session\/[^/]+\/(?:message|prompt|prompt_async|command|shell)|tui\/)/i.test(
    arg,
  )
}

function removesPlugin(args: readonly string[]): boolean {
  const words = args.filter((arg) => !arg.startsWith('-'))
  if (!HOST_SUBCOMMANDS.has(words[0] ?? '')) return false
  const looks =
    words.slice(1, 3).some((word) => LOOKS.has(word)) || args.some((arg) => arg === '--help' || arg === '-h')
  if (looks) return false
  return args.some((arg) => /memory[-_]bank|disableAllHooks|^--all$|^-a$/i.test(arg))
}

function uninstallsPackage(args: readonly string[]): boolean {
  const words = args.filter((arg) => !arg.startsWith('-') && arg !== 'global')
  return UNINSTALLS.has(words[0] ?? '') && words.slice(1).some((word) => /^memory-bank(?:@.*)?$/.test(word))
}

/** Whether a text names the bank, in whole or part. A change during such a command is put back (S34). */
export function namesBank(text: string, bankName: string): boolean {
  return text.toLowerCase().includes(bankName.toLowerCase()) || PART_OF_NAME.test(text)
}

/** The beginning or end of the name, or a pattern that may match it. */
const PART_OF_NAME = /memory(?![a-z])|\bbank\b|-bank|\bmem(?=[*?[{"'+.\\])|[*?\]}"'+.]bank|ory-b/i

/** Whether a text names a Memory Bank command that writes. The words may be quoted, or in an array of arguments. */
export function namesOwnCommand(text: string): boolean {
  return OWN_COMMAND.test(text)
}

const OWN_COMMAND =
  /(?:^|[^\w.-])(?:mb|memory-bank)(?:[\s"'`,[\]\\]+-{1,2}[\w-]+(?:[= ][^\s"',]+)?){0,6}[\s"'`,[\]\\]+(?:add|refresh|init|undo|proposals|index|archive|install|uninstall|check|mcp|import|merge)\b|cli\/(?:main|program)\.cjs|(?:dist|claude-code|hook)\/(?:hook|engine)\.cjs/
