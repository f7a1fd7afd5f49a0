/** The bank at a glance: state, size, cost, what is due, and the one next step. */

import type { BankState } from '../bank/bank-state.ts'
import { lastUpdatedByOlder } from '../bank/blocks.ts'
import { countNewlines } from '../bank/lines.ts'
import { pageOf } from '../bank/page.ts'
import { knownOf, sectionsEditedByPeople } from '../bank/section-memory.ts'
import { readable, type Snapshot, textOf } from '../bank/snapshot.ts'
import type { UsageSummary } from '../bank/usage.ts'
import type { Recovery } from '../base/change.ts'
import type { Language, Words } from '../base/language.ts'
import { INDEXED_FOLDERS, isInboxPath, isIndexPath, MEMORY, PATTERNS } from '../base/layout.ts'
import { LIMITS } from '../base/limits.ts'
import { ok, type Result } from '../base/result.ts'
import { estimateTokens } from '../base/tokens.ts'
import { Journal, undoable } from '../disk/bank/journal.ts'
import { findLeftBehind } from '../disk/bank/recover.ts'
import { recordedText } from '../disk/git/git.ts'
import { homeOf, waitingIn } from '../disk/state/proposal-store.ts'
import { readSections } from '../disk/state/section-store.ts'
import { setupFolderBeside } from '../disk/state/state-folder.ts'
import type { Workspace } from '../disk/workspace.ts'
import { unconfirmedRemark } from '../session/bank-changed.ts'
import { teamOffer } from '../setup/team-mode.ts'
import { lastFindings } from './last-check.ts'
import { nextStepOf, type Situation } from './next-step.ts'
import { bankLanguage, openBank } from './open-bank.ts'
import { remarksIn } from './remarks.ts'
import { usageSummary } from './usage.ts'

export interface Status {
  readonly root: string
  readonly state: BankState
  readonly language: Language
  readonly files: number
  readonly lines: number
  /** What the entry costs the agent in every session. */
  readonly entryTokens: number
  readonly entryBudget: number
  readonly folders: readonly { readonly folder: string; readonly files: number; readonly index: boolean }[]
  readonly editedByHand: boolean
  readonly lastUpdated: string | undefined
  /** How many changes the history holds, and how many of them can still be undone. */
  readonly journalled: number
  readonly undoable: number
  readonly recovered: readonly Recovery[]
  /** How it stands in git, and what other tools keep beside it. */
  readonly remarks: readonly Words[]
  /** Interrupted work on hosts' settings; only a command that was asked to touch them settles it. */
  readonly unfinishedSetup: readonly string[]
  /** Proposals that nobody has answered. */
  readonly waiting: number
  /** Entries that wait to be folded into their places (S55). */
  readonly inbox: number
  /** What the last check found, if the bank is still as it was checked. */
  readonly findings: number | undefined
  readonly isLearned: boolean
  /** How the bank was used of late, where anything was counted (S56). */
  readonly usage?: UsageSummary
}

export function status(workspace: Workspace, asked: Language | undefined): Result<Status> {
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
    ...writtenOf(memory, workspace),
    journalled: journal.length,
    undoable: undoable(journal).length,
    remarks,
    recovered,
    unfinishedSetup: unfinishedSetup(workspace),
    waiting: waitingIn(workspace.place.state, homeOf(workspace.project)),
    inbox: [...snapshot.files.keys()].filter(isInboxPath).length,
    findings: lastFindings(workspace, snapshot),
    isLearned: isLearned(snapshot),
    ...(usage === undefined ? {} : { usage }),
  })
}

/** When we last wrote the entry, and whether people's lines stand in what we wrote (S4). */
function writtenOf(text: string, { place }: Workspace): Pick<Status, 'editedByHand' | 'lastUpdated'> {
  const page = pageOf(text, MEMORY)
  const known = knownOf(page, readSections(place.state))
  const edited = sectionsEditedByPeople(page, known, () => recordedText(place.bank, MEMORY))
  const times = [...(known?.values() ?? [])].map(({ at }) => at).sort()
  return {
    editedByHand: edited.some(({ at }) => at !== undefined),
    lastUpdated: times.at(-1) ?? (page.machine && lastUpdatedByOlder(page.machine)),
  }
}

/** What was found around the bank: agents while none is connected, and what other tools have noted. */
export type Around = Pick<Situation, 'unconnected' | 'importable'>
const NOBODY_LOOKED: Around = { unconnected: undefined, importable: [] }

/** The one next step. */
export function nextOf(status: Status, around: Around = NOBODY_LOOKED): Words {
  return nextStepOf({ ...status, ...around })
}

/** Whether anybody has written down a decision, a learning, a requirement or a design. */
function isLearned(snapshot: Snapshot): boolean {
  const patterns = snapshot.files.get(PATTERNS)
  // The head of the table stands in every new bank, as does the person's own heading below it.
  const rows = (patterns?.machine ?? patterns)?.text.match(/^[ \t]*(?:\|.*\||#{2,} .*)$/gm) ?? []
  return rows.length > 2 || INDEXED_FOLDERS.some((folder) => folderStatus(folder, snapshot).files > 0)
}

/** As it is published (schemas/status.schema.json). */
export function statusReport(status: Status, around?: Around): Readonly<Record<string, unknown>> {
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
    return undefined // a state folder that we may not read: `doctor` tells of it
  }
}

/** `doctor` tells of a state folder that we may not read; here the bank is what was asked about. */
function unfinishedSetup({ place }: Workspace): readonly string[] {
  try {
    return findLeftBehind({ bank: place.bank, state: setupFolderBeside(place.state) }, undefined).unfinished
  } catch {
    return []
  }
}

function folderStatus(folder: string, snapshot: Snapshot): Status['folders'][number] {
  const inside = [...snapshot.files.keys()].filter((path) => path.startsWith(`details/${folder}/`))
  const indexes = inside.filter(isIndexPath)
  return { folder, files: inside.length - indexes.length, index: indexes.length > 0 }
}
