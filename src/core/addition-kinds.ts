/** The kinds of entries a bank is given. */

export const ADDITION_KINDS = [
  'decision',
  'learning',
  'requirement',
  'design',
  'focus',
  'progress',
  'tech',
  'answer',
] as const
export type AdditionKind = (typeof ADDITION_KINDS)[number]

/** The kinds whose entries have required parts (S7). */
export type EntryKind = Extract<AdditionKind, 'decision' | 'learning'>
