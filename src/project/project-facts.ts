/**
 * Turns a project scan into lines for the bank (S12, S15).
 *
 * Every fact names its files. Labels are unique in their section and stable between scans, since a refresh replaces
 * lines by label. The order of the scanned files does not matter.
 */

import { type Language, languageOfText, type Words } from '../base/language.ts'
import { documentsOf } from './documents.ts'
import type { Fact, ProjectFacts, ScannedProject } from './facts.ts'
import { languageOfFile } from './file-kind.ts'
import {
  type Command,
  hasStack,
  isProduct,
  type Kind,
  type Part,
  ROLE_NAMES,
  type Role,
  type Technology,
  uniqueTechnologies,
} from './manifest-reader.ts'
import { READERS } from './manifests/index.ts'
import { codeSpan, listed, plainText, sentencesOf, VALUE_LIMIT, versionText } from './plain-text.ts'
import { comparableName, definitionIn, type Readme, readmesOf } from './readme.ts'
import { compare, isNameable, openScan, type Scan } from './scan.ts'

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

/** Every part that a manifest describes, most important first. */
function readParts(scan: Scan): readonly Part[] {
  const found = READERS.flatMap(({ order, read }) => read(scan).map((part) => ({ part, order })))
  found.sort(
    (a, b) => weightOf(a.part) - weightOf(b.part) || a.order - b.order || compare(a.part.source, b.part.source),
  )
  return found.map(({ part }) => part)
}

/** The root before folders, frameworks before plain parts, command runners last. */
function weightOf(part: Part): number {
  if (part.folder !== '') return hasStack(part) ? 3 : 5
  if (!hasStack(part)) return 4
  if (part.technologies.some((each) => each.kind === 'framework') || part.members !== undefined) return 0
  return part.name === undefined && part.ecosystem === 'Node.js' ? 2 : 1
}

/** Parts that only hold tests or scripts are left out, unless there is nothing else. */
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

/** Descriptions that generators write. */
const PLACEHOLDER =
  /^(todo\b|add (your |a )?(short )?description|demo project for spring boot|a new flutter project|the skeleton application for|this is a .{2,20} project bootstrapped|description of|my (new )?(app|project)|no description)/i

/**
 * A manifest's description, else a README's defining sentence, preferring the requested language. A member of a
 * workspace speaks for the project only if it has its name.
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
 * Tells whether the subject of a sentence is the project: its name in a manifest, its folder, or the start of its
 * title. Products it is built on are not.
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

// The stack

/** For MEMORY.md and the top of details/tech.md: a line for each ecosystem. */
function stackFacts(scan: Scan, parts: readonly Part[], language: Language): readonly Fact[] {
  const groups = groupsOf(parts)
  const facts = groups.flatMap(([ecosystem, group]) => {
    const folders = new Set(group.map((part) => part.folder))
    const [only = ''] = folders
    const mark = groups.length === 1 ? '' : folders.size === 1 && only !== '' ? only : ecosystem
    const label = mark === '' ? LABELS.stack[language] : LABELS.stack[language] + punctuation(language).aside(mark)
    const technologies = rolledUp(group)
    // Next to another stack, a language without products or a version is probably that of a helper script.
    const isBare = technologies.every((each) => !isProduct(each) && each.version === undefined)
    return isBare && groups.length > 1 ? [] : lineOf(label, technologies, language)
  })
  return facts.length > 0 ? facts : byName(scan, language)
}

/** For details/tech.md: the products of a part that most parts of its ecosystem do not use. */
function partFacts(parts: readonly Part[], language: Language): readonly Fact[] {
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

/** External services. A service that is built here is a part of the project. */
function servicesFact(parts: readonly Part[], language: Language): readonly Fact[] {
  const { comma, aside } = punctuation(language)
  const services = uniqueTechnologies(parts.flatMap(sourced).filter((each) => each.kind === 'service'))
  const value = listed(
    services.map(({ name, version }) => (version === undefined ? name : name + aside(version))),
    comma,
  )
  return value === ''
    ? []
    : [{ label: LABELS.services[language], value, source: sourcesOf(services.map((each) => each.source)) }]
}

type SourcedTechnology = Technology & { readonly source: string }

function groupsOf(parts: readonly Part[]): readonly (readonly [ecosystem: string, group: readonly Part[]])[] {
  const stacked = parts.filter(hasStack)
  const ecosystems = [...new Set(stacked.map((part) => part.ecosystem))]
  return ecosystems.map((ecosystem) => [ecosystem, stacked.filter((part) => part.ecosystem === ecosystem)])
}

const KINDS: readonly Kind[] = ['language', 'runtime', 'framework', 'data']

/** The products of all parts, each once and without the project itself. */
function rolledUp(group: readonly Part[]): readonly SourcedTechnology[] {
  const names = new Set(group.map((part) => (part.name ?? '').toLowerCase()))
  if (group.some((part) => part.technologies.some((each) => each.name === 'TypeScript'))) names.add('javascript')
  const all = uniqueTechnologies(group.flatMap(sourced).filter((each) => !names.has(each.name.toLowerCase())))
  return KINDS.flatMap((kind) => all.filter((each) => each.kind === kind))
}

function sourced(part: Part): readonly SourcedTechnology[] {
  return part.technologies.map((each) => ({ ...each, source: each.source ?? part.source }))
}

function lineOf(label: string, technologies: readonly SourcedTechnology[], language: Language): readonly Fact[] {
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
  if (name === '') return undefined
  const version = versionText(each.version)
  return version === undefined ? name : `${name} ${version}`
}

/** For a project without a manifest: languages by the number of files in the first two levels. */
function byName(scan: Scan, language: Language): readonly Fact[] {
  const counts = new Map<string, number>()
  for (const [path, kind] of scan.tree) {
    const name = kind === 'file' ? languageOfFile(path) : undefined
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  const names = [...counts].sort((a, b) => b[1] - a[1] || compare(a[0], b[0])).map(([name]) => name)
  const value = listed(names.slice(0, 6), punctuation(language).comma)
  return value === '' ? [] : [{ label: LABELS.stack[language], value, source: SOURCE_TREE[language] }]
}

// The commands

/** For details/tech.md: a line for each role and folder, plain commands before variants. */
function commandFacts(parts: readonly Part[], language: Language, most: number): readonly Fact[] {
  const { comma } = punctuation(language)
  const facts = placesOf(parts).flatMap(({ folder, commands }) =>
    ROLE_NAMES.flatMap((role): readonly Fact[] => {
      const found = waysTo(role, commands).slice(0, 4)
      const value = listed(spansOf(found), comma)
      const label = inFolder(ROLE_LABELS[role][language], folder, language)
      return value === '' ? [] : [{ label, value, source: sourcesOf(found.map((each) => each.source)) }]
    }),
  )
  return facts.slice(0, most)
}

/** For MEMORY.md: install, build, run, test, run one test, and lint, a line for each folder. */
function commandsInBrief(parts: readonly Part[], language: Language): readonly Fact[] {
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

/** A shorter line would lose the test command. */
const COMMANDS_LIMIT = 400

const BRIEF: readonly Role[] = ['install', 'build', 'run', 'test', 'one', 'lint']

interface Place {
  readonly folder: string
  readonly commands: readonly SourcedCommand[]
}

type SourcedCommand = Command & { readonly source: string; readonly ecosystem: string; readonly runs: boolean }

/** Members of a workspace run from its root. A member lists only what the root lacks. */
function placesOf(parts: readonly Part[]): readonly Place[] {
  const places = new Map<string, SourcedCommand[]>()
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
 * Two languages in one folder are installed and tested separately, unless a runner covers both. Otherwise the first way
 * is enough.
 */
function firstWays(role: Role, commands: readonly SourcedCommand[]): readonly SourcedCommand[] {
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

/** The project's own commands come before those of its ecosystem. Variants only fill gaps. */
function waysTo(role: Role, commands: readonly SourcedCommand[]): readonly SourcedCommand[] {
  const all = commands.filter((command) => command.role === role)
  const plain = all.filter((command) => command.variant !== true)
  const variants = all.filter((command) => command.variant === true)
  const first = (isFirst: (command: SourcedCommand) => boolean, list: readonly SourcedCommand[]) =>
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

// Words

const SOURCE_TREE: Words = { en: 'directory tree', zh: '目录树' }

const LABELS = {
  name: { en: 'Name', zh: '名称' },
  about: { en: 'About', zh: '简介' },
  stack: { en: 'Stack', zh: '技术栈' },
  commands: { en: 'Commands', zh: '命令' },
  services: { en: 'Services', zh: '服务' },
  unread: { en: 'Not read', zh: '未读取' },
} as const satisfies Record<string, Words>

const ROLE_LABELS: Readonly<Record<Role, Words>> = {
  install: { en: 'Install', zh: '安装' },
  run: { en: 'Run', zh: '运行' },
  build: { en: 'Build', zh: '构建' },
  test: { en: 'Test', zh: '测试' },
  one: { en: 'One test', zh: '单个测试' },
  lint: { en: 'Lint', zh: '检查' },
  format: { en: 'Format', zh: '格式化' },
  services: { en: 'Start services', zh: '启动服务' },
}

function punctuation(language: Language): { readonly comma: string; readonly aside: (text: string) => string } {
  return language === 'zh'
    ? { comma: '、', aside: (text) => `（${text}）` }
    : { comma: ', ', aside: (text) => ` (${text})` }
}

/** A label with the folder in which its commands run. */
function inFolder(word: string, folder: string, language: Language): string {
  if (folder === '') return word
  return word + punctuation(language).aside(language === 'zh' ? `在 ${folder}/` : `in ${folder}/`)
}

/** The source files, each once; the first three by name. */
function sourcesOf(paths: readonly string[]): string {
  const all = [...new Set(paths)]
  return all.length > 3 ? `${all.slice(0, 3).join(', ')}, …` : all.join(', ')
}
