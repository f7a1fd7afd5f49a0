/**
 * Changes an existing entry: removes it, marks it done, archives or rewords it.
 *
 * Removing an entry also removes its highlight, its route and the links to its file; the words of those links stay.
 * Everything else keeps its bytes, and user blocks are never touched.
 */

import { decodeAddition, encodeAddition } from '../../bank/decode-addition.ts'
import type { Draft } from '../../bank/draft.ts'
import type { Entry } from '../../bank/entry.ts'
import { evidenceIn, withEvidence } from '../../bank/evidence-links.ts'
import { readInboxEntry } from '../../bank/inbox.ts'
import { takeItem } from '../../bank/items.ts'
import { endingOf, splice, withEnding } from '../../bank/lines.ts'
import { type Page, pageOf } from '../../bank/page.ts'
import { provenanceLine, withProvenanceLine } from '../../bank/provenance.ts'
import { highlightText, safeLines } from '../../bank/safe-lines.ts'
import { sameTopic } from '../../bank/same-topic.ts'
import { applySplices, replaceRow } from '../../bank/tables.ts'
import { type Addition, type AdditionKind, FIELDS, type Field, nameOfKind, type Part } from '../../base/addition.ts'
import { invalidAddition } from '../../base/addition-problems.ts'
import { type BankPath, directoryOf, knownPath, withoutDots } from '../../base/bank-path.ts'
import type { Language, Words } from '../../base/language.ts'
import { ARCHIVE_FOLDER, isInboxPath, isIndexPath, MEMORY, SECTION } from '../../base/layout.ts'
import type { Problem } from '../../base/problem.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import { highlightsIn, withoutRows } from '../plan-highlights.ts'
import { SECTION_NAMES } from './document-text.ts'
import { writeAddition } from './write-addition.ts'
import { withNamedSection } from './write-document.ts'
import type { AdditionFacts } from './write-facts.ts'
import { rewriteWaiting, withChanges } from './write-inbox.ts'
import { writeProgress } from './write-progress.ts'

export function removeEntry(draft: Draft, entry: Entry): Result<undefined> {
  const { path, span, kind, title } = entry
  const text = draft.read(path) ?? ''
  const why = whyOf('removed', entry)
  if (isInboxPath(path)) {
    draft.remove(path, why)
    return ok(undefined)
  }
  if (span === undefined) {
    if (holdsNotes(draft.page(path))) return fail({ code: 'entry-has-notes', path })
    draft.remove(path, why)
    for (const other of draft.paths())
      relink(draft, other, path, { en: `link to ${title} replaced by its text`, zh: `指向「${title}」的链接改为文字` })
  } else draft.write(path, isItem(kind) ? takeItem(text, span).text : withoutLines(text, span), why)
  if (kind === 'decision') dropHighlight(draft, title, why)
  return ok(undefined)
}

/** Moves a document to the archive byte for byte. Its route is dropped, and other links lead to the new path. */
export function archiveEntry(draft: Draft, entry: Entry): Result<undefined> {
  const { path, span, title } = entry
  if (span !== undefined || isInboxPath(path) || !path.startsWith('details/'))
    return fail({ code: 'entry-unknown', name: title })
  const to = freePath(draft, `${ARCHIVE_FOLDER}/${path.slice('details/'.length)}`)
  draft.move(path, to)
  draft.because(to, { en: 'offered and never followed', zh: '多次提供却从未被采用' })
  const why = { en: `link to ${title} now leads to the archive`, zh: `指向「${title}」的链接随之改到归档` }
  for (const other of draft.paths()) if (other !== to) relink(draft, other, path, why, to)
  return ok(undefined)
}

function freePath(draft: Draft, path: string): BankPath {
  for (let count = 1; ; count += 1) {
    const free = knownPath(count === 1 ? path : path.replace(/(\.[^./]*)?$/, (ending) => `-${count}${ending}`))
    if (!draft.isTaken(free)) return free
  }
}

/** Moves a finished focus or progress item to the done section of progress.md. */
export function finishEntry(draft: Draft, entry: Entry, facts: AdditionFacts): Result<undefined> {
  const isDoable = entry.kind === 'progress' || entry.kind === 'focus'
  if (isInboxPath(entry.path) && isDoable) {
    const done = new Map<Field, string>([
      ['state', 'done'],
      ['date', facts.today],
    ])
    return changeWaiting(draft, entry, { kind: 'progress', fields: done, evidence: [] }, facts)
  }
  if (!isDoable || entry.span === undefined) return fail({ code: 'entry-not-doable', id: entry.id, kind: entry.kind })
  const text = draft.read(entry.path) ?? ''
  if (entry.kind === 'focus') draft.write(entry.path, takeItem(text, entry.span).text, whyOf('done', entry))
  const fields = new Map([
    ['text', firstLineOf(text, entry)],
    ['state', 'done'],
  ] as const)
  const addition: Addition = { kind: 'progress', fields, evidence: [] }
  return writeProgress(draft, addition, facts)
}

/** Changes an entry in the inbox, and validates it like a new addition. */
function changeWaiting(
  draft: Draft,
  { path, title }: Entry,
  given: Addition<AdditionKind>,
  facts: AdditionFacts,
): Result<undefined> {
  const waiting = readInboxEntry(draft.page(path))
  if (waiting === undefined) return fail({ code: 'entry-unknown', name: title })
  const changed = withChanges(waiting.addition, given)
  const checked = decodeAddition(encodeAddition(changed))
  if (checked.ok) rewriteWaiting(draft, waiting, changed, facts)
  return checked.ok ? ok(undefined) : checked
}

/** The text that an editor shows for the entry: its lines, or the whole file. */
export function linesOfEntry(text: string, { span }: Entry): string {
  return span === undefined ? text : text.slice(span.start, span.end)
}

export function rewriteEntry(draft: Draft, entry: Entry, given: string): Result<undefined> {
  const { path, span } = entry
  const text = draft.read(path) ?? ''
  const ending = endingOf(text)
  const was = linesOfEntry(text, entry)
  const tail = /(?<![\r\n])[\r\n]*$/.exec(was)?.[0] ?? ''
  const written = withEnding(given.replace(/\r\n?/g, '\n').replace(/(?<!\n)\n+$/, ''), ending) + tail
  const renewed = pageOf(written)
  const isStamped = span !== undefined || provenanceLine(renewed) !== undefined
  const stamp = isStamped ? undefined : provenanceLine(draft.page(path))
  // A rewritten page keeps its original provenance.
  const whole = stamp === undefined ? written : withProvenanceLine(renewed, stamp.text)
  draft.write(path, span === undefined ? whole : splice(text, span.start, span.end, written), whyOf('edited', entry))
  return ok(undefined)
}

/** Replaces the title in the entry's own lines and in its highlight. */
export function setTitle(draft: Draft, entry: Entry, title: string): Result<undefined> {
  const { path, kind, id } = entry
  const lines = linesOfEntry(draft.read(path) ?? '', entry)
  if (!lines.includes(entry.title) || /[|\r\n]/.test(title)) return fail(titleUnfit(id))
  if (kind === 'decision') renameHighlight(draft, entry, title)
  return rewriteEntry(
    draft,
    entry,
    lines.replace(entry.title, () => title),
  )
}

function titleUnfit(id: string): Problem {
  return invalidAddition(
    {
      en: 'This title cannot be set: it has a | or a line break, or the old one is not written in one piece.',
      zh: '无法设置该标题：其中有 | 或换行，或旧标题没有连续写出。',
    },
    { en: `Change it in the editor: memory-bank edit ${id}`, zh: `请在编辑器中修改：memory-bank edit ${id}` },
  )
}

/**
 * Replaces some fields of an entry in place. An item has a single sentence; decisions and learnings keep the parts that
 * are not given.
 */
export function setFields(
  draft: Draft,
  entry: Entry,
  given: ReadonlyMap<Field, string>,
  facts: AdditionFacts,
): Result<undefined> {
  const { kind, path } = entry
  const text = draft.read(path) ?? ''
  const said = given.get('text')
  const { language } = facts.templates
  if (isInboxPath(path)) return changeWaiting(draft, entry, { kind, fields: given, evidence: [] }, facts)
  switch (kind) {
    case 'progress':
    case 'focus':
    case 'tech':
      return said === undefined ? fail(onlyText()) : rewriteEntry(draft, entry, itemSaying(text, entry, said, language))
    case 'design':
      return fail(onlyLines(entry))
    case 'requirement': {
      const description = `## ${SECTION_NAMES.description[language]}`
      if (said !== undefined)
        draft.write(path, withNamedSection(draft.page(path), description, safeLines(said, 3)), whyOf('edited', entry))
      const others = new Map([...given].filter(([field]) => field !== 'text'))
      const title = entry.id.startsWith('REQ-') ? entry.id : entry.title
      if (others.size === 0) return ok(undefined)
      return writeAddition(draft, { kind, fields: others.set('title', title), evidence: [] }, facts)
    }
    case 'decision':
    case 'learning':
    case 'answer': {
      const fields = new Map<Field, string>([...partsOf(draft.page(path), entry), ...given, ['title', entry.title]])
      return writeAddition(draft, { kind, fields, evidence: [] }, facts)
    }
  }
}

function partsOf(page: Page, { kind, line }: Entry): ReadonlyMap<Field, string> {
  const entries = kind === 'decision' ? page.decisions : kind === 'learning' ? page.learnings : []
  const entry = entries.find((one) => one.line === line) ?? (kind === 'learning' ? entries[0] : undefined)
  return new Map(
    FIELDS.flatMap((field) => {
      const said = PARTS.flatMap((part) => (part === field ? [entry?.parts.get(part) ?? ''] : [])).join('')
      return said === '' ? [] : [[field, said] as const]
    }),
  )
}

const PARTS: readonly Part[] = ['date', 'why', 'givenUp', 'applies', 'symptom', 'cause', 'solution', 'prevention']

function onlyText(): Problem {
  return invalidAddition(
    { en: 'This entry is one sentence: pass it with --text.', zh: '这类条目只有一句话，请用 --text 给出。' },
    { en: 'For example: memory-bank edit <id> --text "…"', zh: '例如：memory-bank edit <编号> --text "…"' },
  )
}

function onlyLines({ id }: Entry): Problem {
  return invalidAddition(
    { en: 'A design is a whole page and has no separate fields.', zh: '设计是整页文档，没有单独的字段。' },
    {
      en: `Replace its text: memory-bank edit ${id} --from page.md`,
      zh: `请给出新的全文：memory-bank edit ${id} --from page.md`,
    },
  )
}

/** Replaces the sentence of an item. Its mark, box, evidence and further lines stay. */
function itemSaying(text: string, { span }: Entry, words: string, language: Language): string {
  const lines = span === undefined ? text : text.slice(span.start, span.end)
  const former = evidenceIn(/^[^\r\n]*/.exec(lines)?.[0] ?? '')
  const said = words.replace(/\s+/g, ' ').trim()
  return lines.replace(ITEM, (_all, mark: string) => mark + withEvidence(said, former === '' ? [] : [former], language))
}

const ITEM = /^(\s*(?:[-*+]|\d+[.)])\s+(?:\[[ xX]\]\s+)?)[^\r\n]*/

function firstLineOf(text: string, { span }: Entry): string {
  const line = /^[^\r\n]*/.exec(text.slice(span?.start))?.[0] ?? ''
  return line.replace(/^\s*(?:[-*+]|\d+[.)])\s+(?:\[[ xX]\]\s+)?/, '')
}

function isItem(kind: Entry['kind']): boolean {
  return kind === 'progress' || kind === 'focus' || kind === 'tech' || kind === 'answer'
}

function whyOf(what: 'removed' | 'done' | 'edited', { kind, title }: Entry): Words {
  const words = { removed: ['removed', '移除'], done: ['done', '完成'], edited: ['edited', '修改'] }[what]
  return {
    en: `${words[0]} ${nameOfKind(kind, 'en')}: ${title}`,
    zh: `${words[1]}${nameOfKind(kind, 'zh')}：${title}`,
  }
}

function withoutLines(text: string, { start, end }: { readonly start: number; readonly end: number }): string {
  return takeItem(text, { start, end }).text
}

/** True if a person wrote into the user block of this file. */
function holdsNotes({ user }: Page): boolean {
  return (user?.text ?? '').trim() !== ''
}

function dropHighlight(draft: Draft, title: string, why: Words): void {
  const page = draft.page(MEMORY)
  const rows = highlightsIn(page).filter(({ decision }) => sameTopic(decision, title))
  if (rows.length > 0 && !draft.isHeld(MEMORY)) draft.write(MEMORY, withoutRows(page, rows), why)
}

function renameHighlight(draft: Draft, entry: Entry, title: string): void {
  const page = draft.page(MEMORY)
  const found = highlightsIn(page).find(({ decision }) => sameTopic(decision, entry.title))
  if (found === undefined || draft.isHeld(MEMORY)) return
  const cells = found.row.cells.map((_, at) => (at === found.column ? highlightText(title) : undefined))
  draft.write(MEMORY, replaceRow(page.text, found.table, found.index, cells), whyOf('edited', entry))
}

/**
 * Replaces links to a removed file with their words, or updates links to a moved file. Indexes are updated by upkeep.
 */
function relink(draft: Draft, path: BankPath, target: BankPath, why: Words, to?: BankPath): void {
  const page = draft.page(path)
  if (isIndexPath(path) || draft.isHeld(path)) return
  const routing = path === MEMORY ? page.editableSection((heading) => heading === SECTION.routing) : undefined
  const splices = page.lines.flatMap((line) => {
    if (line.fenced || !page.isEditable(line)) return []
    return [...line.text.matchAll(LINK)].flatMap((link) => {
      const start = line.start + link.index
      // Upkeep drops generated routes as a whole.
      const isRoute = routing !== undefined && routing.start <= start && start < routing.end && link[1] === target
      if (isRoute || !leadsTo(link[2] ?? '', path, target)) return []
      const end = start + link[0].length
      return [{ start, end, text: to === undefined ? (link[1] ?? '') : linkTo(link[0], link[2] ?? '', path, to) }]
    })
  })
  if (splices.length > 0) draft.write(path, applySplices(page.text, splices), why)
}

/** The same link with another destination, relative to its file. Its words and anchor stay. */
function linkTo(link: string, destination: string, from: BankPath, to: BankPath): string {
  const up = directoryOf(from)
    .split('/')
    .filter((part) => part !== '')
  const down = to.split('/')
  while (up.length > 0 && up[0] === down[0]) {
    up.shift()
    down.shift()
  }
  const heading = /#.*$/s.exec(destination)?.[0] ?? ''
  const path = [...up.map(() => '..'), ...down].join('/') + heading
  const at = link.lastIndexOf(destination)
  return link.slice(0, at) + path + link.slice(at + destination.length)
}

const LINK = /(?<!!)\[([^[\]]*)\]\(<?([^()<>\s]+)>?\)/g

function leadsTo(destination: string, from: BankPath, target: BankPath): boolean {
  const bare = destination.replace(/#.*$/s, '')
  return [bare, `${directoryOf(from)}/${bare}`].some((path) => withoutDots(path) === target)
}
