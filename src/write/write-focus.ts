/** What is in focus stands on top of Current Focus; a focus that gives way goes on in progress.md, byte for byte (S43). */

import type { Draft } from '../bank/draft.ts'
import { editableSection } from '../bank/editable-text.ts'
import { splice } from '../bank/lines.ts'
import { isNothingYet } from '../bank/templates.ts'
import { oneLine } from '../bank/value-text.ts'
import { type Addition, fieldText } from '../core/addition.ts'
import { invalidAddition } from '../core/addition-problems.ts'
import { MEMORY, PROGRESS, SECTION } from '../core/layout.ts'
import { fail, ok, type Result } from '../core/result.ts'
import { evidenceNames, withEvidence } from '../text/evidence-links.ts'
import { type ListItem, listItems, putFirst, putLast, takeItem } from './list-items.ts'
import { nearTopic, sameTopic } from './same-topic.ts'
import { type SectionPlace, withSection } from './with-section.ts'
import type { WriteFacts } from './write-facts.ts'
import { progressSection } from './write-progress.ts'

export function writeFocus(draft: Draft, addition: Addition, facts: WriteFacts): Result<undefined> {
  const focus = oneLine(fieldText(addition, 'text'))
  const place = withSection(MEMORY, draft.read(MEMORY) ?? '', SECTION.focus)
  if (place === undefined) return ok(undefined)
  const items = itemsIn(place)
  if (items.some((item) => sameTopic(item.said, focus))) {
    draft.note({ en: 'Current Focus says this already.', zh: 'Current Focus 已有这条。' })
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
  const text = draft.isHeld(MEMORY) ? putLast(left.text, left.section, line) : onTop(left, line)
  draft.write(MEMORY, text, { en: `Current Focus: ${focus}`, zh: `Current Focus：${focus}` })
  return ok(undefined)
}

function itemsIn({ text, section }: SectionPlace): readonly ListItem[] {
  return listItems(text, { start: section.bodyStart, end: section.end })
}

function withoutFormer(
  draft: Draft,
  { text }: SectionPlace,
  former: ListItem,
  facts: WriteFacts,
): SectionPlace | undefined {
  const taken = takeItem(text, former)
  keepInProgress(draft, taken.lines.replace(/\r\n?/g, '\n'), facts)
  const section = editableSection(MEMORY, taken.text, (heading) => heading === SECTION.focus)
  return section === undefined ? undefined : { text: taken.text, section }
}

/** Above the other items, or in place of the one that says that nothing is in focus yet. */
function onTop(place: SectionPlace, line: string): string {
  const { text, section } = place
  const empty = itemsIn(place).find((item) => isNothingYet(item.said))
  if (empty === undefined) return putFirst(text, section, line)
  return splice(text, empty.start, empty.start + text.slice(empty.start, empty.end).trimEnd().length, line)
}

function nothingToReplace(named: string): ReturnType<typeof invalidAddition> {
  return invalidAddition(
    {
      en: `There is no “${named}” in Current Focus to replace.`,
      zh: `Current Focus 中没有可取代的「${named}」。`,
    },
    { en: 'See what is in focus: memory-bank read MEMORY.md', zh: '查看当前焦点：memory-bank read MEMORY.md' },
  )
}

function keepInProgress(draft: Draft, lines: string, facts: WriteFacts): void {
  const place = progressSection(draft.read(PROGRESS) ?? facts.templates.progress, 'doing', facts)
  if (place === undefined) return
  draft.write(PROGRESS, putLast(place.text, place.section, lines), {
    en: 'what was in focus before',
    zh: '此前的焦点',
  })
}
