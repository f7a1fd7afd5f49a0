/** The command lines of hosts and package managers: only a person may remove us by command, or continue a session (S33). */

import type { Call, Shell } from './shell.ts'

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
