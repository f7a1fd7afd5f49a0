/**
 * Inserts a question, its answer and a pointer at the top of Top Quick Answers (S43).
 *
 * At most eight stay (S5). Surplus and replaced answers move to the archive byte for byte.
 */

import type { Draft } from '../../bank/draft.ts'
import { type Answer, answersIn } from '../../bank/entry.ts'
import { linkTo } from '../../bank/index-table.ts'
import { putFirst, putLast } from '../../bank/items.ts'
import { oneLine } from '../../bank/lines.ts'
import { type Page, pageOf } from '../../bank/page.ts'
import { alreadySaid, sameTopic } from '../../bank/same-topic.ts'
import type { Section } from '../../bank/sections.ts'
import { applySplices } from '../../bank/tables.ts'
import { type Addition, fieldText } from '../../base/addition.ts'
import { bankPath, knownPath } from '../../base/bank-path.ts'
import type { Words } from '../../base/language.ts'
import { ARCHIVE_FOLDER, BANK_FOLDER, MEMORY, SECTION } from '../../base/layout.ts'
import { LIMITS } from '../../base/limits.ts'
import { ok, type Result } from '../../base/result.ts'
import { appendToArchive } from '../plan-archive.ts'
import { nearTopic } from './near-topic.ts'
import { type SectionPlace, withSection } from './with-section.ts'
import type { AdditionFacts } from './write-facts.ts'

export function writeAnswer(draft: Draft, addition: Addition, facts: AdditionFacts): Result<undefined> {
  const question = oneLine(fieldText(addition, 'title')).replaceAll('**', '')
  const answer = oneLine(fieldText(addition, 'text'))
  const place = withSection(draft.page(MEMORY), SECTION.quickAnswers)
  if (place === undefined) return ok(undefined)
  const { page, section } = place
  const { text } = page
  const existing = answersIn(page, { start: section.bodyStart, end: section.end })
  const known = existing.find((one) => sameTopic(one.question, question))
  const others = existing.filter((one) => one !== known)
  const line = `${existing[0]?.mark ?? '-'} **${question}** ${answer} → ${pointerOf(fieldText(addition, 'pointer'), draft)}`
  const said = known === undefined ? '' : text.slice(known.start, known.end)
  const says = alreadySaid(pageOf(said))
  if (says(line) || says(answer)) {
    draft.note({ en: 'Already in Top Quick Answers.', zh: 'Top Quick Answers 已有这条。' })
    return ok(undefined)
  }
  for (const near of others.filter((one) => nearTopic(one.question, question)).slice(0, 2)) draft.note(similarTo(near))
  const why =
    known === undefined
      ? { en: `Top Quick Answers: ${question}`, zh: `Top Quick Answers：${question}` }
      : { en: `Top Quick Answers updated: ${question}`, zh: `更新 Top Quick Answers：${question}` }
  if (draft.isHeld(MEMORY)) {
    draft.write(MEMORY, putLast(page, beforeHeadings(page, section), line), why)
    return ok(undefined)
  }
  const leaving = [...(known === undefined ? [] : [known]), ...others.slice(LIMITS.quickAnswers - 1)]
  if (leaving.length > 0) archive(draft, text, leaving, facts)
  const kept = withoutAnswers(page, leaving)
  if (kept !== undefined) draft.write(MEMORY, putFirst(kept.page, beforeHeadings(kept.page, kept.section), line), why)
  return ok(undefined)
}

function similarTo({ question }: Answer): Words {
  return {
    en: `Similar to “${question}” in Top Quick Answers. To update that one, use its question.`,
    zh: `与 Top Quick Answers 中的「${question}」相近。若要更新它，请使用原来的问题。`,
  }
}

/** The part of the section above its first subheading. Items below belong to that subheading. */
function beforeHeadings(page: Page, section: Section): Section {
  const first = page.sections.find(({ start }) => section.bodyStart <= start && start < section.end)
  return first === undefined ? section : { ...section, end: first.start }
}

function withoutAnswers(page: Page, leaving: readonly Answer[]): SectionPlace | undefined {
  const gone = leaving.map(({ start, end }) => ({ start, end, text: '' }))
  const kept = page.with(applySplices(page.text, gone))
  const section = kept.editableSection((heading) => heading === SECTION.quickAnswers)
  return section === undefined ? undefined : { page: kept, section }
}

function archive(draft: Draft, text: string, leaving: readonly Answer[], { today, templates }: AdditionFacts): void {
  const month = today.slice(0, 7)
  const path = knownPath(`${ARCHIVE_FOLDER}/quick-answers_${month}.md`)
  const title = { en: `# Archive: quick answers ${month}`, zh: `# 归档：快速答案 ${month}` }[templates.language]
  draft.write(path, appendToArchive(draft.read(path), text, leaving, title), {
    en: `${leaving.length} quick answer${leaving.length === 1 ? '' : 's'} from MEMORY.md`,
    zh: `移出 MEMORY.md 的 ${leaving.length} 条快速答案`,
  })
}

/** A link if it names a file of the bank, else the text as given. */
function pointerOf(raw: string, draft: Draft): string {
  const pointer = oneLine(raw)
  const [file = '', anchor] = pointer.replace(new RegExp(`^(?:\\./)?${BANK_FOLDER}/`), '').split('#', 2)
  const path = bankPath(file)
  if (path === undefined || draft.read(path) === undefined) {
    if (/^[^\s:]+\.md$/i.test(file))
      draft.note({
        en: `${file} is not in the bank; the pointer is written as given.`,
        zh: `Memory Bank 中没有 ${file}；指针按原样写入。`,
      })
    return pointer
  }
  const link = linkTo(path)
  return anchor === undefined ? link : link.replace(/\)$/, () => `#${anchor})`)
}
