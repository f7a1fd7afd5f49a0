/** What `resolve` says: what became of a file, whose sides it had, and what git waits for next. */

import type { Words } from '../base/language.ts'
import type { Settled } from '../merge/settle-unmerged.ts'
import type { Operation } from '../disk/git/unmerged.ts'

/** Whose the two sides are, in the words of the person: in a rebase git's "ours" is the branch one rebases onto. */
export function sideNames(operation: Operation | undefined): { readonly ours: Words; readonly theirs: Words } {
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
      return { ours: { en: 'the upper side', zh: '上方一边' }, theirs: { en: 'the lower side', zh: '下方一边' } }
  }
}

const THIS_BRANCH: Words = { en: 'this branch', zh: '当前分支' }

export function describeSettled(settled: Settled, operation: Operation | undefined): Words {
  const { ours, theirs } = sideNames(operation)
  switch (settled.kind) {
    case 'merged':
      return { en: 'merged: what both sides say is in it', zh: '已合并：两边的内容都在' }
    case 'left': {
      const places = settled.conflicts.map(({ first, last }) => `${first}–${last}`).join(', ')
      return {
        en: `left to you, both sides edited the same entry: lines ${places} (above: ${ours.en}, below: ${theirs.en})`,
        zh: `留给你处理，两边修改了同一条目：第 ${places} 行（上：${ours.zh}，下：${theirs.zh}）`,
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
      return { en: 'gone: both sides moved or removed it', zh: '不再存在：两边都移动或删除了它' }
    case 'by-hand':
      return settled.text === undefined
        ? { en: 'stays removed, as you left it', zh: '按你的处理保持删除' }
        : { en: 'stays as you settled it', zh: '按你的处理保持原样' }
    case 'unable':
      return settled.why === 'not-text'
        ? {
            en: 'left to you: it is not a text file. Choose a side: git checkout --ours or --theirs',
            zh: '留给你处理：它不是文本文件。请选择一边：git checkout --ours 或 --theirs',
          }
        : {
            en: 'left to you: some of its conflict markers are gone, so its sides cannot be told apart',
            zh: '留给你处理：部分冲突标记已缺失，无法分辨两边',
          }
  }
}

/** What git waits for once every file is merged. A stash or a patch that was applied leaves nothing that tells of it. */
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
