/** Opens the bank of a workspace: finishes interrupted work, then reads all files. */

import type { BankInGit } from '../bank/bank-in-git.ts'
import type { BankState } from '../bank/bank-state.ts'
import { compareVersions } from '../bank/blocks.ts'
import { type Page, pageOf } from '../bank/page.ts'
import type { ReadableBank, Snapshot } from '../bank/snapshot.ts'
import type { Recovery } from '../base/change.ts'
import { type Language, languageOfText } from '../base/language.ts'
import { MEMORY } from '../base/layout.ts'
import type { Problem } from '../base/problem.ts'
import { PROGRAM } from '../base/program-version.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { Journal } from '../disk/bank/journal.ts'
import { readBank } from '../disk/bank/read-bank.ts'
import { pageNow } from '../disk/bank/read-now.ts'
import { recover } from '../disk/bank/recover.ts'
import { readBankInGit } from '../disk/git/status.ts'
import { openWorkspace, type Workspace } from '../disk/workspace.ts'
import { detect } from '../plan/detect.ts'

export { openWorkspace, type Workspace }

export interface OpenBank {
  readonly snapshot: Snapshot
  readonly state: BankState
  readonly git: BankInGit
  readonly recovered: readonly Recovery[]
}

/** Read attempts while another process writes. A plan must not be based on half a change. */
const MOST_READS = 5

export function openBank(workspace: Workspace): Result<OpenBank> {
  const { place } = workspace
  const journal = new Journal(place.state)
  const recovered: Recovery[] = []
  for (let reads = 1; ; reads += 1) {
    const settled = recover(place)
    if (!settled.ok) return settled
    recovered.push(...settled.value)
    const before = journal.mark()
    const snapshot = readBank(place.bank, workspace.progress)
    const isQuiet = journal.mark() === before && !journal.isUnderWay()
    if (!isQuiet && reads < MOST_READS) continue
    if (!snapshot.ok) return snapshot
    const git = readBankInGit(workspace.project)
    const leftOut = git.leftOut.length === 0 ? {} : { leftOut: new Set(git.leftOut) }
    return ok({ snapshot: { ...snapshot.value, ...leftOut }, state: detect(snapshot.value, git), git, recovered })
  }
}

/** Opens the bank for a plan, unless it requires a newer program (S1). */
export function openForPlan(workspace: Workspace): Result<OpenBank> {
  const older = tooOld(workspace)
  return older === undefined ? openBank(workspace) : fail(older)
}

/** Language of messages about a bank (S5): --lang, else configured, else the bank's own. */
export function bankLanguage(
  asked: Language | undefined,
  workspace: Workspace,
  bank: ReadableBank,
): Language | undefined {
  return asked ?? workspace.config.lang ?? languageOfBank(bank)
}

/** Language of a bank, by lines that a scan wrote, else by its text. User blocks do not count. */
export function languageOfBank({ files }: ReadableBank): Language | undefined {
  const memory = files.get(MEMORY)?.readPage()
  if (memory !== undefined) return languageOfEntry(memory)
  return languageOfText([...files.values()].map((file) => file.readPage().text.slice(0, 1_000)).join('\n'))
}

/** Language of messages, for commands that read only MEMORY.md. */
export function spokenLanguage(asked: Language | undefined, workspace: Workspace): Language {
  return asked ?? workspace.config.lang ?? languageOfEntry(entryOf(workspace)) ?? workspace.locale
}

function languageOfEntry(memory: Page | undefined): Language | undefined {
  if (memory === undefined) return undefined
  const block = (memory.machine ?? memory).text
  if (block.includes('（来源：')) return 'zh'
  return block.includes('(source: ') ? 'en' : languageOfText(block)
}

/** Undefined if MEMORY.md cannot be read. Commands that need it report why. */
function entryOf(workspace: Workspace): Page | undefined {
  const text = pageNow(workspace.place.bank, MEMORY)
  return text === undefined ? undefined : pageOf(text, MEMORY)
}

/** A problem if the bank requires a newer program (S1). Reading is still allowed. */
export function tooOld({ config: { requires } }: Pick<Workspace, 'config'>): Problem | undefined {
  if (requires === undefined || PROGRAM === undefined || compareVersions(PROGRAM, requires) >= 0) return undefined
  return { code: 'program-older', requires, program: PROGRAM }
}
