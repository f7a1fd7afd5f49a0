/** A decision or learning that a write adds has all its parts (S7). Older entries are left in peace. */

import type { EntryParts } from '../../bank/decisions.ts'
import { INBOX_FAULTS, readInboxFile } from '../../bank/inbox.ts'
import { looseDecisionsIn } from '../../bank/loose-decisions.ts'
import { type Page, pageOf } from '../../bank/page.ts'
import { labelOf } from '../../base/addition.ts'
import type { BankPath } from '../../base/bank-path.ts'
import type { Words } from '../../base/language.ts'
import { isInboxPath, isIndexPath, PATTERNS } from '../../base/layout.ts'
import { explain } from '../../base/problem.ts'
import { decodeAddition, encodeAddition } from '../../bank/decode-addition.ts'
import { bankWrites } from '../bank-writes.ts'
import type { Rule } from '../rule.ts'

export const entryIsComplete: Rule = {
  id: 'entry-is-complete',
  order: 120,
  force: 'always',
  check({ facts }) {
    for (const file of bankWrites(facts)) {
      const unfit = isInboxPath(file.path) && file.after !== undefined ? unfitFor(file.path, file.after) : undefined
      if (unfit !== undefined) return unfit
      const kind = file.path === PATTERNS ? 'decision' : isLearning(file.path) ? 'learning' : undefined
      if (kind === undefined || file.after === undefined) continue
      const lacking = firstAdded(
        file.before ?? '',
        file.after,
        kind === 'decision' ? allDecisionsIn : ({ learnings }) => learnings,
      )
      if (lacking === undefined) continue
      const missing = (language: 'en' | 'zh', comma: string) =>
        lacking.missing.map((part) => labelOf(part, language)).join(comma)
      return {
        en: `“${lacking.title}” in memory-bank/${file.path} lacks: ${missing('en', ', ')}. Add these parts (a row of the table, or a \`label: text\` line each), then write it again.`,
        zh: `memory-bank/${file.path} 中的“${lacking.title}”缺少：${missing('zh', '、')}。请补全（写成表格的一行，或逐项写“名称：内容”）后再写入。`,
      }
    }
    return undefined
  },
}

/** What keeps a file of the inbox from being folded (S55). */
function unfitFor(path: BankPath, text: string): Words | undefined {
  const read = readInboxFile(pageOf(text, path))
  if (typeof read === 'string') {
    const { what, next } = INBOX_FAULTS[read]
    return { en: `memory-bank/${path}: ${what.en} ${next.en}`, zh: `memory-bank/${path}：${what.zh}${next.zh}` }
  }
  const decoded = decodeAddition(encodeAddition(read.addition))
  if (decoded.ok) return undefined
  const [en, zh] = [explain(decoded.problem, 'en'), explain(decoded.problem, 'zh')]
  return { en: `memory-bank/${path}: ${en.what} ${en.next}`, zh: `memory-bank/${path}：${zh.what}${zh.next}` }
}

/** In any form: with parts of their own, or stated in a heading, a bullet or a sentence. */
function allDecisionsIn(page: Page): readonly EntryParts[] {
  return [...page.decisions, ...looseDecisionsIn(page)]
}

/** What stood there before is read only where something is lacking now. */
function firstAdded(
  before: string,
  after: string,
  read: (page: Page) => readonly EntryParts[],
): EntryParts | undefined {
  const lacking = read(pageOf(after)).filter((entry) => entry.missing.length > 0)
  if (lacking.length === 0) return undefined
  const known = new Set(read(pageOf(before)).map(identity))
  return lacking.find((entry) => !known.has(identity(entry)))
}

function isLearning(path: string): boolean {
  return path.startsWith('details/learnings/') && !isIndexPath(path)
}

function identity(entry: EntryParts): string {
  return `${entry.title}\n${entry.missing.join()}`
}
