/** A proposal as the user reads it before they answer: the 💾, where it would stand, what it says, one question (S44). */

import { type Addition, fieldsOf } from './addition.ts'
import type { BankPath } from './bank-path.ts'
import type { Language, Words } from './language.ts'
import { BANK_FOLDER } from './layout.ts'

export interface ShownProposal {
  readonly addition: Addition
  readonly targets: readonly BankPath[]
}

export function proposalText(shown: readonly ShownProposal[], notes: readonly Words[], language: Language): string {
  const words = WORDS[language]
  const reply = shown.length === 1 ? words.reply : words.replyToSome
  return ['---', proposalQuestion(shown, notes, language), '', reply, '---'].join('\n')
}

/** The same where the person answers with a button. */
export function proposalQuestion(shown: readonly ShownProposal[], notes: readonly Words[], language: Language): string {
  const words = WORDS[language]
  const points = shown.map(({ addition, targets }, index) => {
    const number = shown.length === 1 ? '   ' : `${index + 1}. `
    const files = targets.map((path) => `${BANK_FOLDER}/${path}`).join(words.comma)
    return `${number}→ ${files}\n   → ${words.content}${pointsOf(addition, language).join(words.semicolon)}`
  })
  const remarks = notes.map((note) => `   ⚠ ${note[language]}`)
  return [words.question, ...points, ...remarks].join('\n')
}

/** What it would say, field by field, each short enough to be read at a glance. */
export function pointsOf(addition: Addition, language: Language): readonly string[] {
  const [first, ...rest] = fieldsOf(addition.kind).flatMap(({ field, name }) => {
    const said = addition.fields.get(field)
    return said === undefined ? [] : [{ name: name[language], said: atAGlance(said) }]
  })
  const colon = language === 'zh' ? '：' : ': '
  return first === undefined ? [] : [first.said, ...rest.map(({ name, said }) => `${name}${colon}${said}`)]
}

const MOST_SHOWN = 160

function atAGlance(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= MOST_SHOWN ? line : `${line.slice(0, MOST_SHOWN - 1).toWellFormed()}…`
}

const WORDS = {
  en: {
    question: '💾 Write this to the Memory Bank?',
    content: '',
    comma: ', ',
    semicolon: '; ',
    reply: 'Reply "yes", or ignore it.',
    replyToSome: 'Reply "yes", or "only the first", or ignore it.',
  },
  zh: {
    question: '💾 要把这次的发现写入 Memory Bank 吗？',
    content: '内容：',
    comma: '、',
    semicolon: '；',
    reply: '回复"好"或"写"即可，不需要可忽略。',
    replyToSome: '回复"好"或"写"即可，也可以说"只写第一条"，不需要可忽略。',
  },
} as const
