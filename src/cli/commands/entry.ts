/** `memory-bank edit`, `done` and `remove`: change one entry. */

import { readFileSync } from 'node:fs'
import { nameOfKind } from '../../base/addition.ts'
import type { Words } from '../../base/language.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import { type Entry, type EntryChange, entryNames, findEntry, planEntryChange } from '../../verbs/entries.ts'
import { canAsk, NOTHING_CHANGED, pick } from '../ask.ts'
import { type Command, type CommandCall, EXIT, misused, type ProjectCall } from '../command.ts'
import { confirmAndApply, planOrAsk } from '../confirm-and-apply.ts'
import { editText } from '../edit-text.ts'
import { givenFields } from '../entry-kinds.ts'
import { inProject } from '../in-project.ts'
import { CONFLICTS, ENTRY, value, WRITING } from '../options.ts'

const { evidence: _evidence, replaces: _replaces, ...FIELDS } = ENTRY

export const edit: Command = {
  name: 'edit',
  group: 'write',
  place: 2,
  about: { en: 'change an entry, in $EDITOR or by flags', zh: '修改条目（用 $EDITOR 或参数）' },
  operands: '<entry>',
  mostOperands: 20,
  options: {
    ...FIELDS,
    from: value(
      'file',
      "read the entry's new text from a file, or - for standard input",
      '从文件读取条目的新内容，- 为标准输入',
    ),
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
  run: withEntry(() => true, editOf),
}

export const done: Command = {
  ...edit,
  name: 'done',
  place: 3,
  about: { en: 'mark a progress or focus item as done', zh: '把进度或焦点标记为完成' },
  operands: '<item>',
  options: { ...WRITING, ...CONFLICTS },
  examples: ['memory-bank done Refund API', 'memory-bank done e3f9k2 --yes'],
  run: withEntry(
    ({ kind, status }) => kind === 'focus' || (kind === 'progress' && status !== 'done'),
    () => ok({ kind: 'done' }),
  ),
}

export const remove: Command = {
  ...done,
  name: 'remove',
  place: 4,
  about: { en: 'remove an entry and the links to it (can be undone)', zh: '移除条目及指向它的链接（可撤销）' },
  operands: '<entry>',
  examples: ['memory-bank remove e3f9k2', 'memory-bank remove details/design/cart.md'],
  run: withEntry(
    () => true,
    () => ok({ kind: 'remove' }),
  ),
}

type ChangeOf = (entry: Entry, lines: string, call: CommandCall) => Result<EntryChange>

function editOf(entry: Entry, lines: string, call: CommandCall): Result<EntryChange> {
  const from = call.values.get('from')
  if (from !== undefined) return fromFile(from)
  const fields = givenFields(call)
  if (fields.size > 0) return ok({ kind: 'fields', fields })
  if (!canAsk(call)) return misused(call, NO_EDITOR)
  const edited = editText(call, `${entry.id}.md`, lines)
  return edited.ok ? ok({ kind: 'rewrite', lines: edited.value }) : edited
}

const NO_EDITOR: Words = {
  en: 'No terminal for an editor. Give the change by a flag (--text, --why, --status …) or --from <file>.',
  zh: '没有终端，无法打开编辑器。请用参数给出改动（--text、--why、--status 等）或 --from <文件>。',
}

function withEntry(isOffered: (entry: Entry) => boolean, changeOf: ChangeOf): Command['run'] {
  return inProject(async (call) => {
    const found = entryMeant(call, isOffered)
    if (!found.ok) return found
    if (found.value === undefined) {
      call.terminal.remark(NOTHING_CHANGED[call.language])
      return EXIT.notConfirmed
    }
    const { entry, lines } = found.value
    const change = changeOf(entry, lines, call)
    if (!change.ok) return change
    const planned = planOrAsk(call, (onConflict) =>
      planEntryChange(call.workspace, entry, change.value, { language: call.asked, onConflict }),
    )
    if (!planned.ok) return planned
    const { plan, adding } = planned.value
    return confirmAndApply(call, {
      ...adding.bank,
      plan,
      language: adding.language,
      nothing: { en: 'No changes.', zh: '没有变化。' },
      // Show text that is removed or rewritten before asking.
      showsDiff: change.value.kind !== 'done',
    })
  })
}

type Meant = { readonly entry: Entry; readonly lines: string } | undefined

/** The entry named on the command line. A person chooses if the name is ambiguous or missing. */
function entryMeant(call: ProjectCall, isOffered: (entry: Entry) => boolean): Result<Meant> {
  const { workspace, language } = call
  const nameOf = ({ id, kind, title }: Entry) => `${title}  (${nameOfKind(kind, language)}, ${id})`
  const choose = (several: readonly Entry[]) =>
    canAsk(call) && !call.switches.has('yes') ? pick(call, several, nameOf) : undefined
  const words = call.operands.join(' ')
  if (words.trim() !== '') return findEntry(workspace, words, isOffered, choose)
  const offered = entryNames(workspace).filter(isOffered)
  if (!canAsk(call) || offered.length === 0) return misused(call, WHICH)
  const chosen = choose(offered.slice(0, MOST_OFFERED))
  return chosen === undefined ? ok(undefined) : findEntry(workspace, chosen.id)
}

const MOST_OFFERED = 30

const WHICH: Words = {
  en: 'Name the entry by its id or title. List them: memory-bank list',
  zh: '请用编号或标题指定条目。查看：memory-bank list',
}

function fromFile(file: string): Result<EntryChange> {
  try {
    return ok({ kind: 'rewrite', lines: readFileSync(file === '-' ? 0 : file, 'utf8').replace(/^\uFEFF/, '') })
  } catch (error) {
    const cause = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    return fail({ code: 'file-unreadable', path: file, cause })
  }
}
