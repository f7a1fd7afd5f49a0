/** `memory-bank history` and `undo`: past changes, and the inverse of one. */

import { provenanceWords } from '../../bank/provenance.ts'
import { nameOfKind } from '../../base/addition.ts'
import type { Language } from '../../base/language.ts'
import type { ProvenanceRecord } from '../../base/provenance-record.ts'
import { maskSecrets } from '../../secrets/mask.ts'
import { changeNamed, type PastChange, history as readHistory, titleOfChange } from '../../verbs/history.ts'
import { carryOutUndo, proposeUndo } from '../../verbs/undo.ts'
import { changeJson, nameOf, renderDiffs, SIGN } from '../change-text.ts'
import { type Command, type Ending, EXIT, type ProjectCall } from '../command.ts'
import { choiceOf, confirmAndApply } from '../confirm-and-apply.ts'
import { inProject, remarkRecovery } from '../in-project.ts'
import { flag, value, WRITING } from '../options.ts'
import { paint, show, type Terminal, wrapped } from '../terminal.ts'
import { timeWords } from '../time-words.ts'

export const history: Command = {
  name: 'history',
  group: 'write',
  place: 8,
  about: { en: 'list past changes, newest first; with an id, show the diff', zh: '列出改动历史；给出编号时显示 diff' },
  operands: '[id]',
  mostOperands: 1,
  options: { all: flag('list all, not only the last 20', '显示全部，而不只是最近 20 次') },
  examples: ['memory-bank history', 'memory-bank history q8xv'],
  agent: { kind: 'always' },
  exits: ['done', 'failure', 'usage'],
  json: ['history'],
  run: inProject(run),
}

export const undo: Command = {
  name: 'undo',
  group: 'write',
  place: 7,
  about: { en: 'undo the last change, or the one with this id', zh: '撤销最近一次（或指定的）改动' },
  operands: '[id]',
  mostOperands: 1,
  options: {
    ...WRITING,
    'on-conflict': value(
      'choice',
      'if a file has changed since: keep it | overwrite it with the old text',
      '文件此后又有改动时：keep 保留 | overwrite 恢复旧内容',
      { choices: ['keep', 'overwrite'] },
    ),
  },
  examples: ['memory-bank undo', 'memory-bank undo q8xv'],
  agent: { kind: 'never' },
  exits: ['done', 'failure', 'usage', 'notConfirmed', 'conflict'],
  json: ['plan'],
  run: inProject(runUndo),
}

function run(call: ProjectCall): Ending {
  const { terminal, language, switches } = call
  const known = readHistory(call.workspace)
  if (!known.ok) return known
  const { past, recovered } = known.value
  const id = call.operands[0]
  const named = id === undefined ? undefined : changeNamed(past, id)
  if (named?.ok === false) return named
  const shown = named === undefined ? past : [named.value]
  if (!switches.has('json')) remarkRecovery(recovered, call)
  show(
    call,
    () => ({
      kind: 'history',
      version: 1,
      entries: shown.map((change) => entryJson(change, id !== undefined, language)),
      recovered,
    }),
    () => {
      if (named !== undefined) return wholeText(named.value, call)
      if (past.length === 0) return { en: 'No changes yet.', zh: '还没有任何改动。' }[language]
      const listed = switches.has('all') ? past : past.slice(0, MOST_LISTED)
      const older = past.length - listed.length
      return [
        ...listed.map((change) => entryText(change, language, terminal)),
        ...(older > 0 ? [olderText(older, language)] : []),
      ].join('\n')
    },
  )
  return EXIT.done
}

function wholeText(change: PastChange, { terminal, language }: ProjectCall): string {
  const records = change.provenance.map((record) => recordText(record, language))
  return [entryText(change, language, terminal), ...records, '', renderDiffs(change.changes, terminal)].join('\n')
}

/** One line with id, time and title of a change, and one with its first files. */
function entryText(change: PastChange, language: Language, terminal: Terminal): string {
  const colour = paint(terminal)
  const of = change.undoes === undefined ? '' : ` ← ${change.undoes}`
  const undone = change.undoneBy === undefined ? '' : colour.yellow({ en: '  undone', zh: '  已撤销' }[language])
  const files = change.changes.filter((one) => one.kind !== 'make-folder' && one.kind !== 'remove-folder')
  const named = files.slice(0, MOST_FILES).map((one) => `${SIGN[one.kind]} ${nameOf(one)}`)
  const more = files.length - named.length
  const rest = more === 0 ? [] : [{ en: `+${more} more`, zh: `另有 ${more} 个` }[language]]
  const when = timeWords(change.at, language)
  // Mask the title too: it may quote a line of the bank.
  const title = maskSecrets(titleOfChange(change, language))
  const columns = terminal.columns()
  return [
    wrapped(`${colour.bold(change.id)}  ${when}  ${title}${of}${undone}`, columns, '    '),
    ...(files.length === 0 ? [] : [colour.dim(wrapped(`    ${[...named, ...rest].join('  ')}`, columns, '    '))]),
  ].join('\n')
}

/** Provenance of one entry, including the session, which only this machine knows. */
function recordText(record: ProvenanceRecord, language: Language): string {
  const { host, session, commit, evidence, replaces } = record
  const more = [
    ['evidence', '依据', evidence.join('; ')],
    ['replaces', '取代', replaces],
    ['commit', '提交', commit],
    ['host', 'Agent', host],
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

async function runUndo(call: ProjectCall): Promise<Ending> {
  const { language, workspace } = call
  const proposed = proposeUndo(workspace, call.operands[0], choiceOf(call))
  if (!proposed.ok) return proposed
  const { of, recovered, plan } = proposed.value
  return confirmAndApply(call, {
    plan,
    language,
    recovered,
    state: { kind: of.intent },
    head: {
      en: `Undoing: ${titleOfChange(of, 'en')} (${of.id})`,
      zh: `将撤销：${titleOfChange(of, 'zh')}（${of.id}）`,
    }[language],
    nothing: { en: 'Nothing to undo.', zh: '没有可撤销的内容。' },
    apply: () => carryOutUndo(proposed.value, workspace),
    result: (id) =>
      ({ en: `Undone. Redo: memory-bank undo ${id}`, zh: `已撤销。重做：memory-bank undo ${id}` })[language],
  })
}
