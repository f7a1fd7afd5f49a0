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
