/** The texts a new bank begins with, in one language, and the sections an upgrade takes from them. */

import type { Language } from '../base/language.ts'
import { pageOf } from './page.ts'

export interface Templates {
  readonly language: Language
  readonly memory: string
  readonly tech: string
  readonly patterns: string
  readonly progress: string
}

/** One whole section of the MEMORY.md template, heading included. */
export function templateSection(templates: Templates, heading: string): string {
  const block = pageOf(templates.memory).machine
  const section = block?.section(heading)
  if (block === undefined || section === undefined) throw new Error(`the template has no section ${heading}`)
  return block.text.slice(section.start, section.end).trimEnd()
}
