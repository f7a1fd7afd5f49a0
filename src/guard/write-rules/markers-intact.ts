/** Block markers, existing blocks and the version mark stay intact (S32). */

import { type Block, readVersion } from '../../bank/blocks.ts'
import type { ToolFacts } from '../../bank/event.ts'
import { pageOf } from '../../bank/page.ts'
import type { BankPath } from '../../base/bank-path.ts'
import type { Words } from '../../base/language.ts'
import { MEMORY } from '../../base/layout.ts'
import { bankWrites } from '../bank-writes.ts'
import type { GuardRule } from '../rule.ts'

export const markersIntact: GuardRule = {
  id: 'markers-intact',
  order: 90,
  force: 'always',
  check({ facts }) {
    const broken = bankWrites(facts).find(
      (file) => file.after !== undefined && !keepsMarkers(file.path, file.before, file.after),
    )
    if (broken === undefined) return remarked(facts)
    return {
      en: `memory-bank/${broken.path} would lose or break a block marker. Keep the MACHINE_BLOCK and USER_BLOCK lines as they are.`,
      zh: `memory-bank/${broken.path} 的区块标记会丢失或损坏。请原样保留 MACHINE_BLOCK 与 USER_BLOCK 标记行。`,
    }
  },
}

/** A bank of an unknown version is not touched, so an agent must not change the version. */
function remarked(facts: ToolFacts): Words | undefined {
  const found = bankWrites(facts).find(
    ({ path, before, after }) =>
      path === MEMORY &&
      before !== undefined &&
      after !== undefined &&
      readVersion(pageOf(before)) !== readVersion(pageOf(after)),
  )
  if (found === undefined || readVersion(pageOf(found.before ?? '')) === undefined) return undefined
  return {
    en: 'The MEMORY_BANK_TEMPLATE line of memory-bank/MEMORY.md holds the version of the bank and is maintained by memory-bank refresh. Leave that line as it is.',
    zh: 'memory-bank/MEMORY.md 的 MEMORY_BANK_TEMPLATE 行记录 Memory Bank 的版本，由 memory-bank refresh 维护。请原样保留该行。',
  }
}

function keepsMarkers(path: BankPath, before: string | undefined, after: string): boolean {
  if (!after.includes('_BLOCK_') && !(before ?? '').includes('_BLOCK_')) return true
  const now = pageOf(after, path).parsed
  const was = pageOf(before ?? '', path).parsed
  // A broken file may be repaired, or edited elsewhere, but not made worse.
  if (!was.ok)
    return (
      now.ok ||
      now.problem.code !== 'markers-broken' ||
      was.problem.code !== 'markers-broken' ||
      now.problem.faults.length <= was.problem.faults.length
    )
  if (!now.ok) return false
  const has = (blocks: readonly Block[], kind: Block['kind']) => blocks.some((block) => block.kind === kind)
  return (['machine', 'user'] as const).every((kind) => !has(was.value, kind) || has(now.value, kind))
}
