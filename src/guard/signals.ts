/**
 * What in the words of a session is worth a proposal (S40): found by code. What calls show is in `signals/in-call.ts`.
 *
 * Precision first: a question, a guess, a plan to look, a quotation and small talk are no signals. A signal
 * carries no text; its terms are hashes, so that the same matter is known again and the log stays free of words.
 */

import { CUES, type Cue } from './signals/cues.ts'
import { isNorm } from './signals/norms.ts'
import { isOfTheProject } from './signals/project-things.ts'
import { isQuestion, isSettled } from './signals/settled.ts'
import type { Signal, SignalKind } from './signals/signal.ts'
import { isOutside } from './signals/signs.ts'
import { isReasonedChoice, statedKind } from './signals/stated.ts'
import { termsOf } from './signals/terms.ts'
import { weighedKind } from './signals/weighed.ts'
import { lineOf } from './words/request.ts'
import { type Span, spansOf } from './words/units.ts'

/** `offered`: they answer a question that left a choice. */
export function signalInWords(text: string, by: 'user' | 'assistant', offered = false): Signal | undefined {
  if (HANDS_OVER_TEXT.test(text.slice(0, 80))) return undefined
  for (const sentence of sentencesOf(text)) {
    const spans = spansOf(sentence)
    if (spans.some((span) => span.asked)) continue
    const line = plainSentence(spans)
    const kind = isQuestion(line) || ASKS_A_FAVOUR.test(line) ? undefined : kindOf(line, sentence, by)
    const named = kind === undefined ? [] : termsOf(sentence)
    // "Let's go with that one" names nothing that could be written down; a short sentence is about what stands beside it.
    const terms = named.length === 1 ? termsOf(text) : named
    if (kind !== undefined && terms.length >= FEWEST_TERMS) return { kind, terms }
  }
  return by === 'user' ? signalInWhole(text, offered) : undefined
}

/** A short message says in two sentences what neither says alone; the answer to a question begins with a bare name. */
function signalInWhole(text: string, offered: boolean): Signal | undefined {
  const spans = spansOf(text)
  if (text.length > LONGEST_WHOLE || spans.some((span) => span.asked)) return undefined
  const line = spans.map(({ units }) => lineOf(units)).join(' , ')
  const terms = termsOf(text)
  if (terms.length < FEWEST_TERMS || line.length < shortestIn(line) || isQuestion(line) || ASKS_A_FAVOUR.test(line))
    return undefined
  const kind = offered && isReasonedChoice(line, text) ? 'decision' : weighedKind(line, text)
  return kind === undefined ? undefined : { kind, terms }
}

/** Han says in ten characters what takes thirty letters. */
function shortestIn(line: string): number {
  return /\p{Script=Han}/u.test(line) ? 10 : 28
}

function kindOf(line: string, sentence: string, by: 'user' | 'assistant'): SignalKind | undefined {
  const cue = CUES.find((one) => (one.by === 'both' || one.by === by) && isSaid(one, line, sentence))
  // "We agreed to rename it": agents speak so of what they were told to do.
  if (by === 'assistant' && cue !== undefined)
    return cue.kind === 'decision' && !isOfTheProject(sentence) ? undefined : cue.kind
  const stated = statedKind(line, sentence, by)
  // A design that was approved is no requirement, and what the bank has wrong no decision; what a vendor allows is no wish of ours.
  const isOther =
    stated === 'design' ||
    stated === 'conflict' ||
    (stated === 'finding' && cue?.kind === 'requirement' && isOutside(line))
  if (cue !== undefined && !isOther) return cue.kind
  if (stated !== undefined) return stated
  return by === 'user' && isNorm(line, sentence) && isSettled({ kind: 'decision', line, sentence, end: line.length })
    ? 'decision'
    : undefined
}

/** The spans of a sentence as one line: labels keep their colon, all other marks are one. */
function plainSentence(spans: readonly Span[]): string {
  return spans
    .map((span, index) => lineOf(span.units) + (index === spans.length - 1 ? '' : span.label ? ' : ' : ' , '))
    .join('')
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
const LONGEST_WHOLE = 300
/** "Can you …", "能不能 …": a request, whatever follows. */
const ASKS_A_FAVOUR =
  /^(?:(?:and|so|ok|okay|then|hey|also) )*(?:can|could|would|will) you |^(?:你|您)?(?:能不能|能否|可不可以)/
const MOST_SENTENCES = 200
const FEWEST_TERMS = 2
/** "Translate: …", "润色这段话": what follows is text to work on, not what the person says. */
const HANDS_OVER_TEXT =
  /^\s*(?:please |pls |can you |could you |help me |now )*(?:translate|rephrase|reword|proofread|paraphrase|summari[sz]e|polish|draft|reply to|respond to this)\b|^\s*(?:请|帮我|帮忙|麻烦|把|将|下面|这段|这句)?.{0,6}(?:翻译|润色|改写成|校对|起草|拟一|总结一下|概括|回复(?:客户|邮件|他|她|这))|^\s*(?:write|draft) (?:me )?(?:an? )?(?:\w+ )?(?:blog|post|article|e-?mail|essay|tweet|story|poem|announcement)\b|^\s*(?:帮我)?写(?:一?篇|一?封|个|首)(?:\S{0,6})(?:文章|博客|邮件|周报|日报|作文|故事|诗|公告)/i
