/** `memory-bank refresh` (and `init`, `index`, `archive`): show the plan, ask, carry it out. */

import { describeState } from '../../core/bank-state.ts'
import { conflictChoice, type Plan } from '../../core/change.ts'
import type { Language } from '../../core/language.ts'
import { MEMORY, SECTION } from '../../core/layout.ts'
import { carryOut } from '../../flows/carry-out.ts'
import { spokenLanguage } from '../../flows/open-bank.ts'
import { type Proposal, propose } from '../../flows/refresh.ts'
import { withStaleFacts } from '../../flows/stale-facts.ts'
import type { Workspace } from '../../flows/workspace.ts'
import { sectionBody } from '../../text/sections.ts'
import { askConflict } from '../ask-conflict.ts'
import type { Call } from '../command.ts'
import { confirmAndApply } from '../confirm-and-apply.ts'
import type { ExitCode } from '../exit-codes.ts'
import { open } from '../open.ts'
import { paint } from '../render/paint.ts'
import { report } from '../render/problem.ts'
import { remarkRecovery } from '../render/recovery.ts'

export function refresh(call: Call): Promise<ExitCode> {
  return run(call, undefined)
}

export function index(call: Call): Promise<ExitCode> {
  return run(call, 'index')
}

export function archive(call: Call): Promise<ExitCode> {
  return run(call, 'archive')
}

async function run(call: Call, part: 'index' | 'archive' | undefined): Promise<ExitCode> {
  const workspace = open(call)
  if (!workspace.ok) return report(workspace.problem, call)
  const wishes = {
    language: call.language,
    onConflict: conflictChoice(call.values.get('on-conflict') ?? ''),
    ...(part === undefined ? {} : { part }),
  }
  let proposed = propose(workspace.value, wishes)
  if (
    !proposed.ok &&
    proposed.problem.code === 'block-edited' &&
    call.terminal.interactive &&
    !call.switches.has('json')
  ) {
    const choice = askConflict(
      { ...call, language: spokenLanguage(call.language, workspace.value) },
      proposed.problem.paths,
    )
    if (choice !== undefined) proposed = propose(workspace.value, { ...wishes, onConflict: choice })
  }
  if (!proposed.ok)
    return report(proposed.problem, { ...call, language: spokenLanguage(call.language, workspace.value) })
  const proposal = withStaleFacts(proposed.value, workspace.value)
  if (!call.switches.has('json')) {
    remarkRecovery(proposal.recovered, proposal.language, call.terminal)
    if (proposal.plan.changes.length > 0) call.terminal.print(`${headline(proposal, workspace.value)}\n`)
  }
  return confirmAndApply(call, {
    plan: proposal.plan,
    language: proposal.language,
    recovered: proposal.recovered,
    state: proposal.state.kind,
    nothing: nothingToDo(part, proposal.language),
    apply: () => carryOut(proposal.plan, workspace.value),
    after: (plan) => afterwards(plan, proposal.language, call),
  })
}

function headline(proposal: Proposal, workspace: Workspace): string {
  const state = describeState(proposal.state)[proposal.language]
  const intent = {
    init: { en: 'make a bank', zh: '初始化' },
    entry: { en: 'make the entry', zh: '补建入口' },
    upgrade: { en: 'upgrade', zh: '升级' },
    migrate: { en: 'migrate', zh: '迁移' },
    refresh: { en: 'refresh', zh: '刷新' },
    index: { en: 'bring indexes up to date', zh: '更新索引' },
    archive: { en: 'archive', zh: '归档' },
    fix: { en: 'fix what check found', zh: '修复检查结果' },
    undo: { en: 'undo', zh: '撤销' },
    restore: { en: 'put back', zh: '恢复' },
    write: { en: 'write', zh: '写入' },
    install: { en: 'install', zh: '安装' },
    uninstall: { en: 'uninstall', zh: '卸载' },
  }[proposal.plan.intent]
  return {
    en: `${workspace.project.root}: ${state}. Plan: ${intent.en}.`,
    zh: `${workspace.project.root}：${state}。计划：${intent.zh}。`,
  }[proposal.language]
}

function nothingToDo(part: 'index' | 'archive' | undefined, language: Language): string {
  const words = {
    all: { en: 'The bank is up to date. Nothing to do.', zh: 'Memory Bank 已是最新，无需改动。' },
    index: { en: 'Every index is up to date. Nothing to do.', zh: '索引均为最新，无需改动。' },
    archive: { en: 'Nothing is due for the archive.', zh: '没有需要归档的条目。' },
  }
  return words[part ?? 'all'][language]
}

/** After a first bank: what it knows now, where to go on, and the way back. */
function afterwards(plan: Plan, language: Language, call: Call): string {
  const colour = paint(call.terminal)
  const undo = { en: 'Undo:  memory-bank undo', zh: '撤销：memory-bank undo' }[language]
  const memory = plan.changes.find((change) => change.kind === 'create' && change.path === MEMORY)
  if (plan.intent !== 'init' || memory === undefined || !('text' in memory)) return undo
  const facts = (sectionBody(memory.text, SECTION.snapshot) ?? '').trim()
  const found = { en: 'What it knows now, each with its source:', zh: '现在它知道（均注明来源）：' }[language]
  const next = {
    en: 'Next:  read memory-bank/MEMORY.md, write what only you know into its user block, commit memory-bank/',
    zh: '下一步：阅读 memory-bank/MEMORY.md，把只有你知道的写进用户区块，并提交 memory-bank/',
  }[language]
  return [colour.bold(found), facts, '', next, undo].join('\n')
}
