/**
 * Keeps values that were computed from a text, so that an unchanged text is not processed again.
 *
 * A memo answers only for exactly the same text, and only with values that the same version of the program computed.
 */

export interface Memo {
  /** `what` names the work, whose result is a JSON value and depends only on that name and the text. */
  of<T>(what: string, text: string, work: () => T): T
  /** A short mark of the text, for work that depends on several texts. */
  markOf(text: string): string
}

/** A memo that keeps nothing. */
export const NO_MEMO: Memo = { of: (_what, _text, work) => work(), markOf: (text) => text }
