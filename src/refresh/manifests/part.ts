/**
 * What one manifest says about one part of a project, before it is put into words.
 *
 * Values here are raw (they come from files we did not write); `projectFacts` cleans whatever it prints.
 */

export interface Part {
  /** Where it lives: '' is the root, else a folder of the first level. */
  readonly folder: string
  readonly ecosystem: string
  /** The path of the manifest that says so. */
  readonly source: string
  readonly name: string | undefined
  /** Where another file than the part's own gives the name. */
  readonly nameSource?: string
  readonly description: string | undefined
  readonly technologies: readonly Technology[]
  readonly commands: readonly Command[]
  readonly members: Members | undefined
}

export type Kind =
  | 'language'
  | 'runtime'
  | 'framework'
  | 'data'
  | 'service'
  | 'testing'
  | 'tooling'
  | 'packages'
  | 'dependency'

export interface Technology {
  readonly kind: Kind
  readonly name: string
  readonly version: string | undefined
  /** Where another file than the part's own says so. */
  readonly source?: string
}

export type Role = 'install' | 'dev' | 'run' | 'build' | 'test' | 'lint' | 'format' | 'services'

export interface Command {
  readonly role: Role | undefined
  /** A script's or target's own name; a standard command has none, its role names it. */
  readonly name: string | undefined
  readonly run: string
  /** What the script runs, or what its author says about it. */
  readonly body: { readonly kind: 'code' | 'prose'; readonly text: string } | undefined
  /** Where the presence of another file than the part's own makes it true. */
  readonly source?: string
}

/** The packages of a workspace: folders seen in the tree, or the patterns where they lie deeper than we look. */
export interface Members {
  readonly paths: readonly string[]
  readonly source: string
}

export function technology(kind: Kind, name: string, version?: string): Technology {
  return { kind, name, version }
}

/** A command that holds for every project of its ecosystem, or wherever the named file is there. */
export function standard(role: Role, run: string, source?: string): Command {
  const command = { role, name: undefined, run, body: undefined }
  return source === undefined ? command : { ...command, source }
}

/** Technologies that another file than the part's own tells of. */
export function saidBy(source: string, technologies: readonly Technology[]): readonly Technology[] {
  return technologies.map((each) => ({ ...each, source: each.source ?? source }))
}

/** Each product once: the first mention with a version wins over one without. */
export function merged(technologies: readonly Technology[]): readonly Technology[] {
  const found = new Map<string, Technology>()
  for (const each of technologies) {
    const key = `${each.kind} ${each.name}`
    const present = found.get(key)
    if (present === undefined || (present.version === undefined && each.version !== undefined)) found.set(key, each)
  }
  return [...found.values()]
}

/** Whether a part has a stack of its own, or only runs commands and services. */
export function hasStack(part: Part): boolean {
  return part.technologies.some((each) => ['language', 'runtime', 'framework', 'data'].includes(each.kind))
}

export function script(name: string, run: string, body?: string): Command {
  return { role: roleOf(name), name, run, body: body === undefined ? undefined : { kind: 'code', text: body } }
}

export function described(name: string, run: string, about: string | undefined): Command {
  return { role: roleOf(name), name, run, body: about === undefined ? undefined : { kind: 'prose', text: about } }
}

/** Dependencies that a reader of the project would want to know, in the order of the table. */
export type Catalog = ReadonlyMap<string, { readonly kind: Kind; readonly name: string; readonly order: number }>

export function catalog(table: Partial<Record<Kind, Readonly<Record<string, string>>>>): Catalog {
  const known = new Map<string, { kind: Kind; name: string; order: number }>()
  for (const kind of KINDS) {
    for (const [id, name] of Object.entries(table[kind] ?? {})) known.set(id, { kind, name, order: known.size })
  }
  return known
}

const KINDS: readonly Kind[] = ['framework', 'data', 'testing', 'tooling', 'language', 'runtime', 'dependency']

/** Known dependencies first, each product once; the others as plain dependencies, in the manifest's order. */
export function fromDependencies(
  known: Catalog,
  dependencies: readonly (readonly [id: string, version: string | undefined])[],
): readonly Technology[] {
  const main = new Map<string, { order: number; technology: Technology }>()
  const others = new Map<string, Technology>()
  for (const [id, version] of dependencies) {
    const entry = known.get(id) ?? known.get(id.toLowerCase())
    if (entry === undefined) {
      if (!others.has(id)) others.set(id, technology('dependency', id, version))
    } else if (main.get(entry.name)?.technology.version === undefined) {
      main.set(entry.name, { order: entry.order, technology: technology(entry.kind, entry.name, version) })
    }
  }
  const sorted = [...main.values()].sort((a, b) => a.order - b.order)
  return [...sorted.map((each) => each.technology), ...others.values()]
}

const ROLES: ReadonlyMap<string, Role> = new Map<string, Role>([
  ...['install', 'setup', 'bootstrap', 'deps'].map((name) => [name, 'install'] as const),
  ...['dev', 'develop', 'serve', 'server', 'watch'].map((name) => [name, 'dev'] as const),
  ...['start', 'run'].map((name) => [name, 'run'] as const),
  ...['build', 'compile'].map((name) => [name, 'build'] as const),
  ...['test', 'tests'].map((name) => [name, 'test'] as const),
  ...['lint', 'check', 'typecheck', 'type-check'].map((name) => [name, 'lint'] as const),
  ...['format', 'fmt'].map((name) => [name, 'format'] as const),
])

function roleOf(name: string): Role | undefined {
  return ROLES.get(name.toLowerCase())
}
