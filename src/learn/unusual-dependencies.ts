/**
 * Dependencies that somebody chose against the ordinary: replaced, patched, taken from a repository or a folder, capped, held
 * at one version, or kept out. Nobody does that without a reason, and a manifest does not say it.
 */

import { at, entriesAt, parseJson, parseToml, parseYaml, textOf, textsAt } from '../project/parse-data.ts'
import type { BuildFile } from './ci-commands.ts'
import type { WorkItem } from './worklist.ts'

export function isDependencyFile(path: string): boolean {
  const name = nameOf(path)
  return (
    !/(?:^|\/)(?:node_modules|vendor|third_party|examples?|tutorials?|fixtures?|testdata|tests?)\//.test(path) &&
    FORMS.some(([form]) => form.test(name))
  )
}

export function unusualDependencies(files: readonly BuildFile[]): readonly WorkItem[] {
  return files.flatMap(({ path, text }) => {
    const lines = text.split(/\r?\n/).map((line) => line.slice(0, LONGEST_LINE))
    const read = FORMS.find(([form]) => form.test(nameOf(path)))?.[1]
    const found = read?.(lines, text) ?? []
    return found.map(({ line, said }) => ({ place: `${path}:${line}`, text: `\`${said}\`` }))
  })
}

interface Found {
  /** Counted from 1. */
  readonly line: number
  readonly said: string
}
type Reader = (lines: readonly string[], text: string) => readonly Found[]

const LONGEST_LINE = 300
const LONGEST_SAID = 100

/** Lines that one of the patterns finds, as they stand. */
const byLine =
  (...patterns: readonly RegExp[]): Reader =>
  (lines) =>
    lines.flatMap((line, index) =>
      /^\s*(?:#|\/\/|<!--)|fixtures?\//.test(line) || !patterns.some((pattern) => pattern.test(line))
        ? []
        : [{ line: index + 1, said: line.replace(/\s+/g, ' ').replace(/,\s*$/, '').trim().slice(0, LONGEST_SAID) }],
    )

const FROM_ELSEWHERE = /^(?:git|github:|gitlab:|bitbucket:|https?:|file:|npm:)|^[\w-]+\/[\w.-]+(?:#|$)/
const EXACT = /^v?\d+\.\d+/

const node: Reader = (lines, text) => {
  const json = parseJson(text)
  const held = [
    ...['overrides', 'resolutions'].flatMap((key) => entriesAt(json, key)),
    ...['overrides', 'patchedDependencies', 'packageExtensions'].flatMap((key) => entriesAt(json, 'pnpm', key)),
  ]
  const declared = ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((key) => entriesAt(json, key))
  return [...found(lines, held), ...fromElsewhere(lines, declared), ...exact(lines, entriesAt(json, 'dependencies'))]
}

const composer: Reader = (lines, text) => {
  const declared = entriesAt(parseJson(text), 'require').filter(([name]) => name.includes('/'))
  const branches = declared.filter(([, spec]) => /^dev-|\bas\b/.test(textOf(spec) ?? ''))
  return [...found(lines, branches), ...exact(lines, declared)]
}

const workspace: Reader = (lines, text) => {
  const yaml = parseYaml(text)
  return found(
    lines,
    ['overrides', 'patchedDependencies'].flatMap((key) => entriesAt(at(yaml, key))),
  )
}

const requirements: Reader = (lines) => {
  const listed = lines.flatMap((line, index) => {
    const said = line.replace(/\s+#.*$/, '').trim()
    return /^[A-Za-z]/.test(said) ? [{ line: index + 1, said }] : []
  })
  return oddRequirements(listed)
}

/** What the project itself asks for; lists of tools in the same file repeat it for tests. */
const pyproject: Reader = (lines, text) => {
  const toml = parseToml(text)
  const listed = [
    ...textsAt(toml, 'project', 'dependencies'),
    ...[...entriesAt(toml, 'project', 'optional-dependencies'), ...entriesAt(toml, 'dependency-groups')].flatMap(
      ([, group]) => textsAt({ group }, 'group'),
    ),
    ...entriesAt(toml, 'tool', 'poetry', 'dependencies').map(([name, spec]) => `${name}${textOf(spec) ?? ''}`),
  ]
  return oddRequirements(
    listed.map((said) => ({
      line:
        Math.max(
          0,
          lines.findIndex((line) => line.includes(said)),
        ) + 1,
      said,
    })),
  )
}

/** `a<2`; where most have such a bound, that is the habit of the project. */
function isCapped({ said }: Found): boolean {
  return /<\s*\d/.test(said) && !/git\+|\s@\s|!=/.test(said)
}

function oddRequirements(listed: readonly Found[]): readonly Found[] {
  const shown = listed
    .filter(({ said }) => !/^python\b/i.test(said))
    .map((one) => ({ ...one, said: one.said.slice(0, LONGEST_SAID) }))
  const odd = shown.filter(({ said }) => /git\+|\s@\s|<\s*\d|!=/.test(said.replace(/;.*$/, '')))
  const held = shown.filter(({ said }) => /^[\w.[\],-]+\s*==/.test(said))
  const [capped, others] = [odd.filter(isCapped), odd.filter((one) => !isCapped(one))]
  return [...others, ...few(capped, shown.length), ...few(held, shown.length)]
}

const FORMS: readonly (readonly [RegExp, Reader])[] = [
  [/^package\.json$/, node],
  [/^pnpm-workspace\.yaml$/, workspace],
  [/^composer\.json$/, composer],
  [
    /^go\.mod$/,
    byLine(/=>/, /^\s*(?:exclude|retract)\b/, /\sv\d+\.\d+\.\d+-(?:\w+\.)*\d{14}-[0-9a-f]{12}(?!.*indirect)/),
  ],
  [/^Cargo\.toml$/, byLine(/\bgit\s*=\s*"/, /^\s*\[patch\b/, /=\s*"=\s*\d|version\s*=\s*"(?:=|[^"]*<)/)],
  [/^pyproject\.toml$/, pyproject],
  [/^(?:requirements[\w.-]*\.(?:txt|in)|constraints\.txt)$/, requirements],
  [/^pom\.xml$/, byLine(/<systemPath>/)],
  [/\.gradle(?:\.kts)?$/, byLine(/\b(?:exclude\s*\(?\s*(?:group|module)|strictly\b|force\s*[=(]|flatDir\b)/)],
  [/^Gemfile$/, byLine(/^\s*gem\b.*(?:\b(?:git|github|branch)\s*(?::|=>)|,\s*["'](?:=\s*)?\d|["']<)/)],
]

function found(lines: readonly string[], entries: readonly (readonly [string, unknown])[]): readonly Found[] {
  // A catalogue, or the workspace itself, is where such a version is expected to stand.
  const told = entries.filter(([name, spec]) => {
    const said = textOf(spec) ?? ''
    return !/^(?:catalog|workspace):/.test(said) && !said.startsWith(`npm:${name}@`)
  })
  return told.map(([name, spec]) => ({
    line:
      Math.max(
        0,
        lines.findLastIndex((line) => line.includes(`"${name}"`) || line.trimStart().startsWith(name)),
      ) + 1,
    said: `${name}: ${textOf(spec) ?? '…'}`.slice(0, LONGEST_SAID),
  }))
}

function fromElsewhere(lines: readonly string[], declared: readonly (readonly [string, unknown])[]): readonly Found[] {
  return found(
    lines,
    declared.filter(([, spec]) => FROM_ELSEWHERE.test(textOf(spec) ?? '')),
  )
}

/** Where most are held at one version, that is the habit of the project and no choice about one of them. */
function exact(lines: readonly string[], declared: readonly (readonly [string, unknown])[]): readonly Found[] {
  const held = declared.filter(([, spec]) => EXACT.test(textOf(spec) ?? ''))
  return few(found(lines, held), declared.length)
}

function few(some: readonly Found[], all: number): readonly Found[] {
  return some.length * 4 <= all ? some : []
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
