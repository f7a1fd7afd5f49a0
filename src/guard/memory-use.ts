/**
 * What a session made of the memory it was given: the files it was told of (S28), and whether an answer that rests on a
 * recall names its source (S22).
 */

import type { BankPath } from '../core/bank-path.ts'

export interface MemoryUse {
  /** The files it was told of, and how often it and its sub-agents were told. */
  readonly files: ReadonlySet<string>
  readonly notes: number
  /** What this turn's recalls cited. */
  readonly recalled: readonly BankPath[]
  /** This turn has written files. */
  readonly wrote: boolean
  /** Whether this turn's words name one of those; undefined before any. */
  readonly cited: boolean | undefined
  /** It was told once that answers name their source. */
  readonly isAsked: boolean
}

export type UseMoment =
  /** The session was told what the bank knows of a file; without a path, one of its sub-agents was. */
  | { readonly at: 'file-note'; readonly path?: string }
  | { readonly at: 'recalled'; readonly paths: readonly BankPath[] }
  | { readonly at: 'wrote' }
  | { readonly at: 'answered'; readonly cited: boolean }
  | { readonly at: 'asked-to-cite' }

export const UNUSED: MemoryUse = {
  files: new Set(),
  notes: 0,
  recalled: [],
  wrote: false,
  cited: undefined,
  isAsked: false,
}

/** A new turn begins, or the model no longer has before its eyes what it was told. */
export type UseBreak = { readonly at: 'turn' } | { readonly at: 'compacted' }

export function useAfter(use: MemoryUse, moment: UseMoment | UseBreak): MemoryUse {
  switch (moment.at) {
    case 'file-note': {
      const files = moment.path === undefined ? use.files : new Set([...use.files, moment.path])
      return { ...use, files, notes: use.notes + 1 }
    }
    case 'recalled':
      return { ...use, recalled: [...new Set([...use.recalled, ...moment.paths])] }
    case 'wrote':
      return { ...use, wrote: true }
    case 'answered':
      return { ...use, cited: use.cited === true || moment.cited }
    case 'asked-to-cite':
      return { ...use, isAsked: true }
    case 'turn':
      return { ...use, recalled: [], wrote: false, cited: undefined }
    case 'compacted':
      return { ...use, files: new Set(), recalled: [] }
  }
}

/** A turn that only answered, out of a recall, and named none of what that cited. */
export function isUncited({ recalled, wrote, cited, isAsked }: MemoryUse): boolean {
  return recalled.length > 0 && !wrote && cited === false && !isAsked
}
