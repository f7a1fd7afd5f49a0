/**
 * What an expression of a program may be, as texts.
 *
 * A value is every text it may have; lists are their elements. What is not known is a hole.
 */

import type { Language } from './program-tokens.ts'
import { HOLE } from './text.ts'

export interface Value {
  readonly texts: readonly string[]
  /** The elements in order, where a list is written out. */
  readonly items?: readonly Value[] | undefined
  /** An open file: the paths it may be. */
  readonly opened?: readonly string[] | undefined
}

export interface Argument {
  readonly name: string | undefined
  readonly value: Value
  /** The words of the argument as written, for flags and modes. */
  readonly source: string
}

/** A name with its members: `os.path.join`; with what it was called on, if that is known. */
export interface Callee {
  readonly path: string
  readonly receiver: Value | undefined
}

export interface Scope {
  readonly language: Language
  readonly names: Map<string, Value>
  readonly arguments: readonly string[]
  readonly environment: (name: string) => string | undefined
  readonly cwd: () => string
  readonly script: string | undefined
  readonly input: () => string
  /** The bank's files a pattern may stand for. */
  readonly glob: (pattern: string) => readonly string[]
  /** What a small file holds. */
  readonly fileText: (path: string) => string | undefined
}

export const UNKNOWN: Value = { texts: [HOLE] }
const MOST_TEXTS = 24

export function value(...texts: readonly string[]): Value {
  return { texts: [...new Set(texts)].slice(0, MOST_TEXTS) }
}

export function each(of: Value, change: (text: string) => string): Value {
  return value(...of.texts.map((text) => (text === HOLE ? HOLE : change(text))))
}

export function cross(left: Value, right: Value, combine: (a: string, b: string) => string): Value {
  const texts: string[] = []
  for (const a of left.texts) for (const b of right.texts) if (texts.length < MOST_TEXTS) texts.push(combine(a, b))
  return value(...texts)
}

export function union(left: Value, right: Value): Value {
  return value(...left.texts, ...right.texts)
}

export function formatted(pattern: Value, by: Value): Value {
  const fillers = by.items ?? [by]
  return each(pattern, (text) => {
    let index = 0
    return text.replace(/%[-\d.]*[sdir]/g, () => {
      const filler = fillers[index]?.texts
      index += 1
      return filler?.length === 1 ? (filler[0] ?? HOLE) : HOLE
    })
  })
}
