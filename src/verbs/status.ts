/** status: state, sizes, token cost, pending work and the next step. */

import type { BankState } from '../bank/bank-state.ts'
import { lastUpdatedByOlder } from '../bank/blocks.ts'
import { countNewlines } from '../bank/lines.ts'
import { pageOf } from '../bank/page.ts'
import { knownOf, sectionsEditedByPeople } from '../bank/section-memory.ts'
import { readable, type Snapshot, textOf } from '../bank/snapshot.ts'
import type { UsageSummary } from '../bank/usage.ts'
import type { Recovery } from '../base/change.ts'
import { estimateTokens } from '../base/estimate-tokens.ts'
import type { Language, Words } from '../base/language.ts'
import { INDEXED_FOLDERS, isInboxPath, isIndexPath, MEMORY, PATTERNS } from '../base/layout.ts'
import { LIMITS } from '../base/limits.ts'
import { ok, type Result } from '../base/result.ts'
import { Journal, undoable } from '../disk/bank/journal.ts'
import { findLeftovers } from '../disk/bank/recover.ts'
import { recordedText } from '../disk/git/git.ts'
import { Ledger } from '../disk/state/ledger.ts'
import { countWaiting, homeOf } from '../disk/state/proposal-store.ts'
import { readSections } from '../disk/state/section-store.ts'
import { setupFolderBeside } from '../disk/state/state-folder.ts'
import type { Workspace } from '../disk/workspace.ts'
import { unconfirmedRemark } from '../session/report-foreign-changes.ts'
import { teamOffer } from '../setup/team-offer.ts'
import { usageSummary } from './count-uses.ts'
import { lastFindings } from './doubts.ts'
import { nextStepOf, type Situation } from './next-step.ts'
import { bankLanguage, openBank } from './open-bank.ts'
import { remarksIn } from './remarks.ts'

export interface BankStatus {
  readonly root: string
  readonly state: BankState
  readonly language: Language
  readonly files: number
  readonly lines: number
  /** Tokens of MEMORY.md in every session. */
  readonly entryTokens: number
  readonly entryBudget: number
  readonly folders: readonly { readonly folder: string; readonly files: number; readonly index: boolean }[]
  readonly editedByHand: boolean
  readonly lastUpdated: string | undefined
  /** Number of changes in the history. `undoable` counts those that can still be undone. */
  readonly journalled: number
  readonly undoable: number
  readonly recovered: readonly Recovery[]
  /** State in git, memory of other tools, and unconfirmed writes. */
  readonly remarks: readonly Words[]
  /** Interrupted changes of host settings. Only commands for settings finish them. */
  readonly unfinishedSetup: readonly string[]
  /** Pending proposals. */
  readonly waiting: number
  /** Files with a change that no person has confirmed (S34). */
  readonly unconfirmed: number
  /** Entries in the inbox (S55). */
  readonly inbox: number
  /** Findings of the last check, if the bank has not changed since. */
  readonly findings: number | undefined
  readonly isLearned: boolean
  /** Use in the last weeks, if counted (S56). */
  readonly usage?: UsageSummary
}

export function status(workspace: Workspace, asked: Language | undefined): Result<BankStatus> {
  const opened = openBank(workspace)
  if (!opened.ok) return opened
  const { snapshot, state, recovered } = opened.value
  const offer = state.kind === 'current' ? teamOffer(workspace) : undefined
  const remarks = [
    ...remarksIn(workspace, opened.value),
    ...[offer, unconfirmedRemark(workspace)].filter((one) => one !== undefined),
  ]
  const memory = textOf(snapshot, MEMORY) ?? ''
  const journal = new Journal(workspace.place.state).links()
  const usage = usageOf(workspace, snapshot)
  return ok({
    root: workspace.project.root,
    state,
    language: bankLanguage(asked, workspace, readable(snapshot)) ?? workspace.locale,
    files: snapshot.files.size,
    lines: [...snapshot.files.values()].reduce((sum, file) => sum + countNewlines(file.text), 0),
    entryTokens: estimateTokens(memory),
    entryBudget: LIMITS.openingTokens,
    folders: INDEXED_FOLDERS.map((folder) => folderStatus(folder, snapshot)),
    ...writtenOf(memory, journal, workspace),
    journalled: journal.length,
    undoable: undoable(journal).length,
    remarks,
    recovered,
    unfinishedSetup: unfinishedSetup(workspace),
    waiting: countWaiting(workspace.place.state, homeOf(workspace.project)),
    unconfirmed: new Ledger(workspace.place).unconfirmed().length,
    inbox: [...snapshot.files.keys()].filter(isInboxPath).length,
    findings: lastFindings(workspace, snapshot),
    isLearned: isLearned(snapshot),
    ...(usage === undefined ? {} : { usage }),
  })
}

/** Time of the program's last write, and whether a person edited MEMORY.md (S4). */
function writtenOf(
  text: string,
  journal: ReturnType<Journal['links']>,
  { place }: Workspace,
): Pick<BankStatus, 'editedByHand' | 'lastUpdated'> {
  const page = pageOf(text, MEMORY)
  const known = knownOf(page, readSections(place.state))
  const edited = sectionsEditedByPeople(page, known, () => recordedText(place.bank, MEMORY))
  const times = [...(known?.values() ?? [])].map(({ at }) => at).sort()
  // Changes by others are in the journal too, newest first.
  const written = journal.find(({ intent }) => intent !== 'outside')?.at
  return {
    editedByHand: edited.some(({ at }) => at !== undefined),
    lastUpdated: written ?? times.at(-1) ?? (page.machine && lastUpdatedByOlder(page.machine)),
  }
}

/** Agents found while none is connected, and memory of other tools. */
export type Around = Pick<Situation, 'unconnected' | 'importable'>
const NOBODY_LOOKED: Around = { unconnected: undefined, importable: [] }

export function nextOf(status: BankStatus, around: Around = NOBODY_LOOKED): Words {
  return nextStepOf({ ...status, ...around })
}

/** True if the bank has a decision, a learning, a requirement or a design. */
function isLearned(snapshot: Snapshot): boolean {
  const patterns = snapshot.files.get(PATTERNS)
  // Every new bank has the head of the table and the heading of the user block.
  const rows = (patterns?.machine ?? patterns)?.text.match(/^[ \t]*(?:\|.*\||#{2,} .*)$/gm) ?? []
  return rows.length > 2 || INDEXED_FOLDERS.some((folder) => folderStatus(folder, snapshot).files > 0)
}

/** The report by schemas/status.schema.json. */
export function statusReport(status: BankStatus, around?: Around): Readonly<Record<string, unknown>> {
  const { state, isLearned: _, ...rest } = status
  const version = 'version' in state ? { templateVersion: state.version } : {}
  const remarks = status.remarks.map((remark) => remark[rest.language])
  return {
    kind: 'status',
    version: 1,
    state: state.kind,
    ...version,
    ...rest,
    remarks,
    next: nextOf(status, around)[rest.language],
  }
}

function usageOf(workspace: Workspace, snapshot: Snapshot): UsageSummary | undefined {
  try {
    return usageSummary(workspace, snapshot)
  } catch {
    return undefined // the state folder is not readable; `doctor` reports it
  }
}

/** Empty if the state folder is not readable; `doctor` reports that. */
function unfinishedSetup({ place }: Workspace): readonly string[] {
  try {
    return findLeftovers({ bank: place.bank, state: setupFolderBeside(place.state) }, undefined).unfinished
  } catch {
    return []
  }
}

function folderStatus(folder: string, snapshot: Snapshot): BankStatus['folders'][number] {
  const inside = [...snapshot.files.keys()].filter((path) => path.startsWith(`details/${folder}/`))
  const indexes = inside.filter(isIndexPath)
  return { folder, files: inside.length - indexes.length, index: indexes.length > 0 }
}
