/**
 * What in a session is worth a proposal (S40): found by code, from words, writes and commands.
 *
 * Precision first: a question, a guess, a plan to look, a quotation and small talk are no signals. A signal
 * carries no text; its terms are hashes, so that the same matter is known again and the log stays free of words.
 */

import { hashOfText } from '../core/content-hash.ts'
import type { ToolFacts } from '../core/event.ts'
import { addedPackages, isTestCommand } from './signals/commands.ts'
import { CUES, type Cue, GUESSED, HEDGED, UNSETTLED } from './signals/cues.ts'
import { kindOfFile } from './signals/files.ts'
import type { Signal } from './signals/signal.ts'
import { lineOf } from './words/request.ts'
import { spansOf } from './words/units.ts'

export function signalInWords(text: string, by: 'user' | 'assistant'): Signal | undefined {
  for (const sentence of sentencesOf(text)) {
    const spans = spansOf(sentence)
    if (spans.some((span) => span.asked)) continue
    const line = spans.map((span) => lineOf(span.units)).join(' , ')
    const cue = CUES.find((one) => (one.by === 'both' || one.by === by) && isSaid(one, line))
    if (cue === undefined || UNSETTLED().test(line)) continue
    const terms = termsOf(sentence)
    // "Let's go with that one" names nothing that could be written down.
    if (terms.length >= FEWEST_TERMS) return { kind: cue.kind, terms }
  }
  return undefined
}

function isSaid({ pattern }: Cue, line: string): boolean {
  const match = pattern.exec(line)
  if (match === null) return false
  const end = match.index + match[0].length
  return !HEDGED().test(line.slice(0, end)) && !GUESSED.test(line.slice(end, end + NEAR))
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
  if (facts.kind === 'shell') return facts.writes
  return facts.kind === 'writes' ? facts.files.flatMap((file) => (file.in === 'project' ? [file.path] : [])) : []
}

/** What tells test runs apart, or undefined for a command that tests nothing. */
export function testRun(command: string | undefined): string | undefined {
  return command !== undefined && isTestCommand(command) ? hashOfText(command.trim()) : undefined
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
/** "The cause is probably …": a guess follows its cue closely. */
const NEAR = 14

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
