/** `memory-bank add`: an entry of a kind, asked for where parts are missing; the plan shown, agreed to, carried out. */

import { readFileSync } from 'node:fs'
import { type Addition, type AdditionKind, fieldsOf } from '../../core/addition.ts'
import { invalidAddition } from '../../core/addition-problems.ts'
import { conflictChoice } from '../../core/change.ts'
import type { Language, Words } from '../../core/language.ts'
import type { Problem } from '../../core/problem.ts'
import { fail, ok, type Result } from '../../core/result.ts'
import { type AddWishes, addAtOnce, openForAdding, planAdditions } from '../../flows/add.ts'
import { carryOut } from '../../flows/carry-out.ts'
import { spokenLanguage } from '../../flows/open-bank.ts'
import type { Workspace } from '../../flows/workspace.ts'
import { decodeAddition, decodeAdditions, kindOfAddition } from '../../text/decode-addition.ts'
import { askConflict } from '../ask-conflict.ts'
import type { Call } from '../command.ts'
import { confirmAndApply, type Pending } from '../confirm-and-apply.ts'
import { ENTRY_EXAMPLES, fieldsNamed, flagOf } from '../entry-flags.ts'
import type { ExitCode } from '../exit-codes.ts'
import { kindList, noSuchKind } from '../no-such-kind.ts'
import { open } from '../open.ts'
import { ENTRY } from '../options.ts'
import { report } from '../render/problem.ts'
import { remarkRecovery } from '../render/recovery.ts'

export async function add(call: Call): Promise<ExitCode> {
  const workspace = open(call)
  if (!workspace.ok) return report(workspace.problem, call)
  const spoken = { ...call, language: spokenLanguage(call.language, workspace.value) }
  const additions = additionsOf(spoken)
  if (!additions.ok) return report(toldByFlags(additions.problem, spoken), spoken)

  const wishes: AddWishes = {
    language: call.language,
    onConflict: conflictChoice(call.values.get('on-conflict') ?? ''),
  }
  let pending = pendingFor(spoken, workspace.value, additions.value, wishes)
  const isAsked = call.terminal.interactive && !call.switches.has('json')
  if (!pending.ok && pending.problem.code === 'block-edited' && isAsked) {
    const choice = askConflict(spoken, pending.problem.paths)
    if (choice !== undefined)
      pending = pendingFor(spoken, workspace.value, additions.value, { ...wishes, onConflict: choice })
  }
  if (!pending.ok) return report(pending.problem, spoken)
  if (!call.switches.has('json')) remarkRecovery(pending.value.recovered, pending.value.language, call.terminal)
  return confirmAndApply(call, pending.value)
}

/** With --yes nobody is asked, so whoever comes second plans again instead of giving up. */
function pendingFor(
  call: Call,
  workspace: Workspace,
  additions: readonly Addition[],
  wishes: AddWishes,
): Result<Pending> {
  if (call.switches.has('yes') && !call.switches.has('dry-run')) {
    const done = addAtOnce(workspace, additions, wishes)
    if (!done.ok) return done
    const { plan, applied, adding } = done.value
    const { language, bank } = adding
    return ok({
      plan,
      language,
      recovered: bank.recovered,
      state: bank.state.kind,
      ...words(language),
      apply: () => (applied === undefined ? carryOut(plan, workspace) : ok(applied)),
    })
  }
  const adding = openForAdding(workspace, wishes)
  if (!adding.ok) return adding
  const planned = planAdditions(adding.value, additions)
  if (!planned.ok) return planned
  const { language, bank } = adding.value
  return ok({
    plan: planned.value,
    language,
    recovered: bank.recovered,
    state: bank.state.kind,
    ...words(language),
    apply: () => carryOut(planned.value, workspace),
  })
}

function words(language: Language): Pick<Pending, 'nothing' | 'after'> {
  return {
    nothing: { en: 'The bank says this already. Nothing to do.', zh: 'Memory Bank 已有这些内容，无需改动。' }[language],
    after: () => ({ en: 'Undo:  memory-bank undo', zh: '撤销：memory-bank undo' })[language],
  }
}

function additionsOf(call: Call): Result<readonly Addition[]> {
  const [word, title] = call.operands
  const kind = word === undefined ? undefined : kindOfAddition(word)
  if (word !== undefined && kind === undefined) return fail(noSuchKind(word, 'add'))
  const from = call.values.get('from')
  if (from !== undefined) return additionsFrom(from, kind)
  if (kind === undefined) return fail(invalidAddition(ADD_WHAT, exampleOf('decision')))
  const given = new Map<string, string>(
    Object.keys(ENTRY).flatMap((name) => {
      const value = call.values.get(name)
      return value === undefined ? [] : [[name, value] as const]
    }),
  )
  if (title !== undefined) given.set('title', title)
  const decoded = decodeAddition({ kind, ...Object.fromEntries(given) })
  const isAsked = call.terminal.interactive && !call.switches.has('json')
  if (decoded.ok || decoded.problem.code !== 'addition-incomplete' || !isAsked) return one(decoded)
  return one(
    decodeAddition({ kind, ...Object.fromEntries(given), ...askForMissing(call, kind, decoded.problem.missing) }),
  )
}

const ADD_WHAT: Words = { en: `Add what? ${kindList('en')}.`, zh: `要写入哪一类？${kindList('zh')}。` }

function exampleOf(kind: AdditionKind): Words {
  const { en, zh } = ENTRY_EXAMPLES[kind]
  return { en: `For example: ${en}`, zh: `例如：${zh}` }
}

function usage(detail: Words): Problem {
  return { code: 'usage', command: 'add', detail }
}

/** What is missing by the flags that take it, with a whole example; an entry of a file is told by its fields. */
function toldByFlags(problem: Problem, call: Call): Problem {
  const kind = kindOfAddition(call.operands[0])
  if (problem.code !== 'addition-incomplete' || kind === undefined || call.values.has('from')) return problem
  const missing = fieldsNamed(kind, problem.missing).map(({ field, name }) => ({
    en: `${name.en} (--${flagOf(field)})`,
    zh: `${name.zh} (--${flagOf(field)})`,
  }))
  return { ...problem, missing, next: exampleOf(kind) }
}

function one(decoded: Result<Addition>): Result<readonly Addition[]> {
  return decoded.ok ? ok([decoded.value]) : decoded
}

/** What is missing, part by part; an empty answer leaves it missing. */
function askForMissing(
  call: Call,
  kind: AdditionKind,
  missing: readonly { readonly en: string }[],
): Readonly<Record<string, string>> {
  const language = call.language ?? call.locale
  const asked: Record<string, string> = {}
  for (const { field, name } of fieldsOf(kind)) {
    if (!missing.some(({ en }) => en === name.en)) continue
    asked[field] = call.terminal.ask(`${name[language]}${language === 'zh' ? '：' : ': '}`)?.trim() ?? ''
  }
  return asked
}

/** JSON: an entry, a list of entries, or `{ "entries": [ … ] }`. */
function additionsFrom(file: string, kind: AdditionKind | undefined): Result<readonly Addition[]> {
  let raw: unknown
  try {
    raw = JSON.parse(readFileSync(file === '-' ? 0 : file, 'utf8').replace(/^\uFEFF/, ''))
  } catch (error) {
    if (!(error instanceof SyntaxError)) return fail(noEntriesIn(file, error))
    // A parser quotes what it stumbled over, and that may be a secret.
    const name = file === '-' ? { en: 'Standard input', zh: '标准输入' } : { en: file, zh: file }
    return fail(
      invalidAddition(
        { en: `${name.en} is not valid JSON.`, zh: `${name.zh} 不是合法的 JSON。` },
        { en: `For example: ${JSON_EXAMPLE.en}`, zh: `例如：${JSON_EXAMPLE.zh}` },
      ),
    )
  }
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return decodeAdditions(raw)
  const isBare = !('kind' in raw) && !('entries' in raw) && kind !== undefined
  return decodeAdditions(isBare ? { ...raw, kind } : raw)
}

const JSON_EXAMPLE: Words = {
  en: '{ "kind": "focus", "text": "Ship refunds" }',
  zh: '{ "kind": "focus", "text": "上线退款" }',
}

function noEntriesIn(file: string, error: unknown): Problem {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return usage({ en: `--from: there is no file ${file}.`, zh: `--from：没有文件 ${file}。` })
  if (code === 'EISDIR') return usage({ en: `--from: ${file} is a folder.`, zh: `--from：${file} 是目录。` })
  return { code: 'file-unreadable', path: file, cause: String(code ?? error) }
}
