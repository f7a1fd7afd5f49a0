/**
 * What in the words of a session is worth a proposal (S40): found by code, sentence by sentence. What calls show is in
 * `in-call.ts`.
 *
 * Precision first: a question, a guess, a plan to look, a quotation and small talk are no signals. A signal
 * carries no text; its terms are hashes, so that the same matter is known again and the log stays free of words.
 */

import { lineOf } from '../words/request.ts'
import { type Span, spansOf } from '../words/units.ts'
import type { Cue } from './cues.ts'
import { isOfTheProject } from './project-things.ts'
import { isQuestion, isSettled } from './settled.ts'
import type { Signal, SignalKind } from './signal.ts'
import { termsOf } from './terms.ts'

/** What a sentence announces, which is given as one line of plain words and as it was written. */
type KindOf = (line: string, sentence: string) => SignalKind | undefined

export function signalInSentences(text: string, kindOf: KindOf): Signal | undefined {
  if (handsOverText(text)) return undefined
  for (const sentence of sentencesOf(text)) {
    const spans = spansOf(sentence)
    if (spans.some((span) => span.asked)) continue
    const line = plainSentence(spans)
    const kind = asks(line) ? undefined : kindOf(line, sentence)
    const named = kind === undefined ? [] : termsOf(sentence)
    // "Let's go with that one" names nothing that could be written down; a short sentence is about what stands beside it.
    const terms = named.length === 1 ? termsOf(text) : named
    if (kind !== undefined && terms.length >= FEWEST_TERMS) return { kind, terms }
  }
  return undefined
}

/** A question or a favour, whatever else is said. */
export function asks(line: string): boolean {
  return isQuestion(line) || ASKS_A_FAVOUR.test(line)
}

/** "Translate: …", "润色这段话": what follows is text to work on, not what the person says. */
export function handsOverText(text: string): boolean {
  const said = text.slice(0, 80).toLowerCase()
  return WORKS_ON_TEXT.some((word) => said.includes(word)) && HANDS_OVER_TEXT.test(said)
}

/** Does it speak of the bank? */
export function isAboutTheBank(text: string): boolean {
  return ABOUT_THE_BANK.test(text)
}

/** The spans of a sentence as one line: labels keep their colon, all other marks are one. */
function plainSentence(spans: readonly Span[]): string {
  return spans
    .map((span, index) => lineOf(span.units) + (index === spans.length - 1 ? '' : span.label ? ' : ' : ' , '))
    .join('')
}

/** The first of the cues that the sentence is announced by. */
export function cueIn(cues: readonly Cue[], line: string, sentence: string): Cue | undefined {
  return cues.find((one) => isSaid(one, line, sentence))
}

function isSaid({ kind, needs, pattern, beside }: Cue, line: string, sentence: string): boolean {
  if (!needs.some((word) => line.includes(word))) return false
  const match = pattern(line).exec(line)
  if (match === null || !isSettled({ kind, line, sentence, end: match.index + match[0].length })) return false
  if (beside === undefined) return true
  return beside === 'a project matter' ? isOfTheProject(sentence) : beside().test(line)
}

/** Sentences outside code; a list item or a line is one. */
function sentencesOf(text: string): readonly string[] {
  return text
    .slice(0, LONGEST)
    .replace(/```[\s\S]*?(?:```|$)|~~~[\s\S]*?(?:~~~|$)/g, ' ')
    .split(/(?<=[。！？!?；;])|(?<=\.)\s+|\n+/u)
    .filter((sentence) => sentence.trim() !== '')
    .slice(0, MOST_SENTENCES)
}

const LONGEST = 20_000
/** "Can you …", "能不能 …": a request, whatever follows. */
const ASKS_A_FAVOUR =
  /^(?:(?:and|so|ok|okay|then|hey|also) )*(?:can|could|would|will) you |^(?:你|您)?(?:能不能|能否|可不可以)/
const MOST_SENTENCES = 200
export const FEWEST_TERMS = 2
/** One of these is in every text that is handed over. */
const WORKS_ON_TEXT = [
  ...[
    'translate',
    'rephrase',
    'reword',
    'proofread',
    'paraphrase',
    'summari',
    'polish',
    'draft',
    'reply to',
    'respond',
  ],
  ...['write', '翻译', '润色', '改写成', '校对', '起草', '拟一', '总结一下', '概括', '回复', '写'],
]
const HANDS_OVER_TEXT =
  /^\s*(?:please |pls |can you |could you |help me |now )*(?:translate|rephrase|reword|proofread|paraphrase|summari[sz]e|polish|draft|reply to|respond to this)\b|^\s*(?:请|帮我|帮忙|麻烦|把|将|下面|这段|这句)?.{0,6}(?:翻译|润色|改写成|校对|起草|拟一|总结一下|概括|回复(?:客户|邮件|他|她|这))|^\s*(?:write|draft) (?:me )?(?:an? )?(?:\w+ )?(?:blog|post|article|e-?mail|essay|tweet|story|poem|announcement)\b|^\s*(?:帮我)?写(?:一?篇|一?封|个|首)(?:\S{0,6})(?:文章|博客|邮件|周报|日报|作文|故事|诗|公告)/
const ABOUT_THE_BANK = /memory[ -]?bank|记忆库|记忆银行|\bmb:|💾|\b(?:memory|patterns|progress)\.md\b/i
