/**
 * What a scan teaches about a project, as lines for the bank (S12, S15).
 *
 * Every fact is said by the files it names; labels are unique within their section and stay the same from scan to
 * scan, since a refresh replaces a line by its label. The answer depends on what was scanned, not on its order.
 */

import { type Language, languageOfText } from '../core/language.ts'
import type { Fact, ProjectFacts, ScannedProject } from '../core/project.ts'
import { commandFacts, commandsInBrief } from './manifests/command-facts.ts'
import { documentsOf } from './manifests/documents.ts'
import { READERS } from './manifests/index.ts'
import { LABELS, punctuation, SOURCE_TREE } from './manifests/labels.ts'
import { hasStack, isProduct, type Part } from './manifests/part.ts'
import { listed, plainText, sentencesOf, VALUE_LIMIT } from './manifests/plain-text.ts'
import { comparableName, definitionIn, type Readme, readmesOf } from './manifests/readme.ts'
import { compare, isNameable, openScan, type Scan } from './manifests/scan.ts'
import { partFacts, servicesFact, stackFacts } from './manifests/stack-facts.ts'

const SNAPSHOT_STACKS = 3
const SNAPSHOT_COMMANDS = 3
const STACK_LINES = 16
const COMMAND_LINES = 20

export function projectFacts(project: ScannedProject, language: Language): ProjectFacts {
  const citable = project.files.filter((file) => file.path.split('/').every(isNameable))
  const scan = openScan({ ...project, files: citable })
  const parts = readParts(scan)
  const readmes = readmesOf(scan)
  const main = mainParts(parts)
  const stack = stackFacts(scan, main, language)
  const services = servicesFact(parts, language)
  const about = aboutOf(scan, parts, readmes, language)
  return {
    snapshot: [
      ...(about.length > 0 ? about : nameOf(scan, parts, readmes, language)),
      ...stack.slice(0, SNAPSHOT_STACKS),
      ...services,
      ...commandsInBrief(main, language).slice(0, SNAPSHOT_COMMANDS),
    ],
    stack: [...stack, ...services, ...partFacts(main, language), ...unreadFact(scan, language)].slice(0, STACK_LINES),
    commands: commandFacts(parts, language, COMMAND_LINES),
    documents: documentsOf(scan, parts, language),
    language: languageOf(readmes, parts),
  }
}

/** Every part of the project that a manifest describes, the one a newcomer should know first at the front. */
function readParts(scan: Scan): readonly Part[] {
  const found = READERS.flatMap(({ order, read }) => read(scan).map((part) => ({ part, order })))
  found.sort(
    (a, b) => weightOf(a.part) - weightOf(b.part) || a.order - b.order || compare(a.part.source, b.part.source),
  )
  return found.map(({ part }) => part)
}

/** The root before folders; there, what has a framework before what has none; what only runs commands last. */
function weightOf(part: Part): number {
  if (part.folder !== '') return hasStack(part) ? 3 : 5
  if (!hasStack(part)) return 4
  if (part.technologies.some((each) => each.kind === 'framework') || part.members !== undefined) return 0
  return part.name === undefined && part.ecosystem === 'Node.js' ? 2 : 1
}

/** Tests and scripts with a manifest of their own are details, unless there is nothing else. */
function mainParts(parts: readonly Part[]): readonly Part[] {
  const main = parts.filter((part) => !/^(tests?|spec|e2e|scripts?|tools?|infra|ci)(\/|$)/i.test(part.folder))
  return main.length > 0 ? main : parts
}

function nameOf(scan: Scan, parts: readonly Part[], readmes: readonly Readme[], language: Language): readonly Fact[] {
  const candidates = [
    ...readmes.slice(0, 1).map((readme) => ({ text: readme.title, source: readme.source })),
    ...parts
      .filter((part) => part.folder === '')
      .map((part) => ({ text: part.name, source: part.nameSource ?? part.source })),
    { text: scan.folder, source: SOURCE_TREE[language] },
  ]
  for (const { text, source } of candidates) {
    const value = plainText(text ?? '', 80)
    if (value !== '') return [{ label: LABELS.name[language], value, source }]
  }
  return []
}

/** What generators write before anybody has thought about it. */
const PLACEHOLDER =
  /^(todo\b|add (your |a )?(short )?description|demo project for spring boot|a new flutter project|the skeleton application for|this is a .{2,20} project bootstrapped|description of|my (new )?(app|project)|no description)/i

/**
 * A manifest's own description, else a README's defining sentence; one in the asked language before one that is not.
 * A member of a workspace speaks for the whole only where it bears the project's name.
 */
function aboutOf(scan: Scan, parts: readonly Part[], readmes: readonly Readme[], language: Language): readonly Fact[] {
  const isName = nameIn(scan, parts, readmes)
  const titles = new Set(readmes.flatMap(({ title }) => (title === undefined ? [] : [comparableName(title)])))
  const isWhole = (part: Part) =>
    part.folder === '' || parts.length === 1 || titles.has(comparableName(part.name ?? ''))
  const [own, members] = [parts.filter((part) => part.folder === ''), parts.filter((part) => part.folder !== '')]
  const described = (part: Part) => ({ text: sentencesOf(part.description ?? '')[0], source: part.source })
  const candidates = [
    ...own.map(described),
    ...readmes.map((readme) => ({ text: definitionIn(readme, isName), source: readme.source })),
    ...members.filter(isWhole).map(described),
  ].flatMap(({ text = '', source }) => {
    const value = PLACEHOLDER.test(text) ? '' : plainText(text)
    return text.length <= VALUE_LIMIT && /\p{L}{2}.*\P{L}\p{L}|\p{Script=Han}{6}/u.test(value)
      ? [{ label: LABELS.about[language], value, source }]
      : []
  })
  const first = candidates.find((fact) => languageOfText(fact.value) === language) ?? candidates[0]
  return first === undefined ? [] : [first]
}

/**
 * Whether a sentence is about the project: its name in a manifest, its folder, or what its title begins with ("Spring
 * PetClinic Sample Application"). What it is built on is another thing, though a template's README may tell of it.
 */
function nameIn(scan: Scan, parts: readonly Part[], readmes: readonly Readme[]): (subject: string) => boolean {
  const built = new Set(
    parts.flatMap((part) => part.technologies.filter(isProduct).map((each) => comparableName(each.name))),
  )
  const titles = readmes.map(({ title }) => comparableName(title ?? ''))
  const names = new Set([scan.folder, ...parts.map((part) => part.name ?? '')].map(comparableName))
  return (subject) => {
    const name = comparableName(subject)
    if (name.length < 2 || built.has(name)) return false
    return names.has(name) || titles.some((title) => title === name || (name.length > 2 && title.startsWith(name)))
  }
}

function unreadFact(scan: Scan, language: Language): readonly Fact[] {
  if (scan.unread.length === 0) return []
  const { comma } = punctuation(language)
  const value = listed(scan.unread, comma, VALUE_LIMIT - 40)
  const count = { en: `${scan.unread.length} more manifests: `, zh: `另有 ${scan.unread.length} 个清单文件：` }[
    language
  ]
  return [{ label: LABELS.unread[language], value: count + value, source: SOURCE_TREE[language] }]
}

function languageOf(readmes: readonly Readme[], parts: readonly Part[]): Language | undefined {
  const [main] = readmes
  const descriptions = parts.flatMap((part) => part.description ?? []).join('\n')
  return (main === undefined ? undefined : languageOfText(main.prose)) ?? languageOfText(descriptions)
}
