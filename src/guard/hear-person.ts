/**
 * A person's message begins a turn: what it answers, what it allows for this turn, and what it asks us to be still about.
 *
 * Only a person's own message grants anything (S42). A sub-agent's prompt is nobody's word.
 */

import type { ConflictChoice } from '../core/change.ts'
import { choiceIn } from '../core/conflict-words.ts'
import type { HostEvent } from '../core/event.ts'
import type { Topic } from '../core/proposal.ts'
import { asksToRemember } from './signals/asks-to-remember.ts'
import { type Grant, type GuardState, isUnseen, type Moment } from './state.ts'
import { after, type Step } from './step.ts'
import {
  type Answer,
  asksToWrite,
  classifyAnswer,
  partsConfirmed,
  partsDeclined,
  spelledOut,
  spelledPlan,
  takesBack,
} from './words.ts'

export function hearPerson(state: GuardState, { text, from, topics }: Extract<HostEvent, { kind: 'user-said' }>): Step {
  const { moment, answer } = turnBegun(state, text, from ?? 'person', topics ?? [])
  const isRequest = moment.quiet === undefined && state.parent === undefined && asksToRemember(text)
  const moments: readonly Moment[] = isRequest ? [moment, { at: 'happened', signal: { kind: 'request' } }] : [moment]
  return { ...after(state, moments), ...(answer === undefined ? {} : { answer }) }
}

/** Who a message is from: a program is nobody, and neither is who speaks while a command of the session runs. */
type Speaker = 'person' | 'program' | 'meanwhile'

interface Turn {
  readonly moment: Extract<Moment, { at: 'turn' }>
  /** How the message was read, where it followed a proposal. */
  readonly answer: Answer | undefined
}

function turnBegun(state: GuardState, text: string, from: Speaker, topics: readonly Topic[]): Turn {
  const reply = readReply(state, text, from, topics)
  const { answer, unread } = reply
  const asks = asksToWrite(text)
  const isAgreed = answer === 'confirm' && state.parent === undefined
  const moment: Turn['moment'] = {
    at: 'turn',
    grant: from === 'program' ? { kind: 'nothing' } : grantOf(state, text, asks, answer),
    planAccepted: false,
    ...(isAgreed ? agreedTo(state, reply, topics) : {}),
    ...(isQuiet(text, answer) ? { quiet: 'turn' } : {}),
    ...(answer === 'reject' ? { declined: true } : {}),
    ...(takesBackNo(state, text, from) ? { reopens: true } : {}),
    ...(isUnheardYes(state, reply, from) ? { unheardYes: true } : {}),
    ...(from === 'person' && !unread ? {} : { unanswered: true }),
    ...(unread ? { unread: true } : {}),
  }
  return { moment, answer }
}

/** What a yes agrees to: a plan and the choice in it, or entries; and the parts that it declines by name. */
function agreedTo(
  state: GuardState,
  { words, choice }: Reply,
  topics: readonly Topic[],
): Pick<Extract<Moment, { at: 'turn' }>, 'planAccepted' | 'choice' | 'accepted' | 'declinedParts'> {
  const accepted = acceptedEntries(state, words, topics)
  const declinedParts = partsDeclined(words, countOf(state.proposal), topics)
  return {
    planAccepted: state.proposal?.kind === 'plan',
    ...(choice === undefined ? {} : { choice }),
    ...(accepted.length === 0 ? {} : { accepted }),
    ...(declinedParts.length === 0 ? {} : { declinedParts }),
  }
}

/** A message read as a reply to what waits. */
interface Reply {
  /** The text with a bare number spelled out. */
  readonly words: string
  /** What its words say, whomever they answer. */
  readonly said: Answer
  /** What they say to the proposal; undefined where the message cannot answer one. */
  readonly answer: Answer | undefined
  readonly choice: ConflictChoice | undefined
  /** A choice was asked for and none could be read: what waits is asked again. */
  readonly unread: boolean
}

function readReply(state: GuardState, text: string, from: Speaker, topics: readonly Topic[]): Reply {
  // Where nothing waits there is nothing to answer, and few messages come while something does.
  if (state.proposal === undefined) return { ...UNREAD, words: text }
  const words = state.proposal.kind === 'plan' ? spelledPlan(text) : spelledOut(text, topics.length)
  const isAsked = !isUnseen(state) && from === 'person'
  const choice = isAsked && mustChoose(state) ? choiceIn(text) : undefined
  const said = choice === undefined ? classifyAnswer(words, topics) : 'confirm'
  // A no always counts, whoever showed what it is to; a program's does not.
  if (!isAsked)
    return { ...UNREAD, words, said, answer: said === 'reject' && from !== 'program' ? 'reject' : undefined }
  if (said !== 'ignore' && isToOther(state, text)) return { ...UNREAD, words, said, answer: 'ignore' }
  const unread = mustChoose(state) && choice === undefined && said !== 'reject' && !isAnsweredOnce(state, said)
  return { words, said, answer: unread ? 'ignore' : said, choice, unread }
}

const UNREAD = { said: 'ignore', answer: undefined, choice: undefined, unread: false } as const

function mustChoose({ proposal }: GuardState): boolean {
  return proposal?.kind === 'plan' && proposal.chooses
}

/** A yes does not say which of three, and goes on waiting; other words are asked about once. */
function isAnsweredOnce({ proposal }: GuardState, said: Answer): boolean {
  return said !== 'confirm' && proposal?.kind === 'plan' && proposal.isAskedAgain
}

/** The message says yes, or chooses something, and what waits cannot take it as an answer. */
function isUnheardYes(state: GuardState, { said, unread }: Reply, from: Speaker): boolean {
  const isUnheard = state.proposal !== undefined && (isUnseen(state) || from !== 'person')
  return unread || (said === 'confirm' && isUnheard)
}

/** Beside another question of the assistant's a bare yes or no to its own 💾 is to that question. */
function isToOther({ asked, proposal }: GuardState, text: string): boolean {
  if (proposal?.kind !== 'words' || !asked.ofOther) return false
  return !asksToWrite(text) && !/mb:|memory[ -]?bank|\bmemory\b|记忆|💾/i.test(text)
}

/** "不用", and later "还是记一下吧"; right after the no, an order to write is enough. */
function takesBackNo({ proposal, lastDeclined, parent, turn }: GuardState, text: string, from: Speaker): boolean {
  if (lastDeclined === undefined || proposal !== undefined || parent !== undefined || from !== 'person') return false
  return takesBack(
    lastDeclined.kind === 'plan' ? spelledPlan(text) : text,
    lastDeclined.turn === turn ? 'next' : 'later',
  )
}

function grantOf(state: GuardState, text: string, asks: boolean, answer: Answer | undefined): Grant {
  if (state.parent !== undefined) return { kind: 'nothing' }
  if (answer === 'confirm') return grantOfProposal(state.proposal, text)
  return answer !== 'reject' && asks ? { kind: 'everything' } : { kind: 'nothing' }
}

/** What we ourselves proposed our own code carries out: the agent may write nothing for it. */
function grantOfProposal(proposal: GuardState['proposal'], text: string): Grant {
  if (proposal?.kind !== 'words') return { kind: 'nothing' }
  const { targets, parts } = proposal
  const confirmed = partsConfirmed(text, parts.length)
  if (confirmed === 'all') return { kind: 'targets', targets }
  return { kind: 'targets', targets: parts.filter((_, index) => confirmed.includes(index + 1)).flat() }
}

/** The ids of the entries that the person's words agree to. */
function acceptedEntries({ proposal }: GuardState, text: string, topics: readonly Topic[]): readonly string[] {
  if (proposal?.kind !== 'entries') return []
  const confirmed = partsConfirmed(text, proposal.entries.length, topics)
  return proposal.entries.flatMap(({ id }, index) => (confirmed === 'all' || confirmed.includes(index + 1) ? [id] : []))
}

function countOf(proposal: GuardState['proposal']): number {
  return proposal?.kind === 'entries' ? proposal.entries.length : proposal?.kind === 'words' ? proposal.parts.length : 0
}

/** No reminder in a turn that answers a proposal or is about the bank itself (S40). An empty text is a command's. */
function isQuiet(text: string, answer: Answer | undefined): boolean {
  if (answer === 'confirm' || answer === 'reject' || text.trim() === '') return true
  return ABOUT_THE_BANK.test(text.slice(0, LONGEST)) && !asksToRemember(text)
}

const LONGEST = 20_000
const ABOUT_THE_BANK = /memory[ -]?bank|记忆库|记忆银行|\bmb:|💾|\b(?:memory|patterns|progress)\.md\b/i
