/** The shape of a token format, and the alphabets formats are written in. */

export interface ProviderToken {
  readonly kind: string
  readonly marks: readonly string[]
  readonly pattern: string
  readonly strict?: true
  readonly random?: true
  /** The fewest characters it has, where its marks stand in ordinary text. */
  readonly least?: number
}

export const HEX = '[0-9a-f]'
export const ALNUM = '[A-Za-z0-9]'
export const URL64 = '[A-Za-z0-9_-]'
export const B64 = '[A-Za-z0-9+/]'
export const UUID = `${HEX}{8}-${HEX}{4}-${HEX}{4}-${HEX}{4}-${HEX}{12}`
