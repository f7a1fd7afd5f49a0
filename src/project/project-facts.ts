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
  type CommandKind,
  hasStack,
  isProduct,
  type ProjectCommand,
  type ProjectPart,
  ROLE_NAMES,
  type Role,
  type Technology,
  uniqueTechnologies,
} from './manifest-reader.ts'
import { READERS } from './manifests/index.ts'
import { type NamedCommand, namedCommands, RANKS, warnedAgainst } from './named-commands.ts'
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
  const places = placesOf(scan, parts)
  const about = aboutOf(parts, readmes, language)
  return {
    snapshot: [
      ...(about.length > 0 ? about : nameOf(parts, readmes, language)),
      ...stack.slice(0, SNAPSHOT_STACKS),
      ...services,
      ...commandsInBrief(places, language).slice(0, SNAPSHOT_COMMANDS),
    ],
    stack: [...stack, ...services, ...unreadFact(scan, language)].slice(0, STACK_LINES),
    commands: commandFacts(places, language).slice(0, COMMAND_LINES),
    unclear: programsOf(places, parts),
    documents: documentsOf(scan, parts, language),
    language: languageOf(readmes, parts),
  }
}

/** Every part that a manifest describes, most important first. */
function readParts(scan: Scan): readonly ProjectPart[] {
  const found = READERS.flatMap(({ order, read }) => read(scan).map((part) => ({ part, order })))
  found.sort(
    (a, b) => weightOf(a.part) - weightOf(b.part) || a.order - b.order || compare(a.part.source, b.part.source),
  )
  return found.map(({ part }) => part)
}

/** The root before folders, frameworks before plain parts, command runners last. */
function weightOf(part: ProjectPart): number {
  if (part.folder !== '') return hasStack(part) ? 3 : 5
  if (!hasStack(part)) return 4
  if (part.technologies.some((each) => each.kind === 'framework') || part.members !== undefined) return 0
  return part.name === undefined && part.ecosystem === 'Node.js' ? 2 : 1
}

/** Parts that only hold tests or scripts are left out, unless there is nothing else. */
function mainParts(parts: readonly ProjectPart[]): readonly ProjectPart[] {
  const main = parts.filter((part) => !/^(tests?|spec|e2e|scripts?|tools?|infra|ci)(\/|$)/i.test(part.folder))
  return main.length > 0 ? main : parts
}

/** A README's title unless it is a question, else the name in a manifest. */
function nameOf(parts: readonly ProjectPart[], readmes: readonly Readme[], language: Language): readonly Fact[] {
  const candidates = [
    ...readmes.slice(0, 1).map(({ title, source }) => ({ text: /[?？]$/.test(title ?? '') ? '' : title, source })),
    ...parts
      .filter((part) => part.folder === '')
      .map((part) => ({ text: part.name, source: part.nameSource ?? part.source })),
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
function aboutOf(parts: readonly ProjectPart[], readmes: readonly Readme[], language: Language): readonly Fact[] {
  const isName = nameIn(parts, readmes)
  const titles = new Set(readmes.flatMap(({ title }) => (title === undefined ? [] : [comparableName(title)])))
  const isWhole = (part: ProjectPart) =>
    part.folder === '' || parts.length === 1 || titles.has(comparableName(part.name ?? ''))
  const [own, members] = [parts.filter((part) => part.folder === ''), parts.filter((part) => part.folder !== '')]
  const described = (part: ProjectPart) => ({ text: sentencesOf(part.description ?? '')[0], source: part.source })
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
 * Tells whether the subject of a sentence is the project: its name in a manifest, or the start of its title. Products
 * it is built on are not.
 */
function nameIn(parts: readonly ProjectPart[], readmes: readonly Readme[]): (subject: string) => boolean {
  const built = new Set(
    parts.flatMap((part) => part.technologies.filter(isProduct).map((each) => comparableName(each.name))),
  )
  const titles = readmes.map(({ title }) => comparableName(title ?? ''))
  const names = new Set(parts.map((part) => comparableName(part.name ?? '')))
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

function languageOf(readmes: readonly Readme[], parts: readonly ProjectPart[]): Language | undefined {
  const [main] = readmes
  const descriptions = parts.flatMap((part) => part.description ?? []).join('\n')
  return (main === undefined ? undefined : languageOfText(main.prose)) ?? languageOfText(descriptions)
}

// The stack

/** For MEMORY.md and the top of details/tech.md: a line for each ecosystem. */
function stackFacts(scan: Scan, parts: readonly ProjectPart[], language: Language): readonly Fact[] {
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

/** External services. A service that is built here is a part of the project. */
function servicesFact(parts: readonly ProjectPart[], language: Language): readonly Fact[] {
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

function groupsOf(
  parts: readonly ProjectPart[],
): readonly (readonly [ecosystem: string, group: readonly ProjectPart[]])[] {
  const stacked = parts.filter(hasStack)
  const ecosystems = [...new Set(stacked.map((part) => part.ecosystem))]
  return ecosystems.map((ecosystem) => [ecosystem, stacked.filter((part) => part.ecosystem === ecosystem)])
}

const KINDS: readonly CommandKind[] = ['language', 'runtime', 'framework', 'data']

/** The products of all parts, each once and without the project itself. */
function rolledUp(group: readonly ProjectPart[]): readonly SourcedTechnology[] {
  const names = new Set(group.map((part) => (part.name ?? '').toLowerCase()))
  if (group.some((part) => part.technologies.some((each) => each.name === 'TypeScript'))) names.add('javascript')
  const all = uniqueTechnologies(group.flatMap(sourced).filter((each) => !names.has(each.name.toLowerCase())))
  return KINDS.flatMap((kind) => all.filter((each) => each.kind === kind))
}

function sourced(part: ProjectPart): readonly SourcedTechnology[] {
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

/** For details/tech.md: a line for each role and folder. */
function commandFacts(places: readonly Place[], language: Language): readonly Fact[] {
  const { comma } = punctuation(language)
  return places.flatMap(({ folder, ways }) =>
    ROLE_NAMES.flatMap((role): readonly Fact[] => {
      const found = ways(role)
      const value = listed(spansOf(found), comma)
      const label = inFolder(ROLE_LABELS[role][language], folder, language)
      return value === '' ? [] : [{ label, value, source: sourcesOf(found.map((each) => each.source)) }]
    }),
  )
}

/** For MEMORY.md: install, build, run, test, run one test, and lint, a line for each folder. */
function commandsInBrief(places: readonly Place[], language: Language): readonly Fact[] {
  const { comma } = punctuation(language)
  return places.flatMap(({ folder, ways }): readonly Fact[] => {
    const chosen = BRIEF.map((role) => ({ role, found: ways(role).slice(0, role === 'build' ? 2 : 1) }))
    const words = chosen.flatMap(({ role, found }) =>
      found.length === 0 ? [] : [`${ROLE_LABELS[role][language].toLowerCase()} ${spansOf(found).join(comma)}`],
    )
    const value = listed(words, comma, COMMANDS_LIMIT)
    const label = inFolder(LABELS.commands[language], folder, language)
    const sources = sourcesOf(chosen.flatMap(({ found }) => found.map((each) => each.source)))
    return value === '' ? [] : [{ label, value, source: sources }]
  })
}

/** A shorter line would lose the test command. */
const COMMANDS_LIMIT = 400

const BRIEF: readonly Role[] = ['install', 'build', 'run', 'test', 'one', 'lint']

interface Place {
  readonly folder: string
  /** The commands of a role from the highest source that names one, best first. */
  readonly ways: (role: Role) => readonly NamedCommand[]
}

/** The root, and folders directly below it that have scripts of their own and are no member of a workspace. */
function placesOf(scan: Scan, parts: readonly ProjectPart[]): readonly Place[] {
  const isWarned = warnedAgainst(scan)
  const main = ecosystemOf(parts)
  const ranked = (part: ProjectPart): readonly NamedCommand[] =>
    part.commands.flatMap((command) => {
      // A single test is run like all tests, so its command counts only for the main ecosystem.
      const isMain = main === undefined || part.ecosystem === main || command.role !== 'one'
      const isOwn = (command.own === true && isMain) || !hasStack(part)
      if (!isOwn && (part.folder !== '' || part.ecosystem !== main)) return []
      return [{ ...command, source: command.source ?? part.source, rank: isOwn ? RANKS.scripts : RANKS.defaults }]
    })
  const members = new Set(parts.flatMap((part) => part.members?.paths ?? []))
  const folders = new Set(['', ...parts.map(({ folder }) => folder)])
  const names = new Set(parts.flatMap((part) => (part.folder === '' ? (part.name?.toLowerCase() ?? []) : [])))
  return [...folders].flatMap((folder) => {
    if (folder !== '' && (folder.includes('/') || members.has(folder))) return []
    const own = parts.filter((part) => part.folder === folder).flatMap(ranked)
    const all = [...(folder === '' ? namedCommands(scan, names) : []), ...own].filter(({ run }) => !isWarned(run))
    return all.length === 0 ? [] : [{ folder, ways: (role) => waysTo(role, all) }]
  })
}

/** The one ecosystem that the root clearly is: the only one, or the only one with a framework or a store. */
function ecosystemOf(parts: readonly ProjectPart[]): string | undefined {
  const groups = groupsOf(parts.filter((part) => part.folder === ''))
  const built = groups.filter(([, group]) => group.some((part) => part.technologies.some(isProduct)))
  const [only, ...others] = groups.length === 1 ? groups : built
  return others.length === 0 ? only?.[0] : undefined
}

/**
 * The commands of the highest source. Plain names come before variants; those that CI runs only fill gaps. CMake's
 * configuration alone builds nothing.
 */
function waysTo(role: Role, commands: readonly NamedCommand[]): readonly NamedCommand[] {
  const said = commands.filter((command) => command.role === role)
  const isPlain = said.some(({ variant }) => variant !== true)
  const builds = (rank: number) => said.some((one) => one.rank === rank && / --build /.test(one.run))
  const all = said.filter(
    ({ rank, run, variant }) =>
      !(variant === true && rank === RANKS.ci && isPlain) && (!/^cmake\b/.test(run) || builds(rank)),
  )
  const highest = Math.min(...all.map(({ rank }) => rank))
  const found = all.filter(({ rank }) => rank === highest)
  const order = [
    (one: NamedCommand) => one.variant !== true,
    (one: NamedCommand) => /\b(?:dev|unit)$|[<[{]/.test(one.run),
  ]
  const sorted = order.reduceRight(
    (list, isFirst) => list.toSorted((a, b) => Number(isFirst(b)) - Number(isFirst(a))),
    found,
  )
  const seen = new Set<string>()
  return sorted.filter(({ run }) => codeSpan(run) !== undefined && !seen.has(run) && seen.add(run)).slice(0, MOST_WAYS)
}

const MOST_WAYS = 3

/** Programs among which no source decides how to run the project. */
function programsOf(places: readonly Place[], parts: readonly ProjectPart[]): readonly string[] {
  const isRun = places.some(({ folder, ways }) => folder === '' && ways('run').length > 0)
  return isRun ? [] : parts.flatMap((part) => (part.folder === '' ? (part.programs ?? []) : []))
}

function spansOf(commands: readonly ProjectCommand[]): readonly string[] {
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

/** True for the label of a command, in either language and with or without its folder. */
export function isCommandLabel(label: string): boolean {
  const words = [LABELS.commands, ...Object.values(ROLE_LABELS)].flatMap(({ en, zh }) => [en, zh])
  return words.includes(label.replace(/\s?[(（](?:in|在) .*$/, ''))
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
