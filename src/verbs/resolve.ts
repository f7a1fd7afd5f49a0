/**
 * resolve: merges the files that git left unmerged. The plan is applied by the bank's transaction, and merged files are
 * then staged.
 */

import { isAbsolute, relative, resolve, sep } from 'node:path'
import type { BankPath } from '../base/bank-path.ts'
import type { Applied, Change, Plan, Reason, Recovery } from '../base/change.ts'
import type { Words } from '../base/language.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { accept } from '../consent/accept.ts'
import { readNow } from '../disk/bank/read-now.ts'
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
import { type Resolution, settleUnmerged } from '../merge/settle-unmerged.ts'
import { findSecrets } from '../secrets/find-secrets.ts'
import { openForPlan } from './open-bank.ts'

export interface ResolveProposal {
  readonly plan: Plan
  readonly files: readonly ResolvedFile[]
  /** Files to stage as merged. */
  readonly staged: readonly BankPath[]
  readonly operation: Operation | undefined
  readonly byPerson: boolean
  readonly recovered: readonly Recovery[]
}

/** Outcome for one file. */
interface ResolvedFile {
  readonly path: BankPath
  readonly outcome: Resolution['kind'] | 'unrecorded'
  readonly words: Words
  readonly conflicts: readonly { readonly first: number; readonly last: number }[]
}

export interface ResolveWish {
  /** Paths relative to `folder`. Empty for every unmerged file of the bank. */
  readonly files: readonly string[]
  readonly folder: string
  /** False for an agent, which may merge committed sides only. Otherwise it could write its own text. */
  readonly byPerson: boolean
}

export function proposeResolve(workspace: Workspace, wish: ResolveWish): Result<ResolveProposal> {
  const opened = openForPlan(workspace)
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

/** Applies the plan and stages completely merged files. */
export function carryOutResolve(
  { plan, staged, byPerson }: ResolveProposal,
  workspace: Workspace,
): Result<{ readonly applied: Applied | undefined; readonly isStaged: boolean }> {
  const applied = plan.changes.length === 0 ? undefined : accept({ plan }, workspace)
  if (applied?.ok === false) return applied
  // If an agent resolved, the next comparison with the ledger reports it.
  if (byPerson && applied?.ok === true)
    new Ledger(workspace.place).recordChanges(plan.changes, (text) => findSecrets(text).length > 0)
  return ok({ applied: applied?.value, isStaged: stageMerged(workspace.place.bank, staged) })
}

interface SettledFile extends ResolvedFile {
  readonly isMerged: boolean
  /** New text of the file. Undefined if it does not change. */
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

/** The unmerged files named. Paths may be relative to the folder or to the bank. */
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
      en: `'${name}' is not an unmerged file. List them: memory-bank status`,
      zh: `'${name}' 不是未合并的文件。查看：memory-bank status`,
    },
  }
}

const UNRECORDED: Words = {
  en: 'skipped: one side is not committed, so only a person may merge it; run this in a terminal',
  zh: '已跳过：其中一边尚未提交，只能由人合并；请在终端中运行本命令',
}

/** Names of both sides, because git's "ours" is misleading: in a rebase it is the upstream branch. */
function sideNames(operation: Operation | undefined): { readonly ours: Words; readonly theirs: Words } {
  switch (operation) {
    case 'rebase':
      return { ours: { en: 'upstream', zh: '上游' }, theirs: { en: 'your commit', zh: '你的提交' } }
    case 'cherry-pick':
      return { ours: THIS_BRANCH, theirs: { en: 'the picked commit', zh: '所挑选的提交' } }
    case 'revert':
      return { ours: THIS_BRANCH, theirs: { en: 'the state before the reverted commit', zh: '被还原提交之前的状态' } }
    case 'am':
      return { ours: THIS_BRANCH, theirs: { en: 'the patch', zh: '补丁' } }
    case 'merge':
      return { ours: THIS_BRANCH, theirs: { en: 'the branch merged in', zh: '并入的分支' } }
    case undefined:
      return { ours: { en: 'the upper side', zh: '上方版本' }, theirs: { en: 'the lower side', zh: '下方版本' } }
  }
}

const THIS_BRANCH: Words = { en: 'this branch', zh: '当前分支' }

function describeSettled(settled: Resolution, operation: Operation | undefined): Words {
  const { ours, theirs } = sideNames(operation)
  switch (settled.kind) {
    case 'merged':
      return { en: 'merged: has the entries of both sides', zh: '已合并：包含两边的条目' }
    case 'left': {
      const places = settled.conflicts.map(({ first, last }) => `${first}–${last}`).join(', ')
      return {
        en: `conflict: both sides edited the same entry, lines ${places} (above: ${ours.en}, below: ${theirs.en})`,
        zh: `冲突：两边修改了同一条目，第 ${places} 行（上：${ours.zh}，下：${theirs.zh}）`,
      }
    }
    case 'kept': {
      const [remover, editor] = settled.removedBy === 'ours' ? [ours, theirs] : [theirs, ours]
      return {
        en: `kept: ${editor.en} edited it, ${remover.en} removed it`,
        zh: `保留：${editor.zh}修改了它，${remover.zh}删除了它`,
      }
    }
    case 'one-sided':
      return { en: 'kept: only one side has it under this name', zh: '保留：只有一边有这个名称的文件' }
    case 'gone':
      return { en: 'removed: both sides moved or removed it', zh: '已删除：两边都移动或删除了它' }
    case 'by-hand':
      return settled.text === undefined
        ? { en: 'removed, as you left it', zh: '按你的处理保持删除' }
        : { en: 'kept as you resolved it', zh: '按你的处理保留' }
    case 'unable':
      return settled.why === 'not-text'
        ? {
            en: 'skipped: not a text file. Choose a side: git checkout --ours or --theirs',
            zh: '已跳过：不是文本文件。请选择一边：git checkout --ours 或 --theirs',
          }
        : {
            en: 'skipped: some conflict markers are missing, so the sides cannot be told apart',
            zh: '已跳过：部分冲突标记缺失，无法分辨两边',
          }
  }
}

/** The git command that finishes the operation. Git does not record an operation for an applied stash or patch. */
export function gitNext(operation: Operation | undefined): string {
  switch (operation) {
    case 'rebase':
    case 'cherry-pick':
    case 'revert':
    case 'am':
      return `git ${operation} --continue`
    case 'merge':
      return 'git commit'
    case undefined:
      return 'git status'
  }
}
