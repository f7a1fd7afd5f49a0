/**
 * A question people ask, its answer and where it stands, on top of Top Quick Answers (S43).
 *
 * At most eight stand there (S5). The one that leaves, and an answer that is renewed, go to the archive byte for byte:
 * nothing leaves MEMORY.md without standing elsewhere.
 */

import { alreadySaid } from '../bank/already-said.ts'
import type { Draft } from '../bank/draft.ts'
import { editableSection } from '../bank/editable-text.ts'
import { linkTo } from '../bank/index-table.ts'
import { endingOf } from '../bank/lines.ts'
import { listSections, type Section } from '../bank/sections.ts'
import { applySplices } from '../bank/tables.ts'
import { oneLine } from '../bank/value-text.ts'
import { type Addition, fieldText } from '../core/addition.ts'
import { bankPath, knownPath } from '../core/bank-path.ts'
import type { Words } from '../core/language.ts'
import { ARCHIVE_FOLDER, BANK_FOLDER, MEMORY, SECTION } from '../core/layout.ts'
import { LIMITS } from '../core/limits.ts'
import { ok, type Result } from '../core/result.ts'
import type { Span } from '../core/splice.ts'
import { listItems, putFirst, putLast } from './list-items.ts'
import { nearTopic, sameTopic } from './same-topic.ts'
import { type SectionPlace, withSection } from './with-section.ts'
import type { WriteFacts } from './write-facts.ts'

export function writeAnswer(draft: Draft, addition: Addition, facts: WriteFacts): Result<undefined> {
  const question = oneLine(fieldText(addition, 'title')).replaceAll('**', '')
  const answer = oneLine(fieldText(addition, 'text'))
  const place = withSection(MEMORY, draft.read(MEMORY) ?? '', SECTION.quickAnswers)
  if (place === undefined) return ok(undefined)
  const { text, section } = place
  const standing = answersIn(text, { start: section.bodyStart, end: section.end })
  const known = standing.find((one) => sameTopic(one.question, question))
  const others = standing.filter((one) => one !== known)
  const line = `${standing[0]?.mark ?? '-'} **${question}** ${answer} → ${pointerOf(fieldText(addition, 'pointer'), draft)}`
  const said = known === undefined ? '' : text.slice(known.start, known.end)
  if (alreadySaid(said)(line) || alreadySaid(said)(answer)) {
    draft.note({ en: 'Top Quick Answers says this already.', zh: 'Top Quick Answers 已有这条。' })
    return ok(undefined)
  }
  for (const near of others.filter((one) => nearTopic(one.question, question)).slice(0, 2)) draft.note(muchLike(near))
  const why =
    known === undefined
      ? { en: `Top Quick Answers: ${question}`, zh: `Top Quick Answers：${question}` }
      : { en: `Top Quick Answers, updated: ${question}`, zh: `更新 Top Quick Answers：${question}` }
  if (draft.isHeld(MEMORY)) {
    draft.write(MEMORY, putLast(text, beforeHeadings(text, section), line), why)
    return ok(undefined)
  }
  const leaving = [...(known === undefined ? [] : [known]), ...others.slice(LIMITS.quickAnswers - 1)]
  if (leaving.length > 0) archive(draft, text, leaving, facts)
  const kept = withoutAnswers(text, leaving)
  if (kept !== undefined) draft.write(MEMORY, putFirst(kept.text, beforeHeadings(kept.text, kept.section), line), why)
  return ok(undefined)
}

function muchLike({ question }: Answer): Words {
  return {
    en: `Much like “${question}” in Top Quick Answers. To update that one, use its question.`,
    zh: `与 Top Quick Answers 中的「${question}」相近。若要更新那一条，请用它的问题。`,
  }
}

/** The part of the section above its first heading: an item below one belongs to that heading. */
function beforeHeadings(text: string, section: Section): Section {
  const [first] = listSections(text.slice(section.bodyStart, section.end))
  return first === undefined ? section : { ...section, end: section.bodyStart + first.start }
}

function withoutAnswers(text: string, leaving: readonly Answer[]): SectionPlace | undefined {
  const kept = applySplices(
    text,
    leaving.map(({ start, end }) => ({ start, end, text: '' })),
  )
  const section = editableSection(MEMORY, kept, (heading) => heading === SECTION.quickAnswers)
  return section === undefined ? undefined : { text: kept, section }
}

interface Answer extends Span {
  readonly question: string
  /** How an item of this list begins. */
  readonly mark: string | undefined
}

/** Items of a list, or questions as headings of their own. */
export function answersIn(text: string, span: Span): readonly Answer[] {
  const headings = listSections(text.slice(span.start, span.end)).map((section) => ({
    start: section.start + span.start,
    end: Math.min(section.end + span.start, span.end),
    question: section.heading.replace(/^#+\s*/, ''),
    mark: undefined,
  }))
  const covered = (at: number) => headings.some((heading) => heading.start <= at && at < heading.end)
  const items = listItems(text, span)
    .filter((item) => !covered(item.start))
    .map((item) => ({ start: item.start, end: item.end, question: questionIn(item.said), mark: item.mark }))
  return [...items, ...headings].toSorted((a, b) => a.start - b.start)
}

function questionIn(said: string): string {
  const bold = /^\*\*(.+?)\*\*/.exec(said)?.[1]
  return bold ?? /^(?:Q[:：]\s*)?(.+?[?？])/.exec(said)?.[1] ?? said
}

function archive(draft: Draft, text: string, leaving: readonly Answer[], facts: WriteFacts): void {
  const path = knownPath(`${ARCHIVE_FOLDER}/quick-answers_${facts.today.slice(0, 7)}.md`)
  const before = draft.read(path) ?? ''
  const title = { en: '# Archive: quick answers', zh: '# 归档：快速答案' }[facts.templates.language]
  const ending = endingOf(text)
  const base = before.trim() === '' ? `${title} ${facts.today.slice(0, 7)}${ending}${ending}` : before
  const moved = leaving.map(({ start, end }) => text.slice(start, end))
  const closed = moved.map((lines) => (/[\r\n]$/.test(lines) ? lines : lines + ending)).join('')
  draft.write(path, (/[\r\n]$/.test(base) ? base : base + ending) + closed, {
    en: `${leaving.length} quick answer${leaving.length === 1 ? '' : 's'} that left MEMORY.md`,
    zh: `移出 MEMORY.md 的 ${leaving.length} 条快速答案`,
  })
}

/** A link, where it names a file of the bank. */
function pointerOf(raw: string, draft: Draft): string {
  const pointer = oneLine(raw)
  const [file = '', anchor] = pointer.replace(new RegExp(`^(?:\\./)?${BANK_FOLDER}/`), '').split('#', 2)
  const path = bankPath(file)
  if (path === undefined || draft.read(path) === undefined) {
    if (/^[^\s:]+\.md$/i.test(file))
      draft.note({
        en: `${file} is no file of the bank; the pointer stands as it was given.`,
        zh: `Memory Bank 中没有 ${file}；指针按原样写入。`,
      })
    return pointer
  }
  const link = linkTo(path)
  return anchor === undefined ? link : link.replace(/\)$/, () => `#${anchor})`)
}
