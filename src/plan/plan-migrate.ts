/**
 * Migrates a bank from before MEMORY.md to v7.1 (S14).
 *
 * Every line of the old bank is in the new one. Files move unchanged, and user blocks are joined. The text of the old
 * entry files is divided among MEMORY.md and progress.md. Lines without a place go to legacy.md.
 */

import { printBlocks } from '../bank/blocks.ts'
import type { Draft } from '../bank/draft.ts'
import { readInboxEntry } from '../bank/inbox.ts'
import { endingOf, fenceAround, headingIn, listItemIn, splice, withEnding } from '../bank/lines.ts'
import { type Page, pageOf } from '../bank/page.ts'
import { appendBlock, headingLevel, replaceSectionBody } from '../bank/sections.ts'
import { applySplices, cellsOfLine } from '../bank/tables.ts'
import { type BankPath, bankPath, knownPath } from '../base/bank-path.ts'
import type { Language, Words } from '../base/language.ts'
import { isInboxPath, LEGACY, LEGACY_ENTRIES, MEMORY, PATTERNS, PROGRESS, SECTION, TECH } from '../base/layout.ts'
import type { Splice } from '../base/splice.ts'
import { editBlock } from './machine-block.ts'
import { filesInIndex, type OldIndexRow } from './old-index.ts'
import { addHighlights } from './plan-highlights.ts'
import { fillEntry, writeDetails } from './plan-init.ts'
import type { PlanInput } from './plan-input.ts'
import { planRefresh } from './plan-refresh.ts'
import { isDoneHeading, type SplitActive, splitActive } from './split-active.ts'

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
  const index = old.get(INDEX)
  const read = (path: BankPath) => {
    const text = old.get(path)
    return text === undefined ? undefined : readOldEntry(pageOf(text, path))
  }
  const brief = read(BRIEF)

  for (const path of draft.paths()) place(path, draft, legacy)
  writeDetails(draft, input)
  // The old brief describes the project; without one, the scan does.
  fillEntry(
    draft,
    brief === undefined ? input : { ...input, readFacts: () => ({ ...input.readFacts(), snapshot: [] }) },
  )
  fitBrief(brief, draft)
  fitActive(read(ACTIVE), brief, draft, input)
  keepUserBlocks([old.get(BRIEF), old.get(ACTIVE), index], draft)
  addHighlights(draft)
  planRefresh(draft, { ...input, indexed: indexedBefore(index, draft) })
  keepLeftovers(draft, input, legacy)
  if (index !== undefined) legacy.keepRouting(INDEX, index)
  const kept = legacy.text()
  if (kept !== undefined) {
    draft.write(LEGACY, kept, { en: 'text with no other place, verbatim', zh: '没有对应位置的内容，原文保留' })
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

/** Keeps lines that the new bank lacks. A file that cannot be divided is kept whole. */
function keepLeftovers(draft: Draft, input: PlanInput, legacy: LegacyFile): void {
  const texts = draft.paths().flatMap((path) => (isOldEntry(path) ? [] : [draft.read(path) ?? '']))
  const isPresent = lineMatcher(texts)
  const keep = (path: BankPath) => {
    const page = input.snapshot.files.get(path)
    if (page === undefined || texts.some((other) => other.includes(page.text))) return
    const { text } = page
    const entry = readOldEntry(page)
    if (entry.isWhole)
      legacy.keepLines(
        path,
        linesOf(entry.body).filter((line) => !isPresent(line)),
      )
    else legacy.keep(path, text)
  }
  for (const path of draft.paths())
    if (path !== MEMORY && path !== LEGACY && !isOldEntry(path)) keep(draft.originOf(path) ?? path)
  keep(BRIEF)
  keep(ACTIVE)
}

function isOldEntry(path: BankPath): boolean {
  return LEGACY_ENTRIES.some((entry) => entry === path)
}

/** Moves a file to its place in the new layout, or into legacy.md. */
function place(path: BankPath, draft: Draft, legacy: LegacyFile): void {
  if (isOldEntry(path) || path.startsWith('details/') || path === LEGACY || path === MEMORY) return
  // Files of the inbox stay in place (S55).
  if (isInboxPath(path) && readInboxEntry(draft.page(path)) !== undefined) return
  const to = newPlaceOf(path)
  if (to !== undefined && !draft.isTaken(to)) {
    draft.move(path, to)
    return
  }
  legacy.keep(path, draft.read(path) ?? '')
  draft.remove(path, { en: `now in ${LEGACY}`, zh: `内容已在 ${LEGACY} 中` })
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

/** Puts the text of an old entry into a section of MEMORY.md. */
function fit(path: BankPath, text: string, heading: string, draft: Draft): void {
  const fitted = withoutOuterBlanks(fitHeadings(text, 3))
  if (fitted === '') return
  const add = (block: Page) => {
    const section = block.section(heading)
    return section === undefined ? block.text : replaceSectionBody(block.text, section, fitted)
  }
  editBlock(draft, MEMORY, add, { en: `${heading.slice(3)} from ${path}`, zh: `${heading.slice(3)} 来自 ${path}` })
}

/** The brief becomes the snapshot; its title becomes the title of MEMORY.md. */
function fitBrief(brief: OldEntry | undefined, draft: Draft): void {
  if (brief === undefined) return
  fit(BRIEF, brief.isWhole ? withoutTitle(brief) : brief.body, SECTION.snapshot, draft)
  const { title } = brief
  if (title === undefined || !brief.isWhole) return
  editBlock(draft, MEMORY, (block) => {
    const existing = block.sections.find((section) => section.level === 1)
    if (existing === undefined) return block.text
    return splice(block.text, existing.start, existing.bodyStart, `# ${title}${endingOf(block.text)}`)
  })
}

/** Current work becomes the focus. Finished work goes to progress.md if that file can be edited. */
function fitActive(active: OldEntry | undefined, brief: OldEntry | undefined, draft: Draft, input: PlanInput): void {
  if (active === undefined) return
  const { focus, history, done } = splitActive(active.isWhole ? withoutTitle(active) : '')
  const { language } = input.templates
  const progress = active.isWhole ? withFinished(draft.page(PROGRESS), { history, done }, language) : undefined
  if (progress === undefined) {
    fit(ACTIVE, active.body, SECTION.focus, draft)
    return
  }
  fit(ACTIVE, withoutRepeats(focus, saidIn(brief?.body ?? '')), SECTION.focus, draft)
  draft.write(PROGRESS, progress, { en: `finished work from ${ACTIVE}`, zh: `${ACTIVE} 中已完成的内容` })
}

function keepUserBlocks(texts: readonly (string | undefined)[], draft: Draft): void {
  const found = texts.flatMap((text) => {
    const inner = text === undefined ? undefined : pageOf(text, MEMORY).user?.text
    // Only spaces and line ends count as empty: a person may have typed an invisible character.
    return inner === undefined || /^[ \t\r\n]*$/.test(inner) ? [] : [inner]
  })
  // Templates leave the same block in two files; it is kept once.
  const inners = [...new Set(found)]
  const { parsed } = draft.page(MEMORY)
  if (inners.length === 0 || !parsed.ok) return
  const joined = inners.map((inner) => (/[\r\n]$/.test(inner) ? inner : inner + endingOf(inner))).join('')
  const blocks = parsed.value.map((block) => (block.kind === 'user' ? { ...block, inner: joined } : block))
  draft.write(MEMORY, printBlocks(blocks), {
    en: 'the old user blocks, verbatim',
    zh: '原用户区块，原文保留',
  })
}

/** Entries of the old index, by the new place of each file. */
function indexedBefore(index: string | undefined, draft: Draft): ReadonlyMap<BankPath, OldIndexRow> {
  const places = new Map(draft.paths().map((path) => [draft.originOf(path) ?? path, path]))
  return filesInIndex(pageOf(index ?? ''), (named) => {
    const old = bankPath(named.replace(/^(?:\.\/)?memory-bank\//, ''))
    return old === undefined ? undefined : places.get(old)
  })
}

/** progress.md with the finished work; undefined if it cannot be edited. */
function withFinished(
  progress: Page,
  { history, done }: Pick<SplitActive, 'history' | 'done'>,
  language: Language,
): string | undefined {
  const repeats = saidIn(progress.text)
  const blocks = done.map((block) => withoutOuterBlanks(fitHeadings(withoutRepeats(block, repeats), 3)))
  const said = blocks.filter((block) => block !== '')
  const text = said.length === 0 ? progress.text : withDone(progress, said, language)
  if (text === undefined || history.length === 0) return text
  const sections = history.map((section) => `${withoutOuterBlanks(fitHeadings(section, 2))}\n`)
  return appendBlock(progress.with(text), sections.join('\n'))
}

const DONE: Words = { en: '## Done (to archive)', zh: '## 已完成（待归档）' }

function withDone(progress: Page, blocks: readonly string[], language: Language): string | undefined {
  const found = progress.editableSection(isDoneHeading)
  const text = found === undefined ? appendBlock(progress, `${DONE[language]}\n`) : progress.text
  if (text === undefined) return undefined
  const page = progress.with(text)
  const section = found ?? page.editableSection(isDoneHeading)
  if (section === undefined) return undefined
  const existing = text.slice(section.bodyStart, section.end).trimEnd()
  const at = section.bodyStart + existing.length
  if (page.isHidden(at)) return undefined
  const ending = endingOf(text)
  const added = blocks
    .map((block, index) => (index === 0 ? '' : between(blocks[index - 1] ?? '', block)) + block)
    .join('')
  const lead = existing === '' ? ending : ending + between(existing, added).slice(1)
  const tail = section.end < text.length && existing === '' ? ending : ''
  return splice(text, at, at, withEnding(lead + added, ending) + (at === text.length ? ending : tail))
}

/** Items of one list are adjacent; anything else is separated by a blank line. */
function between(above: string, below: string): string {
  const last = pageOf(above).lines.at(-1)?.text ?? ''
  const isOneList = listItemIn(below) !== undefined && (listItemIn(last) !== undefined || /^\s+\S/.test(last))
  return isOneList ? '\n' : '\n\n'
}

class LegacyFile {
  readonly #language: Language
  readonly #before: string | undefined
  readonly #parts: string[] = []

  constructor(before: string | undefined, language: Language) {
    this.#before = before
    this.#language = language
  }

  keep(path: string, text: string): void {
    if (text !== '') this.#parts.push(`## ${path}\n\n${fenceAround(text)}`)
  }

  /** Keeps lines of an old file that have no other place. */
  keepLines(path: string, lines: readonly string[]): void {
    if (lines.length > 0)
      this.#parts.push(`## ${path}\n\n${LINES_NOTE[this.#language]}\n\n${fenceAround(lines.join('\n'))}`)
  }

  /** Keeps the old index, whose routing by topic was replaced by routing by intent. */
  keepRouting(path: string, text: string): void {
    this.#parts.unshift(`## Legacy Routing (Topic)\n\n${ROUTING_NOTE(path)[this.#language]}\n\n${fenceAround(text)}`)
  }

  /** Undefined if there is nothing to keep and no such file existed. */
  text(): string | undefined {
    if (this.#parts.length === 0) return this.#before
    const head = this.#before ?? `# Legacy\n\n${INTRODUCTION[this.#language]}\n`
    return `${closed(head)}${this.#parts.join('\n\n')}\n`
  }
}

/** The text unchanged, plus a blank line. An open fence is closed, so that it cannot swallow what follows. */
function closed(text: string): string {
  const lines = text === '' || /[\r\n]$/.test(text) ? text : `${text}\n`
  const fence = pageOf(lines).openFence
  return `${lines}${fence === undefined ? '' : `${fence}\n`}\n`
}

const INTRODUCTION: Words = {
  en: 'Texts of the bank before v7.1, verbatim. MEMORY.md and details/ have everything that is still true; delete this file by hand once nobody needs it.',
  zh: 'v7.1 之前的原文，逐字保留。仍然有效的内容已在 MEMORY.md 或 details/ 中；不再需要时可手动删除本文件。',
}

const LINES_NOTE: Words = {
  en: 'The rest of this file has its place in the new bank; these lines had none.',
  zh: '该文件其余内容已在新布局中；以下几行没有对应位置。',
}

const ROUTING_NOTE = (path: string): Words => ({
  en: `From ${path}. Routing by intent in MEMORY.md replaces it.`,
  zh: `来自 ${path}，已由 MEMORY.md 中的意图驱动路由取代。`,
})

// Fitting old text into other files. A heading may get another level. A table row counts as kept if one row has all its
// cells with letters, because dates and counts are generated again. Other lines must be the same.

interface OldEntry {
  /** The text without user block, markers and Memory Bank's own comments. */
  readonly body: string
  /** The first line, if it is the only `#` heading. */
  readonly title: string | undefined
  /** True if the markers pair and no fence is open, so the text can be divided by lines. */
  readonly isWhole: boolean
}

function readOldEntry(page: Page): OldEntry {
  if (!page.parsed.ok) return { body: page.text, title: undefined, isWhole: false }
  const all = page.blocks
    .map((block) => (block.kind === 'loose' ? block.text : block.kind === 'machine' ? block.inner : ''))
    .join('')
  const body = pageOf(all)
    .lines.filter((line) => line.fenced || !/^\s*<!-- (?:MEMORY_BANK_TEMPLATE:|blockVersion:)/.test(line.text))
    .map((line) => all.slice(line.start, line.end))
    .join('')
    .replace(/^\uFEFF/, '')
  const read = pageOf(body)
  return { body, title: titleIn(read), isWhole: read.openFence === undefined }
}

/** Lowers headings so that they stay inside their section, and closes an open fence. */
function fitHeadings(body: string, top: number): string {
  const { lines } = pageOf(body)
  const highest = lines.reduce((level, line) => Math.min(level, line.fenced ? 7 : (headingLevel(line.text) ?? 7)), 7)
  const shift = Math.max(0, top - highest)
  const fitted = lines
    .map((line) => {
      const level = line.fenced ? undefined : headingLevel(line.text)
      const text = body.slice(line.start, line.end)
      return level === undefined ? text : '#'.repeat(Math.min(shift, 6 - level)) + text.trimStart()
    })
    .join('')
  const fence = pageOf(fitted).openFence
  return fence === undefined ? fitted : `${withoutOuterBlanks(fitted)}${endingOf(body)}${fence}`
}

/** Trims blank lines at both ends. Indentation stays: without it, code could turn into a marker. */
function withoutOuterBlanks(text: string): string {
  const lines = pageOf(text).lines.filter((line) => /[^ \t\0\uFEFF]/.test(line.text))
  const first = lines[0]
  const last = lines.at(-1)
  return first === undefined || last === undefined ? '' : text.slice(first.start, last.start + last.text.length)
}

/** The body without its title line. */
function withoutTitle({ body, title }: OldEntry): string {
  if (title === undefined) return body
  const line = pageOf(body).lines.find((one) => one.text.trim() !== '')
  return line === undefined ? body : body.slice(line.end)
}

function titleIn({ lines, sections }: Page): string | undefined {
  const first = lines.find((line) => line.text.trim() !== '')
  const heading = first === undefined || first.fenced ? undefined : headingIn(first.text)
  if (heading?.level !== 1 || heading.text === '') return undefined
  return sections.filter((section) => section.level === 1).length === 1 ? heading.text : undefined
}

function lineMatcher(texts: readonly string[]): (line: string) => boolean {
  const all = new Set<string>()
  const rows: (readonly string[])[] = []
  for (const text of texts) {
    for (const line of pageOf(text).lines) {
      all.add(formOf(line.text))
      if (isRow(line.text)) rows.push(cellsOfLine(line.text))
    }
  }
  return (line) => {
    if (all.has(formOf(line))) return true
    if (!isRow(line)) return false
    const cells = cellsOfLine(line).filter((cell) => /\p{L}/u.test(cell))
    return cells.length === 0 || rows.some((row) => cells.every((cell) => row.includes(cell)))
  }
}

/** The lines that are not blank. */
function linesOf(text: string): readonly string[] {
  return pageOf(text).lines.flatMap((line) => (/[^ \t\0\uFEFF]/.test(line.text) ? [line.text] : []))
}

/** All lines of a text, to detect repeats. */
function saidIn(text: string): ReadonlySet<string> {
  return new Set(pageOf(text).lines.map((line) => line.text))
}

/** Drops paragraphs and list items of one line that the other text already has. */
function withoutRepeats(text: string, said: ReadonlySet<string>): string {
  const lines = pageOf(text).lines
  const splices = lines.flatMap((line, index): readonly Splice[] => {
    if (line.fenced || line.text.trim().length < REPEAT_CHARACTERS || !said.has(line.text)) return []
    if (headingIn(line.text) !== undefined || isRow(line.text)) return []
    const [above, below] = [lines[index - 1]?.text ?? '', lines[index + 1]?.text ?? '']
    return standsAlone(line.text, above, below) ? [{ start: line.start, end: line.end, text: '' }] : []
  })
  return applySplices(text, splices)
}

/** True for a list item or a paragraph of a single line. */
function standsAlone(line: string, above: string, below: string): boolean {
  const [begins, ends] = [above.trim() === '', below.trim() === '']
  const isItem = listItemIn(line)?.indent === ''
  return (begins && ends) || (isItem && (ends || listItemIn(below)?.indent === ''))
}

/** Shorter lines repeat by chance. */
const REPEAT_CHARACTERS = 8

function formOf(line: string): string {
  const heading = headingIn(line.replace(/^\uFEFF/, ''))
  return heading === undefined ? line.replace(/^\uFEFF/, '') : `# ${heading.text}`
}

function isRow(line: string): boolean {
  return /^ {0,3}\|/.test(line)
}
