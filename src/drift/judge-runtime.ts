/** Environment variables, ports and routes: some file of the repository must spell each of them. */

import { once } from '../core/once.ts'
import { isDocument } from '../text/document-path.ts'
import { isCodeFile, isSettingsFile } from '../text/path-in.ts'
import { wordSet } from '../text/word-set.ts'
import type { Claim } from './claim.ts'
import { isOfPlatform, relatedConstant } from './code-names.ts'
import { type Codebase, type Judged, takenOut, UNKNOWN, VALID, type Verdict } from './codebase.ts'
import { type Commit, MOST_HOLDERS, type Removal, type Repository } from './repository.ts'
import { routesOf } from './routes.ts'

export function judgeRuntime(claims: readonly Claim[], codebase: Codebase): readonly Judged[] {
  const named = claims.flatMap((claim) =>
    claim.kind === 'variable' || claim.kind === 'port' || claim.kind === 'route' ? [claim] : [],
  )
  if (named.length === 0) return []
  const words = runtimeWords(named)
  const holders = words.length === 0 ? new Map<string, readonly string[]>() : codebase.repository.holders(words)
  const isHeld = (word: string) => holders === undefined || holders.has(word)
  const isPort = (port: number) => isHeld(String(port)) && mayBePort(port, codebase)
  // Documents and tests may still name what the code no longer has.
  const isInCode = (word: string) => {
    const paths = (holders?.get(word) ?? []).filter((path) => !isDocument(path))
    return holders === undefined || paths.length >= MOST_HOLDERS || paths.some((path) => !isTest(path))
  }
  const routes = once(() => routesOf(codebase))
  const missing = named.flatMap((claim) => {
    if (claim.kind === 'variable') return isInCode(claim.name) ? [] : [claim.name]
    if (claim.kind === 'port') return isInCode(String(claim.port)) && isPort(claim.port) ? [] : [String(claim.port)]
    return routes()
      .spellings(claim.route)
      .filter((one) => !routes().isSpelled(one))
  })
  const removed = missing.length === 0 ? new Map<string, Removal>() : codebase.repository.removed([...new Set(missing)])
  const isReadOtherwise = (claim: Extract<Spelled, { kind: 'variable' }>) => {
    const { whole, shortened } = wordsOf(claim)
    return whole.some(isHeld) || (shortened.some(isHeld) && readsByPrefix(claim.name, codebase))
  }
  const prefixOf = (name: string) => name.slice(0, name.indexOf('_') + 1)
  // `POSTGRES_PORT` belongs to the project if the code reads `POSTGRES_HOST`.
  const hasRelated = ({ path, name }: { readonly path: string; readonly name: string }) =>
    named.some(
      (other) =>
        other.kind === 'variable' &&
        other.path === path &&
        other.name !== name &&
        prefixOf(other.name) === prefixOf(name) &&
        holders?.has(other.name) === true,
    )
  const hasCompany = ({ path, section }: { readonly path: string; readonly section: string }) => {
    const others = named.flatMap((other) =>
      other.kind === 'variable' && other.path === path && other.section === section ? [other.name] : [],
    )
    const here = others.filter((name) => holders?.has(name) === true).length
    return here >= 2 && here >= others.length / 2
  }
  // Only the routes beside it show whether a route of one part belongs to the project.
  const isAmongOurs = ({ path, section }: { readonly path: string; readonly section: string }) => {
    const others = named.flatMap((other) =>
      other.kind === 'route' && other.path === path && other.section === section ? [other.route] : [],
    )
    const here = others.filter((route) => routes().isHere(route)).length
    return here >= 2 && here >= others.length / 2
  }
  const verdictOfPort = ({ port, strength }: { port: number; strength: 'firm' | 'weak' }, was: Removal | undefined) => {
    if (was === undefined && isPort(port)) return VALID
    return was === undefined && strength === 'weak' ? UNKNOWN : judgePort(port, was, codebase)
  }
  const verdictOf = (claim: (typeof named)[number]): Verdict => {
    switch (claim.kind) {
      case 'variable':
        if (isHeld(claim.name) && !removed.has(claim.name)) return VALID
        // If the code once spelled the variable in full, it does not read it by another spelling.
        if (!removed.has(claim.name) && isReadOtherwise(claim)) return VALID
        return judgeVariable(
          claim,
          removed.get(claim.name),
          {
            hasRelated: hasRelated(claim) || relatedConstant(claim.name, codebase) !== undefined,
            hasCompany: hasCompany(claim),
          },
          codebase,
        )
      case 'port':
        return verdictOfPort(claim, removed.get(String(claim.port)))
      case 'route':
        return claim.strength === 'weak' ? UNKNOWN : routes().judge(claim.route, removed, isAmongOurs(claim))
    }
  }
  return named.map((claim) => ({ claim, about: claim.kind, verdict: verdictOf(claim) }))
}

/** The words that will be searched for in the whole repository. */
export function runtimeWords(claims: readonly Claim[]): readonly string[] {
  return [
    ...new Set(
      claims.flatMap((claim) => (claim.kind === 'variable' || claim.kind === 'port' ? allWordsOf(claim) : [])),
    ),
  ]
}

function isTest(path: string): boolean {
  return /(?:^|\/)(?:tests?|__tests__|specs?|fixtures?|testdata|examples?|\w*tests?)\/|[._-](?:test|spec)\.\w+$/.test(
    path,
  )
}

/** A number that may be a year counts as a port only where it is written as one. */
function mayBePort(port: number, codebase: Codebase): boolean {
  return port < FIRST_YEAR || port > LAST_YEAR || codebase.computed(portsLikeYears).has(port)
}

const FIRST_YEAR = 1900
const LAST_YEAR = 2099

function portsLikeYears(repository: Repository): ReadonlySet<number> {
  const strength = (file: string) => [...(repository.read(file) ?? '').matchAll(YEAR_AS_PORT)]
  return new Set(repository.files().flatMap((file) => strength(file).map((match) => Number(match[1]))))
}

const YEAR_AS_PORT = /(?:[:=(,]\s*["'`]?|["'`]|\bport\W{0,3})((?:19|20)\d\d)\b(?![-–.]\d)/gi

type Spelled = { readonly kind: 'variable'; readonly name: string } | { readonly kind: 'port'; readonly port: number }

/** The spellings by which code may read a variable as a setting: `APP_DB_URL` as `db_url`, `dbUrl` or `db.url`. */
function wordsOf(claim: Spelled): { readonly whole: readonly string[]; readonly shortened: readonly string[] } {
  if (claim.kind === 'port') return { whole: [String(claim.port)], shortened: [] }
  const parts = claim.name.toLowerCase().split('_')
  const camel = (words: readonly string[]) =>
    words.map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join('')
  const spelled = (tail: readonly string[]) =>
    tail.length < 2 ? [] : [tail.join('_'), tail.join('-'), camel(tail), tail.join('_').toUpperCase()]
  return {
    whole: [claim.name, ...spelled(parts)],
    shortened: [...spelled(parts.slice(1)), ...spelled(parts.slice(2))],
  }
}

function allWordsOf(claim: Spelled): readonly string[] {
  const { whole, shortened } = wordsOf(claim)
  return [...whole, ...shortened]
}

/** Whether the code puts a prefix before the names of its settings. */
function readsByPrefix(name: string, codebase: Codebase): boolean {
  const { isAny, quoted } = codebase.computed(prefixesOf)
  return isAny || quoted.has(name.slice(0, name.indexOf('_')))
}

/** Whether the code puts prefixes before names, and which quoted words may be such prefixes. */
function prefixesOf(repository: Repository): { readonly isAny: boolean; readonly quoted: ReadonlySet<string> } {
  const texts = repository
    .files()
    .filter((file) => isCodeFile(file) || isSettingsFile(file))
    .slice(0, MOST_FILES)
    .map((file) => repository.read(file) ?? '')
  return {
    isAny: texts.some((text) => PREFIXES.test(text)),
    quoted: new Set(texts.flatMap((text) => [...text.matchAll(QUOTED_PREFIX)].map((match) => match[1] ?? ''))),
  }
}

const QUOTED_PREFIX = /["'`]([A-Z][A-Z\d]*)_["'`$]/g
const PREFIXES =
  /env_?prefix|AutomaticEnv|BaseSettings|envconfig|with_prefix|Env::prefixed|ConfigurationProperties|\bnconf\b|\bconvict\b|dynaconf|environ\.Env|from_prefixed_env|rc\(["']/i

/** Whether the variable is the project's own: the project lists its variables or reads similar ones by name, and no library or platform reads this one by itself. */
function judgeVariable(
  { name, strength }: { readonly name: string; readonly strength: 'firm' | 'weak' },
  removed: Commit | undefined,
  { hasRelated, hasCompany }: { readonly hasRelated: boolean; readonly hasCompany: boolean },
  codebase: Codebase,
): Verdict {
  if (removed !== undefined) return { kind: 'gone', evidence: takenOut(removed) }
  if (strength === 'weak' || (isOfPlatform(name) && !hasRelated) || OF_MANY.has(name)) return UNKNOWN
  const { list, reader } = codebase.computed(filesOfVariables)
  const source = list ?? (hasRelated || hasCompany ? reader : undefined)
  if (source === undefined) return UNKNOWN
  const evidence = { en: `neither ${source} nor any other file names it`, zh: `${source} 及其他文件中都没有它` }
  return { kind: 'gone', evidence }
}

/** A file that lists the project's variables, and one that reads some of them by name. */
function filesOfVariables(repository: Repository): {
  readonly list: string | undefined
  readonly reader: string | undefined
} {
  const files = repository.files()
  return {
    list: files.find((file) => VARIABLE_LIST.test(file)),
    reader: files
      .filter(isCodeFile)
      .slice(0, MOST_FILES)
      .find((file) => READS_VARIABLES.test(repository.read(file) ?? '')),
  }
}

const VARIABLE_LIST = /(?:^|\/)(?:\.?env(?:\.\w+)*\.(?:example|sample|template|dist|defaults?)|example\.env)(?:\.\w+)?$/
const READS_VARIABLES =
  /\bprocess\.env\.[A-Z]|\bos\.(?:environ|getenv|Getenv|LookupEnv)\b|\benv::var|\bENV\[["']|\bgetenv\(["']|\bSystem\.getenv\(/

/** Variables that a library or a platform may read by itself. */
const OF_MANY = wordSet(
  `LOG_LEVEL LOG_FORMAT DATABASE_URL SECRET_KEY SECRET_KEY_BASE SERVER_PORT BASE_URL ALL_PROXY JAVA_HOME JAVA_OPTS
  JVM_OPTS SOURCE_DATE_EPOCH NO_COLOR CLICOLOR_FORCE`,
)

/** Whether the port is the project's own: no service or framework has it by default, and the project sets another one. */
function judgePort(port: number, removed: Commit | undefined, codebase: Codebase): Verdict {
  if (SERVICE_PORTS.has(port)) return UNKNOWN
  if ((FRAMEWORK_PORTS[port] ?? []).some((name) => codebase.declarations().packages.has(name))) return UNKNOWN
  const set = codebase.computed(declaredPorts)
  if (removed !== undefined && set.length === 0) return { kind: 'changed', now: undefined, evidence: takenOut(removed) }
  if (set.length === 0) return UNKNOWN
  const [first] = set
  if (first === undefined) return UNKNOWN
  const others = [...new Set(set.map((one) => one.port))]
  const now = others.length === 1 ? String(others[0]) : undefined
  return {
    kind: 'changed',
    now,
    evidence: {
      en: `no file names ${port}; ${first.file} sets ${first.port}`,
      zh: `没有文件提到 ${port}；${first.file} 设为 ${first.port}`,
    },
  }
}

/** Default ports of services. They are true although no file spells them. */
const SERVICE_PORTS = new Set([
  1025, 1433, 1521, 2181, 2375, 2379, 3306, 4317, 4318, 4566, 5432, 5601, 5672, 6333, 6379, 6443, 7474, 7687, 8025,
  8123, 8443, 9000, 9001, 9092, 9200, 9229, 9300, 9411, 11211, 11434, 15672, 16686, 19530, 27017,
])

/** Default ports of frameworks, as `package:port`. */
const FRAMEWORK_PORTS: Readonly<Record<number, readonly string[]>> = {
  1234: ['parcel'],
  3000: ['next', 'nuxt', 'reactscripts', '@remixrun/dev', 'rails', '@docusaurus/core', 'vinxi'],
  4000: ['jekyll', 'phoenix', '@apollo/server', 'apolloserver'],
  4173: ['vite'],
  4200: ['@angular/core'],
  4321: ['astro'],
  5000: ['flask', 'serve'],
  5173: ['vite'],
  5555: ['prisma', '@prisma/client', 'flower', 'celery'],
  6006: ['storybook', '@storybook/react', 'tensorboard'],
  8000: ['django', 'fastapi', 'uvicorn', 'gunicorn', 'gatsby', 'mkdocs', 'laravel/framework', 'sanic'],
  8080: ['springboot', 'webpackdevserver', '@vue/cliservice', 'quarkus', 'airflow', 'apacheairflow'],
  8081: ['reactnative', 'expo'],
  8501: ['streamlit'],
  8888: ['jupyter', 'notebook', 'jupyterlab', 'tornado'],
  9090: ['prometheus'],
}

function declaredPorts(repository: Repository): readonly { readonly port: number; readonly file: string }[] {
  const files = repository
    .files()
    .filter(
      (file) =>
        (isCodeFile(file) ||
          /(?:^|\/)(?:Dockerfile|bin\/[\w-]+|Procfile[\w.]*|\.env[\w.]*|[\w.-]*\.(?:ya?ml|toml|json|properties|ini|cfg|conf)(?:[-.](?:sample|example|dist|template))?)$/.test(
            file,
          )) &&
        !/(?:^|\/)(?:tests?|__tests__|fixtures?|node_modules|package-lock\.json)/.test(file),
    )
    .slice(0, MOST_FILES)
  return files.flatMap((file) => {
    const text = repository.read(file) ?? ''
    const match = PORT_SET.exec(text)
    const port = Number(match?.slice(1).find((group) => group !== undefined) ?? 0)
    return port >= 1024 ? [{ port, file }] : []
  })
}

const MOST_FILES = 2_000
const PORT_SET =
  /\bEXPOSE\s{1,99}(\d{4,5})|\bPORT\b["']?\s{0,9}(?:[:=]|\|\||\?\?|,){1,3}\s{0,9}["']?(\d{4,5})|\blisten\(\s{0,99}(\d{4,5})|["'](?:[\w.-]{1,200})?:(\d{4,5})["'/]|\b\w{0,60}[Pp]ort["']?\s{0,9}[:=]\s{0,9}["']?(\d{4,5})|\bport["']?\s{0,9}:\s{0,9}\{[^{}]{0,200}\bdefault["']?\s{0,9}:\s{0,9}(\d{4,5})|(?:--port|-p)[ =](\d{4,5})|^[ \t]*-\s{0,9}["']?(?:\d{4,5}):(\d{4,5})/m
