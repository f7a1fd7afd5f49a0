/** Texts of other tools as they are put into a file of the bank: where a block goes, its headings, its date, its name. */

import type { Draft } from '../bank/draft.ts'
import { endingOf, headingIn, splice, withEnding } from '../bank/lines.ts'
import { type Page, pageOf } from '../bank/page.ts'
import type { Section } from '../bank/sections.ts'
import { insertBlock } from '../bank/sections.ts'
import { type BankPath, baseName, knownPath } from '../base/bank-path.ts'
import type { Language } from '../base/language.ts'
import { folderPath, MEMORY, PATTERNS, PROGRESS, SECTION, TECH } from '../base/layout.ts'
import { wordsOfName } from './parts-of-file.ts'
import { RECORD } from './record.ts'
import type { DocumentFolder, SectionPlace } from './source.ts'

/** At the end of a section, one blank line below what it says; where that leaves a fence open, on top of it. */
export function atEndOf(page: Page, section: Section, block: string): string {
  const { text } = page
  const said = text.slice(section.bodyStart, section.end).trimEnd()
  const at = section.bodyStart + said.length
  if (said.trim() === '' || page.isHidden(at)) return insertBlock(text, section.bodyStart, `${block}\n`)
  const ending = endingOf(text)
  const isOneList =
    /^\s*(?:[-*+]|\d+[.)])\s/.test(block) && /^\s*(?:[-*+]|\d+[.)])\s/.test(said.slice(said.lastIndexOf('\n') + 1))
  return splice(
    text,
    at,
    at,
    ending + (isOneList ? '' : ending) + withEnding(block, ending) + (at === text.length ? ending : ''),
  )
}

/** Headings from this level down, so that a text stays inside the section it is put into. */
export function demoted(block: string, top: number): string {
  const { lines } = pageOf(block)
  const levels = lines.flatMap((line) => (line.fenced ? [] : (headingIn(line.text)?.level ?? [])))
  const shift = top - Math.min(7, ...levels)
  if (levels.length === 0 || shift <= 0) return block
  return lines
    .map((line) => {
      const level = line.fenced ? undefined : headingIn(line.text)?.level
      const own = block.slice(line.start, line.end)
      return level === undefined ? own : '#'.repeat(Math.min(shift, 6 - level)) + own.trimStart()
    })
    .join('')
}

/** Below its heading, in the form by which an entry is dated. */
export function withDate(block: string, date: string | undefined, language: Language): string {
  const [heading = '', ...rest] = block.split('\n')
  if (date === undefined || headingIn(heading) === undefined) return block
  const line = { en: `- **Date**: ${date}`, zh: `- **日期**：${date}` }[language]
  return [heading, '', line, ...(rest[0]?.trim() === '' ? rest : ['', ...rest])].join('\n')
}

export function withoutOuterBlanks(text: string): string {
  return text.replace(/^(?:[ \t]*\n)+/, '').trimEnd()
}

/** `cline_docs/02-systemPatterns.md` → `system-patterns`. */
export function slugOf(name: string): string {
  const slug = wordsOfName(name)
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|(?<!-)-+$/g, '')
    .slice(0, 60)
  return slug === '' || slug === 'index' ? 'imported' : slug
}

/** A name that nothing in the bank has yet; a requirement gets the next number. */
export function freePath(
  draft: Draft,
  nextNumber: (draft: Draft) => string,
  folder: DocumentFolder,
  name: string,
): BankPath {
  const where = folder === 'archive' ? 'details/archive' : folderPath(folder)
  const slug = slugOf(name)
  const base = folder === 'requirements' ? `${nextNumber(draft)}-${slug.replace(/^req-\d+-/, '')}` : slug
  const taken = new Set(draft.names().map((path) => path.toLowerCase()))
  for (let count = 1; ; count += 1) {
    const path = knownPath(`${where}/${base}${count === 1 ? '' : `-${count}`}.md`)
    const isFree = !taken.has(path.toLowerCase()) && !draft.isTaken(path)
    if (isFree && path !== RECORD && baseName(path) !== 'index.md') return path
  }
}

/** Where the sections of a source go, and what they are called there. */
export const PAGES: Readonly<
  Record<Exclude<SectionPlace, 'notes'>, { readonly path: BankPath; readonly name?: string }>
> = {
  snapshot: { path: MEMORY, name: SECTION.snapshot.slice(3) },
  focus: { path: MEMORY, name: SECTION.focus.slice(3) },
  doing: { path: PROGRESS, name: 'In progress' },
  next: { path: PROGRESS, name: 'Next' },
  blocked: { path: PROGRESS, name: 'Blocked' },
  done: { path: PROGRESS, name: 'Done' },
  progress: { path: PROGRESS },
  tech: { path: TECH },
  patterns: { path: PATTERNS },
}
