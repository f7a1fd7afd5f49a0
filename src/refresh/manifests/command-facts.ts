/** The commands of a project as facts: what to type, and in short what it does. */

import type { Language } from '../../core/language.ts'
import type { Fact } from '../../core/project.ts'
import { LABELS, punctuation, ROLE_LABELS, uniqueLabels } from './labels.ts'
import type { Command, Part, Role } from './part.ts'
import { codeSpan, listed, plainText, scriptSpan, VALUE_LIMIT } from './plain-text.ts'

/** For details/tech.md: those with a known role come first when there are more than fit. */
export function commandFacts(parts: readonly Part[], language: Language, most: number): readonly Fact[] {
  const all = parts.flatMap((part, place) =>
    part.commands.filter(isPlain).map((command, index) => ({ part, place, command, index })),
  )
  const chosen = [...all]
    .sort((a, b) => rankOf(a.command) - rankOf(b.command) || a.place - b.place || a.index - b.index)
    .slice(0, most)
    .sort((a, b) => a.place - b.place || rankOf(a.command) - rankOf(b.command) || a.index - b.index)
  const label = uniqueLabels(language)
  return chosen.flatMap(({ part, command }) => {
    const span = codeSpan(within(part.folder, command.run))
    if (span === undefined) return []
    const value = span + aboutOf(command, language)
    return [
      {
        label: label(wordOf(command, language), part),
        value: value.length > VALUE_LIMIT ? span : value,
        source: command.source ?? part.source,
      },
    ]
  })
}

/** For the entry: install, start, build and test of the two parts that come first. */
export function commandsInBrief(parts: readonly Part[], language: Language): readonly Fact[] {
  const label = uniqueLabels(language)
  const { comma } = punctuation(language)
  const folders = new Set(parts.map((part) => part.folder))
  const facts = parts.flatMap((part) => {
    const spans = briefly(part.commands.filter(isPlain)).flatMap((command) => codeSpan(command.run) ?? [])
    const place = part.folder === '' ? '' : `${codeSpan(`cd ${quoted(part.folder)}`) ?? ''}${comma}`
    const value = listed(spans, comma, VALUE_LIMIT - place.length)
    // Starting the services alone is said by their own line.
    if (value === '' || part.commands.every((command) => command.role === 'services')) return []
    return [
      {
        label: label(LABELS.commands[language], part, folders.size > 1 && part.folder !== ''),
        value: place + value,
        source: part.source,
      },
    ]
  })
  return facts.slice(0, 2)
}

const ORDER: readonly Role[] = ['install', 'dev', 'run', 'build', 'test', 'lint', 'format', 'services']

function rankOf(command: Command): number {
  return command.role === undefined ? ORDER.length : ORDER.indexOf(command.role)
}

/** Install, start, build and test; the second way to start and the linter where there is room for them. */
function briefly(commands: readonly Command[]): readonly Command[] {
  const first = (role: Role) => commands.find((command) => command.role === role)
  const main: readonly Role[] =
    first('dev') === undefined ? ['install', 'run', 'build', 'test'] : ['install', 'dev', 'build', 'test']
  const roles = [...main, 'run' as const, 'lint' as const].filter((role) => first(role) !== undefined)
  const shown = [...new Set(roles)].slice(0, 4).sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b))
  return shown.length === 0 ? commands.slice(0, 4) : shown.flatMap((role) => first(role) ?? [])
}

/** A name that is safe to type and to stand in a label. */
function isPlain(command: Command): boolean {
  return command.name === undefined || /^[\w@][\w.:@/+-]{0,59}$/.test(command.name)
}

function wordOf(command: Command, language: Language): string {
  if (command.name !== undefined) return command.name
  return command.role === undefined ? command.run : ROLE_LABELS[command.role][language]
}

function aboutOf(command: Command, language: Language): string {
  if (command.body === undefined) return ''
  const text = command.body.kind === 'code' ? scriptSpan(command.body.text) : plainText(command.body.text, 100)
  return text === undefined || text === '' ? '' : punctuation(language).aside(text)
}

function within(folder: string, run: string): string {
  return folder === '' ? run : `cd ${quoted(folder)} && ${run}`
}

function quoted(folder: string): string {
  return /^[\w.@+-]+$/.test(folder) ? folder : `"${folder}"`
}
