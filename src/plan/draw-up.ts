/**
 * A planner's draft → its plan, through the same check for text that people wrote (S4): where the plan would replace or
 * remove such text, the person chooses; adding beside it needs no choice.
 */

import { Draft } from '../bank/draft.ts'
import { splice } from '../bank/lines.ts'
import { type Page, pageOf } from '../bank/page.ts'
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

/** Plan, and where that would replace or remove what people wrote, do as the person chose. */
export function withConflicts(intent: Intent, input: PlanInput, planner: Planner): Result<Plan> {
  const planned = drawUp(intent, input, planner)
  const conflicts = input.onConflict === 'overwrite' ? [] : conflictsIn(planned, input)
  if (conflicts.length === 0) return ok(planned)
  if (input.onConflict === undefined) return fail({ code: 'block-edited', conflicts: conflicts.map(masked) })
  const keeping = drawUp(intent, input, (draft, given) => {
    for (const path of pathsOf(conflicts)) {
      draft.holdStill(path, linesOf(conflicts, path))
      draft.note(input.onConflict === 'keep' ? KEPT(path) : APPENDED(path))
    }
    planner(draft, given)
    // A planner that cannot go around these lines does nothing to their section.
    const left = input.onConflict === 'keep' ? conflicts : conflictsIn(draft.plan(intent), given)
    for (const { path, heading } of left) putBack(draft, given, path, heading)
  })
  return ok(keeping)
}

/** The sections in which this plan would replace or remove what people wrote. */
function conflictsIn({ intent, changes }: Plan, input: PlanInput): readonly EditConflict[] {
  return linesGone(changes).flatMap(({ path, lines }) => {
    const change = changes.find((one) => one.kind === 'edit' && one.path === path)
    if (change?.kind !== 'edit') return []
    const was = pageOf(change.was, path)
    const known = knownOf(was, input.remembered)
    const committed = () => input.committed(path)
    // An entry or a fix names what gives way, and is agreed to as such: there only an edit since counts.
    const isNamed = NAMING.has(intent)
    if (isNamed && known === undefined) return []
    const gone = new Set(lines)
    const recorded = isNamed ? new Set(saidIn(pageOf(committed() ?? '', path))) : new Set()
    const added = addedTo(was, was.with(change.text))
    return sectionsEditedByPeople(was, known, committed).flatMap(({ heading, at, lines }) => {
      const unnumbered = new Set(added(heading).map(withoutNumbers))
      // A line that only names a requirement by its new number says what it said.
      const isReplaced = (line: string) => gone.has(line) && !unnumbered.has(withoutNumbers(line))
      const theirs = lines.filter((line) => isReplaced(line) && !recorded.has(line))
      return theirs.length === 0 ? [] : [{ path, heading, at, theirs, ours: added(heading) }]
    })
  })
}

/** What these put in or take out is named, one by one, to whoever agrees. */
const NAMING: ReadonlySet<Intent> = new Set<Intent>(['write', 'fold', 'fix', 'import'])

function withoutNumbers(line: string): string {
  return line.replaceAll(/REQ-\d+/gi, 'REQ-')
}

function saidIn({ machine }: Page): readonly string[] {
  return partsOf(machine).flatMap(({ lines }) => lines)
}

/** What a section says afterwards and did not say before. */
function addedTo(was: Page, now: Page): (heading: string) => readonly string[] {
  const before = new Set(saidIn(was))
  const after = partsOf(now.machine)
  return (heading) =>
    after.flatMap((part) => (part.heading === heading ? part.lines.filter((line) => !before.has(line)) : []))
}

/** The section as it stood. */
function putBack(draft: Draft, { snapshot }: PlanInput, path: BankPath, heading: string): void {
  const was = snapshot.files.get(path)?.machine
  const standing = partsOf(was).find((part) => part.heading === heading)
  if (was === undefined || standing === undefined) return
  editBlock(draft, path, (block) => {
    const part = partsOf(block).find((one) => one.heading === heading)
    if (part === undefined) return block.text
    return splice(block.text, part.start, part.end, was.text.slice(standing.start, standing.end))
  })
}

/** A person reads it, and so may a model: without the values of secrets (S35). */
function masked(conflict: EditConflict): EditConflict {
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
  en: `${path}: your edit is kept as it is, and this update of it was skipped.`,
  zh: `${path}：保留你的修改，已跳过对它的更新。`,
})

const APPENDED = (path: BankPath): Words => ({
  en: `${path}: your edit stays; what is new goes after it, and nothing is moved out of it.`,
  zh: `${path}：保留你的修改；新内容追加在后面，不从中移出任何内容。`,
})
