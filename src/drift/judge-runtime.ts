/** Environment variables, ports and routes: each must be spelled somewhere in what the repository holds. */

import type { Claim } from './claim.ts'
import { type Ground, type Judged, UNKNOWN, VALID, type Verdict } from './ground.ts'
import { isCodeFile, isDocument } from './path-in.ts'
import type { Commit, Repository } from './repository.ts'

export function judgeRuntime(claims: readonly Claim[], ground: Ground): readonly Judged[] {
  const named = claims.flatMap((claim) =>
    claim.kind === 'variable' || claim.kind === 'port' || claim.kind === 'route' ? [claim] : [],
  )
  if (named.length === 0) return []
  const words = new Set(named.flatMap((claim) => (claim.kind === 'route' ? [] : wordsOf(claim))))
  const absent = new Set(named.flatMap((claim) => (claim.kind === 'variable' ? [claim.name] : [])))
  const holders = words.size === 0 ? new Map<string, readonly string[]>() : ground.repository.holders([...words])
  const missing = holders === undefined ? [] : [...absent].filter((name) => !holders.has(name))
  const removed = missing.length === 0 ? new Map<string, Commit>() : ground.repository.removedWords(missing)
  const isSpelled = (claim: Spelled) =>
    holders === undefined || wordsOf(claim).some((word) => (holders.get(word) ?? []).length > 0)
  const verdictOf = (claim: (typeof named)[number]): Verdict => {
    switch (claim.kind) {
      case 'variable':
        if (isSpelled(claim)) return VALID
        return judgeVariable(claim.name, removed.get(claim.name), claim.standing, ground)
      case 'port':
        return isSpelled(claim) ? VALID : judgePort(claim.port, ground)
      case 'route':
        return claim.standing === 'weak' ? UNKNOWN : judgeRoute(claim.route, ground)
    }
  }
  return named.map((claim) => ({ claim, about: claim.kind, verdict: verdictOf(claim) }))
}

type Spelled = { readonly kind: 'variable'; readonly name: string } | { readonly kind: 'port'; readonly port: number }

/** A variable may be read as a setting of another spelling: `APP_DB_URL` as `db_url`, `dbUrl` or `db.url`. */
function wordsOf(claim: Spelled): readonly string[] {
  if (claim.kind === 'port') return [String(claim.port)]
  const parts = claim.name.toLowerCase().split('_')
  const camel = (words: readonly string[]) =>
    words.map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join('')
  const tails = [parts, parts.slice(1), parts.slice(2)].filter((tail) => tail.length > 1)
  return [
    claim.name,
    ...tails.flatMap((tail) => [tail.join('_'), tail.join('-'), camel(tail), tail.join('_').toUpperCase()]),
  ]
}

/** Only where the project lists its variables or reads them by name, and this is none that others read by themselves. */
function judgeVariable(name: string, removed: Commit | undefined, standing: 'now' | 'weak', ground: Ground): Verdict {
  if (removed !== undefined) {
    const { commit, date } = removed
    return { kind: 'gone', evidence: { en: `taken out in ${commit} (${date})`, zh: `已在 ${commit}（${date}）中移除` } }
  }
  if (standing === 'weak' || OF_OTHERS.test(name)) return UNKNOWN
  const witness = ground.surveyed(fileOfVariables)
  if (witness === undefined) return UNKNOWN
  const evidence = { en: `neither ${witness} nor any other file names it`, zh: `${witness} 及其他文件中都没有它` }
  return { kind: 'gone', evidence }
}

/** A file that lists the project's variables, or else one that reads some by name. */
function fileOfVariables(repository: Repository): string | undefined {
  const files = repository.files()
  return (
    files.find((file) => VARIABLE_LIST.test(file)) ??
    files
      .filter(isCodeFile)
      .slice(0, MOST_FILES)
      .find((file) => READS_VARIABLES.test(repository.read(file) ?? ''))
  )
}

const VARIABLE_LIST = /(?:^|\/)(?:\.?env(?:\.\w+)*\.(?:example|sample|template|dist|defaults?)|example\.env)(?:\.\w+)?$/
const READS_VARIABLES =
  /\bprocess\.env\.[A-Z]|\bos\.(?:environ|getenv|Getenv|LookupEnv)\b|\benv::var|\bENV\[["']|\bgetenv\(["']|\bSystem\.getenv\(/

const OF_OTHERS =
  /^(?:AWS|AZURE|GCP|GCLOUD|GOOGLE|GITHUB|GITLAB|GH|CI|NPM|NODE|PNPM|YARN|BUN|DENO|PYTHON|PIP|UV|POETRY|VIRTUAL|GO|CARGO|RUST|JAVA|MAVEN|GRADLE|DOCKER|COMPOSE|KUBE|HELM|TF|TERRAFORM|VERCEL|NETLIFY|HEROKU|FLY|RENDER|RAILWAY|CLOUDFLARE|CF|SENTRY|DATADOG|DD|OTEL|NEW_RELIC|OPENAI|ANTHROPIC|GEMINI|HF|HUGGING|SSH|XDG|HTTP|HTTPS|NO|LC|LD|DYLD|PATH|HOME|USER|SHELL|TERM|FORCE|DEBUG|NEXT|NUXT|VITE|REACT|EXPO|TURBO|NX|PLAYWRIGHT|CYPRESS|JEST|VITEST|PYTEST|DJANGO|FLASK|RAILS|RACK|SPRING|POSTGRES|PG|MYSQL|MONGO|REDIS|CODECOV|SONAR|CODEARTIFACT|ANDROID|GEM|BUNDLE|COMPOSER|PHP)_/

/** Only a port of our own: not one that a service or a framework has by default, and one where another is set. */
function judgePort(port: number, ground: Ground): Verdict {
  if (SERVICE_PORTS.has(port)) return UNKNOWN
  if ((FRAMEWORK_PORTS[port] ?? []).some((name) => ground.declarations.packages.has(name))) return UNKNOWN
  const set = ground.surveyed(declaredPorts)
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

/** What a service listens on by default is nowhere written, and true all the same. */
const SERVICE_PORTS = new Set([
  1025, 1433, 1521, 2181, 2375, 2379, 3306, 4317, 4318, 4566, 5432, 5601, 5672, 6333, 6379, 6443, 7474, 7687, 8025,
  8123, 8443, 9000, 9001, 9092, 9200, 9229, 9300, 9411, 11211, 11434, 15672, 16686, 19530, 27017,
])

/** What a framework serves on by default: `package:port`. */
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
          /(?:^|\/)(?:Dockerfile|Procfile[\w.]*|\.env[\w.]*|[\w.-]*\.(?:ya?ml|toml|json|properties|ini))$/.test(
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
  /\bEXPOSE\s+(\d{4,5})|\bPORT\b["']?\s*(?:[:=]|\|\||\?\?|,)+\s*["']?(\d{4,5})|\blisten\(\s*(\d{4,5})|["']:(\d{4,5})["']|\bport\s*[:=]\s*["']?(\d{4,5})|(?:--port|-p)[ =](\d{4,5})|^\s*-\s*["']?(?:\d{4,5}):(\d{4,5})/m

/** A route of ours, where routes are spelled out: its last fixed part must stand in some path of the code. */
function judgeRoute(route: string, ground: Ground): Verdict {
  const parts = route.split('/').filter((part) => /^[\w.-]+$/.test(part))
  const last = parts.filter((part) => !/^v\d+$/.test(part)).at(-1)
  // What frameworks add to every resource is spelled nowhere.
  if (last === undefined || last.length < 3 || /^(?:new|edit|create|index|show|docs|graphql)$/.test(last))
    return UNKNOWN
  const { files, texts, spelledOut } = ground.surveyed(routingCode)
  const isSpelled = (part: string) => {
    const escaped = part.replaceAll(/[.-]/g, (character) => `\\${character}`)
    const segment = new RegExp(`["'\`/:]${escaped}(?:["'\`/?:{<#]|\\b)`)
    const named = new RegExp(`[/.]${escaped}(?:[/.]|$)`)
    return files.some((file) => named.test(file)) || texts.some((text) => segment.test(text))
  }
  if (isSpelled(last)) return VALID
  // A route of which nothing is here is another's.
  const others = parts.filter((part) => part !== last)
  if (others.length > 0 && !others.some(isSpelled)) return UNKNOWN
  if (spelledOut < 2) return UNKNOWN
  return { kind: 'gone', evidence: { en: `no route in the code has “${last}”`, zh: `代码中没有包含 “${last}” 的路由` } }
}

/** Code without the lines that import; the files whose path may be a route's; how many routes are spelled out. */
function routingCode(repository: Repository): {
  readonly files: readonly string[]
  readonly texts: readonly string[]
  readonly spelledOut: number
} {
  const files = repository.files().filter((file) => isCodeFile(file) && !isDocument(file))
  const texts = files.slice(0, MOST_FILES).map((file) => (repository.read(file) ?? '').replaceAll(IMPORT_LINE, ''))
  const spelledOut = texts.reduce((count, text) => count + [...text.matchAll(ROUTE_SET)].length, 0)
  return { files: files.filter((file) => ROUTE_FOLDER.test(file)), texts, spelledOut }
}

/** Where the path of a file is the path of its route. */
const ROUTE_FOLDER = /(?:^|\/)(?:pages|routes?|api|app|controllers?|handlers?|functions|endpoints|views|resources)\//
const IMPORT_LINE = /^.*(?:\bfrom\s+["']|\brequire\(|\bimport\s).*$/gm

const ROUTE_SET =
  /^\s*(?:get|post|put|patch|delete|resources?|match)\s+[:'"]\/?\w|\b(?:re_)?path\(\s*r?["']|Route::\w+\(\s*["']|(?:\.(?:get|post|put|patch|delete|route|use|GET|POST|PUT|PATCH|DELETE|HandleFunc|Handle|Get|Post|Put|Delete)|@(?:\w+\.)?(?:get|post|put|patch|delete|route|Get|Post|Put|Patch|Delete|GetMapping|PostMapping|PutMapping|DeleteMapping|RequestMapping|Controller|Path))\(\s*(?:path\s*=\s*)?["'`]\/?[\w/:{}<>-]*["'`]/gm
