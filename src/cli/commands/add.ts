/** `memory-bank add`: writes a decision, a learning, or another kind of entry. */

import { readFileSync } from 'node:fs'
import { decodeAddition, decodeAdditions } from '../../bank/decode-addition.ts'
import {
  ADDITION_KINDS,
  type Addition,
  type AdditionKind,
  type FieldSpec,
  kindOfAddition,
  nameOfKind,
} from '../../base/addition.ts'
import { invalidAddition } from '../../base/addition-problems.ts'
import type { ConflictChoice } from '../../base/change.ts'
import type { Words } from '../../base/language.ts'
import type { Problem } from '../../base/problem.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import { accept, addAtOnce } from '../../consent/accept.ts'
import {
  type AddingTo,
  deleteDraft,
  type EntryDraft,
  openForAdding,
  planAdditions,
  readDraft,
  saveDraft,
} from '../../verbs/add.ts'
import { stampAtTerminal } from '../../verbs/stamp.ts'
import { agrees, ask, canAsk, pick } from '../ask.ts'
import { type Command, type CommandCall, type Ending, EXIT, misused, type ProjectCall } from '../command.ts'
import { ALREADY_THERE, confirmAndApply, type Pending, planOrAsk } from '../confirm-and-apply.ts'
import { ENTRY_EXAMPLES, fieldsNamed, flagOf, kindList, noSuchKind } from '../entry-kinds.ts'
import { inProject, report } from '../in-project.ts'
import { CONFLICTS, ENTRY, WRITING } from '../options.ts'
import { say } from '../terminal.ts'

export const add: Command = {
  name: 'add',
  group: 'write',
  place: 1,
  about: { en: 'add a decision, a learning, a requirement …', zh: '写入决策、经验、需求等' },
  operands: `${ADDITION_KINDS.join('|')} ["title"]`,
  mostOperands: 2,
  options: { ...ENTRY, ...WRITING, ...CONFLICTS },
  examples: [
    'memory-bank add decision "Use SQLite" --why "one file" --given-up Postgres --applies-to storage',
    'memory-bank add learning --help',
  ],
  agent: { kind: 'never' },
  exits: ['done', 'failure', 'usage', 'notConfirmed', 'conflict'],
  json: ['plan'],
  run: inProject(run),
}

async function run(call: ProjectCall): Promise<Ending> {
  const typing = new Typing(call)
  return typing.kept(await addTyped(call, typing))
}

async function addTyped(call: ProjectCall, typing: Typing): Promise<Ending> {
  const additions = additionsOf(call, typing)
  if (!additions.ok) return fail(toldByFlags(additions.problem, call))
  if (additions.value.some(({ kind }) => kind === 'removal')) return misused(call, USE_REMOVE)
  const pending = planOrAsk(call, (onConflict) => pendingFor(call, additions.value, onConflict))
  return pending.ok ? confirmAndApply(call, pending.value) : pending
}

function pendingFor(
  call: ProjectCall,
  additions: readonly Addition[],
  onConflict: ConflictChoice | undefined,
): Result<Pending> {
  const { workspace } = call
  const wishes = { language: call.asked, onConflict, stamp: stampAtTerminal(workspace) }
  // With --yes nobody is asked, so of two parallel calls the second plans again instead of failing.
  if (call.switches.has('yes') && !call.switches.has('dry-run')) {
    const done = addAtOnce(workspace, additions, wishes)
    if (!done.ok) return done
    const { plan, applied, adding } = done.value
    return ok({
      ...pendingIn(adding),
      plan,
      apply: () => (applied === undefined ? accept({ plan }, workspace) : ok(applied)),
    })
  }
  const adding = openForAdding(workspace, wishes)
  if (!adding.ok) return adding
  const planned = planAdditions(adding.value, additions)
  if (!planned.ok) return planned
  return ok({ ...pendingIn(adding.value), plan: planned.value })
}

function pendingIn({ language, bank }: AddingTo): Omit<Pending, 'plan'> {
  return { language, recovered: bank.recovered, state: bank.state, nothing: ALREADY_THERE }
}

function additionsOf(call: CommandCall, typing: Typing): Result<readonly Addition[]> {
  const [word, title] = call.operands
  const named = word === undefined ? undefined : kindOfAddition(word)
  if (word !== undefined && named === undefined) return noSuchKind(word, call)
  const from = call.values.get('from')
  if (from !== undefined) return additionsFrom(from, named, call)
  const kind = named ?? typing.pickKind()
  if (kind === undefined) return fail(invalidAddition(ADD_WHAT, exampleOf('decision')))
  const fields = Object.fromEntries([...call.values].filter(([name]) => name in ENTRY))
  const given = typing.begin(kind, { ...fields, ...(title === undefined ? {} : { title }) })
  const decoded = decodeAddition({ kind, ...given })
  if (decoded.ok || decoded.problem.code !== 'addition-incomplete' || !canAsk(call)) return one(decoded)
  return one(decodeAddition({ kind, ...typing.askFor(fieldsNamed(kind, decoded.problem.missing)) }))
}

const USE_REMOVE: Words = {
  en: 'To remove an entry, run memory-bank remove <entry>.',
  zh: '移除条目请用 memory-bank remove <条目>。',
}

const ADD_WHAT: Words = {
  en: `Name the kind to add: ${kindList('en')}.`,
  zh: `请指定要写入的类型：${kindList('zh')}。`,
}

function exampleOf(kind: AdditionKind): Words {
  const { en, zh } = ENTRY_EXAMPLES[kind]
  return { en: `For example: ${en}`, zh: `例如：${zh}` }
}

/** Names missing fields by their flags, with an example. Entries from a file have no flags. */
function toldByFlags(problem: Problem, call: CommandCall): Problem {
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

/** JSON with an entry, a list of entries, or `{ "entries": [ … ] }`. */
function additionsFrom(file: string, kind: AdditionKind | undefined, call: CommandCall): Result<readonly Addition[]> {
  let raw: unknown
  try {
    raw = JSON.parse(readFileSync(file === '-' ? 0 : file, 'utf8').replace(/^\uFEFF/, ''))
  } catch (error) {
    if (!(error instanceof SyntaxError)) return noEntriesIn(file, error, call)
    // The parser's message quotes the text, which may be a secret.
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

function noEntriesIn(file: string, error: unknown, call: CommandCall): ReturnType<typeof fail> {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return misused(call, { en: `--from: no such file: ${file}.`, zh: `--from：找不到文件 ${file}。` })
  if (code === 'EISDIR') return misused(call, { en: `--from: ${file} is a folder.`, zh: `--from：${file} 是目录。` })
  return fail({ code: 'file-unreadable', path: file, cause: String(code ?? error) })
}

/** Attempts to get each required field. */
const MOST_TRIES = 3

/** Asks a person for the missing fields, and keeps a draft until the entry is written. */
class Typing {
  readonly #call: ProjectCall
  #kind: AdditionKind | undefined
  #typed: EntryDraft = {}

  constructor(call: ProjectCall) {
    this.#call = call
  }

  pickKind(): AdditionKind | undefined {
    if (!canAsk(this.#call)) return undefined
    const isEnglish = this.#call.language === 'en'
    return pick(this.#call, ADDITION_KINDS, (kind) => (isEnglish ? kind : `${kind}（${nameOfKind(kind, 'zh')}）`))
  }

  /** The fields from the command line, plus those of an earlier draft if the person resumes it. */
  begin(kind: AdditionKind, given: EntryDraft): EntryDraft {
    this.#kind = kind
    this.#typed = given
    if (!canAsk(this.#call)) return given
    const before = readDraft(this.#call.workspace, kind)
    const isSame = given['title'] === undefined || before?.['title'] === given['title']
    if (before === undefined || !isSame) return given
    if (agrees(this.#call, offer(before))) this.#typed = { ...before, ...given }
    else deleteDraft(this.#call.workspace)
    return this.#typed
  }

  /** Asks for each missing field and returns all known fields. Stops at the end of input or after `MOST_TRIES`. */
  askFor(missing: readonly FieldSpec[]): EntryDraft {
    for (const { field, name } of missing) {
      const said = this.#ask({ en: `${name.en}: `, zh: `${name.zh}：` })
      if (said === undefined) break
      this.#typed = { ...this.#typed, [field]: said }
      // Save after each field, so that Ctrl-C loses nothing.
      this.#keep()
    }
    return this.#typed
  }

  #ask(question: Words): string | undefined {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const said = ask(this.#call, question)
      if (said !== '') return said
      say(this.#call, REQUIRED)
    }
    return undefined
  }

  /** Deletes the draft if the entry was written, else saves it. Returns how the command ended. */
  async kept(ending: Ending): Promise<Ending> {
    const kind = this.#kind
    const call = this.#call
    if (!canAsk(call) || kind === undefined || call.switches.has('dry-run')) return ending
    if (ending === EXIT.done) deleteDraft(call.workspace)
    else if (this.#keep()) {
      const code = typeof ending === 'number' ? ending : await report(ending.problem, call)
      call.terminal.remark(KEPT(kind)[call.language])
      return code
    }
    return ending
  }

  #keep(): boolean {
    return (
      this.#kind !== undefined &&
      Object.keys(this.#typed).length > 0 &&
      saveDraft(this.#call.workspace, this.#kind, this.#typed)
    )
  }
}

const REQUIRED: Words = {
  en: '  This part is required. Press Ctrl-C to stop; your draft is kept.',
  zh: '  这一项必填。按 Ctrl-C 退出，草稿会保留。',
}

const KEPT = (kind: AdditionKind): Words => ({
  en: `  Your draft is kept. Resume it: memory-bank add ${kind}`,
  zh: `  草稿已保留，继续编辑：memory-bank add ${kind}`,
})

function offer(before: EntryDraft): Words {
  const said = before['title'] ?? before['text'] ?? Object.values(before)[0] ?? ''
  const short = said.length > 60 ? `${said.slice(0, 59)}…` : said
  return {
    en: `Resume the draft “${short}”? [y]es, [n]o: `,
    zh: `继续编辑草稿「${short}」？ [y] 继续，[n] 丢弃：`,
  }
}
