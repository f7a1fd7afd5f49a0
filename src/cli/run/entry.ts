/** Runs `memory-bank edit`, `done` and `remove`: finds the entry, shows the plan, asks, carries it out. */

import { readFileSync } from 'node:fs'
import { nameOfKind } from '../../core/addition.ts'
import type { Language, Words } from '../../core/language.ts'
import { fail, ok, type Result } from '../../core/result.ts'
import { carryOut } from '../../flows/carry-out.ts'
import { type Entry, type EntryChange, entryNames, findEntry, planEntryChange } from '../../flows/entries.ts'
import { spokenLanguage } from '../../flows/open-bank.ts'
import type { Workspace } from '../../flows/workspace.ts'
import type { Call } from '../command.ts'
import { canAsk, confirmAndApply, planOrAsk } from '../confirm-and-apply.ts'
import { givenFields } from '../entry-kinds.ts'
import { EXIT, type ExitCode } from '../exit-codes.ts'
import { open } from '../open.ts'
import { pick } from '../pick.ts'
import { report } from '../render/problem.ts'
import { remarkRecovery } from '../render/recovery.ts'

export async function remove(call: Call): Promise<ExitCode> {
  return withEntry(
    call,
    () => true,
    async () => ok({ kind: 'remove' }),
  )
}

export async function done(call: Call): Promise<ExitCode> {
  const isOpen = ({ kind, status }: Entry) => kind === 'focus' || (kind === 'progress' && status !== 'done')
  return withEntry(call, isOpen, async () => ok({ kind: 'done' }))
}

export async function edit(call: Call): Promise<ExitCode> {
  return withEntry(
    call,
    () => true,
    async (entry, lines) => {
      const from = call.values.get('from')
      if (from !== undefined) return fromFile(from)
      const fields = givenFields(call)
      if (fields.size > 0) return ok({ kind: 'fields', fields })
      if (!canAsk(call)) return fail({ code: 'usage', command: 'edit', detail: NO_EDITOR })
      const { editText } = await import('../edit-text.ts')
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
    apply: () => carryOut(plan, workspace.value),
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
