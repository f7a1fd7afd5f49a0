/** `memory-bank resolve`: finish a merge of the bank that git could not. */

import type { Language, Words } from '../../base/language.ts'
import { isDriverMissing } from '../../setup/examine-git.ts'
import { spokenLanguage } from '../../verbs/open-bank.ts'
import { carryOutResolve, proposeResolve, type ResolveProposal } from '../../verbs/resolve.ts'
import { gitNext } from '../../verbs/resolve-words.ts'
import { reasonsFor } from '../../bank/plan-text.ts'
import { type Call, type Command, EXIT, type ExitCode } from '../command.ts'
import { agree, canAsk, changeJson, notApplied, remarkRecovery, renderDiffs } from '../confirm-and-apply.ts'
import { open, report } from '../open.ts'
import { WRITING } from '../options.ts'
import { padded, printJson, widthOf, wrapped } from '../terminal.ts'

export const resolve: Command = {
  name: 'resolve',
  group: 'bank',
  place: 7,
  about: { en: 'settle merge conflicts in the bank, entry by entry', zh: '逐条解决 Memory Bank 的合并冲突' },
  operands: '[file …]',
  mostOperands: 1000,
  options: WRITING,
  examples: ['memory-bank resolve', 'memory-bank resolve --dry-run --diff', 'memory-bank resolve --yes'],
  // It writes only what stands on the two sides, which are committed; it can be undone.
  agent: { kind: 'always' },
  exits: ['done', 'failure', 'usage', 'notConfirmed', 'conflict'],
  json: ['resolve'],
  run,
}

type Outcome = 'nothing' | 'planned' | 'not-confirmed' | 'applied'

async function run(call: Call): Promise<ExitCode> {
  const workspace = open(call)
  if (!workspace.ok) return report(workspace.problem, call)
  const language = spokenLanguage(call.language, workspace.value)
  const wish = { files: call.operands, folder: call.folder, byPerson: call.by === 'person' }
  const proposed = proposeResolve(workspace.value, wish)
  if (!proposed.ok) return report(proposed.problem, { ...call, language })
  const proposal = proposed.value
  const { terminal, switches } = call
  const isJson = switches.has('json')
  const end = (outcome: Outcome, code: ExitCode, id?: string): ExitCode => {
    if (isJson) printProposal(call, proposal, language, outcome, id)
    return code
  }
  if (!isJson) {
    remarkRecovery(proposal.recovered, language, terminal)
    terminal.print(renderFiles(proposal, language, call))
  }
  if (proposal.plan.changes.length + proposal.staged.length === 0) return end('nothing', exitWith(proposal))
  const diffs = () => renderDiffs(proposal.plan.changes, terminal)
  if (switches.has('diff') && !isJson) terminal.print(`\n${diffs()}`)
  if (switches.has('dry-run')) return end('planned', EXIT.done)
  const isAsked = canAsk(call) && !switches.has('yes')
  if (!switches.has('yes') && !(isAsked && agree(call, language, diffs))) {
    if (!isJson) terminal.remark(`\n${notApplied(isAsked, ANYBODY, language)}`)
    return end('not-confirmed', EXIT.notConfirmed)
  }
  const done = carryOutResolve(proposal, workspace.value)
  if (!done.ok) return report(done.problem, { ...call, language })
  terminal.acted()
  const { applied, isStaged } = done.value
  if (!isJson) {
    if (applied !== undefined) remarkRecovery(applied.recovered, language, terminal)
    if (!isStaged) terminal.remark(NOT_STAGED(proposal)[language])
    else terminal.print(`\n${afterwards(proposal, applied !== undefined, isDriverMissing(workspace.value))[language]}`)
  }
  return end('applied', isStaged ? exitWith(proposal) : EXIT.failure, applied?.id)
}

/** Without a person only what needs none is settled, so everybody may answer. */
const ANYBODY = { by: 'person' } as const

function exitWith(proposal: ResolveProposal): ExitCode {
  return isWhole(proposal) ? EXIT.done : EXIT.conflict
}

function isWhole({ files }: ResolveProposal): boolean {
  return files.every(({ outcome }) => !['left', 'unable', 'unrecorded'].includes(outcome))
}

function renderFiles({ files }: ResolveProposal, language: Language, { terminal }: Call): string {
  if (files.length === 0) return NOTHING[language]
  const width = Math.min(48, Math.max(...files.map(({ path }) => widthOf(printable(path)))))
  return files
    .map(({ path, words }) =>
      wrapped(`  ${padded(printable(path), width)}  ${words[language]}`, terminal.columns(), '      '),
    )
    .join('\n')
}

/** A name may hold what moves the cursor. */
function printable(path: string): string {
  return path.replace(/\p{Cc}/gu, (character) => JSON.stringify(character).slice(1, -1))
}

const NOTHING: Words = {
  en: 'No file of the bank is unmerged.',
  zh: 'Memory Bank 中没有未合并的文件。',
}

const NOT_STAGED = ({ staged }: ResolveProposal): Words => {
  const command = `git add ${staged.map((path) => `memory-bank/${path}`).join(' ')}`
  return {
    en: `Git's index is locked or damaged and was not told. When git is done: ${command}`,
    zh: `git 的索引被锁定或损坏，未能登记。等 git 空闲后运行：${command}`,
  }
}

function afterwards(proposal: ResolveProposal, isWritten: boolean, isOffered: boolean): Words {
  const undo = isWritten ? { en: ' Undo: memory-bank undo', zh: '撤销：memory-bank undo' } : { en: '', zh: '' }
  const done: Words = {
    en: `[Memory Bank updated] Status: done.${undo.en}`,
    zh: `[Memory Bank 写入完成] 状态：成功。${undo.zh}`,
  }
  if (!isWhole(proposal))
    return {
      en: `${done.en}\nSettle the places named above by hand, then: git add memory-bank`,
      zh: `${done.zh}\n请手动处理上面列出的位置，然后运行：git add memory-bank`,
    }
  const next = gitNext(proposal.operation)
  const offer = isOffered
    ? {
        en: '\nGit can do this by itself next time: memory-bank install git',
        zh: '\n下次可由 git 自动完成：memory-bank install git',
      }
    : { en: '', zh: '' }
  return {
    en: `${done.en}\nNext: ${next}, then memory-bank refresh to bring the indexes up to date.${offer.en}`,
    zh: `${done.zh}\n下一步：${next}，然后运行 memory-bank refresh 更新索引。${offer.zh}`,
  }
}

function printProposal(
  call: Call,
  proposal: ResolveProposal,
  language: Language,
  outcome: Outcome,
  id: string | undefined,
): void {
  printJson(call.terminal, 'resolve', {
    outcome,
    ...(id === undefined ? {} : { id }),
    language,
    operation: proposal.operation ?? null,
    files: proposal.files.map(({ path, outcome: what, words, conflicts }) => ({
      path,
      outcome: what,
      why: words[language],
      conflicts,
    })),
    changes: proposal.plan.changes.map((change) => ({
      ...changeJson(change, call.switches.has('diff')),
      why: reasonsFor(proposal.plan, change.path, language),
    })),
    staged: proposal.staged,
    recovered: proposal.recovered,
  })
}
