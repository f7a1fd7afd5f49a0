/**
 * The interface of a manifest reader. Each file of `manifests/` reads one kind of project.
 *
 * Values are raw and not trusted. `projectFacts` cleans them before it prints them.
 */

import { phraseList, wordSet } from '../base/word-set.ts'
import type { ScannedFile } from './facts.ts'
import type { ReadOdd } from './odd-dependencies.ts'
import { folderOf, isNamed, type Members, type Scan } from './scan.ts'

export interface ManifestReader {
  /**
   * Order among parts of equal weight. Servers and compiled languages come before Node, which many use only for assets;
   * runners come last.
   */
  readonly order: number
  /** The files of this kind of project. For `declares` and `odd`, the first entry that names the file decides. */
  readonly files: readonly ManifestFile[]
  /** The parts of the project that the files describe together. */
  readonly read: (scan: Scan) => readonly ProjectPart[]
  /** Well-known packages, with their common names. */
  readonly products?: () => Catalog
}

interface ManifestFile {
  /** `*` is a wildcard. */
  readonly names: readonly string[]
  /** A scan reads files of a lower worth first, and those without one never. */
  readonly worth?: number
  /** The declarations of a single file. */
  readonly declares?: (file: ScannedFile) => Declared
  /** Its unusual dependencies. */
  readonly odd?: ReadOdd
}

/** The answer of the first entry that names the file and has one. */
export function answerFor<K extends 'declares' | 'odd'>(
  readers: readonly ManifestReader[],
  path: string,
  question: K,
): ManifestFile[K] | undefined {
  return readers
    .flatMap(({ files }) => files)
    .find((file) => file[question] !== undefined && isNamed(path, file.names))?.[question]
}

/** The declarations of one file. Names and versions are as written; a version may be a range. */
export interface Declared {
  /** Packages, languages and runtimes, whether they run, test or build the project. */
  readonly packages: readonly Dependency[]
  /** Container images, which are the service itself and not a client of it. */
  readonly services?: readonly Dependency[]
  /** Scripts, targets or tasks, and their runner. */
  readonly scripts?: { readonly runner: Runner; readonly names: readonly string[] }
}

export type Runner = 'npm' | 'composer' | 'deno' | 'make' | 'just' | 'task'

/** Reads a file that holds only the version of a runtime, such as `.nvmrc`. */
export function versionOf(name: string): (file: ScannedFile) => Declared {
  return ({ text }) => ({ packages: [[name, /\d+(?:\.\d+)*/.exec(text)?.[0]]] })
}

export interface ProjectPart {
  /** `''` is the root. */
  readonly folder: string
  /** Parts of one ecosystem are printed together. */
  readonly ecosystem: string
  readonly source: string
  readonly name: string | undefined
  /** The file of the name, if it is not the manifest. */
  readonly nameSource?: string
  readonly description: string | undefined
  /** Technologies the part runs on, without those for tests, checks and builds. */
  readonly technologies: readonly Technology[]
  readonly commands: readonly ProjectCommand[]
  /** Its programs, if there are several and none is named as the main one. */
  readonly programs?: readonly string[]
  readonly members: Members | undefined
}

/** A part with the given values; all others are empty. */
export function partOf(source: string, ecosystem: string, said: Partial<ProjectPart>): ProjectPart {
  const empty = { name: undefined, description: undefined, technologies: [], commands: [], members: undefined }
  return { folder: folderOf(source), ecosystem, source, ...empty, ...said }
}

export type CommandKind = 'language' | 'runtime' | 'framework' | 'data' | 'service'

export interface Technology {
  readonly kind: CommandKind
  readonly name: string
  readonly version: string | undefined
  /** The file that says so, if it is not the manifest. */
  readonly source?: string
}

export const ROLE_NAMES = ['install', 'run', 'build', 'test', 'one', 'lint', 'format', 'services'] as const
export type Role = (typeof ROLE_NAMES)[number]

export interface ProjectCommand {
  readonly role: Role
  readonly run: string
  /** A script or target of the project itself. It comes before a command of its ecosystem. */
  readonly own?: true
  /** One of several ways (`test:unit`), used if there is no plain command. */
  readonly variant?: true
  /** The file whose presence makes the command valid, if it is not the manifest. */
  readonly source?: string
}

export function technology(kind: CommandKind, name: string, version?: string): Technology {
  return { kind, name, version }
}

/** The version that a file of its own pins (`.nvmrc`, `.ruby-version`), as the pattern's group. */
export function pinned(
  kind: CommandKind,
  name: string,
  file: ScannedFile | undefined,
  pattern: RegExp,
): Technology | undefined {
  const version = pattern.exec(file?.text.trim() ?? '')?.[1]
  return file === undefined || version === undefined ? undefined : { kind, name, version, source: file.path }
}

/** A command, or a pair of a command and the file whose presence makes it valid, if that is not the manifest. */
export type Way = string | readonly [run: string, source: string | undefined] | undefined

/** The usual commands of an ecosystem. A role without a way is left out. */
export function usual(ways: Readonly<Partial<Record<Role, Way>>>): readonly ProjectCommand[] {
  return ROLE_NAMES.flatMap((role) => {
    const way = ways[role]
    if (way === undefined) return []
    const [run, source] = typeof way === 'string' ? [way, undefined] : way
    return [command(role, run, source)]
  })
}

function command(role: Role, run: string, source?: string): ProjectCommand {
  return source === undefined ? { role, run } : { role, run, source }
}

/** A script or target by its name. Empty if the name has no known role or is unsafe to type. */
export function script(name: string, run: string, source?: string): readonly ProjectCommand[] {
  if (!/^[\w@][\w.:@/+-]{0,59}$/.test(name)) return []
  const found = scriptRole(name)
  return found === undefined ? [] : [{ ...command(found.role, run, source), ...found, own: true }]
}

/** The role that the name of a script or program says. */
export function scriptRole(name: string): Pick<ProjectCommand, 'role' | 'variant'> | undefined {
  const plain = ROLES.get(name.toLowerCase())
  if (plain !== undefined) return { role: plain }
  const [head = '', ...rest] = name.toLowerCase().split(/[:._-]/)
  const role = ROLES.get(head)
  const isAside = role === undefined || NO_VARIANTS.has(head) || rest.length > 2 || rest.some((word) => ASIDE.has(word))
  return isAside ? undefined : { role, variant: true }
}

const ROLES: ReadonlyMap<string, Role> = new Map<string, Role>([
  ...['install', 'setup', 'bootstrap', 'deps'].map((name) => [name, 'install'] as const),
  ...['dev', 'develop', 'serve', 'server', 'start', 'run', 'up'].map((name) => [name, 'run'] as const),
  ...['build', 'compile'].map((name) => [name, 'build'] as const),
  ...['test', 'tests', 'runtest', 'runtests', 'run-tests', 'run_tests'].map((name) => [name, 'test'] as const),
  ...['lint', 'check', 'typecheck', 'type-check'].map((name) => [name, 'lint'] as const),
  ...['format', 'fmt'].map((name) => [name, 'format'] as const),
])

/** `run_benchmarks` and `check-signatures` say nothing about the project as a whole. */
const NO_VARIANTS = wordSet('install setup bootstrap deps run serve up check')

/** Second words of scripts without a role: they watch, measure, clean up or serve CI. */
const ASIDE = wordSet(`
  watch coverage cov ci debug update ui fix check report clean analyze analyse prod production docs docker release`)

export function citedIn(source: string, technologies: readonly Technology[]): readonly Technology[] {
  return technologies.map((each) => ({ ...each, source: each.source ?? source }))
}

/** Each product once. A mention with a version wins. */
export function uniqueTechnologies<T extends Technology>(technologies: readonly T[]): readonly T[] {
  const found = new Map<string, T>()
  for (const each of technologies) {
    const key = `${each.kind} ${each.name}`
    const present = found.get(key)
    if (present === undefined || (present.version === undefined && each.version !== undefined)) found.set(key, each)
  }
  return [...found.values()]
}

/** False for a part that only runs commands and services. */
export function hasStack(part: ProjectPart): boolean {
  return part.technologies.some((each) => each.kind !== 'service')
}

/** A framework or a store, not a language or plain dependency. */
export function isProduct(each: Technology): boolean {
  return each.kind === 'framework' || each.kind === 'data'
}

/** Frameworks and stores that are worth naming, in the order of the table. */
export type Catalog = ReadonlyMap<string, { readonly kind: CommandKind; readonly name: string; readonly order: number }>

/** Each entry is a package id, a space, and the product's name. */
export function catalog(table: Readonly<Record<'framework' | 'data', string>>): Catalog {
  const known = new Map<string, { kind: CommandKind; name: string; order: number }>()
  for (const kind of ['framework', 'data'] as const) {
    for (const entry of phraseList(table[kind])) {
      const space = entry.indexOf(' ')
      known.set(entry.slice(0, space), { kind, name: entry.slice(space + 1), order: known.size })
    }
  }
  return known
}

export type Dependency = readonly [id: string, version: string | undefined]

/** The known products among the dependencies, each once, in the catalogue's order. Others stay in the manifest (S58). */
export function productsIn(known: Catalog, dependencies: readonly Dependency[]): readonly Technology[] {
  const found = new Map<string, { order: number; technology: Technology }>()
  for (const [id, version] of dependencies) {
    const entry = known.get(id) ?? known.get(id.toLowerCase())
    if (entry !== undefined && found.get(entry.name)?.technology.version === undefined)
      found.set(entry.name, { order: entry.order, technology: technology(entry.kind, entry.name, version) })
  }
  return [...found.values()].sort((a, b) => a.order - b.order).map((each) => each.technology)
}
