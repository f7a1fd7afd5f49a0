/** The commands of a project as facts: what to type, by the folder it is typed in. */

import type { Language } from '../../core/language.ts'
import type { Fact } from '../../core/project.ts'
import { inFolder, LABELS, punctuation, ROLE_LABELS, sourcesOf } from './labels.ts'
import { type Command, hasStack, type Part, type Role } from './part.ts'
import { codeSpan, listed } from './plain-text.ts'

/** For details/tech.md: a line for each role and folder, the plain command first and its variants after it. */
export function commandFacts(parts: readonly Part[], language: Language, most: number): readonly Fact[] {
  const { comma } = punctuation(language)
  const facts = placesOf(parts).flatMap(({ folder, commands }) =>
    ORDER.flatMap((role): readonly Fact[] => {
      const found = waysTo(role, commands).slice(0, 4)
      const value = listed(spansOf(found), comma)
      const label = inFolder(ROLE_LABELS[role][language], folder, language)
      return value === '' ? [] : [{ label, value, source: sourcesOf(found.map((each) => each.source)) }]
    }),
  )
  return facts.slice(0, most)
}

/** For the entry: how to install, build, run, test, run one test and lint, a line for each folder. */
export function commandsInBrief(parts: readonly Part[], language: Language): readonly Fact[] {
  const { comma } = punctuation(language)
  return placesOf(parts).flatMap(({ folder, commands }): readonly Fact[] => {
    const chosen = BRIEF.map((role) => ({ role, ways: firstWays(role, commands) }))
    const found = chosen.flatMap(({ ways }) => ways)
    const words = chosen.flatMap(({ role, ways }) => {
      const spans = spansOf(ways)
      return spans.length === 0 ? [] : [`${ROLE_LABELS[role][language].toLowerCase()} ${spans.join(comma)}`]
    })
    const value = listed(words, comma, COMMANDS_LIMIT)
    const label = inFolder(LABELS.commands[language], folder, language)
    return value === '' ? [] : [{ label, value, source: sourcesOf(found.map((each) => each.source)) }]
  })
}

/** Half a line of commands would leave out the test. */
const COMMANDS_LIMIT = 400

const BRIEF: readonly Role[] = ['install', 'build', 'run', 'test', 'one', 'lint']
const ORDER: readonly Role[] = ['install', 'run', 'build', 'test', 'one', 'lint', 'format', 'services']

interface Place {
  readonly folder: string
  readonly commands: readonly Sourced[]
}

type Sourced = Command & { readonly source: string; readonly ecosystem: string; readonly runs: boolean }

/** A member of a workspace is run from its root; only what the root does not offer is told of the member. */
function placesOf(parts: readonly Part[]): readonly Place[] {
  const places = new Map<string, Sourced[]>()
  for (const part of parts) {
    const owner = ownerOf(part, parts)
    const offered = new Set(owner?.commands.map((command) => command.role))
    const own = part.commands.filter(({ role }) => owner === undefined || (!offered.has(role) && role !== 'install'))
    const commands = own.map((command) => ({
      ...command,
      source: command.source ?? part.source,
      ecosystem: part.ecosystem,
      runs: !hasStack(part),
    }))
    if (commands.length > 0) places.set(part.folder, [...(places.get(part.folder) ?? []), ...commands])
  }
  return [...places].map(([folder, commands]) => ({ folder, commands }))
}

/**
 * Of two languages in one folder, each is installed and tested in its own way; a runner's target speaks for both.
 * For all else the first way is enough.
 */
function firstWays(role: Role, commands: readonly Sourced[]): readonly Sourced[] {
  const [first, ...others] = waysTo(role, commands)
  if (first === undefined) return []
  if (first.runs || !['install', 'test', 'one'].includes(role)) return [first]
  const second = others.find((each) => !each.runs && each.variant !== true && each.ecosystem !== first.ecosystem)
  return second === undefined ? [first] : [first, second]
}

function ownerOf(part: Part, parts: readonly Part[]): Part | undefined {
  return parts.find(
    (each) => each !== part && each.ecosystem === part.ecosystem && each.members?.paths.includes(part.folder) === true,
  )
}

/** What the project itself defines comes before what holds for its ecosystem, a variant only where nothing is plain. */
function waysTo(role: Role, commands: readonly Sourced[]): readonly Sourced[] {
  const all = commands.filter((command) => command.role === role)
  const plain = all.filter((command) => command.variant !== true)
  const variants = all.filter((command) => command.variant === true)
  const first = (isFirst: (command: Sourced) => boolean, list: readonly Sourced[]) =>
    list.toSorted((a, b) => Number(isFirst(b)) - Number(isFirst(a)))
  const ways = [
    ...first(
      (command) => command.own === true && /\bdev$/.test(command.run),
      first((command) => command.own === true, plain),
    ),
    ...first((command) => /\bunit$/.test(command.run), variants),
  ]
  return role === 'lint' || role === 'format' || role === 'one' ? ways.slice(0, 2) : ways
}

function spansOf(commands: readonly Command[]): readonly string[] {
  return [...new Set(commands.flatMap((command) => codeSpan(command.run) ?? []))]
}
