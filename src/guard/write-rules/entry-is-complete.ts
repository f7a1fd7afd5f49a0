/** An added decision or learning must have all its parts (S7). Older entries are not judged. */

import type { EntryParts } from '../../bank/decisions.ts'
import { decodeAddition, encodeAddition } from '../../bank/decode-addition.ts'
import { INBOX_FAULTS, readInboxFile } from '../../bank/inbox.ts'
import { looseDecisionsIn } from '../../bank/loose-decisions.ts'
import { type Page, pageOf } from '../../bank/page.ts'
import { labelOf } from '../../base/addition.ts'
import type { BankPath } from '../../base/bank-path.ts'
import type { Words } from '../../base/language.ts'
import { isInboxPath, isIndexPath, PATTERNS } from '../../base/layout.ts'
import { explain } from '../../base/problem.ts'
import { bankWrites } from '../bank-writes.ts'
import type { GuardRule } from '../rule.ts'

export const entryIsComplete: GuardRule = {
  id: 'entry-is-complete',
  order: 120,
  force: 'always',
  check({ facts }) {
    for (const file of bankWrites(facts)) {
      const unfit = isInboxPath(file.path) && file.after !== undefined ? stateProblem(file.path, file.after) : undefined
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
        en: `“${lacking.title}” in memory-bank/${file.path} lacks: ${missing('en', ', ')}. Add these parts (in the table row, or as one \`label: text\` line each), then write it again.`,
        zh: `memory-bank/${file.path} 中的「${lacking.title}」缺少：${missing('zh', '、')}。请补全（写在表格行中，或逐项写“名称：内容”）后再写入。`,
      }
    }
    return undefined
  },
}

/** The reason why a file of the inbox could not be folded (S55). */
function stateProblem(path: BankPath, text: string): Words | undefined {
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

/** Decisions in any form: with parts, or stated in a heading, a bullet or a sentence. */
function allDecisionsIn(page: Page): readonly EntryParts[] {
  return [...page.decisions, ...looseDecisionsIn(page)]
}

/** The first incomplete entry that is new. The old text is read only if some entry is incomplete. */
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
