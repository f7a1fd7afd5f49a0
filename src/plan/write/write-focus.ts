/** Inserts a focus at the top of Current Focus. A replaced focus moves to progress.md, byte for byte (S43). */

import type { Draft } from '../../bank/draft.ts'
import { evidenceNames, withEvidence } from '../../bank/evidence-links.ts'
import { type Item, putFirst, putLast, takeItem } from '../../bank/items.ts'
import { isNothingYet } from '../../bank/labels.ts'
import { oneLine, splice } from '../../bank/lines.ts'
import { sameTopic } from '../../bank/same-topic.ts'
import { type Addition, fieldText } from '../../base/addition.ts'
import { invalidAddition } from '../../base/addition-problems.ts'
import { MEMORY, PROGRESS, SECTION } from '../../base/layout.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import { nearTopic } from './near-topic.ts'
import { type SectionPlace, withSection } from './with-section.ts'
import type { AdditionFacts } from './write-facts.ts'
import { progressSection } from './write-progress.ts'

export function writeFocus(draft: Draft, addition: Addition, facts: AdditionFacts): Result<undefined> {
  const focus = oneLine(fieldText(addition, 'text'))
  const place = withSection(draft.page(MEMORY), SECTION.focus)
  if (place === undefined) return ok(undefined)
  const items = itemsIn(place)
  if (items.some((item) => sameTopic(item.said, focus))) {
    draft.note({ en: 'Already in Current Focus.', zh: 'Current Focus 已有这条。' })
    return ok(undefined)
  }
  const replaces = addition.fields.get('replaces')
  const former = replaces === undefined ? undefined : items.find((item) => sameTopic(item.said, replaces))
  if (replaces !== undefined && former === undefined) return fail(nothingToReplace(replaces))
  for (const item of items.filter((one) => one !== former && nearTopic(one.said, focus)).slice(0, 2))
    draft.note({ en: `Related in Current Focus: “${item.said}”.`, zh: `Current Focus 中相关的：「${item.said}」。` })

  const left = former === undefined || draft.isHeld(MEMORY) ? place : withoutFormer(draft, place, former, facts)
  if (left === undefined) return ok(undefined)
  const { language } = facts.templates
  const line = `- ${withEvidence(focus, evidenceNames(addition.evidence, language, facts.places), language)}`
  const text = draft.isHeld(MEMORY) ? putLast(left.page, left.section, line) : onTop(left, line)
  draft.write(MEMORY, text, { en: `Current Focus: ${focus}`, zh: `Current Focus：${focus}` })
  return ok(undefined)
}

function itemsIn({ page, section }: SectionPlace): readonly Item[] {
  return page.itemsIn({ start: section.bodyStart, end: section.end })
}

function withoutFormer(
  draft: Draft,
  { page }: SectionPlace,
  former: Item,
  facts: AdditionFacts,
): SectionPlace | undefined {
  const taken = takeItem(page.text, former)
  keepInProgress(draft, taken.lines.replace(/\r\n?/g, '\n'), facts)
  const left = page.with(taken.text)
  const section = left.editableSection((heading) => heading === SECTION.focus)
  return section === undefined ? undefined : { page: left, section }
}

/** Inserts the line above the other items, or in place of the placeholder. */
function onTop(place: SectionPlace, line: string): string {
  const { page, section } = place
  const empty = itemsIn(place).find((item) => isNothingYet(item.said))
  if (empty === undefined) return putFirst(page, section, line)
  return splice(page.text, empty.start, empty.start + page.text.slice(empty.start, empty.end).trimEnd().length, line)
}

function nothingToReplace(named: string): ReturnType<typeof invalidAddition> {
  return invalidAddition(
    {
      en: `There is no “${named}” in Current Focus to replace.`,
      zh: `Current Focus 中没有可取代的「${named}」。`,
    },
    { en: 'Show the current focus: memory-bank read MEMORY.md', zh: '查看当前焦点：memory-bank read MEMORY.md' },
  )
}

function keepInProgress(draft: Draft, lines: string, facts: AdditionFacts): void {
  const page = draft.page(PROGRESS)
  const place = progressSection(
    draft.read(PROGRESS) === undefined ? page.with(facts.templates.progress) : page,
    'doing',
    facts,
  )
  if (place === undefined) return
  draft.write(PROGRESS, putLast(place.page, place.section, lines), {
    en: 'the previous focus',
    zh: '此前的焦点',
  })
}
