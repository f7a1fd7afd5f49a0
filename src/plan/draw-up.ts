/**
 * Runs a planner on a draft and checks the plan against edits by people (S4).
 *
 * If the plan would replace or remove text that a person wrote, that person chooses. Adding beside it needs no choice.
 */

import { Draft } from '../bank/draft.ts'
import { listItemIn, splice, withoutListMark } from '../bank/lines.ts'
import { type Page, pageOf } from '../bank/page.ts'
import { plainWords } from '../bank/same-topic.ts'
import { knownOf, linesGone, partsOf, sectionsEditedByPeople } from '../bank/section-memory.ts'
import type { BankPath } from '../base/bank-path.ts'
import type { EditConflict, Intent, Plan } from '../base/change.ts'
import type { Words } from '../base/language.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { maskTexts } from '../secrets/mask.ts'
import { editBlock } from './machine-block.ts'
import type { PlanInput } from './plan-input.ts'

export type Planner = (draft: Draft, input: PlanInput) => void

export function drawUp(intent: Intent, input: PlanInput, planner: Planner): Plan {
  const draft = new Draft(input.snapshot)
  planner(draft, input)
  return draft.plan(intent)
}

/** Draws up a plan and applies the user's choice to each conflict with a person's edit. */
export function withConflicts(
  intent: Intent,
  input: PlanInput,
  planner: Planner,
  replacing: Replacing = NAMING.has(intent) ? 'named' : 'found',
): Result<Plan> {
  const planned = drawUp(intent, input, planner)
  const conflicts = input.onConflict === 'overwrite' ? [] : conflictsIn(planned, input, replacing)
  if (conflicts.length === 0) return ok(planned)
  if (input.onConflict === undefined) return fail({ code: 'block-edited', conflicts: conflicts.map(maskConflict) })
  const keeping = drawUp(intent, input, (draft, given) => {
    for (const path of pathsOf(conflicts)) {
      draft.holdStill(path, linesOf(conflicts, path))
      draft.note(input.onConflict === 'keep' ? KEPT(path) : APPENDED(path))
    }
    planner(draft, given)
    // `keep` restores every such section; otherwise only those that the planner changed despite the hold.
    const left = input.onConflict === 'keep' ? conflicts : conflictsIn(draft.plan(intent), given, replacing)
    for (const { path, heading } of left) restoreSection(draft, given, path, heading)
  })
  return ok(keeping)
}

/** The sections in which this plan would replace or remove text that people wrote. */
function conflictsIn({ intent, changes }: Plan, input: PlanInput, replacing: Replacing): readonly EditConflict[] {
  return linesGone(changes).flatMap(({ path, lines }) => {
    const change = changes.find((one) => one.kind === 'edit' && one.path === path)
    if (change?.kind !== 'edit') return []
    const was = pageOf(change.was, path)
    const known = knownOf(was, input.remembered)
    const committed = () => input.committed(path)
    if (NAMING.has(intent) && known === undefined) return []
    const gone = new Set(lines)
    const recorded = replacing === 'named' ? new Set(machineLines(pageOf(committed() ?? '', path))) : new Set()
    const now = was.with(change.text)
    const added = linesAdded(was, now)
    const items = new Set(now.lines.flatMap(({ text }) => itemWords(text) ?? []))
    return sectionsEditedByPeople(was, known, committed).flatMap(({ heading, at, lines }) => {
      const unnumbered = new Set(added(heading).map(withoutNumbers))
      // A change of only a requirement number or a check mark does not count as replacing the line.
      const isReplaced = (line: string) =>
        gone.has(line) && !unnumbered.has(withoutNumbers(line)) && !items.has(itemWords(line) ?? '')
      const theirs = lines.filter((line) => isReplaced(line) && !recorded.has(line))
      return theirs.length === 0 ? [] : [{ path, heading, at, theirs, ours: added(heading) }]
    })
  })
}

/**
 * `named`: the user named the entry and so agreed to its change; only uncommitted edits are conflicts. `found`: the
 * plan found the text by itself, so committed edits are conflicts too.
 */
export type Replacing = 'named' | 'found'

/** Plans whose confirmation lists every line they add or remove. */
const NAMING: ReadonlySet<Intent> = new Set<Intent>(['write', 'fold', 'fix', 'import'])

/** The words of a list item; undefined for other lines. */
function itemWords(line: string): string | undefined {
  return listItemIn(line) === undefined ? undefined : plainWords(withoutListMark(line))
}

function withoutNumbers(line: string): string {
  return line.replaceAll(/REQ-\d+/gi, 'REQ-')
}

function machineLines({ machine }: Page): readonly string[] {
  return partsOf(machine).flatMap(({ lines }) => lines)
}

/** The lines that a section gains. */
function linesAdded(was: Page, now: Page): (heading: string) => readonly string[] {
  const before = new Set(machineLines(was))
  const after = partsOf(now.machine)
  return (heading) =>
    after.flatMap((part) => (part.heading === heading ? part.lines.filter((line) => !before.has(line)) : []))
}

function restoreSection(draft: Draft, { snapshot }: PlanInput, path: BankPath, heading: string): void {
  const was = snapshot.files.get(path)?.machine
  const existing = partsOf(was).find((part) => part.heading === heading)
  if (was === undefined || existing === undefined) return
  editBlock(draft, path, (block) => {
    const part = partsOf(block).find((one) => one.heading === heading)
    if (part === undefined) return block.text
    return splice(block.text, part.start, part.end, was.text.slice(existing.start, existing.end))
  })
}

/** People and models read conflicts, so secret values are masked (S35). */
function maskConflict(conflict: EditConflict): EditConflict {
  const texts = maskTexts([...conflict.theirs, ...conflict.ours]).map(({ text }) => text)
  return { ...conflict, theirs: texts.slice(0, conflict.theirs.length), ours: texts.slice(conflict.theirs.length) }
}

function pathsOf(conflicts: readonly EditConflict[]): readonly BankPath[] {
  return [...new Set(conflicts.map(({ path }) => path))]
}

function linesOf(conflicts: readonly EditConflict[], path: BankPath): readonly string[] {
  return conflicts.flatMap((conflict) => (conflict.path === path ? conflict.theirs : []))
}

const KEPT = (path: BankPath): Words => ({
  en: `${path}: kept your edit and skipped this update.`,
  zh: `${path}：已保留你的修改，跳过本次更新。`,
})

const APPENDED = (path: BankPath): Words => ({
  en: `${path}: kept your edit and added the new text after it.`,
  zh: `${path}：已保留你的修改，新内容追加在其后。`,
})
