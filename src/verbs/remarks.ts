/** Remarks on a bank that neither its state nor a plan shows: its state in git, and memory of other tools. */

import type { Snapshot } from '../bank/snapshot.ts'
import type { Words } from '../base/language.ts'
import { BANK_FOLDER, MEMORY } from '../base/layout.ts'
import { explain, type Problem } from '../base/problem.ts'
import type { Workspace } from '../disk/workspace.ts'
import { type Importable, importable } from './importable.ts'
import type { OpenBank } from './open-bank.ts'
import { tooOld } from './open-bank.ts'

export function remarksOn(workspace: Workspace, { state, git }: OpenBank): readonly Words[] {
  const older = tooOld(workspace)
  return [
    ...(older === undefined ? [] : [readOnlyRemark(older)]),
    ...(git.isLate ? [GIT_LATE] : []),
    ...(git.isIgnored ? [IGNORED] : []),
    ...(state.kind !== 'left-out' && git.leftOut.length > 0 ? [leftOut(git.leftOut.length)] : []),
    ...(state.kind === 'absent' ? importable(workspace).map(otherMemory) : []),
  ]
}

/** `remarksOn` plus skipped pages, which `check` reports as findings instead. */
export function remarksIn(workspace: Workspace, bank: OpenBank): readonly Words[] {
  return [...remarksOn(workspace, bank), ...pagesNotRead(bank.snapshot)]
}

function pagesNotRead({ others }: Snapshot): readonly Words[] {
  const pages = others.filter((path) => path.endsWith('.md') && path !== MEMORY).map((path) => `${BANK_FOLDER}/${path}`)
  if (pages.length === 0) return []
  const more = pages.length - NAMED
  const named = pages.slice(0, NAMED)
  const en = named.join(', ') + (more > 0 ? ` and ${more} more` : '')
  const zh = named.join('、') + (more > 0 ? ` 等 ${pages.length} 个` : '')
  return [
    {
      en: `Skipped ${en}: a link out of the bank, a broken link, or not a regular file. Replace it by a file.`,
      zh: `已跳过 ${zh}：链接指向 Memory Bank 之外、链接失效，或不是普通文件。请换成普通文件。`,
    },
  ]
}

const NAMED = 3

function readOnlyRemark(problem: Problem): Words {
  const [en, zh] = [explain(problem, 'en'), explain(problem, 'zh')]
  return { en: `${en.what} ${en.next}`, zh: `${zh.what}${zh.next}` }
}

/** Printed so that a timeout of git does not look like a clean repository. */
export const GIT_LATE: Words = {
  en: 'Git did not answer in time, so unmerged, ignored, new and changed files are not considered. To see why, run `git status`.',
  zh: 'git 未及时响应，未计入未合并、被忽略、新增或改动的文件。请运行 `git status` 查看原因。',
}

const IGNORED: Words = {
  en: `Git ignores ${BANK_FOLDER}/, so the bank is not shared and has no history. To share it, remove the line shown by \`git check-ignore -v ${BANK_FOLDER}/${MEMORY}\`.`,
  zh: `git 忽略了 ${BANK_FOLDER}/，因此无法共享，也没有历史。若要共享，请删去 \`git check-ignore -v ${BANK_FOLDER}/${MEMORY}\` 指出的那一行。`,
}

function leftOut(count: number): Words {
  return {
    en: `The sparse checkout leaves out ${count} file${count === 1 ? '' : 's'} of the bank. Their index rows are kept.`,
    zh: `稀疏检出没有取出 Memory Bank 的 ${count} 个文件，它们在索引中的行保持不变。`,
  }
}

function otherMemory({ tool, place = '' }: Importable): Words {
  return {
    en: `${tool} keeps memory in ${place}. Import it: memory-bank import (the original is kept).`,
    zh: `${tool} 的记忆在 ${place}。导入：memory-bank import（原文件保持不变）。`,
  }
}
