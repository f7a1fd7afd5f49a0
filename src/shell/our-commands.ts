/**
 * Memory Bank's own command line, and those of hosts and package managers: an agent's shell may read with them, but not
 * write, accept, configure, remove us or continue a session (S33).
 */

import { mayAgentRun } from '../base/agent-rule.ts'
import { OWN_COMMANDS, OWN_VALUES } from '../base/own-commands.ts'
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
    call.input !== undefined ||
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

/** The hosts, by the name of their command or of their package. */
const HOSTS = new Set(
  'claude claude-code opencode opencode-ai kilo kilocode codex gemini gemini-cli qwen qwen-code copilot cline goose cursor-agent'.split(
    ' ',
  ),
)
/** The parts of a host's command line that decide what it loads. */
const PARTS = new Set('plugin plugins plug mcp extension extensions marketplace hooks config settings'.split(' '))
const LOOKS = new Set('list ls info show get view details validate search status help debug logs --help -h'.split(' '))

const PACKAGE_MANAGERS = new Set('npm pnpm yarn bun'.split(' '))
const TAKES_OUT = new Set('uninstall remove rm un r unlink'.split(' '))

/** Notes a call that would switch us off or speak in the user's name; false if it does neither. */
export function endsOurWork(call: Call, shell: Shell): boolean {
  const { name, args } = startedBy(call)
  const ends = HOSTS.has(name)
    ? hostEnds(args) || continues(name, args)
    : (PACKAGE_MANAGERS.has(name) && packageGoes(args)) || (CALLERS.has(name) && args.some(isHostServer))
  if (ends) shell.account.ownCommands.push([name, ...args].join(' '))
  return ends
}

/** A host's program handed to the interpreter that runs it is that host's command. */
function startedBy({ name, args }: Call): Pick<Call, 'name' | 'args'> {
  const at = RUNTIMES.has(name) ? args.findIndex((arg) => !arg.startsWith('-')) : -1
  const parts = (args[at] ?? '').split('/')
  const host = parts.findLast((part) => HOSTS.has(part.replace(/\.[cm]?js$/, '')))
  return host === undefined ? { name, args } : { name: host.replace(/\.[cm]?js$/, ''), args: args.slice(at + 1) }
}

const RUNTIMES = new Set('node nodejs bun deno'.split(' '))

/** An agent may start another session, but not continue an existing one, which may be its own. */
function continues(name: string, args: readonly string[]): boolean {
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

/** The short options with the same meaning, which differ from host to host. */
const SHORT: readonly (readonly [readonly string[], string])[] = [
  [['claude', 'claude-code', 'qwen', 'qwen-code'], 'cr'],
  [['opencode', 'opencode-ai', 'kilo', 'kilocode'], 'cs'],
  [['gemini', 'gemini-cli', 'goose'], 'r'],
]

const CALLERS = new Set('curl wget http https xh curlie'.split(' '))

/** Whether the argument is an address at which a host's local server accepts the person's messages. */
function isHostServer(arg: string): boolean {
  return /(?:^|\/\/|@)(?:localhost|127\.[\d.]+|0\.0\.0\.0|\[::1?\])(?::\d+)?\/(?:api\/)?(?:session\/[^/]+\/(?:message|prompt|prompt_async|command|shell)|tui\/)/i.test(
    arg,
  )
}

function hostEnds(args: readonly string[]): boolean {
  const words = args.filter((arg) => !arg.startsWith('-'))
  if (!PARTS.has(words[0] ?? '')) return false
  const looks =
    words.slice(1, 3).some((word) => LOOKS.has(word)) || args.some((arg) => arg === '--help' || arg === '-h')
  if (looks) return false
  return args.some((arg) => /memory[-_]bank|disableAllHooks|^--all$|^-a$/i.test(arg))
}

function packageGoes(args: readonly string[]): boolean {
  const words = args.filter((arg) => !arg.startsWith('-') && arg !== 'global')
  return TAKES_OUT.has(words[0] ?? '') && words.slice(1).some((word) => /^memory-bank(?:@.*)?$/.test(word))
}

/**
 * Whether a text names the bank, in whole or in part. A change of the bank meanwhile is then taken for the command's
 * and put back (S34); nothing is refused for it.
 */
export function namesBank(text: string, bankName: string): boolean {
  return text.toLowerCase().includes(bankName.toLowerCase()) || PART_OF_NAME.test(text)
}

/** The beginning or end of the name, or a pattern that may match it. */
const PART_OF_NAME = /memory(?![a-z])|\bbank\b|-bank|\bmem(?=[*?[{"'+.\\])|[*?\]}"'+.]bank|ory-b/i

/**
 * Whether a text names a command of ours that writes, or a file of our program. The words may be quoted or listed, as in
 * a program's array of arguments.
 */
export function namesOurWork(text: string): boolean {
  return OUR_WORK.test(text)
}

const OUR_WORK =
  /(?:^|[^\w.-])(?:mb|memory-bank)(?:[\s"'`,[\]\\]+-{1,2}[\w-]+(?:[= ][^\s"',]+)?){0,6}[\s"'`,[\]\\]+(?:add|refresh|init|undo|proposals|index|archive|install|uninstall|check|mcp|import|merge)\b|cli\/(?:main|program)\.cjs|(?:dist|claude-code|hook)\/(?:hook|engine)\.cjs/
