/**
 * Renders the block that a person reads before they answer (S42, S44). The first line has the ids and titles, the last line
 * the question. Shortened text is counted, with the command that shows it in full.
 */

import { headlineOf } from '../bank/decode-addition.ts'
import { fenceOf } from '../bank/lines.ts'
import { appliedText, planLines, upgradeSteps } from '../bank/plan-lines.ts'
import { previewLines } from '../bank/preview-lines.ts'
import type { LeavingLine } from '../bank/proposal.ts'
import { type Addition, fieldsOf } from '../base/addition.ts'
import type { BankPath } from '../base/bank-path.ts'
import { type Change, type ConflictChoice, type EditConflict, INTENT_NAMES, type Plan } from '../base/change.ts'
import { CHOICE_LINES, CHOICES, describeConflicts } from '../base/conflict-words.ts'
import type { Language, Words } from '../base/language.ts'
import { BANK_FOLDER } from '../base/layout.ts'
import { ok, type Result } from '../base/result.ts'
import type { Workspace } from '../disk/workspace.ts'
import { maskSecrets } from '../secrets/mask.ts'
import { propose, type RefreshPlan, withStaleFacts } from '../verbs/refresh.ts'
import { hashOfPlan } from './proposal.ts'

export interface ShownProposal {
  readonly id: string
  readonly addition: Addition
  readonly targets: readonly BankPath[]
}

export interface Remarks {
  readonly notes: readonly Words[]
  /** Lines that would be removed from the bank. */
  readonly leaving: readonly LeavingLine[]
}

export function proposalText(shown: readonly ShownProposal[], remarks: Remarks, language: Language): string {
  const words = WORDS[language]
  const reply = shown.length === 1 ? words.reply : words.replyToSome
  return [proposalQuestion(shown, remarks, language), '', reply].join('\n')
}

/** The same question for a user who answers with a button. */
export function proposalQuestion(shown: readonly ShownProposal[], remarks: Remarks, language: Language): string {
  const words = WORDS[language]
  const points = shown.flatMap(({ id, addition, targets }, index) => {
    const number = shown.length === 1 ? '   ' : `${index + 1}. `
    const files = targets.map((path) => `${BANK_FOLDER}/${path}`).join(words.comma)
    const { said, unseen } = atAGlance(pointsOf(addition, language), mostOf(shown))
    const rest = unseen === 0 ? [] : [`   ⚠ ${words.unseen(unseen)}${showing(id)}`]
    return [`${number}→ ${files}`, `   → ${words.content}${said.join(words.semicolon)}`, ...rest]
  })
  const notes = remarks.notes.map((note) => `   ⚠ ${note[language]}`)
  const question = shown.every(isRemoval) ? words.removes : words.question
  return [
    `${question} ${nameOf(shown, language)}`,
    ...points,
    ...leavingLines(shown, remarks.leaving, language),
    ...notes,
  ].join('\n')
}

/** The ids and shortened titles. */
function nameOf(shown: readonly ShownProposal[], language: Language): string {
  const { colon, semicolon } = WORDS[language]
  const titles = Array.from(onOneLine(shown.map(({ addition }) => headlineOf(addition)).join(semicolon)))
  const said = titles.length <= LONGEST_NAME ? titles.join('') : `${titles.slice(0, LONGEST_NAME).join('')}…`
  return `${shown.map(({ id }) => id).join(' ')}${colon}${said}`
}

const LONGEST_NAME = 160

/** The content field by field. The first field has no name, except in a removal. */
export function pointsOf(addition: Addition, language: Language): readonly string[] {
  const [first, ...rest] = fieldsOf(addition.kind).flatMap(({ field, name }) => {
    const said = addition.fields.get(field)
    return said === undefined ? [] : [{ name: name[language], said }]
  })
  const { colon, evidence, comma } = WORDS[language]
  return [
    ...(first === undefined ? [] : [addition.kind === 'removal' ? `${first.name}${colon}${first.said}` : first.said]),
    ...rest.map(({ name, said }) => `${name}${colon}${said}`),
    ...(addition.evidence.length === 0 ? [] : [`${evidence}${colon}${addition.evidence.join(comma)}`]),
  ]
}

/** Limits of characters for all proposals together, and a minimum for each: people read only a short question. */
const MOST_SHOWN = 3_000
const FEWEST_SHOWN = 400
const MOST_LEAVING = 8

function mostOf(shown: readonly ShownProposal[]): number {
  return Math.max(FEWEST_SHOWN, Math.floor(MOST_SHOWN / Math.max(1, shown.length)))
}

function onOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** Each point as one line. Long points are shortened equally until all fit; `unseen` counts the omitted characters. */
function atAGlance(
  points: readonly string[],
  most: number,
): { readonly said: readonly string[]; readonly unseen: number } {
  const lines = points.map((point) => Array.from(onOneLine(point)))
  let share = 0
  let left = most
  for (const [index, length] of lines
    .map((line) => line.length)
    .toSorted((a, b) => a - b)
    .entries()) {
    share = Math.floor(left / (lines.length - index))
    if (length > share) break
    share = length
    left -= length
  }
  const said = lines.map((line) => (line.length <= share ? line.join('') : `${line.slice(0, share).join('')}…`))
  return { said, unseen: lines.reduce((sum, line) => sum + Math.max(0, line.length - share), 0) }
}

function leavingLines(
  shown: readonly ShownProposal[],
  leaving: readonly LeavingLine[],
  language: Language,
): readonly string[] {
  const words = WORDS[language]
  const lines = leaving.slice(0, MOST_LEAVING).map(({ path, text }) => {
    const { said, unseen } = atAGlance([text], FEWEST_SHOWN)
    return `   − ${BANK_FOLDER}/${path}${words.colon}${said.join('')}${unseen === 0 ? '' : ` (+${unseen})`}`
  })
  const more = leaving.length - lines.length
  const ids = shown.map(({ id }) => id).join(' ')
  return [
    ...(lines.length === 0 ? [] : [`   ${shown.every(isRemoval) ? words.going : words.leaving}`, ...lines]),
    ...(more > 0 ? [`   ⚠ ${words.moreLines(more)}${showing(ids)}`] : []),
  ]
}

function isRemoval({ addition }: ShownProposal): boolean {
  return addition.kind === 'removal'
}

function showing(ids: string): string {
  return `\`memory-bank proposals show ${ids}\``
}

/** The plan that a yes applies, or one plan for each choice if it would replace text of a person (S4). */
export type HeldPlan = Plan | Readonly<Record<ConflictChoice, Plan>>

export interface PlanQuestion {
  readonly text: string
  /** The text without its question, for a form that asks it. */
  readonly inForm: string
  readonly language: Language
  /** Undefined if there is nothing to do. */
  readonly held: HeldPlan | undefined
}

/** The refresh plan as a question. All plans that an answer may choose are made before the question (S11). */
export function refreshQuestion(
  workspace: Workspace,
  choice: ConflictChoice | undefined,
  part?: 'fold',
): Result<PlanQuestion> {
  const plan = (onConflict: ConflictChoice | undefined): Result<RefreshPlan> => {
    const planned = propose(workspace, { language: undefined, onConflict, ...(part === undefined ? {} : { part }) })
    return planned.ok ? ok(withStaleFacts(planned.value, workspace)) : planned
  }
  const planned = plan(choice)
  if (planned.ok) return ok(planQuestion(planned.value.plan, planned.value.language))
  if (planned.problem.code !== 'block-edited') return planned
  const [keep, overwrite, append] = CHOICES.map(plan)
  if (!keep?.ok || !overwrite?.ok || !append?.ok) return planned
  const held = { keep: keep.value.plan, overwrite: overwrite.value.plan, append: append.value.plan }
  return ok({ ...choiceQuestion(overwrite.value, planned.problem.conflicts), held })
}

export function isChoice(held: HeldPlan): held is Readonly<Record<ConflictChoice, Plan>> {
  return 'overwrite' in held
}

export function planQuestion(plan: Plan, language: Language): PlanQuestion {
  const inForm = planLines(plan, language)
  if (plan.changes.length === 0) return { text: inForm, inForm, language, held: undefined }
  const ask = (plan.intent === 'upgrade' ? ASK_UPGRADE : ASK)[language]
  return { text: `${namedPlan(plan, language)}\n\n${ask}`, inForm, language, held: plan }
}

function choiceQuestion(
  { plan, language }: RefreshPlan,
  conflicts: readonly EditConflict[],
): Omit<PlanQuestion, 'held'> {
  const choices = [describeConflicts(conflicts)[language], CHOICE_LINES[language]]
  const inForm = [planLines(plan, language), ...choices].join('\n\n')
  const text = `${[namedPlan(plan, language), ...choices].join('\n\n')}\n${CHOOSE[language]}`
  return { text, inForm, language }
}

/** The plan below a line that names it. An upgrade's first line reports what was detected (S44). */
function namedPlan(plan: Plan, language: Language): string {
  const id = hashOfPlan(plan).slice(0, 6)
  const [first = '', ...rest] = planLines(plan, language).split('\n')
  if (upgradeSteps(plan, language).length > 0) return [`${first} (${id})`, ...rest].join('\n')
  const name = INTENT_NAMES[plan.intent][language]
  const title = { en: `Memory Bank plan ${id}: ${name}`, zh: `Memory Bank 计划 ${id}：${name}` }[language]
  return [title, '', first, ...rest].join('\n')
}

const ASK: Words = {
  en: 'Reply "yes" to apply exactly this plan, "no" to leave everything as it is.',
  zh: '回复“好”或“确认”执行以上计划，回复“不用”则不做改动。',
}
const ASK_UPGRADE: Words = {
  en: 'Reply "yes" to carry out the upgrade, "no" to leave everything as it is.',
  zh: '回复"好"或"确认"执行升级。',
}
const CHOOSE: Words = {
  en: 'Memory Bank: choose 1, 2 or 3 (or keep, overwrite, append); "no" leaves everything as it is.',
  zh: 'Memory Bank：请选择 1、2 或 3（也可回复保留、覆盖、追加）；回复“不用”则不做改动。',
}

/**
 * The result, for all channels: added and removed lines, then the summary (S44). It is one fenced block, because hosts render
 * Markdown. Secrets are masked.
 */
export function writtenText(changes: readonly Change[], language: Language): string {
  const preview = maskSecrets(previewLines(changes, language).join('\n'))
  const text = [...(preview === '' ? [] : [preview]), appliedText(changes, language)].join('\n')
  const fence = fenceOf(text)
  return `${fence}diff\n${text}\n${fence}`
}

const WORDS = {
  en: {
    question: '💾 Write this to the Memory Bank?',
    content: '',
    comma: ', ',
    semicolon: '; ',
    colon: ': ',
    evidence: 'Evidence',
    removes: '💾 Remove this from the Memory Bank?',
    leaving: 'Replaces these lines:',
    going: 'Removes these lines:',
    unseen: (count: number) => `+${count} characters: `,
    moreLines: (count: number) => `+${count} lines: `,
    reply: 'Reply "yes", or ignore it.',
    replyToSome: 'Reply "yes", or "only the first", or ignore it.',
  },
  zh: {
    question: '💾 要把这次的发现写入 Memory Bank 吗？',
    content: '内容：',
    comma: '、',
    semicolon: '；',
    colon: '：',
    evidence: '依据',
    removes: '💾 要从 Memory Bank 移除这条内容吗？',
    leaving: '将替换以下各行：',
    going: '将移除以下各行：',
    unseen: (count: number) => `另有 ${count} 个字符：`,
    moreLines: (count: number) => `另有 ${count} 行：`,
    reply: '回复"好"或"写"即可，不需要可忽略。',
    replyToSome: '回复"好"或"写"即可，也可以说"只写第一条"，不需要可忽略。',
  },
} as const
