/** What a person should know about a bank that neither its state nor a plan shows: how it stands in git, and what is beside it. */

import type { Snapshot } from '../bank/snapshot.ts'
import type { Words } from '../base/language.ts'
import { BANK_FOLDER, MEMORY } from '../base/layout.ts'
import { explain, type Problem } from '../base/problem.ts'
import type { Workspace } from '../disk/workspace.ts'
import { type Importable, importable } from './importable.ts'
import type { OpenBank } from './open-bank.ts'
import { tooOld } from './too-old.ts'

export function remarksOn(workspace: Workspace, { state, git }: OpenBank): readonly Words[] {
  const older = tooOld(workspace)
  return [
    ...(older === undefined ? [] : [onlyRead(older)]),
    ...(git.isLate ? [GIT_LATE] : []),
    ...(git.isIgnored ? [IGNORED] : []),
    ...(state.kind !== 'left-out' && git.leftOut.length > 0 ? [leftOut(git.leftOut.length)] : []),
    ...(state.kind === 'absent' ? importable(workspace).map(beside) : []),
  ]
}

/** The same for those who do not check the bank: `check` has a finding for each page that is no file of it. */
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
      en: `Not read, because it is a link that leads out of the bank or nowhere, or no regular file: ${en}. Put a real file in its place.`,
      zh: `未读取（是指向 Memory Bank 之外或无效的链接，或不是普通文件）：${zh}。请换成真正的文件。`,
    },
  ]
}

const NAMED = 3

function onlyRead(problem: Problem): Words {
  const [en, zh] = [explain(problem, 'en'), explain(problem, 'zh')]
  return { en: `${en.what} ${en.next}`, zh: `${zh.what}${zh.next}` }
}

/** What is not known must not look like what is not there. */
export const GIT_LATE: Words = {
  en: 'Git could not be asked, or did not answer in time: what it knows of the bank and of the work tree (unmerged, ignored, new or changed files) is left out of this. See with `git status` what holds it up.',
  zh: '无法询问 git，或它未及时回应：它所知的 Memory Bank 与工作区情况（未合并、被忽略、新增或改动的文件）未计入。请用 `git status` 查看它为何缓慢。',
}

const IGNORED: Words = {
  en: `Git ignores ${BANK_FOLDER}/: nobody else gets this bank, and git keeps no history of it. To share it, remove the line that \`git check-ignore -v ${BANK_FOLDER}/${MEMORY}\` names.`,
  zh: `git 忽略了 ${BANK_FOLDER}/：其他人拿不到这个 Memory Bank，git 也不保留它的历史。若要共享，请删去 \`git check-ignore -v ${BANK_FOLDER}/${MEMORY}\` 指出的那一行。`,
}

function leftOut(count: number): Words {
  return {
    en: `The sparse checkout leaves out ${count} file${count === 1 ? '' : 's'} of the bank; what the indexes say of them stays.`,
    zh: `稀疏检出没有取出 Memory Bank 的 ${count} 个文件；索引中关于它们的内容保持不变。`,
  }
}

function beside({ tool, place = '' }: Importable): Words {
  return {
    en: `${tool} keeps memory in ${place}. To bring it along: memory-bank import (it stays as it is).`,
    zh: `${tool} 的记忆在 ${place}。可以导入：memory-bank import（原文件保持不变）。`,
  }
}
