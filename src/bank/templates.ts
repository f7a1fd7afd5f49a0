/** The initial texts of a bank in one language, and the sections that an upgrade takes from them. */

import type { Language } from '../base/language.ts'
import { pageOf } from './page.ts'

export interface Templates {
  readonly language: Language
  readonly memory: string
  readonly tech: string
  readonly patterns: string
  readonly progress: string
}

export function templateSection(templates: Templates, heading: string): string {
  const block = pageOf(templates.memory).machine
  const section = block?.section(heading)
  if (block === undefined || section === undefined) throw new Error(`the template has no section ${heading}`)
  return block.text.slice(section.start, section.end).trimEnd()
}
