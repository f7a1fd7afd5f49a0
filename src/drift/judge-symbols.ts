/**
 * Are the functions, classes and constants that the bank names still in the code?
 *
 * A name alone proves nothing: it may be a library's or a word. It counts as gone when git shows that the
 * code had it, or when the file that the sentence puts it in is there without it.
 */

import type { Claim, Place, SymbolClaim } from './claim.ts'
import { definesSymbol, holdsWord } from './code-words.ts'
import { type Ground, type Judged, UNKNOWN, VALID, type Verdict } from './ground.ts'
import { resolve } from './judge-paths.ts'
import { isCodeFile, isDocument } from './path-in.ts'
import { type Commit, MOST_HOLDERS } from './repository.ts'

type Named = Place & SymbolClaim

export function judgeSymbols(claims: readonly Claim[], ground: Ground): readonly Judged[] {
  const named = claims.flatMap((claim): readonly Named[] => (claim.kind === 'symbol' ? [claim] : []))
  const suspects = named.filter((claim) => !isInItsFiles(claim, ground))
  const suspected = new Set(suspects)
  const words = [...new Set(suspects.map((claim) => claim.name))]
  const holders = words.length === 0 ? new Map<string, readonly string[]>() : ground.repository.holders(words)
  const inCode = (word: string) => (holders?.get(word) ?? []).filter((path) => !isDocument(path))
  const absent = holders === undefined ? [] : words.filter((word) => inCode(word).length === 0)
  const removed = absent.length === 0 ? new Map<string, Commit>() : ground.repository.removedWords(absent)
  return named.map((claim) => {
    if (!suspected.has(claim)) return { claim, about: 'symbol', verdict: VALID }
    if (holders === undefined) return { claim, about: 'symbol', verdict: UNKNOWN }
    const elsewhere = inCode(claim.name)
    const verdict =
      elsewhere.length > 0
        ? judgeElsewhere(claim, elsewhere, ground)
        : judgeAbsent(claim, removed.get(claim.name), (holders.get(claim.name) ?? []).length > 0, ground)
    return { claim, about: 'symbol', verdict }
  })
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

function judgeAbsent(
  { name, file, nearby, standing }: Named,
  removed: Commit | undefined,
  inDocuments: boolean,
  ground: Ground,
): Verdict {
  if (removed !== undefined) {
    const evidence = {
      en: `taken out of the code in ${removed.commit} (${removed.date})`,
      zh: `已在 ${removed.commit}（${removed.date}）中从代码移除`,
    }
    return { kind: 'gone', evidence }
  }
  if (standing === 'weak') return UNKNOWN
  const isThere = (path: string) => isCodeFile(path) && filesAt(path, ground).length > 0
  const home = file !== undefined && isThere(file) ? file : undefined
  if (home !== undefined)
    return {
      kind: 'gone',
      evidence: { en: `${home} has no ${name}, nor has any other file`, zh: `${home} 及其他文件中都没有 ${name}` },
    }
  // Only a name that no library would lend, beside a file of ours.
  const beside = nearby.find(isThere)
  if (beside === undefined || inDocuments || !/^(?:[a-z]+(?:[A-Z][a-z0-9]+)+|(?:[A-Z][a-z0-9]+){3,})$/.test(name))
    return UNKNOWN
  return {
    kind: 'gone',
    evidence: { en: `neither ${beside} nor any other file has ${name}`, zh: `${beside} 及其他文件中都没有 ${name}` },
  }
}
