/** Where an addition enters a file: its text, or its template's, and the section, added where the text has none. */

import type { Draft } from '../bank/draft.ts'
import { appendBlock, editableSection } from '../bank/editable-text.ts'
import type { Section } from '../bank/sections.ts'
import type { BankPath } from '../core/bank-path.ts'

/** What the file says, or what its template does where it is missing or blank. */
export function textOrTemplate(draft: Draft, path: BankPath, template: string): string {
  const text = draft.read(path) ?? ''
  return text.trim() === '' ? template : text
}

export interface SectionPlace {
  readonly text: string
  readonly section: Section
}

/** At the end of the machine block, or of the file's own text, where it had none; undefined where nothing may be added. */
export function withSection(
  path: BankPath,
  text: string,
  heading: string,
  isIt: (heading: string) => boolean = (candidate) => candidate === heading,
): SectionPlace | undefined {
  const standing = editableSection(path, text, isIt)
  if (standing !== undefined) return { text, section: standing }
  const wider = appendBlock(path, text, `${heading}\n`) ?? text
  const section = editableSection(path, wider, isIt)
  return section === undefined ? undefined : { text: wider, section }
}
