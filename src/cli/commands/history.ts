/** `memory-bank history`: what was changed, newest first; one of them as a diff. */

import { provenanceWords } from '../../bank/provenance.ts'
import { nameOfKind } from '../../base/addition.ts'
import type { Language } from '../../base/language.ts'
import type { ProvenanceRecord } from '../../base/provenance-record.ts'
import { titleOfChange } from '../../verbs/change-title.ts'
import { spokenLanguage } from '../../verbs/open-bank.ts'
import { changeNamed, type PastChange, history as readHistory } from '../../verbs/undo.ts'
import { maskSecrets } from '../../secrets/mask.ts'
import { type Call, type Command, EXIT, type ExitCode } from '../command.ts'
import { changeJson, nameOf, remarkRecovery, renderDiffs, SIGN } from '../confirm-and-apply.ts'
import { open, report } from '../open.ts'
import { paint, printJson, type Terminal, wrapped } from '../terminal.ts'

export const history: Command = {
  name: 'history',
  group: 'write',
  place: 7,
  about: { en: 'list past changes, newest first; with an id, show the diff', zh: '列出改动历史；给出编号时显示 diff' },
  operands: '[id]',
  mostOperands: 1,
  options: { all: { about: { en: 'all of them, not only the last 20', zh: '显示全部，而不只是最近 20 次' } } },
  examples: ['memory-bank history', 'memory-bank history q8xv'],
  agent: { kind: 'always' },
  exits: ['done', 'failure', 'usage'],
  json: ['history'],
  run,
}

async function run(call: Call): Promise<ExitCode> {
  const workspace = open(call)
  if (!workspace.ok) return report(workspace.problem, call)
  const language = spokenLanguage(call.language, workspace.value)
  const known = readHistory(workspace.value)
  if (!known.ok) return report(known.problem, { ...call, language })
  const id = call.operands[0]
  const named = id === undefined ? undefined : changeNamed(known.value.past, id)
  if (named?.ok === false) return report(named.problem, { ...call, language })
  const shown = named === undefined ? known.value.past : [named.value]

  if (call.switches.has('json')) {
    printJson(call.terminal, 'history', {
      entries: shown.map((change) => entryJson(change, id !== undefined, language)),
      recovered: known.value.recovered,
    })
    return EXIT.done
  }
  remarkRecovery(known.value.recovered, language, call.terminal)
  if (shown.length === 0) call.terminal.print({ en: 'No changes yet.', zh: '还没有任何改动。' }[language])
  const listed = call.switches.has('all') ? shown : shown.slice(0, MOST_LISTED)
  for (const change of listed) call.terminal.print(entryText(change, language, call.terminal))
  if (listed.length < shown.length) call.terminal.print(olderText(shown.length - listed.length, language))
  if (id !== undefined)
    for (const record of shown.flatMap(({ provenance }) => provenance))
      call.terminal.print(recordText(record, language))
  if (id !== undefined)
    call.terminal.print(
      `\n${renderDiffs(
        shown.flatMap((change) => change.changes),
        call.terminal,
      )}`,
    )
  return EXIT.done
}

/** Its id and day, what it was about and whether it was undone; below it the first few files. */
function entryText(change: PastChange, language: Language, terminal: Terminal): string {
  const colour = paint(terminal)
  const of = change.undoes === undefined ? '' : ` ← ${change.undoes}`
  const undone = change.undoneBy === undefined ? '' : colour.yellow({ en: '  undone', zh: '  已撤销' }[language])
  const files = change.changes.filter((one) => one.kind !== 'make-folder' && one.kind !== 'remove-folder')
  const named = files.slice(0, MOST_FILES).map((one) => `${SIGN[one.kind]} ${nameOf(one)}`)
  const more = files.length - named.length
  const rest = more === 0 ? [] : [{ en: `+${more} more`, zh: `另有 ${more} 个` }[language]]
  const when = change.at.replace('T', ' ').replace(/:\d+(?:\.\d+)?Z$/, 'Z')
  // A title may quote what a line held before; the journal masks it, what stands in the bank may not be.
  const title = maskSecrets(titleOfChange(change, language))
  const columns = terminal.columns()
  return [
    wrapped(`${colour.bold(change.id)}  ${when}  ${title}${of}${undone}`, columns, '    '),
    ...(files.length === 0 ? [] : [colour.dim(wrapped(`    ${[...named, ...rest].join('  ')}`, columns, '    '))]),
  ].join('\n')
}

/** Where one entry comes from: its file's line, and what only this machine knows. */
function recordText(record: ProvenanceRecord, language: Language): string {
  const { host, session, commit, evidence, replaces } = record
  const more = [
    ['evidence', '依据', evidence.join('; ')],
    ['replaces', '取代', replaces],
    ['commit', '提交', commit],
    ['host', '宿主', host],
    ['session', '会话', session],
  ] as const
  const known = more.flatMap(([en, zh, said]) =>
    said ? [language === 'zh' ? `${zh}：${said}` : `${en}: ${said}`] : [],
  )
  const { title, saidBy, accepted } = record
  const origin = provenanceWords(accepted === undefined ? { saidBy } : { saidBy, accepted })[language]
  return `    ${nameOfKind(record.kind, language)} · ${title} · ${[origin, ...known].join(language === 'zh' ? '，' : ', ')}`
}

function olderText(count: number, language: Language): string {
  return { en: `… ${count} older: memory-bank history --all`, zh: `……更早的 ${count} 次：memory-bank history --all` }[
    language
  ]
}

const MOST_LISTED = 20
const MOST_FILES = 3

function entryJson(change: PastChange, withDiffs: boolean, language: Language): Readonly<Record<string, unknown>> {
  return {
    id: change.id,
    at: change.at,
    intent: change.intent,
    title: maskSecrets(titleOfChange(change, language)),
    ...(change.undoes === undefined ? {} : { undoes: change.undoes }),
    ...(change.undoneBy === undefined ? {} : { undoneBy: change.undoneBy }),
    ...(change.provenance.length === 0 ? {} : { provenance: change.provenance }),
    changes: change.changes.map((one) => changeJson(one, withDiffs)),
  }
}
