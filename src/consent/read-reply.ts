/**
 * Reads a person's message once: its answer, the permission it grants for this turn, and whether it is about the bank.
 *
 * Only a person's own message grants anything (S42). A sub-agent's prompt, a program's message, and a message during a
 * running command of the session grant nothing.
 */

import type { HostEvent } from '../bank/event.ts'
import type { Topic } from '../bank/proposal.ts'
import type { ConflictChoice } from '../base/change.ts'
import { type Grant, type GuardState, isUnseen, type Moment } from '../guard/state.ts'
import {
  type Asked,
  asksToRemember,
  asksToWrite,
  type ReplyAnswer,
  type ReplyWords,
  readWords,
  takesBack,
} from '../guard/words.ts'

/** The moments of a message, and its answer if it followed a proposal. */
export function readReply(
  state: GuardState,
  { text, from, topics }: Extract<HostEvent, { kind: 'user-said' }>,
): { readonly moments: readonly Moment[]; readonly answer: ReplyAnswer | undefined } {
  const { moment, answer } = turnBegun(state, text, from ?? 'person', topics ?? [])
  const isRequest = moment.quiet === undefined && state.parent === undefined && asksToRemember(text)
  return { moments: isRequest ? [moment, { at: 'happened', signal: { kind: 'request' } }] : [moment], answer }
}

/** meanwhile: sent while a command of the session was running. */
type Speaker = 'person' | 'program' | 'meanwhile'

interface Turn {
  readonly moment: Extract<Moment, { at: 'turn' }>
  /** The answer of the message, if it followed a proposal. */
  readonly answer: ReplyAnswer | undefined
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
    ...(from !== 'program' && SKIPS_MEMORY.test(text.slice(0, LONGEST)) ? { skipsMemory: true } : {}),
    ...(answer === 'reject' ? { declined: true } : {}),
    ...(takesBackNo(state, text, from, topics) ? { reopens: true } : {}),
    ...(isUnheardYes(state, reply, from) ? { unheardYes: true } : {}),
    ...(from === 'person' && !unread ? {} : { unanswered: true }),
    ...(unread ? { unread: true } : {}),
  }
  return { moment, answer }
}

/** The result of a yes: a plan with its choice, or entries, and the parts declined by name. */
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

/** A message as a reply to the waiting proposal. */
interface Reply {
  /** Undefined if nothing waits. */
  readonly words: ReplyWords | undefined
  /** The answer in its words, even if it does not count for the proposal. */
  readonly said: ReplyAnswer
  /** The answer to the proposal; undefined if the message cannot answer it. */
  readonly answer: ReplyAnswer | undefined
  readonly choice: ConflictChoice | undefined
  /** A choice was asked for and could not be read, so it is asked again. */
  readonly unread: boolean
}

function replyIn(state: GuardState, text: string, asks: boolean, from: Speaker, topics: readonly Topic[]): Reply {
  const { proposal } = state
  if (proposal === undefined) return { ...UNREAD, words: undefined }
  const asked: Asked = proposal.kind === 'entries' ? { kind: 'entries', topics } : { kind: proposal.kind }
  const words = readWords(text, asked)
  const isAsked = !isUnseen(state) && from === 'person'
  const choice = isAsked && mustChoose(state) ? words.choice : undefined
  const said = choice === undefined ? words.answer : 'confirm'
  // A person's refusal always counts, even for a block that was not shown.
  if (!isAsked)
    return { ...UNREAD, words, said, answer: said === 'reject' && from !== 'program' ? 'reject' : undefined }
  if (said !== 'ignore' && isToOther(state, text, asks || words.acts))
    return { ...UNREAD, words, said, answer: 'ignore' }
  const unread = mustChoose(state) && choice === undefined && said !== 'reject' && !isAnsweredOnce(state, said)
  return { words, said, answer: unread ? 'ignore' : said, choice, unread }
}

const UNREAD = { said: 'ignore', answer: undefined, choice: undefined, unread: false } as const

function mustChoose({ proposal }: GuardState): boolean {
  return proposal?.kind === 'plan' && proposal.chooses
}

/**
 * Whether the user was already asked again for a readable choice. A plain yes never chooses, so the choice still waits.
 */
function isAnsweredOnce({ proposal }: GuardState, said: ReplyAnswer): boolean {
  return said !== 'confirm' && proposal?.kind === 'plan' && proposal.isAskedAgain
}

/** The message sounds like a yes or a choice, but cannot answer the waiting proposal. */
function isUnheardYes(state: GuardState, { said, unread }: Reply, from: Speaker): boolean {
  const isUnheard = state.proposal !== undefined && (isUnseen(state) || from !== 'person')
  return unread || (said === 'confirm' && isUnheard)
}

/** After another question of the assistant, a bare yes or no answers that question and not the assistant's 💾. */
function isToOther({ asked, proposal }: GuardState, text: string, asks: boolean): boolean {
  if (proposal?.kind !== 'words' || !asked.ofOther) return false
  return !asks && !/mb:|memory[ -]?bank|\bmemory\b|记忆|💾/i.test(text)
}

/** Recognises "不用" followed later by "还是记一下吧". Directly after the refusal, an order to write is enough. */
function takesBackNo(
  { proposal, lastDeclined, parent, turn }: GuardState,
  text: string,
  from: Speaker,
  topics: readonly Topic[],
): boolean {
  if (lastDeclined === undefined || proposal !== undefined || parent !== undefined || from !== 'person') return false
  const asked: Asked = lastDeclined.kind === 'plan' ? { kind: 'plan' } : { kind: 'entries', topics }
  return takesBack(text, asked, lastDeclined.turn === turn ? 'next' : 'later')
}

function grantOf({ parent, proposal }: GuardState, { answer, words }: Reply, asks: boolean): Grant {
  if (parent !== undefined) return { kind: 'nothing' }
  if (answer !== 'confirm') return answer !== 'reject' && asks ? { kind: 'everything' } : { kind: 'nothing' }
  // Memory Bank carries out its own proposals, so the agent gets no permission for them.
  if (proposal?.kind !== 'words') return { kind: 'nothing' }
  const { targets, parts } = proposal
  const confirmed = words?.confirmed(parts.length) ?? 'all'
  if (confirmed === 'all') return { kind: 'targets', targets }
  return { kind: 'targets', targets: parts.filter((_, index) => confirmed.includes(index + 1)).flat() }
}

/** No reminder in a turn that answers a proposal or is about the bank (S40). An empty text is a command. */
function isQuiet(text: string, answer: ReplyAnswer | undefined): boolean {
  if (answer === 'confirm' || answer === 'reject' || text.trim() === '') return true
  return ABOUT_THE_BANK.test(text.slice(0, LONGEST)) && !asksToRemember(text)
}

const LONGEST = 20_000
/** The predecessor's words, as a clause of their own. */
const SKIPS_MEMORY =
  /(?:^|[\n.,;:!?。，；：！？、])[ \t]*(?:please |请)?(?:skip (?:the )?memory[ -]bank|不需要上下文)(?: please)?[ \t]*(?=$|[\r\n.,;:!?。，；：！？、])/i
const ABOUT_THE_BANK = /memory[ -]?bank|记忆库|记忆银行|\bmb:|💾|\b(?:memory|patterns|progress)\.md\b/i
