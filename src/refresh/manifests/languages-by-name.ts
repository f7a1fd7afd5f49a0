/** What names alone tell: the languages of a project without a manifest. */

import type { Scan } from './scan.ts'

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
