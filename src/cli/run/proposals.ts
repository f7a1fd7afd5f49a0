/** Runs `memory-bank proposals`: a person looks at what agents proposed, accepts, rejects, or always allows a kind. */

import { type AdditionKind, nameOfKind } from '../../core/addition.ts'
import type { Language, Words } from '../../core/language.ts'
import type { Problem } from '../../core/problem.ts'
import type { Proposal } from '../../core/proposal.ts'
import { PROPOSAL_STATUS_NAMES } from '../../core/proposal-status.ts'
import { carryOut } from '../../flows/carry-out.ts'
import { spokenLanguage } from '../../flows/open-bank.ts'
import { isOpen, Proposals } from '../../flows/proposals.ts'
import { proposalsReport } from '../../flows/proposals-report.ts'
import type { Workspace } from '../../flows/workspace.ts'
import { headlineOf, kindOfAddition } from '../../text/decode-addition.ts'
import { pointsOf } from '../../text/proposal-text.ts'
import type { Call } from '../command.ts'
import { canAsk, choiceOf, confirmAndApply } from '../confirm-and-apply.ts'
import { kindList, noSuchKind } from '../entry-kinds.ts'
import { EXIT, type ExitCode } from '../exit-codes.ts'
import { nearestOf } from '../nearest-word.ts'
import { open } from '../open.ts'
import { diffOf, renderDiffs } from '../render/plan.ts'
import { report } from '../render/problem.ts'
import { paint, printReport } from '../terminal.ts'

export async function proposals(given: Call): Promise<ExitCode> {
  const workspace = open(given)
  if (!workspace.ok) return report(workspace.problem, given)
  const language = spokenLanguage(given.language, workspace.value)
  const call = { ...given, language }
  const book = new Proposals(workspace.value)
  const [verb = 'list', ...names] = call.operands
  switch (verb) {
    case 'list':
      return list(call, book)
    case 'show':
      return withProposals(call, book, names, (found) => show(call, book, found))
    case 'accept':
      return withProposals(call, book, names, (found) => accept(call, book, found, workspace.value))
    case 'reject':
      return withProposals(call, book, names, (found) => reject(call, book, found))
    case 'allow':
    case 'disallow':
      return allowance(call, book, verb, names)
    default:
      return report(usage(noSuchVerb(verb)), call)
  }
}

function noSuchVerb(verb: string): Words {
  const list = 'list, show, accept, reject, allow, disallow'
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
    printProposals(call, book, shown, undefined)
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
  }
  const allowed = book.allowed()
  if (allowed.length > 0) {
    const kinds = namesOf(allowed, call.language)
    print({ en: `\nAlways allowed: ${kinds}`, zh: `\n始终允许：${kinds}` }[call.language])
  }
  if (shown.some(({ status }) => isOpen(status))) {
    print(
      {
        en: '\nNext:  memory-bank proposals show <id> · accept <id> · reject <id>',
        zh: '\n下一步：memory-bank proposals show <编号> · accept <编号> · reject <编号>',
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

async function show(call: Spoken, book: Proposals, found: readonly Proposal[]): Promise<ExitCode> {
  const planned = book.show(found, { language: call.language, onConflict: choiceOf(call) })
  if (call.switches.has('json')) {
    const changes = planned.ok ? planned.value.plan.changes : []
    const diff = changes.flatMap((change) => diffOf(change, { colour: false }) ?? []).join('\n')
    printProposals(call, book, found, diff)
    return EXIT.done
  }
  const colour = paint(call.terminal)
  for (const { id, status, addition, at, session } of found) {
    const { print } = call.terminal
    print(
      `${colour.bold(id)}  ${PROPOSAL_STATUS_NAMES[status][call.language]}  ${nameOfKind(addition.kind, call.language)}`,
    )
    print(colour.dim(`  ${at}  ${session}`))
    for (const point of pointsOf(addition, call.language)) print(`  ${point.replaceAll('\n', '\n    ')}`)
  }
  if (!planned.ok) return report(planned.problem, call)
  const { plan } = planned.value
  for (const note of plan.notes) call.terminal.print(`  ${note[call.language]}`)
  call.terminal.print(`\n${renderDiffs(plan.changes, call.terminal)}`)
  return EXIT.done
}

async function accept(
  call: Spoken,
  book: Proposals,
  found: readonly Proposal[],
  workspace: Workspace,
): Promise<ExitCode> {
  const settled = found.find(({ status }) => !isOpen(status))
  if (settled !== undefined) return report({ code: 'proposal-settled', id: settled.id, status: settled.status }, call)
  const planned = book.show(found, { language: call.language, onConflict: choiceOf(call) })
  if (!planned.ok) return report(planned.problem, call)
  const { plan, adding } = planned.value
  return confirmAndApply(call, {
    plan,
    language: adding.language,
    recovered: adding.bank.recovered,
    state: adding.bank.state.kind,
    nothing: { en: 'The bank already says this. Nothing to do.', zh: 'Memory Bank 已有这些内容，无需改动。' }[
      call.language
    ],
    showsDiff: true,
    apply: () => book.accept(found, () => carryOut(plan, workspace)),
  })
}

async function reject(call: Spoken, book: Proposals, found: readonly Proposal[]): Promise<ExitCode> {
  for (const { id, status } of call.switches.has('dry-run') ? [] : found)
    if (!book.settle(id, 'rejected')) return report({ code: 'proposal-settled', id, status }, call)
  const ids = found.map(({ id }) => id)
  if (call.switches.has('json')) {
    const now = book.list().filter(({ id }) => ids.includes(id))
    printProposals(call, book, now, undefined)
  } else {
    call.terminal.print({ en: `Rejected: ${ids.join(', ')}`, zh: `已拒绝：${ids.join('、')}` }[call.language])
  }
  return EXIT.done
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
      return report({ code: 'person-needed', command: `memory-bank proposals allow ${kinds.join(' ')}` }, call)
    if (!agreesToAllow(call, kinds)) {
      call.terminal.remark({ en: 'Nothing was changed.', zh: '没有改动。' }[call.language])
      return EXIT.notConfirmed
    }
    for (const kind of changed) book.allow(kind)
  }
  if (call.switches.has('json')) printProposals(call, book, [], undefined)
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

function printProposals(call: Spoken, book: Proposals, shown: readonly Proposal[], diff: string | undefined): void {
  printReport(call.terminal, proposalsReport(book, shown, call.language, diff))
}
