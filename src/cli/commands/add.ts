/** `memory-bank add`: an entry of one of the kinds. */

import { readFileSync } from 'node:fs'
import { accept, addAtOnce } from '../../consent/accept.ts'
import { ADDITION_KINDS, type Addition, type AdditionKind, type FieldSpec, nameOfKind } from '../../base/addition.ts'
import { invalidAddition } from '../../base/addition-problems.ts'
import type { ConflictChoice } from '../../base/change.ts'
import type { Language, Words } from '../../base/language.ts'
import type { Problem } from '../../base/problem.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import { type AddingTo, openForAdding, planAdditions } from '../../verbs/add.ts'
import { forgetTyped, keepTyped, keptTyped, type Typed } from '../../verbs/add-draft.ts'
import { spokenLanguage } from '../../verbs/open-bank.ts'
import { stampAtTerminal } from '../../verbs/stamp.ts'
import type { Workspace } from '../../verbs/workspace.ts'
import { decodeAddition, decodeAdditions, kindOfAddition } from '../../bank/decode-addition.ts'
import { type Call, type Command, EXIT, type ExitCode } from '../command.ts'
import { canAsk, confirmAndApply, isYes, type Pending, planOrAsk, remarkRecovery } from '../confirm-and-apply.ts'
import { ENTRY_EXAMPLES, fieldsNamed, flagOf, kindList, noSuchKind } from '../entry-kinds.ts'
import { open, report } from '../open.ts'
import { CONFLICTS, ENTRY, WRITING } from '../options.ts'
import { pick } from '../terminal.ts'

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
  run,
}

async function run(call: Call): Promise<ExitCode> {
  const workspace = open(call)
  if (!workspace.ok) return report(workspace.problem, call)
  const spoken = { ...call, language: spokenLanguage(call.language, workspace.value) }
  const typing = new Typing(spoken, workspace.value)
  const additions = additionsOf(spoken, typing)
  if (!additions.ok) return typing.kept(await report(toldByFlags(additions.problem, spoken), spoken))
  if (additions.value.some(({ kind }) => kind === 'removal')) return report(usage(USE_REMOVE), spoken)
  const pending = planOrAsk(spoken, (onConflict) => pendingFor(call, workspace.value, additions.value, onConflict))
  if (!pending.ok) return typing.kept(await report(pending.problem, spoken))
  if (!call.switches.has('json')) remarkRecovery(pending.value.recovered, pending.value.language, call.terminal)
  return typing.kept(await confirmAndApply(call, pending.value))
}

function pendingFor(
  call: Call,
  workspace: Workspace,
  additions: readonly Addition[],
  onConflict: ConflictChoice | undefined,
): Result<Pending> {
  const wishes = { language: call.language, onConflict, stamp: stampAtTerminal(workspace) }
  // With --yes nobody is asked, so a call that comes second plans again instead of failing.
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
  return ok({
    ...pendingIn(adding.value),
    plan: planned.value,
    apply: () => accept({ plan: planned.value }, workspace),
  })
}

function pendingIn({ language, bank }: AddingTo): Omit<Pending, 'plan' | 'apply'> {
  return { language, recovered: bank.recovered, state: bank.state.kind, nothing: ALREADY_THERE[language] }
}

const ALREADY_THERE: Words = {
  en: 'The bank already says this. Nothing to do.',
  zh: 'Memory Bank 已有这些内容，无需改动。',
}

function additionsOf(call: Call, typing: Typing): Result<readonly Addition[]> {
  const [word, title] = call.operands
  const named = word === undefined ? undefined : kindOfAddition(word)
  if (word !== undefined && named === undefined) return fail(noSuchKind(word, 'add'))
  const from = call.values.get('from')
  if (from !== undefined) return additionsFrom(from, named)
  const kind = named ?? typing.pickKind()
  if (kind === undefined) return fail(invalidAddition(ADD_WHAT, exampleOf('decision')))
  const fields = Object.fromEntries([...call.values].filter(([name]) => name in ENTRY))
  const given = typing.begin(kind, { ...fields, ...(title === undefined ? {} : { title }) })
  const decoded = decodeAddition({ kind, ...given })
  if (decoded.ok || decoded.problem.code !== 'addition-incomplete' || !canAsk(call)) return one(decoded)
  return one(decodeAddition({ kind, ...typing.askFor(fieldsNamed(kind, decoded.problem.missing)) }))
}

const USE_REMOVE: Words = {
  en: 'A removal adds nothing; use memory-bank remove <entry>.',
  zh: '移除不是新增，请用 memory-bank remove <条目>。',
}

const ADD_WHAT: Words = { en: `What do you want to add? ${kindList('en')}.`, zh: `要写入哪一类？${kindList('zh')}。` }

function exampleOf(kind: AdditionKind): Words {
  const { en, zh } = ENTRY_EXAMPLES[kind]
  return { en: `For example: ${en}`, zh: `例如：${zh}` }
}

function usage(detail: Words): Problem {
  return { code: 'usage', command: 'add', detail }
}

/** The missing fields by their flags, with an example. For an entry from a file they are named by their fields. */
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

/** JSON: an entry, a list of entries, or `{ "entries": [ … ] }`. */
function additionsFrom(file: string, kind: AdditionKind | undefined): Result<readonly Addition[]> {
  let raw: unknown
  try {
    raw = JSON.parse(readFileSync(file === '-' ? 0 : file, 'utf8').replace(/^\uFEFF/, ''))
  } catch (error) {
    if (!(error instanceof SyntaxError)) return fail(noEntriesIn(file, error))
    // A parser's error quotes the text it failed on, which may be a secret.
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
    return usage({ en: `--from: no such file: ${file}.`, zh: `--from：找不到文件 ${file}。` })
  if (code === 'EISDIR') return usage({ en: `--from: ${file} is a folder.`, zh: `--from：${file} 是目录。` })
  return { code: 'file-unreadable', path: file, cause: String(code ?? error) }
}

/** How often a required part is asked for. */
const MOST_TRIES = 3

/** A person types an entry: asks for what is missing, and keeps what was typed until it is written. */
class Typing {
  readonly #call: Call
  readonly #workspace: Workspace
  readonly #language: Language
  #kind: AdditionKind | undefined
  #typed: Typed = {}

  constructor(call: Call, workspace: Workspace) {
    this.#call = call
    this.#workspace = workspace
    this.#language = call.language ?? call.locale
  }

  pickKind(): AdditionKind | undefined {
    if (!canAsk(this.#call)) return undefined
    const named = (kind: AdditionKind) => (this.#language === 'en' ? kind : `${kind}（${nameOfKind(kind, 'zh')}）`)
    return pick(this.#call.terminal, this.#language, ADDITION_KINDS, named)
  }

  /** What was given, with what was typed before and not finished where the person goes on with it. */
  begin(kind: AdditionKind, given: Typed): Typed {
    this.#kind = kind
    this.#typed = given
    if (!canAsk(this.#call)) return given
    const before = keptTyped(this.#workspace, kind)
    const isSame = given['title'] === undefined || before?.['title'] === given['title']
    if (before === undefined || !isSame) return given
    if (isYes(this.#call.terminal.ask(this.#offer(before)))) this.#typed = { ...before, ...given }
    else forgetTyped(this.#workspace)
    return this.#typed
  }

  /** All that was given and typed; the end of input leaves the rest missing. */
  askFor(missing: readonly FieldSpec[]): Typed {
    const colon = this.#language === 'zh' ? '：' : ': '
    for (const { field, name } of missing) {
      const said = this.#ask(`${name[this.#language]}${colon}`)
      if (said === undefined) break
      this.#typed = { ...this.#typed, [field]: said }
      // Kept part by part: whoever leaves with Ctrl-C finds it again.
      this.#keep()
    }
    return this.#typed
  }

  #ask(question: string): string | undefined {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const said = this.#call.terminal.ask(question)?.trim()
      if (said === undefined) return undefined
      if (said !== '') return said
      this.#call.terminal.print(
        {
          en: '  This part is required. Ctrl-C stops; what you have typed is kept.',
          zh: '  这一项必填。按 Ctrl-C 退出，已输入的内容会保留。',
        }[this.#language],
      )
    }
    return undefined
  }

  /** Passes the exit code on: what is written is forgotten, what is not is kept. */
  kept(code: ExitCode): ExitCode {
    if (!canAsk(this.#call) || this.#kind === undefined || this.#call.switches.has('dry-run')) return code
    if (code === EXIT.done) forgetTyped(this.#workspace)
    else if (this.#keep())
      this.#call.terminal.remark(
        {
          en: `  What you typed is kept: memory-bank add ${this.#kind} goes on with it.`,
          zh: `  已输入的内容已保留：运行 memory-bank add ${this.#kind} 可继续。`,
        }[this.#language],
      )
    return code
  }

  #keep(): boolean {
    return (
      this.#kind !== undefined &&
      Object.keys(this.#typed).length > 0 &&
      keepTyped(this.#workspace, this.#kind, this.#typed)
    )
  }

  #offer(before: Typed): string {
    const said = before['title'] ?? before['text'] ?? Object.values(before)[0] ?? ''
    const short = said.length > 60 ? `${said.slice(0, 59)}…` : said
    return {
      en: `You began “${short}” and did not finish. Go on with it? [y]es, [n]o: `,
      zh: `上次有一条没有写完：「${short}」。继续吗？ [y] 继续，[n] 丢弃：`,
    }[this.#language]
  }
}
