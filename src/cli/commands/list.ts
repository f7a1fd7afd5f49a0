/** `memory-bank list`: the entries of the bank, by kind. */

import { originWords, provenanceWords } from '../../bank/provenance.ts'
import { ADDITION_KINDS, type AdditionKind, KIND_NAMES } from '../../base/addition.ts'
import type { Language, Words } from '../../base/language.ts'
import type { Origin } from '../../base/provenance-record.ts'
import { type ListedEntry, listEntries, listReport } from '../../verbs/entries.ts'
import { kindOfAddition } from '../../bank/decode-addition.ts'
import { type Call, type Command, EXIT, type ExitCode } from '../command.ts'
import { languageOf, open, report } from '../open.ts'
import { padded, paint, printReport, widthOf, wrapped } from '../terminal.ts'

export const list: Command = {
  name: 'list',
  group: 'ask',
  place: 4,
  about: { en: 'list the entries by kind, with id, date and doubt', zh: '按类型列出条目（编号、日期、存疑）' },
  operands: `[${ADDITION_KINDS.join('|')}] [words …]`,
  mostOperands: 20,
  options: {
    all: { about: { en: 'all of them, not only the newest of each kind', zh: '全部列出，而不只是每类最新的几条' } },
    doubt: { about: { en: 'only those that check has something against', zh: '只列出检查认为有问题的条目' } },
    since: { value: 'date', about: { en: 'only those dated on or after this day', zh: '只列出该日期及以后的条目' } },
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
  run,
}

async function run(call: Call): Promise<ExitCode> {
  const workspace = open(call)
  const spoken = { ...call, language: languageOf(call, workspace) }
  if (!workspace.ok) return report(workspace.problem, call)
  const since = call.values.get('since')
  if (since !== undefined && !/^\d{4}-\d{2}-\d{2}$/.test(since))
    return report({ code: 'usage', command: 'list', detail: NO_DATE }, spoken)
  const listed = listEntries(workspace.value, call.language, call.switches.has('json') ? 'git too' : 'without git')
  if (!listed.ok) return report(listed.problem, spoken)
  const { language } = listed.value
  const shown = listed.value.entries.filter((entry) => isAsked(entry, call, since))
  if (call.switches.has('json')) {
    printReport(call.terminal, listReport(shown, language))
    return EXIT.done
  }
  if (shown.length === 0) call.terminal.print(nothing(listed.value.entries.length)[language])
  else call.terminal.print(render(shown, language, call))
  return EXIT.done
}

const NO_DATE: Words = { en: '--since needs a day: 2026-11-30.', zh: '--since 需要日期，例如 2026-11-30。' }

function nothing(all: number): Words {
  return all === 0
    ? {
        en: 'No entries yet. Write the first one: memory-bank add decision',
        zh: '还没有条目。写下第一条：memory-bank add decision',
      }
    : {
        en: 'No entry matches. See all: memory-bank list --all',
        zh: '没有匹配的条目。查看全部：memory-bank list --all',
      }
}

/** The first word may be a kind; all other words must stand in the title. */
function isAsked(entry: ListedEntry, call: Call, since: string | undefined): boolean {
  const [first = '', ...others] = call.operands
  const kind = kindOfAddition(first.replace(/s$/, '')) ?? kindOfAddition(first)
  const words = kind === undefined ? call.operands : others
  if (kind !== undefined && entry.kind !== kind) return false
  if (call.switches.has('doubt') && entry.doubts.length === 0) return false
  if (since !== undefined && (entry.date ?? '') < since) return false
  return words.every((word) => entry.title.toLowerCase().includes(word.toLowerCase()))
}

/** How many of each kind are shown where nothing in particular is asked for. */
const MOST_OF_KIND = 8

function render(shown: readonly ListedEntry[], language: Language, call: Call): string {
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

function rows(entries: readonly ListedEntry[], language: Language, call: Call): readonly string[] {
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

/** The day stands beside it already. */
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

/** Those with a date first, the newest on top; the rest as they stand. */
function newestFirst(entries: readonly ListedEntry[]): readonly ListedEntry[] {
  return entries.toSorted((a, b) => (a.date === b.date ? 0 : (a.date ?? '') > (b.date ?? '') ? -1 : 1))
}
