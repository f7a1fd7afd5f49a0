/** archive --unused: plans to archive documents that were often offered and never opened (S56). */

import { problemOf } from '../bank/bank-state.ts'
import { type Entry, entriesNamed, entriesOfBank } from '../bank/entry.ts'
import type { UnusedEntry } from '../bank/usage.ts'
import type { Plan } from '../base/change.ts'
import type { Language } from '../base/language.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { Workspace } from '../disk/workspace.ts'
import { planWrite } from '../plan/plan-write.ts'
import { archiveEntry } from '../plan/write/change-entry.ts'
import { gatherPlanInput } from './gather-plan-input.ts'
import { type OpenBank, openBank, tooOld } from './open-bank.ts'
import { usageReport } from './usage.ts'

export interface ArchiveProposal {
  readonly plan: Plan
  readonly bank: OpenBank
  readonly language: Language
}

/** `names` selects among the unused documents. Without names, the plan archives all of them. */
export function proposeArchive(
  workspace: Workspace,
  language: Language | undefined,
  names: readonly string[] = [],
): Result<ArchiveProposal> {
  const older = tooOld(workspace)
  if (older !== undefined) return fail(older)
  const report = usageReport(workspace, language)
  if (!report.ok) return report
  const bank = openBank(workspace)
  if (!bank.ok) return bank
  if (bank.value.state.kind === 'unmerged') return fail(problemOf(bank.value.state))
  const chosen = chosenOf(report.value.unused, entriesOfBank([...bank.value.snapshot.files.values()]), names)
  if (!chosen.ok) return chosen
  const { input } = gatherPlanInput(workspace, bank.value, { language, onConflict: undefined })
  const planned = planWrite(
    input,
    chosen.value.map((entry) => (draft) => archiveEntry(draft, entry)),
  )
  if (!planned.ok) return planned
  const { targets: _, ...plan } = planned.value
  return ok({ plan: { ...plan, intent: 'archive' }, bank: bank.value, language: report.value.language })
}

function chosenOf(
  unused: readonly UnusedEntry[],
  all: readonly Entry[],
  names: readonly string[],
): Result<readonly Entry[]> {
  const candidates = all.filter(({ id, path }) => unused.some((one) => one.id === id && one.path === path))
  const chosen: Entry[] = []
  for (const name of names) {
    const named = entriesNamed(candidates, name)
    const [only, other] = named
    if (only === undefined) return fail({ code: 'entry-not-unused', name })
    if (other !== undefined)
      return fail({ code: 'name-ambiguous', name, matches: named.map(({ id, title }) => `${id} ${title}`) })
    if (!chosen.includes(only)) chosen.push(only)
  }
  return ok(names.length === 0 ? candidates : chosen)
}
