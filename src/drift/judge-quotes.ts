/**
 * What the bank quotes of the code and of its settings, against what stands there now.
 *
 * A quote alone proves nothing, because it may be of another project, or advice. It counts as gone if commits after the
 * entry took it out word for word, and no file has it now, however it is laid out.
 */

import { isDocument } from '../text/document-path.ts'
import { isCodeFile } from '../text/path-in.ts'
import type { Claim, EntryClaim, LiteralClaim, Place, ValueClaim, VersionClaim } from './claim.ts'
import { holdsWord } from './code-names.ts'
import { type Codebase, isBeforeEntry, type Judged, takenOut, UNKNOWN, VALID, type Verdict } from './codebase.ts'
import { isManifest } from './declarations.ts'
import { resolve } from './judge-paths.ts'
import { packageKey } from './known-packages.ts'
import { MOST_HOLDERS, nameOf, type Removal, type RemovedLine } from './repository.ts'

type Literal = Place & LiteralClaim
type Entry = Place & EntryClaim
type Value = Place & ValueClaim
type Version = Place & VersionClaim

export function judgeQuotes(claims: readonly Claim[], codebase: Codebase): readonly Judged[] {
  return [
    ...judgeLiterals(
      claims.flatMap((claim) => (claim.kind === 'literal' ? [claim] : [])),
      codebase,
    ),
    ...judgeEntries(
      claims.flatMap((claim) => (claim.kind === 'entry' ? [claim] : [])),
      codebase,
    ),
    ...judgeValues(
      claims.flatMap((claim) => (claim.kind === 'value' ? [claim] : [])),
      codebase,
    ),
    ...judgeTools(
      claims.flatMap((claim) => (claim.kind === 'version' ? [claim] : [])),
      codebase,
    ),
  ]
}

/** An image with its tag, a member with its owner, a name with its value, the text of a script. */
function judgeLiterals(named: readonly Literal[], codebase: Codebase): readonly Judged[] {
  if (named.length === 0) return []
  const { repository } = codebase
  const removed = repository.removedLately(named.map(({ text }) => text))
  const words = [...removed.keys()].map(searchedFor)
  const holders = words.length === 0 ? new Map<string, readonly string[]>() : repository.holders(words)
  const isHere = (text: string) => {
    const paths = (holders?.get(searchedFor(text)) ?? []).filter((path) => !isDocument(path))
    return paths.length >= MOST_HOLDERS || paths.some((path) => spells(repository.read(path) ?? '', text))
  }
  const verdictOf = (claim: Literal, was: Removal | undefined): Verdict => {
    if (was === undefined || holders === undefined) return UNKNOWN
    if (claim.ofScript ? isScriptNow(claim.text, codebase) : isHere(claim.text)) return VALID
    if (!isOfOurs(claim, was)) return UNKNOWN
    return isBeforeEntry(claim, was, codebase) ? UNKNOWN : { kind: 'gone', evidence: takenOut(was) }
  }
  return named.map((claim) => ({ claim, about: 'symbol', verdict: verdictOf(claim, removed.get(claim.text)) }))
}

/** Whether what went was the project's own: a script of a manifest, an option that the code defined. */
function isOfOurs({ text, ofScript }: Literal, { paths, lines }: Removal): boolean {
  if (ofScript) return paths.some(isManifest)
  return !text.startsWith('--') || lines.some((line) => DEFINES_OPTION.test(line))
}

const DEFINES_OPTION = /add_argument|add_option|click\.option|\.option\(|\bOption\(|\bflag\(|\.long\(/

function isScriptNow(text: string, codebase: Codebase): boolean {
  const { commands, runners } = codebase.declarations()
  const texts = [...runners.values()].flatMap((files) => files.map((file) => file.text))
  return [...commands, ...texts].some((script) => spells(script, text))
}

/** The longest word of a quote: what spells the quote holds it. */
function searchedFor(text: string): string {
  if (!/\s|["'=]/.test(text)) return text
  return (text.match(/[\w$]+/g) ?? []).reduce((a, b) => (b.length > a.length ? b : a), '')
}

/** Whether a text has the quote, whatever its blanks, quotation marks and ends of lines. */
function spells(text: string, quote: string): boolean {
  if (!/\s|["'=]/.test(quote)) return holdsWord(text, quote)
  return plain(text).includes(plain(quote))
}

function plain(text: string): string {
  return text.replaceAll(/[\s"'`;\\]|,(?=\s*[)\]}])/g, '')
}

/** Words in files of settings. */
function judgeEntries(named: readonly Entry[], codebase: Codebase): readonly Judged[] {
  const homes = new Map(named.map((claim) => [claim, filesOf(claim, codebase)]))
  const has = (claim: Entry, word: string) =>
    (homes.get(claim) ?? []).some((path) => holdsWord(codebase.repository.read(path) ?? '', word))
  const suspects = named.filter((claim) => {
    const known = claim.beside.filter((word) => has(claim, word))
    // Only a list whose other words stand in the file is a list of what stands there.
    const isList = claim.beside.length === 0 || (known.length > 1 && known.length >= claim.beside.length / 2)
    return isList && (homes.get(claim) ?? []).length > 0 && !has(claim, claim.word)
  })
  const names = suspects.flatMap(({ file }) => (file === undefined ? CI_FILES : [nameOf(file)]))
  const lines = names.length === 0 ? [] : codebase.repository.linesRemovedFrom([...new Set(names)])
  return suspects.map((claim) => ({
    claim,
    about: 'value',
    verdict: judgeEntry(claim, homes.get(claim), lines, codebase),
  }))
}

function judgeEntry(
  claim: Entry,
  homes: readonly string[] = [],
  lines: readonly RemovedLine[],
  codebase: Codebase,
): Verdict {
  if (homes.some((path) => GETS_FROM_OTHERS.test(codebase.repository.read(path) ?? ''))) return UNKNOWN
  const isHome = (path: string) => (claim.file === undefined ? isOfCi(path) : homes.includes(path))
  const was = lines.find(({ path, text }) => isHome(path) && isEntry(text, claim.word))
  if (was === undefined || isBeforeEntry(claim, was, codebase)) return UNKNOWN
  const { en, zh } = takenOut(was)
  return { kind: 'gone', evidence: { en: `${en} of ${was.path}`, zh: `${was.path}：${zh}` } }
}

/** Settings that another file may add to. */
const GETS_FROM_OTHERS =
  /(?:^[ \t]*|[{,]\s*)["']?(?:extends|includes?|imports?|inherit)["']?\s*[:=]|\/\.github\/workflows\/|!include\b/m

/** Whether the line has the word by itself, and not in a comment. */
function isEntry(line: string, word: string): boolean {
  const code = line.replace(/(?:^|\s)(?:#|\/\/).*$/, '')
  for (let at = code.indexOf(word); at !== -1; at = code.indexOf(word, at + 1)) {
    if (!/[\w.$-]/.test(code[at - 1] ?? ' ') && !/^(?:[\w$-]|\.\w)/.test(code.slice(at + word.length))) return true
  }
  return false
}

function filesOf({ file }: Entry, codebase: Codebase): readonly string[] {
  if (file === undefined) {
    const all = codebase.repository.files()
    return all.some(isOfCi) ? all.filter((path) => isOfCi(path) || PINS_RUNTIME.test(path)) : []
  }
  const home = resolve({ file, folder: false }, codebase)
  return home !== undefined && codebase.repository.kindOf(home) === 'file' ? [home] : []
}

const CI_FILES = [
  '.github/workflows/*.yml',
  '.github/workflows/*.yaml',
  '.gitlab-ci.yml',
  '.circleci/config.yml',
  'azure-pipelines.yml',
  '.travis.yml',
]

function isOfCi(path: string): boolean {
  return /^\.github\/workflows\/[^/]+\.ya?ml$|^(?:\.gitlab-ci|\.circleci\/config|azure-pipelines|\.travis)\.yml$/.test(
    path,
  )
}

/** Where CI may read its versions from. */
const PINS_RUNTIME =
  /(?:^|\/)(?:tox\.ini|noxfile\.py|\.tool-versions|\.?mise\.toml|\.(?:nvmrc|node-version|python-version|ruby-version|go-version))$/

/** Numbers of constants: the code gives the constant one number, and it is another one. */
function judgeValues(named: readonly Value[], codebase: Codebase): readonly Judged[] {
  const asked = named.filter(({ value, environment }) => /^[\d.]+$/.test(value) && environment === '')
  const names = [...new Set(asked.map(({ name }) => name))]
  const holders = names.length === 0 ? undefined : codebase.repository.holders(names)
  return named.map((claim) => {
    const paths = asked.includes(claim) ? (holders?.get(claim.name) ?? []) : []
    return { claim, about: 'value', verdict: judgeValue(claim, paths, codebase) }
  })
}

function judgeValue(claim: Value, paths: readonly string[], codebase: Codebase): Verdict {
  const { name, value } = claim
  const code = paths.filter((path) => isCodeFile(path) && !isTest(path))
  if (code.length === 0 || paths.length >= MOST_HOLDERS) return UNKNOWN
  const given = code.flatMap((path) =>
    numbersGiven(codebase.repository.read(path) ?? '', name).map((said) => ({ path, said })),
  )
  const [first] = given
  if (first?.said === undefined || given.some(({ said }) => said !== first.said)) return UNKNOWN
  if (Number(first.said) === Number(value)) return VALID
  if (!isProven(claim, codebase)) return UNKNOWN
  return { kind: 'changed', now: first.said, evidence: { en: `set in ${first.path}`, zh: `见 ${first.path}` } }
}

/** A name that is not a constant's may be that of many things; it is ours if a commit after the entry took that number away. */
function isProven(claim: Value, codebase: Codebase): boolean {
  if (/^[A-Z]/.test(claim.name)) return true
  const was = codebase.repository.removedLately([claim.name]).get(claim.name)
  if (was === undefined || isBeforeEntry(claim, was, codebase)) return false
  return was.lines.some((line) => numbersGiven(line, claim.name).includes(claim.value))
}

/** The numbers that a text gives a name; undefined where it is given something else. */
function numbersGiven(text: string, name: string): readonly (string | undefined)[] {
  const given = new RegExp(
    String.raw`(?<![\w$.])${name}["']?\s*(?::[^=,;\n]{0,60})?(?::?=|:)(?![=>])\s*([^\n]{0,80})`,
    'g',
  )
  return [...text.matchAll(given)].map((match) => numberOf(match[1] ?? ''))
}

/** The number, if nothing else is computed from it. */
function numberOf(text: string): string | undefined {
  return /^(\d[\d_]*(?:\.\d+)?)\s*(?:[,;)}]|(?:\/\/|#|\/\*).*)*\s*$/.exec(text)?.[1]?.replaceAll('_', '')
}

function isTest(path: string): boolean {
  return /(?:^|\/)(?:tests?|__tests__|specs?|fixtures?|testdata|examples?)\/|[._-](?:test|spec)\.\w+$|(?:^|\/)test_/.test(
    path,
  )
}

/**
 * Versions of tools that no manifest declares, in full: a workflow or a script pins them. One has changed if a commit after
 * the entry took that very version out of a file that names the tool, and the same line now has another.
 */
function judgeTools(named: readonly Version[], codebase: Codebase): readonly Judged[] {
  const { packages } = codebase.declarations()
  const asked = named.filter(
    ({ names, version, how, strength }) =>
      /^\d+\.\d+\.\d+/.test(version) &&
      how !== 'least' &&
      strength === 'firm' &&
      !names.some((name) => packages.has(packageKey(name))),
  )
  const removed =
    asked.length === 0
      ? new Map<string, Removal>()
      : codebase.repository.removedLately(asked.map(({ version }) => version))
  return asked.flatMap((claim): readonly Judged[] => {
    const was = removed.get(claim.version)
    const now = was === undefined || isBeforeEntry(claim, was, codebase) ? undefined : pinnedNow(claim, was, codebase)
    if (was === undefined || now === undefined) return []
    return [{ claim, about: 'version', verdict: { kind: 'changed', now, evidence: takenOut(was) } }]
  })
}

function pinnedNow(
  { names, version }: Version,
  { paths, lines }: Removal,
  { repository }: Codebase,
): string | undefined {
  const texts = paths
    .map((path) => repository.read(path) ?? '')
    .filter((text) => names.some((name) => text.includes(name)))
  if (texts.some((text) => text.includes(version))) return undefined
  const starts = lines.map((line) => line.slice(0, line.indexOf(version))).filter((start) => /\w/.test(start))
  const now = texts.flatMap((text) =>
    text.split('\n').flatMap((line) => {
      const start = starts.find((one) => line.startsWith(one))
      return start === undefined ? [] : (/^\d+\.\d+(?:\.\d+)*/.exec(line.slice(start.length))?.[0] ?? [])
    }),
  )
  return new Set(now).size === 1 ? now[0] : undefined
}
