/**
 * What manifests declare: scripts, targets, packages and versions, as one value over all of them.
 *
 * The question is whether something is declared anywhere. While a manifest cannot be read, nothing counts as gone: the
 * answer is "unknown".
 */

import { isRecord } from '../core/record.ts'
import {
  at,
  entriesAt,
  listAt,
  parseJson,
  parseToml,
  parseYaml,
  shortLines,
  textAt,
  textOf,
  textsAt,
} from '../text/parse-data.ts'
import { wordSet } from '../text/word-set.ts'
import type { MemberKind, ScriptTool } from './claim.ts'
import { type Ecosystem, packageKey } from './known-packages.ts'
import { nameOf } from './repository.ts'

export interface Declared {
  readonly spec: string
  readonly source: string
  /** A container image: the service itself, not a client for it. */
  readonly image: boolean
}

export class Declarations {
  readonly scripts = new Map<ScriptTool, Map<string, string>>()
  /** The commands of the scripts, as written. */
  readonly commands: string[] = []
  readonly packages = new Map<string, Declared[]>()
  readonly ecosystems = new Set<Ecosystem>()
  /** The files of each task runner, with their texts. */
  readonly runners = new Map<'make' | 'just' | 'task', { path: string; text: string }[]>()
  readonly members = new Map<MemberKind, Set<string>>()
  /** Kinds of manifest of which one could not be read. */
  readonly unreadable = new Set<string>()

  constructor(manifests: readonly { readonly path: string; readonly text: string | undefined }[]) {
    for (const { path, text } of manifests) {
      const read = readerOf(path)
      if (read === undefined) continue
      if (text === undefined) this.unreadable.add(nameOf(path))
      else read(this, path, text)
    }
  }

  declare(name: string, spec: string | undefined, source: string, image = false): void {
    const key = packageKey(name)
    const known = this.packages.get(key) ?? []
    known.push({ spec: spec ?? '', source, image })
    this.packages.set(key, known)
  }

  script(tool: ScriptTool, names: readonly string[], source: string): void {
    const known = this.scripts.get(tool) ?? new Map<string, string>()
    for (const name of names) known.set(name, source)
    this.scripts.set(tool, known)
  }

  member(kind: MemberKind, names: readonly string[]): void {
    const known = this.members.get(kind) ?? new Set<string>()
    for (const name of names) known.add(name)
    this.members.set(kind, known)
  }

  runner(tool: 'make' | 'just' | 'task', path: string, text: string): void {
    this.runners.set(tool, [...(this.runners.get(tool) ?? []), { path, text }])
  }
}

export function isManifest(path: string): boolean {
  return readerOf(path) !== undefined
}

type ManifestReader = (into: Declarations, path: string, text: string) => void

function readerOf(path: string): ManifestReader | undefined {
  const name = nameOf(path)
  return READERS.find(([pattern]) => pattern.test(name))?.[1]
}

const node: ManifestReader = (into, path, text) => {
  const json = parseJson(text)
  if (!isRecord(json)) {
    into.unreadable.add('package.json')
    return
  }
  into.ecosystems.add('node')
  const scripts = entriesAt(json, 'scripts')
  into.script(
    'npm',
    scripts.map(([name]) => name),
    path,
  )
  into.commands.push(...scripts.map(([, command]) => (textOf(command) ?? '').replaceAll(/\s+/g, ' ')))
  for (const field of ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies']) {
    for (const [name, spec] of entriesAt(json, field)) into.declare(name, textOf(spec), path)
  }
  for (const [name, spec] of [...entriesAt(json, 'engines'), ...entriesAt(json, 'volta')])
    into.declare(name, textOf(spec), path)
  const manager = /^(\w+)@([\d.]+)/.exec(textAt(json, 'packageManager') ?? '')
  if (manager?.[1] !== undefined) into.declare(manager[1], manager[2], path)
  const own = textAt(json, 'name')
  // The bank may name any version of the project itself.
  if (own !== undefined) into.declare(own, undefined, path)
}

const deno: ManifestReader = (into, path, text) => {
  const json = parseJson(text)
  into.script(
    'deno',
    [...entriesAt(json, 'tasks'), ...entriesAt(json, 'scripts')].map(([name]) => name),
    path,
  )
  for (const [name, spec] of entriesAt(json, 'imports'))
    into.declare(name, /@[\^~]?([\d.]+)/.exec(textOf(spec) ?? '')?.[1], path)
}

const composer: ManifestReader = (into, path, text) => {
  const json = parseJson(text)
  into.ecosystems.add('php')
  into.commands.push(...entriesAt(json, 'scripts').flatMap(([, command]) => JSON.stringify(command)))
  into.script(
    'composer',
    entriesAt(json, 'scripts').map(([name]) => name),
    path,
  )
  for (const field of ['require', 'require-dev'])
    for (const [name, spec] of entriesAt(json, field)) into.declare(name, textOf(spec), path)
}

const python: ManifestReader = (into, path, text) => {
  const toml = parseToml(text)
  into.ecosystems.add('python')
  into.declare(
    'python',
    textAt(toml, 'project', 'requires-python') ?? textAt(toml, 'tool', 'poetry', 'dependencies', 'python'),
    path,
  )
  const listed = [
    ...textsAt(toml, 'project', 'dependencies'),
    ...textsAt(toml, 'build-system', 'requires'),
    ...textsAt(toml, 'tool', 'uv', 'dev-dependencies'),
    ...[...entriesAt(toml, 'project', 'optional-dependencies'), ...entriesAt(toml, 'dependency-groups')].flatMap(
      ([, group]) => textsAt({ group }, 'group'),
    ),
  ]
  for (const line of listed) requirement(into, line, path)
  const tables = [
    at(toml, 'tool', 'poetry', 'dependencies'),
    at(toml, 'tool', 'poetry', 'dev-dependencies'),
    ...entriesAt(toml, 'tool', 'poetry', 'group').map(([, group]) => at(group, 'dependencies')),
    at(toml, 'packages'),
    at(toml, 'dev-packages'),
  ]
  for (const table of tables) {
    for (const [name, spec] of entriesAt(table))
      if (name !== 'python') into.declare(name, textOf(spec) ?? textAt(spec, 'version'), path)
  }
  const own = textAt(toml, 'project', 'name') ?? textAt(toml, 'tool', 'poetry', 'name')
  if (own !== undefined) into.declare(own, undefined, path)
}

const requirements: ManifestReader = (into, path, text) => {
  into.ecosystems.add('python')
  for (const line of shortLines(text)) requirement(into, line.replace(/\s#.*$/, ''), path)
}

/** setup.py and setup.cfg: every requirement in them, wherever it stands. */
const setup: ManifestReader = (into, path, text) => {
  into.ecosystems.add('python')
  for (const match of text.matchAll(/["']([A-Za-z][\w.-]*(?:\[[^\]]*\])?\s*(?:[<>=!~]=?[^"']*)?)["']/g))
    requirement(into, match[1] ?? '', path)
  for (const line of shortLines(text)) if (/^\s+[A-Za-z]/.test(line)) requirement(into, line, path)
  into.declare('python', /python_requires\s*=\s*["']?([^"'\n]+)/.exec(text)?.[1], path)
}

function requirement(into: Declarations, line: string, path: string): void {
  const match = /^\s*([A-Za-z][\w.-]*)(?:\[[^\]]*\])?\s*\(?((?:[<>=!~]=?=?)[^;#)]*)?/.exec(line)
  if (match?.[1] !== undefined) into.declare(match[1], match[2]?.trim(), path)
}

const cargo: ManifestReader = (into, path, text) => {
  const toml = parseToml(text)
  into.ecosystems.add('rust')
  const tables = [toml, at(toml, 'workspace'), ...entriesAt(toml, 'target').map(([, target]) => target)]
  for (const table of tables) {
    for (const field of ['dependencies', 'dev-dependencies', 'build-dependencies']) {
      for (const [name, spec] of entriesAt(table, field)) {
        const version = textOf(spec) ?? textAt(spec, 'version')
        into.declare(name, version === undefined ? undefined : version.replace(/^(?=\d)/, '^'), path)
      }
    }
  }
  const inherited = (field: string) => textAt(toml, 'package', field) ?? textAt(toml, 'workspace', 'package', field)
  const least = inherited('rust-version')
  if (least !== undefined) into.declare('rust', `>=${least}`, path)
  into.declare('edition', inherited('edition'), path)
  const own = textAt(toml, 'package', 'name')
  if (own !== undefined) {
    into.member('cargo-package', [own])
    into.member('cargo-target', [own])
    into.declare(own, undefined, path)
  }
  const optional = entriesAt(toml, 'dependencies').filter(([, spec]) => at(spec, 'optional') === true)
  into.member('cargo-feature', ['default', ...[...entriesAt(toml, 'features'), ...optional].map(([name]) => name)])
  for (const kind of ['bin', 'example', 'bench', 'test'])
    into.member(
      'cargo-target',
      listAt(toml, kind).flatMap((one) => textAt(one, 'name') ?? []),
    )
}

const go: ManifestReader = (into, path, text) => {
  into.ecosystems.add('go')
  for (const line of shortLines(text)) {
    const least = /^go\s+([\d.]+)/.exec(line)?.[1]
    if (least !== undefined) into.declare('go', `>=${least}`, path)
    const module = /^\s*(?:require\s+)?([\w-]*\.[\w.-]+(?:\/[\w.~-]+)+)\s+v([\d.]+)/.exec(line)
    if (module?.[1] === undefined) continue
    const parts = module[1].split('/').filter((part) => !/^v\d+$/.test(part))
    // The adapter of a package is not the package. A version made from a commit cannot be compared.
    const short = parts.length > 3 ? [] : [parts.at(-1) ?? '']
    const version = module[2] === '0.0.0' ? undefined : module[2]
    for (const name of [module[1], ...short, parts.slice(-2).join('/')]) into.declare(name, version, path)
  }
}

const ruby: ManifestReader = (into, path, text) => {
  into.ecosystems.add('ruby')
  for (const match of text.matchAll(
    /^[ \t]*(?:gem\s{1,9}["']([\w-]+)["']|(ruby))(?:\s{0,9},?\s{0,9}["']([^"']+)["'])?/gm,
  ))
    into.declare(match[1] ?? 'ruby', match[3], path)
}

const jvm: ManifestReader = (into, path, text) => {
  maven(into, path, text)
  gradle(into, path, text)
}

const maven: ManifestReader = (into, path, text) => {
  const values = new Map<string, string>()
  for (const [, name = '', value = ''] of text.matchAll(/<([\w.-]+)>(\d[\d.]*)(?:[.-]\w+)*<\/\1>/g))
    values.set(name, value.replace(/\.$/, ''))
  for (const [name, value] of values) shared(into, path, /^([a-z][\w-]*?)[.-]version$/i.exec(name)?.[1] ?? '', value)
  for (const [, artifact = '', property = '', version] of text.matchAll(ARTIFACT)) {
    into.declare(artifact, version ?? values.get(property), path)
    if (artifact === 'spring-boot-starter-parent') into.declare('spring-boot', version, path)
  }
  const java = ['java.version', 'maven.compiler.release', 'maven.compiler.source'].find((name) => values.has(name))
  into.declare('java', values.get(java ?? ''), path)
  into.member('maven-profile', firstGroups(text, /<profile>\s*<id>([^<]+)<\/id>/g))
}

const gradle: ManifestReader = (into, path, text) => {
  for (const [, name = '', value = ''] of text.matchAll(/\b([a-z]\w*?)_?[vV]ersion["']?\s*[=:]\s*["'](\d+(?:\.\d+)*)/g))
    shared(into, path, name, value)
  for (const [, name = '', version] of text.matchAll(/["'][\w.-]+:([\w.-]+):([\d.]+)[^"']*["']/g))
    into.declare(name, version, path)
  for (const [, id = '', version] of text.matchAll(/id\s*\(?["']([\w.-]+)["']\)?\s*version\s*["']([\d.]+)["']/g))
    into.declare(id === 'org.springframework.boot' ? 'spring-boot' : id, version, path)
  for (const [, modules = ''] of text.matchAll(/include\s{0,9}\(?((?:\s{0,99}["'][\w:.-]+["'],?)+)/g))
    into.member('gradle-module', firstGroups(modules, /["']:?([\w:.-]+)["']/g))
}

/** A version that several artifacts share has a name that begins with theirs: `<netty.version>`, `nettyVersion = "4.1"`. */
function shared(into: Parameters<ManifestReader>[0], path: string, name: string, version: string): void {
  if (name !== '' && !SETTINGS.has(name.toLowerCase())) into.declare(name, version, path)
}

const ARTIFACT = /<artifactId>([\w.-]+)<\/artifactId>\s*<version>(?:\$\{([\w.-]+)\}|([\d.]+)[^<]*)<\/version>/g
/** These name the project's own version or a setting of the build. */
const SETTINGS = wordSet(
  'project java release source target parent schema api model xml maven gradle app my this next current min max',
)

function firstGroups(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].map(([, group = '']) => group)
}

const tox: ManifestReader = (into, path, text) => {
  const sections = [...text.matchAll(/^\[testenv:([^\]]+)\]/gm)].flatMap((match) => expanded(match[1] ?? ''))
  const listed = /^env_?list\s*=((?:.*\n?)(?:[ \t]+.*\n?)*)/m.exec(text)?.[1] ?? ''
  // A factor in the middle of a name stands for names that are not listed.
  if (/[{}]/.test(listed)) into.unreadable.add(nameOf(path))
  if (/^[ \t]+[a-z][\w,!-]*:[ \t]+\S/m.test(text)) into.unreadable.add('tox factors')
  into.member('tox-env', [...sections, ...listed.split(/[\s,]+/).filter((name) => name !== '')])
}

/** `{py39,py310}-lint` → `py39-lint`, `py310-lint`. */
function expanded(name: string): readonly string[] {
  const choice = /^([^{]*)\{([^}]*)\}(.*)$/.exec(name)
  if (choice === null) return [name.trim()]
  return (choice[2] ?? '').split(',').flatMap((one) => expanded(`${choice[1]}${one.trim()}${choice[3]}`))
}

/** Every task by its full name, and every namespace with a colon at its end. Blocks are read by their indentation. */
const rake: ManifestReader = (into, _path, text) => {
  let open: { readonly indent: number; readonly name: string }[] = []
  for (const line of shortLines(text)) {
    const indent = /^\s*/.exec(line)?.[0].length ?? 0
    if (/^\s*end\b/.test(line)) open = open.filter((one) => one.indent < indent)
    const task = /^\s*(?:deprecated_|multi)?task\s{0,9}\(?\s{0,9}(?::|["'])?([\w:]+)/.exec(line)?.[1]
    const space = /^\s*namespace\s{0,9}\(?\s{0,9}[:"']?(\w+)/.exec(line)?.[1]
    const whole = (name: string) => [...open.map((one) => one.name), name].join(':')
    if (task !== undefined) into.member('rake-task', [whole(task)])
    if (space === undefined) continue
    into.member('rake-task', [`${whole(space)}:`])
    open.push({ indent, name: space })
  }
}

const catalog: ManifestReader = (into, path, text) => {
  for (const [name, spec] of entriesAt(parseToml(text), 'versions')) into.declare(name, textOf(spec), path)
}

const compose: ManifestReader = (into, path, text) => {
  const services = entriesAt(parseYaml(text), 'services')
  if (services.length === 0) into.unreadable.add('compose')
  into.member(
    'compose-service',
    services.map(([name]) => name),
  )
  for (const match of text.matchAll(/^[ \t]*image:[ \t]*["']?([^\s"'#]+)/gm)) image(into, match[1] ?? '', path)
}

const dockerfile: ManifestReader = (into, path, text) => {
  const args = new Map(
    [...text.matchAll(/^ARG\s+(\w+)=["']?([\w.-]+)/gm)].map((match) => [match[1] ?? '', match[2] ?? '']),
  )
  for (const match of text.matchAll(/^FROM\s+(?:--\S+\s+)?(\S+)/gim)) {
    image(
      into,
      (match[1] ?? '').replaceAll(/\$\{?(\w+)\}?/g, (_, name: string) => args.get(name) ?? ''),
      path,
    )
  }
}

function image(into: Declarations, reference: string, path: string): void {
  const match = /(?:^|\/)([\w.-]+)(?::v?(\d+(?:\.\d+)*))?[^/]*$/.exec(reference)
  if (match?.[1] !== undefined) into.declare(match[1], match[2], path, true)
}

const versionFile =
  (name: string): ManifestReader =>
  (into, path, text) =>
    into.declare(name, /(\d+(?:\.\d+)*)/.exec(text)?.[1], path)

const toolVersions: ManifestReader = (into, path, text) => {
  for (const match of text.matchAll(/^["']?([\w-]+)["']?[ \t]{0,99}=?[ \t]{0,99}["']?([\d.]+)/gm))
    into.declare((match[1] ?? '').replace(/^nodejs$/, 'node').replace(/^golang$/, 'go'), match[2], path)
}

const runner =
  (tool: 'make' | 'just' | 'task'): ManifestReader =>
  (into, path, text) =>
    into.runner(tool, path, text)

const READERS: readonly (readonly [RegExp, ManifestReader])[] = [
  [/^package\.json$/, node],
  [/^deno\.jsonc?$/, deno],
  [/^composer\.json(?:[-.]dist)?$/, composer],
  [/^(?:pyproject\.toml|Pipfile)$/, python],
  [/requirements?[\w.-]{0,100}\.(?:txt|in)$|^constraints\.txt$/, requirements],
  [/^setup\.(?:py|cfg)$|^environment\.ya?ml$/, setup],
  [/^Cargo\.toml$/, cargo],
  [/^go\.mod$/, go],
  [/^Gemfile$|\.gemspec$/, ruby],
  [/^pom\.xml$|\.gradle(?:\.kts)?$/, jvm],
  [/^tox\.ini$/, tox],
  [/^Rakefile$|\.rake$/, rake],
  [/^libs\.versions\.toml$/, catalog],
  [/^(?:docker-)?compose[\w.-]*\.ya?ml$/, compose],
  [/^(?:Dockerfile|Containerfile)|\.Dockerfile$/i, dockerfile],
  [/^\.(?:nvmrc|node-version)$/, versionFile('node')],
  [/^\.python-version$|^runtime\.txt$/, versionFile('python')],
  [/^\.ruby-version$/, versionFile('ruby')],
  [/^rust-toolchain(?:\.toml)?$/, versionFile('rust')],
  [/^\.tool-versions$|^\.?mise\.toml$/, toolVersions],
  [/^(?:GNUmakefile|[Mm]akefile)$|\.mk$|^Makefile\./, runner('make')],
  [/^\.?[Jj]ustfile$|\.just$/, runner('just')],
  [/^[Tt]askfile[\w.-]*\.ya?ml$/, runner('task')],
]
