/**
 * What was worked out of a text before, so that a text that did not change is not worked through again.
 *
 * A memo answers only for the very text, and only what the same program worked out of it.
 */

export interface Memo {
  /** `what` names the work: it must depend on nothing but that name and the text, and give a JSON value. */
  of<T>(what: string, text: string, work: () => T): T
  /** What the text is known by: for work that depends on several. */
  markOf(text: string): string
}

/** Where nothing is kept. */
export const NO_MEMO: Memo = { of: (_what, _text, work) => work(), markOf: (text) => text }
