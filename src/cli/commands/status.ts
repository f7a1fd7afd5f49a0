/** `memory-bank status`: the state of the bank and the next step. */

import { describeState } from '../../bank/bank-state.ts'
import type { UsageSummary } from '../../bank/usage.ts'
import type { Language, Words } from '../../base/language.ts'
import { unconnectedAgents } from '../../setup/unconnected-agents.ts'
import { importable } from '../../verbs/importable.ts'
import { type Around, type BankStatus, nextOf, status as readStatus, statusReport } from '../../verbs/status.ts'
import { type Command, type CommandCall, type Ending, EXIT, type ProjectCall } from '../command.ts'
import { inProject, remarkRecovery } from '../in-project.ts'
import { padded, paint, show, wrapped } from '../terminal.ts'
import { timeWords } from '../time-words.ts'

export const status: Command = {
  name: 'status',
  group: 'bank',
  place: 3,
  about: { en: 'show the state of the bank and the next step', zh: '查看概览与下一步' },
  options: {},
  examples: ['memory-bank status', 'mb status --json'],
  agent: { kind: 'always' },
  exits: ['done', 'failure', 'usage'],
  json: ['status'],
  run: inProject(run),
}

function run(call: ProjectCall): Ending {
  const known = readStatus(call.workspace, call.asked)
  if (!known.ok) return known
  const { recovered, language } = known.value
  const unconnected = unconnectedAgents(call.workspace, call.env)
  const around = { unconnected, importable: importable(call.workspace, call.env) }
  if (!call.switches.has('json')) remarkRecovery(recovered, { terminal: call.terminal, language })
  show(
    call,
    () => statusReport(known.value, around),
    () => render(known.value, around, call),
  )
  return EXIT.done
}

function render(status: BankStatus, around: Around, call: CommandCall): string {
  const { language, state } = status
  const colour = paint(call.terminal)
  const light =
    state.kind === 'current'
      ? colour.green
      : state.kind === 'broken' || state.kind === 'unmerged'
        ? colour.red
        : colour.yellow
  const columns = call.terminal.columns()
  const lines: readonly (readonly [Words, string | undefined])[] = [
    [{ en: 'Bank', zh: '状态' }, describeState(state)[language]],
    ...(status.files > 0 ? contentLines(status, colour.yellow(' !')) : []),
    [{ en: 'Written', zh: '写入' }, status.files > 0 ? writtenOf(status) : undefined],
    [{ en: 'Waiting', zh: '待答复' }, status.waiting > 0 ? colour.yellow(waitingOf(status)) : undefined],
    [{ en: 'Inbox', zh: 'inbox' }, status.inbox > 0 ? inboxOf(status) : undefined],
    [{ en: 'Problems', zh: '问题' }, status.findings ? colour.yellow(findingsOf(status)) : undefined],
    [{ en: 'History', zh: '历史' }, status.journalled > 0 ? historyOf(status) : undefined],
    [{ en: 'Use', zh: '使用' }, status.usage === undefined ? undefined : useOf(status.usage, language)],
    [
      { en: 'Settings', zh: '配置' },
      status.unfinishedSetup.length > 0 ? colour.yellow(INTERRUPTED[language]) : undefined,
    ],
    ...status.remarks.map((remark) => [{ en: 'Note', zh: '注意' }, colour.yellow(remark[language])] as const),
    [{ en: 'Next', zh: '下一步' }, colour.bold(nextOf(status, around)[language])],
  ]
  const shown = lines.flatMap(([label, value]) =>
    value === undefined
      ? []
      : [wrapped(padded({ en: `${label.en}:`, zh: `${label.zh}：` }[language], 10) + value, columns, ' '.repeat(10))],
  )
  return [`${light('●')} ${colour.bold(status.root)}`, ...shown].join('\n')
}

/** Sizes of the bank. `over` is appended if MEMORY.md exceeds its token budget. */
function contentLines(status: BankStatus, over: string): readonly (readonly [Words, string])[] {
  const { language, files, lines, entryTokens, entryBudget } = status
  const tokens = {
    en: `about ${entryTokens} of ${entryBudget} tokens per session`,
    zh: `每个会话约 ${entryTokens} / ${entryBudget} tokens`,
  }[language]
  const indexed = { en: ' (indexed)', zh: '（有索引）' }[language]
  const folders = status.folders.map((folder) => `${folder.folder} ${folder.files}${folder.index ? indexed : ''}`)
  return [
    [{ en: 'Files', zh: '文件' }, { en: `${files} (${lines} lines)`, zh: `${files} 个（${lines} 行）` }[language]],
    [{ en: 'Entry', zh: '入口' }, tokens + (entryTokens > entryBudget ? over : '')],
    [{ en: 'Details', zh: '详情' }, folders.join(' · ')],
  ]
}

function writtenOf({ lastUpdated, editedByHand, language }: BankStatus): string | undefined {
  if (lastUpdated === undefined || lastUpdated === '') return undefined
  return (
    timeWords(lastUpdated, language) +
    (editedByHand ? { en: ', with edits by hand', zh: '，含手动修改' }[language] : '')
  )
}

const INTERRUPTED: Words = { en: 'an install or uninstall was interrupted', zh: '有一次安装或卸载被中断' }

function useOf({ days, sessions, used, tokensPerSession }: UsageSummary, language: Language): string {
  const cost =
    tokensPerSession === undefined
      ? { en: '', zh: '' }
      : { en: ` · about ${tokensPerSession} tokens per session`, zh: ` · 每个会话约 ${tokensPerSession} tokens` }
  return {
    en: `${sessions} ${sessions === 1 ? 'session' : 'sessions'} in ${days} days · ${used} ${used === 1 ? 'entry' : 'entries'} read or acted on${cost.en}`,
    zh: `最近 ${days} 天 ${sessions} 个会话 · 读取或依据了 ${used} 个条目${cost.zh}`,
  }[language]
}

function waitingOf({ waiting, language }: BankStatus): string {
  return { en: `${waiting} ${waiting === 1 ? 'proposal' : 'proposals'}`, zh: `${waiting} 条提议` }[language]
}

function inboxOf({ inbox, language }: BankStatus): string {
  return {
    en: `${inbox} ${inbox === 1 ? 'entry' : 'entries'}; move to their places: memory-bank refresh --fold`,
    zh: `${inbox} 条，合入各自位置：memory-bank refresh --fold`,
  }[language]
}

function findingsOf({ findings = 0, language }: BankStatus): string {
  return { en: `${findings}, by the last check`, zh: `上次检查发现 ${findings} 个` }[language]
}

/** Counts the changes that can be undone. `memory-bank history` lists all changes. */
function historyOf({ journalled, undoable, language }: BankStatus): string {
  if (undoable === 0)
    return { en: 'nothing left to undo; see: memory-bank history', zh: '没有可撤销的改动；查看：memory-bank history' }[
      language
    ]
  const rest = journalled - undoable
  const aside =
    rest === 0 ? '' : { en: ` (plus ${rest} undone or by others)`, zh: `（另有 ${rest} 次已撤销或来自外部）` }[language]
  return {
    en: `${undoable} ${undoable === 1 ? 'change' : 'changes'}${aside}, undo with: memory-bank undo`,
    zh: `${undoable} 次改动${aside}，可撤销：memory-bank undo`,
  }[language]
}
