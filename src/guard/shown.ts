/**
 * Whether a text has shown a proposal to the person who reads it (S42).
 *
 * It has if it holds every value, equal after dropping Markdown, punctuation, white space, case and width, and no other
 * question follows. Labels, order and the language of the frame are free. What a renderer hides was not shown.
 */

import type { MustShow } from '../core/proposal.ts'
import { wordTable } from '../text/word-table.ts'
import { tokensOf } from './words/tokens.ts'
import { spansOf } from './words/units.ts'

/**
 * ofOther: the text asks for a yes to something else, behind the proposal or without showing it.
 * alone: it asks nothing else at all.
 */
export function readShown(
  text: string,
  must: readonly MustShow[],
): { readonly shown: boolean; readonly ofOther: boolean; readonly alone: boolean } {
  const said = text.slice(-LONGEST)
  const rendered = bare(visible(said))
  const raw = bare(withoutComments(said))
  const [ends, rawEnds]: [number[], number[]] = [[0], [0]]
  const holds = (value: string): boolean => {
    // A value with markup of its own must be there with it.
    const isPlain = visible(value) === value
    const end = endIn(isPlain ? rendered : raw, value)
    if (end !== undefined) (isPlain ? ends : rawEnds).push(end)
    return end !== undefined
  }
  const isThere = ({ whole, short }: MustShow): boolean =>
    holds(whole) || (short !== undefined && holds(short.said) && holds(short.more))
  const alone = !asksBesides(rendered.text)
  if (must.length === 0 || !must.every(isThere)) return { shown: false, ofOther: !alone, alone }
  const last = rawEnds.length > 1 ? raw.text.slice(Math.max(...rawEnds)) : ''
  const ofOther = asksOfOther(rendered.text.slice(Math.max(...ends))) || asksOfOther(last)
  return { shown: !ofOther, ofOther, alone }
}

/** Nobody reads more of a message than its last pages. */
const LONGEST = 200_000
const MOST_TRIES = 1_000

interface Bare {
  /** What was made bare, in one case and width. */
  readonly text: string
  readonly letters: string
  /** Where each of the letters stands in the text. */
  readonly at: readonly number[]
}

/** Past the first place where a value stands as words of its own. */
function endIn({ text, letters, at }: Bare, value: string): number | undefined {
  const sought = bare(value).letters
  if (sought === '') {
    const found = text.indexOf(value.trim().normalize('NFKC').toLowerCase())
    return found === -1 ? undefined : found + value.trim().length
  }
  let from = 0
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const found = letters.indexOf(sought, from)
    if (found === -1) return undefined
    const [start, end] = [at[found] ?? 0, (at[found + sought.length - 1] ?? 0) + 1]
    if (
      !WITHIN_A_WORD.test(text.slice(Math.max(0, start - 1), start + 1)) &&
      !WITHIN_A_WORD.test(text.slice(end - 1, end + 1))
    )
      return end
    from = found + 1
  }
  return undefined
}

const WITHIN_A_WORD = /^[a-z0-9]{2}$/

function bare(original: string): Bare {
  const text = original.normalize('NFKC').toLowerCase().replaceAll('−', '-')
  const at: number[] = []
  let letters = ''
  for (const { index, 0: sign } of text.matchAll(KEPT)) {
    letters += sign
    for (let unit = 0; unit < sign.length; unit += 1) at.push(index + unit)
  }
  return { text, letters, at }
}

/** Letters, digits and signs that carry meaning: "1.5" is not "15", "!=" not "=", "-1" not "1". */
const KEPT =
  /(?<=\d)\.(?=\d)|!(?==)|(?<![\p{L}\p{N}])-(?=\d)|(?<!^[ \t>]*)>|(?<!~)~(?!~)|[\p{L}\p{N}]|(?![\ufe00-\ufe0f])\p{M}|(?![`|^~>])\p{S}/gmu

/** What stands before the reader's eyes once the text is rendered; rather too little than too much. */
function visible(text: string): string {
  return withoutComments(text)
    .replace(/<(details|template|script|style|noscript)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, ' ')
    .replace(/<\/?[a-z][^<>]*>/gi, ' ')
    .replace(/!\[[^[\]]*\]/g, ']')
    .replace(/\]\((?:[^()]|\([^()]*\))*\)/g, ']')
    .replace(/\]\([^\n]*/g, ']')
    .replace(/^ {0,3}\[[^[\]\n]+\]:[^\n]*(?:\n[ \t]*\S[^\n]*)*/gm, '')
    .replace(/^([ \t>]*(?:```+|~~~+))[^`\n]*$/gm, '$1')
}

function withoutComments(text: string): string {
  return text.replace(/<!--[\s\S]*?(?:-->|$)/g, ' ')
}

/** Whether these words, behind a proposal, ask for a yes to something else. */
function asksOfOther(text: string): boolean {
  const sentences = sentencesIn(text)
  // A bare "OK?" behind other words is about those words.
  const others = sentences.findIndex((sentence) => !isOfTheProposal(sentence))
  const isOwn = (sentence: string, index: number) =>
    isOfTheProposal(sentence) && (others === -1 || index < others || NAMES_THE_WRITE.holds(sentence))
  return proposesAgain(text) || sentences.some((sentence, index) => asks(sentence) && !isOwn(sentence, index))
}

/** Whether a 💾 of its own stands there, with more than the frame of the question. */
function proposesAgain(text: string): boolean {
  const sign = text.lastIndexOf('💾')
  return sign !== -1 && sentencesIn(text.slice(sign)).some((sentence) => !isOfTheProposal(sentence))
}

/** The same of a message that does not show it: who speaks of the bank asks about it, and an order counts near the end. */
function asksBesides(text: string): boolean {
  return sentencesIn(withoutFences(text)).some(
    (sentence, index, { length }) =>
      (QUESTION.test(sentence) || (index >= length - LAST_SENTENCES && asks(sentence))) &&
      !OF_THE_BANK.test(sentence) &&
      !isOfTheProposal(sentence),
  )
}

const LAST_SENTENCES = 3
const OF_THE_BANK = /💾|memory[ -]?bank|记忆|memory_propose/i

function withoutFences(text: string): string {
  return text.replace(/```[\s\S]*?(?:```|$)/g, ' ')
}

function sentencesIn(text: string): readonly string[] {
  return text
    .replace(/["“”「」『』‘’`>*_#|~]/g, ' ')
    .split(new RegExp(`(?<=[${QUESTION_MARKS}])|(?<!\\d)\\.|[。!！;；\\n]`))
    .filter((sentence) => /[\p{L}\p{N}❓❔]/u.test(sentence))
}

function asks(sentence: string): boolean {
  return (
    QUESTION.test(sentence) ||
    SEEKS_AN_ANSWER.holds(sentence) ||
    (ON_CONDITION.holds(sentence) && WILL_ACT.holds(sentence))
  )
}

/** The marks of questions in every script, and the endings of those that are written without one. */
const QUESTION_MARKS = '?？؟՞፧⸮‽❓❔'
const QUESTION = new RegExp(`[${QUESTION_MARKS}吗]|[까니]요?\\s*$|か\\s*$`)

/** Beside the words that frame a proposal only those that answers are made of: nothing else is asked for. */
function isOfTheProposal(sentence: string): boolean {
  if (GOES_ON.holds(sentence) || !/[\p{L}\p{N}]/u.test(sentence)) return false
  const words = spansOf(FRAME.without(sentence)).flatMap(({ units }) => tokensOf(units))
  return words.every(({ kind }) => kind !== 'other' && kind !== 'number')
}

const SEEKS_AN_ANSWER = wordTable(
  `reply|respond|answer|say|type|press|tell me|let me know|confirm|approve|permission|go-ahead|give me|[shall/should/may/can/could] i|
  [shall/should] we|want me to|would you like|do you want|[ok/okay] to|if you [agree/want/like]|yes|please|[how/what] about|why not|
  your [go/ok/okay/word/call/approval/decision/confirmation/choice/turn/consent]|[wait*/await*] … you(r)|up to you|unless you|
  回复|回答|告诉我|说一声|说好|确认|同意|批准|授权|要不|不如|是否|可否|能否|请|好不好|行不行|如果你|需要我|我就|你愿意|你想|你看|你定|你来|
  等你|待你|听你|由你|哪个|哪一|还是说`,
)
/** "If that is fine I will release": a yes is to what will be done. */
const ON_CONDITION = wordTable('if|unless|once|when|as soon as|until|after you|的话|如果|要是|只要')
const WILL_ACT = wordTable(
  `i will|i'll|i can|i could|i would|i'd|we will|we'll|we can|will be|我来|我会|我可以|我也可以|我再|就`,
)
/** Of all that a bare question may mean, only what is proposed is written or ignored. */
const NAMES_THE_WRITE = wordTable(
  'write|writing|written|save*|record*|note*|remember*|keep|ignore(d)|proposal(s)|plan|apply|memory bank|💾|写|记|存|忽略|提议|计划|执行',
)
const FRAME = wordTable(
  `reply|respond|answer|say|tell me|let me know|confirm|approve|whether|shall i|should i|may i|can i|proposal(s)|plan|exactly|apply|above|below|
  ignore(d)|leave everything as it is|or|is|are|okay|right|correct|you|i|
  回复|回答|告诉我|说一声|确认|同意|提议|计划|执行|以上|改动|忽略|需要|即可|如果|是否|则|或|做|发现|次|说`,
)
/** Of work that goes on, a yes is to the work. */
const GOES_ON = wordTable('continue*|proceed*|go on|carry on|move on|start|begin|next|继续|接着|开始|下一步')
