/** What is in focus stands on top of Current Focus; a focus that gives way goes on in progress.md, byte for byte (S43). */

import type { Addition } from '../core/addition.ts'
import { invalidAddition } from '../core/addition-problems.ts'
import type { Draft } from '../core/draft.ts'
import { MEMORY, PROGRESS, SECTION } from '../core/layout.ts'
import { fail, ok, type Result } from '../core/result.ts'
import { editableSection } from '../text/editable-text.ts'
import { splice } from '../text/lines.ts'
import { isNothingYet } from '../text/templates.ts'
import { listItems, putFirst, putLast, takeItem } from './list-items.ts'
import { oneLine } from './plain-text.ts'
import { nearTopic, sameTopic } from './same-topic.ts'
import { withSection } from './with-section.ts'
import type { WriteFacts } from './write-facts.ts'
import { progressSection } from './write-progress.ts'

export function writeFocus(draft: Draft, { fields }: Addition, facts: WriteFacts): Result<undefined> {
  const focus = oneLine(fields.get('text') ?? '')
  const memory = draft.read(MEMORY) ?? ''
  let text = withSection(MEMORY, memory, SECTION.focus) ?? memory
  const section = () => editableSection(MEMORY, text, (heading) => heading === SECTION.focus)
  const standing = section()
  if (standing === undefined) return ok(undefined)
  const items = listItems(text, { start: standing.bodyStart, end: standing.end })
  const known = items.find((item) => sameTopic(item.said, focus))
  if (known !== undefined) {
    draft.note({ en: 'Current Focus says this already.', zh: 'Current Focus 已有这条。' })
    return ok(undefined)
  }
  const replaces = fields.get('replaces')
  const former = replaces === undefined ? undefined : items.find((item) => sameTopic(item.said, replaces))
  if (replaces !== undefined && former === undefined) {
    return fail(
      invalidAddition(
        {
          en: `There is no “${replaces}” in Current Focus to replace.`,
          zh: `Current Focus 中没有可取代的「${replaces}」。`,
        },
        { en: 'See what is in focus: memory-bank read MEMORY.md', zh: '查看当前焦点：memory-bank read MEMORY.md' },
      ),
    )
  }
  for (const item of items.filter((one) => one !== former && nearTopic(one.said, focus)).slice(0, 2))
    draft.note({ en: `Related in Current Focus: “${item.said}”.`, zh: `Current Focus 中相关的：「${item.said}」。` })

  if (former !== undefined && !draft.isHeld(MEMORY)) {
    const taken = takeItem(text, former)
    text = taken.text
    keepInProgress(draft, taken.lines.replace(/\r\n?/g, '\n'), facts)
  }
  const line = `- ${focus}`
  const now = section()
  if (now === undefined) return ok(undefined)
  const empty = listItems(text, { start: now.bodyStart, end: now.end }).find((item) => isNothingYet(item.said))
  if (draft.isHeld(MEMORY)) text = putLast(text, now, line)
  else if (empty !== undefined)
    text = splice(text, empty.start, empty.start + text.slice(empty.start, empty.end).trimEnd().length, line)
  else text = putFirst(text, now, line)
  draft.write(MEMORY, text, { en: `Current Focus: ${focus}`, zh: `Current Focus：${focus}` })
  return ok(undefined)
}

function keepInProgress(draft: Draft, lines: string, facts: WriteFacts): void {
  const { text, section } = progressSection(draft.read(PROGRESS) ?? facts.templates.progress, 'doing', facts)
  if (section === undefined) return
  draft.write(PROGRESS, putLast(text, section, lines), {
    en: 'what was in focus before',
    zh: '此前的焦点',
  })
}
