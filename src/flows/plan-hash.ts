/** What an agreement is bound to: of a pure addition the files that it comes to, of any other plan all that it changes. */

import { splice } from '../bank/lines.ts'
import { pageOf } from '../bank/page.ts'
import { provenanceLine } from '../bank/provenance.ts'
import type { BankPath } from '../core/bank-path.ts'
import type { Change } from '../core/change.ts'
import { hashOfText } from '../core/content-hash.ts'
import { isIndexPath, MEMORY } from '../core/layout.ts'
import type { WritePlan } from '../refresh/plan-write.ts'
import { linesLeaving } from '../write/lines-leaving.ts'

export function hashOfPlan({ changes, targets, notes }: WritePlan): string {
  if (isPureAddition(changes)) return `adds ${hashOfText(JSON.stringify([targets.map(filesOf), notes]))}`
  // How a person agrees is known only once they do.
  return hashOfText(JSON.stringify(changes.map((change) => ('text' in change ? unstamped(change) : change))))
}

function unstamped<T extends Change & { readonly text: string }>(change: T): T {
  const line = provenanceLine(pageOf(change.text))
  return line === undefined ? change : { ...change, text: splice(change.text, line.start, line.end, '') }
}

function isPureAddition(changes: readonly Change[]): boolean {
  const isAdded = ({ kind }: Change) => kind === 'create' || kind === 'edit' || kind === 'make-folder'
  return changes.every(isAdded) && linesLeaving(changes).length === 0
}

/** Without those that point to it, which may do so by now, and whatever number it gets. */
export function filesOf(targets: readonly BankPath[]): readonly string[] {
  return targets
    .filter((path) => path !== MEMORY && !isIndexPath(path))
    .map((path) => path.replace(/\/REQ-\d+/, '/REQ-'))
    .toSorted()
}

/** The files that say it come before those that point to it. */
export function contentFirst(a: BankPath, b: BankPath): number {
  const rank = (path: BankPath) => (path === MEMORY ? 2 : isIndexPath(path) ? 1 : 0)
  return rank(a) - rank(b)
}
