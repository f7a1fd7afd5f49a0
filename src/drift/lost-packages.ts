/**
 * Packages that the last commits took out of the manifests, and where a sentence speaks of them. A package is often named
 * without being marked, and many have the names of plain words: only what a manifest once declared is looked for.
 */

import { wordSet } from '../text/word-set.ts'
import type { Declarations } from './declarations.ts'
import { packageKey } from './known-packages.ts'
import { nameOf, type RemovedLine, type Repository } from './repository.ts'

/** Each by its name in lower case, with the line that declared it. */
export type LostPackages = ReadonlyMap<string, RemovedLine>

export const NOTHING_LOST: LostPackages = new Map()

export function lostPackages(repository: Repository, declared: Declarations): LostPackages {
  const lost = new Map<string, RemovedLine>()
  for (const line of repository.linesRemovedFrom(Object.keys(DECLARES))) {
    const declaredAs = DECLARES[nameOf(line.path)]?.exec(line.text)?.[1]?.toLowerCase()
    for (const name of namesOf(declaredAs)) {
      const isKnown = lost.has(name) || declared.packages.has(packageKey(name))
      if (name.length >= 3 && !SETTINGS.has(name) && !isKnown) lost.set(name, line)
    }
  }
  return lost
}

/** A module of Go is also called by the last parts of its path: `go-git` is `github.com/go-git/go-git/v5`. */
function namesOf(name: string | undefined): readonly string[] {
  if (name === undefined) return []
  if (!/^[\w-]+\.[a-z]+\//.test(name)) return [name]
  const parts = name.split('/').filter((part) => !/^v\d+$/.test(part))
  return [name, parts.slice(-2).join('/'), parts.at(-1) ?? name]
}

const SETTINGS = wordSet('requires-python python_requires python version minversion target-version node rust-version')
const IN_PYTHON =
  /^\s*["']?([A-Za-z][\w.-]*)(?:\[[^\]]*\])?\s*(?:[<>=!~]=|===|[<>]\s*\d|["'],?\s*$|=\s*["'][\^~>=<*\d]|=\s*\{\s*version)/
const IN_JSON = /^\s*"(@?[\w./-]+)"\s*:\s*"(?:[\^~>=<*\dv]|latest|workspace:|npm:)/
/** How each manifest declares a package in one line. */
const DECLARES: Readonly<Record<string, RegExp>> = {
  'package.json': IN_JSON,
  'composer.json': IN_JSON,
  'requirements.txt': /^\s*([A-Za-z][\w.-]*)(?:\[[^\]]*\])?\s*(?:[<>=!~;]|$)/,
  'pyproject.toml': IN_PYTHON,
  'setup.py': IN_PYTHON,
  'setup.cfg': IN_PYTHON,
  Pipfile: IN_PYTHON,
  'Cargo.toml': /^\s*([a-z][\w-]*)\s*=\s*(?:"[\^~=<>*\d]|\{[^}]*\bversion\b)/,
  'go.mod': /^\s*(?:require\s+)?([\w-]*\.[\w.-]+(?:\/[\w.~-]+)+)\s+v\d/,
  Gemfile: /^\s*gem\s+["']([\w-]+)["']/,
}

/** Whether a text may speak of one of them; quick, since most do not. */
export function mayMention(text: string, lost: LostPackages): boolean {
  if (lost.size === 0) return false
  return (text.toLowerCase().match(WORD) ?? []).some((word) => lost.has(trimmed(word)))
}

/** The places at which a sentence speaks of one of them. A name like a plain word counts only where it is said to be used, listed or marked. */
export function mentionsIn(
  text: string,
  lost: LostPackages,
): readonly { readonly name: string; readonly offset: number }[] {
  if (lost.size === 0) return []
  const named = [...text.matchAll(WORD)].flatMap((match) => {
    const name = trimmed(match[0])
    return lost.has(name.toLowerCase()) ? [{ name, offset: match.index }] : []
  })
  return named.filter(({ name, offset }) => {
    const [before, after] = [text.slice(0, offset), text.slice(offset + name.length)]
    const isListed = (gap: string) => /^\s*(?:[,，、/]|and|or|和|与|及)+\s*$/.test(gap)
    const inList = named.some(
      (other) =>
        isListed(text.slice(offset + name.length, other.offset)) ||
        isListed(text.slice(other.offset + other.name.length, offset)),
    )
    if (PLAIN_WORDS.has(name.toLowerCase())) return before.endsWith('`') && after.startsWith('`')
    return /[@/\d_-]/.test(name) || inList || SAID_BEFORE.test(before) || SAID_AFTER.test(after)
  })
}

/** Packages whose names say something else in most sentences: "the standard library", "uses standard serializers". */
const PLAIN_WORDS = wordSet('standard build test tests core common debug trace once through events process types main')
const WORD = /(?<![\w@./-])@?[A-Za-z][\w./-]*/g
const SAID_BEFORE =
  /(?:`|\b(?:with|via|through|using|uses?|by|run|runs|package|library|module|plugin|dependency|on)\s+|[用靠]\s*|基于\s*|依赖\s*|通过\s*)$/i
const SAID_AFTER =
  /^(?:`|\s*(?:==|>=|@\d|\^\d|~\d)|\s+v?\d+\.\d|\s+(?:package|library|module|plugin|is what|is used)\b|\s*(?:包|库|插件))/i

function trimmed(word: string): string {
  return word.replace(/(?<![./-])[./-]+$/, '')
}
