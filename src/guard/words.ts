/**
 * Reads a person's words: the answer to a proposal, a request to write, a refusal taken back.
 *
 * Consent is never guessed. A refusal, a question, a condition or a sentence about something else is not consent. A clause
 * that denies writing cancels any consent in the same message.
 */

import type { Topic } from '../bank/proposal.ts'
import type { ConflictChoice } from '../base/change.ts'
import { choiceNamed } from '../base/conflict-words.ts'
import { type Clause, clausesOf, type Sense } from './words/clause.ts'
import { between } from './words/parts.ts'
import { asksInClause, lineOf } from './words/request.ts'
import { keyOf, spansOf, type WordSpan } from './words/units.ts'

export type ReplyAnswer = 'confirm' | 'reject' | 'ignore'

/** The kind of proposal that a message answers. `topics`: its entries, which a reply may name by subject. */
export type Asked =
  | { readonly kind: 'entries'; readonly topics: readonly Topic[] }
  | { readonly kind: 'plan' }
  | { readonly kind: 'words' }

/** A reply to a proposal, parsed once. */
export interface ReplyWords {
  readonly answer: ReplyAnswer
  /** True if the message orders the write: "write it", not only "yes". */
  readonly acts: boolean
  /** The choice in the message, for a plan that would replace text of a person (S4). */
  readonly choice: ConflictChoice | undefined
  /** The parts that a yes covers, of `count` parts. */
  confirmed(count?: number): 'all' | readonly number[]
  /** The parts that the message declines by name, whatever it says about the others. */
  declined(count: number): readonly number[]
}

export function readWords(text: string, asked: Asked = { kind: 'words' }): ReplyWords {
  return replyIn(spansOfReply(text, asked), asked)
}

function replyIn(spans: readonly WordSpan[], asked: Asked): ReplyWords {
  const clauses = clausesOf(spans, asked.kind === 'entries' ? asked.topics : [])
  const lead = clauses.findIndex(({ sense }) => sense !== 'neutral')
  const first = clauses[lead]
  const known = clauses.filter((clause) => clause.known)
  return {
    answer: first === undefined ? 'ignore' : ANSWERS[first.sense](clauses.slice(lead + 1), first),
    acts: says(clauses, 'act'),
    choice: choiceIn(spans),
    confirmed: (count = MOST_PARTS) => partsConfirmed(known, count),
    declined: (count) => [...new Set(excludedIn(known, count))].filter((part) => part <= count),
  }
}

function spansOfReply(text: string, asked: Asked): readonly WordSpan[] {
  // An answer is short; a longer text is pasted.
  if (text.length > LONGEST_ANSWER) return []
  const said = unquoted(text)
  if (asked.kind === 'words') return spansOf(said)
  if (asked.kind === 'plan') return spansOf(said).map((span) => respelled(span, PLAN_WORDS))
  const spans = spansOf(spelledOut(said, asked.topics.length))
  const removes = asked.topics.length > 0 && asked.topics.every(({ kind }) => kind === 'removal')
  return removes ? spans.map((span) => respelled(span, REMOVAL_WORDS)) : spans
}

/** The answer of a reply, by the sense of its first clause that has one. */
const ANSWERS: Readonly<Record<Sense, (rest: readonly Clause[], first: Clause) => ReplyAnswer>> = {
  act: agreed,
  yes: agreed,
  true: agreed,
  no: refused,
  later: refused,
  'no-part': (rest, first) => (says(rest, 'act', 'yes', 'true') ? afterYes(first, rest) : 'reject'),
  heard: (rest, first) => (says(rest, 'act') ? afterYes(first, rest) : refusedIn(rest)),
  ask: refusedIn,
  unsure: refusedIn,
  other: refusedAfterAll,
  neutral: refusedAfterAll,
}

/** A reply that begins with "but" is not an answer to the proposal. */
function agreed(rest: readonly Clause[], first: Clause): ReplyAnswer {
  return first.joint === 'but' ? 'ignore' : afterYes(first, rest)
}

function refused(rest: readonly Clause[]): ReplyAnswer {
  return says(rest, 'act') ? 'ignore' : 'reject'
}

function says(clauses: readonly Clause[], ...senses: readonly Sense[]): boolean {
  return clauses.some(({ sense }) => senses.includes(sense))
}

function partsConfirmed(clauses: readonly Clause[], count: number): 'all' | readonly number[] {
  const excluded = new Set(excludedIn(clauses, count))
  const named = clauses.flatMap((clause) => clause.included.flatMap(({ parts }) => parts(count)))
  if (named.length === 0 && excluded.size === 0) return 'all'
  const included = named.length === 0 ? between(1, count) : [...new Set(named)].sort((a, b) => a - b)
  return included.filter((part) => !excluded.has(part))
}

function excludedIn(clauses: readonly Clause[], count: number): readonly number[] {
  return clauses.flatMap((clause) => clause.excluded.flatMap(({ parts }) => parts(count)))
}

/** "1, 3", "both 1 and 3" and "1-3" after a list of entries mean "only" these. */
function spelledOut(text: string, count: number): string {
  if (count < 2 || text.length > LONGEST_LIST) return text
  const words = text
    .replace(/\b(?:first|second|third|last)\b/gi, (word) => String(ORDINALS.get(word.toLowerCase()) ?? count))
    .replace(/\b(?:and|both|the|ones?|numbers?|entries|entry|items?|choose|pick|select)\b|[第条项个选吧]/gi, ' ')
    .replace(/(\d)\s*(?:\bto\b|[-–~到至])\s*(?=\d)/g, (_, digit: string) => `${digit}-`)
    .split(/[\s,，、。和与及&+#]+/)
    .filter((word) => word !== '')
  const spans = words.map((word) => /^(\d{1,2})(?:-(\d{1,2}))?\.?$/.exec(word))
  const numbers = spans.flatMap((span) => (span === null ? [0] : between(Number(span[1]), Number(span[2] ?? span[1]))))
  const isOfTheList = numbers.length > 0 && numbers.every((number) => number >= 1 && number <= count)
  return isOfTheList ? `only ${numbers.map((number) => `#${number}`).join(' and ')}` : text
}

const LONGEST_LIST = 100
const ORDINALS: ReadonlyMap<string, number> = new Map([
  ['first', 1],
  ['second', 2],
  ['third', 3],
])

/** Words that mean "write it" or "no" only after a question of this kind. */
type Respelling = readonly (readonly [said: RegExp, meant: string])[]

function respelled(span: WordSpan, words: Respelling): WordSpan {
  if (span.units.length > MOST_UNITS) return span
  const line = words.reduce((left, [said, meant]) => left.replace(said, meant), lineOf(span.units))
  return { ...span, units: keyOf(line).split(' ') }
}

const MOST_UNITS = 50

/** After a plan, "升级吧" and "carry out the upgrade" order it. */
const PLAN_WORDS: Respelling = [
  [/(?:执行|开始|进行|应用)?(?:升级|迁移|初始化|刷新|计划|执行|应用|开始)(?:它|一下)?(?=$|[吧啊呀了\s])/g, '写'],
  [
    /\b(?:(?:carry|carry out|apply|upgrade|migrate|refresh|initiali[sz]e|init|run|start|execute)(?: (?:it|this|the|that|memory|bank|plan|upgrade|migration|refresh|out))*)(?=$| (?:please|now|then|and)\b)/g,
    'write it',
  ],
]

/** After the question of a removal, "删掉吧" and "remove it" order it, and "keep it" declines it. */
const REMOVAL_WORDS: Respelling = [
  [/(?:保留|留着|留下)(?:它|这条|这个)?(?=$|[吧啊呀\s])/g, '不用'],
  [/(?:移除|删除|删掉|删|去掉|去除|拿掉|清除)(?:它|这条|这个)?了?(?=$|[吧啊呀\s])/g, '写'],
  [/\bkeep(?: (?:it|this|that|them|the entry))?(?=$| please\b)/g, 'no'],
  [/\b(?:remove|delete)(?: (?:it|this|that|them|the entry))?(?=$| (?:please|now|then|and|after all)\b)/g, 'write it'],
]

/** A choice by number, place or name: "选 2", "the second one". All other words must be filler. */
function choiceIn(spans: readonly WordSpan[]): ConflictChoice | undefined {
  if (spans.some(({ asked }) => asked)) return undefined
  const named = spans.flatMap(({ units }) => units).filter((unit) => !CHOOSING.has(unit))
  return named.length > MOST_NAMED ? undefined : choiceNamed(named.join(''))
}

/** Enough for a Chinese name of a choice, which has two units. */
const MOST_NAMED = 2
const CHOOSING = new Set([
  ..."i i'll i'd like let's lets we take choose pick select use go with for want option number choice".split(' '),
  ...'answer the one please thanks thank ok okay yes'.split(' '),
  ...'我就那要用请选择项方案第个条种号吧了的好是按来谢',
])

/** Whether a message takes a refusal back (S42). A plain order to write does so only in the next message. */
export function takesBack(text: string, asked: Asked, when: 'next' | 'later'): boolean {
  const spans = spansOfReply(text, asked)
  const rest = withoutTakingBack(spans)
  if (rest !== undefined) return asksInSpans(rest) || replyIn(rest, { kind: 'words' }).answer === 'confirm'
  const { answer, acts } = replyIn(spans, { kind: 'words' })
  return when === 'next' && answer === 'confirm' && acts
}

/** The message without the words that take a refusal back; undefined if it has none. */
function withoutTakingBack([first, ...others]: readonly WordSpan[]): readonly WordSpan[] | undefined {
  if (first === undefined) return undefined
  // In "算了，还是写吧" the first span does not answer, and 还是 begins the second.
  if (others.length > 0 && DISMISSES.test(lineOf(first.units))) return withoutTakingBack(others)
  const spans = [first, ...others]
  const rest = spans.map((span, index) => {
    const line = lineOf(span.units)
    const left = line.replace(index === 0 ? TAKES_BACK_FIRST : TAKES_BACK, ' ').trim()
    return left === line ? span : { ...span, units: left === '' ? [] : keyOf(left).split(' ') }
  })
  return rest.every((span, index) => span === spans[index]) ? undefined : rest.filter(({ units }) => units.length > 0)
}

const DISMISSES = /^(?:算了|等等|不对)$/
const TAKES_BACK = /我?(?:改变?主意|后悔)了|\b(?:i(?:'ve)? )?changed my mind\b|\bon second thoughts?\b|\bafter all\b/g
const TAKES_BACK_FIRST = new RegExp(
  `^(?:算了|等等|不对)?(?:(?:刚才|之前|上面)?[那这][条个]?)?还是|^actually\\b|${TAKES_BACK.source}`,
  'g',
)

/** Whether the message asks for something to be written to the bank. */
export function asksToWrite(text: string): boolean {
  return asksInSpans(spansOf(text.slice(0, LONGEST_ANSWER)))
}

function asksInSpans(spans: readonly WordSpan[]): boolean {
  const asks = spans.some((span) => {
    const parts = lineOf(span.units).split(JOINTS)
    // The whole span first, because "add this and that to the bank" is one order.
    return [parts.join(' '), ...parts].some((line) => asksInClause(line, span.asked))
  })
  return (
    asks &&
    !clausesOf(spans).some(
      ({ sense, known, refuses, deniesWriting }) => sense === 'no' && known && (refuses || deniesWriting),
    )
  )
}

/**
 * A plain request to remember something (S40), by a short closed list. Do not extend it: other wordings, and whether it
 * is worth keeping, are the model's judgement.
 */
export function asksToRemember(text: string): boolean {
  return text
    .slice(0, LONGEST_REQUEST)
    .split(/(?<=[.!?。！？；;\n])/u)
    .some((sentence) => !/[?？吗]\s*$/u.test(sentence) && PLAIN_REQUEST.test(sentence))
}

const LONGEST_REQUEST = 4_000
const PLAIN_REQUEST =
  /(?:^|[,，:：]|\b(?:please|and|so|ok)\b)\s*(?:remember(?! me\b)|from now on|going forward|keep in mind)\b|(?:^|[,，。\s])(?:请|要)?(?:记住|记一下|记下来|今后|从现在起|以后(?!再))/iu

/**
 * The text without the quotation marks in which a proposal prints its answers. Any other quotation is not the person's own
 * words.
 */
function unquoted(text: string): string {
  const match = /^\s*["“”「『'‘]([^"“”「」『』'‘’\n]{1,40}?)["“”」』'’](?=$|[\s,，.。!！;；])/u.exec(text)
  const said = match?.[1]?.trim()
  if (match === null || said === undefined || !PRINTED.has(said.toLowerCase())) return text
  return `${said}${text.slice(match[0].length)}`
}

const PRINTED = new Set(
  'yes|no|mb:write|only the first|1|2|3|keep|overwrite|append|好|写|确认|不用|只写第一条|写入记忆|保留|覆盖|追加'.split(
    '|',
  ),
)

const JOINTS = / ?(?:然后|接着|顺便|另外|并且|同时)(?:再|也)?| (?:and then|and also|and|then|also) /u

const LONGEST_ANSWER = 20_000
const MOST_PARTS = 20

/** After a yes, the message may turn to other matters. It may not deny, question, condition or postpone the writing. */
function afterYes(first: Clause, rest: readonly Clause[]): ReplyAnswer {
  let yes: Yes = { firmest: first.sense, moved: false }
  for (const [index, clause] of rest.entries()) {
    const { sense, joint } = clause
    const ended = ENDS_YES[sense]?.(clause, yes, rest.slice(index + 1))
    if (ended !== undefined) return ended
    const isFirmer = !yes.moved && yes.firmest !== 'act' && (sense === 'act' || sense === 'yes')
    const moves = joint === 'also' || sense === 'ask' || sense === 'other'
    yes = { firmest: isFirmer ? sense : yes.firmest, moved: yes.moved || moves }
  }
  return 'confirm'
}

/** A yes so far: how firm it is, and whether the message has turned to other matters since. */
interface Yes {
  readonly firmest: Sense
  readonly moved: boolean
}

type EndsYes = (clause: Clause, yes: Yes, after: readonly Clause[]) => ReplyAnswer | undefined

/** The answer after a clause of this sense; undefined if the yes before it still holds. */
const ENDS_YES: Readonly<Partial<Record<Sense, EndsYes>>> = {
  no: ({ deniesWriting }, { moved }) => (moved && !deniesWriting ? 'ignore' : 'reject'),
  later: (_, { moved }) => (moved ? 'ignore' : 'reject'),
  unsure: (clause, { moved }, after) => (moved ? undefined : refusedIn([clause, ...after])),
  heard: (_, { firmest }, after) => (firmest === 'act' || says(after, 'act') ? undefined : 'ignore'),
  ask: unlessMoved,
  other: unlessMoved,
}

function unlessMoved(clause: Clause, { moved, firmest }: Yes, after: readonly Clause[]): ReplyAnswer | undefined {
  return moved || movesOn(clause, firmest) ? undefined : refusedIn(after)
}

/** Whether the clause is about another matter, so the yes before it holds. A yes may also confirm only a fact. */
function movesOn(clause: Clause, firmest: Sense): boolean {
  if (clause.bySpeaker) return false
  return clause.sense === 'ask' ? asksOfOther(clause, firmest) : tellsOfOther(clause, firmest)
}

function asksOfOther(clause: Clause, firmest: Sense): boolean {
  if (clause.joint === 'also' || (isBeside(clause) && clause.requests)) return true
  return firmest === 'act' && clause.joint !== 'but' && !clause.known && !clause.writes
}

function tellsOfOther(clause: Clause, firmest: Sense): boolean {
  if (limitsYes(clause)) return false
  if (firmest === 'act') return true
  if (clause.conditional) return false
  if (isBeside(clause) && (clause.requests || clause.orders)) return true
  return firmest === 'yes' && (clause.joint === 'also' || clause.requests || clause.continues)
}

function limitsYes(clause: Clause): boolean {
  return !isBeside(clause) && (clause.joint === 'but' || clause.conditional || clause.deniesWriting)
}

function isBeside({ joint }: Clause): boolean {
  return joint === 'also' || joint === 'then'
}

/** After a doubt or a question, a plain no still answers. */
function refusedIn(rest: readonly Clause[]): ReplyAnswer {
  const plainly = ({ sense, known }: Clause): boolean => known && (sense === 'no' || sense === 'later')
  return rest.slice(0, 3).some(plainly) ? 'reject' : 'ignore'
}

/**
 * After the message has turned to another matter, only a complete refusal, or a refusal to write, is about the
 * proposal.
 */
function refusedAfterAll(rest: readonly Clause[]): ReplyAnswer {
  return refusedIn(
    rest.filter(
      ({ refuses, deniesWriting, sense, writes }) => refuses || deniesWriting || (sense === 'later' && writes),
    ),
  )
}
