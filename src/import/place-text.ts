/** Places an imported text into a file of the bank: position, heading levels, date and file name. */

import type { Draft } from '../bank/draft.ts'
import { endingOf, headingIn, splice, withEnding } from '../bank/lines.ts'
import { type Page, pageOf } from '../bank/page.ts'
import type { Section } from '../bank/sections.ts'
import { insertBlock } from '../bank/sections.ts'
import { type BankPath, baseName, knownPath } from '../base/bank-path.ts'
import type { Language } from '../base/language.ts'
import { folderPath, MEMORY, PATTERNS, PROGRESS, SECTION, TECH } from '../base/layout.ts'
import { RECORD } from './import-record.ts'
import { wordsOfName } from './parts-of-file.ts'
import type { DocumentFolder, ImportPlace } from './source.ts'

/**
 * Inserts the block at the end of a section, after a blank line. If a fence is open there, at the top of the section.
 */
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

/** Lowers headings so that the text stays inside its section. */
export function demoteHeadings(block: string, top: number): string {
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

/** Adds the date below the heading, in the form that dates an entry. */
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

/** An unused file name; a requirement gets the next number. */
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

/** The file and section of each place. */
export const PAGES: Readonly<
  Record<Exclude<ImportPlace, 'notes'>, { readonly path: BankPath; readonly name?: string }>
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
