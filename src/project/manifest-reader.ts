/**
 * A kind of project, as its manifests describe it: one file of `manifests/` each.
 *
 * Values here are raw (they come from files we did not write); `projectFacts` cleans whatever it prints.
 */

import type { ScannedFile } from './facts.ts'
import { phraseList, wordSet } from '../base/word-set.ts'
import type { Members, Scan } from './scan.ts'

export interface ManifestReader {
  /**
   * Of two parts that matter alike, the one with the lower order comes first: servers and compiled languages before
   * Node, which many of them use for their assets only; runners last.
   */
  readonly order: number
  /** What a scan should read of it; of all files the ones with the lowest worth come first. `*` stands for any text. */
  readonly files: readonly { readonly worth: number; readonly names: readonly string[] }[]
  /** What a scan learns from them together: the parts of the project. */
  readonly read: (scan: Scan) => readonly Part[]
  /** What each file declares by itself, by the names of the files. */
  readonly declares: readonly (readonly [names: readonly string[], read: (file: ScannedFile) => Declared])[]
  /** The better known packages, by the names that people give them. */
  readonly products: () => Catalog
}

/** What one file declares. Names are as written; so are versions, which may be ranges. */
export interface Declared {
  /** Packages, languages and runtimes, whether they run, test or build the project. */
  readonly packages: readonly Dependency[]
  /** Container images: the service itself, not a client of it. */
  readonly services?: readonly Dependency[]
  /** Scripts, targets and tasks, and what runs them. */
  readonly scripts?: { readonly runner: Runner; readonly names: readonly string[] }
}

export type Runner = 'npm' | 'composer' | 'deno' | 'make' | 'just' | 'task'

/** A file that holds the version of one runtime and nothing else: `.nvmrc`. */
export function versionOf(name: string): (file: ScannedFile) => Declared {
  return ({ text }) => ({ packages: [[name, /\d+(?:\.\d+)*/.exec(text)?.[0]]] })
}

export interface Part {
  /** Where it lives: '' is the root. */
  readonly folder: string
  /** Parts of one ecosystem are told together. */
  readonly ecosystem: string
  /** The path of the manifest that says so. */
  readonly source: string
  readonly name: string | undefined
  /** Where another file than the part's own gives the name. */
  readonly nameSource?: string
  readonly description: string | undefined
  /** What the part runs on; nothing that only tests, checks or builds it. */
  readonly technologies: readonly Technology[]
  readonly commands: readonly Command[]
  readonly members: Members | undefined
}

export type Kind = 'language' | 'runtime' | 'framework' | 'data' | 'service' | 'dependency'

export interface Technology {
  readonly kind: Kind
  readonly name: string
  readonly version: string | undefined
  /** Where another file than the part's own says so. */
  readonly source?: string
}

export type Role = 'install' | 'build' | 'run' | 'test' | 'one' | 'lint' | 'format' | 'services'

export interface Command {
  readonly role: Role
  readonly run: string
  /** The project defines it under a name of its own (a script, a target); it goes before what holds for any project. */
  readonly own?: true
  /** One of several ways to fill the role (`test:unit`): it stands in where the role has no plain command. */
  readonly variant?: true
  /** Where the presence of another file than the part's own makes it true. */
  readonly source?: string
}

export function technology(kind: Kind, name: string, version?: string): Technology {
  return { kind, name, version }
}

/** What a file of its own fixes the version of (`.nvmrc`, `.ruby-version`): the pattern's group, where the file is such. */
export function pinned(
  kind: Kind,
  name: string,
  file: ScannedFile | undefined,
  pattern: RegExp,
): Technology | undefined {
  const version = pattern.exec(file?.text.trim() ?? '')?.[1]
  return file === undefined || version === undefined ? undefined : { kind, name, version, source: file.path }
}

/** A command that holds for every project of its ecosystem, or wherever the named file is there. */
export function standard(role: Role, run: string, source?: string): Command {
  return source === undefined ? { role, run } : { role, run, source }
}

/** A script, target or task by its name; nothing where the name tells no role, or is not safe to type. */
export function script(name: string, run: string, source?: string): readonly Command[] {
  if (!/^[\w@][\w.:@/+-]{0,59}$/.test(name)) return []
  const plain = ROLES.get(name.toLowerCase())
  if (plain !== undefined) return [{ ...standard(plain, run, source), own: true }]
  const [head = '', ...rest] = name.toLowerCase().split(/[:._-]/)
  const role = ROLES.get(head)
  const isAside = role === undefined || role === 'install' || rest.length > 2 || rest.some((word) => ASIDE.has(word))
  return isAside ? [] : [{ ...standard(role, run, source), own: true, variant: true }]
}

const ROLES: ReadonlyMap<string, Role> = new Map<string, Role>([
  ...['install', 'setup', 'bootstrap', 'deps'].map((name) => [name, 'install'] as const),
  ...['dev', 'develop', 'serve', 'server', 'start', 'run', 'up'].map((name) => [name, 'run'] as const),
  ...['build', 'compile'].map((name) => [name, 'build'] as const),
  ...['test', 'tests'].map((name) => [name, 'test'] as const),
  ...['lint', 'check', 'typecheck', 'type-check'].map((name) => [name, 'lint'] as const),
  ...['format', 'fmt'].map((name) => [name, 'format'] as const),
])

/** Second words of scripts that fill no role: they watch, measure, clean up or serve a machine. */
const ASIDE = wordSet(`
  watch coverage cov ci debug update ui fix check report clean analyze analyse prod production docs docker release`)

/** Technologies that another file than the part's own tells of. */
export function saidBy(source: string, technologies: readonly Technology[]): readonly Technology[] {
  return technologies.map((each) => ({ ...each, source: each.source ?? source }))
}

/** Each product once: the first mention with a version wins over one without. */
export function merged<T extends Technology>(technologies: readonly T[]): readonly T[] {
  const found = new Map<string, T>()
  for (const each of technologies) {
    const key = `${each.kind} ${each.name}`
    const present = found.get(key)
    if (present === undefined || (present.version === undefined && each.version !== undefined)) found.set(key, each)
  }
  return [...found.values()]
}

/** Whether a part has a stack of its own, or only runs commands and services. */
export function hasStack(part: Part): boolean {
  return part.technologies.some((each) => each.kind !== 'service')
}

/** A framework or a store, as against a language or a plain dependency. */
export function isProduct(each: Technology): boolean {
  return each.kind === 'framework' || each.kind === 'data'
}

/** Frameworks and stores that a reader of the project would want to know, in the order of the table. */
export type Catalog = ReadonlyMap<string, { readonly kind: Kind; readonly name: string; readonly order: number }>

/** Each entry is the id of a package, a space, and the product's name. */
export function catalog(table: Readonly<Record<'framework' | 'data', string>>): Catalog {
  const known = new Map<string, { kind: Kind; name: string; order: number }>()
  for (const kind of ['framework', 'data'] as const) {
    for (const entry of phraseList(table[kind])) {
      const space = entry.indexOf(' ')
      known.set(entry.slice(0, space), { kind, name: entry.slice(space + 1), order: known.size })
    }
  }
  return known
}

/** For what has no packages. */
export function noProducts(): Catalog {
  return new Map()
}

export type Dependency = readonly [id: string, version: string | undefined]

/** Where a project depends on no more than these, they are its stack. */
const FEW = 6

/** What tests or checks a project, in ecosystems that do not keep such dependencies apart. */
const ASIDE_PACKAGE = /\b(?:py)?(?:test|mock|assert|lint)|\b(?:gomock|ginkgo|gomega|go-cmp|coverage|rubocop)\b/i

/** Known products first, each once; where there are few dependencies in all, the others too. */
export function fromDependencies(known: Catalog, dependencies: readonly Dependency[]): readonly Technology[] {
  const main = new Map<string, { order: number; technology: Technology }>()
  const others = new Map<string, Technology>()
  for (const [id, version] of dependencies) {
    const entry = known.get(id) ?? known.get(id.toLowerCase())
    if (entry === undefined) {
      if (!others.has(id) && !ASIDE_PACKAGE.test(id)) others.set(id, technology('dependency', id, version))
    } else if (main.get(entry.name)?.technology.version === undefined) {
      main.set(entry.name, { order: entry.order, technology: technology(entry.kind, entry.name, version) })
    }
  }
  const sorted = [...main.values()].sort((a, b) => a.order - b.order)
  return [...sorted.map((each) => each.technology), ...(dependencies.length <= FEW ? others.values() : [])]
}
