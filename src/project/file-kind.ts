/** Classifies a file by its path: its programming language, or a document. */

import { phraseList } from '../base/word-set.ts'

export function languageOfFile(path: string): string | undefined {
  const ending = /\.([A-Za-z0-9]{1,8})$/.exec(path)?.[1]?.toLowerCase()
  return ending === undefined ? undefined : LANGUAGES.get(ending)
}

const LANGUAGES: ReadonlyMap<string, string> = new Map(
  phraseList(
    `TypeScript: ts tsx mts | JavaScript: js jsx mjs cjs | Python: py | Jupyter: ipynb | Go: go | Rust: rs |
    Java: java | Kotlin: kt kts | Scala: scala | Clojure: clj | C#: cs | F#: fs | Visual Basic: vb | PHP: php |
    Ruby: rb | Elixir: ex exs | Erlang: erl | Swift: swift | Objective-C: m | C: c h | C++: cc cpp cxx hpp |
    Zig: zig | Dart: dart | Lua: lua | Perl: pl | R: r | Julia: jl | Haskell: hs | OCaml: ml | Nim: nim | Shell: sh |
    PowerShell: ps1 | SQL: sql | Terraform: tf | Vue: vue | Svelte: svelte | HTML: html | CSS: css | Solidity: sol`,
  ).flatMap((entry) => {
    const [language = '', endings = ''] = entry.split(': ')
    return endings.split(' ').map((ending) => [ending, language] as const)
  }),
)

/** True for a file written for people. */
export function isDocument(path: string): boolean {
  return /\.(?:md|mdx|rst|txt|adoc)$|(?:^|\/)(?:CHANGELOG|README|HISTORY)/i.test(path)
}
