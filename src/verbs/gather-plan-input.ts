/** Everything a planner may know of a bank and its project, read before it plans. */

import { readable } from '../bank/snapshot.ts'
import type { BankPath } from '../base/bank-path.ts'
import type { ConflictChoice } from '../base/change.ts'
import type { Language } from '../base/language.ts'
import { folderPath } from '../base/layout.ts'
import { once } from '../base/once.ts'
import { projectFacts } from '../project/project-facts.ts'
import type { PlanInput } from '../plan/plan-input.ts'
import { dayOf } from '../base/day-of.ts'
import { arrivals } from '../disk/git/commits.ts'
import { recordedText } from '../disk/git/git.ts'
import { namesElsewhere } from '../disk/git/names-elsewhere.ts'
import { readTemplates } from '../disk/project/package-files.ts'
import { readSections } from '../disk/state/section-store.ts'
import type { Workspace } from '../disk/workspace.ts'
import { fileDates } from './file-dates.ts'
import { languageOfBank, type OpenBank } from './open-bank.ts'
import { scanProject } from './scan-project.ts'

/** `isLate`: git did not say in time which files are as committed, and dates are those of the disk. */
export function gatherPlanInput(
  workspace: Workspace,
  { snapshot, state }: Pick<OpenBank, 'snapshot' | 'state'>,
  wishes: { readonly language: Language | undefined; readonly onConflict: ConflictChoice | undefined },
): { readonly input: PlanInput; readonly language: Language; readonly isLate: boolean } {
  let isLate = false
  const onCut = () => {
    isLate = true
  }
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
  const input = {
    snapshot,
    templates: readTemplates(written),
    readFacts: once(() => projectFacts(scanned(), written)),
    now: `${workspace.now().toISOString().slice(0, 19)}Z`,
    dates: fileDates(workspace, snapshot, undefined, undefined, onCut),
    remembered: readSections(workspace.place.state),
    committed: (path: BankPath) => recordedText(workspace.place.bank, path),
    touched: new Map([...snapshot.files.values()].map((file) => [file.path, dayOf(file.mtime)])),
    readNamesElsewhere: once(() => namesElsewhere(workspace.place.bank, folderPath('requirements'))),
    readArrivals: (paths: readonly BankPath[]) => arrivals(workspace.place.bank, paths),
    onConflict: wishes.onConflict,
  }
  return { input, language, isLate }
}
