/** `memory-bank proposals`: what agents proposed, for a person to answer. */

import { accept as acceptPlan } from '../../consent/accept.ts'
import { editedProposal, type Fields } from '../../consent/proposal.ts'
import { Proposals } from '../../consent/proposals.ts'
import { proposalsReport, type ShownWhole } from '../../consent/proposals-report.ts'
import { pointsOf } from '../../consent/show.ts'
import { type Addition, type AdditionKind, FIELD_NAMES, fieldsOf, nameOfKind } from '../../base/addition.ts'
import type { Recovery } from '../../base/change.ts'
import type { Language, Words } from '../../base/language.ts'
import type { RelatedEntry, Review } from '../../bank/reports.ts'
import { explain, type Problem } from '../../base/problem.ts'
import type { Proposal } from '../../bank/proposal.ts'
import { isOpen, PROPOSAL_STATUS_NAMES } from '../../base/proposal-status.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import { sourceLines } from '../../dashboard/file-page.ts'
import { spokenLanguage } from '../../verbs/open-bank.ts'
import { reviewProposals } from '../../dashboard/review.ts'
import type { Workspace } from '../../verbs/workspace.ts'
import { headlineOf, kindOfAddition } from '../../bank/decode-addition.ts'
import { type Call, type Command, EXIT, type ExitCode } from '../command.ts'
import { canAsk, choiceOf, confirmAndApply, diffOf, isYes, remarkRecovery, renderDiffs } from '../confirm-and-apply.ts'
import { editText } from '../edit-text.ts'
import { givenFields, kindList, noSuchKind } from '../entry-kinds.ts'
import { open, report } from '../open.ts'
import { CONFLICTS, ENTRY, WRITING } from '../options.ts'
import { nearestOf } from '../parse-call.ts'
import { paint, printReport } from '../terminal.ts'

const { evidence: _evidence, from: _from, ...FIELDS } = ENTRY

export const proposals: Command = {
  name: 'proposals',
  group: 'write',
  place: 5,
  about: { en: 'review what agents have proposed', zh: '查看并处理 Agent 的提议' },
  operands: '[list|show|accept|edit|reject|reopen|allow|disallow] [id|kind]',
  mostOperands: 21,
  options: {
    all: { about: { en: 'include settled ones', zh: '包含已处理的提议' } },
    because: {
      value: 'text',
      about: { en: 'reject: why; the agent is told', zh: 'reject：理由，会告诉 Agent' },
    },
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
  run,
}

async function run(given: Call): Promise<ExitCode> {
  const workspace = open(given)
  if (!workspace.ok) return report(workspace.problem, given)
  const language = spokenLanguage(given.language, workspace.value)
  const call = { ...given, language }
  const book = new Proposals(workspace.value)
  // An acceptance that was interrupted is done, or waits again, before anybody looks.
  const recovered = book.recover()
  if (!recovered.ok) return report(recovered.problem, call)
  if (!call.switches.has('json')) remarkRecovery(recovered.value, language, call.terminal)
  const [verb = 'list', ...names] = call.operands
  switch (verb) {
    case 'list':
      return list(call, book)
    case 'show':
      return withProposals(call, book, names, (found) => show(call, book, found, workspace.value))
    case 'accept':
      return withProposals(call, book, names, (found) => accept(call, book, found, workspace.value, recovered.value))
    case 'edit':
      return withProposals(call, book, names, (found) => edit(call, book, found, workspace.value, recovered.value))
    case 'reject':
      return withProposals(call, book, names, (found) => reject(call, book, found))
    case 'reopen':
      if (names.length === 0) return report(usage(WHICH_ONE), call)
      return withProposals(call, book, names, (found) => reopen(call, book, found))
    case 'allow':
    case 'disallow':
      return allowance(call, book, verb, names)
    default:
      return report(usage(noSuchVerb(verb)), call)
  }
}

function noSuchVerb(verb: string): Words {
  const list = 'list, show, accept, edit, reject, reopen, allow, disallow'
  const near = nearestOf(verb, list.split(', '))
  return near === undefined
    ? { en: `There is no '${verb}'; there are ${list}.`, zh: `没有 '${verb}'，可用：${list}。` }
    : { en: `There is no '${verb}'. Did you mean '${near}'?`, zh: `没有 '${verb}'。你是想用 '${near}' 吗？` }
}

type Spoken = Call & { readonly language: Language }

function usage(detail: Words): Problem {
  return { code: 'usage', command: 'proposals', detail }
}

function list(call: Spoken, book: Proposals): ExitCode {
  const all = book.list()
  const shown = call.switches.has('all') ? all : all.filter(({ status }) => isOpen(status))
  if (call.switches.has('json')) {
    printProposals(call, book, shown)
    return EXIT.done
  }
  const { print } = call.terminal
  const colour = paint(call.terminal)
  if (shown.length === 0) {
    print({ en: 'No pending proposals.', zh: '没有待处理的提议。' }[call.language])
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
    print({ en: `\nAlways allowed: ${kinds}`, zh: `\n始终允许：${kinds}` }[call.language])
  }
  if (shown.some(({ status }) => isOpen(status))) {
    print(
      {
        en: '\nNext:  memory-bank proposals show <id> · accept <id> · edit <id> · reject <id> --because "…"',
        zh: '\n下一步：memory-bank proposals show <编号> · accept <编号> · edit <编号> · reject <编号> --because "…"',
      }[call.language],
    )
  }
  return EXIT.done
}

/** The proposals named; without names, the pending ones. */
async function withProposals(
  call: Spoken,
  book: Proposals,
  names: readonly string[],
  then: (found: readonly Proposal[]) => Promise<ExitCode>,
): Promise<ExitCode> {
  if (names.length === 0) {
    const waiting = book.list().filter(({ status }) => status === 'waiting')
    if (waiting.length > 0) return then(waiting)
    return report({ code: 'proposal-unknown', id: undefined }, call)
  }
  const found: Proposal[] = []
  for (const id of new Set(names)) {
    const one = book.find(id)
    if (!one.ok) return report(one.problem, call)
    found.push(one.value)
  }
  return then(found)
}

async function show(
  call: Spoken,
  book: Proposals,
  found: readonly Proposal[],
  workspace: Workspace,
): Promise<ExitCode> {
  const planned = book.planFor(found, { language: call.language, onConflict: choiceOf(call) })
  const reviews = reviewProposals(workspace, found, { language: call.language, how: 'terminal' })
  if (call.switches.has('json')) {
    const changes = planned.ok ? planned.value.plan.changes : []
    const diff = changes.flatMap((change) => diffOf(change, { colour: false }) ?? []).join('\n')
    printProposals(call, book, found, { diff, reviews })
    return EXIT.done
  }
  const colour = paint(call.terminal)
  const { print } = call.terminal
  for (const [index, proposal] of found.entries()) {
    const { id, status, addition, at, session } = proposal
    print(
      `${colour.bold(id)}  ${PROPOSAL_STATUS_NAMES[status][call.language]}  ${nameOfKind(addition.kind, call.language)}`,
    )
    print(colour.dim(`  ${at}  ${session}`))
    for (const remark of remarksOn(proposal, call.language)) print(colour.dim(`  ${remark}`))
    for (const point of pointsOf(addition, call.language)) print(`  ${point.replaceAll('\n', '\n    ')}`)
    const review = reviews[index]
    for (const line of review === undefined ? [] : besideIt(review, workspace, call.language)) print(`  ${line}`)
  }
  if (!planned.ok) return report(planned.problem, call)
  const { plan } = planned.value
  for (const note of plan.notes) print(`  ${note[call.language]}`)
  print(`\n${renderDiffs(plan.changes, call.terminal)}`)
  return EXIT.done
}

/** What a person has done with it besides answering. */
function remarksOn({ was, because }: Proposal, language: Language): readonly string[] {
  return [
    ...(was === undefined ? [] : [{ en: 'edited by a person', zh: '已由人修改' }[language]]),
    ...(because === undefined ? [] : [`${{ en: 'because: ', zh: '理由：' }[language]}${because}`]),
  ]
}

/** The lines that its evidence names, and the entries that a person should know of. */
function besideIt({ evidence, related }: Review, workspace: Workspace, language: Language): readonly string[] {
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
  similar: { en: 'Similar: ', zh: '相近：' },
  replaced: { en: 'Would be replaced: ', zh: '将被取代：' },
}

async function accept(
  call: Spoken,
  book: Proposals,
  found: readonly Proposal[],
  workspace: Workspace,
  recovered: readonly Recovery[],
): Promise<ExitCode> {
  const settled = found.find(({ status }) => !isOpen(status))
  if (settled !== undefined) return report({ code: 'proposal-settled', id: settled.id, status: settled.status }, call)
  const planned = book.planFor(found, { language: call.language, onConflict: choiceOf(call) })
  if (!planned.ok) return report(planned.problem, call)
  const { plan, adding, proposals } = planned.value
  return confirmAndApply(call, {
    plan,
    language: adding.language,
    recovered,
    state: adding.bank.state.kind,
    nothing: SAID_ALREADY[call.language],
    showsDiff: true,
    apply: () => acceptPlan({ plan, proposals }, workspace),
  })
}

/** With a person's words: by flags, or in their editor; then it is accepted, or goes on waiting so. */
async function edit(
  call: Spoken,
  book: Proposals,
  found: readonly Proposal[],
  workspace: Workspace,
  recovered: readonly Recovery[],
): Promise<ExitCode> {
  const [proposal, another] = found
  if (proposal === undefined || another !== undefined) return report(usage(ONE_AT_A_TIME), call)
  const { id, status } = proposal
  if (!isOpen(status)) return report({ code: 'proposal-settled', id, status }, call)
  const typed = await typedBy(call, proposal)
  if (!typed.ok) return report(typed.problem, call)
  const planned = book.planFor([typed.value], { language: call.language, onConflict: choiceOf(call) }, [proposal])
  if (!planned.ok) return report(planned.problem, call)
  const { plan, adding, proposals } = planned.value
  const ended = await confirmAndApply(call, {
    plan,
    language: adding.language,
    recovered,
    state: adding.bank.state.kind,
    nothing: SAID_ALREADY[call.language],
    showsDiff: true,
    apply: () => acceptPlan({ plan, proposals }, workspace),
  })
  const edited = proposals[0]?.proposal ?? proposal
  if (ended !== EXIT.notConfirmed || !canAsk(call) || edited.hash === proposal.hash) return ended
  const kept = book.keepEdited(edited)
  if (!kept.ok) return report(kept.problem, call)
  call.terminal.print(
    { en: `${id} still waits, as you edited it.`, zh: `${id} 仍在等待，已按你的修改保存。` }[call.language],
  )
  return ended
}

/** A person who made a mistake in the editor goes on where they were. */
async function typedBy(call: Spoken, proposal: Proposal): Promise<Result<Proposal>> {
  const flags = givenFields(call)
  if (flags.size > 0) return editedProposal(proposal, Object.fromEntries(flags))
  if (!canAsk(call)) return fail(usage(NO_EDITOR))
  let form = proposalForm(proposal.addition, call.language)
  for (;;) {
    const text = editText(call, `${proposal.id}.md`, form)
    if (!text.ok) return text
    const typed = editedProposal(proposal, readProposalForm(text.value, proposal.addition))
    if (typed.ok) return typed
    const { what, next } = explain(typed.problem, call.language)
    call.terminal.print(`${what} ${next}`)
    const answer = call.terminal.ask(
      { en: 'Edit it again? [y]es, [n]o: ', zh: '继续修改？ [y] 好，[n] 不用：' }[call.language],
    )
    if (!isYes(answer)) return typed
    form = text.value
  }
}

const ONE_AT_A_TIME: Words = {
  en: 'Which proposal? One is edited at a time.',
  zh: '修改哪个提议？一次只能修改一个。',
}
const NO_EDITOR: Words = {
  en: 'There is no terminal to open an editor in; say what changes by a flag (--title, --text, --why …).',
  zh: '没有终端可供打开编辑器；请用参数给出改动（--title、--text、--why 等）。',
}
const SAID_ALREADY: Words = {
  en: 'The bank already says this. Nothing to do.',
  zh: 'Memory Bank 已有这些内容，无需改动。',
}

async function reject(call: Spoken, book: Proposals, found: readonly Proposal[]): Promise<ExitCode> {
  const ids = found.map(({ id }) => id)
  const rejected = call.switches.has('dry-run') ? ok(found) : book.reject(ids, call.values.get('because'))
  if (!rejected.ok) return report(rejected.problem, call)
  if (!call.switches.has('dry-run')) call.terminal.acted()
  if (call.switches.has('json')) printProposals(call, book, rejected.value)
  else call.terminal.print({ en: `Rejected: ${ids.join(', ')}`, zh: `已拒绝：${ids.join('、')}` }[call.language])
  return EXIT.done
}

/** What was rejected or skipped waits again. */
async function reopen(call: Spoken, book: Proposals, found: readonly Proposal[]): Promise<ExitCode> {
  const ids = found.map(({ id }) => id)
  const reopened = call.switches.has('dry-run') ? ok(found) : book.reopen(ids)
  if (!reopened.ok) return report(reopened.problem, call)
  if (call.switches.has('json')) printProposals(call, book, reopened.value)
  else
    call.terminal.print({ en: `Waiting again: ${ids.join(', ')}`, zh: `已重新打开：${ids.join('、')}` }[call.language])
  return EXIT.done
}

const WHICH_ONE: Words = {
  en: 'Which proposal? The settled ones are listed by memory-bank proposals --all.',
  zh: '重新打开哪个提议？已处理的提议见 memory-bank proposals --all。',
}

/** Always allowing a kind asks a person; no option answers for them. */
async function allowance(
  call: Spoken,
  book: Proposals,
  verb: 'allow' | 'disallow',
  names: readonly string[],
): Promise<ExitCode> {
  const kinds = names.flatMap((name) => kindOfAddition(name) ?? [])
  const unknown = names.find((name) => kindOfAddition(name) === undefined)
  if (unknown !== undefined) return report(noSuchKind(unknown, 'proposals'), call)
  if (kinds.length === 0)
    return report(usage({ en: `Which kind? ${kindList('en')}.`, zh: `哪一类？${kindList('zh')}。` }), call)
  const changed = call.switches.has('dry-run') ? [] : kinds
  if (verb === 'disallow') for (const kind of changed) book.disallow(kind)
  else if (changed.length > 0) {
    if (!canAsk(call))
      return report(
        {
          code: 'person-needed',
          command: `memory-bank proposals allow ${kinds.join(' ')}`,
          by: call.by === 'agent' ? 'agent' : 'person',
        },
        call,
      )
    if (!agreesToAllow(call, kinds)) {
      call.terminal.remark({ en: 'Nothing was changed.', zh: '没有改动。' }[call.language])
      return EXIT.notConfirmed
    }
    for (const kind of changed) book.allow(kind)
  }
  if (call.switches.has('json')) printProposals(call, book, [])
  else {
    const kept = namesOf(book.allowed(), call.language) || { en: 'none', zh: '无' }[call.language]
    call.terminal.print({ en: `Always allowed: ${kept}`, zh: `始终允许：${kept}` }[call.language])
  }
  return EXIT.done
}

function agreesToAllow(call: Spoken, kinds: readonly AdditionKind[]): boolean {
  const named = namesOf(kinds, call.language)
  const question = {
    en: `From now on agents may write any ${named} of this project without asking. Allow this? [y]es, [n]o: `,
    zh: `此后 Agent 在本项目写入「${named}」将不再询问。是否允许？ [y] 允许，[n] 不允许：`,
  }[call.language]
  const answer = call.terminal.ask(question)?.trim().toLowerCase() ?? ''
  return ['y', 'yes', '好', '是', '允许', '确认'].includes(answer)
}

function namesOf(kinds: readonly AdditionKind[], language: Language): string {
  return kinds.map((kind) => nameOfKind(kind, language)).join({ en: ', ', zh: '、' }[language])
}

function printProposals(call: Spoken, book: Proposals, shown: readonly Proposal[], whole: ShownWhole = {}): void {
  printReport(call.terminal, proposalsReport(book, shown, call.language, whole))
}

/** A proposal as a text for an editor: the name of each field on a line of its own, its words below. */
function proposalForm({ kind, fields }: Addition, language: Language): string {
  const parts = fieldsOf(kind).map(({ field, name, required, choices }) => {
    const about = [name[language], ...(required ? [REQUIRED[language]] : []), ...(choices ?? [])].join(' · ')
    return `=== ${FIELD_NAMES[field]} === ${about}\n${fields.get(field) ?? ''}\n`
  })
  return [HOW[language], ...parts].join('\n')
}

/** Undefined where nothing is left of it: whoever empties the file wants nothing changed. A field that is gone says nothing. */
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
  en: 'Change the words below the lines of ===, and leave those lines. Empty the file to change nothing.\n',
  zh: '请修改 === 行下面的内容，保留这些行。清空文件则不做改动。\n',
}
