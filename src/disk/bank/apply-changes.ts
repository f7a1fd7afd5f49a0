/**
 * Applies changes so that either all of them happen or none, even if the process dies.
 *
 *   lock      one writer at a time
 *   check     every precondition still holds, and the proposals are as the user accepted them
 *   remember  the lines that Memory Bank writes (S4)
 *   journal   the changes with the texts before and after, secrets masked
 *   stage     write every new text beside its file; a full disk or a missing permission shows here
 *             (also write the old text, if the journal has it masked)
 *   commit    one rename in the journal: from now on the new bank is valid
 *   perform   rename the staged files into place, move, remove; accept the proposals
 *   done      the journal entry becomes history
 *
 * A failure before the commit leaves the old bank. After the commit, a failure or a person's save in one of the files
 * restores the old bank, at once or with the next command. After a crash, the next command finishes the work, or restores
 * the old bank if a person has edited one of the files since.
 */

import { rememberChanges } from '../../bank/section-memory.ts'
import type { BankPath } from '../../base/bank-path.ts'
import type { Applied, Change, Plan } from '../../base/change.ts'
import type { ProvenanceRecord } from '../../base/provenance-record.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import { findSecrets } from '../../secrets/find-secrets.ts'
import { maskSecrets } from '../../secrets/mask.ts'
import { causeOf } from '../disk.ts'
import { moveInIndex } from '../git/git.ts'
import { Ledger } from '../state/ledger.ts'
import { applySteps, firstStaleStep, revertSteps } from '../state/proposal-store.ts'
import { readSections, writeSections } from '../state/section-store.ts'
import { numbersFolderBeside } from '../state/state-folder.ts'
import { type BankPlace, isBank, Journal, type JournalEntry } from './journal.ts'
import { acquireLock, type Lock } from './lock.ts'
import { maskEntry } from './mask-entry.ts'
import { firstStale, foldersToMake, isNumbered, takenNumber } from './preconditions.ts'
import { recoverUnderLock } from './recover.ts'
import { performAll, rollBack, stageAll, unstageAll } from './transaction.ts'

export function applyChanges(
  plan: Pick<Plan, 'intent' | 'changes' | 'provenance' | 'proposals'> & {
    readonly undoes?: string
    readonly removesBank?: boolean
    readonly keepsFolders?: boolean
    /** The changes to record in the history, if they begin before these. */
    readonly recorded?: readonly Change[]
  },
  place: BankPlace,
  now: Date,
): Result<Applied> {
  const lock = lockFor(plan, place)
  if (!lock.ok) return lock
  try {
    const journal = new Journal(place.state)
    const recovered = recoverUnderLock(place, journal)
    if (!recovered.ok) return recovered
    // An undo does not check the status of proposals.
    const steps = plan.undoes === undefined ? (plan.proposals ?? []) : []
    const stale =
      firstStaleStep(steps, place.state) ??
      firstStale(plan.changes, place.bank) ??
      (assignsNumber(plan) ? takenNumber(plan.changes, place.bank) : undefined)
    if (stale !== undefined) return fail(stale)

    const entry: JournalEntry = {
      format: 1,
      id: journal.nextId(now),
      at: now.toISOString(),
      intent: plan.intent,
      ...(plan.undoes === undefined ? {} : { undoes: plan.undoes }),
      ...(plan.provenance === undefined ? {} : { provenance: plan.provenance.map(maskProvenance) }),
      ...(plan.removesBank === true ? { removesBank: true } : {}),
      ...(plan.keepsFolders === true ? { keepsFolders: true } : {}),
      changes: plan.changes,
      newFolders: foldersToMake(plan.changes, place.bank),
      ...(plan.proposals === undefined ? {} : { proposals: plan.proposals }),
    }
    if (isRemembered(plan.intent)) {
      const memory = rememberChanges(
        readSections(place.state),
        plan.recorded ?? plan.changes,
        `${entry.at.slice(0, 19)}Z`,
      )
      writeSections(place.state, memory)
    }
    const safe = maskEntry({ ...entry, changes: plan.recorded ?? entry.changes })
    const former = safe.former === undefined ? {} : { former: safe.former }
    const done = transact({ ...entry, ...former }, place, journal, safe)
    // A conflict that an agent resolved is reported like any other foreign change.
    if (done.ok && isBank(place) && plan.intent !== 'resolve') recordInLedger(entry.changes, safe, place, journal, now)
    return done.ok
      ? ok({ id: entry.id, intent: entry.intent, changes: entry.changes, recovered: recovered.value, ...done.value })
      : done
  } finally {
    lock.value.release()
  }
}

/** The first change of a bank starts its ledger. If the ledger is lost later, the next comparison reports that. */
function recordInLedger(
  changes: readonly Change[],
  safe: JournalEntry,
  place: BankPlace,
  journal: Journal,
  now: Date,
): void {
  const ledger = new Ledger(place)
  // The journal's texts were already searched for secrets.
  const clean = new Set(
    safe.masks === undefined ? safe.changes.flatMap((one) => ('text' in one ? [one.text] : [])) : [],
  )
  const holdsSecret = (text: string) => !clean.has(text) && findSecrets(text).length > 0
  // If this fails, the next comparison finds the change in the journal.
  attempt(() => {
    if (!ledger.isThere() && journal.finished().length <= 1) ledger.begin(now, holdsSecret)
    else ledger.recordChanges(changes, holdsSecret)
  })
}

/** The journal holds no secrets (S35). */
function maskProvenance(record: ProvenanceRecord): ProvenanceRecord {
  const { title, evidence, replaces } = record
  return {
    ...record,
    title: maskSecrets(title),
    evidence: evidence.map(maskSecrets),
    ...(replaces === undefined ? {} : { replaces: maskSecrets(replaces) }),
  }
}

/**
 * The bank's lock. For a change that assigns a number, the repository's lock comes first: two worktrees must not assign
 * the same number.
 */
function lockFor(plan: Pick<Plan, 'intent' | 'changes'>, place: BankPlace): Result<Lock> {
  if (!assignsNumber(plan)) return acquireLock(place.state)
  const numbers = acquireLock(numbersFolderBeside(place.state))
  if (!numbers.ok) return numbers
  const lock = acquireLock(place.state)
  if (!lock.ok) numbers.value.release()
  if (!lock.ok) return lock
  const release = () => {
    lock.value.release()
    numbers.value.release()
  }
  return ok({ release })
}

/** True for an addition or a fold that makes a requirement. Undo restores the former number, so it needs no lock. */
function assignsNumber({ intent, changes }: Pick<Plan, 'intent' | 'changes'>): boolean {
  return (intent === 'write' || intent === 'refresh') && changes.some(isNumbered)
}

/** Excludes undo (older text), merges (text of other people) and settings files (not part of a bank). */
function isRemembered(intent: Plan['intent']): boolean {
  return !['undo', 'restore', 'outside', 'resolve', 'install', 'uninstall'].includes(intent)
}

function transact(
  entry: JournalEntry,
  place: BankPlace,
  journal: Journal,
  recorded: JournalEntry,
): Result<Pick<Applied, 'isStaged'>> {
  try {
    journal.begin(recorded)
  } catch (error) {
    return fail({ code: 'state-unavailable', path: place.state, cause: causeOf(error) })
  }
  const staged = attempt(() => {
    stageAll(entry, place.bank)
    journal.advance(entry.id, 'prepare', 'commit')
  })
  if (staged !== undefined) {
    const undone = attempt(() => {
      unstageAll(entry, place.bank)
      journal.drop(entry.id, 'prepare')
      journal.drop(entry.id, 'commit')
    })
    return fail({ code: 'write-failed', ...staged, restored: undone === undefined })
  }
  const left: BankPath[] = []
  const performed = attempt(() => {
    left.push(...performAll(entry, place.bank))
    if (left.length === 0) applySteps(entry.proposals, place.state)
  })
  const editedMeanwhile = left[0]
  if (performed !== undefined || editedMeanwhile !== undefined) {
    const takenBack = attempt(() => {
      journal.advance(entry.id, 'commit', 'rollback')
      rollBack(entry, place.bank)
      unstageAll(entry, place.bank)
      revertSteps(entry.proposals, place.state)
      journal.drop(entry.id, 'rollback')
    })
    if (performed === undefined && takenBack === undefined && editedMeanwhile !== undefined)
      return fail({ code: 'stale-file', path: editedMeanwhile })
    const failed = performed ?? takenBack ?? { path: 'memory-bank', cause: '' }
    return fail({ code: 'write-failed', ...failed, restored: takenBack === undefined })
  }
  // The new bank is in place. If one of these steps fails, the next command repeats it.
  let isStaged = true
  attempt(() => {
    isStaged = moveInIndex(place.bank, entry.changes)
    journal.advance(entry.id, 'commit', 'done')
    journal.prune()
  })
  return ok({ isStaged })
}

/** Undefined on success, else the path that failed and the cause. */
function attempt(step: () => void): { readonly path: string; readonly cause: string } | undefined {
  try {
    step()
    return undefined
  } catch (error) {
    const path =
      error instanceof Error && 'path' in error && typeof error.path === 'string' ? error.path : 'memory-bank'
    return { path, cause: causeOf(error) }
  }
}
