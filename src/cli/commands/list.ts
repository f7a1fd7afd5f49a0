/** `memory-bank list`: the entries by kind. */

import { originWords, provenanceWords } from '../../bank/provenance.ts'
import { ADDITION_KINDS, type AdditionKind, KIND_NAMES, kindOfAddition } from '../../base/addition.ts'
import type { Language, Words } from '../../base/language.ts'
import type { Origin } from '../../base/provenance-record.ts'
import { type ListedEntry, listEntries, listReport } from '../../verbs/entries.ts'
import { type Command, type CommandCall, type Ending, EXIT, misused, type ProjectCall } from '../command.ts'
import { inProject } from '../in-project.ts'
import { flag, value } from '../options.ts'
import { padded, paint, show, widthOf, wrapped } from '../terminal.ts'

export const list: Command = {
  name: 'list',
  group: 'ask',
  place: 4,
  about: { en: 'list the entries by kind, with id, date and doubts', zh: '按类型列出条目（编号、日期、存疑）' },
  operands: `[${ADDITION_KINDS.join('|')}] [words …]`,
  mostOperands: 20,
  options: {
    all: flag('list all, not only the newest of each kind', '全部列出，而不只是每类最新的几条'),
    doubt: flag('only entries that check reports', '只列出检查发现问题的条目'),
    since: value('date', 'only entries dated on or after this day', '只列出该日期及以后的条目'),
  },
  examples: [
    'memory-bank list',
    'memory-bank list decision',
    'memory-bank list progress refund',
    'memory-bank list --doubt',
  ],
  agent: { kind: 'always' },
  exits: ['done', 'failure', 'usage'],
  json: ['list'],
  run: inProject(run),
}

function run(call: ProjectCall): Ending {
  const since = call.values.get('since')
  if (since !== undefined && !/^\d{4}-\d{2}-\d{2}$/.test(since)) return misused(call, NO_DATE)
  const listed = listEntries(call.workspace, call.asked, call.switches.has('json') ? 'git too' : 'without git')
  if (!listed.ok) return listed
  const { language, entries } = listed.value
  const shown = entries.filter((entry) => isAsked(entry, call, since))
  show(
    call,
    () => listReport(shown, language),
    () => (shown.length === 0 ? nothing(entries.length)[language] : render(shown, language, call)),
  )
  return EXIT.done
}

const NO_DATE: Words = { en: '--since needs a date, such as 2026-11-30.', zh: '--since 需要日期，例如 2026-11-30。' }

function nothing(all: number): Words {
  return all === 0
    ? {
        en: 'No entries yet. Add the first one: memory-bank add decision',
        zh: '还没有条目。写下第一条：memory-bank add decision',
      }
    : {
        en: 'No entry matches. See all: memory-bank list --all',
        zh: '没有匹配的条目。查看全部：memory-bank list --all',
      }
}

/** The first word may be a kind. The title must contain all other words. */
function isAsked(entry: ListedEntry, call: CommandCall, since: string | undefined): boolean {
  const [first = '', ...others] = call.operands
  const kind = kindOfAddition(first.replace(/s$/, '')) ?? kindOfAddition(first)
  const words = kind === undefined ? call.operands : others
  if (kind !== undefined && entry.kind !== kind) return false
  if (call.switches.has('doubt') && entry.doubts.length === 0) return false
  if (since !== undefined && (entry.date ?? '') < since) return false
  return words.every((word) => entry.title.toLowerCase().includes(word.toLowerCase()))
}

/** Entries shown of each kind by default. */
const MOST_OF_KIND = 8

function render(shown: readonly ListedEntry[], language: Language, call: CommandCall): string {
  const colour = paint(call.terminal)
  const isWhole = call.switches.has('all') || call.operands.length > 0 || call.switches.has('doubt')
  return ADDITION_KINDS.flatMap((kind) => {
    const own = newestFirst(shown.filter((entry) => entry.kind === kind))
    if (own.length === 0) return []
    const lines = isWhole ? own : own.slice(0, MOST_OF_KIND)
    const more = own.length - lines.length
    return [
      [
        `${colour.bold(nameOf(kind, language))} (${own.length})`,
        ...rows(lines, language, call),
        ...(more === 0 ? [] : [colour.dim(moreText(more, kind)[language])]),
      ].join('\n'),
    ]
  }).join('\n\n')
}

function rows(entries: readonly ListedEntry[], language: Language, call: CommandCall): readonly string[] {
  const colour = paint(call.terminal)
  const width = Math.max(...entries.map(({ id }) => widthOf(id)))
  const columns = call.terminal.columns()
  return entries.flatMap(({ id, title, date, status, doubts, provenance }) => {
    const origin = provenance === undefined ? '' : speakerOf(provenance)[language]
    const aside = [date, status, origin].filter((part) => part !== undefined && part !== '').join(', ')
    const told = aside === '' ? '' : `  ${colour.dim(`(${aside})`)}`
    const line = `  ${padded(id, width)}  ${title}${told}`
    return [
      wrapped(line, columns, ' '.repeat(width + 4)),
      ...doubts.slice(0, 1).map((doubt) => {
        const rest = doubts.length > 1 ? ` (+${doubts.length - 1})` : ''
        return colour.yellow(
          wrapped(`${' '.repeat(width + 4)}! ${doubt[language]}${rest}`, columns, ' '.repeat(width + 6)),
        )
      }),
    ]
  })
}

/** The entry's origin without its date, which is printed elsewhere in the line. */
function speakerOf(origin: Origin): Words {
  return origin.from === 'git' ? originWords(origin) : provenanceWords({ saidBy: origin.saidBy })
}

function moreText(more: number, kind: AdditionKind): Words {
  return { en: `  … ${more} more: memory-bank list ${kind}`, zh: `  ……另有 ${more} 条：memory-bank list ${kind}` }
}

function nameOf(kind: AdditionKind, language: Language): string {
  const name = KIND_NAMES[kind][language]
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** Dated entries first, newest on top; then the others in their order. */
function newestFirst(entries: readonly ListedEntry[]): readonly ListedEntry[] {
  return entries.toSorted((a, b) => (a.date === b.date ? 0 : (a.date ?? '') > (b.date ?? '') ? -1 : 1))
}
