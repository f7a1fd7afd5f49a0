/** What a bank holds and no merge may lose: an entry, a highlight, a route, a line of a user block (S55). */

import { type AdditionKind, KIND_NAMES } from '../base/addition.ts'
import type { BankPath } from '../base/bank-path.ts'
import type { Words } from '../base/language.ts'

export interface Holding {
  readonly kind: AdditionKind | 'highlight' | 'route' | 'user-line'
  readonly title: string
  readonly path: BankPath
  /** Counted from 1. */
  readonly line: number
  /** The words of its title alone, in one letter case. */
  readonly words: string
  /** What it is known by wherever it stands: one of these is enough. */
  readonly keys: readonly string[]
  /** What it is a view of, by its key: where that stands, nothing is lost with the view. */
  readonly viewOf?: string
  /** Its own words, without markup; empty where its title says all of it. */
  readonly body: string
  /** A decision that another took the place of. */
  readonly isSuperseded: boolean
}

export const HOLDING_NAMES: Readonly<Record<Holding['kind'], Words>> = {
  ...KIND_NAMES,
  highlight: { en: 'decision highlight', zh: '决策要点' },
  route: { en: 'route', zh: '路由' },
  'user-line': { en: 'line of the user block', zh: '用户区块中的一行' },
}

/** One side of a merge. */
export interface MergeSide {
  /** As git knows it: a branch, a commit. */
  readonly name: string
  readonly holdings: readonly Holding[]
}

export interface MergedBank {
  readonly ours: MergeSide
  readonly theirs: MergeSide
  /** What both sides come from. */
  readonly base: readonly Holding[]
  /** What stands now. */
  readonly result: readonly Holding[]
  /** Words of archives and of files with conflict markers: what stands there is not lost, though it is no entry. */
  readonly resultWords: string
  /** The bank's path in its repository, with a slash at its end. */
  readonly prefix: string
}
