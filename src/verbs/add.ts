/** add: plans the entries to write together with the indexes, highlights and routes they need. */

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type BankState, describeState, problemOf } from '../bank/bank-state.ts'
import type { EvidencePlaces } from '../bank/evidence-links.ts'
import { pageOf } from '../bank/page.ts'
import { allOf } from '../bank/section-memory.ts'
import type { Addition, AdditionKind } from '../base/addition.ts'
import type { BankPath } from '../base/bank-path.ts'
import type { ConflictChoice } from '../base/change.ts'
import { dayOf } from '../base/day-of.ts'
import type { Language, Words } from '../base/language.ts'
import type { Problem } from '../base/problem.ts'
import type { Stamp } from '../base/provenance-record.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { readJson, removeIfThere, replaceQuickly } from '../disk/disk.ts'
import { existsInProject } from '../disk/project/find-project.ts'
import type { Workspace } from '../disk/workspace.ts'
import type { PlanInput } from '../plan/plan-input.ts'
import { planWrite, type WritePlan } from '../plan/plan-write.ts'
import { type Judging, judgeChanges, secretIn } from '../plan/write/judge-changes.ts'
import { writeAddition } from '../plan/write/write-addition.ts'
import { writeToInbox } from '../plan/write/write-inbox.ts'
import { writeProposed } from '../plan/write/write-proposed.ts'
import { findSecrets } from '../secrets/find-secrets.ts'
import { gatherPlanInput } from './gather-plan-input.ts'
import { type OpenBank, openForPlan } from './open-bank.ts'
import { recordOf } from './stamp.ts'
import { restatedNotes } from './worth.ts'

export interface AddWishes {
  readonly language: Language | undefined
  readonly onConflict: ConflictChoice | undefined
  /** Time of the plan. A proposal keeps its time, so that planning it again gives the same plan. */
  readonly at?: string
  /** True for text the agent wrote in this turn, which is not an edit by a person (S4). */
  readonly isAgentsOwn?: (path: BankPath, text: string) => boolean
  /** The author and the consent (S57). Each proposal may have its own. */
  readonly stamp?: Stamp | ((addition: Addition) => Stamp | undefined)
}

/** A bank that was read once, so that all plans see the same texts and the same time. */
export interface AddingTo {
  readonly bank: OpenBank
  readonly input: PlanInput
  readonly language: Language
  readonly judging: Judging
  /** Team mode: entries go to the inbox (S55). */
  readonly isTeams: boolean
  readonly stampOf: (addition: Addition) => Stamp | undefined
  readonly places: EvidencePlaces
  /** Notes on entries that only restate the repository (S58). */
  readonly findRestated: (additions: readonly Addition[]) => readonly Words[]
}

export function openForAdding(workspace: Workspace, wishes: AddWishes): Result<AddingTo> {
  const opened = openForPlan(workspace)
  if (!opened.ok) return opened
  const unfit = stateProblem(opened.value.state, workspace)
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

/** A plan whose `notes` include warnings about its texts. `drawnNotes` are the notes without these warnings. */
type JudgedPlan = WritePlan & { readonly drawnNotes: WritePlan['notes'] }

/**
 * One plan for all entries, or the problem of the first that cannot be planned. `waiting` entries come first; they were
 * searched for secrets when they were proposed.
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

/** Plans without judging: for additions judged before, or to show a plan that cannot be accepted. */
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
    'write',
    additions.every(({ kind, fields }) => kind === 'removal' || fields.has('replaces')) ? 'named' : 'found',
  )
  if (!planned.ok) return planned
  const { targets } = planned.value
  const written = records.flatMap((record, index) => (targets[index]?.length === 0 ? [] : (record ?? [])))
  return ok(written.length === 0 ? planned.value : { ...planned.value, provenance: written })
}

/** Only a current bank accepts entries. */
export function stateProblem(state: BankState, workspace: Workspace): Problem | undefined {
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

export type EntryDraft = Readonly<Record<string, string>>

export function saveDraft({ place }: Workspace, kind: AdditionKind, typed: EntryDraft): boolean {
  const path = pathIn(place.state)
  if (findSecrets(Object.values(typed).join('\n')).length > 0) return false
  try {
    mkdirSync(place.state, { recursive: true, mode: 0o700 })
    replaceQuickly(path, Buffer.from(JSON.stringify({ kind, typed })), `${path}.${process.pid}.tmp`, 0o600)
    return true
  } catch {
    return false // the state folder is not writable; the text is still on the screen
  }
}

/** The unfinished draft of this kind. */
export function readDraft({ place }: Workspace, kind: AdditionKind): EntryDraft | undefined {
  const kept = readJson(pathIn(place.state))
  if (typeof kept !== 'object' || kept === null || !('kind' in kept) || kept.kind !== kind) return undefined
  const typed = 'typed' in kept && typeof kept.typed === 'object' && kept.typed !== null ? kept.typed : {}
  const fields = Object.entries(typed).filter(
    (field): field is [string, string] => typeof field[1] === 'string' && field[1] !== '',
  )
  return fields.length === 0 ? undefined : Object.fromEntries(fields)
}

export function deleteDraft({ place }: Workspace): void {
  removeIfThere(pathIn(place.state))
}

function pathIn(state: string): string {
  return join(state, 'unfinished-addition.json')
}
