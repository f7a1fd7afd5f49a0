/** Reads everything that planners need, because planners are pure. */

import { readable } from '../bank/snapshot.ts'
import type { BankPath } from '../base/bank-path.ts'
import type { ConflictChoice } from '../base/change.ts'
import { dayOf } from '../base/day-of.ts'
import type { Language } from '../base/language.ts'
import { folderPath } from '../base/layout.ts'
import { LIMITS } from '../base/limits.ts'
import { once } from '../base/once.ts'
import { arrivals } from '../disk/git/commits.ts'
import { recordedText } from '../disk/git/git.ts'
import { namesElsewhere } from '../disk/git/names-elsewhere.ts'
import { readTemplates } from '../disk/project/package-files.ts'
import { readManifests, scanFiles, scanFolders, scanTree } from '../disk/project/scan-project.ts'
import { readSections } from '../disk/state/section-store.ts'
import type { Workspace } from '../disk/workspace.ts'
import type { PlanInput } from '../plan/plan-input.ts'
import { chooseMemberFolders, chooseScanFiles } from '../project/choose-scan-files.ts'
import type { ScannedProject, TreeEntry } from '../project/facts.ts'
import { projectFacts } from '../project/project-facts.ts'
import { fileDates } from './file-dates.ts'
import { languageOfBank, type OpenBank } from './open-bank.ts'

/** `isLate`: git did not answer in time, so dates come from the disk. */
export function gatherPlanInput(
  workspace: Workspace,
  { snapshot, state }: Pick<OpenBank, 'snapshot' | 'state'>,
  wishes: { readonly language: Language | undefined; readonly onConflict: ConflictChoice | undefined },
): { readonly input: PlanInput; readonly language: Language; readonly isLate: boolean } {
  let isLate = false
  const onTimeout = () => {
    isLate = true
  }
  const scanned = once(() => scanProject(workspace.project.root))
  const spoken = languageOfBank(readable(snapshot))
  const asked = wishes.language ?? workspace.config.lang
  // --lang changes the language of messages, not of a current bank.
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
    dates: fileDates(workspace, snapshot, undefined, undefined, onTimeout),
    remembered: readSections(workspace.place.state),
    committed: (path: BankPath) => recordedText(workspace.place.bank, path),
    touched: new Map([...snapshot.files.values()].map((file) => [file.path, dayOf(file.mtime)])),
    readNamesElsewhere: once(() => namesElsewhere(workspace.place.bank, folderPath('requirements'))),
    readArrivals: (paths: readonly BankPath[]) => arrivals(workspace.place.bank, paths),
    onConflict: wishes.onConflict,
  }
  return { input, language, isLate }
}

/** Workspace members may be a few levels deep. Each round finds the next level. */
const MEMBER_ROUNDS = 4

/**
 * Scans the project within a budget (S12): two levels of the tree, folders of workspace members, whole manifests, and
 * the first lines of READMEs and agent files.
 */
function scanProject(root: string): ScannedProject {
  const listed = new Set<string>()
  let project = lookAt(root, scanTree(root))
  for (let round = 0; round < MEMBER_ROUNDS; round += 1) {
    const room = LIMITS.scanMemberFolders - listed.size
    const folders = chooseMemberFolders(project, listed).slice(0, room)
    if (folders.length === 0) break
    for (const folder of folders) listed.add(folder)
    project = lookAt(root, [...project.tree, ...scanFolders(root, folders)])
  }
  const { prose } = chooseScanFiles(project.tree)
  return { ...project, files: [...project.files, ...scanFiles(root, prose)] }
}

function lookAt(root: string, tree: readonly TreeEntry[]): ScannedProject {
  const { manifests, unread } = chooseScanFiles(tree)
  const files = readManifests(root, manifests)
  const tooLarge = manifests.filter((path) => !files.some((file) => file.path === path))
  return { tree, files, unread: [...tooLarge, ...unread] }
}
