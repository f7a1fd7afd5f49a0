/** Where an addition enters a file: its page, or its template's, and the section, added where the page has none. */

import type { Draft } from '../../bank/draft.ts'
import type { Page } from '../../bank/page.ts'
import { appendBlock, type Section } from '../../bank/sections.ts'
import type { BankPath } from '../../base/bank-path.ts'

/** The file, or its template where it is missing or blank. */
export function pageOrTemplate(draft: Draft, path: BankPath, template: string): Page {
  const page = draft.page(path)
  return page.text.trim() === '' ? page.with(template) : page
}

export interface SectionPlace {
  readonly page: Page
  readonly section: Section
}

/** At the end of the machine block, or of the file's own text, where it had none; undefined where nothing may be added. */
export function withSection(
  page: Page,
  heading: string,
  isIt: (heading: string) => boolean = (candidate) => candidate === heading,
): SectionPlace | undefined {
  const standing = page.editableSection(isIt)
  if (standing !== undefined) return { page, section: standing }
  const wider = page.with(appendBlock(page, `${heading}\n`) ?? page.text)
  const section = wider.editableSection(isIt)
  return section === undefined ? undefined : { page: wider, section }
}
