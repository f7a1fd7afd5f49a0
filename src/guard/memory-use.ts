/** What a session made of the memory it was given: the files it was told of (S28), and what this turn's recalls cited. */

import type { BankPath } from '../base/bank-path.ts'

export interface MemoryUse {
  /** The files it was told of, and how often it and its sub-agents were told. */
  readonly files: ReadonlySet<string>
  readonly notes: number
  /** What this turn's recalls cited. */
  readonly recalled: readonly BankPath[]
}

export type UseMoment =
  /** The session was told what the bank knows of a file; without a path, one of its sub-agents was. */
  | { readonly at: 'file-note'; readonly path?: string }
  | { readonly at: 'recalled'; readonly paths: readonly BankPath[] }

export const UNUSED: MemoryUse = { files: new Set(), notes: 0, recalled: [] }

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
    case 'turn':
      return { ...use, recalled: [] }
    case 'compacted':
      return { ...use, files: new Set(), recalled: [] }
  }
}
