/** add: additions → one plan, with everything that the bank owes for them. */

import { pageOf } from '../bank/page.ts'
import { allOf } from '../bank/section-memory.ts'
import type { Addition } from '../base/addition.ts'
import type { BankPath } from '../base/bank-path.ts'
import { type BankState, describeState, problemOf } from '../bank/bank-state.ts'
import type { ConflictChoice } from '../base/change.ts'
import type { Language, Words } from '../base/language.ts'
import type { Problem } from '../base/problem.ts'
import type { Stamp } from '../base/provenance-record.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { PlanInput } from '../plan/plan-input.ts'
import { planWrite, type WritePlan } from '../plan/plan-write.ts'
import { dayOf } from '../base/day-of.ts'
import type { EvidencePlaces } from '../bank/evidence-links.ts'
import { existsInProject } from '../disk/project/find-project.ts'
import type { Workspace } from '../disk/workspace.ts'
import { type Judging, judgeChanges, secretIn } from '../plan/write/judge-changes.ts'
import { writeAddition } from '../plan/write/write-addition.ts'
import { writeToInbox } from '../plan/write/write-inbox.ts'
import { writeProposed } from '../plan/write/write-proposed.ts'
import { gatherPlanInput } from './gather-plan-input.ts'
import { type OpenBank, openBank } from './open-bank.ts'
import { recordOf } from './stamp.ts'
import { tooOld } from './too-old.ts'
import { restatedNotes } from './worth.ts'

export interface AddWishes {
  readonly language: Language | undefined
  readonly onConflict: ConflictChoice | undefined
  /** When the plan is made, if not now: the plan of a proposal is the same whenever it is drawn up again. */
  readonly at?: string
  /** What the agent itself wrote in this turn is nobody's edit by hand (S4). */
  readonly isAgentsOwn?: (path: BankPath, text: string) => boolean
  /** Who adds, and how a person agreed (S57); of several proposals each has its own. */
  readonly stamp?: Stamp | ((addition: Addition) => Stamp | undefined)
}

/** A bank that is being added to, read once: every plan made on it sees the same bank at the same moment. */
export interface AddingTo {
  readonly bank: OpenBank
  readonly input: PlanInput
  readonly language: Language
  readonly judging: Judging
  /** In team mode entries wait in the inbox (S55). */
  readonly isTeams: boolean
  readonly stampOf: (addition: Addition) => Stamp | undefined
  readonly places: EvidencePlaces
  /** Reads the repository for what it says itself of these (S58). */
  readonly findRestated: (additions: readonly Addition[]) => readonly Words[]
}

export function openForAdding(workspace: Workspace, wishes: AddWishes): Result<AddingTo> {
  const opened = openBank(workspace)
  if (!opened.ok) return opened
  const unfit = tooOld(workspace) ?? unfitFor(opened.value.state, workspace)
  if (unfit !== undefined) return fail(unfit)
  const { input, language } = gatherPlanInput(workspace, opened.value, wishes)
  const { personalData, ownDomains } = workspace.config.guard
  const judging = { personalData, ownDomains }
  const remembered = new Map(input.remembered)
  for (const { path, text } of opened.value.snapshot.files.values())
    if (wishes.isAgentsOwn?.(path, text) === true) remembered.set(path, allOf(pageOf(text, path), input.now))
  const now = wishes.at ?? input.now
  const findRestated = (additions: readonly Addition[]) => restatedNotes(workspace, additions)
  const { stamp } = wishes
  const { project } = workspace
  const places = { root: project.root, isThere: (path: string) => existsInProject(project, path) }
  const adding = { bank: opened.value, input: { ...input, remembered, now }, language, judging, findRestated }
  const stampOf = typeof stamp === 'function' ? stamp : () => stamp
  return ok({ ...adding, stampOf, places, isTeams: workspace.config.team === true })
}

/** A plan whose notes also warn of what its texts say, and the notes of drawing it up alone. */
type JudgedPlan = WritePlan & { readonly drawnNotes: WritePlan['notes'] }

/**
 * All of them as one plan, or a problem with the first that cannot be. Those that wait already were searched when they
 * were proposed, and come first.
 */
export function planAdditions(
  adding: AddingTo,
  additions: readonly Addition[],
  waiting: readonly Addition[] = [],
): Result<JudgedPlan> {
  const secret = secretIn(additions)
  if (secret !== undefined) return fail(secret)
  const planned = drawUpAdditions(adding, [...waiting, ...additions])
  if (!planned.ok) return planned
  const judged = judgeChanges(planned.value.changes, adding.judging)
  if (!judged.ok) return judged
  const drawnNotes = planned.value.notes
  const restated = planned.value.changes.length === 0 ? [] : adding.findRestated([...waiting, ...additions])
  return ok({ ...planned.value, notes: [...drawnNotes, ...judged.value, ...restated], drawnNotes })
}

/** The plan alone, where it is known to be one that was judged before. */
export function drawUpAdditions(
  { input, stampOf, places, isTeams }: AddingTo,
  additions: readonly Addition[],
): Result<WritePlan> {
  const { templates, readNamesElsewhere } = input
  const facts = { templates, today: dayOf(Date.parse(input.now)), readNamesElsewhere, places }
  const records = additions.map((addition) => {
    const stamp = stampOf(addition)
    return stamp === undefined ? undefined : recordOf(addition, stamp, places.root)
  })
  const write = isTeams ? writeToInbox : writeAddition
  const planned = planWrite(
    input,
    additions.map((addition, index) => (draft) => {
      const provenance = records[index]
      return writeProposed(draft, addition, provenance === undefined ? facts : { ...facts, provenance }, write)
    }),
  )
  if (!planned.ok) return planned
  const { targets } = planned.value
  const written = records.flatMap((record, index) => (targets[index]?.length === 0 ? [] : (record ?? [])))
  return ok(written.length === 0 ? planned.value : { ...planned.value, provenance: written })
}

/** Only a bank in its current form is added to. */
export function unfitFor(state: BankState, workspace: Workspace): Problem | undefined {
  switch (state.kind) {
    case 'current':
      return undefined
    case 'absent':
      return { code: 'bank-absent', path: workspace.project.root }
    case 'foreign':
      return { code: 'bank-foreign', tool: state.tool, paths: state.paths }
    case 'newer':
      return { code: 'bank-newer', version: state.version }
    case 'unmerged':
    case 'left-out':
    case 'broken':
      return problemOf(state)
    case 'entry-missing':
    case 'legacy':
    case 'outdated':
      return { code: 'bank-outdated', state: describeState(state) }
  }
}
