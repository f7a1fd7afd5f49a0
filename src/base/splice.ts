/** A place in a text by its offsets, and an edit of that place. */

export interface Span {
  readonly start: number
  readonly end: number
}

export interface Splice extends Span {
  readonly text: string
}
