/** An item of progress.md, in the section of its state; one that stands there already moves with all its lines (S43). */

import { type Addition, PROGRESS_STATES, type ProgressState } from '../core/addition.ts'
import type { Draft } from '../core/draft.ts'
import type { Words } from '../core/language.ts'
import { PROGRESS } from '../core/layout.ts'
import { ok, type Result } from '../core/result.ts'
import { withoutDates } from '../text/dates.ts'
import { editableSection, editableText } from '../text/editable-text.ts'
import type { Section } from '../text/sections.ts'
import { listItems, putLast, takeItem } from './list-items.ts'
import { oneLine } from './plain-text.ts'
import { nearTopic, sameTopic } from './same-topic.ts'
import { withSection } from './with-section.ts'
import type { WriteFacts } from './write-facts.ts'

export function writeProgress(draft: Draft, { fields }: Addition, facts: WriteFacts): Result<undefined> {
  const said = oneLine(fields.get('text') ?? '')
  const state = PROGRESS_STATES.find((candidate) => candidate === fields.get('state')) ?? 'doing'
  const before = draft.read(PROGRESS) ?? ''
  const found = progressSection(before.trim() === '' ? facts.templates.progress : before, state, facts)
  if (found.section === undefined) return ok(undefined)
  let { text, section } = found
  const items = (editableText(PROGRESS, text)?.spans ?? []).flatMap((span) => listItems(text, span))
  const known = items.find((item) => sameTopic(withoutDates(item.said), withoutDates(said)))
  const stands = known !== undefined && section.bodyStart <= known.start && known.start < section.end
  if (stands) {
    draft.note({ en: `${PROGRESS} says this already.`, zh: `${PROGRESS} 已有这条。` })
    return ok(undefined)
  }
  for (const item of items.filter((one) => one !== known && nearTopic(one.said, said)).slice(0, 2))
    draft.note({ en: `Related in ${PROGRESS}: “${item.said}”.`, zh: `${PROGRESS} 中相关的：「${item.said}」。` })

  const day = fields.get('date') ?? facts.today
  const line = state === 'done' ? `- [x] ${day} ${said}` : `- [ ] ${said}`
  let more = ''
  if (known !== undefined) {
    const taken = takeItem(text, known)
    more = taken.lines
      .replace(/^[^\r\n]*(?:\r\n|\n|\r)?/, '')
      .replace(/\r\n?/g, '\n')
      .trimEnd()
    const again = progressSection(taken.text, state, facts)
    if (again.section === undefined) return ok(undefined)
    text = again.text
    section = again.section
  }
  draft.write(PROGRESS, putLast(text, section, more === '' ? line : `${line}\n${more}`), {
    en: `${STATE_NAMES[state].en}: ${said}`,
    zh: `${STATE_NAMES[state].zh}：${said}`,
  })
  return ok(undefined)
}

/** The section of a state, added where progress.md has none. */
export function progressSection(
  text: string,
  state: ProgressState,
  facts: WriteFacts,
): { readonly text: string; readonly section: Section | undefined } {
  const find = (candidate: string) => editableSection(PROGRESS, candidate, (heading) => HEADINGS[state].test(heading))
  const standing = find(text)
  if (standing !== undefined) return { text, section: standing }
  const name = state === 'done' ? DONE_NAME : STATE_NAMES[state]
  const wider = withSection(PROGRESS, text, `## ${name[facts.templates.language]}`) ?? text
  return { text: wider, section: find(wider) }
}

const HEADINGS: Readonly<Record<ProgressState, RegExp>> = {
  doing: /^#+ .{0,4}(?:in progress|doing|current|进行中|正在|当前)/i,
  next: /^#+ .{0,4}(?:next|to ?do|planned|下一步|待办|计划)/i,
  blocked: /^#+ .{0,4}(?:block|阻塞|卡点)/i,
  done: /^#+ .{0,4}(?:done|completed|finished|已完成|完成)/i,
}
const STATE_NAMES: Readonly<Record<ProgressState, Words>> = {
  doing: { en: 'In progress', zh: '进行中' },
  next: { en: 'Next', zh: '下一步' },
  blocked: { en: 'Blocked', zh: '阻塞项' },
  done: { en: 'Done', zh: '已完成' },
}
const DONE_NAME: Words = { en: 'Done (to archive)', zh: '已完成（待归档）' }
