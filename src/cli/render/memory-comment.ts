/**
 * What a pull request does to the memory, in words, as Markdown for a comment.
 *
 * Every word of the repository's stands in a code span: whatever a branch calls its entries, there it mentions nobody,
 * links to nothing and is no HTML.
 */

import type { Finding } from '../../core/finding.ts'
import { HOLDING_NAMES, type Holding } from '../../core/holding.ts'
import type { Language, Words } from '../../core/language.ts'
import type { MemoryChanges } from '../../flows/memory-changes.ts'
import { maskTexts } from '../../secrets/mask.ts'
import { neutralise } from '../../text/neutralise.ts'

export function renderMemoryComment(
  changes: MemoryChanges,
  contradicted: readonly Finding[],
  language: Language,
  prefix: string,
): string {
  const ofEntry = (one: Holding) =>
    `${HOLDING_NAMES[one.kind][language]} ${span(one.title)} (${span(`${prefix}${one.path}:${one.line}`)})`
  const ofGone = (one: Holding) =>
    `${HOLDING_NAMES[one.kind][language]} ${span(one.title)} (${span(prefix + one.path)})`
  const ofFinding = ({ path, line, message }: Finding) =>
    `${span(`${prefix}${path}${line === undefined ? '' : `:${line}`}`)} ${span(message[language])}`
  const parts = [
    part(GAINED, changes.gained.map(ofEntry), language),
    part(SUPERSEDED, changes.superseded.map(ofEntry), language),
    part(CHANGED, changes.changed.map(ofEntry), language),
    part(REMOVED, changes.removed.map(ofGone), language),
    part(CONTRADICTED, contradicted.map(ofFinding), language),
  ].filter((one) => one !== '')
  const body = parts.length === 0 ? [NOTHING[language]] : parts
  return [MARK, '### Memory Bank', ...body].join('\n\n')
}

/** Our comment is known by it and updated; it shows nothing. */
const MARK = '<!-- memory-bank: changes -->'

const GAINED: Words = { en: 'What memory gains', zh: '新增记忆' }
const SUPERSEDED: Words = { en: 'What is superseded', zh: '被取代的内容' }
const CHANGED: Words = { en: 'What is changed', zh: '修改的内容' }
const REMOVED: Words = { en: 'What is removed', zh: '删除的内容' }
const CONTRADICTED: Words = { en: 'What the code contradicts', zh: '与代码矛盾的内容' }
const NOTHING: Words = { en: 'Nothing in the memory changes.', zh: '记忆内容没有变化。' }

const MOST_SHOWN = 20
const MOST_CHARACTERS = 160

function part(heading: Words, items: readonly string[], language: Language): string {
  if (items.length === 0) return ''
  const left = items.length - MOST_SHOWN
  const more = left > 0 ? [{ en: `- and ${left} more`, zh: `- 另有 ${left} 条` }[language]] : []
  return [`**${heading[language]}**`, '', ...items.slice(0, MOST_SHOWN).map((item) => `- ${item}`), ...more].join('\n')
}

/** One line in a code span, without secrets and without what nobody sees. */
function span(text: string): string {
  const [masked = ''] = maskTexts([neutralise(text)]).map((one) => one.text)
  const line = masked.replaceAll('`', "'").replaceAll(/\s+/g, ' ').trim()
  const characters = Array.from(line)
  return `\`${characters.length > MOST_CHARACTERS ? `${characters.slice(0, MOST_CHARACTERS - 1).join('')}…` : line}\``
}
