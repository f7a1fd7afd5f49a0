/** Everything a planner may know of a bank and its project, read before it plans. */

import type { BankPath } from '../core/bank-path.ts'
import type { Change, ConflictChoice } from '../core/change.ts'
import type { Language } from '../core/language.ts'
import { once } from '../core/once.ts'
import { readable, type Snapshot } from '../core/snapshot.ts'
import { blocksOffTheirHash, isWhatWasWritten } from '../refresh/machine-block.ts'
import type { PlanInput } from '../refresh/plan-input.ts'
import { projectFacts } from '../refresh/project-facts.ts'
import { Journal } from '../workspace/bank/journal.ts'
import { unmaskEntry } from '../workspace/bank/unmask-entry.ts'
import { committedText } from '../workspace/git/git.ts'
import { readTemplates } from '../workspace/project/package-files.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { dayOf, fileDates } from './file-dates.ts'
import { languageOfBank, type OpenBank } from './open-bank.ts'
import { scanProject } from './scan-project.ts'

export function gatherPlanInput(
  workspace: Workspace,
  { snapshot, state }: Pick<OpenBank, 'snapshot' | 'state'>,
  wishes: { readonly language: Language | undefined; readonly onConflict: ConflictChoice | undefined },
): { readonly input: PlanInput; readonly language: Language } {
  const scanned = once(() => scanProject(workspace.project.root))
  const spoken = languageOfBank(readable(snapshot))
  const asked = wishes.language ?? workspace.config.lang
  // A bank's own lines keep their language: asking for another changes what we say, not what stands there.
  const written =
    (state.kind === 'current' ? spoken : undefined) ??
    asked ??
    spoken ??
    projectFacts(scanned(), 'en').language ??
    workspace.locale
  const language = asked ?? written
  const offHash = state.kind === 'current' ? blocksOffTheirHash(snapshot) : []
  const input = {
    snapshot,
    templates: readTemplates(written),
    readFacts: once(() => projectFacts(scanned(), written)),
    now: `${workspace.now().toISOString().slice(0, 19)}Z`,
    dates: fileDates(workspace, snapshot),
    committed: textsOf(offHash, (path) => committedText(workspace.place.bank, path)),
    lastWritten: textsOf(offHash, (path) => writtenText(workspace, snapshot, path)),
    touched: new Map([...snapshot.files.values()].map((file) => [file.path, dayOf(file.mtime)])),
    onConflict: wishes.onConflict,
  }
  return { input, language }
}

function textsOf(
  paths: readonly BankPath[],
  read: (path: BankPath) => string | undefined,
): ReadonlyMap<BankPath, string> {
  return new Map(
    paths.flatMap((path) => {
      const text = read(path)
      return text === undefined ? [] : [[path, text] as const]
    }),
  )
}

/** The file as our last write left it: in the journal, or as committed, if that is what its hash speaks of. */
function writtenText(workspace: Workspace, snapshot: Snapshot, path: BankPath): string | undefined {
  const edited = snapshot.files.get(path)?.text ?? ''
  const committed = committedText(workspace.place.bank, path)
  if (committed !== undefined && isWhatWasWritten(path, committed, edited)) return committed
  const journal = new Journal(workspace.place.state)
  for (const id of journal.finished()) {
    const entry = journal.read(id, 'done')
    const changes = entry === undefined ? [] : unmaskEntry(entry, () => [edited, committed ?? '']).entry.changes
    const text = textsAt(path, changes).find((candidate) => isWhatWasWritten(path, candidate, edited))
    if (text !== undefined) return text
  }
  return undefined
}

function textsAt(path: BankPath, changes: readonly Change[]): readonly string[] {
  return changes.flatMap((change) => {
    if (!('text' in change)) return []
    return (change.kind === 'move' ? change.to : change.path) === path ? [change.text] : []
  })
}
