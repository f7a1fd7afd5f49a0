/** A decision or learning that a write adds has all its parts (S7). Older entries are left in peace. */

import { decisionsIn, type Entry, learningsIn } from '../../core/entries.ts'
import { PATTERNS } from '../../core/layout.ts'
import { bankWrites } from '../bank-writes.ts'
import type { Rule } from '../rule.ts'

export const entryIsComplete: Rule = {
  id: 'entry-is-complete',
  force: 'always',
  check({ facts }) {
    for (const file of bankWrites(facts)) {
      const read = file.path === PATTERNS ? decisionsIn : isLearning(file.path) ? learningsIn : undefined
      if (read === undefined || file.after === undefined) continue
      const known = new Set(read(file.before ?? '').map(identity))
      const lacking = read(file.after).find((entry) => entry.missing.length > 0 && !known.has(identity(entry)))
      if (lacking === undefined) continue
      const missing = lacking.missing.join(', ')
      return {
        en: `“${lacking.title}” in memory-bank/${file.path} lacks: ${missing}. Add these parts, then write it again.`,
        zh: `memory-bank/${file.path} 中的“${lacking.title}”缺少：${missing}。请补全后再写入。`,
      }
    }
    return undefined
  },
}

function isLearning(path: string): boolean {
  return path.startsWith('details/learnings/') && !/\/index(?:-[a-z]+)?\.md$/.test(path)
}

function identity(entry: Entry): string {
  return `${entry.title}\n${entry.missing.join()}`
}
