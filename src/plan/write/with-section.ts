/** Finds the page and section for an addition, and adds the section if it is missing. */

import type { Draft } from '../../bank/draft.ts'
import type { Page } from '../../bank/page.ts'
import { appendBlock, type Section } from '../../bank/sections.ts'
import type { BankPath } from '../../base/bank-path.ts'

/** The file, or its template if it is missing or blank. */
export function pageOrTemplate(draft: Draft, path: BankPath, template: string): Page {
  const page = draft.page(path)
  return page.text.trim() === '' ? page.with(template) : page
}

export interface SectionPlace {
  readonly page: Page
  readonly section: Section
}

/**
 * A missing section is added at the end of the machine block or of the file's text. Undefined if the file cannot be
 * edited.
 */
export function withSection(
  page: Page,
  heading: string,
  isIt: (heading: string) => boolean = (candidate) => candidate === heading,
): SectionPlace | undefined {
  const existing = page.editableSection(isIt)
  if (existing !== undefined) return { page, section: existing }
  const wider = page.with(appendBlock(page, `${heading}\n`) ?? page.text)
  const section = wider.editableSection(isIt)
  return section === undefined ? undefined : { page: wider, section }
}
