/** `memory-bank init`, `refresh`, `index` and `archive`: create the bank, or bring all or a part of it up to date. */

import { realpathSync } from 'node:fs'
import { describeState } from '../../bank/bank-state.ts'
import { pageOf } from '../../bank/page.ts'
import { INTENT_NAMES, type Plan } from '../../base/change.ts'
import type { Words } from '../../base/language.ts'
import { MEMORY, SECTION } from '../../base/layout.ts'
import { LIMITS } from '../../base/limits.ts'
import { fail } from '../../base/result.ts'
import { accept } from '../../consent/accept.ts'
import type { Host } from '../../setup/host.ts'
import { proposeTeamMode } from '../../setup/team-mode.ts'
import { teamOffer } from '../../setup/team-offer.ts'
import { proposeArchive } from '../../verbs/archive-unused.ts'
import { filesChanged } from '../../verbs/history.ts'
import { importable, namesOf } from '../../verbs/importable.ts'
import { learnStep } from '../../verbs/next-step.ts'
import type { Workspace } from '../../verbs/open-bank.ts'
import { propose, type RefreshPlan, type Wishes, withStaleFacts } from '../../verbs/refresh.ts'
import { trust } from '../../verbs/trust.ts'
import { GRACE_DAYS, LEAST_OFFERS } from '../../verbs/usage.ts'
import { type Command, type CommandCall, type Ending, EXIT, misused, type ProjectCall } from '../command.ts'
import { confirmAndApply, planOrAsk, UNDO } from '../confirm-and-apply.ts'
import { inProject } from '../in-project.ts'
import { CONFLICTS, flag, WRITING } from '../options.ts'
import { askTrust, confirmSetup, type FoundHosts, findHosts } from '../setup.ts'
import { paint } from '../terminal.ts'

export const init: Command = {
  name: 'init',
  group: 'bank',
  place: 1,
  about: {
    en: 'create a memory bank for this project (same as refresh)',
    zh: '为项目创建 Memory Bank（等同 refresh）',
  },
  options: { ...WRITING, ...CONFLICTS },
  examples: ['memory-bank init', 'memory-bank init --dry-run --diff'],
  agent: { kind: 'unanswered' },
  isForScripts: true,
  exits: ['done', 'failure', 'usage', 'notConfirmed', 'conflict'],
  json: ['plan'],
  run: inProject((call) => runRefresh(call)),
}

export const refresh: Command = {
  ...init,
  name: 'refresh',
  place: 2,
  about: { en: 'create, upgrade, migrate or update the bank', zh: '创建、升级、迁移或更新 Memory Bank' },
  options: {
    ...init.options,
    fold: flag('only move the entries of inbox/ to their places', '仅将 inbox/ 中的条目合入各自位置'),
    team: flag(
      'enable team mode in memory-bank.json: new entries go to inbox/',
      '在 memory-bank.json 中启用团队模式：条目先存入 inbox/',
    ),
  },
  json: ['plan', 'setup'],
  examples: ['memory-bank refresh', 'memory-bank refresh --yes --on-conflict keep', 'memory-bank refresh --fold'],
}

export const index: Command = {
  ...init,
  name: 'index',
  place: 5,
  about: { en: 'update the index files', zh: '更新索引文件' },
  examples: ['memory-bank index'],
  agent: { kind: 'never' },
  run: inProject((call) => runRefresh(call, 'index')),
}

export const archive: Command = {
  ...index,
  name: 'archive',
  place: 6,
  about: { en: 'move finished items out of progress and focus', zh: '归档已完成的条目' },
  operands: '[entry]',
  mostOperands: 20,
  options: {
    ...index.options,
    unused: flag(
      'archive documents that were offered but never opened (see usage)',
      '归档多次提供却从未打开的文档（见 usage）',
    ),
  },
  isForScripts: false,
  examples: ['memory-bank archive --dry-run', 'memory-bank archive --unused', 'memory-bank archive --unused e3f9k2'],
  run: inProject((call) =>
    call.switches.has('unused') || call.operands.length > 0 ? archiveUnused(call) : runRefresh(call, 'archive'),
  ),
}

async function runRefresh(call: ProjectCall, only?: 'index' | 'archive'): Promise<Ending> {
  const { workspace } = call
  const part: Wishes['part'] = call.switches.has('fold') ? 'fold' : only
  if (call.switches.has('team')) return switchTeamMode(call)
  const wishes = { language: call.asked, ...(part === undefined ? {} : { part }) }
  const proposed = planOrAsk(call, (onConflict) => propose(workspace, { ...wishes, onConflict }))
  if (!proposed.ok) return proposed
  // Only init and refresh create a bank.
  if (part !== undefined && proposed.value.state.kind === 'absent')
    return fail({ code: 'bank-absent', path: workspace.project.root })
  const proposal = withStaleFacts(proposed.value, workspace)
  const { plan, language } = proposal
  const isNew = plan.intent === 'init'
  const isMade = isNew && workspace.config.ignored.length === 0
  const hosts = isNew ? await findHosts(call) : undefined
  const ended = await confirmAndApply(call, {
    ...proposal,
    remarks: [...proposal.remarks, ...(isNew ? elsewhere(call) : [])],
    head: plan.changes.length > 0 ? `${headline(proposal, workspace)}\n` : '',
    nothing: NOTHING_TO_DO[part ?? 'all'],
    apply() {
      const done = accept({ plan }, workspace)
      if (done.ok) call.terminal.acted()
      // Creating a bank trusts the repository, unless its settings would weaken protection.
      if (done.ok && isMade) trust(call, 'remember')
      return done
    },
    result: () => (isNew ? resultOfInit(plan, { ...call, language }, hosts, offersFor(workspace, call)) : undefined),
  })
  if (part === undefined && !isMade && ended === EXIT.done) askTrust({ ...call, language }, workspace)
  return ended
}

/** The bank is made at the root of the project, even if -C names a folder below it. */
function elsewhere({ folder, values, workspace: { project } }: ProjectCall): readonly Words[] {
  if (!values.has('project') || realpathSync.native(folder) === project.root) return []
  return [
    {
      en: `${folder} is inside the repository ${project.root}. The bank is made at its top, for all of it.`,
      zh: `${folder} 位于仓库 ${project.root} 中。Memory Bank 建在仓库顶层，供整个仓库使用。`,
    },
  ]
}

/** Enables team mode in memory-bank.json, after showing the change (S16). */
async function switchTeamMode(call: ProjectCall): Promise<Ending> {
  return confirmSetup(call, proposeTeamMode(call.workspace, call.env), {
    nothing: TEAM_MODE.already,
    after: () => [TEAM_MODE.after],
  })
}

const TEAM_MODE: Readonly<Record<'already' | 'after', Words>> = {
  already: { en: 'Team mode is already on. Nothing to do.', zh: '团队模式已启用，无需改动。' },
  after: {
    en: 'New entries go to memory-bank/inbox/, one file each. Move them to their places: memory-bank refresh --fold\nCommit memory-bank.json to enable it for everybody. Disable: "team": false',
    zh: '新条目将存入 memory-bank/inbox/，每条一个文件。合入各自位置：memory-bank refresh --fold\n请提交 memory-bank.json 以便所有人启用。关闭："team": false',
  },
}

function headline(proposal: RefreshPlan, workspace: Workspace): string {
  const state = describeState(proposal.state)[proposal.language]
  const intent = INTENT_NAMES[proposal.plan.intent]
  return {
    en: `${workspace.project.root}: ${state}. Plan: ${intent.en}.`,
    zh: `${workspace.project.root}：${state}。计划：${intent.zh}。`,
  }[proposal.language]
}

const NOTHING_TO_DO: Readonly<Record<'all' | 'index' | 'archive' | 'fold', Words>> = {
  all: { en: 'The bank is up to date. Nothing to do.', zh: 'Memory Bank 已是最新，无需改动。' },
  index: { en: 'All indexes are up to date. Nothing to do.', zh: '索引均为最新，无需改动。' },
  fold: { en: 'The inbox is empty. Nothing to do.', zh: 'inbox 为空，无需改动。' },
  archive: {
    en: `Nothing to archive. Items are archived after ${LIMITS.archiveKeepDays} days, once there are more than ${LIMITS.archiveDoneItems} or the file exceeds ${LIMITS.archiveLines} lines.`,
    zh: `没有需要归档的条目。已完成条目超过 ${LIMITS.archiveDoneItems} 条或文件超过 ${LIMITS.archiveLines} 行时，归档 ${LIMITS.archiveKeepDays} 天以前的条目。`,
  },
}

/** For a new bank: its facts, the next step, and how to undo it. */
function resultOfInit(
  { changes }: Plan,
  { terminal, language }: CommandCall,
  hosts: FoundHosts | undefined,
  offers: readonly Words[],
): string {
  const memory = changes.find((change) => change.kind === 'create' && change.path === MEMORY)
  const facts = memory !== undefined && 'text' in memory ? pageOf(memory.text).sectionBody(SECTION.snapshot) : undefined
  const found = { en: 'Found, with sources:', zh: '已扫描到（均注明来源）：' }[language]
  return [
    filesChanged(changes, language) + { en: '.', zh: '。' }[language],
    '',
    paint(terminal).bold(found),
    (facts ?? '').trim(),
    '',
    ...[...(hosts === undefined ? [] : nextSteps(hosts)), ...offers, UNDO].map((words) => words[language]),
  ].join('\n')
}

/** Further steps for a new bank. */
function offersFor(workspace: Workspace, call: CommandCall): readonly Words[] {
  const found = importable(workspace, call.env)
  const team = teamOffer(workspace)
  const names = namesOf(found)
  const bringAlong = {
    en: `Also:  memory-bank import   (imports notes of ${names.en})`,
    zh: `另外：memory-bank import（导入已有的记忆：${names.zh}）`,
  }
  return [...(found.length > 0 ? [bringAlong] : []), ...(team === undefined ? [] : [team])]
}

/** First connect an agent, so that the bank is read. Then let that agent learn what a scan cannot find. */
function nextSteps({ all, detected, unconnected }: FoundHosts): readonly Words[] {
  const names = (hosts: readonly Host[]) => hosts.map((host) => host.name).join(', ')
  const learn = (lead: Words): Words => {
    const step = learnStep(detected)
    return { en: `${lead.en}${step.en}`, zh: `${lead.zh}${step.zh}` }
  }
  if (detected.length > 0 && unconnected.length === 0) return [learn({ en: 'Next:  ', zh: '下一步：' })]
  const command = `memory-bank install${unconnected.map((host) => ` ${host.id}`).join('')}`
  const programs = all.filter((host) => host.program !== undefined)
  const connect: Words =
    unconnected.length > 0
      ? {
          en: `Next:  ${command}   (connects ${names(unconnected)}; until then no agent reads the bank)`,
          zh: `下一步：${command}（连接 ${names(unconnected)}；在此之前没有 Agent 会读取它）`,
        }
      : {
          en: `Next:  ${command} <agent>   (connects your agent: ${programs.map((host) => host.id).join(', ')})`,
          zh: `下一步：${command} <Agent>（连接你的 Agent：${programs.map((host) => host.id).join('、')}）`,
        }
  return [connect, learn({ en: 'Then:  ', zh: '然后：' })]
}

async function archiveUnused(call: ProjectCall): Promise<Ending> {
  if (!call.switches.has('unused')) return misused(call, ONLY_UNUSED)
  const proposed = proposeArchive(call.workspace, call.asked, call.operands)
  if (!proposed.ok) return proposed
  const { plan, bank, language } = proposed.value
  return confirmAndApply(call, { ...bank, plan, language, nothing: NOTHING })
}

const ONLY_UNUSED: Words = {
  en: 'Entries can be named with --unused only. Finished items are found automatically.',
  zh: '只有 --unused 可以指定条目；已完成的条目会自动找出。',
}

const NOTHING: Words = {
  en: `Nothing to archive. A document qualifies if it was offered in at least ${LEAST_OFFERS} sessions over ${GRACE_DAYS} days and never opened. See: memory-bank usage`,
  zh: `没有需要归档的文档。${GRACE_DAYS} 天内在至少 ${LEAST_OFFERS} 个会话中提供却从未打开的文档才会归档。查看：memory-bank usage`,
}
