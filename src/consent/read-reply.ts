/**
 * A person's message, read once: what it answers, what it allows in this turn, and whether it is about the bank.
 *
 * Only a person's own message grants anything (S42). A sub-agent's prompt, a program's message and a message that comes
 * while a command of the session runs grant nothing.
 */

import type { ConflictChoice } from '../base/change.ts'
import { choiceIn } from '../base/conflict-words.ts'
import type { HostEvent } from '../bank/event.ts'
import type { Topic } from '../bank/proposal.ts'
import { asksToRemember } from '../guard/signals/asks-to-remember.ts'
import { type Grant, type GuardState, isUnseen, type Moment } from '../guard/state.ts'
import { after, type Step } from '../guard/step.ts'
import {
  type Answer,
  asksToWrite,
  type ReplyWords,
  readWords,
  spelledOut,
  spelledPlan,
  takesBack,
} from '../guard/words.ts'

/** The step that a person's message is for the session. */
export function readReply(state: GuardState, { text, from, topics }: Extract<HostEvent, { kind: 'user-said' }>): Step {
  const { moment, answer } = turnBegun(state, text, from ?? 'person', topics ?? [])
  const isRequest = moment.quiet === undefined && state.parent === undefined && asksToRemember(text)
  const moments: readonly Moment[] = isRequest ? [moment, { at: 'happened', signal: { kind: 'request' } }] : [moment]
  return { ...after(state, moments), ...(answer === undefined ? {} : { answer }) }
}

/** meanwhile: a command of the session is running. */
type Speaker = 'person' | 'program' | 'meanwhile'

interface Turn {
  readonly moment: Extract<Moment, { at: 'turn' }>
  /** How the message was read, where it followed a proposal. */
  readonly answer: Answer | undefined
}

function turnBegun(state: GuardState, text: string, from: Speaker, topics: readonly Topic[]): Turn {
  const asks = asksToWrite(text)
  const reply = replyIn(state, text, asks, from, topics)
  const { answer, unread } = reply
  const isAgreed = answer === 'confirm' && state.parent === undefined
  const moment: Turn['moment'] = {
    at: 'turn',
    grant: from === 'program' ? { kind: 'nothing' } : grantOf(state, reply, asks),
    planAccepted: false,
    ...(isAgreed ? agreedTo(state, reply) : {}),
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
  { proposal }: GuardState,
  { words, choice }: Reply,
): Pick<Extract<Moment, { at: 'turn' }>, 'planAccepted' | 'choice' | 'accepted' | 'declinedParts'> {
  const entries = proposal?.kind === 'entries' ? proposal.entries : []
  const confirmed = words?.confirmed(entries.length) ?? 'all'
  const accepted = entries.filter((_, index) => confirmed === 'all' || confirmed.includes(index + 1))
  const count = proposal?.kind === 'words' ? proposal.parts.length : entries.length
  const declinedParts = words?.declined(count) ?? []
  return {
    planAccepted: proposal?.kind === 'plan',
    ...(choice === undefined ? {} : { choice }),
    ...(accepted.length === 0 ? {} : { accepted: accepted.map(({ id }) => id) }),
    ...(declinedParts.length === 0 ? {} : { declinedParts }),
  }
}

/** A message read as a reply to what waits. */
interface Reply {
  /** Undefined where nothing waits. */
  readonly words: ReplyWords | undefined
  /** What its words say, whatever they answer. */
  readonly said: Answer
  /** What they say to the proposal; undefined where the message cannot answer one. */
  readonly answer: Answer | undefined
  readonly choice: ConflictChoice | undefined
  /** A choice was asked for and none could be read: it is asked again. */
  readonly unread: boolean
}

function replyIn(state: GuardState, text: string, asks: boolean, from: Speaker, topics: readonly Topic[]): Reply {
  const { proposal } = state
  if (proposal === undefined) return { ...UNREAD, words: undefined }
  const words = readWords(proposal.kind === 'plan' ? spelledPlan(text) : spelledOut(text, topics.length), topics)
  const isAsked = !isUnseen(state) && from === 'person'
  const choice = isAsked && mustChoose(state) ? choiceIn(text) : undefined
  const said = choice === undefined ? words.answer : 'confirm'
  // A no always counts, even to a block that was not shown; a program's does not.
  if (!isAsked)
    return { ...UNREAD, words, said, answer: said === 'reject' && from !== 'program' ? 'reject' : undefined }
  if (said !== 'ignore' && isToOther(state, text, asks)) return { ...UNREAD, words, said, answer: 'ignore' }
  const unread = mustChoose(state) && choice === undefined && said !== 'reject' && !isAnsweredOnce(state, said)
  return { words, said, answer: unread ? 'ignore' : said, choice, unread }
}

const UNREAD = { said: 'ignore', answer: undefined, choice: undefined, unread: false } as const

function mustChoose({ proposal }: GuardState): boolean {
  return proposal?.kind === 'plan' && proposal.chooses
}

/** A yes does not say which of three, and the choice still waits. Other words are asked about once. */
function isAnsweredOnce({ proposal }: GuardState, said: Answer): boolean {
  return said !== 'confirm' && proposal?.kind === 'plan' && proposal.isAskedAgain
}

/** The message says yes, or chooses something, and what waits cannot take it as an answer. */
function isUnheardYes(state: GuardState, { said, unread }: Reply, from: Speaker): boolean {
  const isUnheard = state.proposal !== undefined && (isUnseen(state) || from !== 'person')
  return unread || (said === 'confirm' && isUnheard)
}

/** After another question of the assistant's, a bare yes or no to its own 💾 answers that question. */
function isToOther({ asked, proposal }: GuardState, text: string, asks: boolean): boolean {
  if (proposal?.kind !== 'words' || !asked.ofOther) return false
  return !asks && !/mb:|memory[ -]?bank|\bmemory\b|记忆|💾/i.test(text)
}

/** "不用", and later "还是记一下吧"; right after the no, an order to write is enough. */
function takesBackNo({ proposal, lastDeclined, parent, turn }: GuardState, text: string, from: Speaker): boolean {
  if (lastDeclined === undefined || proposal !== undefined || parent !== undefined || from !== 'person') return false
  return takesBack(
    lastDeclined.kind === 'plan' ? spelledPlan(text) : text,
    lastDeclined.turn === turn ? 'next' : 'later',
  )
}

function grantOf({ parent, proposal }: GuardState, { answer, words }: Reply, asks: boolean): Grant {
  if (parent !== undefined) return { kind: 'nothing' }
  if (answer !== 'confirm') return answer !== 'reject' && asks ? { kind: 'everything' } : { kind: 'nothing' }
  // Our own proposals are carried out by our code: the agent may write nothing for them.
  if (proposal?.kind !== 'words') return { kind: 'nothing' }
  const { targets, parts } = proposal
  const confirmed = words?.confirmed(parts.length) ?? 'all'
  if (confirmed === 'all') return { kind: 'targets', targets }
  return { kind: 'targets', targets: parts.filter((_, index) => confirmed.includes(index + 1)).flat() }
}

/** No reminder in a turn that answers a proposal or is about the bank itself (S40). An empty text is a command's. */
function isQuiet(text: string, answer: Answer | undefined): boolean {
  if (answer === 'confirm' || answer === 'reject' || text.trim() === '') return true
  return ABOUT_THE_BANK.test(text.slice(0, LONGEST)) && !asksToRemember(text)
}

const LONGEST = 20_000
const ABOUT_THE_BANK = /memory[ -]?bank|记忆库|记忆银行|\bmb:|💾|\b(?:memory|patterns|progress)\.md\b/i
