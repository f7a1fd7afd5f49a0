/** The texts a new bank begins with, in one language, and the sections an upgrade takes from them. */

import { knownPath } from '../core/bank-path.ts'
import type { Language } from '../core/language.ts'
import { innerOf, parseDocument } from './blocks.ts'
import { findSection } from './sections.ts'

export interface Templates {
  readonly language: Language
  readonly memory: string
  readonly tech: string
  readonly patterns: string
  readonly progress: string
}

/** One whole section of the MEMORY.md template, heading included. */
export function templateSection(templates: Templates, heading: string): string {
  const parsed = parseDocument(knownPath('MEMORY.md'), templates.memory)
  const block = parsed.ok ? innerOf(parsed.value, 'machine') : undefined
  const section = block === undefined ? undefined : findSection(block, heading)
  if (block === undefined || section === undefined) throw new Error(`the template has no section ${heading}`)
  return block.slice(section.start, section.end).trimEnd()
}

/** What a template's list says before there is anything to say. */
export function isNothingYet(item: string): boolean {
  return /^(?:[-*+]\s+)?(?:Nothing recorded yet\.|暂无记录。)$/.test(item.trim())
}
