/** The content that no merge may lose: an entry, a highlight, a route, a line of a user block (S55). */

import { type AdditionKind, KIND_NAMES } from '../base/addition.ts'
import type { BankPath } from '../base/bank-path.ts'
import type { Words } from '../base/language.ts'

export interface Holding {
  readonly kind: AdditionKind | 'highlight' | 'route' | 'user-line'
  readonly title: string
  readonly path: BankPath
  /** Counted from 1. */
  readonly line: number
  /** The words of its title, in lower case. */
  readonly words: string
  /** Keys that identify the holding in any file. One matching key is enough. */
  readonly keys: readonly string[]
  /** The key of the holding that this one repeats. If the merge keeps that holding, nothing is lost. */
  readonly viewOf?: string
  /** Its text without markup. Empty if the title says everything. */
  readonly body: string
  /** A decision that another one replaced. */
  readonly isSuperseded: boolean
}

export const HOLDING_NAMES: Readonly<Record<Holding['kind'], Words>> = {
  ...KIND_NAMES,
  highlight: { en: 'decision highlight', zh: '决策要点' },
  route: { en: 'route', zh: '路由' },
  'user-line': { en: 'line of the user block', zh: '用户区块中的一行' },
}

export interface MergeSide {
  /** A branch or a commit, as git names it. */
  readonly name: string
  readonly holdings: readonly Holding[]
}

export interface MergedBank {
  readonly ours: MergeSide
  readonly theirs: MergeSide
  /** The merge base. */
  readonly base: readonly Holding[]
  /** The bank after the merge. */
  readonly result: readonly Holding[]
  /**
   * The words of archives and of files with conflict markers. Text in them is not lost, although it is not an entry.
   */
  readonly resultWords: string
  /** The bank's path in its repository, with a slash at the end. */
  readonly prefix: string
}
