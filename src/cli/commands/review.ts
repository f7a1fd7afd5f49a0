/** `memory-bank review`: a person goes through unconfirmed changes and pending proposals, one at a time. */

import { headlineOf } from '../../bank/decode-addition.ts'
import type { Proposal } from '../../bank/proposal.ts'
import type { Recovery } from '../../base/change.ts'
import type { Words } from '../../base/language.ts'
import { BANK_FOLDER } from '../../base/layout.ts'
import { ok, type Result } from '../../base/result.ts'
import { accept } from '../../consent/accept.ts'
import { Proposals } from '../../consent/proposals.ts'
import { maskSecrets } from '../../secrets/mask.ts'
import {
  CAUSE_NAMES,
  confirmChanges,
  type UnconfirmedChange,
  unconfirmedChanges,
  undoChanges,
} from '../../verbs/review.ts'
import { ask, isYes, willAsk } from '../ask.ts'
import { changeJson, diffOf } from '../change-text.ts'
import { type Command, type Ending, EXIT, misused, type ProjectCall } from '../command.ts'
import { ALREADY_THERE, confirmChange, doneText, planOrAsk } from '../confirm-and-apply.ts'
import { inProject, remarkRecovery, report } from '../in-project.ts'
import { ASKING, flag } from '../options.ts'
import { paint, say } from '../terminal.ts'
import { timeWords } from '../time-words.ts'
import { edit, renderPlanned, renderProposals } from './proposals.ts'

export const review: Command = {
  name: 'review',
  group: 'write',
  place: 5,
  about: {
    en: 'keep or undo unconfirmed changes and answer proposals, one by one',
    zh: '逐条处理未确认的改动与待确认的提议',
  },
  operands: '[path | id …]',
  mostOperands: 200,
  options: {
    undo: flag(
      'undo the changes instead of keeping them; leaves proposals alone',
      '撤销这些改动，而不是保留；不处理提议',
    ),
    ...ASKING,
  },
  examples: ['memory-bank review', 'memory-bank review details/tech.md', 'memory-bank review --undo --dry-run'],
  agent: { kind: 'unanswered' },
  exits: ['done', 'failure', 'usage', 'notConfirmed', 'conflict'],
  json: ['review'],
  run: inProject(run),
}

/** Everything that waits for a person's answer. */
interface Open {
  readonly changes: readonly UnconfirmedChange[]
  readonly proposals: readonly Proposal[]
}

async function run(call: ProjectCall): Promise<Ending> {
  const book = new Proposals(call.workspace)
  const recovered = book.recover()
  if (!recovered.ok) return recovered
  const open = openItems(call, book)
  if (!open.ok) return open
  const count = open.value.changes.length + open.value.proposals.length
  if (count > 0 && willAsk(call)) return walk(call, book, open.value, recovered.value)
  return answerAll(call, book, open.value, recovered.value)
}

/** All open items, or those named by a path or an id. */
function openItems(call: ProjectCall, book: Proposals): Result<Open> {
  const isUndo = call.switches.has('undo')
  const changes = unconfirmedChanges(call.workspace).filter(({ change }) => !isUndo || change !== undefined)
  const proposals = isUndo ? [] : book.list().filter(({ status }) => status === 'waiting')
  const names = call.operands.map((name) => name.replace(/^(?:\.\/)?memory-bank\//, ''))
  const isAt = (path: string, name: string) => path === name || path.startsWith(`${name}/`)
  const unknown = names.find(
    (name) => !changes.some(({ path }) => isAt(path, name)) && !proposals.some(({ id }) => id.startsWith(name)),
  )
  if (unknown !== undefined) return misused(call, NOT_OPEN(unknown))
  const isAll = names.length === 0
  return ok({
    changes: changes.filter(({ path }) => isAll || names.some((name) => isAt(path, name))),
    proposals: proposals.filter(({ id }) => isAll || names.some((name) => id.startsWith(name))),
  })
}

const NOT_OPEN = (name: string): Words => ({
  en: `'${name}' has nothing to review. List all: memory-bank review --dry-run`,
  zh: `'${name}' 没有待处理的内容。查看全部：memory-bank review --dry-run`,
})

/** For scripts: prints everything, and with --yes keeps every change, or undoes it, and accepts every proposal. */
function answerAll(call: ProjectCall, book: Proposals, open: Open, recovered: readonly Recovery[]): Promise<Ending> {
  const { language, switches, workspace } = call
  const { changes, proposals } = open
  const isUndo = switches.has('undo')
  return confirmChange(call, {
    recovered,
    nothing: changes.length + proposals.length === 0 ? NOTHING[language] : undefined,
    preview: () =>
      [
        ...changes.map((change) => renderChange(call, change)),
        ...(proposals.length === 0 ? [] : [renderProposals(call, proposals)]),
      ].join('\n\n'),
    diffs: () => '',
    kind: 'review',
    report: () => ({
      language,
      changes: changes.map(({ path, at, cause, change }) => ({
        path,
        at,
        cause,
        change: change === undefined ? null : changeJson(change, true),
      })),
      proposals: proposals.map(({ id, addition, at, targets }) => ({
        id,
        kind: addition.kind,
        title: maskSecrets(headlineOf(addition)),
        at,
        targets,
      })),
    }),
    apply() {
      if (isUndo) return undoChanges(changes, workspace)
      const planned = proposals.length === 0 ? undefined : book.planFor(proposals, { language, onConflict: undefined })
      if (planned?.ok === false) return planned
      const kept = confirmChanges(changes, workspace)
      if (!kept.ok) return kept
      return planned === undefined || planned.value.plan.changes.length === 0
        ? ok(NOT_WRITTEN)
        : accept(planned.value, workspace)
    },
    after: (id) => summary(call, { [isUndo ? 'undone' : 'kept']: changes.length, accepted: proposals.length }, id),
  })
}

/** Keeping a change writes no file of the bank. */
const NOT_WRITTEN = { id: undefined, recovered: [], isStaged: true }

const NOTHING: Words = { en: 'Nothing to review.', zh: '没有待处理的内容。' }

type Outcome = 'kept' | 'undone' | 'accepted' | 'rejected' | 'left'
type Counts = Partial<Record<Outcome, number>>

/** Shows one item at a time and asks. */
async function walk(call: ProjectCall, book: Proposals, open: Open, recovered: readonly Recovery[]): Promise<Ending> {
  remarkRecovery(recovered, call)
  const steps = [
    ...open.changes.map((change) => () => answerChange(call, change)),
    ...open.proposals.map((proposal) => () => answerProposal(call, book, proposal)),
  ]
  const counts: Counts = {}
  let answered = 0
  for (const [at, step] of steps.entries()) {
    call.terminal.print(`${at === 0 ? '' : '\n'}${paint(call.terminal).dim(`(${at + 1}/${steps.length})`)}`)
    const outcome = await step()
    if (outcome === 'quit') break
    counts[outcome] = (counts[outcome] ?? 0) + 1
    if (outcome !== 'left') answered += 1
  }
  const left = steps.length - answered
  call.terminal.print(`\n${summary(call, { ...counts, left })}`)
  return left === 0 ? EXIT.done : EXIT.notConfirmed
}

async function answerChange(call: ProjectCall, change: UnconfirmedChange): Promise<Outcome | 'quit'> {
  call.terminal.print(renderChange(call, change))
  const { workspace } = call
  switch (askKey(call, KEEP_IT, change.change === undefined ? [KEEP, ...LATER] : [KEEP, UNDO, ...LATER])) {
    case 'y':
      return outcomeOf(call, confirmChanges([change], workspace), 'kept')
    case 'u': {
      const undone = undoChanges([change], workspace)
      if (undone.ok) say(call, RESTORED(undone.value.id))
      return outcomeOf(call, undone, 'undone')
    }
    case 's':
      return 'left'
    case 'q':
      return 'quit'
  }
}

async function answerProposal(call: ProjectCall, book: Proposals, proposal: Proposal): Promise<Outcome | 'quit'> {
  const { language, workspace, terminal } = call
  terminal.print(renderProposals(call, [proposal]))
  const planned = planOrAsk(call, (onConflict) => book.planFor([proposal], { language, onConflict }))
  if (!planned.ok) return outcomeOf(call, planned, 'left')
  const { plan } = planned.value
  const isKnown = plan.changes.length === 0
  terminal.print(isKnown ? ALREADY_THERE[language] : renderPlanned(call, plan))
  switch (askKey(call, ACCEPT_IT, isKnown ? [REJECT, ...LATER] : [...ACCEPT, ...LATER])) {
    case 'y': {
      const accepted = accept(planned.value, workspace)
      if (accepted.ok) terminal.print(doneText(plan, language))
      return outcomeOf(call, accepted, 'accepted')
    }
    case 'e': {
      const ended = await edit(call, book, [proposal], [])
      if (typeof ended !== 'number') await report(ended.problem, call)
      return ended === EXIT.done ? 'accepted' : 'left'
    }
    case 'n': {
      const because = ask(call, REASON)
      return outcomeOf(call, book.reject([proposal.id], because === '' ? undefined : because), 'rejected')
    }
    case 's':
      return 'left'
    case 'q':
      return 'quit'
  }
}

const RESTORED = (id: string): Words => ({
  en: `Restored. Redo: memory-bank undo ${id}`,
  zh: `已恢复。重做：memory-bank undo ${id}`,
})

/** A problem is reported, and the item stays open. */
async function outcomeOf(call: ProjectCall, done: Result<unknown>, outcome: Outcome): Promise<Outcome> {
  if (done.ok) {
    call.terminal.acted()
    return outcome
  }
  await report(done.problem, call)
  return 'left'
}

const REASON: Words = { en: 'Reason, for the agent (Enter for none): ', zh: '理由，会告诉 Agent（回车表示不填）：' }

/** A key, its word, and what it does. */
type Choice<Key extends string> = readonly [key: Key, word: Words, about: Words]

const KEEP = ['y', { en: 'yes', zh: '保留' }, { en: 'keep the change', zh: '保留这处改动' }] as const
const UNDO = ['u', { en: 'undo', zh: '撤销' }, { en: 'restore the text before it', zh: '恢复改动之前的内容' }] as const
const LATER = [
  ['s', { en: 'skip', zh: '跳过' }, { en: 'decide later', zh: '以后再定' }],
  ['q', { en: 'quit', zh: '结束' }, { en: 'stop here', zh: '到此为止' }],
] as const
const REJECT = ['n', { en: 'no', zh: '拒绝' }, { en: 'reject it', zh: '拒绝' }] as const
const ACCEPT = [
  ['y', { en: 'yes', zh: '接受' }, { en: 'accept and write it', zh: '接受并写入' }],
  REJECT,
  ['e', { en: 'edit', zh: '修改' }, { en: 'edit it first', zh: '先修改' }],
] as const

const KEEP_IT: Words = { en: 'Keep it?', zh: '保留吗？' }
const ACCEPT_IT: Words = { en: 'Accept it?', zh: '接受吗？' }

/** Any answer that is no key explains the keys. The end of the input means `q`. */
function askKey<Key extends string>(call: ProjectCall, lead: Words, choices: readonly Choice<Key>[]): Key | 'q' {
  const { language, terminal } = call
  const question = {
    en: `${lead.en} ${choices.map(([key, { en }]) => `[${key}]${en.slice(1)}`).join(', ')}, [?]: `,
    zh: `${lead.zh} ${choices.map(([key, { zh }]) => `[${key}] ${zh}`).join('，')}，[?] 说明：`,
  }
  for (;;) {
    const answer = ask(call, question)?.toLowerCase()
    if (answer === undefined) return 'q'
    const meant = isYes(answer) ? 'y' : answer
    const [key] = choices.find(([key, words]) => [key, words.en, words.zh].includes(meant)) ?? []
    if (key !== undefined) return key
    terminal.print(choices.map(([key, , about]) => `  ${key}  ${about[language]}`).join('\n'))
  }
}

function renderChange({ terminal, language }: ProjectCall, { path, at, cause, change }: UnconfirmedChange): string {
  const { bold, dim } = paint(terminal)
  const head = `${bold(`${BANK_FOLDER}/${path}`)}  ${dim(`${CAUSE_NAMES[cause][language]}${{ en: ', ', zh: '，' }[language]}${timeWords(at, language)}`)}`
  return `${head}\n${change === undefined ? UNKNOWN[language] : (diffOf(change, terminal) ?? '')}`
}

const UNKNOWN: Words = {
  en: '(The text before it is not known: it held a secret, or the file cannot be read. See: git diff)',
  zh: '（改动之前的内容未知：其中有机密，或文件无法读取。请用 git diff 查看）',
}

/** `2 kept, 1 undone, 1 left.` */
function summary({ language }: ProjectCall, counts: Counts, id?: string): string {
  const said = OUTCOMES.flatMap(([outcome, words]) => {
    const count = counts[outcome] ?? 0
    return count === 0 ? [] : [{ en: `${count} ${words.en}`, zh: `${words.zh} ${count} 项` }[language]]
  })
  const undo =
    id === undefined ? '' : { en: ` Undo: memory-bank undo ${id}`, zh: `撤销：memory-bank undo ${id}` }[language]
  return { en: `${said.join(', ')}.${undo}`, zh: `${said.join('，')}。${undo}` }[language]
}

const OUTCOMES: readonly (readonly [Outcome, Words])[] = [
  ['kept', { en: 'kept', zh: '保留' }],
  ['undone', { en: 'undone', zh: '撤销' }],
  ['accepted', { en: 'accepted', zh: '接受' }],
  ['rejected', { en: 'rejected', zh: '拒绝' }],
  ['left', { en: 'left', zh: '未处理' }],
]
