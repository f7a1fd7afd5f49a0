/** `memory-bank usage`: shows how agents use the bank, turns counting on or off, and deletes the counts. */

import type { Counting, EntryUse, UnusedEntry, UsageReport } from '../../bank/usage.ts'
import type { Language, Words } from '../../base/language.ts'
import { forgetUsage, setUsage, usageReport } from '../../verbs/usage.ts'
import { agrees, canAsk, notApplied } from '../ask.ts'
import { type Command, type CommandCall, type Ending, EXIT, misused, type ProjectCall } from '../command.ts'
import { inProject } from '../in-project.ts'
import { flag, value } from '../options.ts'
import { padded, paint, show, widthOf, wrapped } from '../terminal.ts'

export const usage: Command = {
  name: 'usage',
  group: 'ask',
  place: 7,
  about: { en: 'show which entries agents read and act on', zh: '查看 Agent 读取和依据了哪些条目' },
  operands: '[on|off|forget]',
  mostOperands: 1,
  options: {
    since: value('days', 'only this many days back', '只看最近若干天', { range: [1, 9_999] }),
    all: flag('include entries that were never used', '包含从未用到的条目'),
    yes: flag('forget: do not ask', 'forget：不询问，直接清除', 'y'),
  },
  examples: ['memory-bank usage', 'memory-bank usage --since 30', 'memory-bank usage off', 'memory-bank usage forget'],
  agent: { kind: 'only', reads: [], asks: ['forget'], acts: ['on', 'off'] },
  exits: ['done', 'failure', 'usage', 'notConfirmed'],
  json: ['usage', 'usage-switch'],
  run: inProject(run),
}

function run(call: ProjectCall): Ending {
  switch (call.operands[0]) {
    case undefined:
      return showUse(call)
    case 'on':
      return turn(call, true)
    case 'off':
      return turn(call, false)
    case 'forget':
      return forget(call)
    default:
      return misused(call, UNKNOWN)
  }
}

const UNKNOWN: Words = {
  en: 'Use on, off, forget, or no operand.',
  zh: '可用：on、off、forget，或不带参数。',
}

function showUse(call: ProjectCall): Ending {
  const since = call.values.get('since')
  const found = usageReport(call.workspace, call.asked, since === undefined ? undefined : Number(since))
  if (!found.ok) return found
  show(
    call,
    () => found.value,
    () => render(found.value, call),
  )
  return EXIT.done
}

function turn(call: ProjectCall, on: boolean): Ending {
  const turned = setUsage(call.workspace, on)
  if (!turned.ok) return turned
  show(
    call,
    () => ({ kind: 'usage-switch', version: 1, counting: turned.value }),
    () => SWITCHED[turned.value][call.language],
  )
  return EXIT.done
}

const SWITCHED: Readonly<Record<Counting, Words>> = {
  on: {
    en: 'Counting is on for this repository, on this machine only.',
    zh: '已开启使用统计，只在本机、只针对这个仓库。',
  },
  off: {
    en: 'Counting is off for this repository. Delete the counts: memory-bank usage forget',
    zh: '已关闭这个仓库的使用统计。清除已有的统计：memory-bank usage forget',
  },
  'off-by-environment': {
    en: 'Counting is off: MEMORY_BANK_USAGE=off is set.',
    zh: '已设置 MEMORY_BANK_USAGE=off，不做统计。',
  },
  'state-not-writable': {
    en: 'Cannot count: the state folder is not writable. See: memory-bank doctor',
    zh: '无法统计：状态目录不可写。请运行 memory-bank doctor',
  },
}

function forget(call: ProjectCall): Ending {
  if (!call.switches.has('yes') && !(canAsk(call) && agrees(call, FORGET))) {
    call.terminal.remark(notApplied(call))
    return EXIT.notConfirmed
  }
  const forgotten = forgetUsage(call.workspace)
  if (!forgotten.ok) return forgotten
  const sessions = forgotten.value
  show(
    call,
    () => ({ kind: 'usage-switch', version: 1, forgotten: sessions }),
    () =>
      ({
        en: `Deleted the counts of ${sessions} ${sessions === 1 ? 'session' : 'sessions'}.`,
        zh: `已清除 ${sessions} 个会话的统计。`,
      })[call.language],
  )
  return EXIT.done
}

const FORGET: Words = {
  en: 'Delete all counts of this repository? This cannot be undone. [y]es, [n]o: ',
  zh: '清除这个仓库的全部使用统计？此操作无法撤销。 [y] 是，[n] 否：',
}

function render(found: UsageReport, call: CommandCall): string {
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
  en: 'No counts yet. This shows which entries agents were shown, read and acted on. Counts stay on this machine.',
  zh: '还没有统计。这里会显示哪些条目被展示、读取，哪些真正起了作用。统计只保存在本机。',
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

/** Sessions per entry, most used first. Without --all, unused entries are only counted. */
function table({ entries, language, gone }: UsageReport, call: CommandCall): string {
  const colour = paint(call.terminal)
  const isAll = call.switches.has('all')
  const listed = entries.filter(({ standing }) => isAll || standing !== 'never')
  const heads = COLUMNS.map(([words]) => words[language])
  const widths = heads.map((head) => Math.max(widthOf(head), 4) + 2)
  const last = { en: 'last', zh: '最近' }[language]
  const columns = call.terminal.columns()
  const cells = (texts: readonly string[]) => texts.map((text, at) => padded(text, widths[at] ?? 0)).join('')
  const rows = listed.map((entry) => {
    const numbers = cells(COLUMNS.map(([, of]) => (of(entry) === 0 ? '·' : String(of(entry)))))
    const { title, path, line, id, kind } = entry
    const where = colour.dim(kind === 'file' ? path : `${path}:${line}  ${id}`)
    const hang = ' '.repeat(widths.reduce((sum, width) => sum + width, LAST_WIDTH))
    return wrapped(`${numbers}${padded(entry.last ?? '', LAST_WIDTH)}${title}  ${where}`, columns, hang)
  })
  const rest = entries.length - listed.length
  const more = [...(rest === 0 ? [] : [NEVER_USED(rest)[language]]), ...(gone === 0 ? [] : [GONE(gone)[language]])]
  return [colour.bold(`${cells(heads)}${last}`), ...rows, ...more.map(colour.dim)].join('\n')
}

/** Width of a date and the space after it. */
const LAST_WIDTH = 12

const NEVER_USED = (count: number): Words => ({
  en: `${count} ${count === 1 ? 'entry was' : 'entries were'} never used (list with --all).`,
  zh: `${count} 个条目从未用到（--all 可列出）。`,
})

const GONE = (count: number): Words => ({
  en: `${count} counted ${count === 1 ? 'entry is' : 'entries are'} no longer in the bank under that name.`,
  zh: `${count} 个曾统计的条目已不在 Memory Bank 中，或已改名。`,
})

function unusedOf(unused: readonly UnusedEntry[], call: CommandCall, language: Language): string {
  const colour = paint(call.terminal)
  const head = {
    en: 'Offered often, never opened:',
    zh: '多次提供却从未打开：',
  }[language]
  const lines = unused.map(({ id, title, path, offered, firstOffered }) => {
    const how = {
      en: `offered in ${offered} sessions since ${firstOffered}`,
      zh: `自 ${firstOffered} 起在 ${offered} 个会话中提供`,
    }[language]
    return wrapped(`  ${title}  ${colour.dim(`${path}  ${id}  ${how}`)}`, call.terminal.columns(), '    ')
  })
  const next = {
    en: 'Archive them: memory-bank archive --unused',
    zh: '归档：memory-bank archive --unused',
  }[language]
  return [head, ...lines, next].join('\n')
}
