/**
 * A bank of the generation before MEMORY.md becomes a v7.1 bank (S14), as a person would have rewritten it: each thing
 * stands once, where the new layout has it.
 *
 * Every line of the old bank stands in the new one: files move as they are, user blocks are joined as they are, the
 * text of the old entries is divided among MEMORY.md and progress.md, and lines without a place are kept in legacy.md.
 */

import { printBlocks } from '../bank/blocks.ts'
import type { Draft } from '../bank/draft.ts'
import { readInboxEntry } from '../bank/inbox.ts'
import { endingOf, listItemIn, splice, withEnding } from '../bank/lines.ts'
import { type Page, pageOf } from '../bank/page.ts'
import { appendBlock, replaceSectionBody } from '../bank/sections.ts'
import { type BankPath, bankPath, knownPath } from '../base/bank-path.ts'
import type { Language, Words } from '../base/language.ts'
import { isInboxPath, LEGACY, LEGACY_ENTRIES, MEMORY, PATTERNS, PROGRESS, SECTION, TECH } from '../base/layout.ts'
import { fitHeadings, type OldEntry, readOldEntry, withoutOuterBlanks, withoutTitle } from './fit-text.ts'
import { LegacyFile } from './legacy-file.ts'
import { editBlock } from './machine-block.ts'
import { summariesIn } from './old-index.ts'
import { addHighlights } from './plan-highlights.ts'
import { fillEntry, writeDetails } from './plan-init.ts'
import type { PlanInput } from './plan-input.ts'
import { planRefresh } from './plan-refresh.ts'
import { isDoneHeading, type SplitActive, splitActive } from './split-active.ts'
import { linesOf, saidIn, standingIn, withoutRepeats } from './standing-lines.ts'

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
  // The old brief says what the project is; where there is none, the scan does.
  fillEntry(
    draft,
    brief === undefined ? input : { ...input, readFacts: () => ({ ...input.readFacts(), snapshot: [] }) },
  )
  fitBrief(brief, draft)
  fitActive(read(ACTIVE), brief, draft, input)
  keepUserBlocks([old.get(BRIEF), old.get(ACTIVE), index], draft)
  addHighlights(draft)
  planRefresh(draft, { ...input, summaries: oldSummaries(index, draft) })
  keepLeftovers(draft, input, legacy)
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

/** Lines of old files that stand nowhere in the new bank are kept; a file that cannot be taken apart is kept whole. */
function keepLeftovers(draft: Draft, input: PlanInput, legacy: LegacyFile): void {
  const texts = draft.paths().flatMap((path) => (isOldEntry(path) ? [] : [draft.read(path) ?? '']))
  const isStanding = standingIn(texts)
  const keep = (path: BankPath) => {
    const page = input.snapshot.files.get(path)
    if (page === undefined || texts.some((other) => other.includes(page.text))) return
    const { text } = page
    const entry = readOldEntry(page)
    if (entry.isWhole)
      legacy.keepLines(
        path,
        linesOf(entry.body).filter((line) => !isStanding(line)),
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

/** Move a file to where the new layout has it; what has no place there goes to legacy.md. */
function place(path: BankPath, draft: Draft, legacy: LegacyFile): void {
  if (isOldEntry(path) || path.startsWith('details/') || path === LEGACY || path === MEMORY) return
  // What waits in the inbox has its place already (S55).
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

/** An old entry's text as a section of MEMORY.md. */
function fit(path: BankPath, text: string, heading: string, draft: Draft): void {
  const fitted = withoutOuterBlanks(fitHeadings(text, 3))
  if (fitted === '') return
  const add = (block: Page) => {
    const section = block.section(heading)
    return section === undefined ? block.text : replaceSectionBody(block.text, section, fitted)
  }
  editBlock(draft, MEMORY, add, { en: `${heading.slice(3)} from ${path}`, zh: `${heading.slice(3)} 来自 ${path}` })
}

/** The brief is the snapshot, and its title that of the new entry. */
function fitBrief(brief: OldEntry | undefined, draft: Draft): void {
  if (brief === undefined) return
  fit(BRIEF, brief.isWhole ? withoutTitle(brief) : brief.body, SECTION.snapshot, draft)
  const { title } = brief
  if (title === undefined || !brief.isWhole) return
  editBlock(draft, MEMORY, (block) => {
    const standing = block.sections.find((section) => section.level === 1)
    if (standing === undefined) return block.text
    return splice(block.text, standing.start, standing.bodyStart, `# ${title}${endingOf(block.text)}`)
  })
}

/** What is going on is the focus; what is finished goes to progress, if that file can take it. */
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
  draft.write(PROGRESS, progress, { en: `what ${ACTIVE} had finished`, zh: `${ACTIVE} 中已完成的内容` })
}

function keepUserBlocks(texts: readonly (string | undefined)[], draft: Draft): void {
  const found = texts.flatMap((text) => {
    const inner = text === undefined ? undefined : pageOf(text, MEMORY).user?.text
    // Only spaces and line ends are nothing: a character that cannot be seen was still written by somebody.
    return inner === undefined || /^[ \t\r\n]*$/.test(inner) ? [] : [inner]
  })
  // The same block in two files, as a template leaves it, is said once.
  const inners = [...new Set(found)]
  const { parsed } = draft.page(MEMORY)
  if (inners.length === 0 || !parsed.ok) return
  const joined = inners.map((inner) => (/[\r\n]$/.test(inner) ? inner : inner + endingOf(inner))).join('')
  const blocks = parsed.value.map((block) => (block.kind === 'user' ? { ...block, inner: joined } : block))
  draft.write(MEMORY, printBlocks(blocks), {
    en: 'the old user blocks, word for word',
    zh: '原用户区块，原文保留',
  })
}

/** What the old index said of files, by where they are now. */
function oldSummaries(index: string | undefined, draft: Draft): ReadonlyMap<BankPath, string> {
  const places = new Map(draft.paths().map((path) => [draft.originOf(path) ?? path, path]))
  return summariesIn(pageOf(index ?? ''), (named) => {
    const old = bankPath(named.replace(/^(?:\.\/)?memory-bank\//, ''))
    return old === undefined ? undefined : places.get(old)
  })
}

/** progress.md with what is finished; undefined where nothing may be added to it. */
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
  const standing = text.slice(section.bodyStart, section.end).trimEnd()
  const at = section.bodyStart + standing.length
  if (page.isHidden(at)) return undefined
  const ending = endingOf(text)
  const added = blocks
    .map((block, index) => (index === 0 ? '' : between(blocks[index - 1] ?? '', block)) + block)
    .join('')
  const lead = standing === '' ? ending : ending + between(standing, added).slice(1)
  const tail = section.end < text.length && standing === '' ? ending : ''
  return splice(text, at, at, withEnding(lead + added, ending) + (at === text.length ? ending : tail))
}

/** Items of one list stand together; anything else is set apart. */
function between(above: string, below: string): string {
  const last = pageOf(above).lines.at(-1)?.text ?? ''
  const isOneList = listItemIn(below) !== undefined && (listItemIn(last) !== undefined || /^\s+\S/.test(last))
  return isOneList ? '\n' : '\n\n'
}
