/**
 * Keeps values computed from a text, so that an unchanged text is not processed again.
 *
 * A memo is valid only for exactly the same text and the same version of the program.
 */

export interface Memo {
  /** `what` names the work. The result is a JSON value and depends only on that name and the text. */
  of<T>(what: string, text: string, work: () => T): T
  /** A short key of the text, for work that depends on several texts. */
  markOf(text: string): string
}

export const NO_MEMO: Memo = { of: (_what, _text, work) => work(), markOf: (text) => text }
