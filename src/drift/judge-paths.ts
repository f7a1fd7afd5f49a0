/**
 * Do the files and folders that the bank names exist, seen from the root, from a package or from `src/`?
 *
 * A missing one is reported if git once had it, or if it can only be a file of this repository: it is in a folder that
 * exists, it is of a kind that is committed, and the sentence says that it is there.
 */

import { isCodeFile, isCommittedKind, isGenerated, isMadeUp } from '../text/path-in.ts'
import { wordSet } from '../text/word-set.ts'
import { type Claim, type PathClaim, type Place, pathClaim } from './claim.ts'
import { definesSymbol, holdsWord } from './code-names.ts'
import { type Codebase, isBeforeEntry, type Judged, takenOut, UNKNOWN, VALID, type Verdict } from './codebase.ts'
import { followRenames, linesOf, nameOf, type Past } from './repository.ts'

type Named = Place & PathClaim

export function judgePaths(claims: readonly Claim[], codebase: Codebase): readonly Judged[] {
  const named = claims.flatMap((claim): readonly Named[] =>
    claim.kind === 'path' ? [claim] : claim.kind === 'tree' ? missingOfTree(claim, codebase) : [],
  )
  const found = new Map(named.map((claim) => [claim, resolve(claim, codebase)]))
  // A file that was found at another path may once have been at the path the bank names.
  const asked = named
    .filter((claim) => found.get(claim) !== claim.file && (isSource(claim.file) || !isProduct(claim.file, codebase)))
    .map((claim) => claim.file)
  const missing = [...new Set(asked)]
  const ignored = missing.length === 0 ? new Set<string>() : codebase.repository.ignored(missing)
  const past =
    missing.length === 0
      ? new Map<string, Past>()
      : followRenames(
          missing.filter((file) => !ignored.has(file)),
          codebase.repository,
        )
  return named.map((claim) => {
    const file = found.get(claim)
    const was = past.get(claim.file)
    if (file === undefined) {
      const verdict = ignored.has(claim.file) ? UNKNOWN : judgeMissing(claim, was, codebase)
      return { claim, about: 'path', verdict }
    }
    const isRenamed = file !== claim.file && was?.path === claim.file && was.renamedTo === file
    if (isRenamed) return { claim, about: 'path', verdict: moved(file, was) }
    return { claim, about: claim.lines === undefined ? 'path' : 'line', verdict: judgeLines(claim, file, codebase) }
  })
}

/** The path in the repository that the bank's path means; undefined if there is none. */
export function resolve(
  { file, folder }: { readonly file: string; readonly folder: boolean },
  codebase: Codebase,
): string | undefined {
  const path = file.replace(/^\//, '')
  if (codebase.repository.kindOf(path) !== undefined) return path
  const paths = codebase.paths()
  // git still lists a file whose deletion is not committed.
  const seen = codebase
    .paths()
    .endingIn(path)
    .find((one) => codebase.repository.kindOf(one) !== undefined)
  if (seen !== undefined) return seen
  const inside = path.slice(path.indexOf('/') + 1)
  // The path may begin with the name of the project's own folder.
  if (inside !== path && inside.includes('/') && codebase.repository.kindOf(inside) !== undefined) return inside
  if (!folder && !nameOf(path).includes('.')) return paths.withAnyEnding(path)
  return undefined
}

function judgeMissing(claim: Named, was: Past | undefined, codebase: Codebase): Verdict {
  const { file, strength } = claim
  if (was !== undefined) {
    const isMeant = strength === 'weak' && isBeforeEntry(claim, was, codebase)
    return isMeant || OF_TUTORIALS.test(file) ? UNKNOWN : judgeTakenOut(file, was, codebase)
  }
  const isOpen = strength === 'weak' || isMadeUp(file) || isProduct(file, codebase)
  return isOpen ? UNKNOWN : judgeUnrecorded(claim, codebase)
}

/** Judges a path that git never had. */
function judgeUnrecorded(claim: Named, codebase: Codebase): Verdict {
  const { file } = claim
  if (claim.needed) return { kind: 'gone', evidence: NO_SUCH_PATH }
  if (!file.includes('/')) return isNamedAmongOurs(claim, codebase) ? { kind: 'gone', evidence: NO_SUCH_PATH } : UNKNOWN
  return isMeantAsOurs(claim, codebase) ? judgeNeverThere(claim, codebase) : UNKNOWN
}

/** Judges a path that git once had. */
function judgeTakenOut(file: string, was: Past, codebase: Codebase): Verdict {
  const to = was.renamedTo
  if (to !== undefined && codebase.has(to) && isOfOneKind(file, to)) return moved(to, was)
  const elsewhere = newHome(file, codebase)
  // A file that existed beside the old one did not come from it.
  if (elsewhere !== undefined && !codebase.repository.hadBefore(elsewhere, was)) return moved(elsewhere, was)
  return { kind: 'gone', evidence: takenOut(was) }
}

/** Where several files moved at once, git may pair files of different kinds that hold the same text. */
function isOfOneKind(from: string, to: string): boolean {
  const ending = (path: string) => /\.\w+$/.exec(nameOf(path))?.[0]
  return (
    ending(from) === ending(to) ||
    FAMILIES.some((family) => [from, to].every((path) => family.includes(ending(path) ?? '')))
  )
}

/** Whether a path with a slash can only mean a file of this repository. */
function isMeantAsOurs(claim: Named, codebase: Codebase): boolean {
  const { file, located } = claim
  const paths = codebase.paths()
  const first = file.slice(0, file.indexOf('/'))
  const isKnownFolder = paths.hasFolder(first) || (located && paths.hasFolder(paths.endingIn(first)[0] ?? ''))
  const isOneOfMany = isAmongThose(claim, codebase) || (located && hasManyLike(file, codebase))
  const isInCodeRoot = isKnownFolder && CODE_ROOTS.has(first) && located
  if (!isOfCommittedKind(claim, isOneOfMany, isInCodeRoot)) return false
  // The address of a web page may look like a path.
  if (/\.html?$/.test(file) && !paths.hasFolder(first)) return false
  return isKnownFolder || (located && speaksLanguageOf(file, codebase))
}

/** Whether such a file or folder would be committed. If the repository has many of its kind, it would. */
function isOfCommittedKind({ file, folder }: Named, isOneOfMany: boolean, isInCodeRoot: boolean): boolean {
  if (isGenerated(file)) return isOneOfMany && isCodeFile(file)
  if (folder || isOneOfMany) return true
  const isModule = !nameOf(file).includes('.')
  return isModule ? isInCodeRoot : isCommittedKind(file)
}

function judgeNeverThere({ file, folder }: Named, codebase: Codebase): Verdict {
  const elsewhere = newHome(file, codebase)
  if (elsewhere !== undefined)
    return { kind: 'moved', now: elsewhere, evidence: { en: 'the only file of that name', zh: '同名文件只有这一个' } }
  const parent = file.slice(0, file.lastIndexOf('/'))
  if (!codebase.has(parent)) return { kind: 'gone', evidence: NO_SUCH_PATH }
  const what = folder ? 'folder' : 'file'
  return { kind: 'gone', evidence: { en: `${parent}/ has no such ${what}`, zh: `${parent}/ 中没有它` } }
}

/** Whether tools write this file: it is in a folder like `build/` that git does not have. A tracked `build/` holds sources. */
function isProduct(file: string, codebase: Codebase): boolean {
  if (!isGenerated(file)) return false
  const parts = file.split('/')
  const at = parts.findIndex((part) => isGenerated(part))
  // A file that only ends like a generated one (`types/index.d.ts`) may be written by hand.
  if (at === parts.length - 1) return !(parts[at] ?? '').includes('.')
  return codebase.paths().endingIn(parts.slice(0, at + 1).join('/')).length === 0
}

/** Whether no tool writes such a file, even into a folder that tools fill. If git had it, it was ours. */
function isSource(file: string): boolean {
  const folders = file.split('/').slice(0, -1)
  return WRITTEN_BY_HAND.test(file) && !GENERATED_FILE.test(file) && !folders.some((part) => OF_TOOLS.has(part))
}

const WRITTEN_BY_HAND = /\.(?:[cm]?tsx?|vue|svelte|py|go|rs|java|kt|rb|php|cs|swift|scala|ex|sh)$/
const GENERATED_FILE = /\.d\.[cm]?ts$|[._](?:pb|gen|generated)\./
const OF_TOOLS = wordSet(
  `node_modules vendor site-packages target gen generated __generated__ venv .venv env dist out .next .nuxt .output
  .svelte-kit coverage htmlcov DerivedData Pods`,
)

/** Files that a reader is told to make. */
const OF_TUTORIALS = /^(?:main|index|app|server|hello)\.\w+$/

const NO_SUCH_PATH = { en: 'there is no such path in the repository', zh: '仓库中没有这个路径' }

/** Whether all files of the same folder that are named beside it exist. */
function isAmongThose({ file, beside }: Named, codebase: Codebase): boolean {
  const parent = file.slice(0, file.lastIndexOf('/') + 1)
  const others = beside.filter((other) => other.startsWith(parent) && !other.slice(parent.length).includes('/'))
  return others.length > 0 && others.every((other) => codebase.repository.kindOf(other) !== undefined)
}

/** Whether a bare file name is listed with other source files that all exist and have similar names. */
function isNamedAmongOurs({ file, beside, lines }: Named, codebase: Codebase): boolean {
  const ending = file.slice(file.lastIndexOf('.'))
  const stem = /^[A-Za-z]{3,}/.exec(file)?.[0]
  if (lines !== undefined || stem === undefined || !isCodeFile(file) || isGenericName(file)) return false
  const others = beside.filter((other) => other.endsWith(ending))
  return (
    others.some((other) => nameOf(other).startsWith(stem)) &&
    others.every((other) => resolve({ file: other, folder: false }, codebase) !== undefined)
  )
}

/** Whether the folder holds several files of this kind, so that this one would be committed too. */
function hasManyLike(file: string, codebase: Codebase): boolean {
  const folder = file.slice(0, file.lastIndexOf('/'))
  const endingOf = (path: string) => /\.\w+$/.exec(nameOf(path))?.[0] ?? ''
  const ending = endingOf(file)
  const others = codebase
    .paths()
    .inFolder(folder, MOST_BESIDE)
    .filter((other) => !other.slice(folder.length + 1).includes('/') && endingOf(other) === ending)
  return others.length >= (ending === '' ? 3 : 1)
}

const MOST_BESIDE = 2_000
const CODE_ROOTS = wordSet(
  `src lib app apps packages cmd internal pkg server client backend frontend crates services modules tests test scripts`,
)

/** Whether the repository has other files of this kind. A path in a language it does not use belongs to another project. */
function speaksLanguageOf(file: string, codebase: Codebase): boolean {
  if (!isCodeFile(file)) return false
  const ending = file.slice(file.lastIndexOf('.'))
  return codebase.paths().hasEnding(ending)
}

/** The only file it can have become: one of the same name anywhere, or one of the same stem in the same folder. */
function newHome(file: string, codebase: Codebase): string | undefined {
  const { repository } = codebase
  const paths = codebase.paths()
  const inOtherCase = paths.inOtherCase(file)
  if (inOtherCase !== undefined && inOtherCase !== file) return inOtherCase
  const sibling = siblingsOf(file).find((path) => repository.kindOf(path) === 'file')
  if (sibling !== undefined) return sibling
  const name = nameOf(file)
  // git still lists a file whose deletion is not committed.
  const [only, ...others] = paths.named(name).filter((path) => repository.kindOf(path) !== undefined)
  if (only === undefined || others.length > 0 || isGenericName(name)) return undefined
  return isLikelyMove(file, only) ? only : undefined
}

/** The same path with the other endings of its family: `a.js` and `a.tsx` of `a.ts`. */
function siblingsOf(file: string): readonly string[] {
  const stem = file.replace(/\.\w+$/, '')
  const family = FAMILIES.find((endings) => endings.some((ending) => file.endsWith(ending))) ?? []
  return family.map((ending) => stem + ending).filter((path) => path !== file)
}

/** Two files of the same name may be unrelated. They count as one if they share a folder, or if the name has several words. */
function isLikelyMove(from: string, to: string): boolean {
  const folders = (path: string) => path.split('/').slice(0, -1)
  const isTest = (path: string) =>
    folders(path).some((folder) => /^(?:tests?|__tests__|specs?|fixtures?|examples?)$/.test(folder))
  if (isTest(from) !== isTest(to)) return false
  return folders(from).some((folder) => folders(to).includes(folder)) || /[a-z][A-Z]|[a-z][-_][a-z]/.test(nameOf(from))
}

const FAMILIES = [
  ['.ts', '.tsx', '.js', '.jsx', '.mts', '.mjs', '.cjs', '.cts', '.vue', '.svelte'],
  ['.yml', '.yaml'],
  ['.kt', '.java'],
  ['.json', '.jsonc', '.json5'],
]

function isGenericName(name: string): boolean {
  return GENERIC_NAMES.has((name.split('.', 1)[0] ?? '').toLowerCase())
}

const GENERIC_NAMES = wordSet(
  `index main mod lib app __init__ __main__ setup config settings constants type types util utils helper helpers common
  readme changelog license package tsconfig dockerfile makefile route routes page layout server client test tests
  conftest model models view views urls schema error errors store api base core default style styles build pom cargo go
  doc`,
)

function moved(to: string, was: Past): Verdict {
  const evidence =
    was.commit === ''
      ? { en: 'renamed since the last commit', zh: '上次提交之后被重命名' }
      : { en: `renamed in ${was.commit} (${was.date})`, zh: `在 ${was.commit}（${was.date}）中重命名` }
  return { kind: 'moved', now: to, evidence }
}

/** Judges line numbers: `file:120` in a file of 80 lines, or `login` at `file:12` that is now at line 40. */
function judgeLines({ lines, symbol, strength }: Named, file: string, codebase: Codebase): Verdict {
  if (lines === undefined || strength === 'weak') return VALID
  const text = codebase.repository.read(file)
  if (text === undefined) return UNKNOWN
  const all = linesOf(text)
  const count = all.length
  const home = definitionLine(all, symbol)
  if (lines.to > count) {
    const evidence = { en: `${file} has ${count} lines`, zh: `${file} 只有 ${count} 行` }
    return { kind: 'changed', now: home === undefined ? undefined : `${file}:${home}`, evidence }
  }
  if (symbol === undefined || home === undefined) return VALID
  const near = all.slice(Math.max(0, lines.from - 1 - NEAR), lines.to + NEAR)
  if (near.some((line) => holdsWord(line, symbol))) return VALID
  return {
    kind: 'moved',
    now: `${file}:${home}`,
    evidence: { en: `${symbol} is defined there`, zh: `${symbol} 现在定义在那里` },
  }
}

const NEAR = 5

/** The line that defines it, if there is exactly one. */
function definitionLine(lines: readonly string[], symbol: string | undefined): number | undefined {
  if (symbol === undefined) return undefined
  const found = lines.flatMap((line, index) => (definesSymbol(line, symbol) ? [index + 1] : []))
  return found.length === 1 ? found[0] : undefined
}

/** The missing entries of a drawn tree. If most entries are missing, the tree is of another project or was not understood, and nothing is reported. */
function missingOfTree(tree: Extract<Claim, { kind: 'tree' }>, codebase: Codebase): readonly Named[] {
  const paths = codebase.paths()
  const sure = tree.entries.filter((entry) => !entry.weak)
  const bases = ['', ...(paths.hasFolder('src') ? ['src/'] : [])]
  const readings = bases.flatMap((base) => [
    sure.map((entry) => ({ entry, path: base + entry.path })),
    sure
      .map((entry) => ({ entry, path: base + entry.path.replace(/^[^/]+\/?/, '') }))
      .filter(({ path }) => path !== base),
  ])
  const scored = readings.map((reading) => ({
    reading,
    there: reading.filter(({ path }) => codebase.has(path)).length,
  }))
  const best = scored.reduce((a, b) => (b.there > a.there ? b : a), {
    reading: [],
    there: 0,
  } as (typeof scored)[number])
  if (best.there < 2 || best.there < best.reading.length * 0.6) return []
  const gone = best.reading.filter(({ path }) => !codebase.has(path) && !isGenerated(path))
  return gone
    .filter(({ path }) => !gone.some((other) => path.startsWith(`${other.path}/`)))
    .map(({ entry: { line, folder }, path }) =>
      pathClaim(
        { path: tree.path, line, text: path, strength: 'firm', date: undefined },
        { file: path, folder, needed: false },
      ),
    )
}
