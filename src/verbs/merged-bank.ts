/** The sides of a merge and what came of them, read for check (S55). */

import { Page } from '../bank/page.ts'
import type { Snapshot } from '../bank/snapshot.ts'
import type { MergedBank } from '../bank/holding.ts'
import { ok, type Result } from '../base/result.ts'
import { bankAt, mergeParents } from '../disk/git/changed-lines.ts'
import { holdingsOf, unreadWords } from '../plan/write/holdings.ts'

/** What was taken out after the merge was no loss of the merge, so what the merge itself held counts as standing too. */
export function readMergedBank(bank: string, ref: string, snapshot: Snapshot, prefix: string): Result<MergedBank> {
  const parents = mergeParents(bank, ref)
  if (!parents.ok) return parents
  const { ours, theirs, bases, merge } = parents.value
  const read = [ours.commit, theirs.commit, ...bases, ...(merge === undefined ? [] : [merge])]
  const banks = new Map<string, readonly Page[]>()
  for (const commit of read) {
    const texts = bankAt(bank, commit)
    if (!texts.ok) return texts
    banks.set(
      commit,
      [...texts.value].map(([path, text]) => new Page(path, text)),
    )
  }
  const at = (commit: string) => holdingsOf(banks.get(commit) ?? [])
  const now = [...snapshot.files.values()]
  const made = banks.get(merge ?? '') ?? []
  return ok({
    ours: { name: ours.name, holdings: at(ours.commit) },
    theirs: { name: theirs.name, holdings: at(theirs.commit) },
    base: bases.flatMap(at),
    result: [...holdingsOf(now), ...holdingsOf(made)],
    resultWords: `${unreadWords(now)}\n${unreadWords(made)}`,
    prefix,
  })
}
