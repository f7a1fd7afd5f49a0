/** What names alone tell: the languages of a project without a manifest, its CI, its container files. */

import { baseOf, type Scan } from './scan.ts'

/** By the number of files in the first two levels, the most frequent first. */
export function languagesByName(scan: Scan): readonly string[] {
  const counts = new Map<string, number>()
  for (const [path, kind] of scan.tree) {
    const extension = /\.([A-Za-z0-9]{1,8})$/.exec(path)?.[1]?.toLowerCase()
    const language = kind === 'file' && extension !== undefined ? LANGUAGES.get(extension) : undefined
    if (language !== undefined) counts.set(language, (counts.get(language) ?? 0) + 1)
  }
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([language]) => language)
}

export function ciOf(scan: Scan): readonly string[] {
  return CI.flatMap(([path, name]) => (scan.tree.has(path) ? [name] : []))
}

export function containersOf(scan: Scan): readonly string[] {
  return [...scan.tree].flatMap(([path, kind]) =>
    kind === 'file' && /^(Dockerfile|Containerfile)(\.[\w-]{1,30})?$/.test(baseOf(path)) && /^[\w./-]+$/.test(path)
      ? [path]
      : [],
  )
}

const CI: readonly (readonly [string, string])[] = [
  ['.github/workflows', 'GitHub Actions'],
  ['.gitlab-ci.yml', 'GitLab CI'],
  ['.circleci', 'CircleCI'],
  ['Jenkinsfile', 'Jenkins'],
  ['azure-pipelines.yml', 'Azure Pipelines'],
  ['.travis.yml', 'Travis CI'],
  ['.drone.yml', 'Drone'],
  ['bitbucket-pipelines.yml', 'Bitbucket Pipelines'],
  ['.woodpecker.yml', 'Woodpecker'],
]

const LANGUAGES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ts: 'TypeScript',
    tsx: 'TypeScript',
    mts: 'TypeScript',
    js: 'JavaScript',
    jsx: 'JavaScript',
    mjs: 'JavaScript',
    cjs: 'JavaScript',
    py: 'Python',
    ipynb: 'Jupyter',
    go: 'Go',
    rs: 'Rust',
    java: 'Java',
    kt: 'Kotlin',
    kts: 'Kotlin',
    scala: 'Scala',
    clj: 'Clojure',
    cs: 'C#',
    fs: 'F#',
    vb: 'Visual Basic',
    php: 'PHP',
    rb: 'Ruby',
    ex: 'Elixir',
    exs: 'Elixir',
    erl: 'Erlang',
    swift: 'Swift',
    m: 'Objective-C',
    c: 'C',
    h: 'C',
    cc: 'C++',
    cpp: 'C++',
    cxx: 'C++',
    hpp: 'C++',
    zig: 'Zig',
    dart: 'Dart',
    lua: 'Lua',
    pl: 'Perl',
    r: 'R',
    jl: 'Julia',
    hs: 'Haskell',
    ml: 'OCaml',
    nim: 'Nim',
    sh: 'Shell',
    ps1: 'PowerShell',
    sql: 'SQL',
    tf: 'Terraform',
    vue: 'Vue',
    svelte: 'Svelte',
    html: 'HTML',
    css: 'CSS',
    sol: 'Solidity',
  }),
)
