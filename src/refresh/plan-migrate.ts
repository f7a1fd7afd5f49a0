/**
 * A bank of the generation before MEMORY.md becomes a v7.1 bank (S14).
 *
 * Every byte of the old bank stands in the new one: files move as they are, user blocks are joined as
 * they are, and an entry whose text had to be fitted into MEMORY.md (its headings one level down, its
 * markers gone) stands word for word in legacy.md.
 */

import { type BankPath, bankPath, knownPath } from '../core/bank-path.ts'
import type { Draft } from '../core/draft.ts'
import { LEGACY, LEGACY_ENTRIES, MEMORY, PATTERNS, PROGRESS, SECTION, TECH } from '../core/layout.ts'
import { LIMITS } from '../core/limits.ts'
import { latestDateIn } from '../text/dates.ts'
import { innerOf, parseDocument, printDocument } from '../text/document.ts'
import { decisionsIn } from '../text/entries.ts'
import { endingOf, openFence, scanLines } from '../text/lines.ts'
import { appendToSection, findSection, headingLevel, replaceSectionBody } from '../text/sections.ts'
import { isSuperseded } from '../text/superseded.ts'
import { printRow } from '../text/table.ts'
import { LegacyFile } from './legacy-file.ts'
import { editBlock } from './machine-block.ts'
import { writeDetails, writeEntry } from './plan-init.ts'
import type { PlanInput } from './plan-input.ts'
import { planRefresh } from './plan-refresh.ts'

const FILES: Readonly<Record<string, BankPath>> = { 'tech.md': TECH, 'patterns.md': PATTERNS, 'progress.md': PROGRESS }
const FOLDERS: ReadonlyMap<string, string> = new Map([
  ['docs', 'details/design'],
  ['requirements', 'details/requirements'],
  ['learnings', 'details/learnings'],
  ['archive', 'details/archive'],
])
const INDEX = knownPath('_index.md')
const BRIEF = knownPath('brief.md')
const ACTIVE = knownPath('active.md')

export function planMigrate(draft: Draft, input: PlanInput): void {
  const legacy = new LegacyFile(draft.read(LEGACY), input.templates.language)
  const old = new Map(LEGACY_ENTRIES.map((path) => [path, draft.read(path)]))

  for (const path of draft.paths()) place(path, draft, legacy)
  writeDetails(draft, input)
  // The old brief says what the project is; where there is none, the scan does.
  const brief = old.get(BRIEF)
  writeEntry(
    draft,
    brief === undefined ? input : { ...input, readFacts: () => ({ ...input.readFacts(), snapshot: [] }) },
  )
  fit(BRIEF, brief, SECTION.snapshot, draft)
  fit(ACTIVE, old.get(ACTIVE), SECTION.focus, draft)
  keepUserBlocks([brief, old.get(ACTIVE), old.get(INDEX)], draft)
  addHighlights(draft)
  planRefresh(draft, input)
  keepWhatChanged(draft, input, legacy)
  const index = old.get(INDEX)
  if (index !== undefined) legacy.keepRouting(INDEX, index)
  const kept = legacy.text()
  if (kept !== undefined) {
    draft.write(LEGACY, kept, { en: 'what had no other place, word for word', zh: '无处安放的内容，原文保留' })
  }
  for (const path of LEGACY_ENTRIES) {
    if (draft.read(path) !== undefined)
      draft.remove(
        path,
        kept === undefined
          ? { en: `now in ${MEMORY}`, zh: `内容已在 ${MEMORY} 中` }
          : { en: `now in ${MEMORY} and ${LEGACY}`, zh: `内容已在 ${MEMORY} 与 ${LEGACY} 中` },
      )
  }
}

/** An old text that its new place no longer holds word for word is kept; done items have their own way, into the archive. */
function keepWhatChanged(draft: Draft, input: PlanInput, legacy: LegacyFile): void {
  const keep = (old: BankPath, now: BankPath) => {
    const text = input.snapshot.files.get(old)?.text
    if (text !== undefined && !(draft.read(now) ?? '').includes(text)) legacy.keep(old, text)
  }
  for (const path of draft.paths()) {
    if (path !== PROGRESS && path !== MEMORY && path !== LEGACY) keep(draft.originOf(path) ?? path, path)
  }
  keep(BRIEF, MEMORY)
  keep(ACTIVE, MEMORY)
}

/** Move a file to where the new layout has it; what has no place there goes to legacy.md. */
function place(path: BankPath, draft: Draft, legacy: LegacyFile): void {
  if (
    LEGACY_ENTRIES.some((entry) => entry === path) ||
    path.startsWith('details/') ||
    path === LEGACY ||
    path === MEMORY
  )
    return
  const to = newPlaceOf(path)
  if (to !== undefined && !draft.isTaken(to)) {
    draft.move(path, to)
  } else if (to !== undefined || !path.includes('/')) {
    legacy.keep(path, draft.read(path) ?? '')
    draft.remove(path, { en: `now in ${LEGACY}`, zh: `内容已在 ${LEGACY} 中` })
  } else {
    draft.note({
      en: `${path} has no place in the new layout and stays where it is.`,
      zh: `${path} 在新布局中没有对应位置，保留原处。`,
    })
  }
}

function newPlaceOf(path: BankPath): BankPath | undefined {
  const file = FILES[path]
  if (file !== undefined) return file
  const slash = path.indexOf('/')
  const folder = slash === -1 ? undefined : FOLDERS.get(path.slice(0, slash))
  if (folder === undefined) return undefined
  const rest = path.slice(slash + 1)
  return bankPath(`${folder}/${rest === '_index.md' ? 'index.md' : rest}`)
}

/** An old entry's text as part of a MEMORY.md section. */
function fit(path: BankPath, text: string | undefined, heading: string, draft: Draft): void {
  if (text === undefined) return
  const body = bodyOf(path, text)
  const fitted = withoutOuterBlanks(fitHeadings(body))
  if (fitted !== '') {
    const add = (block: string) => {
      const section = findSection(block, heading)
      return section === undefined ? block : replaceSectionBody(block, section, fitted)
    }
    editBlock(draft, MEMORY, add, { en: `${heading.slice(3)} from ${path}`, zh: `${heading.slice(3)} 来自 ${path}` })
  }
}

/** Everything but the user block and the marks: those have their own places. */
function bodyOf(path: BankPath, text: string): string {
  const parsed = parseDocument(path, text)
  if (!parsed.ok) return text
  const body = parsed.value.blocks
    .map((block) => (block.kind === 'loose' ? block.text : block.kind === 'machine' ? block.inner : ''))
    .join('')
  return scanLines(body)
    .filter((line) => line.fenced || !/^\s*<!-- (?:MEMORY_BANK_TEMPLATE:|blockVersion:)/.test(line.text))
    .map((line) => body.slice(line.start, line.end))
    .join('')
    .replace(/^\uFEFF/, '')
}

/** Headings below `##`, so that they stay inside the section; a fence left open is closed. */
function fitHeadings(body: string): string {
  const lines = scanLines(body)
  const highest = lines.reduce((level, line) => Math.min(level, line.fenced ? 7 : (headingLevel(line.text) ?? 7)), 7)
  const shift = Math.max(0, 3 - highest)
  const fitted = lines
    .map((line) => {
      const level = line.fenced ? undefined : headingLevel(line.text)
      const text = body.slice(line.start, line.end)
      return level === undefined ? text : '#'.repeat(Math.min(shift, 6 - level)) + text.trimStart()
    })
    .join('')
  const fence = openFence(fitted)
  return fence === undefined ? fitted : `${withoutOuterBlanks(fitted)}${endingOf(body)}${fence}`
}

/** Blank lines before and after go. A line's own indentation stays: without it, code could turn into a marker. */
function withoutOuterBlanks(text: string): string {
  const lines = scanLines(text).filter((line) => /[^ \t\0\uFEFF]/.test(line.text))
  const first = lines[0]
  const last = lines.at(-1)
  return first === undefined || last === undefined ? '' : text.slice(first.start, last.start + last.text.length)
}

function keepUserBlocks(texts: readonly (string | undefined)[], draft: Draft): void {
  const inners = texts.flatMap((text) => {
    const parsed = text === undefined ? undefined : parseDocument(MEMORY, text)
    const inner = parsed?.ok ? innerOf(parsed.value, 'user') : undefined
    return inner === undefined || inner.trim() === '' ? [] : [inner]
  })
  const memory = parseDocument(MEMORY, draft.read(MEMORY) ?? '')
  if (inners.length === 0 || !memory.ok) return
  const joined = inners.map((inner) => (/[\r\n]$/.test(inner) ? inner : inner + endingOf(inner))).join('')
  const blocks = memory.value.blocks.map((block) => (block.kind === 'user' ? { ...block, inner: joined } : block))
  draft.write(MEMORY, printDocument({ ...memory.value, blocks }), {
    en: 'the old user blocks, word for word',
    zh: '原用户区块，原文保留',
  })
}

function addHighlights(draft: Draft): void {
  const rows = highlightsFrom(draft.read(PATTERNS) ?? '')
  if (rows.length === 0) return
  const add = (block: string) => {
    const section = findSection(block, SECTION.highlights)
    return section === undefined ? block : appendToSection(block, section, rows.join('\n'))
  }
  editBlock(draft, MEMORY, add, {
    en: `${rows.length} decisions from ${PATTERNS}`,
    zh: `${rows.length} 条决策来自 ${PATTERNS}`,
  })
}

/** The newest decisions as rows of a `decision | date | binds` table, oldest first, each with a pointer to the whole. */
function highlightsFrom(patterns: string): readonly string[] {
  const decisions = decisionsIn(patterns)
    .filter(({ title, parts }) => !isSuperseded(parts.get('what') ?? title))
    .map(({ title, parts }) => ({
      decision: inShort(parts.get('what') ?? title),
      date: latestDateIn(parts.get('date') ?? title) ?? '',
      scope: inShort(parts.get('applies') ?? ''),
    }))
  // A stable sort: decisions of one day, or without a date, stay in the order they were written.
  const ordered = decisions.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
  return ordered
    .slice(-LIMITS.decisionHighlights)
    .map(({ decision, date, scope }) => printRow([decision, date, scope === '' ? POINTER : `${scope} → ${POINTER}`]))
}

const POINTER = '[details/patterns.md](details/patterns.md)'

/** A highlight is one line; the whole stands where it points. */
function inShort(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= 160 ? line : `${line.slice(0, 159)}…`
}
