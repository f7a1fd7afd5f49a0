/** `memory-bank init`, `refresh`, `index` and `archive`: make the bank, or bring it or a part of it up to date. */

import { pageOf } from '../../bank/page.ts'
import { accept } from '../../consent/accept.ts'
import { describeState } from '../../bank/bank-state.ts'
import { INTENT_NAMES, type Plan } from '../../base/change.ts'
import type { Language, Words } from '../../base/language.ts'
import { MEMORY, SECTION } from '../../base/layout.ts'
import { LIMITS } from '../../base/limits.ts'
import { proposeArchive } from '../../verbs/archive-unused.ts'
import type { Host } from '../../setup/host.ts'
import { importable, namesOf } from '../../verbs/importable.ts'
import { carryOutSetup } from '../../setup/install.ts'
import { learnStep } from '../../verbs/next-step.ts'
import { spokenLanguage } from '../../verbs/open-bank.ts'
import { propose, type RefreshPlan, type Wishes } from '../../verbs/refresh.ts'
import { withStaleFacts } from '../../verbs/stale-facts.ts'
import { proposeTeamMode, teamOffer } from '../../setup/team-mode.ts'
import { trust } from '../../verbs/trust.ts'
import { GRACE_DAYS, LEAST_OFFERS } from '../../verbs/usage.ts'
import type { Workspace } from '../../verbs/workspace.ts'
import { type Call, type Command, EXIT, type ExitCode } from '../command.ts'
import { confirmAndApply, planOrAsk, remarkRecovery, UNDO } from '../confirm-and-apply.ts'
import { languageOf, open, report } from '../open.ts'
import { CONFLICTS, FOLDING, WRITING } from '../options.ts'
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
  operands: '',
  mostOperands: 0,
  options: { ...WRITING, ...CONFLICTS },
  examples: ['memory-bank init', 'memory-bank init --dry-run --diff'],
  agent: { kind: 'unanswered' },
  isForScripts: true,
  exits: ['done', 'failure', 'usage', 'notConfirmed', 'conflict'],
  json: ['plan'],
  run: (call) => runRefresh(call),
}

export const refresh: Command = {
  ...init,
  name: 'refresh',
  place: 2,
  about: { en: 'create, upgrade, migrate or update the bank', zh: '创建、升级、迁移或更新 Memory Bank' },
  options: { ...init.options, ...FOLDING },
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
  run: (call) => runRefresh(call, 'index'),
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
    unused: {
      about: {
        en: 'move documents that were offered and never followed (see usage), all or those named',
        zh: '归档多次提供却从未被采用的文档（见 usage），可只选其中几个',
      },
    },
  },
  isForScripts: false,
  examples: ['memory-bank archive --dry-run', 'memory-bank archive --unused', 'memory-bank archive --unused e3f9k2'],
  run: (call) =>
    call.switches.has('unused') || call.operands.length > 0 ? archiveUnused(call) : runRefresh(call, 'archive'),
}

async function runRefresh(call: Call, only?: 'index' | 'archive'): Promise<ExitCode> {
  const part: Wishes['part'] = call.switches.has('fold') ? 'fold' : only
  const workspace = open(call)
  if (!workspace.ok) return report(workspace.problem, call)
  if (call.switches.has('team')) return switchTeamMode(call, workspace.value)
  const spoken = { ...call, language: spokenLanguage(call.language, workspace.value) }
  const wishes = { language: call.language, ...(part === undefined ? {} : { part }) }
  const proposed = planOrAsk(spoken, (onConflict) => propose(workspace.value, { ...wishes, onConflict }))
  if (!proposed.ok) return report(proposed.problem, spoken)
  // Only init and refresh make a bank.
  if (part !== undefined && proposed.value.state.kind === 'absent')
    return report({ code: 'bank-absent', path: workspace.value.project.root }, spoken)
  const proposal = withStaleFacts(proposed.value, workspace.value)
  const { language, recovered, state, remarks } = proposal
  const plan = call.switches.has('json') ? withNotes(proposal.plan, remarks) : proposal.plan
  const isMade = plan.intent === 'init' && workspace.value.config.ignored.length === 0
  if (!call.switches.has('json')) {
    remarkRecovery(recovered, language, call.terminal)
    for (const remark of remarks) call.terminal.remark(remark[language])
    if (plan.changes.length > 0) call.terminal.print(`${headline(proposal, workspace.value)}\n`)
  }
  const hosts = plan.intent === 'init' ? await findHosts(call) : undefined
  const code = await confirmAndApply(call, {
    plan,
    language,
    recovered,
    state: state.kind,
    nothing: NOTHING_TO_DO[part ?? 'all'][language],
    apply: () => {
      const done = accept({ plan }, workspace.value)
      if (done.ok) call.terminal.acted()
      // A person who makes a bank trusts the repository; settings that came with it are another matter.
      if (done.ok && isMade) trust(call, 'remember')
      return done
    },
    after: () => afterwards(plan, language, call, hosts, offersFor(workspace.value, call)),
  })
  if (part === undefined && !isMade && code === EXIT.done) askTrust(call, workspace.value, language)
  return code
}

/** Team mode on, by a change of memory-bank.json that the person sees first (S16). */
async function switchTeamMode(call: Call, workspace: Workspace): Promise<ExitCode> {
  const language = spokenLanguage(call.language, workspace)
  const proposed = proposeTeamMode(workspace, call.env)
  if (!proposed.ok) return report(proposed.problem, { ...call, language })
  return confirmSetup(call, {
    proposal: proposed.value,
    language,
    root: workspace.project.root,
    nothing: TEAM_MODE.already[language],
    apply: () => carryOutSetup(proposed.value, new Date()),
    after: [TEAM_MODE.after[language]],
  })
}

const TEAM_MODE: Readonly<Record<'already' | 'after', Words>> = {
  already: { en: 'Team mode is on already. Nothing to do.', zh: '团队模式已启用，无需改动。' },
  after: {
    en: 'New entries wait in memory-bank/inbox/, one file each. Fold them in when you like: memory-bank refresh --fold\nCommit memory-bank.json so that everybody does so. Off again: "team": false',
    zh: '新条目将存入 memory-bank/inbox/，每条一个文件。随时可合入：memory-bank refresh --fold\n请提交 memory-bank.json 使所有人一致。关闭："team": false',
  },
}

/** Adds the remarks to the notes, so that scripts read what a person is told. */
function withNotes(plan: Plan, remarks: readonly Words[]): Plan {
  return { ...plan, notes: [...plan.notes, ...remarks] }
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
  fold: { en: 'Nothing waits in the inbox. Nothing to do.', zh: 'inbox 中没有等待的条目，无需改动。' },
  archive: {
    en: `Nothing to archive. Finished items leave once there are more than ${LIMITS.archiveDoneItems} of them or the page has more than ${LIMITS.archiveLines} lines; those of the last ${LIMITS.archiveKeepDays} days stay.`,
    zh: `没有需要归档的条目。已完成条目超过 ${LIMITS.archiveDoneItems} 条或文件超过 ${LIMITS.archiveLines} 行时归档；最近 ${LIMITS.archiveKeepDays} 天的保留。`,
  },
}

/** After a bank was made: what it knows now, the next step, and how to undo it. */
function afterwards(
  plan: Plan,
  language: Language,
  call: Call,
  hosts: FoundHosts | undefined,
  offers: readonly Words[],
): string {
  const colour = paint(call.terminal)
  const memory = plan.changes.find((change) => change.kind === 'create' && change.path === MEMORY)
  if (plan.intent !== 'init' || memory === undefined || !('text' in memory)) return UNDO[language]
  const facts = (pageOf(memory.text).sectionBody(SECTION.snapshot) ?? '').trim()
  const found = { en: 'What it knows now, each with its source:', zh: '现在它知道（均注明来源）：' }[language]
  const next = hosts === undefined ? [] : nextSteps(hosts).map((step) => step[language])
  const offered = offers.map((offer) => offer[language])
  return [colour.bold(found), facts, '', ...next, ...offered, UNDO[language]].join('\n')
}

/** What a new bank could have at once. */
function offersFor(workspace: Workspace, call: Call): readonly Words[] {
  const found = importable(workspace, call.env)
  const team = teamOffer(workspace)
  const names = namesOf(found)
  const bringAlong = {
    en: `Also:  memory-bank import   (brings along what was noted by ${names.en})`,
    zh: `另外：memory-bank import（导入已有的记忆：${names.zh}）`,
  }
  return [...(found.length > 0 ? [bringAlong] : []), ...(team === undefined ? [] : [team])]
}

/** A bank is read by nobody until an agent is connected, and holds only what a scan can see until it has learned. */
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
          en: `Next:  ${command} <host>   (connects your agent: ${programs.map((host) => host.id).join(', ')})`,
          zh: `下一步：${command} <宿主>（连接你的 Agent：${programs.map((host) => host.id).join('、')}）`,
        }
  return [connect, learn({ en: 'Then:  ', zh: '然后：' })]
}

async function archiveUnused(call: Call): Promise<ExitCode> {
  const workspace = open(call)
  const spoken = { ...call, language: languageOf(call, workspace) }
  if (!workspace.ok) return report(workspace.problem, call)
  if (!call.switches.has('unused')) return report({ code: 'usage', command: 'archive', detail: ONLY_UNUSED }, spoken)
  const proposed = proposeArchive(workspace.value, call.language, call.operands)
  if (!proposed.ok) return report(proposed.problem, spoken)
  const { plan, bank, language } = proposed.value
  if (!call.switches.has('json')) remarkRecovery(bank.recovered, language, call.terminal)
  return confirmAndApply(spoken, {
    plan,
    language,
    recovered: bank.recovered,
    state: bank.state.kind,
    nothing: NOTHING[language],
    apply: () => accept({ plan }, workspace.value),
  })
}

const ONLY_UNUSED: Words = {
  en: 'Entries are named with --unused only; finished items are found by themselves.',
  zh: '只有 --unused 可以指定条目；已完成的条目会自动找出。',
}

const NOTHING: Words = {
  en: `Nothing to archive. A document is proposed once ${LEAST_OFFERS} sessions or more were offered it, the first ${GRACE_DAYS} days ago or longer, and none was shown it, read it or acted on it. See: memory-bank usage`,
  zh: `没有需要归档的文档。某文档在至少 ${LEAST_OFFERS} 个会话中提供过、首次提供已满 ${GRACE_DAYS} 天，且从未被展示、读取或依据时，才会提出归档。查看：memory-bank usage`,
}
