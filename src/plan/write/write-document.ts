/**
 * Writes a learning, a requirement or a design as a file of its own (S43).
 *
 * An existing document on the topic is updated: parts of a learning, and sections of the same name, in place. Other new
 * text goes into a dated section at the end. A new requirement takes the number after the highest on any branch.
 */

import type { Draft } from '../../bank/draft.ts'
import { numberIn, requirementNumber, withoutNumber } from '../../bank/entry.ts'
import { evidencePointers } from '../../bank/evidence-links.ts'
import { endingOf, oneLine, splice, withEnding } from '../../bank/lines.ts'
import { type Page, pageOf } from '../../bank/page.ts'
import { safeLines } from '../../bank/safe-lines.ts'
import { alreadySaid, sameTopic } from '../../bank/same-topic.ts'
import { appendBlock } from '../../bank/sections.ts'
import { type Addition, fieldText, labelOf, nameOfKind, type Part } from '../../base/addition.ts'
import { invalidAddition } from '../../base/addition-problems.ts'
import { type BankPath, baseName, knownPath } from '../../base/bank-path.ts'
import type { Language } from '../../base/language.ts'
import { folderPath, type IndexedFolder, isIndexPath } from '../../base/layout.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import { type DocumentAddition, documentText, SECTION_NAMES, slugOf, statusLine } from './document-text.ts'
import { nearTopic } from './near-topic.ts'
import { setParts } from './set-parts.ts'
import type { AdditionFacts } from './write-facts.ts'

const FOLDERS: Readonly<Record<DocumentAddition['kind'], IndexedFolder>> = {
  learning: 'learnings',
  requirement: 'requirements',
  design: 'design',
}
const LEARNING_PARTS = ['symptom', 'cause', 'solution', 'prevention'] as const satisfies readonly Part[]

export function writeDocument(draft: Draft, addition: DocumentAddition, facts: AdditionFacts): Result<undefined> {
  const folder = FOLDERS[addition.kind]
  const named = oneLine(fieldText(addition, 'title'))
  const isNumber = addition.kind === 'requirement' && withoutNumber(named) === ''
  const title = addition.kind === 'requirement' && !isNumber ? withoutNumber(named) : named
  const documents = documentsIn(draft, folder)
  const numbered = addition.kind === 'requirement' ? documents.filter((one) => hasNumber(one, numberIn(named))) : []
  const known = isNumber ? numbered[0] : documents.find((document) => isOn(document, title, addition.kind))
  if (isNumber && numbered.length !== 1) return fail(known === undefined ? noSuchNumber(named) : givenTwice(named))
  // A shared number alone never merges two requirements.
  if (known === undefined && numbered[0] !== undefined) return fail(numberTaken(named, numbered[0]))
  for (const near of documents.filter((one) => one !== known && nearTopic(titleOf(one), title)).slice(0, 3)) {
    draft.note({
      en: `Similar to ${near.path} “${titleOf(near)}”. To update that one, use its title.`,
      zh: `与 ${near.path}「${titleOf(near)}」相近。若要更新它，请使用其标题。`,
    })
  }
  if (known !== undefined) return update(draft, known, addition, facts)

  const number = addition.kind === 'requirement' ? numberFor(draft, documents, facts) : undefined
  const path = freePath(draft, folder, number === undefined ? slugOf(title) : `${number}-${slugOf(title)}`)
  const heading = number === undefined ? title : `${number}: ${title}`
  draft.write(path, documentText(addition, path, heading, facts), {
    en: `new ${addition.kind}: ${title}`,
    zh: `新增${nameOfKind(addition.kind, 'zh')}：${title}`,
  })
  return ok(undefined)
}

/** The number after the highest one here, on other branches and in other worktrees (S55). */
function numberFor(draft: Draft, documents: readonly Page[], facts: AdditionFacts): string {
  return requirementNumber([...draft.names(), ...facts.readNamesElsewhere()], documents)
}

function noSuchNumber(named: string): ReturnType<typeof invalidAddition> {
  return invalidAddition(
    { en: `There is no ${named} in the bank.`, zh: `Memory Bank 中没有 ${named}。` },
    {
      en: 'For a new requirement, give a title; the number is assigned.',
      zh: '若为新需求，请给出标题，编号自动分配。',
    },
  )
}

function givenTwice(named: string): ReturnType<typeof invalidAddition> {
  return invalidAddition(
    { en: `Several requirements have the number ${named}.`, zh: `有多个需求使用编号 ${named}。` },
    {
      en: 'Use a title instead, or renumber them: memory-bank refresh',
      zh: '请写出所指需求的标题，或运行 memory-bank refresh 重新编号。',
    },
  )
}

function numberTaken(named: string, document: Page): ReturnType<typeof invalidAddition> {
  const { path } = document
  const title = titleOf(document)
  return invalidAddition(
    {
      en: `The number of “${named}” belongs to “${title}” (${path}).`,
      zh: `「${named}」的编号属于「${title}」（${path}）。`,
    },
    {
      en: `For a new requirement, leave out the number. To update that one, use its title.`,
      zh: '新需求请不写编号。若要更新它，请使用其标题。',
    },
  )
}

function documentsIn(draft: Draft, folder: IndexedFolder): readonly Page[] {
  return draft.pages().filter(({ path }) => path.startsWith(`${folderPath(folder)}/`) && !isIndexPath(path))
}

/** The title without a requirement's number. */
function titleOf({ path, title }: Page): string {
  return withoutNumber(title ?? baseName(path).replace(/\.md$/i, ''))
}

function isOn(document: Page, title: string, kind: DocumentAddition['kind']): boolean {
  if (sameTopic(titleOf(document), title)) return true
  return kind === 'learning' && document.learnings.some((entry) => sameTopic(entry.title, title))
}

function hasNumber({ path, title }: Page, number: number | undefined): boolean {
  return number !== undefined && [baseName(path), title ?? ''].some((name) => numberIn(name) === number)
}

/** An unused file name, ignoring letter case. */
function freePath(draft: Draft, folder: IndexedFolder, name: string): BankPath {
  const taken = new Set(draft.names().map((path) => path.toLowerCase()))
  for (let count = 1; ; count += 1) {
    const path = knownPath(`${folderPath(folder)}/${name}${count === 1 ? '' : `-${count}`}.md`)
    if (!taken.has(path.toLowerCase()) && !draft.isTaken(path)) return path
  }
}

function update(draft: Draft, known: Page, addition: DocumentAddition, facts: AdditionFacts): Result<undefined> {
  const { language } = facts.templates
  const said = addition.kind === 'learning' ? withLearning(known, addition, language) : withText(known, addition, facts)
  const written = withPointers(known.with(said), addition, facts)
  if (written === known.text) {
    draft.note({
      en: `Already in the bank: ${known.path}.`,
      zh: `Memory Bank 已有这些内容：${known.path}。`,
    })
    return ok(undefined)
  }
  draft.write(known.path, written, { en: `updated: ${titleOf(known)}`, zh: `更新：${titleOf(known)}` })
  return ok(undefined)
}

function withLearning(known: Page, { fields }: Addition, language: Language): string {
  const { text, editable, learnings: entries, lines: all } = known
  const title = oneLine(fields.get('title') ?? '')
  const named = entries.find((one) => sameTopic(one.title, title))
  // In a file of several learnings, append the new one instead of overwriting the first.
  if (named === undefined && entries.length > 1) return appendBlock(known, oneMore(title, fields, language)) ?? text
  const entry = named ?? entries[0]
  const start = all[(entry?.line ?? 1) - 1]?.start ?? 0
  const next = entries.find((other) => entry !== undefined && other.line > entry.line)
  const own = editable?.spans.find((span) => span.start <= start && start < span.end) ?? editable?.machine
  const from = Math.max(start, own?.start ?? 0)
  const end = Math.min(
    own?.end ?? text.length,
    next === undefined ? text.length : (all[next.line - 1]?.start ?? text.length),
  )
  const parts = new Map(LEARNING_PARTS.map((part) => [part, fields.get(part) ?? ''] as const))
  return setParts(text, { start: from, end }, 'learning', parts, language)
}

/** Adds new evidence to the pointers. */
function withPointers(page: Page, { evidence }: Addition, facts: AdditionFacts): string {
  const { path, text } = page
  const fresh = evidencePointers(evidence, path, facts.places).filter((line) => !text.includes(line))
  if (fresh.length === 0) return text
  const heading = `## ${SECTION_NAMES.pointers[facts.templates.language]}`
  const section = page.editableSection((candidate) => sameTopic(candidate, heading))
  const said = section === undefined ? '' : text.slice(section.bodyStart, section.end).replace(/\r\n?/g, '\n').trim()
  return withNamedSection(page, heading, [...(said === '' ? [] : [said]), ...fresh].join('\n'))
}

function oneMore(title: string, fields: Addition['fields'], language: Language): string {
  const colon = language === 'zh' ? '：' : ': '
  const parts = LEARNING_PARTS.map(
    (part) => `- **${labelOf(part, language)}**${colon}${oneLine(fields.get(part) ?? '')}`,
  )
  return `## ${title}\n\n${parts.join('\n')}\n`
}

/** Updates sections of the same name. Text without a section goes below a dated heading. */
function withText(known: Page, { kind, fields }: DocumentAddition, facts: AdditionFacts): string {
  const { language } = facts.templates
  let page = known
  const status = fields.get('status')
  if (status !== undefined) page = page.with(withStatus(page, status, language))
  const acceptance = fields.get('acceptance')
  if (acceptance !== undefined) {
    page = page.with(withNamedSection(page, `## ${SECTION_NAMES.acceptance[language]}`, safeLines(acceptance, 3)))
  }
  const { lead, sections } = sectionsOf(safeLines(fields.get('text') ?? '', kind === 'requirement' ? 3 : 2))
  for (const { heading, body } of sections) page = page.with(withNamedSection(page, heading, body))
  const says = alreadySaid(page)
  const isSaid = lead.split('\n').every((line) => line.trim() === '' || says(line))
  if (isSaid || asLines(page.text).includes(asLines(lead))) return page.text
  const name = { en: `## Update ${facts.today}`, zh: `## 更新 ${facts.today}` }[language]
  return withNamedSection(page, name, lead, true)
}

/** The lines with normalized spaces, each between line ends, so that only whole lines are found in a text. */
function asLines(text: string): string {
  return `\n${text
    .split(/[\r\n]+/)
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .join('\n')}\n`
}

/** Replaces the section's text, or adds the section at the end. */
export function withNamedSection(page: Page, heading: string, body: string, adds = false): string {
  const { text } = page
  const isNamed = (candidate: string) => sameTopic(candidate, heading)
  const level = /^#*/.exec(heading)?.[0]
  const section =
    page.editableSection((candidate) => isNamed(candidate) && /^#*/.exec(candidate)?.[0] === level) ??
    page.editableSection(isNamed)
  const ending = endingOf(text)
  if (section === undefined) return appendBlock(page, `${heading}\n\n${body}\n`) ?? text
  const said = text.slice(section.bodyStart, section.end)
  if (said.replace(/\r\n?/g, '\n').trim() === body.trim()) return text
  const now = withEnding(adds && said.trim() !== '' ? `${said.trim()}\n\n${body}` : body, ending)
  const tail = section.end < text.length ? ending + ending : ending
  return splice(text, section.bodyStart, section.end, ending + now + tail)
}

function withStatus(page: Page, status: string, language: Language): string {
  const { text } = page
  const line = page.lines.find((one) => !one.fenced && STATUS.test(one.text) && page.isEditable(one))
  const match = line === undefined ? null : STATUS.exec(line.text)
  if (line !== undefined && match?.[1] !== undefined) {
    return splice(text, line.start + match[1].length, line.start + line.text.length, status)
  }
  const title = page.sections.find((section) => section.level === 1)
  const at = title?.bodyStart ?? page.editable?.top
  if (at === undefined) return text
  const ending = endingOf(text)
  return splice(text, at, at, ending + withEnding(statusLine(status, language), ending) + ending)
}

const STATUS = /^([\s>*-]*(?:\*\*)?(?:Status|状态)(?:\*\*)?\s*[:：]\s*(?:\*\*\s*)?)/i

function sectionsOf(text: string): { lead: string; sections: readonly { heading: string; body: string }[] } {
  const sections = pageOf(text).sections.filter((section) => section.level === 2)
  // A heading without letters, or one that occurs twice, could not be found again.
  const isLost = ({ heading }: { heading: string }, at: number) =>
    !/[\p{L}\p{N}]/u.test(heading) || sections.slice(0, at).some((other) => sameTopic(other.heading, heading))
  if (sections.some(isLost)) return { lead: text.trim(), sections: [] }
  return {
    lead: text.slice(0, sections[0]?.start ?? text.length).trim(),
    sections: sections.map(({ heading, bodyStart, end }) => ({ heading, body: text.slice(bodyStart, end).trim() })),
  }
}
