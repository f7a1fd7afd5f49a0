/** Writes an item into the section of its state in progress.md. An existing item moves with all its lines (S43). */

import type { Draft } from '../../bank/draft.ts'
import { STATE_HEADINGS } from '../../bank/entry.ts'
import { evidenceIn, evidenceNames, withEvidence } from '../../bank/evidence-links.ts'
import { putLast, takeItem } from '../../bank/items.ts'
import { oneLine } from '../../bank/lines.ts'
import type { Page } from '../../bank/page.ts'
import { sameTopic } from '../../bank/same-topic.ts'
import type { Section } from '../../bank/sections.ts'
import { type Addition, fieldText, PROGRESS_STATES, type ProgressState } from '../../base/addition.ts'
import { withoutDates } from '../../base/dates.ts'
import type { Words } from '../../base/language.ts'
import { PROGRESS } from '../../base/layout.ts'
import { ok, type Result } from '../../base/result.ts'
import type { Span } from '../../base/splice.ts'
import { nearTopic } from './near-topic.ts'
import { pageOrTemplate, type SectionPlace, withSection } from './with-section.ts'
import type { AdditionFacts } from './write-facts.ts'

export function writeProgress(draft: Draft, addition: Addition, facts: AdditionFacts): Result<undefined> {
  const said = oneLine(fieldText(addition, 'text'))
  const state = PROGRESS_STATES.find((candidate) => candidate === addition.fields.get('state')) ?? 'doing'
  const place = progressSection(pageOrTemplate(draft, PROGRESS, facts.templates.progress), state, facts)
  if (place === undefined) return ok(undefined)
  const items = (place.page.editable?.spans ?? []).flatMap((span) => place.page.itemsIn(span))
  const known = items.find((item) => sameTopic(withoutDay(item.said), withoutDay(said)))
  if (known !== undefined && isIn(place.section, known)) {
    draft.note({ en: `Already in ${PROGRESS}.`, zh: `${PROGRESS} 已有这条。` })
    return ok(undefined)
  }
  for (const item of items.filter((one) => one !== known && nearTopic(one.said, said)).slice(0, 2))
    draft.note({ en: `Related in ${PROGRESS}: “${item.said}”.`, zh: `${PROGRESS} 中相关的：「${item.said}」。` })

  const { language } = facts.templates
  const former = known === undefined ? '' : evidenceIn(firstLine(place.page.text, known))
  const evidence = [...(former === '' ? [] : [former]), ...evidenceNames(addition.evidence, language, facts.places)]
  const words = withEvidence(said, evidence, language)
  const line = state === 'done' ? `- [x] ${addition.fields.get('date') ?? facts.today} ${words}` : `- [ ] ${words}`
  const moved = known === undefined ? { place, more: '' } : takenFrom(place.page, known, state, facts)
  if (moved.place === undefined) return ok(undefined)
  const { page, section } = moved.place
  draft.write(PROGRESS, putLast(page, section, moved.more === '' ? line : `${line}\n${moved.more}`), {
    en: `${STATE_NAMES[state].en}: ${said}`,
    zh: `${STATE_NAMES[state].zh}：${said}`,
  })
  return ok(undefined)
}

/** A leading date is the day it was done; any other date belongs to the text. */
function withoutDay(said: string): string {
  const [first = ''] = said.trimStart().split(/\s/, 1)
  return withoutDates(first) === '' ? said.trimStart().slice(first.length) : said
}

function firstLine(text: string, { start, end }: Span): string {
  return /^[^\r\n]*/.exec(text.slice(start, end))?.[0] ?? ''
}

function isIn(section: Section, { start }: Span): boolean {
  return section.bodyStart <= start && start < section.end
}

/** The page without the item, its new section, and the item's further lines. */
function takenFrom(
  page: Page,
  item: Span,
  state: ProgressState,
  facts: AdditionFacts,
): { readonly place: SectionPlace | undefined; readonly more: string } {
  const taken = takeItem(page.text, item)
  const more = taken.lines
    .replace(/^[^\r\n]*(?:\r\n|\n|\r)?/, '')
    .replace(/\r\n?/g, '\n')
    .trimEnd()
  return { place: progressSection(page.with(taken.text), state, facts), more }
}

/** The section of a state, added if progress.md has none. */
export function progressSection(page: Page, state: ProgressState, facts: AdditionFacts): SectionPlace | undefined {
  const name = state === 'done' ? DONE_NAME : STATE_NAMES[state]
  const heading = `## ${name[facts.templates.language]}`
  return withSection(page, heading, (candidate) => STATE_HEADINGS[state].test(candidate))
}

const STATE_NAMES: Readonly<Record<ProgressState, Words>> = {
  doing: { en: 'In progress', zh: '进行中' },
  next: { en: 'Next', zh: '下一步' },
  blocked: { en: 'Blocked', zh: '阻塞项' },
  done: { en: 'Done', zh: '已完成' },
}
const DONE_NAME: Words = { en: 'Done (to archive)', zh: '已完成（待归档）' }
