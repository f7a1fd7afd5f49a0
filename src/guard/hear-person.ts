/**
 * A person's message begins a turn: what it answers, what it allows for this turn, and what it asks us to be still about.
 *
 * Only a person's own message grants anything (S42). A sub-agent's prompt is nobody's word.
 */

import type { ConflictChoice } from '../core/change.ts'
import { choiceIn } from '../core/conflict-words.ts'
import type { HostEvent } from '../core/event.ts'
import type { Topic } from '../core/proposal.ts'
import { signalByPerson } from './signals/by-person.ts'
import { isAboutTheBank } from './signals/statements.ts'
import { ordersBack } from './signals/taken-back.ts'
import { type Grant, type GuardState, isUnseen, type Moment, remember } from './state.ts'
import { noticed, type Step, takesNoSignal } from './step.ts'
import {
  type Answer,
  asksToWrite,
  classifyAnswer,
  partsConfirmed,
  partsDeclined,
  spelledOut,
  touchesPatterns,
} from './words.ts'

export function hearPerson(state: GuardState, { text, from, topics }: Extract<HostEvent, { kind: 'user-said' }>): Step {
  const { moment, answer } = turnBegun(state, text, from ?? 'person', topics ?? [])
  // A confirmation or refusal settles what was asked; it announces nothing new.
  const isSpared = answer === 'confirm' || answer === 'reject' || takesNoSignal(remember(state, moment))
  const signal = isSpared ? undefined : signalByPerson(text.slice(0, LONGEST), state.offered)
  return { ...noticed(state, [moment], signal), ...(answer === undefined ? {} : { answer }) }
}

/** Who a message is from: a program is nobody, and neither is who speaks while a command of the session runs. */
type Speaker = 'person' | 'program' | 'meanwhile'

interface Turn {
  readonly moment: Moment
  /** How the message was read, where it followed a proposal. */
  readonly answer: Answer | undefined
}

function turnBegun(state: GuardState, text: string, from: Speaker, topics: readonly Topic[]): Turn {
  const reply = readReply(state, text, from, topics)
  const { answer, stillWaits } = reply
  const asks = asksToWrite(text)
  const quiet = quietAfter(text, asks)
  const isAgreed = answer === 'confirm' && state.parent === undefined
  const moment: Moment = {
    at: 'turn',
    grant: from === 'program' ? { kind: 'nothing' } : grantOf(state, text, asks, answer),
    wantsPatterns: touchesPatterns(text),
    planAccepted: false,
    ...(isAgreed ? agreedTo(state, reply, topics) : {}),
    ...(quiet === undefined ? {} : { quiet }),
    ...(answer === 'reject' ? { declined: true } : {}),
    ...(ordersBack(text) ? { takenBack: true } : {}),
    ...(isUnheardYes(state, reply, from) ? { unheardYes: true } : {}),
    ...(from === 'person' && !stillWaits ? {} : { unanswered: true }),
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
  /** What we ourselves proposed is not passed over by an answer to something else. */
  readonly stillWaits: boolean
}

function readReply(state: GuardState, text: string, from: Speaker, topics: readonly Topic[]): Reply {
  // Where nothing waits there is nothing to answer, and few messages come while something does.
  if (state.proposal === undefined)
    return { words: text, said: 'ignore', answer: undefined, choice: undefined, stillWaits: false }
  const words = state.asked.alone ? spelledOut(text, topics.length) : text
  const isAsked = !isUnseen(state) && from === 'person'
  const choice = isAsked ? choiceOf(state, text) : undefined
  const said = choice === undefined ? classifyAnswer(words, topics) : 'confirm'
  if (!isAsked) return { words, said, answer: undefined, choice, stillWaits: false }
  const toOther = answersOther(state, text, said, choice)
  return {
    words,
    said,
    answer: toOther ? 'ignore' : said,
    choice,
    stillWaits: toOther && state.proposal.kind !== 'words',
  }
}

/** Whether an answer is to something else than the proposal. */
function answersOther(state: GuardState, text: string, said: Answer, choice: ConflictChoice | undefined): boolean {
  // A yes does not say which of three.
  const isUndecided = choice === undefined && said === 'confirm' && mustChoose(state)
  return isUndecided || (said !== 'ignore' && isToOther(state, text))
}

function mustChoose({ proposal }: GuardState): boolean {
  return proposal?.kind === 'plan' && proposal.chooses
}

/** Beside another question a number may be the answer to that one. */
function choiceOf(state: GuardState, text: string): ConflictChoice | undefined {
  return mustChoose(state) && !state.asked.ofOther ? choiceIn(text) : undefined
}

/** The message says yes, and something waits that it cannot answer. */
function isUnheardYes(state: GuardState, { said, stillWaits }: Reply, from: Speaker): boolean {
  const isUnheard = state.proposal !== undefined && (isUnseen(state) || from !== 'person')
  return said === 'confirm' && (stillWaits || isUnheard)
}

/** Beside another question a bare yes or no is to that one; who names the bank means the proposal. */
function isToOther({ asked }: GuardState, text: string): boolean {
  return asked.ofOther && !asksToWrite(text) && !/mb:|memory[ -]?bank|\bmemory\b|记忆|💾/i.test(text)
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
  if (targets.length === 0) return { kind: 'everything' }
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

/** For how long the person's words ask us to keep still. */
function quietAfter(text: string, asks: boolean): 'turn' | 'session' | undefined {
  const said = text.slice(0, LONGEST)
  if (STOP_ASKING.test(said)) return 'session'
  if (COMMAND.test(said) || asks) return 'turn'
  return isAboutTheBank(said) && signalByPerson(said)?.kind !== 'conflict' ? 'turn' : undefined
}

const LONGEST = 20_000
const COMMAND = /(?:^|\s)\/?mb:(?:write|no|save)\b/i
const STOP_ASKING =
  /(?:别|不要|不用|不必|停止)(?:再)?(?:老是|一直|总是|每次)?(?:提醒|问我?要不要(?:写|记)|提议)|\b(?:stop|quit|no more|don't|do not) (?:remind\w*|propos\w*|asking (?:me )?(?:to|whether|about|if) (?:save|write|remember|record|memory)|suggesting (?:memory|memories))/i
