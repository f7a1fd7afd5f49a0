/** The opening of a session as the page and the command report it (S20). */

import type { Language } from '../base/language.ts'

/** The opening of a session, as it would be sent now. */
export interface OpeningReport {
  readonly kind: 'opening'
  readonly version: 1
  readonly language: Language
  readonly hosts: readonly OpeningHost[]
  /** The host of this opening. Undefined if all hosts get the same opening. */
  readonly host: string | undefined
  readonly text: string
  readonly tokens: number
  readonly budget: number
  /** The whole text in pieces, in order. */
  readonly parts: readonly OpeningPart[]
  readonly leftOut: readonly OpeningLeftOut[]
}

export interface OpeningHost {
  readonly id: string
  readonly name: string
  readonly isInstalled: boolean
  /** The place in the host: the system prompt, the first message. */
  readonly channel: string
}

export interface OpeningPart {
  /** `title`, `section` and `notes` are text of the bank. The other parts are Memory Bank's own text. */
  readonly kind: 'frame' | 'protocol' | 'state' | 'title' | 'section' | 'notes' | 'left-out'
  readonly name: string
  readonly tokens: number
  /** Offsets in the text. */
  readonly start: number
  readonly end: number
}

export interface OpeningLeftOut {
  readonly name: string
  readonly tokens: number
  /** How the user can get this part sent. */
  readonly remedy: string
}
