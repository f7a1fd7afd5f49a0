/** `memory-bank resolve`: merges the files of the bank that git left unmerged. */

import { reasonsFor } from '../../bank/plan-lines.ts'
import type { Language, Words } from '../../base/language.ts'
import { ok } from '../../base/result.ts'
import { isDriverMissing } from '../../setup/examine-git.ts'
import { filesChanged } from '../../verbs/history.ts'
import { carryOutResolve, gitNext, proposeResolve, type ResolveProposal } from '../../verbs/resolve.ts'
import { changeJson, renderDiffs } from '../change-text.ts'
import { type Command, type CommandCall, type Ending, EXIT, type ExitCode, type ProjectCall } from '../command.ts'
import { confirmChange } from '../confirm-and-apply.ts'
import { inProject } from '../in-project.ts'
import { WRITING } from '../options.ts'
import { padded, widthOf, wrapped } from '../terminal.ts'

export const resolve: Command = {
  name: 'resolve',
  group: 'bank',
  place: 7,
  about: { en: 'resolve merge conflicts in the bank, entry by entry', zh: '逐条解决 Memory Bank 的合并冲突' },
  operands: '[file …]',
  mostOperands: 1000,
  options: WRITING,
  examples: ['memory-bank resolve', 'memory-bank resolve --dry-run --diff', 'memory-bank resolve --yes'],
  // For an agent, `resolve` writes only text of the two committed sides, and it can be undone.
  agent: { kind: 'always' },
  exits: ['done', 'failure', 'usage', 'notConfirmed', 'conflict'],
  json: ['resolve'],
  run: inProject(run),
}

async function run(call: ProjectCall): Promise<Ending> {
  const { workspace, terminal, language, switches } = call
  const wish = { files: call.operands, folder: call.folder, byPerson: call.by === 'person' }
  const proposed = proposeResolve(workspace, wish)
  if (!proposed.ok) return proposed
  const proposal = proposed.value
  const { plan, files, staged, operation } = proposal
  const diffs = () => renderDiffs(plan.changes, terminal)
  const isEmpty = plan.changes.length + staged.length === 0
  return confirmChange(
    // Agents get the hint for people: they may pass --yes too, because files that need a person are skipped.
    { ...call, by: 'person' },
    {
      recovered: proposal.recovered,
      head: renderFiles(proposal, language, call),
      nothing: isEmpty ? '' : undefined,
      preview: () => (switches.has('diff') ? `\n${diffs()}` : ''),
      diffs,
      kind: 'resolve',
      report: () => ({
        language,
        operation: operation ?? null,
        files: files.map(({ path, outcome, words, conflicts }) => ({ path, outcome, why: words[language], conflicts })),
        changes: plan.changes.map((change) => ({
          ...changeJson(change, switches.has('diff')),
          why: reasonsFor(plan, change.path, language),
        })),
        staged,
      }),
      apply() {
        const done = carryOutResolve(proposal, workspace)
        if (!done.ok) return done
        const { applied, isStaged } = done.value
        return ok({ id: applied?.id, recovered: applied?.recovered ?? [], isStaged })
      },
      unstaged: NOT_STAGED(proposal),
      after: (id, isStaged) =>
        isStaged ? `\n${afterwards(proposal, id !== undefined, isDriverMissing(workspace))[language]}` : '',
      exit: (isStaged) => (isStaged ? exitWith(proposal) : EXIT.failure),
    },
  )
}

function exitWith(proposal: ResolveProposal): ExitCode {
  return isWhole(proposal) ? EXIT.done : EXIT.conflict
}

function isWhole({ files }: ResolveProposal): boolean {
  return files.every(({ outcome }) => !['left', 'unable', 'unrecorded'].includes(outcome))
}

function renderFiles({ files }: ResolveProposal, language: Language, { terminal }: CommandCall): string {
  if (files.length === 0) return NOTHING[language]
  const width = Math.min(48, Math.max(...files.map(({ path }) => widthOf(printable(path)))))
  return files
    .map(({ path, words }) =>
      wrapped(`  ${padded(printable(path), width)}  ${words[language]}`, terminal.columns(), '      '),
    )
    .join('\n')
}

/** Escapes control characters in a file name. */
function printable(path: string): string {
  return path.replace(/\p{Cc}/gu, (character) => JSON.stringify(character).slice(1, -1))
}

const NOTHING: Words = {
  en: 'No unmerged files in the bank.',
  zh: 'Memory Bank 中没有未合并的文件。',
}

const NOT_STAGED = ({ staged }: ResolveProposal): Words => {
  const command = `git add ${staged.map((path) => `memory-bank/${path}`).join(' ')}`
  return {
    en: `Merged the files, but git's index is locked or damaged. When git is done: ${command}`,
    zh: `文件已合并，但 git 索引被锁定或损坏。待 git 空闲后运行：${command}`,
  }
}

function afterwards(proposal: ResolveProposal, isWritten: boolean, isOffered: boolean): Words {
  const { plan, staged } = proposal
  const done: Words = isWritten
    ? {
        en: `${filesChanged(plan.changes, 'en')}. Undo: memory-bank undo`,
        zh: `${filesChanged(plan.changes, 'zh')}。撤销：memory-bank undo`,
      }
    : {
        en: `Staged ${staged.length} ${staged.length === 1 ? 'file' : 'files'}.`,
        zh: `已暂存 ${staged.length} 个文件。`,
      }
  if (!isWhole(proposal))
    return {
      en: `${done.en}\nResolve the conflicts listed above by hand, then: git add memory-bank`,
      zh: `${done.zh}\n请手动解决上面列出的冲突，然后运行：git add memory-bank`,
    }
  const next = gitNext(proposal.operation)
  const offer = isOffered
    ? {
        en: '\nLet git do this next time: memory-bank install git',
        zh: '\n下次可由 git 自动完成：memory-bank install git',
      }
    : { en: '', zh: '' }
  return {
    en: `${done.en}\nNext: ${next}, then memory-bank refresh to update the indexes.${offer.en}`,
    zh: `${done.zh}\n下一步：${next}，然后运行 memory-bank refresh 更新索引。${offer.zh}`,
  }
}
