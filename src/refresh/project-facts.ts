/**
 * What a scan teaches about a project, as lines for the bank (S12, S15).
 *
 * Every fact is said by the file it names; labels are unique within their section and stay the same from scan to
 * scan, since a refresh replaces a line by its label. The answer depends on what was scanned, not on its order.
 */

import { type Language, languageOfText } from '../core/language.ts'
import type { Fact, ProjectFacts, ScannedProject } from '../core/project.ts'
import { commandFacts, commandsInBrief } from './manifests/command-facts.ts'
import { foldersOf, isNameable, rootFilesOf } from './manifests/folder-structure.ts'
import { READERS } from './manifests/index.ts'
import { LABELS, punctuation, SOURCE_TREE, uniqueLabels } from './manifests/labels.ts'
import { hasStack, type Part } from './manifests/part.ts'
import { codeSpan, firstSentences, listed, plainText } from './manifests/plain-text.ts'
import { type Readme, readmesOf } from './manifests/readme.ts'
import { compare, openScan, type Scan } from './manifests/scan.ts'
import { servicesFact, stackFacts, stackInBrief } from './manifests/stack-facts.ts'

const SNAPSHOT_LINES = 8
const STACK_LINES = 12
const COMMAND_LINES = 20
const STRUCTURE_LINES = 15

export function projectFacts(project: ScannedProject, language: Language): ProjectFacts {
  const citable = project.files.filter((file) => file.path.split('/').every(isNameable))
  const scan = openScan({ ...project, files: citable })
  const parts = readParts(scan)
  const readmes = readmesOf(scan)
  return {
    snapshot: snapshot(scan, mainParts(parts), readmes, language),
    stack: stackFacts(scan, parts, language).slice(0, STACK_LINES),
    commands: commandFacts(parts, language, COMMAND_LINES),
    structure: structure(scan, parts, language).slice(0, STRUCTURE_LINES),
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
  if (!hasStack(part)) return 4
  if (part.folder !== '') return 3
  if (part.technologies.some((each) => each.kind === 'framework') || part.members !== undefined) return 0
  return part.name === undefined && part.ecosystem === 'Node.js' ? 2 : 1
}

/** Tests and scripts with a manifest of their own are details, unless there is nothing else. */
function mainParts(parts: readonly Part[]): readonly Part[] {
  const main = parts.filter((part) => !/^(tests?|spec|e2e|scripts?|tools?|bench(marks?)?|infra|ci)$/i.test(part.folder))
  return main.length > 0 ? main : parts
}

/** Name, what it is, stack, commands, structure; the second line of a kind gives way when there are too many. */
function snapshot(scan: Scan, parts: readonly Part[], readmes: readonly Readme[], language: Language): readonly Fact[] {
  const commands = commandsInBrief(parts, language)
  const lines: readonly { readonly fact: Fact; readonly spare?: boolean }[] = [
    ...nameOf(scan, parts, readmes, language).map((fact) => ({ fact })),
    ...aboutOf(parts, readmes, language).map((fact) => ({ fact })),
    ...stackInBrief(scan, parts, language).map((fact, index) => ({ fact, spare: index > 0 })),
    ...commands.map((fact, index) => ({ fact, spare: index > 0 })),
    ...foldersInBrief(scan, language).map((fact) => ({ fact })),
    ...workspacesOf(parts, language)
      .slice(0, 1)
      .map((fact) => ({ fact })),
    ...servicesFact(parts, language)
      .slice(0, 1)
      .map((fact) => ({ fact })),
  ]
  const excess = lines.length - SNAPSHOT_LINES
  const spare = lines.filter((line) => line.spare === true)
  const dropped = new Set(excess > 0 ? spare.slice(-excess) : [])
  return lines.filter((line) => !dropped.has(line)).map((line) => line.fact)
}

function nameOf(scan: Scan, parts: readonly Part[], readmes: readonly Readme[], language: Language): readonly Fact[] {
  const candidates = [
    ...parts
      .filter((part) => part.folder === '')
      .map((part) => ({ text: part.name, source: part.nameSource ?? part.source })),
    ...readmes.slice(0, 1).map((readme) => ({ text: readme.title, source: readme.source })),
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
  /^(todo\b|add (your |a )?(short )?description|demo project for spring boot|a new flutter project|the skeleton application for|description of|my (new )?(app|project)|no description)/i

/** The manifest's description, else the README's first paragraph; one in the asked language before one that is not. */
function aboutOf(parts: readonly Part[], readmes: readonly Readme[], language: Language): readonly Fact[] {
  const candidates = [
    ...parts.filter((part) => part.folder === '').map((part) => ({ text: part.description, source: part.source })),
    ...readmes.map((readme) => ({ text: readme.about, source: readme.source })),
    ...parts.filter((part) => part.folder !== '').map((part) => ({ text: part.description, source: part.source })),
  ].flatMap(({ text, source }) => {
    const value = text === undefined || PLACEHOLDER.test(text.trim()) ? '' : firstSentences(text)
    return /\p{L}{2}.*\p{L}/u.test(value) ? [{ label: LABELS.about[language], value, source }] : []
  })
  const [first] = candidates
  const own = candidates.find((fact) => languageOfText(fact.value) === language)
  return own !== undefined ? [own] : first !== undefined ? [first] : []
}

function foldersInBrief(scan: Scan, language: Language): readonly Fact[] {
  const { comma } = punctuation(language)
  const names = foldersOf(scan).map((folder) => `\`${folder.name}/\``)
  const shown =
    names.length > 0
      ? names.slice(0, 12)
      : rootFilesOf(scan)
          .slice(0, 12)
          .map((name) => `\`${name}\``)
  const value = listed(shown, comma)
  return value === '' ? [] : [{ label: LABELS.structure[language], value, source: SOURCE_TREE[language] }]
}

function workspacesOf(parts: readonly Part[], language: Language): readonly Fact[] {
  const label = uniqueLabels(language)
  return parts.flatMap((part) => {
    const spans = (part.members?.paths ?? []).flatMap((path) => codeSpan(path, 100) ?? [])
    const value = listed(spans, punctuation(language).comma)
    if (part.members === undefined || value === '') return []
    return [{ label: label(LABELS.workspaces[language], part), value, source: part.members.source }]
  })
}

function structure(scan: Scan, parts: readonly Part[], language: Language): readonly Fact[] {
  const { comma } = punctuation(language)
  const source = SOURCE_TREE[language]
  const folders = foldersOf(scan).map(({ name, holds }) => ({
    label: `${name}/`,
    value: listed(holds.slice(0, 12), comma, 200) || LABELS.folder[language],
    source,
  }))
  const root = listed(rootFilesOf(scan).slice(0, 16), comma, 200)
  return [...workspacesOf(parts, language), ...folders, ...(root === '' ? [] : [{ label: './', value: root, source }])]
}

function languageOf(readmes: readonly Readme[], parts: readonly Part[]): Language | undefined {
  const [main] = readmes
  const descriptions = parts.flatMap((part) => part.description ?? []).join('\n')
  return (main === undefined ? undefined : languageOfText(main.prose)) ?? languageOfText(descriptions)
}
