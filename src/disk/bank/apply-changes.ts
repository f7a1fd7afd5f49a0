/**
 * Performs changes so that either all of them happen or none do, whenever the process dies.
 *
 *   lock      one writer at a time
 *   check     every precondition still holds, and the proposals wait as they were agreed to
 *   remember  which lines are ours (S4)
 *   journal   what will be done, with the text before and after, secrets masked
 *   stage     write every new text as its file's neighbour; a full disk or a missing right shows here
 *             (and the old text, where the journal has it masked)
 *   commit    one rename in the journal: from now on the new bank is the one that will be
 *   perform   rename the neighbours into place, move, remove; the proposals are accepted
 *   done      the journal entry becomes history
 *
 * A failure before the commit leaves the old bank. After a failure behind it, or where a person saved one of the files
 * meanwhile, the old bank is put back at once or by the next command. After a crash behind it, the next command finishes
 * the work, or puts the old bank back where a person edited one of the files since.
 */

import { rememberChanges } from '../../bank/section-memory.ts'
import type { BankPath } from '../../base/bank-path.ts'
import type { Applied, Change, Plan } from '../../base/change.ts'
import type { ProvenanceRecord } from '../../base/provenance-record.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import { findSecrets } from '../../secrets/find-secrets.ts'
import { maskSecrets, maskTexts } from '../../secrets/mask.ts'
import { cryptography } from '../built-in.ts'
import { causeOf } from '../disk.ts'
import { moveInIndex } from '../git/git.ts'
import { Ledger } from '../state/ledger.ts'
import { firstAnswered, takeSteps, takeStepsBack } from '../state/proposal-store.ts'
import { readSections, writeSections } from '../state/section-store.ts'
import { numbersFolderBeside } from '../state/state-folder.ts'
import { type BankPlace, isBank, Journal, type JournalEntry, saltedHash, type TextMask } from './journal.ts'
import { acquireLock, type Lock } from './lock.ts'
import { firstStale, foldersToMake, isNumbered, takenNumber } from './preconditions.ts'
import { recoverUnderLock } from './recover.ts'
import { performAll, rollBack, stageAll, unstageAll } from './transaction.ts'

export function applyChanges(
  plan: Pick<Plan, 'intent' | 'changes' | 'provenance' | 'proposals'> & {
    readonly undoes?: string
    readonly removesBank?: boolean
    readonly keepsFolders?: boolean
    /** What the history records instead, where it begins before these changes. */
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
    // Undoing takes a proposal as it finds it.
    const steps = plan.undoes === undefined ? (plan.proposals ?? []) : []
    const stale =
      firstAnswered(steps, place.state) ??
      firstStale(plan.changes, place.bank) ??
      (givesNumbers(plan) ? takenNumber(plan.changes, place.bank) : undefined)
    if (stale !== undefined) return fail(stale)

    const entry: JournalEntry = {
      format: 1,
      id: journal.nextId(now),
      at: now.toISOString(),
      intent: plan.intent,
      ...(plan.undoes === undefined ? {} : { undoes: plan.undoes }),
      ...(plan.provenance === undefined ? {} : { provenance: plan.provenance.map(masked) }),
      ...(plan.removesBank === true ? { removesBank: true } : {}),
      ...(plan.keepsFolders === true ? { keepsFolders: true } : {}),
      changes: plan.changes,
      newFolders: foldersToMake(plan.changes, place.bank),
      ...(plan.proposals === undefined ? {} : { proposals: plan.proposals }),
    }
    if (isOurWriting(plan.intent)) {
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
    // What an agent had resolved is reported like any other foreign change.
    if (done.ok && isBank(place) && plan.intent !== 'resolve') noteInLedger(entry.changes, safe, place, journal, now)
    return done.ok
      ? ok({ id: entry.id, intent: entry.intent, changes: entry.changes, recovered: recovered.value, ...done.value })
      : done
  } finally {
    lock.value.release()
  }
}

/** The first change of a bank begins its ledger; a ledger that is gone since is reported by the next comparison. */
function noteInLedger(
  changes: readonly Change[],
  safe: JournalEntry,
  place: BankPlace,
  journal: Journal,
  now: Date,
): void {
  const ledger = new Ledger(place)
  // The journal's texts were searched already.
  const clean = new Set(
    safe.masks === undefined ? safe.changes.flatMap((one) => ('text' in one ? [one.text] : [])) : [],
  )
  const holdsSecret = (text: string) => !clean.has(text) && findSecrets(text).length > 0
  // What fails here is found in the journal by the next comparison.
  attempt(() => {
    if (!ledger.isThere() && journal.finished().length <= 1) ledger.begin(now, holdsSecret)
    else ledger.wrote(changes, holdsSecret)
  })
}

/** No secret stands in the journal (S35). */
function masked(record: ProvenanceRecord): ProvenanceRecord {
  const { title, evidence, replaces } = record
  return {
    ...record,
    title: maskSecrets(title),
    evidence: evidence.map(maskSecrets),
    ...(replaces === undefined ? {} : { replaces: maskSecrets(replaces) }),
  }
}

/** The bank's own lock; where a number is given, the repository's before it: two worktrees must not give the same. */
function lockFor(plan: Pick<Plan, 'intent' | 'changes'>, place: BankPlace): Result<Lock> {
  if (!givesNumbers(plan)) return acquireLock(place.state)
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

/** An addition or a folding that makes a requirement; undoing gives back the number that it had. */
function givesNumbers({ intent, changes }: Pick<Plan, 'intent' | 'changes'>): boolean {
  return (intent === 'write' || intent === 'refresh') && changes.some(isNumbered)
}

/** Undoing brings back what was there and merging what others wrote, whoever they are; settings are no part of a bank. */
function isOurWriting(intent: Plan['intent']): boolean {
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
    if (left.length === 0) takeSteps(entry.proposals, place.state)
  })
  const editedMeanwhile = left[0]
  if (performed !== undefined || editedMeanwhile !== undefined) {
    const takenBack = attempt(() => {
      journal.advance(entry.id, 'commit', 'rollback')
      rollBack(entry, place.bank)
      unstageAll(entry, place.bank)
      takeStepsBack(entry.proposals, place.state)
      journal.drop(entry.id, 'rollback')
    })
    if (performed === undefined && takenBack === undefined && editedMeanwhile !== undefined)
      return fail({ code: 'stale-file', path: editedMeanwhile })
    const failed = performed ?? takenBack ?? { path: 'memory-bank', cause: '' }
    return fail({ code: 'write-failed', ...failed, restored: takenBack === undefined })
  }
  // The bank is new. What fails from here on is repeated by the next command.
  let isStaged = true
  attempt(() => {
    isStaged = moveInIndex(place.bank, entry.changes)
    journal.advance(entry.id, 'commit', 'done')
    journal.prune()
  })
  return ok({ isStaged })
}

/** The entry as the journal may hold it: the same where it holds no secret, else masked (S35). */
export function maskEntry(entry: JournalEntry): JournalEntry {
  const sides = entry.changes.flatMap((change, index) => [
    ...('was' in change ? [{ change: index, side: 'was' as const, text: change.was }] : []),
    ...('text' in change ? [{ change: index, side: 'text' as const, text: change.text }] : []),
  ])
  const masked = maskTexts(sides.map(({ text }) => text))
  if (masked.every(({ masks }) => masks.length === 0)) return entry

  const salt = cryptography().randomBytes(16).toString('hex')
  const changes = [...entry.changes]
  const texts: TextMask[] = []
  for (const [index, { change, side, text: whole }] of sides.entries()) {
    const { text = '', masks = [] } = masked[index] ?? {}
    const masking = changes[change]
    if (masks.length === 0 || masking === undefined) continue
    changes[change] = { ...masking, [side]: text }
    const spans = masks.map(({ start, end, value }) => {
      return { start, end, length: value.length, hash: saltedHash(salt, value) }
    })
    texts.push({ change, side, hash: saltedHash(salt, whole), spans })
  }
  // A file that only moves takes its text with it.
  const former = texts.flatMap(({ change: index, side }) => {
    const change = entry.changes[index]
    return side === 'was' && !(change?.kind === 'move' && change.text === change.was) ? [index] : []
  })
  return { ...entry, format: 2, former, changes, masks: { salt, texts } }
}

/** Undefined if it worked, else which path failed and why. */
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
