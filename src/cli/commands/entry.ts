/** `memory-bank edit`, `done` and `remove`: what a person does with one entry. */

import { readFileSync } from 'node:fs'
import { accept } from '../../consent/accept.ts'
import { nameOfKind } from '../../base/addition.ts'
import type { Language, Words } from '../../base/language.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import { type Entry, type EntryChange, entryNames, findEntry, planEntryChange } from '../../verbs/entries.ts'
import { spokenLanguage } from '../../verbs/open-bank.ts'
import type { Workspace } from '../../verbs/workspace.ts'
import { type Call, type Command, EXIT, type ExitCode } from '../command.ts'
import { canAsk, confirmAndApply, planOrAsk, remarkRecovery } from '../confirm-and-apply.ts'
import { editText } from '../edit-text.ts'
import { givenFields } from '../entry-kinds.ts'
import { open, report } from '../open.ts'
import { CONFLICTS, ENTRY, WRITING } from '../options.ts'
import { pick } from '../terminal.ts'

const { title: _title, evidence: _evidence, replaces: _replaces, ...FIELDS } = ENTRY

export const edit: Command = {
  name: 'edit',
  group: 'write',
  place: 2,
  about: { en: 'change an entry, in $EDITOR or by flags', zh: '修改条目（用 $EDITOR 或参数）' },
  operands: '<entry>',
  mostOperands: 20,
  options: {
    ...FIELDS,
    from: {
      value: 'file',
      about: {
        en: "read the entry's new text from a file, or - for standard input",
        zh: '从文件读取条目的新内容，- 为标准输入',
      },
    },
    ...WRITING,
    ...CONFLICTS,
  },
  examples: [
    'memory-bank edit e3f9k2',
    'memory-bank edit REQ-007 --status Done',
    'memory-bank edit Use SQLite --why "one file"',
  ],
  agent: { kind: 'never' },
  exits: ['done', 'failure', 'usage', 'notConfirmed', 'conflict'],
  json: ['plan'],
  run: runEdit,
}

export const done: Command = {
  ...edit,
  name: 'done',
  place: 3,
  about: { en: 'mark a progress or focus item as done', zh: '把进度或焦点标记为完成' },
  operands: '<item>',
  options: { ...WRITING, ...CONFLICTS },
  examples: ['memory-bank done Refund API', 'memory-bank done e3f9k2 --yes'],
  run: runDone,
}

export const remove: Command = {
  ...done,
  name: 'remove',
  place: 4,
  about: { en: 'remove an entry and what points at it; undo brings it back', zh: '移除条目及指向它的链接（可撤销）' },
  operands: '<entry>',
  examples: ['memory-bank remove e3f9k2', 'memory-bank remove details/design/cart.md'],
  run: runRemove,
}

async function runRemove(call: Call): Promise<ExitCode> {
  return withEntry(
    call,
    () => true,
    async () => ok({ kind: 'remove' }),
  )
}

async function runDone(call: Call): Promise<ExitCode> {
  const isOpen = ({ kind, status }: Entry) => kind === 'focus' || (kind === 'progress' && status !== 'done')
  return withEntry(call, isOpen, async () => ok({ kind: 'done' }))
}

async function runEdit(call: Call): Promise<ExitCode> {
  return withEntry(
    call,
    () => true,
    async (entry, lines) => {
      const from = call.values.get('from')
      if (from !== undefined) return fromFile(from)
      const fields = givenFields(call)
      if (fields.size > 0) return ok({ kind: 'fields', fields })
      if (!canAsk(call)) return fail({ code: 'usage', command: 'edit', detail: NO_EDITOR })
      const edited = editText(call, `${entry.id}.md`, lines)
      return edited.ok ? ok({ kind: 'rewrite', lines: edited.value }) : edited
    },
  )
}

const NO_EDITOR: Words = {
  en: 'There is no terminal to open an editor in; say what changes by a flag (--text, --why, --status …) or --from <file>.',
  zh: '没有终端可供打开编辑器；请用参数给出改动（--text、--why、--status 等）或 --from <文件>。',
}

type ChangeOf = (entry: Entry, lines: string) => Promise<Result<EntryChange>>

async function withEntry(call: Call, isOffered: (entry: Entry) => boolean, changeOf: ChangeOf): Promise<ExitCode> {
  const workspace = open(call)
  if (!workspace.ok) return report(workspace.problem, call)
  const language = spokenLanguage(call.language, workspace.value)
  const spoken = { ...call, language }
  const found = entryMeant(spoken, workspace.value, isOffered)
  if (!found.ok) return report(found.problem, spoken)
  if (found.value === undefined) {
    call.terminal.remark({ en: 'Nothing was changed.', zh: '没有改动任何文件。' }[language])
    return EXIT.notConfirmed
  }
  const { entry, lines } = found.value
  const change = await changeOf(entry, lines)
  if (!change.ok) return report(change.problem, spoken)
  const planned = planOrAsk(spoken, (onConflict) =>
    planEntryChange(workspace.value, entry, change.value, { language: call.language, onConflict }),
  )
  if (!planned.ok) return report(planned.problem, spoken)
  const { plan, adding } = planned.value
  if (!call.switches.has('json')) remarkRecovery(adding.bank.recovered, adding.language, call.terminal)
  return confirmAndApply(spoken, {
    plan,
    language: adding.language,
    recovered: adding.bank.recovered,
    state: adding.bank.state.kind,
    nothing: { en: 'Nothing changed.', zh: '没有变化。' }[adding.language],
    // What goes, or is written anew, is seen before the question.
    showsDiff: change.value.kind !== 'done',
    apply: () => accept({ plan }, workspace.value),
  })
}

type Meant = { readonly entry: Entry; readonly lines: string } | undefined

/** The entry that the words name; a person chooses where they name several, or none at all. */
function entryMeant(
  call: Call & { readonly language: Language },
  workspace: Workspace,
  isOffered: (entry: Entry) => boolean,
): Result<Meant> {
  const { terminal, language } = call
  const nameOf = ({ id, kind, title }: Entry) => `${title}  (${nameOfKind(kind, language)}, ${id})`
  const choose = (several: readonly Entry[]) =>
    canAsk(call) && !call.switches.has('yes') ? pick(terminal, language, several, nameOf) : undefined
  const words = call.operands.join(' ')
  if (words.trim() !== '') return findEntry(workspace, words, isOffered, choose)
  const offered = entryNames(workspace).filter(isOffered)
  if (!canAsk(call) || offered.length === 0) return fail({ code: 'usage', command: call.command, detail: WHICH })
  const chosen = choose(offered.slice(0, MOST_OFFERED))
  return chosen === undefined ? ok(undefined) : findEntry(workspace, chosen.id)
}

const MOST_OFFERED = 30

const WHICH: Words = {
  en: 'Which entry? Name it by its id or title; memory-bank list shows them.',
  zh: '哪个条目？请给出编号或标题；memory-bank list 可查看。',
}

function fromFile(file: string): Result<EntryChange> {
  try {
    return ok({ kind: 'rewrite', lines: readFileSync(file === '-' ? 0 : file, 'utf8').replace(/^\uFEFF/, '') })
  } catch (error) {
    const cause = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    return fail({ code: 'file-unreadable', path: file, cause })
  }
}
