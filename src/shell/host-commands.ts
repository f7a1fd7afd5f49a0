/** A host's own command line, and package managers: taking us out by command is a person's doing (S33). */

import type { Call, Shell } from './shell.ts'

/** By the name they are called by, or the name of the package they come in. */
const HOSTS = new Set(
  'claude claude-code opencode opencode-ai kilo kilocode codex gemini gemini-cli qwen qwen-code copilot goose'.split(
    ' ',
  ),
)
/** What of a host's command line concerns what it loads. */
const PARTS = new Set('plugin plugins plug mcp extension extensions marketplace hooks config settings'.split(' '))
const LOOKS = new Set('list ls info show get view details validate search status help debug logs --help -h'.split(' '))

const PACKAGE_MANAGERS = new Set('npm pnpm yarn bun'.split(' '))
const TAKES_OUT = new Set('uninstall remove rm un r unlink'.split(' '))

/** Notes a call that would switch us off; false where it does not. */
export function endsOurWork({ name, args }: Call, shell: Shell): boolean {
  const ends = HOSTS.has(name) ? hostEnds(args) : PACKAGE_MANAGERS.has(name) && packageGoes(args)
  if (ends) shell.account.ownCommands.push([name, ...args].join(' '))
  return ends
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
