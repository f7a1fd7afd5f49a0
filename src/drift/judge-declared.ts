/** Scripts, targets, packages and versions against what the manifests declare. */

import { isDocument } from '../text/document-path.ts'
import type { Claim, DependencyClaim, MemberKind, Place, ScriptTool, VersionClaim } from './claim.ts'
import { type Declarations, type Declared, isManifest } from './declarations.ts'
import { type Ground, type Judged, takenOut, UNKNOWN, VALID, type Verdict } from './ground.ts'
import { ecosystemOf, packageKey } from './known-packages.ts'
import type { Removal } from './repository.ts'
import { agrees } from './versions.ts'

export function judgeScript(
  { tool, name, sure }: { tool: ScriptTool; name: string; sure: boolean },
  declared: Declarations,
): Verdict {
  const scripts = declared.scripts.get(tool)
  const manifest = MANIFEST[tool]
  if (scripts === undefined || scripts.size === 0 || declared.unreadable.has(manifest)) return UNKNOWN
  if (scripts.has(name)) return VALID
  // Without `run`, it may as well be a program that some package brings.
  if (!sure && !(name.includes(':') || COMMON_SCRIPT.test(name.replace(/[-_].*$/, '')))) return UNKNOWN
  if (!sure && bringsProgram(name, declared)) return UNKNOWN
  const near = nearest(name, [...scripts.keys()])
  const there = near.length === 0 ? [...scripts.keys()].slice(0, 6) : near
  const source = [...new Set(scripts.values())]
  const where = source.length === 1 ? (source[0] ?? manifest) : manifest
  const evidence = {
    en: `no script of that name in ${where}; it has ${there.join(', ')}`,
    zh: `${where} 中没有这个脚本，现有 ${there.join('、')}`,
  }
  return { kind: 'gone', evidence }
}

const MANIFEST: Readonly<Record<ScriptTool, string>> = {
  npm: 'package.json',
  composer: 'composer.json',
  deno: 'deno.json',
}
const COMMON_SCRIPT =
  /^(?:dev|build|start|serve|lint|test|format|typecheck|type-check|e2e|preview|storybook|migrate|seed|generate|codegen|watch|clean|release|deploy|check|coverage)$/

function bringsProgram(name: string, declared: Declarations): boolean {
  return [...declared.packages.keys()].some((key) => key === packageKey(name) || key.endsWith(`/${packageKey(name)}`))
}

/** Names that share a part with it. */
function nearest(name: string, names: readonly string[]): readonly string[] {
  const parts = new Set(name.split(/[:_-]/))
  return names.filter((other) => other.split(/[:_-]/).some((part) => parts.has(part))).slice(0, 4)
}

export function judgeTarget(
  { tool, name, standing }: Place & { tool: 'make' | 'just' | 'task'; name: string },
  { declarations, atlas }: Ground,
): Verdict {
  const files = declarations.runners.get(tool) ?? []
  if (/[./]/.test(name)) return UNKNOWN
  if (files.length === 0) {
    const mayBeMade = standing === 'weak' || MAKES_FILES.some((one) => atlas.named(one).length > 0)
    if (mayBeMade || declarations.ecosystems.size === 0 || atlas.hasEnding('.mk')) return UNKNOWN
    return { kind: 'gone', evidence: { en: `there is no ${RUNNER_FILE[tool]}`, zh: `没有 ${RUNNER_FILE[tool]}` } }
  }
  const escaped = name.replaceAll(/[-.]/g, (character) => `\\${character}`)
  const offers: Readonly<Record<typeof tool, RegExp>> = {
    make: new RegExp(
      `^(?:[^\\t#=\\n:][^#=\\n:]*[ \\t])?${escaped}(?:[ \\t][^#=\\n:]*)?::?(?!=)|^\\.PHONY[ \\t]*:.*[ \\t]${escaped}(?:[ \\t]|$)`,
      'm',
    ),
    just: new RegExp(`^(?:@?${escaped}(?:[ \\t][^\\n:]*)?:(?!=)|alias[ \\t]+${escaped}\\b)`, 'm'),
    task: new RegExp(`^[ \\t]+["']?${escaped}["']?[ \\t]*:|aliases:.*\\b${escaped}\\b`, 'm'),
  }
  if (files.some(({ text }) => offers[tool].test(text))) return VALID
  // Rules that are made by patterns, variables or files we do not see.
  if (files.some(({ text }) => OPEN_ENDED[tool].test(text))) return UNKNOWN
  const where = files[0]?.path ?? tool
  return { kind: 'gone', evidence: { en: `${where} has no target of that name`, zh: `${where} 中没有这个目标` } }
}

const RUNNER_FILE = { make: 'Makefile', just: 'justfile', task: 'Taskfile' } as const
/** From these a Makefile is made. */
const MAKES_FILES = [
  'configure',
  'configure.ac',
  'configure.in',
  'Makefile.in',
  'Makefile.am',
  'Makefile.PL',
  'CMakeLists.txt',
  'binding.gyp',
  'setup.py',
  'qmake.pro',
  'meson.build',
]

const OPEN_ENDED: Readonly<Record<'make' | 'just' | 'task', RegExp>> = {
  make: /^(?:-|s)?include\b|^[^\t#=\n]*(?:%|\$\()[^#=\n]*:(?!=)|\$\(eval\b|^\.DEFAULT\b/m,
  just: /^(?:import|mod)\??\s|^set fallback/m,
  task: /^includes:/m,
}

export function judgeMember({ of, name }: { of: MemberKind; name: string }, ground: Ground): Verdict {
  const { declarations, atlas } = ground
  if (of === 'python-module') return judgeModule(name, ground)
  if (of === 'maven-module') return judgeMavenModule(name, ground)
  const known = declarations.members.get(of)
  if (known === undefined || known.size === 0 || declarations.unreadable.has(UNREADABLE[of] ?? '')) return UNKNOWN
  if (known.has(name) || declarations.packages.has(packageKey(name))) return VALID
  if (of === 'tox-env' && !isOwnEnvironment(name, known, declarations.unreadable.has('tox factors'))) return UNKNOWN
  if (of === 'rake-task' && !isOwnTask(name, known)) return UNKNOWN
  if (
    of === 'cargo-target' &&
    [
      `bin/${name}.rs`,
      `bin/${name}`,
      `examples/${name}.rs`,
      `examples/${name}`,
      `benches/${name}.rs`,
      `tests/${name}.rs`,
      `tests/${name}`,
    ].some((path) => atlas.endingIn(path).length > 0)
  )
    return VALID
  if (of === 'gradle-module' && atlas.endingIn(name.replaceAll(':', '/')).length > 0) return VALID
  // Name spaces end in a colon.
  const names = [...known].filter((one) => !one.endsWith(':'))
  const near = nearest(name, names)
  const there = near.length === 0 ? names.slice(0, 8) : near
  return {
    kind: 'gone',
    evidence: {
      en: `there is no ${MEMBER[of].en} ${name}; there are ${there.join(', ')}`,
      zh: `没有名为 ${name} 的${MEMBER[of].zh}，现有 ${there.join('、')}`,
    },
  }
}

const UNREADABLE: Readonly<Partial<Record<MemberKind, string>>> = { 'compose-service': 'compose', 'tox-env': 'tox.ini' }

/** tox makes an environment of any name; only one beside others of its kind was meant to be declared. */
function isOwnEnvironment(name: string, known: ReadonlySet<string>, hasFactors: boolean): boolean {
  if (/^(?:py|pypy|cpython|jython)\d*$|^(?:ALL|devenv)$/.test(name)) return false
  if (!name.includes('-') || !hasFactors) return known.size >= 4 && !/^py/.test(name)
  const parts = new Set(name.split('-'))
  return [...known].some((one) => one.includes('-') && one.split('-').some((part) => parts.has(part)))
}

/** A task in a name space that is ours alone: frameworks add theirs to `db`, `test` and others. */
function isOwnTask(name: string, known: ReadonlySet<string>): boolean {
  const space = name.slice(0, name.lastIndexOf(':') + 1)
  return space !== '' && known.has(space) && !OF_FRAMEWORKS.test(space)
}

const OF_FRAMEWORKS =
  /^(?:db|test|spec|assets|app|log|tmp|time|rails|railties|zeitwerk|yarn|webpacker|turbo|css|javascript|tailwindcss|dev|stats|notes|cache_digests|active_storage|action_\w+|db:(?:test|schema|structure|migrate|mongoid|encryption|fixtures|environment|sessions|seed))(?::)$/

function judgeMavenModule(name: string, { atlas }: Ground): Verdict {
  const path = name.replace(/^:|\/$/g, '')
  if (atlas.endingIn(path).length > 0 || atlas.endingIn(`${path}/pom.xml`).length > 0) return VALID
  // An artifact may be called otherwise than its folder.
  if (name.startsWith(':') || atlas.named('pom.xml').length < 2) return UNKNOWN
  return { kind: 'gone', evidence: { en: `there is no ${path}/pom.xml`, zh: `没有 ${path}/pom.xml` } }
}

const MEMBER = {
  'cargo-package': { en: 'package', zh: '包' },
  'cargo-target': { en: 'binary or example', zh: '可执行目标' },
  'compose-service': { en: 'service', zh: '服务' },
  'gradle-module': { en: 'module', zh: '模块' },
  'cargo-feature': { en: 'feature', zh: '特性' },
  'maven-profile': { en: 'profile', zh: '构建配置' },
  'rake-task': { en: 'task', zh: '任务' },
  'tox-env': { en: 'environment', zh: '环境' },
} as const

/** Only a module of a package that is ours: its first part is here. */
function judgeModule(name: string, { atlas }: Ground): Verdict {
  const path = name.replaceAll('.', '/')
  const first = path.slice(0, path.indexOf('/'))
  if ([`${path}.py`, `${path}/__init__.py`, `${path}/__main__.py`, path].some((one) => atlas.endingIn(one).length > 0))
    return VALID
  if (atlas.endingIn(`${first}/__init__.py`).length === 0 && !atlas.hasFolder(first)) return UNKNOWN
  return { kind: 'gone', evidence: { en: `there is no ${path}.py`, zh: `没有 ${path}.py` } }
}

export function judgeVersion({ names, version, how, file }: VersionClaim, ground: Ground): Verdict {
  const declared = ground.declarations
  for (const name of names) {
    const found = declarationsOf(name, how, declared)
    if (found.length === 0) continue
    const answers = found.map((one) => ({ one, agrees: agrees({ version, how }, one.spec) }))
    if (answers.some((answer) => answer.agrees === true)) return VALID
    const against = answers.find((answer) => answer.agrees === false)
    // One that says nothing comparable (a workspace, a tag) may be the one that is meant.
    if (
      against === undefined ||
      answers.some((answer) => answer.agrees === undefined && answer.one.spec !== '' && !answer.one.image)
    )
      return UNKNOWN
    const { spec, source } = against.one
    return { kind: 'changed', now: spec, evidence: { en: `declared in ${source}`, zh: `见 ${source}` } }
  }
  return file === undefined || how === 'least' ? UNKNOWN : judgePinned(version, file, ground)
}

/** A whole version that is said to be pinned in a file stands there. */
function judgePinned(version: string, file: string, { atlas, repository }: Ground): Verdict {
  const at = repository.kindOf(file) === 'file' ? file : atlas.endingIn(file)[0]
  const text = at === undefined ? undefined : repository.read(at)
  if (text === undefined || version.split('.').length < 3) return UNKNOWN
  if (text.includes(version)) return VALID
  return {
    kind: 'changed',
    now: undefined,
    evidence: { en: `${at} does not have ${version}`, zh: `${at} 中没有 ${version}` },
  }
}

function declarationsOf(name: string, how: VersionClaim['how'], declared: Declarations): readonly Declared[] {
  const key = packageKey(name)
  const keys = [key, ...(ALIASES[key] ?? []), `${key}core`, `@${key}/core`]
  const found = keys.flatMap((one) => declared.packages.get(one) ?? [])
  // "Redis 7" is the server, whatever version the client has; `redis ~4.6` is the client.
  return SERVICES.test(key) && how !== 'same' ? found.filter((one) => one.image) : found
}

const SERVICES =
  /^(?:redis|mongo(?:db)?|mysql|mariadb|postgres(?:ql)?|elasticsearch|opensearch|kafka|rabbitmq|nats|minio|memcached|clickhouse|neo4j|docker|kubernetes|consul|vault|etcd|influxdb|cassandra|temporal|keycloak|grafana|prometheus|nginx|ollama|milvus|qdrant|weaviate|chroma)$/

const ALIASES: Readonly<Record<string, readonly string[]>> = {
  postgresql: ['postgres'],
  mongodb: ['mongo'],
  nodejs: ['node'],
  golang: ['go'],
  nestjs: ['@nestjs/core'],
  nest: ['@nestjs/core'],
  angular: ['@angular/core'],
  sveltekit: ['@sveltejs/kit'],
  prisma: ['@prisma/client'],
  reactquery: ['@tanstack/reactquery'],
  tanstackquery: ['@tanstack/reactquery'],
  reactrouter: ['reactrouterdom'],
  materialui: ['@mui/material'],
  mui: ['@mui/material'],
  reduxtoolkit: ['@reduxjs/toolkit'],
  babel: ['@babel/core'],
  playwright: ['@playwright/test'],
  biome: ['@biomejs/biome'],
  storybook: ['@storybook/react'],
  tailwind: ['tailwindcss'],
  pytorch: ['torch'],
  laravel: ['laravel/framework'],
  springboot: ['springboot'],
}

/**
 * Packages that no manifest declares. One that the code can only have by declaring it, and does not name either,
 * is gone; so is another if git shows that a manifest had it, or if it stands among packages that are declared.
 */
export function judgePackage(claims: readonly Claim[], ground: Ground): readonly Judged[] {
  const named = dependenciesOf(claims)
  if (named.length === 0) return []
  const { declarations, repository } = ground
  const undeclared = new Set(named.filter((claim) => isUndeclared(claim, declarations)))
  const words = packageWords(claims, ground)
  const holders = words.length === 0 ? new Map<string, readonly string[]>() : repository.holders(words)
  const isNamed = (claim: Dependency) =>
    holders === undefined ||
    spellings(claim.name).some((word) => (holders.get(word) ?? []).some((path) => !isDocument(path)))
  const suspects = [...undeclared].filter((claim) => !isNamed(claim))
  const removed =
    suspects.length === 0 ? new Map<string, Removal>() : repository.removed(suspects.map(({ name }) => name))
  return named.map((claim) => {
    if (!undeclared.has(claim)) return { claim, about: 'dependency', verdict: VALID }
    if (isNamed(claim)) return { claim, about: 'dependency', verdict: UNKNOWN }
    const was = removed.get(claim.name)
    if (was?.paths.some(isManifest))
      return { claim, about: 'dependency', verdict: { kind: 'gone', evidence: takenOut(was) } }
    const evidence = { en: 'no manifest declares it and no code names it', zh: '没有清单声明它，代码中也没有出现' }
    const isAmongOurs = isAmongDeclared(claim, named, undeclared) || isOfDeclaredScope(claim.name, declarations)
    const isGone = claim.sure || (isAmongOurs && !isTool(claim.name))
    return { claim, about: 'dependency', verdict: isGone ? { kind: 'gone', evidence } : UNKNOWN }
  })
}

type Dependency = Place & DependencyClaim

/** What will be asked of the whole repository. */
export function packageWords(claims: readonly Claim[], ground: Ground): readonly string[] {
  const undeclared = dependenciesOf(claims).filter((claim) => isUndeclared(claim, ground.declarations))
  return [...new Set(undeclared.flatMap(({ name }) => spellings(name)))]
}

function dependenciesOf(claims: readonly Claim[]): readonly Dependency[] {
  return claims.flatMap((claim) => (claim.kind === 'dependency' && claim.standing === 'now' ? [claim] : []))
}

function isUndeclared({ name, sure }: Dependency, declarations: Declarations): boolean {
  const ecosystem = sure ? ecosystemOf(name) : undefined
  const isOfOurs = sure
    ? ecosystem !== undefined && declarations.ecosystems.has(ecosystem)
    : declarations.packages.size > 0
  return isOfOurs && !isDeclared(name, declarations)
}

/** Nearly all else of its list is declared. */
function isAmongDeclared(
  { path, list }: Dependency,
  named: readonly Dependency[],
  undeclared: ReadonlySet<Dependency>,
) {
  if (list === undefined) return false
  const others = named.filter((other) => other.path === path && other.list === list)
  const declared = others.filter((other) => !undeclared.has(other)).length
  return declared >= 3 && declared >= others.length * 0.7
}

/** Packages of one scope come together; one of ours would be a member of the workspace. */
function isOfDeclaredScope(name: string, { packages }: Declarations): boolean {
  const scope = /^(@[a-z][\w.-]*\/)[\w.-]+$/.exec(name)?.[1]
  if (scope === undefined) return false
  const key = packageKey(scope)
  return (
    [...packages].filter(([other, declared]) => other.startsWith(key) && declared.every((one) => one.spec !== ''))
      .length >= 2
  )
}

/** What is installed on the machine rather than declared. */
function isTool(name: string): boolean {
  return (
    SERVICES.test(packageKey(name)) ||
    /^(?:node|npm|npx|pnpm|yarn|bun|deno|python\d?|pip\d?|uv|poetry|go|rustc?|cargo|java|mvn|gradle|php|ruby|gem|make|cmake|just|git|gh|docker|docker-compose|kubectl|helm|terraform|aws|gcloud|az|ffmpeg|imagemagick|curl|jq|openssl|bash|zsh|lib[a-z].*|.*-dev)$/.test(
      name,
    )
  )
}

function isDeclared(name: string, declared: Declarations): boolean {
  const key = packageKey(name)
  return (
    [...declared.packages.keys()].some((one) => one.includes(key)) ||
    (ALIASES[key] ?? []).some((alias) => declared.packages.has(alias))
  )
}

function spellings(name: string): readonly string[] {
  const plain = name.replace(/\.js$/, '')
  return [...new Set([plain, plain.toLowerCase(), plain.toLowerCase().replaceAll('-', '_')])]
}
