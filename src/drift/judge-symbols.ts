/**
 * Are the functions, classes and constants that the bank names still in the code?
 *
 * A name alone proves nothing, because it may belong to a library or be a word. It counts as gone if git shows that the
 * code had it, or if the file that the sentence puts it in exists and does not have it.
 */

import { isDocument } from '../text/document-path.ts'
import { isCodeFile } from '../text/path-in.ts'
import type { Claim, Place, SymbolClaim } from './claim.ts'
import { definesSymbol, holdsWord, relatedConstant } from './code-names.ts'
import { type Codebase, isBeforeEntry, type Judged, takenOut, UNKNOWN, VALID, type Verdict } from './codebase.ts'
import { resolve } from './judge-paths.ts'
import { type Commit, MOST_HOLDERS, type Removal } from './repository.ts'

type Named = Place & SymbolClaim

export function judgeSymbols(
  claims: readonly Claim[],
  suspects: readonly Named[],
  codebase: Codebase,
): readonly Judged[] {
  const named = symbolsOf(claims)
  const suspected = new Set(suspects)
  const words = symbolWords(suspects)
  const holders = words.length === 0 ? new Map<string, readonly string[]>() : codebase.repository.holders(words)
  const inCode = (word: string) => (holders?.get(word) ?? []).filter((path) => !isDocument(path))
  const names = [...new Set(suspects.map((claim) => claim.name))]
  const absent = holders === undefined ? [] : names.filter((word) => inCode(word).length === 0)
  const removed = removalsOf(absent, suspects, codebase)
  const isAbsent = (claim: Named) => suspected.has(claim) && inCode(claim.name).length === 0
  const company = new Company(named, filesBySection(claims, codebase), isAbsent)
  return named.map((claim) => {
    if (!suspected.has(claim)) return { claim, about: 'symbol', verdict: VALID }
    if (holders === undefined) return { claim, about: 'symbol', verdict: UNKNOWN }
    const elsewhere = inCode(claim.name)
    const verdict =
      elsewhere.length > 0
        ? judgeElsewhere(claim, elsewhere, codebase)
        : (judgeAbsent(claim, proofOf(claim, removed.get(claim.name), codebase), codebase) ??
          ((holders.get(claim.name) ?? []).length > 0
            ? UNKNOWN
            : judgeByOthers(claim, lastPart(claim.owner).flatMap(inCode), company, codebase)))
    return { claim, about: 'symbol', verdict }
  })
}

/** A name that is not marked is asked for in the last commits only: there are many, and most were never ours. */
function removalsOf(
  absent: readonly string[],
  suspects: readonly Named[],
  { repository }: Codebase,
): ReadonlyMap<string, Removal> {
  if (absent.length === 0) return new Map()
  const marked = new Set(suspects.filter((claim) => !claim.bare).map((claim) => claim.name))
  const bare = absent.filter((name) => !marked.has(name))
  const firmly = absent.filter((name) => marked.has(name))
  return new Map([
    ...(bare.length === 0 ? [] : repository.removedLately(bare)),
    ...(firmly.length === 0 ? [] : repository.removed(firmly)),
  ])
}

/** The symbols that are in no file of those that their own sentence names. */
export function suspectSymbols(claims: readonly Claim[], codebase: Codebase): readonly Named[] {
  return symbolsOf(claims).filter((claim) => !isInItsFiles(claim, codebase))
}

function symbolsOf(claims: readonly Claim[]): readonly Named[] {
  return claims.flatMap((claim): readonly Named[] => (claim.kind === 'symbol' ? [claim] : []))
}

/** The words that will be searched for in the whole repository. */
export function symbolWords(suspects: readonly Named[]): readonly string[] {
  return [...new Set(suspects.flatMap(({ name, owner }) => [name, ...lastPart(owner)]))]
}

/** Most symbols are in a file that the same sentence names, so that nothing else needs to be searched. */
function isInItsFiles(claim: Named, codebase: Codebase): boolean {
  const { name, file, nearby } = claim
  if (isOnlyImported(claim, codebase)) return false
  const files = file === undefined ? nearby : [file]
  return files.some((path) =>
    filesAt(path, codebase).some((one) => holdsWord(codebase.repository.read(one) ?? '', name)),
  )
}

function filesAt(path: string, codebase: Codebase): readonly string[] {
  const found = resolve({ file: path, folder: false }, codebase)
  if (found === undefined) return []
  if (codebase.repository.kindOf(found) === 'file') {
    const others = found === path ? [] : codebase.paths().endingIn(path)
    return [found, ...others.slice(0, MOST_FILES)]
  }
  return codebase.paths().inFolder(found, MOST_FILES)
}

const MOST_FILES = 50

/** Whether the file that is said to define it gets it from another one. */
function isOnlyImported({ name, file, defined, strength }: Named, { repository }: Codebase): boolean {
  if (!defined || file === undefined || strength === 'weak' || !isCodeFile(file)) return false
  const text = repository.kindOf(file) === 'file' ? (repository.read(file) ?? '') : ''
  if (!holdsWord(text, name) || text.split('\n').some((line) => definesSymbol(line, name))) return false
  return [...text.matchAll(IMPORTED)].some(([imported]) => holdsWord(imported, name))
}

const IMPORTED =
  /^import\s{1,9}(?:type\s{1,9})?\{[^{}]{1,2000}\}\s{0,9}from\b|^from\s{1,9}\S{1,200}\s{1,9}import\s{1,9}(?:\([^()]{1,2000}\)|.{1,500})/gm

/** Judges a symbol that the code has, but not in the file that the sentence names. */
function judgeElsewhere(claim: Named, elsewhere: readonly string[], codebase: Codebase): Verdict {
  const { name, file, strength } = claim
  if (file === undefined || strength === 'weak') return VALID
  const home = resolve({ file, folder: false }, codebase)
  if (home === undefined) return UNKNOWN
  if (!isOnlyImported(claim, codebase) && !spellsWhatItOffers(home, codebase)) return UNKNOWN
  const defining = elsewhere.filter((path) =>
    (codebase.repository.read(path) ?? '').split('\n').some((line) => definesSymbol(line, name)),
  )
  const [only] = defining
  if (defining.length !== 1 || only === undefined || elsewhere.length >= MOST_HOLDERS) return UNKNOWN
  return {
    kind: 'moved',
    now: only,
    evidence: {
      en: `${home} does not define ${name}, ${only} does`,
      zh: `${home} 没有定义 ${name}，由 ${only} 定义`,
    },
  }
}

/** A file that passes names of other files on, or is not code, may offer a name that it does not spell. */
function spellsWhatItOffers(file: string, { repository }: Codebase): boolean {
  const text = repository.kindOf(file) === 'file' ? repository.read(file) : undefined
  return text !== undefined && isCodeFile(file) && !PASSES_ON.test(text)
}

const PASSES_ON =
  /\bexport\s{0,9}\*|\bimport\s{0,9}\*|^[ \t]*(?:pub\s{1,9})?(?:use|mod)\s|^from\s{1,9}\S{1,200}\s{1,9}import\s{1,9}\*|#include|module\.exports\s{0,9}=\s{0,9}require|\brequire_relative\b|\bextends\b|<script\s{1,9}src/m

/**
 * The removal, if it shows that the entry is out of date. A name in prose may also be that of a product; it is ours if the
 * code that went had defined it.
 */
function proofOf(claim: Named, removed: Removal | undefined, codebase: Codebase): Removal | undefined {
  if (removed === undefined || claim.strength === 'firm') return removed
  const isOurs = !claim.bare || !/^[A-Z][a-z\dA-Z]*$/.test(claim.name) || definedIn(removed.lines, claim.name)
  const isProof = isOurs && !(claim.bare && claim.foreign) && !isBeforeEntry(claim, removed, codebase)
  return isProof ? removed : undefined
}

function definedIn(lines: readonly string[], name: string): boolean {
  return lines.some((line) => definesSymbol(line, name))
}

/** Undefined if neither git nor a file that the sentence names can tell. */
function judgeAbsent(
  { name, file, strength }: Named,
  removed: Commit | undefined,
  codebase: Codebase,
): Verdict | undefined {
  if (removed !== undefined) return { kind: 'gone', evidence: takenOut(removed) }
  if (strength === 'weak') return UNKNOWN
  const home = file !== undefined && isThere(file, codebase) ? file : undefined
  if (home === undefined) return undefined
  return {
    kind: 'gone',
    evidence: { en: `${home} has no ${name}, nor has any other file`, zh: `${home} 及其他文件中都没有 ${name}` },
  }
}

/** Judges a name that no file has, not even a document, by its owner and by the names around it. */
function judgeByOthers(claim: Named, ownerIn: readonly string[], company: Company, codebase: Codebase): Verdict {
  const { name, owner, nearby } = claim
  if (owner !== undefined) return judgeMemberOf(owner, claim, ownerIn, company, codebase)
  if (claim.foreign) return UNKNOWN
  if (CONSTANT.test(name)) return judgeConstant(name, codebase)
  // The name counts only if no library is likely to have it, and if it is beside a file or among names of this repository.
  const beside = nearby.find((path) => isThere(path, codebase))
  if (beside !== undefined && (OWN_NAME.test(name) || (claim.inTable && TYPE_NAME.test(name))))
    return gone(`neither ${beside} nor any other file has ${name}`, `${beside} 及其他文件中都没有 ${name}`)
  if (!company.isOurs(claim)) return UNKNOWN
  return gone(`no file has ${name}, the names beside it are here`, `没有文件包含 ${name}，同处的其他名称都在`)
}

function judgeMemberOf(
  owner: string,
  claim: Named,
  ownerIn: readonly string[],
  company: Company,
  codebase: Codebase,
): Verdict {
  // `payload.orderId` may be a field of some data.
  if (/^[a-z]\w*$/.test(owner) && !/[#>:]/.test(claim.text)) return UNKNOWN
  const home = homeOfOwner(owner, ownerIn, codebase) ?? (company.isOurs(claim) ? ownerIn[0] : undefined)
  if (home === undefined) return UNKNOWN
  return gone(`${home} is here, but no file has ${claim.name}`, `有 ${home}，但没有文件包含 ${claim.name}`)
}

function gone(en: string, zh: string): Verdict {
  return { kind: 'gone', evidence: { en, zh } }
}

/** A constant belongs to the project if related ones do: `ACME_LOG_LEVEL` if the code spells `ACME_MODE`. */
function judgeConstant(name: string, codebase: Codebase): Verdict {
  const related = relatedConstant(name, codebase)
  if (related === undefined) return UNKNOWN
  return gone(`the code has ${related}, but no file has it`, `代码中有 ${related}，但没有它`)
}

const CONSTANT = /^[A-Z][A-Z\d]*(?:_[A-Z\d]+)+$/
const TYPE_NAME = /^(?:[A-Z][a-z0-9]+){2}$/

const OWN_NAME = /^(?:[a-z]+(?:[A-Z][a-z0-9]+)+|(?:[A-Z][a-z0-9]+){3,})$/

function isThere(path: string, codebase: Codebase): boolean {
  return isCodeFile(path) && filesAt(path, codebase).some((file) => codebase.repository.read(file) !== undefined)
}

function lastPart(owner: string | undefined): readonly string[] {
  const last = owner?.split(/\.|::|#|->/).at(-1)
  return last === undefined ? [] : [last]
}

/** The file that defines the owner of the name; undefined if the owner inherits from something outside the repository. */
function homeOfOwner(owner: string, holders: readonly string[], codebase: Codebase): string | undefined {
  const { repository } = codebase
  const paths = codebase.paths()
  const folders = owner.replaceAll(/\.|::/g, '/')
  if (folders.includes('/') && folders === folders.toLowerCase())
    return [folders, `${folders}.py`, `${folders}.rb`, `${folders}.ex`].find((path) => paths.endingIn(path).length > 0)
  const [name = ''] = lastPart(owner)
  if (name.length < 3) return undefined
  const ofThatName = paths.ofStem(name).filter(isCodeFile)
  for (const path of [...holders, ...ofThatName.slice(0, MOST_HOLDERS)]) {
    const lines = (repository.read(path) ?? '').split('\n')
    const at = lines.find((line) => definesSymbol(line, name))
    if (at !== undefined) return takesAfterOthers(at, codebase) ? undefined : path
  }
  // A module has the name of its file: `Topics` is topics.js.
  return ofThatName.find((path) => holdsWord(repository.read(path) ?? '', name))
}

/** A base class outside the repository may provide the name without our code spelling it. */
function takesAfterOthers(line: string, codebase: Codebase): boolean {
  const bases = BASES.exec(line)
    ?.slice(1)
    .find((group) => group !== undefined)
  if (bases === undefined) return /\binclude\b/.test(line)
  const names = bases.replaceAll(/<[^<>]*>/g, '').match(/[A-Z]\w+/g) ?? []
  return !names.every((name) => name === 'Object' || codebase.paths().ofStem(name).some(isCodeFile))
}

const BASES =
  /\b(?:extends|implements)\s+([^{]+)|class\s+\w+\s*\((?!\s*\)|object\b)([^)]*)\)|class\s+\w+\s*(?:<|:)\s*([^{]+)/

/** How many files of the repository each section names. */
function filesBySection(claims: readonly Claim[], codebase: Codebase): ReadonlyMap<string, number> {
  const files = new Map<string, Set<string>>()
  for (const claim of claims) {
    if (claim.kind !== 'path' || claim.folder || !isThere(claim.file, codebase)) continue
    const key = `${claim.path}\n${claim.section}`
    files.set(key, (files.get(key) ?? new Set()).add(claim.file))
  }
  return new Map([...files].map(([key, paths]) => [key, paths.size]))
}

/** The other names in the same section and on the same line, and how many of them the code has. */
class Company {
  readonly #sections: Map<string, { here: number; absent: number }>
  readonly #lines = new Map<string, string[]>()

  constructor(named: readonly Named[], files: ReadonlyMap<string, number>, isAbsent: (claim: Named) => boolean) {
    const counted = new Set<string>()
    this.#sections = new Map([...files].map(([key, here]) => [key, { here, absent: 0 }]))
    for (const claim of named) {
      const key = `${claim.path}\n${claim.section}`
      if (counted.has(`${key}\n${claim.name}`)) continue
      counted.add(`${key}\n${claim.name}`)
      const section = this.#sections.get(key) ?? { here: 0, absent: 0 }
      const absent = isAbsent(claim)
      this.#sections.set(key, { here: section.here + (absent ? 0 : 1), absent: section.absent + (absent ? 1 : 0) })
      const line = `${claim.path}:${claim.line}`
      if (!absent) this.#lines.set(line, [...(this.#lines.get(line) ?? []), claim.name])
    }
  }

  /** Whether nearly all names around it are in this repository, so that this one must have been too. */
  isOurs({ path, line, section, name, peers }: Named): boolean {
    const { here, absent } = this.#sections.get(`${path}\n${section}`) ?? { here: 0, absent: 0 }
    const onLine = this.#lines.get(`${path}:${line}`) ?? []
    const areMostHere = (least: number, times: number) => here >= least && here >= absent * times
    if (/^(?:[A-Z][a-z0-9]+){2}$/.test(name)) return areMostHere(5, 3) && peers.some((peer) => onLine.includes(peer))
    if (!OWN_NAME.test(name) && !/^[a-z]+(?:_[a-z0-9]+)+$/.test(name)) return false
    if (onLine.some((other) => areAlike(other, name))) return true
    return (onLine.length > 0 && areMostHere(3, 2)) || areMostHere(5, 4)
  }
}

/** Whether two names differ in one word at most: `AppDataDir` and `AppConfigDir`. */
function areAlike(a: string, b: string): boolean {
  const [left, right] = [a, b].map((name) => name.split(/_|(?<=[a-z\d])(?=[A-Z])/).map((part) => part.toLowerCase()))
  if (left === undefined || right === undefined || Math.abs(left.length - right.length) > 1) return false
  const shared = left.filter((part) => right.includes(part)).length
  return left.length > 2 && shared >= Math.max(left.length, right.length) - 1
}
