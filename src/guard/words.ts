/**
 * What a person's words mean for the bank: the answer to a proposal, a request to write.
 *
 * Consent is never guessed. A refusal, a question, a condition or a sentence about something else is not
 * consent, and a clause that denies writing takes back any consent beside it.
 */

import type { Topic } from '../bank/proposal.ts'
import { type Clause, clausesOf, type Sense } from './words/clause.ts'
import { between } from './words/parts.ts'
import { asksInClause, lineOf } from './words/request.ts'
import { spansOf } from './words/units.ts'

export type Answer = 'confirm' | 'reject' | 'ignore'

/** A reply to a proposal, parsed once. */
export interface ReplyWords {
  readonly answer: Answer
  /** It orders the writing: "write it", not only "yes". */
  readonly acts: boolean
  /** Which of so many parts a yes covers; what it leaves out is counted off against the parts there are. */
  confirmed(count?: number): 'all' | readonly number[]
  /** The parts that it declines by name, whatever it says to the others. */
  declined(count: number): readonly number[]
}

/** `topics`: the entries of the proposal, which a reply may name by what they are about. */
export function readWords(text: string, topics: readonly Topic[] = []): ReplyWords {
  // Nobody answers at this length: a pasted text is not an answer.
  const clauses = text.length > LONGEST_ANSWER ? [] : clausesOf(unquoted(text), topics)
  const lead = clauses.findIndex(({ sense }) => sense !== 'neutral')
  const first = clauses[lead]
  const known = clauses.filter((clause) => clause.known)
  return {
    answer: first === undefined ? 'ignore' : ANSWERS[first.sense](clauses.slice(lead + 1), first),
    acts: says(clauses, 'act'),
    confirmed: (count = MOST_PARTS) => partsConfirmed(known, count),
    declined: (count) => [...new Set(excludedIn(known, count))].filter((part) => part <= count),
  }
}

/** What a reply answers, by the sense of its first clause that has one. */
const ANSWERS: Readonly<Record<Sense, (rest: readonly Clause[], first: Clause) => Answer>> = {
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

/** "But …" answers somebody else. */
function agreed(rest: readonly Clause[], first: Clause): Answer {
  return first.joint === 'but' ? 'ignore' : afterYes(first, rest)
}

function refused(rest: readonly Clause[]): Answer {
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

/** "1, 3", "both 1 and 3" or "1-3" after a list is "only" these. */
export function spelledOut(text: string, count: number): string {
  if (count < 2 || text.length > LONGEST_LIST) return text
  const words = text
    .replace(/\b(?:and|both|numbers?|entries|entry|items?)\b|[第条项]/gi, ' ')
    .replace(/(\d)\s*(?:\bto\b|[-–~到至])\s*(?=\d)/g, (_, digit: string) => `${digit}-`)
    .split(/[\s,，、。和与及&+#]+/)
    .filter((word) => word !== '')
  const spans = words.map((word) => /^(\d{1,2})(?:-(\d{1,2}))?\.?$/.exec(word))
  const numbers = spans.flatMap((span) => (span === null ? [0] : between(Number(span[1]), Number(span[2] ?? span[1]))))
  const isOfTheList = numbers.length > 0 && numbers.every((number) => number >= 1 && number <= count)
  return isOfTheList ? `only ${numbers.map((number) => `#${number}`).join(' and ')}` : text
}

const LONGEST_LIST = 100

/** A plan is carried out by words for what it does: "升级吧", "carry out the upgrade" are "写吧", "write it". */
export function spelledPlan(text: string): string {
  if (text.length > LONGEST_LIST) return text
  return text.replace(CARRIES_OUT_ZH, '写').replace(CARRIES_OUT_EN, 'write it')
}

const CARRIES_OUT_ZH =
  /(?:执行|开始|进行|应用)?(?:升级|迁移|初始化|刷新|计划|执行|应用|开始)(?:它|一下)?(?=$|[吧啊呀了,，。.!！;；\s])/g
const CARRIES_OUT_EN =
  /\b(?:(?:carry|carry out|apply|upgrade|migrate|refresh|initiali[sz]e|init|run|start|execute)(?: (?:it|this|the|that|memory|bank|plan|upgrade|migration|refresh|out))*)(?=$|[,.!;]| (?:please|now|then|and)\b)/gi

/** A no that is taken back (S42). Later than in the next message only words that say so count. */
export function takesBack(text: string, when: 'next' | 'later'): boolean {
  const rest = text.replace(TAKEN_BACK, ' ').trim()
  if (rest !== text.trim()) return asksToWrite(rest) || readWords(rest).answer === 'confirm'
  const { answer, acts } = readWords(text)
  return when === 'next' && answer === 'confirm' && acts
}

const TAKEN_BACK =
  /^(?:算了|等等|不对)?[,，、\s]*(?:(?:刚才|之前|上面)?(?:那|这)(?:条|个)?)?还是|我?(?:改变?主意|后悔)了[,，。\s]*|\b(?:i(?:['’]ve)? )?changed my mind[,;.\s]*|\bon second thoughts?[,\s]*|\s*\bafter all\b|^actually[,\s]+/gi

/** The user asks, in this message, for something to be written to the bank. */
export function asksToWrite(text: string): boolean {
  const said = text.slice(0, LONGEST_ANSWER)
  const asked = spansOf(said).some((span) => {
    const parts = lineOf(span.units).split(JOINTS)
    // Whole first: "add this and that to the bank" is one order.
    return [parts.join(' '), ...parts].some((line) => asksInClause(line, span.asked))
  })
  return (
    asked &&
    !clausesOf(said).some(
      ({ sense, known, refuses, deniesWriting }) => sense === 'no' && known && (refuses || deniesWriting),
    )
  )
}

/**
 * Answers as a proposal prints them, with its quotation marks, alone or before something else; any other quotation is
 * somebody else's words.
 */
function unquoted(text: string): string {
  const match = /^\s*["“”「『'‘]([^"“”「」『』'‘’\n]{1,40}?)["“”」』'’](?=$|[\s,，.。!！;；])/u.exec(text)
  const said = match?.[1]?.trim()
  if (match === null || said === undefined || !PRINTED.has(said.toLowerCase())) return text
  return `${said}${text.slice(match[0].length)}`
}

const PRINTED = new Set('yes|no|mb:write|only the first|好|写|确认|不用|只写第一条|写入记忆'.split('|'))

const JOINTS = / ?(?:然后|接着|顺便|另外|并且|同时)(?:再|也)?| (?:and then|and also|and|then|also) /u

const LONGEST_ANSWER = 20_000
const MOST_PARTS = 20

/** What follows a yes may go on to other matters; it may not deny, ask about, condition or put off the writing. */
function afterYes(first: Clause, rest: readonly Clause[]): Answer {
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

/** A yes so far: how firmly it was said, and whether the talk has moved on to other matters since. */
interface Yes {
  readonly firmest: Sense
  readonly moved: boolean
}

type EndsYes = (clause: Clause, yes: Yes, after: readonly Clause[]) => Answer | undefined

/** What a clause of this sense makes of the yes before it; undefined where the yes still stands. */
const ENDS_YES: Readonly<Partial<Record<Sense, EndsYes>>> = {
  no: ({ deniesWriting }, { moved }) => (moved && !deniesWriting ? 'ignore' : 'reject'),
  later: (_, { moved }) => (moved ? 'ignore' : 'reject'),
  unsure: (clause, { moved }, after) => (moved ? undefined : refusedIn([clause, ...after])),
  heard: (_, { firmest }) => (firmest === 'act' ? undefined : 'ignore'),
  ask: unlessMoved,
  other: unlessMoved,
}

function unlessMoved(clause: Clause, { moved, firmest }: Yes, after: readonly Clause[]): Answer | undefined {
  return moved || movesOn(clause, firmest) ? undefined : refusedIn(after)
}

/** Is this clause about another matter, so that the yes before it stands? A yes may have been said to a fact. */
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
  return firmest === 'yes' && (clause.joint === 'also' || clause.requests)
}

function limitsYes(clause: Clause): boolean {
  return !isBeside(clause) && (clause.joint === 'but' || clause.conditional || clause.deniesWriting)
}

function isBeside({ joint }: Clause): boolean {
  return joint === 'also' || joint === 'then'
}

/** After a doubt or a question a plain no still answers. */
function refusedIn(rest: readonly Clause[]): Answer {
  const plainly = ({ sense, known }: Clause): boolean => known && (sense === 'no' || sense === 'later')
  return rest.slice(0, 3).some(plainly) ? 'reject' : 'ignore'
}

/** After something else was said, only a whole refusal, or one of writing, is about the proposal. */
function refusedAfterAll(rest: readonly Clause[]): Answer {
  return refusedIn(
    rest.filter(
      ({ refuses, deniesWriting, sense, writes }) => refuses || deniesWriting || (sense === 'later' && writes),
    ),
  )
}
