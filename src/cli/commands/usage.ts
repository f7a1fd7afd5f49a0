/** `memory-bank usage`: how the bank is used, the switch, and forgetting it. */

import type { Language, Words } from '../../base/language.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import type { Counting, EntryUse, UnusedEntry, UsageReport } from '../../bank/usage.ts'
import { forgetUsage, setUsage, usageReport } from '../../verbs/usage.ts'
import type { Workspace } from '../../verbs/workspace.ts'
import { type Call, type Command, EXIT, type ExitCode } from '../command.ts'
import { canAsk, isYes, notApplied } from '../confirm-and-apply.ts'
import { languageOf, open, report } from '../open.ts'
import { padded, paint, printJson, printReport, widthOf, wrapped } from '../terminal.ts'

export const usage: Command = {
  name: 'usage',
  group: 'ask',
  place: 7,
  about: { en: 'show which entries agents read and act on', zh: '查看 Agent 读取和依据了哪些条目' },
  operands: '[on|off|forget]',
  mostOperands: 1,
  options: {
    since: { value: 'days', about: { en: 'only the last so many days', zh: '只看最近若干天' } },
    all: { about: { en: 'include entries that were never used', zh: '包含从未用到的条目' } },
    yes: { short: 'y', about: { en: 'forget without asking', zh: '不询问，直接清除' } },
  },
  examples: ['memory-bank usage', 'memory-bank usage --since 30', 'memory-bank usage off', 'memory-bank usage forget'],
  agent: { kind: 'only', reads: [], asks: ['forget'], acts: ['on', 'off'] },
  exits: ['done', 'failure', 'usage', 'notConfirmed'],
  json: ['usage', 'usage-switch'],
  run,
}

type Spoken = Call & { readonly language: Language }

async function run(call: Call): Promise<ExitCode> {
  const workspace = open(call)
  const spoken = { ...call, language: languageOf(call, workspace) }
  if (!workspace.ok) return report(workspace.problem, call)
  switch (call.operands[0]) {
    case undefined:
      return show(spoken, workspace.value)
    case 'on':
      return turn(spoken, workspace.value, true)
    case 'off':
      return turn(spoken, workspace.value, false)
    case 'forget':
      return forget(spoken, workspace.value)
    default:
      return report({ code: 'usage', command: 'usage', detail: UNKNOWN }, spoken)
  }
}

const UNKNOWN: Words = {
  en: 'usage takes on, off, forget, or nothing.',
  zh: 'usage 之后可以是 on、off、forget，或什么都不写。',
}

async function show(call: Spoken, workspace: Workspace): Promise<ExitCode> {
  const days = daysIn(call)
  if (!days.ok) return report(days.problem, call)
  const found = usageReport(workspace, call.language, days.value)
  if (!found.ok) return report(found.problem, call)
  if (call.switches.has('json')) printReport(call.terminal, { ...found.value })
  else call.terminal.print(render(found.value, call))
  return EXIT.done
}

function daysIn({ values }: Call): Result<number | undefined> {
  const said = values.get('since')
  if (said === undefined) return ok(undefined)
  const days = /^\d{1,4}$/.test(said) ? Number(said) : 0
  return days > 0 ? ok(days) : fail({ code: 'usage', command: 'usage', detail: NO_DAYS })
}

const NO_DAYS: Words = { en: '--since needs a number of days: 30.', zh: '--since 需要天数，例如 30。' }

async function turn(call: Spoken, workspace: Workspace, on: boolean): Promise<ExitCode> {
  const turned = setUsage(workspace, on)
  if (!turned.ok) return report(turned.problem, call)
  if (call.switches.has('json')) printJson(call.terminal, 'usage-switch', { counting: turned.value })
  else call.terminal.print(SWITCHED[turned.value][call.language])
  return EXIT.done
}

const SWITCHED: Readonly<Record<Counting, Words>> = {
  on: {
    en: 'Use is counted in this repository, on this machine only.',
    zh: '已开启使用统计，只在本机、只针对这个仓库。',
  },
  off: {
    en: 'Use is no longer counted in this repository. What was counted stays until: memory-bank usage forget',
    zh: '已关闭这个仓库的使用统计。已有的统计会保留，清除：memory-bank usage forget',
  },
  'off-by-environment': {
    en: 'Use is not counted: MEMORY_BANK_USAGE=off is set in this environment.',
    zh: '当前环境设置了 MEMORY_BANK_USAGE=off，不做统计。',
  },
  'state-not-writable': {
    en: 'Use cannot be counted: our records cannot be written. See: memory-bank doctor',
    zh: '无法统计：无法写入我们的记录。请运行 memory-bank doctor',
  },
}

async function forget(call: Spoken, workspace: Workspace): Promise<ExitCode> {
  const { language, terminal, switches } = call
  const question = {
    en: 'Forget all that was counted in this repository? It cannot be undone. [y]es, [n]o: ',
    zh: '清除这个仓库的全部使用统计？无法撤销。 [y] 好，[n] 不用：',
  }[language]
  if (!switches.has('yes') && !(canAsk(call) && isYes(terminal.ask(question)))) {
    terminal.remark(notApplied(canAsk(call), call, language))
    return EXIT.notConfirmed
  }
  const forgotten = forgetUsage(workspace)
  if (!forgotten.ok) return report(forgotten.problem, call)
  const sessions = forgotten.value
  if (switches.has('json')) printJson(terminal, 'usage-switch', { forgotten: sessions })
  else
    terminal.print(
      {
        en: `Forgotten: what was counted in ${sessions} ${sessions === 1 ? 'session' : 'sessions'}.`,
        zh: `已清除 ${sessions} 个会话的统计。`,
      }[language],
    )
  return EXIT.done
}

function render(found: UsageReport, call: Call): string {
  const { language, counting, sessions } = found
  const colour = paint(call.terminal)
  const off = counting === 'on' ? [] : [colour.yellow(SWITCHED[counting][language])]
  if (sessions === 0) return [...off, wrapped(NOTHING[language], call.terminal.columns(), '')].join('\n')
  const parts = [
    ...off,
    headOf(found),
    table(found, call),
    ...(found.unused.length === 0 ? [] : [unusedOf(found.unused, call, language)]),
  ]
  return parts.join('\n\n')
}

const NOTHING: Words = {
  en: 'Nothing counted yet. Once an agent works here with Memory Bank installed, this shows which entries it was shown, read and acted on. It is counted on this machine and never sent anywhere.',
  zh: '还没有统计。安装了 Memory Bank 的 Agent 在这里工作之后，这里会显示哪些条目被展示、被读取、起了作用。统计只在本机进行，不会发送到任何地方。',
}

function headOf({ sessions, from = '', days, tokens, language }: UsageReport): string {
  const when = days === undefined ? { en: `since ${from}`, zh: `自 ${from} 起` } : LAST(days)
  const cost =
    tokens === undefined
      ? { en: '', zh: '' }
      : {
          en: ` · about ${tokens.median} tokens per session (opening ${tokens.opening}, recalls ${tokens.packs}, notes ${tokens.notes})`,
          zh: ` · 每个会话约 ${tokens.median} tokens（开场 ${tokens.opening}，回忆 ${tokens.packs}，提示 ${tokens.notes}）`,
        }
  return {
    en: `${sessions} ${sessions === 1 ? 'session' : 'sessions'} ${when.en}${cost.en}`,
    zh: `${when.zh} ${sessions} 个会话${cost.zh}`,
  }[language]
}

const LAST = (days: number): Words => ({ en: `in ${days} days`, zh: `最近 ${days} 天` })

const COLUMNS: readonly (readonly [Words, (entry: EntryUse) => number])[] = [
  [{ en: 'shown', zh: '展示' }, ({ shown }) => shown],
  [{ en: 'read', zh: '读取' }, ({ read }) => read],
  [{ en: 'acted on', zh: '起作用' }, ({ actedOn }) => actedOn],
]

/** Sessions by entry, the most used first. Entries that were never used are counted, not listed. */
function table({ entries, language, gone }: UsageReport, call: Call): string {
  const colour = paint(call.terminal)
  const isAll = call.switches.has('all')
  const listed = entries.filter(({ standing }) => isAll || standing !== 'never')
  const heads = COLUMNS.map(([words]) => words[language])
  const widths = heads.map((head) => Math.max(widthOf(head), 4) + 2)
  const last = { en: 'last', zh: '最近' }[language]
  const cells = (texts: readonly string[]) => texts.map((text, at) => padded(text, widths[at] ?? 0)).join('')
  const rows = listed.map((entry) => {
    const numbers = cells(COLUMNS.map(([, of]) => (of(entry) === 0 ? '·' : String(of(entry)))))
    const { title, path, line, id, kind } = entry
    const where = colour.dim(kind === 'file' ? path : `${path}:${line}  ${id}`)
    return `${numbers}${padded(entry.last ?? '', 12)}${title}  ${where}`
  })
  const rest = entries.length - listed.length
  const more = [...(rest === 0 ? [] : [NEVER_USED(rest)[language]]), ...(gone === 0 ? [] : [GONE(gone)[language]])]
  return [colour.bold(`${cells(heads)}${last}`), ...rows, ...more.map(colour.dim)].join('\n')
}

const NEVER_USED = (count: number): Words => ({
  en: `${count} ${count === 1 ? 'entry was' : 'entries were'} never used: no session was told of ${count === 1 ? 'it' : 'them'} (--all lists them).`,
  zh: `${count} 个条目从未用到：没有会话得知它们（--all 可列出）。`,
})

const GONE = (count: number): Words => ({
  en: `${count} that ${count === 1 ? 'was' : 'were'} counted ${count === 1 ? 'is' : 'are'} no longer in the bank under that name.`,
  zh: `${count} 个曾统计的条目已不在 Memory Bank 中，或已改名。`,
})

function unusedOf(unused: readonly UnusedEntry[], call: Call, language: Language): string {
  const colour = paint(call.terminal)
  const head = {
    en: 'Offered again and again, and never followed:',
    zh: '多次提供却从未被采用：',
  }[language]
  const lines = unused.map(({ id, title, path, offered, firstOffered }) => {
    const how = {
      en: `offered in ${offered} sessions since ${firstOffered}`,
      zh: `自 ${firstOffered} 起在 ${offered} 个会话中提供`,
    }[language]
    return `  ${title}  ${colour.dim(`${path}  ${id}  ${how}`)}`
  })
  const next = {
    en: 'To move them to the archive, after seeing the plan: memory-bank archive --unused',
    zh: '查看计划后移入归档：memory-bank archive --unused',
  }[language]
  return [head, ...lines, next].join('\n')
}
