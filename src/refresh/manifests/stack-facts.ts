/** The stack of a project as facts: all parts of an ecosystem rolled up, and the parts that differ one by one. */

import type { Language } from '../../core/language.ts'
import type { Fact } from '../../core/project.ts'
import { phraseList } from '../../text/word-set.ts'
import { LABELS, punctuation, SOURCE_TREE, sourcesOf } from './labels.ts'
import { hasStack, isProduct, type Kind, merged, type Part, type Technology } from './part.ts'
import { listed, plainText, versionText } from './plain-text.ts'
import { compare, type Scan } from './scan.ts'

/** For the entry, and first in details/tech.md: a line for each ecosystem. */
export function stackFacts(scan: Scan, parts: readonly Part[], language: Language): readonly Fact[] {
  const groups = groupsOf(parts)
  const facts = groups.flatMap(([ecosystem, group]) => {
    const folders = new Set(group.map((part) => part.folder))
    const [only = ''] = folders
    const mark = groups.length === 1 ? '' : folders.size === 1 && only !== '' ? only : ecosystem
    const label = mark === '' ? LABELS.stack[language] : LABELS.stack[language] + punctuation(language).aside(mark)
    const technologies = rolledUp(group)
    // Beside another stack, a bare language is only a helper's.
    const isBare = technologies.every(
      (each) => !isProduct(each) && each.kind !== 'dependency' && each.version === undefined,
    )
    return isBare && groups.length > 1 ? [] : lineOf(label, technologies, language)
  })
  return facts.length > 0 ? facts : byName(scan, language)
}

/** For details/tech.md: of several parts of one ecosystem, what each is built on and most are not. */
export function partFacts(parts: readonly Part[], language: Language): readonly Fact[] {
  return groupsOf(parts).flatMap(([, group]) => {
    const built = group.filter((part) => part.technologies.some(isProduct))
    const users = (name: string) => built.filter((part) => part.technologies.some((each) => each.name === name)).length
    const own = (part: Part) =>
      sourced(part).flatMap((each) =>
        isProduct(each) && users(each.name) <= built.length / 2 ? [{ ...each, version: undefined }] : [],
      )
    return built
      .filter((part) => part.folder !== '' && built.length > 1)
      .toSorted((a, b) => compare(a.folder, b.folder))
      .flatMap((part) => lineOf(`${part.folder}/`, own(part), language))
  })
}

/** What runs beside the project; what is built here is a part of it. */
export function servicesFact(parts: readonly Part[], language: Language): readonly Fact[] {
  const { comma, aside } = punctuation(language)
  const services = merged(parts.flatMap(sourced).filter((each) => each.kind === 'service'))
  const value = listed(
    services.map(({ name, version }) => (version === undefined ? name : name + aside(version))),
    comma,
  )
  return value === ''
    ? []
    : [{ label: LABELS.services[language], value, source: sourcesOf(services.map((each) => each.source)) }]
}

type Sourced = Technology & { readonly source: string }

function groupsOf(parts: readonly Part[]): readonly (readonly [ecosystem: string, group: readonly Part[]])[] {
  const stacked = parts.filter(hasStack)
  const ecosystems = [...new Set(stacked.map((part) => part.ecosystem))]
  return ecosystems.map((ecosystem) => [ecosystem, stacked.filter((part) => part.ecosystem === ecosystem)])
}

const KINDS: readonly Kind[] = ['language', 'runtime', 'framework', 'data', 'dependency']

/** Products of all parts, each once, but not the project's own; plain dependencies only where they are the root's. */
function rolledUp(group: readonly Part[]): readonly Sourced[] {
  const names = new Set(group.map((part) => (part.name ?? '').toLowerCase()))
  const isTyped = group.some((part) => part.technologies.some((each) => each.name === 'TypeScript'))
  if (isTyped) names.add('javascript')
  const isTold = (part: Part, each: Sourced) =>
    !names.has(each.name.toLowerCase()) && (each.kind !== 'dependency' || group.length === 1 || part.folder === '')
  const all = merged(group.flatMap((part) => sourced(part).filter((each) => isTold(part, each))))
  return KINDS.flatMap((kind) => all.filter((each) => each.kind === kind))
}

function sourced(part: Part): readonly Sourced[] {
  return part.technologies.map((each) => ({ ...each, source: each.source ?? part.source }))
}

function lineOf(label: string, technologies: readonly Sourced[], language: Language): readonly Fact[] {
  const worded = technologies.flatMap((each) => {
    const words = wordsOf(each)
    return words === undefined ? [] : [{ words, source: each.source }]
  })
  const shown = worded.slice(0, 18)
  const value = listed([...new Set(shown.map((each) => each.words))], punctuation(language).comma)
  return value === '' ? [] : [{ label, value, source: sourcesOf(shown.map((each) => each.source)) }]
}

function wordsOf(each: Technology): string | undefined {
  const name = plainText(each.name, 60)
  if (name === '' || (each.kind === 'dependency' && !/^[@\w][\w@./:-]{0,79}$/.test(each.name))) return undefined
  const version = versionText(each.version)
  return version === undefined ? name : `${name} ${version}`
}

function byName(scan: Scan, language: Language): readonly Fact[] {
  const value = listed(languagesByName(scan).slice(0, 6), punctuation(language).comma)
  return value === '' ? [] : [{ label: LABELS.stack[language], value, source: SOURCE_TREE[language] }]
}

/** The languages of a project without a manifest, by the number of files in the first two levels. */
function languagesByName(scan: Scan): readonly string[] {
  const counts = new Map<string, number>()
  for (const [path, kind] of scan.tree) {
    const extension = /\.([A-Za-z0-9]{1,8})$/.exec(path)?.[1]?.toLowerCase()
    const language = kind === 'file' && extension !== undefined ? LANGUAGES.get(extension) : undefined
    if (language !== undefined) counts.set(language, (counts.get(language) ?? 0) + 1)
  }
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([language]) => language)
}

/** Languages by the endings of their files. */
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
