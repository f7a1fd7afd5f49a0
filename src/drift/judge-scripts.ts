/** Compares scripts, targets and tasks in commands with the manifests that define them. */

import { wordSet } from '../base/word-set.ts'
import type { Runner } from '../project/manifest-reader.ts'
import type { Codebase } from './codebase.ts'
import { type DriftFinding, removalEvidence } from './drift-finding.ts'
import { isDenied, type Statement } from './statements.ts'

export function judgeScripts(statements: readonly Statement[], codebase: Codebase): readonly DriftFinding[] {
  return statements.flatMap((statement) =>
    scriptsIn(statement).flatMap((script) => judgeScript(script, statement, codebase)),
  )
}

interface ScriptClaim {
  readonly runner: Runner
  readonly name: string
  /** The command, as a finding quotes it. */
  readonly text: string
  /** True if the word can only be a script: `npm run x`, `make x`. */
  readonly isSure: boolean
}

function judgeScript(script: ScriptClaim, statement: Statement, codebase: Codebase): readonly DriftFinding[] {
  const { runner, name, text, isSure } = script
  const known = codebase.declarations().scripts(runner)
  if (known?.has(name) === true) return []
  const isTarget = runner === 'make' || runner === 'just' || runner === 'task'
  const found = { statement, about: isTarget ? 'target' : 'script', claim: text, verdict: 'gone' } as const
  const taken = codebase.lostScript(runner, name)
  if (taken !== undefined) return [{ ...found, evidence: removalEvidence(taken), taken }]
  const files = [...new Set(known?.values())]
  // Patterns, variables and included files may define targets that a Makefile does not name.
  const isOpen = isTarget && files.some((file) => OPEN_ENDED.test(codebase.repository.read(file) ?? ''))
  if (!isSure || isOpen || files[0] === undefined) return []
  return [{ ...found, evidence: { en: `${files[0]} does not define it`, zh: `${files[0]} 中没有定义` } }]
}

const OPEN_ENDED = /^-?s?include\b|^[^#%\t\n]*%[^\n]*:|^\$[({]|^(?:import|mod)\b|^includes:/m

function scriptsIn(statement: Statement): readonly ScriptClaim[] {
  const commands = statement.isCommand
    ? [statement.text]
    : statement.codes.flatMap(({ inner, start }) => (isDenied(statement, start) ? [] : [inner]))
  return commands.flatMap((command) => command.split(/&&|\|\||[;|]/).flatMap((part) => scriptIn(part.trim()) ?? []))
}

function scriptIn(command: string): ScriptClaim | undefined {
  const [, tool = '', given = ''] = /^(?:\w+=\S+ )*([a-z]+) (.+)$/.exec(command) ?? []
  const runner = RUNNERS.get(tool)
  if (runner === undefined) return undefined
  const rest = given.replace(/^(?:(?:--?(?:filter|prefix|cwd|dir|C|F|w)(?:[= ]\S+)?|--?[\w-]+) )+/, '')
  const [, run, name = ''] = /^(run(?:-script)? |task )?([a-z][\w:.-]*)(?=\s|$)/i.exec(rest) ?? []
  // Package managers also run the programs of packages this way.
  const isManager = runner === 'npm' || runner === 'composer' || runner === 'deno'
  const isSure = !isManager || (run !== undefined && tool !== 'yarn' && tool !== 'bun')
  const isOwn = isManager && run === undefined && (OWN_COMMANDS.has(name) || runner === 'deno')
  if (name === '' || isOwn) return undefined
  return { runner, name, text: `${tool} ${run ?? ''}${name}`, isSure }
}

const RUNNERS: ReadonlyMap<string, Runner> = new Map([
  ...['npm', 'pnpm', 'yarn', 'bun'].map((tool) => [tool, 'npm'] as const),
  ...(['make', 'just', 'task', 'composer', 'deno'] as const).map((tool) => [tool, tool] as const),
])

/** Subcommands of the package managers. */
const OWN_COMMANDS = wordSet(
  `install i ci add remove exec dlx create init update upgrade publish pack link audit run why outdated login view config
  cache store version help require dump-autoload global self-update x`,
)
