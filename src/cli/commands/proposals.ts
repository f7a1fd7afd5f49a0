/** `memory-bank proposals`: a person reviews the proposals of agents. */

import { headlineOf } from '../../bank/decode-addition.ts'
import type { Proposal } from '../../bank/proposal.ts'
import type { RelatedEntry, Review } from '../../bank/review.ts'
import {
  type Addition,
  type AdditionKind,
  FIELD_NAMES,
  fieldsOf,
  kindOfAddition,
  nameOfKind,
} from '../../base/addition.ts'
import type { Plan, Recovery } from '../../base/change.ts'
import type { Language, Words } from '../../base/language.ts'
import { explain } from '../../base/problem.ts'
import { isOpen, PROPOSAL_STATUS_NAMES } from '../../base/proposal-status.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import { accept as acceptPlan } from '../../consent/accept.ts'
import { editedProposal, type Fields } from '../../consent/proposal.ts'
import { Proposals } from '../../consent/proposals.ts'
import { proposalsReport, type ShownWhole } from '../../consent/proposals-report.ts'
import { pointsOf } from '../../consent/show.ts'
import { sourceLines } from '../../dashboard/file-page.ts'
import { reviewProposals } from '../../dashboard/review.ts'
import type { Workspace } from '../../verbs/open-bank.ts'
import { agrees, canAsk, NOTHING_CHANGED } from '../ask.ts'
import { diffOf, renderDiffs } from '../change-text.ts'
import { type Command, type Ending, EXIT, misused, type ProjectCall } from '../command.ts'
import { ALREADY_THERE, choiceOf, confirmAndApply } from '../confirm-and-apply.ts'
import { editText } from '../edit-text.ts'
import { givenFields, kindList, noSuchKind } from '../entry-kinds.ts'
import { inProject, remarkRecovery } from '../in-project.ts'
import { CONFLICTS, ENTRY, flag, value, WRITING } from '../options.ts'
import { unknownName } from '../parse-call.ts'
import { paint, printReport, say, wrapped } from '../terminal.ts'
import { timeWords } from '../time-words.ts'

const { evidence: _evidence, from: _from, ...FIELDS } = ENTRY

export const proposals: Command = {
  name: 'proposals',
  group: 'write',
  place: 6,
  about: { en: 'review what agents have proposed', zh: '查看并处理 Agent 的提议' },
  operands: '[list|show|accept|edit|reject|reopen|allow|disallow] [id|kind]',
  mostOperands: 21,
  options: {
    all: flag('include accepted and rejected ones', '包含已处理的提议'),
    because: value('text', 'reject: the reason, for the agent', 'reject：理由，会告诉 Agent'),
    ...FIELDS,
    ...WRITING,
    ...CONFLICTS,
  },
  examples: [
    'memory-bank proposals',
    'memory-bank proposals accept p3f',
    'memory-bank proposals edit p3f --why "one file, no server"',
    'memory-bank proposals reject p3f --because "we tried that"',
    'memory-bank proposals reopen p3f',
    'memory-bank proposals allow focus',
  ],
  agent: {
    kind: 'only',
    reads: ['list', 'show'],
    asks: ['accept', 'edit', 'allow'],
    acts: ['reject', 'reopen', 'disallow'],
  },
  exits: ['done', 'failure', 'usage', 'notConfirmed', 'conflict'],
  json: ['proposals', 'plan'],
  run: inProject(run),
}

function run(call: ProjectCall): Ending | Promise<Ending> {
  const book = new Proposals(call.workspace)
  // Finish or roll back an interrupted acceptance before listing anything.
  const recovered = book.recover()
  if (!recovered.ok) return recovered
  const [verb = 'list', ...names] = call.operands
  const isPlanned = verb === 'accept' || verb === 'edit'
  if (!isPlanned && !call.switches.has('json')) remarkRecovery(recovered.value, call)
  if (verb === 'list') return list(call, book)
  if (verb === 'allow' || verb === 'disallow') return allowance(call, book, verb, names)
  if (!isVerb(verb)) return misused(call, unknownName({ en: 'action', zh: '操作' }, verb, ALL_VERBS))
  if (verb === 'reopen' && names.length === 0) return misused(call, WHICH_ONE)
  const found = named(book, names)
  return found.ok ? VERBS[verb](call, book, found.value, recovered.value) : found
}

type Verb = 'show' | 'accept' | 'edit' | 'reject' | 'reopen'

function isVerb(word: string): word is Verb {
  return word in VERBS
}

const ALL_VERBS = ['list', 'show', 'accept', 'edit', 'reject', 'reopen', 'allow', 'disallow']

function list(call: ProjectCall, book: Proposals): Ending {
  const all = book.list()
  const shown = call.switches.has('all') ? all : all.filter(({ status }) => isOpen(status))
  if (call.switches.has('json')) {
    printProposals(call, book, shown)
    return EXIT.done
  }
  const print = (line: string) => call.terminal.print(wrapped(line, call.terminal.columns(), '         '))
  const colour = paint(call.terminal)
  if (shown.length === 0) {
    say(call, { en: 'No pending proposals.', zh: '没有待处理的提议。' })
  }
  for (const proposal of shown) {
    const { id, status, addition, targets } = proposal
    print(
      `${colour.bold(id)}  ${PROPOSAL_STATUS_NAMES[status][call.language]}  ${nameOfKind(addition.kind, call.language)}  ${headlineOf(addition)}`,
    )
    print(colour.dim(`         → ${targets.map((path) => `memory-bank/${path}`).join(', ')}`))
    for (const remark of remarksOn(proposal, call.language)) print(colour.dim(`         ${remark}`))
  }
  const allowed = book.allowed()
  if (allowed.length > 0) {
    const kinds = namesOf(allowed, call.language)
    say(call, { en: `\nAlways allowed: ${kinds}`, zh: `\n始终允许：${kinds}` })
  }
  if (shown.some(({ status }) => isOpen(status))) {
    say(call, {
      en: '\nNext:  memory-bank proposals show <id> · accept <id> · edit <id> · reject <id> --because "…"',
      zh: '\n下一步：memory-bank proposals show <编号> · accept <编号> · edit <编号> · reject <编号> --because "…"',
    })
  }
  return EXIT.done
}

/** The proposals named on the command line, else all pending proposals. */
function named(book: Proposals, names: readonly string[]): Result<readonly Proposal[]> {
  if (names.length === 0) {
    const waiting = book.list().filter(({ status }) => status === 'waiting')
    return waiting.length > 0 ? ok(waiting) : fail({ code: 'proposal-unknown', id: undefined })
  }
  const found: Proposal[] = []
  for (const id of new Set(names)) {
    const one = book.find(id)
    if (!one.ok) return one
    found.push(one.value)
  }
  return ok(found)
}

function show(call: ProjectCall, book: Proposals, found: readonly Proposal[]): Ending {
  const { language } = call
  const planned = book.planFor(found, { language, onConflict: choiceOf(call) })
  if (call.switches.has('json')) {
    const changes = planned.ok ? planned.value.plan.changes : []
    const diff = changes.flatMap((change) => diffOf(change, { colour: false }) ?? []).join('\n')
    printProposals(call, book, found, { diff, reviews: reviewsOf(call, found) })
    return EXIT.done
  }
  call.terminal.print(renderProposals(call, found))
  if (!planned.ok) return planned
  call.terminal.print(renderPlanned(call, planned.value.plan))
  return EXIT.done
}

function reviewsOf({ workspace, language }: ProjectCall, found: readonly Proposal[]): readonly Review[] {
  return reviewProposals(workspace, found, { language, how: 'terminal' })
}

/** Proposals with their text, the lines of their evidence, and related entries. */
export function renderProposals(call: ProjectCall, found: readonly Proposal[]): string {
  const { workspace, language } = call
  const colour = paint(call.terminal)
  const reviews = reviewsOf(call, found)
  const lines = found.flatMap((proposal, index) => {
    const { id, status, addition, at, session } = proposal
    const review = reviews[index]
    return [
      `${colour.bold(id)}  ${PROPOSAL_STATUS_NAMES[status][language]}  ${nameOfKind(addition.kind, language)}`,
      colour.dim(`  ${timeWords(at, language)}  ${session}`),
      ...remarksOn(proposal, language).map((remark) => colour.dim(`  ${remark}`)),
      ...pointsOf(addition, language).map((point) => `  ${point.replaceAll('\n', '\n    ')}`),
      ...(review === undefined ? [] : evidenceAndRelated(review, workspace, language)).map((line) => `  ${line}`),
    ]
  })
  return lines.map((line) => wrapped(line, call.terminal.columns(), '    ')).join('\n')
}

/** The notes and the diff of accepting them. */
export function renderPlanned({ terminal, language }: ProjectCall, { notes, changes }: Plan): string {
  return [...notes.map((note) => `  ${note[language]}`), '', renderDiffs(changes, terminal)].join('\n')
}

/** Says whether a person edited the proposal, and why it was rejected. */
function remarksOn({ was, because }: Proposal, language: Language): readonly string[] {
  return [
    ...(was === undefined ? [] : [{ en: 'edited by a person', zh: '已由人修改' }[language]]),
    ...(because === undefined ? [] : [`${{ en: 'because: ', zh: '理由：' }[language]}${because}`]),
  ]
}

/** The source lines that the evidence names, and related entries. */
function evidenceAndRelated(
  { evidence, related }: Review,
  workspace: Workspace,
  language: Language,
): readonly string[] {
  const sources = evidence.flatMap(({ place }) => {
    if (place?.first === undefined) return []
    const source = sourceLines(workspace, place)
    if (!source.ok) return []
    const { first, lines, marked = { first, last: first } } = source.value
    const shown = lines.slice(marked.first - first, marked.last - first + 1)
    const more = shown.length - MOST_SOURCE
    return [
      `${place.path}:${marked.first}`,
      ...shown.slice(0, MOST_SOURCE).map((line, at) => `  ${marked.first + at}  ${line}`),
      ...(more > 0 ? [`  … +${more}`] : []),
    ]
  })
  const beside = related.map(
    ({ how, title, path, line, excerpt }) =>
      `${HOW_RELATED[how][language]}${title} (memory-bank/${path}:${line})${excerpt === title ? '' : `\n    ${excerpt}`}`,
  )
  return [...sources, ...beside]
}

const MOST_SOURCE = 8

const HOW_RELATED: Readonly<Record<RelatedEntry['how'], Words>> = {
  similar: { en: 'Similar: ', zh: '相似：' },
  replaced: { en: 'Would be replaced: ', zh: '将被取代：' },
}

async function accept(
  call: ProjectCall,
  book: Proposals,
  found: readonly Proposal[],
  recovered: readonly Recovery[],
): Promise<Ending> {
  const settled = found.find(({ status }) => !isOpen(status))
  if (settled !== undefined) return fail({ code: 'proposal-settled', id: settled.id, status: settled.status })
  const planned = book.planFor(found, { language: call.language, onConflict: choiceOf(call) })
  return planned.ok ? acceptPlanned(call, planned.value, recovered) : planned
}

type Planned = Extract<ReturnType<Proposals['planFor']>, { readonly ok: true }>['value']

function acceptPlanned(
  call: ProjectCall,
  { plan, adding, proposals }: Planned,
  recovered: readonly Recovery[],
): Promise<Ending> {
  return confirmAndApply(call, {
    plan,
    language: adding.language,
    recovered,
    state: adding.bank.state,
    nothing: ALREADY_THERE,
    showsDiff: true,
    apply: () => acceptPlan({ plan, proposals }, call.workspace),
  })
}

/** Edits a proposal by flags or in an editor, then asks whether to accept it. If not, the edit is saved. */
export async function edit(
  call: ProjectCall,
  book: Proposals,
  found: readonly Proposal[],
  recovered: readonly Recovery[],
): Promise<Ending> {
  const [proposal, another] = found
  if (proposal === undefined || another !== undefined) return misused(call, ONE_AT_A_TIME)
  const { id, status } = proposal
  if (!isOpen(status)) return fail({ code: 'proposal-settled', id, status })
  const typed = editedByPerson(call, proposal)
  if (!typed.ok) return typed
  const planned = book.planFor([typed.value], { language: call.language, onConflict: choiceOf(call) }, [proposal])
  if (!planned.ok) return planned
  const ended = await acceptPlanned(call, planned.value, recovered)
  const edited = planned.value.proposals[0]?.proposal ?? proposal
  if (ended !== EXIT.notConfirmed || !canAsk(call) || edited.hash === proposal.hash) return ended
  const kept = book.keepEdited(edited)
  if (!kept.ok) return kept
  say(call, { en: `Saved your edit. ${id} is still pending.`, zh: `已保存你的修改，${id} 仍待确认。` })
  return ended
}

/** Reopens the editor with the same text if it was not valid. */
function editedByPerson(call: ProjectCall, proposal: Proposal): Result<Proposal> {
  const flags = givenFields(call)
  if (flags.size > 0) return editedProposal(proposal, Object.fromEntries(flags))
  if (!canAsk(call)) return misused(call, NO_EDITOR)
  let form = proposalForm(proposal.addition, call.language)
  for (;;) {
    const text = editText(call, `${proposal.id}.md`, form)
    if (!text.ok) return text
    const typed = editedProposal(proposal, readProposalForm(text.value, proposal.addition))
    if (typed.ok) return typed
    const { what, next } = explain(typed.problem, call.language)
    call.terminal.print(`${what} ${next}`)
    if (!agrees(call, { en: 'Edit it again? [y]es, [n]o: ', zh: '继续修改？ [y] 是，[n] 否：' })) return typed
    form = text.value
  }
}

const ONE_AT_A_TIME: Words = {
  en: 'Name one proposal to edit.',
  zh: '请指定一个要修改的提议。',
}
const NO_EDITOR: Words = {
  en: 'No terminal for an editor. Give the change by a flag (--title, --text, --why …).',
  zh: '没有终端，无法打开编辑器。请用参数给出改动（--title、--text、--why 等）。',
}

function reject(call: ProjectCall, book: Proposals, found: readonly Proposal[]): Ending {
  const because = call.values.get('because')
  return updateAll(call, book, found, (ids) => book.reject(ids, because), { en: 'Rejected ', zh: '已拒绝 ' })
}

/** Makes rejected or skipped proposals pending again. */
function reopen(call: ProjectCall, book: Proposals, found: readonly Proposal[]): Ending {
  return updateAll(call, book, found, (ids) => book.reopen(ids), { en: 'Reopened ', zh: '已重新打开 ' })
}

function updateAll(
  call: ProjectCall,
  book: Proposals,
  found: readonly Proposal[],
  change: (ids: readonly string[]) => Result<readonly Proposal[]>,
  done: Words,
): Ending {
  const ids = found.map(({ id }) => id)
  const isDry = call.switches.has('dry-run')
  const changed = isDry ? ok(found) : change(ids)
  if (!changed.ok) return changed
  if (!isDry) call.terminal.acted()
  if (call.switches.has('json')) printProposals(call, book, changed.value)
  else say(call, { en: `${done.en}${ids.join(', ')}`, zh: `${done.zh}${ids.join('、')}` })
  return EXIT.done
}

const VERBS: Readonly<
  Record<
    Verb,
    (
      call: ProjectCall,
      book: Proposals,
      found: readonly Proposal[],
      recovered: readonly Recovery[],
    ) => Ending | Promise<Ending>
  >
> = { show, accept, edit, reject, reopen }

const WHICH_ONE: Words = {
  en: 'Name the proposal to reopen. List them: memory-bank proposals --all',
  zh: '请指定要重新打开的提议。查看：memory-bank proposals --all',
}

/** Always allowing a kind needs a person at a terminal. `--yes` does not answer this question. */
function allowance(call: ProjectCall, book: Proposals, verb: 'allow' | 'disallow', names: readonly string[]): Ending {
  const kinds = names.flatMap((name) => kindOfAddition(name) ?? [])
  const unknown = names.find((name) => kindOfAddition(name) === undefined)
  if (unknown !== undefined) return noSuchKind(unknown, call)
  if (kinds.length === 0)
    return misused(call, { en: `Name a kind: ${kindList('en')}.`, zh: `请指定类型：${kindList('zh')}。` })
  const changed = call.switches.has('dry-run') ? [] : kinds
  if (verb === 'disallow') for (const kind of changed) book.disallow(kind)
  else if (changed.length > 0) {
    const by = call.by === 'agent' ? 'agent' : 'person'
    if (!canAsk(call))
      return fail({ code: 'person-needed', command: `memory-bank proposals allow ${kinds.join(' ')}`, by })
    if (!agreesToAllow(call, kinds)) {
      call.terminal.remark(NOTHING_CHANGED[call.language])
      return EXIT.notConfirmed
    }
    for (const kind of changed) book.allow(kind)
  }
  if (call.switches.has('json')) printProposals(call, book, [])
  else {
    const kept = namesOf(book.allowed(), call.language) || { en: 'none', zh: '无' }[call.language]
    say(call, { en: `Always allowed: ${kept}`, zh: `始终允许：${kept}` })
  }
  return EXIT.done
}

function agreesToAllow(call: ProjectCall, kinds: readonly AdditionKind[]): boolean {
  const named = namesOf(kinds, call.language)
  const question = {
    en: `Let agents write any ${named} in this project without asking? [y]es, [n]o: `,
    zh: `允许 Agent 在本项目写入「${named}」时不再询问？ [y] 允许，[n] 不允许：`,
  }
  return agrees(call, question)
}

function namesOf(kinds: readonly AdditionKind[], language: Language): string {
  return kinds.map((kind) => nameOfKind(kind, language)).join({ en: ', ', zh: '、' }[language])
}

function printProposals(call: ProjectCall, book: Proposals, shown: readonly Proposal[], whole: ShownWhole = {}): void {
  printReport(call.terminal, proposalsReport(book, shown, call.language, whole))
}

/** A proposal as text for an editor: each field's name on its own line, its value below. */
function proposalForm({ kind, fields }: Addition, language: Language): string {
  const parts = fieldsOf(kind).map(({ field, name, required, choices }) => {
    const about = [name[language], ...(required ? [REQUIRED[language]] : []), ...(choices ?? [])].join(' · ')
    return `=== ${FIELD_NAMES[field]} === ${about}\n${fields.get(field) ?? ''}\n`
  })
  return [HOW[language], ...parts].join('\n')
}

/** Undefined for an emptied file, which means no change. A missing field is empty. */
function readProposalForm(text: string, { kind }: Addition): Fields | undefined {
  const said = new Map<string, string[]>(fieldsOf(kind).map(({ field }) => [FIELD_NAMES[field], []]))
  let current: string[] | undefined
  for (const line of text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)) {
    const name = /^=== ([a-z_]+) ===/.exec(line)?.[1]
    const named = name === undefined ? undefined : said.get(name)
    if (named === undefined) current?.push(line)
    else current = named
  }
  if (current === undefined) return undefined
  return Object.fromEntries([...said].map(([name, lines]) => [name, lines.join('\n').trim()]))
}

const REQUIRED: Words = { en: 'required', zh: '必填' }
const HOW: Words = {
  en: 'Edit the text below each === line and keep those lines. Empty the file to cancel.\n',
  zh: '请修改 === 行下面的内容，并保留这些行。清空文件即取消。\n',
}
