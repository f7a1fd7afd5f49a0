/** Block markers stay whole, and a block that was there stays there (S32). */

import { parseDocument } from '../../text/document.ts'
import { bankWrites } from '../bank-writes.ts'
import type { Rule } from '../rule.ts'

export const markersIntact: Rule = {
  id: 'markers-intact',
  order: 90,
  force: 'always',
  check({ facts }) {
    const broken = bankWrites(facts).find(
      (file) => file.after !== undefined && !keepsMarkers(file.path, file.before, file.after),
    )
    if (broken === undefined) return undefined
    return {
      en: `memory-bank/${broken.path} would lose or break a block marker. Keep the MACHINE_BLOCK and USER_BLOCK lines as they are.`,
      zh: `memory-bank/${broken.path} 的区块标记会丢失或损坏。请原样保留 MACHINE_BLOCK 与 USER_BLOCK 标记行。`,
    }
  },
}

function keepsMarkers(path: Parameters<typeof parseDocument>[0], before: string | undefined, after: string): boolean {
  if (!after.includes('_BLOCK_') && !(before ?? '').includes('_BLOCK_')) return true
  const now = parseDocument(path, after)
  const was = parseDocument(path, before ?? '')
  // A file that is broken already may be mended, or edited elsewhere, but not made worse.
  if (!was.ok)
    return (
      now.ok ||
      now.problem.code !== 'markers-broken' ||
      was.problem.code !== 'markers-broken' ||
      now.problem.faults.length <= was.problem.faults.length
    )
  if (!now.ok) return false
  const kinds = (blocks: typeof now.value.blocks) => blocks.map((block) => block.kind)
  return (['machine', 'user'] as const).every(
    (kind) => !kinds(was.value.blocks).includes(kind) || kinds(now.value.blocks).includes(kind),
  )
}
