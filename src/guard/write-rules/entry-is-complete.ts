/** A decision or learning that a write adds has all its parts (S7). Older entries are left in peace. */

import { labelOf } from '../../core/addition.ts'
import { isIndexPath, PATTERNS } from '../../core/layout.ts'
import { decisionsIn, type Entry, learningsIn } from '../../text/entries.ts'
import { looseDecisionsIn } from '../../text/loose-decisions.ts'
import { bankWrites } from '../bank-writes.ts'
import type { Rule } from '../rule.ts'

export const entryIsComplete: Rule = {
  id: 'entry-is-complete',
  order: 120,
  force: 'always',
  check({ facts }) {
    for (const file of bankWrites(facts)) {
      const kind = file.path === PATTERNS ? 'decision' : isLearning(file.path) ? 'learning' : undefined
      if (kind === undefined || file.after === undefined) continue
      const lacking = firstAdded(file.before ?? '', file.after, kind === 'decision' ? allDecisionsIn : learningsIn)
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

/** In any form: with parts of their own, or stated in a heading, a bullet or a sentence. */
function allDecisionsIn(text: string): readonly Entry[] {
  return [...decisionsIn(text), ...looseDecisionsIn(text)]
}

/** What stood there before is read only where something is lacking now. */
function firstAdded(before: string, after: string, read: (text: string) => readonly Entry[]): Entry | undefined {
  const lacking = read(after).filter((entry) => entry.missing.length > 0)
  if (lacking.length === 0) return undefined
  const known = new Set(read(before).map(identity))
  return lacking.find((entry) => !known.has(identity(entry)))
}

function isLearning(path: string): boolean {
  return path.startsWith('details/learnings/') && !isIndexPath(path)
}

function identity(entry: Entry): string {
  return `${entry.title}\n${entry.missing.join()}`
}
