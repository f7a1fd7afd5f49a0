/**
 * What in a session is worth a proposal (S40): found by code, from words, writes and commands.
 *
 * Precision first: a question, a guess, a plan to look, a quotation and small talk are no signals. A signal
 * carries no text; its terms are hashes, so that the same matter is known again and the log stays free of words.
 */

import { hashOfText } from '../core/content-hash.ts'
import type { ToolFacts } from '../core/event.ts'
import { addedPackages, testCommand } from './signals/commands.ts'
import { CUES, type Cue } from './signals/cues.ts'
import { kindOfFile } from './signals/files.ts'
import { isNorm } from './signals/norms.ts'
import { isOfTheProject } from './signals/project-things.ts'
import { isSettled } from './signals/settled.ts'
import type { Signal, SignalKind } from './signals/signal.ts'
import { lineOf } from './words/request.ts'
import { type Span, spansOf } from './words/units.ts'

export function signalInWords(text: string, by: 'user' | 'assistant'): Signal | undefined {
  if (HANDS_OVER_TEXT.test(text.slice(0, 80))) return undefined
  for (const sentence of sentencesOf(text)) {
    const spans = spansOf(sentence)
    if (spans.some((span) => span.asked)) continue
    const line = plainSentence(spans)
    const kind = kindOf(line, sentence, by)
    const named = kind === undefined ? [] : termsOf(sentence)
    // "Let's go with that one" names nothing that could be written down; a short sentence is about what stands beside it.
    const terms = named.length === 1 ? termsOf(text) : named
    if (kind !== undefined && terms.length >= FEWEST_TERMS) return { kind, terms }
  }
  return undefined
}

function kindOf(line: string, sentence: string, by: 'user' | 'assistant'): SignalKind | undefined {
  const cue = CUES.find((one) => (one.by === 'both' || one.by === by) && isSaid(one, line, sentence))
  // "We agreed to rename it": agents speak so of what they were told to do.
  if (by === 'assistant') return cue?.kind === 'decision' && !isOfTheProject(sentence) ? undefined : cue?.kind
  if (cue !== undefined) return cue.kind
  return isNorm(line, sentence) && isSettled({ kind: 'decision', line, sentence, end: line.length })
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
  if (needs !== undefined && !needs.some((word) => line.includes(word))) return false
  const match = pattern().exec(line)
  if (match === null || !isSettled({ kind, line, sentence, end: match.index + match[0].length })) return false
  if (beside === undefined) return true
  return beside === 'a project matter' ? isOfTheProject(sentence) : beside().test(line)
}

/** What a finished, successful call changed in how the project is built, run or composed. */
export function signalInCall(command: string | undefined, facts: ToolFacts): Signal | undefined {
  for (const path of writtenPaths(facts)) {
    const kind = kindOfFile(path)
    if (kind !== undefined) return { kind, terms: [termOf(path)] }
  }
  const added = command === undefined ? [] : addedPackages(command)
  return added.length === 0 ? undefined : { kind: 'tech', terms: added.map(termOf) }
}

/** Paths of the project, outside the bank, that a call has written. */
export function writtenPaths(facts: ToolFacts): readonly string[] {
  const paths =
    facts.kind === 'shell'
      ? facts.writes
      : facts.kind === 'writes'
        ? facts.files.flatMap((file) => (file.in === 'project' ? [file.path] : []))
        : []
  return paths.filter((path) => !OUTSIDE.test(path))
}

/** Paths inside are relative to the root. */
const OUTSIDE = /^(?:[\\/~]|[a-z]:[\\/]|\.\.(?:[\\/]|$))/i

/** What tells test runs apart, or undefined for a command that tests nothing. A part's name begins with the whole's. */
export function testRun(command: string | undefined): string | undefined {
  const test = command === undefined ? undefined : testCommand(command)
  if (test === undefined) return undefined
  return hashOfText(test.runner) + (test.only === '' ? '' : `:${hashOfText(test.only)}`)
}

/** The words a text is about: names and numbers by themselves, Han in pairs. */
export function termsOf(text: string): readonly string[] {
  return termsIn(text, MOST_TERMS)
}

/** The same without an end: for what is looked up in a text, not remembered. */
export function allTermsOf(text: string): readonly string[] {
  return termsIn(text, Number.POSITIVE_INFINITY)
}

function termsIn(text: string, most: number): readonly string[] {
  const found = new Set<string>()
  const said = text.slice(0, LONGEST).toLowerCase().replace(EMPTY_HAN, ' ')
  for (const [word] of said.matchAll(/[a-z][a-z0-9_]*(?:[./@-][a-z0-9_]+)*|\p{Script=Han}{2,}/gu)) {
    if (!/^[a-z]/.test(word)) for (let at = 0; at + 1 < word.length; at += 1) found.add(word.slice(at, at + 2))
    else if (word.length > 1 && !EMPTY.has(word)) found.add(word)
    if (found.size >= most) break
  }
  return [...found].slice(0, most).map(termOf)
}

/** Short: a session remembers many of them, and two that clash cost one reminder. */
function termOf(word: string): string {
  return hashOfText(word).slice(0, 8)
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
const MOST_SENTENCES = 200
const MOST_TERMS = 12
const FEWEST_TERMS = 2
/** "Translate: …", "润色这段话": what follows is text to work on, not what the person says. */
const HANDS_OVER_TEXT =
  /^\s*(?:please |pls |can you |could you |help me |now )*(?:translate|rephrase|reword|proofread|paraphrase|summari[sz]e|polish|draft|reply to|respond to this)\b|^\s*(?:请|帮我|帮忙|麻烦|把|将|下面|这段|这句)?.{0,6}(?:翻译|润色|改写成|校对|起草|拟一|总结一下|概括|回复(?:客户|邮件|他|她|这))|^\s*(?:write|draft) (?:me )?(?:an? )?(?:\w+ )?(?:blog|post|article|e-?mail|essay|tweet|story|poem|announcement)\b|^\s*(?:帮我)?写(?:一?篇|一?封|个|首)(?:\S{0,6})(?:文章|博客|邮件|周报|日报|作文|故事|诗|公告)/i

/** Words of the cue itself and of every sentence: they tell no matter from another. */
const EMPTY = new Set(
  (
    'the and for that this with from have has had was were are is it its we our us you your they them then than not but all any can will would should could must ' +
    'be been being do does did done to of in on at by as so if or an my me now also just only very more most some one two let lets go use used using make made ' +
    'decided decide decision agreed turns turned fine take break always never into out up down over because due when where which what who why how there here these those'
  ).split(' '),
)
const EMPTY_HAN =
  /我们|咱们|大家|最终|最后|决定|这个|那个|就是|因为|所以|以后|今后|统一|一律|必须|需要|可以|使用|采用|已经|现在|然后|但是|不再|还是|一个|一下|原因|根因|问题|这样|那样|什么|怎么|的|了|吧|用|做|把|就/gu
