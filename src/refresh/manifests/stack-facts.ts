/** The stack of a project as facts: all parts of an ecosystem rolled up, and the parts that differ one by one. */

import type { Language } from '../../core/language.ts'
import type { Fact } from '../../core/project.ts'
import { LABELS, punctuation, SOURCE_TREE, sourcesOf } from './labels.ts'
import { languagesByName } from './languages-by-name.ts'
import { hasStack, isProduct, type Kind, merged, type Part, type Technology } from './part.ts'
import { listed, plainText, versionText } from './plain-text.ts'
import { compare, type Scan } from './scan.ts'

/** For the entry, and first in details/tech.md: a line for each ecosystem. */
export function stackFacts(scan: Scan, parts: readonly Part[], language: Language): readonly Fact[] {
  const groups = groupsOf(parts)
  const facts = groups.flatMap(([ecosystem, group]) => {
    const folders = new Set(group.map((part) => part.folder))
    const [only = ''] = folders
    const mark = groups.length === 1 ? '' : folders.size === 1 && only !== '' ? only : ecosystem
    const label = mark === '' ? LABELS.stack[language] : LABELS.stack[language] + punctuation(language).aside(mark)
    const technologies = rolledUp(group)
    // Beside another stack, a bare language is only a helper's.
    const isBare = technologies.every(
      (each) => !isProduct(each) && each.kind !== 'dependency' && each.version === undefined,
    )
    return isBare && groups.length > 1 ? [] : lineOf(label, technologies, language)
  })
  return facts.length > 0 ? facts : byName(scan, language)
}

/** For details/tech.md: of several parts of one ecosystem, what each is built on and most are not. */
export function partFacts(parts: readonly Part[], language: Language): readonly Fact[] {
  return groupsOf(parts).flatMap(([, group]) => {
    const built = group.filter((part) => part.technologies.some(isProduct))
    const users = (name: string) => built.filter((part) => part.technologies.some((each) => each.name === name)).length
    const own = (part: Part) =>
      sourced(part).flatMap((each) =>
        isProduct(each) && users(each.name) <= built.length / 2 ? [{ ...each, version: undefined }] : [],
      )
    return built
      .filter((part) => part.folder !== '' && built.length > 1)
      .toSorted((a, b) => compare(a.folder, b.folder))
      .flatMap((part) => lineOf(`${part.folder}/`, own(part), language))
  })
}

/** What runs beside the project; what is built here is a part of it. */
export function servicesFact(parts: readonly Part[], language: Language): readonly Fact[] {
  const { comma, aside } = punctuation(language)
  const services = merged(parts.flatMap(sourced).filter((each) => each.kind === 'service'))
  const value = listed(
    services.map(({ name, version }) => (version === undefined ? name : name + aside(version))),
    comma,
  )
  return value === ''
    ? []
    : [{ label: LABELS.services[language], value, source: sourcesOf(services.map((each) => each.source)) }]
}

type Sourced = Technology & { readonly source: string }

function groupsOf(parts: readonly Part[]): readonly (readonly [ecosystem: string, group: readonly Part[]])[] {
  const stacked = parts.filter(hasStack)
  const ecosystems = [...new Set(stacked.map((part) => part.ecosystem))]
  return ecosystems.map((ecosystem) => [ecosystem, stacked.filter((part) => part.ecosystem === ecosystem)])
}

const KINDS: readonly Kind[] = ['language', 'runtime', 'framework', 'data', 'dependency']

/** Products of all parts, each once, but not the project's own; plain dependencies only where they are the root's. */
function rolledUp(group: readonly Part[]): readonly Sourced[] {
  const names = new Set(group.map((part) => (part.name ?? '').toLowerCase()))
  const isTyped = group.some((part) => part.technologies.some((each) => each.name === 'TypeScript'))
  if (isTyped) names.add('javascript')
  const isTold = (part: Part, each: Sourced) =>
    !names.has(each.name.toLowerCase()) && (each.kind !== 'dependency' || group.length === 1 || part.folder === '')
  const all = merged(group.flatMap((part) => sourced(part).filter((each) => isTold(part, each))))
  return KINDS.flatMap((kind) => all.filter((each) => each.kind === kind))
}

function sourced(part: Part): readonly Sourced[] {
  return part.technologies.map((each) => ({ ...each, source: each.source ?? part.source }))
}

function lineOf(label: string, technologies: readonly Sourced[], language: Language): readonly Fact[] {
  const worded = technologies.flatMap((each) => {
    const words = wordsOf(each)
    return words === undefined ? [] : [{ words, source: each.source }]
  })
  const shown = worded.slice(0, 18)
  const value = listed([...new Set(shown.map((each) => each.words))], punctuation(language).comma)
  return value === '' ? [] : [{ label, value, source: sourcesOf(shown.map((each) => each.source)) }]
}

function wordsOf(each: Technology): string | undefined {
  const name = plainText(each.name, 60)
  if (name === '' || (each.kind === 'dependency' && !/^[@\w][\w@./:-]{0,79}$/.test(each.name))) return undefined
  const version = versionText(each.version)
  return version === undefined ? name : `${name} ${version}`
}

function byName(scan: Scan, language: Language): readonly Fact[] {
  const value = listed(languagesByName(scan).slice(0, 6), punctuation(language).comma)
  return value === '' ? [] : [{ label: LABELS.stack[language], value, source: SOURCE_TREE[language] }]
}
