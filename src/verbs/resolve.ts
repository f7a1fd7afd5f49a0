/**
 * resolve: the files that a merge left unmerged → what the merge engine makes of their sides → once a person has agreed,
 * the bank's transaction, and then git's index learns what is merged.
 */

import { isAbsolute, relative, resolve, sep } from 'node:path'
import { accept } from '../consent/accept.ts'
import type { BankPath } from '../base/bank-path.ts'
import type { Applied, Change, Plan, Reason, Recovery } from '../base/change.ts'
import type { Words } from '../base/language.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { type Settled, settleUnmerged } from '../merge/settle-unmerged.ts'
import { findSecrets } from '../secrets/find-secrets.ts'
import { readNow } from '../disk/bank/preconditions.ts'
import {
  areCommitted,
  baseOfMerge,
  type Operation,
  operationUnderWay,
  readUnmerged,
  stageMerged,
  type UnmergedFile,
} from '../disk/git/unmerged.ts'
import { Ledger } from '../disk/state/ledger.ts'
import type { Workspace } from '../disk/workspace.ts'
import { openBank } from './open-bank.ts'
import { describeSettled, sideNames } from './resolve-words.ts'
import { tooOld } from './too-old.ts'

export interface ResolveProposal {
  readonly plan: Plan
  readonly files: readonly ResolvedFile[]
  /** Files that git's index learns of as merged. */
  readonly staged: readonly BankPath[]
  readonly operation: Operation | undefined
  readonly byPerson: boolean
  readonly recovered: readonly Recovery[]
}

/** What becomes of one file, for people and scripts. */
interface ResolvedFile {
  readonly path: BankPath
  readonly outcome: Settled['kind'] | 'unrecorded'
  readonly words: Words
  readonly conflicts: readonly { readonly first: number; readonly last: number }[]
}

export interface ResolveWish {
  /** As they were named, from `folder`; none means every unmerged file of the bank. */
  readonly files: readonly string[]
  readonly folder: string
  /** Others may bring together only what is committed, so that an agent cannot write by sides of its own making. */
  readonly byPerson: boolean
}

export function proposeResolve(workspace: Workspace, wish: ResolveWish): Result<ResolveProposal> {
  const older = tooOld(workspace)
  if (older !== undefined) return fail(older)
  const opened = openBank(workspace)
  if (!opened.ok) return opened
  const { state, recovered, git } = opened.value
  if (git.isLate) return fail({ code: 'git-late' })
  const unmerged = state.kind === 'unmerged' ? state.paths : []
  const chosen = chooseFiles(unmerged, wish, workspace)
  if (!chosen.ok) return chosen
  const { bank } = workspace.place
  const operation = operationUnderWay(bank)
  const staged = readUnmerged(bank)
  if (!staged.ok) return staged
  const inIndex = new Map(staged.value.map((file) => [file.path, file]))
  const committed = wish.byPerson ? () => true : areCommitted(bank)
  const settled = chosen.value.map((path) => settle(path, inIndex.get(path), operation, committed, bank))
  const changes = settled.flatMap((one) => changesOf(one, bank))
  const reasons = settled.map(({ path, words }): Reason => ({ path, words }))
  return ok({
    plan: { intent: 'resolve', changes, reasons, notes: [] },
    files: settled.map(({ path, outcome, words, conflicts }) => ({ path, outcome, words, conflicts })),
    staged: settled.flatMap(({ path, isMerged }) => (isMerged && inIndex.has(path) ? [path] : [])),
    operation,
    recovered,
    byPerson: wish.byPerson,
  })
}

/** Applies the plan as it was shown. The files that are wholly merged are staged, as after a merge tool. */
export function carryOutResolve(
  { plan, staged, byPerson }: ResolveProposal,
  workspace: Workspace,
): Result<{ readonly applied: Applied | undefined; readonly isStaged: boolean }> {
  const applied = plan.changes.length === 0 ? undefined : accept({ plan }, workspace)
  if (applied?.ok === false) return applied
  // An agent may resolve too: what it wrote is reported by the next comparison.
  if (byPerson && applied?.ok === true)
    new Ledger(workspace.place).wrote(plan.changes, (text) => findSecrets(text).length > 0)
  return ok({ applied: applied?.value, isStaged: stageMerged(workspace.place.bank, staged) })
}

interface SettledFile extends ResolvedFile {
  readonly isMerged: boolean
  /** What the file will read; undefined where it is left as it is. */
  readonly text: string | undefined
}

function settle(
  path: BankPath,
  file: UnmergedFile | undefined,
  operation: Operation | undefined,
  isCommitted: (file: UnmergedFile) => boolean,
  bank: string,
): SettledFile {
  const as = (outcome: ResolvedFile['outcome'], words: Words): SettledFile => ({
    path,
    outcome,
    words,
    conflicts: [],
    isMerged: false,
    text: undefined,
  })
  if (file?.isRegular === false)
    return as('unable', describeSettled({ path, kind: 'unable', why: 'not-text' }, operation))
  if (file !== undefined && !isCommitted(file)) return as('unrecorded', UNRECORDED)
  const names = sideNames(operation)
  const settled = settleUnmerged({
    base: undefined,
    ours: undefined,
    theirs: undefined,
    written: undefined,
    ...file,
    path,
    now: readNow(bank, path),
    findBase: () => baseOfMerge(bank, path),
    labels: { ours: names.ours.en, theirs: names.theirs.en },
  })
  return {
    path,
    outcome: settled.kind,
    words: describeSettled(settled, operation),
    conflicts: settled.kind === 'left' ? settled.conflicts : [],
    isMerged: settled.kind !== 'left' && settled.kind !== 'unable',
    text: 'text' in settled ? settled.text : undefined,
  }
}

function changesOf({ path, text }: SettledFile, bank: string): readonly Change[] {
  if (text === undefined) return []
  const was = readNow(bank, path)
  if (text === was) return []
  return [was === undefined ? { kind: 'create', path, text } : { kind: 'edit', path, was, text }]
}

/** The unmerged files that are named; a name may be seen from the folder or from the bank. */
function chooseFiles(
  unmerged: readonly BankPath[],
  { files, folder }: ResolveWish,
  { place }: Workspace,
): Result<readonly BankPath[]> {
  if (files.length === 0) return ok(unmerged)
  const chosen: BankPath[] = []
  for (const name of files) {
    const fromFolder = relative(place.bank, isAbsolute(name) ? name : resolve(folder, name))
      .split(sep)
      .join('/')
    const found = unmerged.filter(
      (path) => [fromFolder, name].includes(path) || path.startsWith(`${fromFolder}/`) || fromFolder === '',
    )
    if (found.length === 0) return fail(notUnmerged(name))
    chosen.push(...found)
  }
  return ok([...new Set(chosen)].sort())
}

function notUnmerged(name: string): { code: 'usage'; command: string; detail: Words } {
  return {
    code: 'usage',
    command: 'resolve',
    detail: {
      en: `'${name}' is no unmerged file of this bank. To see which are: memory-bank status`,
      zh: `'${name}' 不是这个 Memory Bank 中未合并的文件。查看有哪些：memory-bank status`,
    },
  }
}

const UNRECORDED: Words = {
  en: 'left to you: a side of it is in no commit, so only a person may bring it in; run this in a terminal',
  zh: '留给你处理：其中一边不在任何提交中，只有人可以将其带入；请在终端中运行本命令',
}
