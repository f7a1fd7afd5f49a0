/**
 * A proposal as the user reads it before they answer: the 💾 with its ids and titles on the first line, by which the block
 * is known again, where it would stand, what it says, what gives way to it, one question (S42, S44). What is not shown is
 * said, with the command that shows it: nobody agrees to text unseen.
 */

import { type Addition, fieldsOf } from '../core/addition.ts'
import type { BankPath } from '../core/bank-path.ts'
import type { Language, Words } from '../core/language.ts'
import { BANK_FOLDER } from '../core/layout.ts'
import type { LeavingLine } from '../core/proposal.ts'
import { headlineOf } from './decode-addition.ts'

export interface ShownProposal {
  readonly id: string
  readonly addition: Addition
  readonly targets: readonly BankPath[]
}

export interface Remarks {
  readonly notes: readonly Words[]
  /** What would no longer stand in the bank. */
  readonly leaving: readonly LeavingLine[]
}

export function proposalText(shown: readonly ShownProposal[], remarks: Remarks, language: Language): string {
  const words = WORDS[language]
  const reply = shown.length === 1 ? words.reply : words.replyToSome
  return [proposalQuestion(shown, remarks, language), '', reply].join('\n')
}

/** The same where the person answers with a button. */
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

/** The ids, and what each is about. */
function nameOf(shown: readonly ShownProposal[], language: Language): string {
  const { colon, semicolon } = WORDS[language]
  const titles = Array.from(onOneLine(shown.map(({ addition }) => headlineOf(addition)).join(semicolon)))
  const said = titles.length <= LONGEST_NAME ? titles.join('') : `${titles.slice(0, LONGEST_NAME).join('')}…`
  return `${shown.map(({ id }) => id).join(' ')}${colon}${said}`
}

const LONGEST_NAME = 160

/** What it would say, whole, field by field; the first without its name, unless that is what is to be done with it. */
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

/** Characters of all proposals together, and of each at least: a question is read, a page is not. */
const MOST_SHOWN = 3_000
const FEWEST_SHOWN = 400
const MOST_LEAVING = 8

function mostOf(shown: readonly ShownProposal[]): number {
  return Math.max(FEWEST_SHOWN, Math.floor(MOST_SHOWN / Math.max(1, shown.length)))
}

function onOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** Each point as one line, the long ones shortened alike until all fit; and how many characters that leaves out. */
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

const WORDS = {
  en: {
    question: '💾 Write this to the Memory Bank?',
    content: '',
    comma: ', ',
    semicolon: '; ',
    colon: ': ',
    evidence: 'Evidence',
    removes: '💾 Remove this from the Memory Bank?',
    leaving: 'These lines give way to it:',
    going: 'These lines go:',
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
    leaving: '以下各行将被取代：',
    going: '以下各行将被移除：',
    unseen: (count: number) => `另有 ${count} 个字符：`,
    moreLines: (count: number) => `另有 ${count} 行：`,
    reply: '回复"好"或"写"即可，不需要可忽略。',
    replyToSome: '回复"好"或"写"即可，也可以说"只写第一条"，不需要可忽略。',
  },
} as const
