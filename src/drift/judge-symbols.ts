/**
 * Are the functions, classes and constants that the bank names still in the code?
 *
 * A name alone proves nothing: it may be a library's or a word. It counts as gone when git shows that the
 * code had it, or when the file that the sentence puts it in is there without it.
 */

import { isDocument } from '../text/document-path.ts'
import type { Claim, Place, SymbolClaim } from './claim.ts'
import { definesSymbol, holdsWord } from './code-words.ts'
import { kinOf } from './constant-kin.ts'
import { type Ground, type Judged, takenOut, UNKNOWN, VALID, type Verdict } from './ground.ts'
import { resolve } from './judge-paths.ts'
import { isCodeFile } from './path-in.ts'
import { type Commit, MOST_HOLDERS, type Removal } from './repository.ts'

type Named = Place & SymbolClaim

export function judgeSymbols(claims: readonly Claim[], suspects: readonly Named[], ground: Ground): readonly Judged[] {
  const named = symbolsOf(claims)
  const suspected = new Set(suspects)
  const words = symbolWords(suspects)
  const holders = words.length === 0 ? new Map<string, readonly string[]>() : ground.repository.holders(words)
  const inCode = (word: string) => (holders?.get(word) ?? []).filter((path) => !isDocument(path))
  const names = [...new Set(suspects.map((claim) => claim.name))]
  const absent = holders === undefined ? [] : names.filter((word) => inCode(word).length === 0)
  const removed = absent.length === 0 ? new Map<string, Removal>() : ground.repository.removed(absent)
  const isAbsent = (claim: Named) => suspected.has(claim) && inCode(claim.name).length === 0
  const company = new Company(named, filesBySection(claims, ground), isAbsent)
  return named.map((claim) => {
    if (!suspected.has(claim)) return { claim, about: 'symbol', verdict: VALID }
    if (holders === undefined) return { claim, about: 'symbol', verdict: UNKNOWN }
    const elsewhere = inCode(claim.name)
    const verdict =
      elsewhere.length > 0
        ? judgeElsewhere(claim, elsewhere, ground)
        : (judgeAbsent(claim, removed.get(claim.name), ground) ??
          ((holders.get(claim.name) ?? []).length > 0
            ? UNKNOWN
            : judgeByOthers(claim, lastPart(claim.owner).flatMap(inCode), company, ground)))
    return { claim, about: 'symbol', verdict }
  })
}

/** Those that do not stand in a file that their own sentence names. */
export function suspectSymbols(claims: readonly Claim[], ground: Ground): readonly Named[] {
  return symbolsOf(claims).filter((claim) => !isInItsFiles(claim, ground))
}

function symbolsOf(claims: readonly Claim[]): readonly Named[] {
  return claims.flatMap((claim): readonly Named[] => (claim.kind === 'symbol' ? [claim] : []))
}

/** What will be asked of the whole repository. */
export function symbolWords(suspects: readonly Named[]): readonly string[] {
  return [...new Set(suspects.flatMap(({ name, owner }) => [name, ...lastPart(owner)]))]
}

/** Most symbols stand in a file that the same sentence names: no need to look further. */
function isInItsFiles({ name, file, nearby }: Named, ground: Ground): boolean {
  const files = file === undefined ? nearby : [file]
  return files.some((path) => filesAt(path, ground).some((one) => holdsWord(ground.repository.read(one) ?? '', name)))
}

function filesAt(path: string, ground: Ground): readonly string[] {
  const found = resolve({ file: path, folder: false }, ground)
  if (found === undefined) return []
  if (ground.repository.kindOf(found) === 'file') {
    const others = found === path ? [] : ground.atlas.endingIn(path)
    return [found, ...others.slice(0, MOST_FILES)]
  }
  return ground.atlas.inFolder(found, MOST_FILES)
}

const MOST_FILES = 50

/** The code has it, but not where the sentence puts it. */
function judgeElsewhere({ name, file, standing }: Named, elsewhere: readonly string[], ground: Ground): Verdict {
  if (file === undefined || standing === 'weak') return VALID
  const home = resolve({ file, folder: false }, ground)
  const text =
    home === undefined || ground.repository.kindOf(home) !== 'file' ? undefined : ground.repository.read(home)
  // What passes others on, or is no code, may well offer a name that it does not spell.
  if (home === undefined || text === undefined || !isCodeFile(home) || PASSES_ON.test(text)) return UNKNOWN
  const defining = elsewhere.filter((path) =>
    (ground.repository.read(path) ?? '').split('\n').some((line) => definesSymbol(line, name)),
  )
  const [only] = defining
  if (defining.length !== 1 || only === undefined || elsewhere.length >= MOST_HOLDERS) return UNKNOWN
  return {
    kind: 'moved',
    now: only,
    evidence: {
      en: `${home} no longer has ${name}, ${only} defines it`,
      zh: `${home} 中已没有 ${name}，现由 ${only} 定义`,
    },
  }
}

const PASSES_ON =
  /\bexport\s*\*|\bimport\s*\*|^\s*(?:pub\s+)?(?:use|mod)\s|^from\s+\S+\s+import|#include|module\.exports\s*=\s*require|\brequire_relative\b|\bextends\b|<script\s+src/m

/** Undefined where neither git nor a file of ours tells. */
function judgeAbsent(
  { name, file, standing }: Named,
  removed: Commit | undefined,
  ground: Ground,
): Verdict | undefined {
  if (removed !== undefined) return { kind: 'gone', evidence: takenOut(removed) }
  if (standing === 'weak') return UNKNOWN
  const home = file !== undefined && isThere(file, ground) ? file : undefined
  if (home === undefined) return undefined
  return {
    kind: 'gone',
    evidence: { en: `${home} has no ${name}, nor has any other file`, zh: `${home} 及其他文件中都没有 ${name}` },
  }
}

/** A name that no file has, not even a document: whose is it, by what it belongs to and what it stands among? */
function judgeByOthers(claim: Named, ownerIn: readonly string[], company: Company, ground: Ground): Verdict {
  const { name, owner, nearby } = claim
  if (owner !== undefined) {
    // `payload.orderId` may be a field of somebody's data.
    if (/^[a-z]\w*$/.test(owner) && !/[#>:]/.test(claim.text)) return UNKNOWN
    const home = homeOfOwner(owner, ownerIn, ground) ?? (company.isOurs(claim) ? ownerIn[0] : undefined)
    if (home === undefined) return UNKNOWN
    return {
      kind: 'gone',
      evidence: { en: `${home} is here, but no file has ${name}`, zh: `有 ${home}，但没有文件包含 ${name}` },
    }
  }
  if (claim.foreign) return UNKNOWN
  if (CONSTANT.test(name)) return judgeConstant(name, ground)
  // Only a name that no library would lend, beside a file of ours or among names of ours.
  const beside = nearby.find((path) => isThere(path, ground))
  if (beside !== undefined && (OWN_NAME.test(name) || (claim.inTable && TYPE_NAME.test(name))))
    return {
      kind: 'gone',
      evidence: { en: `neither ${beside} nor any other file has ${name}`, zh: `${beside} 及其他文件中都没有 ${name}` },
    }
  if (!company.isOurs(claim)) return UNKNOWN
  return {
    kind: 'gone',
    evidence: {
      en: `no file has ${name}, the names beside it are here`,
      zh: `没有文件包含 ${name}，同处的其他名称都在`,
    },
  }
}

/** A constant is ours where its kin are: `ACME_LOG_LEVEL` where the code spells `ACME_MODE`. */
function judgeConstant(name: string, ground: Ground): Verdict {
  const kin = kinOf(name, ground)
  if (kin === undefined) return UNKNOWN
  return { kind: 'gone', evidence: { en: `the code has ${kin}, but no file has it`, zh: `代码中有 ${kin}，但没有它` } }
}

const CONSTANT = /^[A-Z][A-Z\d]*(?:_[A-Z\d]+)+$/
const TYPE_NAME = /^(?:[A-Z][a-z0-9]+){2}$/

const OWN_NAME = /^(?:[a-z]+(?:[A-Z][a-z0-9]+)+|(?:[A-Z][a-z0-9]+){3,})$/

function isThere(path: string, ground: Ground): boolean {
  return isCodeFile(path) && filesAt(path, ground).some((file) => ground.repository.read(file) !== undefined)
}

function lastPart(owner: string | undefined): readonly string[] {
  const last = owner?.split(/\.|::|#|->/).at(-1)
  return last === undefined ? [] : [last]
}

/** The file that defines what the name belongs to; nothing where it takes after something that is not ours. */
function homeOfOwner(owner: string, holders: readonly string[], ground: Ground): string | undefined {
  const { atlas, repository } = ground
  const folders = owner.replaceAll(/\.|::/g, '/')
  if (folders.includes('/') && folders === folders.toLowerCase())
    return [folders, `${folders}.py`, `${folders}.rb`, `${folders}.ex`].find((path) => atlas.endingIn(path).length > 0)
  const [name = ''] = lastPart(owner)
  if (name.length < 3) return undefined
  const ofThatName = atlas.ofStem(name).filter(isCodeFile)
  for (const path of [...holders, ...ofThatName.slice(0, MOST_HOLDERS)]) {
    const lines = (repository.read(path) ?? '').split('\n')
    const at = lines.find((line) => definesSymbol(line, name))
    if (at !== undefined) return takesAfterOthers(at, ground) ? undefined : path
  }
  // A module is what its file is called: `Topics` of topics.js.
  return ofThatName.find((path) => holdsWord(repository.read(path) ?? '', name))
}

/** A base that is not ours may lend the name without our code ever spelling it. */
function takesAfterOthers(line: string, { atlas }: Ground): boolean {
  const bases = BASES.exec(line)
    ?.slice(1)
    .find((group) => group !== undefined)
  if (bases === undefined) return /\binclude\b/.test(line)
  const names = bases.replaceAll(/<[^<>]*>/g, '').match(/[A-Z]\w+/g) ?? []
  return !names.every((name) => name === 'Object' || atlas.ofStem(name).some(isCodeFile))
}

const BASES =
  /\b(?:extends|implements)\s+([^{]+)|class\s+\w+\s*\((?!\s*\)|object\b)([^)]*)\)|class\s+\w+\s*(?:<|:)\s*([^{]+)/

/** How many files of ours each section names. */
function filesBySection(claims: readonly Claim[], ground: Ground): ReadonlyMap<string, number> {
  const files = new Map<string, Set<string>>()
  for (const claim of claims) {
    if (claim.kind !== 'path' || claim.folder || !isThere(claim.file, ground)) continue
    const key = `${claim.path}\n${claim.section}`
    files.set(key, (files.get(key) ?? new Set()).add(claim.file))
  }
  return new Map([...files].map(([key, paths]) => [key, paths.size]))
}

/** The other names that stand in the same section and on the same line. */
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

  /** Whether the names around it are nearly all of this repository, so that it must have been one too. */
  isOurs({ path, line, section, name, peers }: Named): boolean {
    const { here, absent } = this.#sections.get(`${path}\n${section}`) ?? { here: 0, absent: 0 }
    const onLine = this.#lines.get(`${path}:${line}`) ?? []
    if (/^(?:[A-Z][a-z0-9]+){2}$/.test(name))
      return here >= 5 && here >= absent * 3 && peers.some((peer) => onLine.includes(peer))
    if (!OWN_NAME.test(name) && !/^[a-z]+(?:_[a-z0-9]+)+$/.test(name)) return false
    if (onLine.some((other) => areKin(other, name))) return true
    return (here >= 3 && onLine.length > 0 && here >= absent * 2) || (here >= 5 && here >= absent * 4)
  }
}

/** `AppDataDir` and `AppConfigDir`: of as many words or one more, and most of them the same. */
function areKin(a: string, b: string): boolean {
  const [left, right] = [a, b].map((name) => name.split(/_|(?<=[a-z\d])(?=[A-Z])/).map((part) => part.toLowerCase()))
  if (left === undefined || right === undefined || Math.abs(left.length - right.length) > 1) return false
  const shared = left.filter((part) => right.includes(part)).length
  return left.length > 2 && shared >= Math.max(left.length, right.length) - 1
}
