/** Packages and versions against what the manifests declare. */

import { isDocument } from '../text/document-path.ts'
import { isCodeFile } from '../text/path-in.ts'
import { wordSet } from '../text/word-set.ts'
import type { Claim, DependencyClaim, Place, VersionClaim } from './claim.ts'
import { holdsWord } from './code-names.ts'
import { type Codebase, isBeforeEntry, type Judged, takenOut, UNKNOWN, VALID, type Verdict } from './codebase.ts'
import { type Declarations, type Declared, isManifest } from './declarations.ts'
import { ecosystemOf, packageKey } from './known-packages.ts'
import { linesOf, MOST_HOLDERS, type Removal } from './repository.ts'

export function judgeVersion({ names, version, how, file }: VersionClaim, codebase: Codebase): Verdict {
  const declared = codebase.declarations()
  for (const name of names) {
    const found = nearestOf(declarationsOf(name, how, declared))
    if (found.length === 0) continue
    const answers = found.map((one) => ({ one, agrees: agrees({ version, how }, one.spec) }))
    if (answers.some((answer) => answer.agrees === true)) return VALID
    const against = answers.find((answer) => answer.agrees === false)
    // A declaration that cannot be compared (a workspace, a tag) may be the one that the bank means.
    if (
      against === undefined ||
      answers.some((answer) => answer.agrees === undefined && answer.one.spec !== '' && !answer.one.image)
    )
      return UNKNOWN
    const { spec, source } = against.one
    return { kind: 'changed', now: spec, evidence: { en: `declared in ${source}`, zh: `见 ${source}` } }
  }
  return file === undefined || how === 'least' ? UNKNOWN : judgePinned(version, file, codebase)
}

/** The declarations that speak for the project, nearest to the root first: those of examples and tests only if there are no others. */
function nearestOf(found: readonly Declared[]): readonly Declared[] {
  const own = found.filter(({ source }) => !OF_EXAMPLES.test(source))
  const depth = ({ source }: Declared) => source.split('/').length
  return (own.length === 0 ? found : own).toSorted((a, b) => depth(a) - depth(b))
}

const OF_EXAMPLES =
  /(?:^|\/)(?:examples?|samples?|demos?|bench(?:mark)?s?|tests?|__tests__|e2e|fixtures?|testdata|runtime-tests|playgrounds?|templates?|docs?|website)\//

/** Whether the file that is said to pin a full version contains it. */
function judgePinned(version: string, file: string, codebase: Codebase): Verdict {
  const { repository } = codebase
  const at = repository.kindOf(file) === 'file' ? file : codebase.paths().endingIn(file)[0]
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
  // A Go module of another major version has another path.
  const major = /^(.+)\/v\d+$/.exec(name)?.[1]
  const module = major === undefined ? [] : [packageKey(major.split('/').slice(-2).join('/'))]
  const keys = [key, ...module, ...(ALIASES[key] ?? []), `${key}core`, `@${key}/core`]
  const found = keys.flatMap((one) => declared.packages.get(one) ?? [])
  // "Redis 7" means the server, whatever version the client has; `redis ~4.6` means the client.
  return SERVICES.has(key) && how !== 'same' ? found.filter((one) => one.image) : found
}

/** Whether it is a server that stands beside the project. */
export function isService(name: string): boolean {
  return SERVICES.has(packageKey(name))
}

const SERVICES = wordSet(
  `redis mongodb mongo mysql mariadb postgresql postgres elasticsearch opensearch kafka rabbitmq nats minio memcached
  clickhouse neo4j docker kubernetes consul vault etcd influxdb cassandra temporal keycloak grafana prometheus nginx
  ollama milvus qdrant weaviate chroma`,
)

const ALIASES: Readonly<Record<string, readonly string[]>> = {
  postgresql: ['postgres'],
  mongodb: ['mongo'],
  nodejs: ['node'],
  requirespython: ['python'],
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
 * Judges packages that no manifest declares. A known package is gone if the code does not name it either. Any other
 * package is gone if git shows that a manifest had it, or if nearly all packages of its list are declared.
 */
export function judgePackage(claims: readonly Claim[], codebase: Codebase): readonly Judged[] {
  const named = dependenciesOf(claims)
  if (named.length === 0) return []
  const { repository } = codebase
  const declarations = codebase.declarations()
  const undeclared = new Set(named.filter((claim) => isUndeclared(claim, declarations)))
  const words = packageWords(claims, codebase)
  const holders = words.length === 0 ? new Map<string, readonly string[]>() : repository.holders(words)
  const isNamed = (claim: Dependency) =>
    holders === undefined ||
    spellings(claim.name).some((word) => {
      const paths = (holders.get(word) ?? []).filter((path) => !isDocument(path))
      return claim.lost ? isUsed(word, paths, codebase) : paths.length > 0
    })
  const suspects = [...undeclared].filter((claim) => !claim.lost && !isNamed(claim))
  const removed =
    suspects.length === 0 ? new Map<string, Removal>() : repository.removed(suspects.map(({ name }) => name))
  return named.map((claim) => {
    if (!undeclared.has(claim)) return { claim, about: 'dependency', verdict: VALID }
    if (isNamed(claim)) return { claim, about: 'dependency', verdict: UNKNOWN }
    const line = claim.lost ? codebase.lost().get(claim.name.toLowerCase()) : undefined
    if (line !== undefined) {
      const isMeant = isBeforeEntry(claim, line, codebase)
      return { claim, about: 'dependency', verdict: isMeant ? UNKNOWN : { kind: 'gone', evidence: takenOut(line) } }
    }
    const was = removed.get(claim.name)
    if (was?.paths.some(isManifest))
      return { claim, about: 'dependency', verdict: { kind: 'gone', evidence: takenOut(was) } }
    const evidence = { en: 'no manifest declares it and no code names it', zh: '没有清单声明它，代码中也没有出现' }
    const isAmongOurs = isAmongDeclared(claim, named, undeclared) || isOfDeclaredScope(claim.name, declarations)
    const isGone = claim.sure || (isAmongOurs && !isTool(claim.name))
    return { claim, about: 'dependency', verdict: isGone ? { kind: 'gone', evidence } : UNKNOWN }
  })
}

/** Whether a file still uses a package that no manifest declares: code imports it, a script or a setting names it. A comment may remember it. */
function isUsed(name: string, paths: readonly string[], { repository }: Codebase): boolean {
  if (paths.length >= MOST_HOLDERS) return true
  return paths.some((path) =>
    linesOf(repository.read(path) ?? '').some((line) => {
      if (!holdsWord(line, name) || /^\s*(?:#|\/\/|\*|--|;)/.test(line)) return false
      return !isCodeFile(path) || isScript(path) || IMPORTS.test(line) || isQuoted(line, name)
    }),
  )
}

/** Whether the line has the package, or a part of it, as a text: `'undici'`, `"undici/types"`, `"example.org/x/undici"`. */
function isQuoted(line: string, name: string): boolean {
  return [...line.matchAll(/["']([@\w./-]+)["']/g)].some(([, text]) => `/${text}/`.includes(`/${name}/`))
}

function isScript(path: string): boolean {
  return /\.(?:sh|bash|zsh|fish|ps1|bat|cmd|mk|cmake|gradle|tf|nix)$/.test(path)
}

const IMPORTS = /^\s*(?:import|from|use|using|extern|include|require|gem)\b|\b(?:require|import)\s*\(/

type Dependency = Place & DependencyClaim

/** The words that will be searched for in the whole repository. */
export function packageWords(claims: readonly Claim[], codebase: Codebase): readonly string[] {
  const undeclared = dependenciesOf(claims).filter((claim) => isUndeclared(claim, codebase.declarations()))
  return [...new Set(undeclared.flatMap(({ name }) => spellings(name)))]
}

function dependenciesOf(claims: readonly Claim[]): readonly Dependency[] {
  return claims.flatMap((claim) => (claim.kind === 'dependency' && claim.strength === 'firm' ? [claim] : []))
}

function isUndeclared({ name, sure, lost }: Dependency, declarations: Declarations): boolean {
  if (lost) return true
  // Only some ecosystems have packages that are named like a path.
  const isPath =
    /^[a-z][\w-]*\//.test(name) && !declarations.ecosystems.has('php') && !declarations.ecosystems.has('go')
  if (isPath && !sure) return false
  const ecosystem = sure ? ecosystemOf(name) : undefined
  const isOfOurs = sure
    ? ecosystem !== undefined && declarations.ecosystems.has(ecosystem)
    : declarations.packages.size > 0
  return isOfOurs && !isDeclared(name, declarations)
}

/** Whether nearly all other packages of the same list are declared. */
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

/** Whether at least two packages of the same scope are declared with a version. Packages of the project's own scope have none. */
function isOfDeclaredScope(name: string, { packages }: Declarations): boolean {
  const scope = /^(@[a-z][\w.-]*\/)[\w.-]+$/.exec(name)?.[1]
  if (scope === undefined) return false
  const key = packageKey(scope)
  return (
    [...packages].filter(([other, declared]) => other.startsWith(key) && declared.every((one) => one.spec !== ''))
      .length >= 2
  )
}

/** Programs that are installed on the machine, not declared by the project. */
function isTool(name: string): boolean {
  return SERVICES.has(packageKey(name)) || TOOLS.has(name) || /^(?:python|pip)\d$|^lib[a-z]|-dev$/.test(name)
}

const TOOLS = wordSet(
  `node npm npx pnpm yarn bun deno python pip uv poetry go rust rustc cargo java mvn gradle php ruby gem make cmake just
  git gh docker docker-compose kubectl helm terraform aws gcloud az ffmpeg imagemagick curl jq openssl bash zsh`,
)

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

/** The versions from `low`, included, up to `high`, excluded; both as parts. */
interface Range {
  readonly low: readonly number[]
  readonly high: readonly number[] | undefined
  /** The declaration has a lower bound only. */
  readonly open: boolean
}

/** Whether the version that the bank states satisfies the declaration; undefined for a declaration that cannot be compared (`*`, `latest`, `workspace:^`, a URL). */
export function agrees({ version, how }: Pick<VersionClaim, 'version' | 'how'>, declared: string): boolean | undefined {
  const ranges = rangesOf(declared)
  if (ranges.length === 0) return undefined
  return ranges.some((range) => isIn(range, partsOf(version), how))
}

function isIn({ low, high, open }: Range, said: readonly number[], how: VersionClaim['how']): boolean {
  const least = compare(low.slice(0, said.length), said)
  switch (how) {
    case 'same':
      return least === 0
    case 'least':
      return open ? least <= 0 : high === undefined || compare(said, high) < 0
    case 'some':
      return (high === undefined || compare(said, high) < 0) && compare(low, next(said)) < 0
  }
}

function rangesOf(declared: string): readonly Range[] {
  const spec = declared.trim().replace(/^(?:npm:[^@]*@|workspace:)/, '')
  if (/^(?:\*|latest|next|x|\^|~)?$|^(?:https?|git|file|link|catalog|github)(?:\b|:)/.test(spec)) return []
  return spec.split('||').flatMap((alternative) => rangeOf(alternative) ?? [])
}

/** One or more bounds that must all hold: `^1.2`, `>=3.9,<4`. */
function rangeOf(bounds: string): Range | undefined {
  let low: readonly number[] | undefined
  let high: readonly number[] | undefined
  let open = false
  for (const [, operator = '', number = ''] of bounds.matchAll(BOUND)) {
    const parts = partsOf(number)
    if (operator === '<') high = parts
    else if (operator === '<=') high = next(parts)
    else if (operator !== '!=') {
      low = parts
      if (operator.startsWith('>')) open = true
      else high = next(parts.slice(0, fixedParts(operator, parts)))
    }
  }
  if (low === undefined && high === undefined) return undefined
  return { low: low ?? [0], high, open: open && high === undefined }
}

const BOUND = /(\^|~>|~=|~|>=|<=|===|==|!=|=|>|<)?\s{0,9}v?(\d+(?:\.\d+)*)(?:\.[*xX])*/g

/** How many parts of a version must stay the same under an operator. */
function fixedParts(operator: string, parts: readonly number[]): number {
  if (operator === '^') return Math.max(1, parts.findIndex((part) => part > 0) + 1)
  if (operator === '~=' || operator === '~>') return Math.max(1, parts.length - 1)
  return operator === '~' ? Math.min(2, parts.length) : parts.length
}

function partsOf(version: string): readonly number[] {
  return version.split('.').map(Number)
}

/** The lowest version above all that begin with these parts. */
function next(parts: readonly number[]): readonly number[] {
  return parts.map((part, index) => (index === parts.length - 1 ? part + 1 : part))
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (let index = 0; index < Math.max(a.length, b.length); index += 1) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
