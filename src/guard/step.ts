/**
 * The state machine: state + event → what happened (moments), what we answer, and the new state.
 *
 * Rules say what is wrong and the next step; how loud that may be is decided here: refused, noted once,
 * or not said, by the rule's force and the mode. A note reaches the model with the tool's result.
 */

import { hashOfText } from '../core/content-hash.ts'
import type { HostEvent, ToolFacts, Verdict } from '../core/event.ts'
import { asksOfOther } from './asks-of-other.ts'
import { bankWrites } from './bank-writes.ts'
import type { Policy } from './policy.ts'
import { proposalIn } from './proposal.ts'
import { momentsOfCall, quietAfter, signalAfterCall, signalInSpeech } from './reminder.ts'
import type { Judged, Rule } from './rule.ts'
import { RULES } from './rules/index.ts'
import type { Signal, SignalKind } from './signals/signal.ts'
import { termsOf } from './signals.ts'
import { type Grant, type GuardState, type Moment, remember } from './state.ts'
import { type Answer, asksToWrite, classifyAnswer, partsConfirmed, touchesPatterns } from './words.ts'

export interface Step {
  readonly state: GuardState
  readonly moments: readonly Moment[]
  readonly verdict: Verdict
  /** How the user's message was read, where it followed a proposal. */
  readonly answer?: Answer
  /** What the event showed that is worth a proposal. */
  readonly signal?: SignalKind
  /** What the verdict's note reminds of. */
  readonly reminder?: SignalKind
}

const ALLOW: Verdict = { kind: 'allow' }

export function step(state: GuardState, event: HostEvent, facts: ToolFacts, policy: Policy): Step {
  switch (event.kind) {
    case 'session-started':
      if (isKnownStart(state, event)) return after(state, [])
      return after(state, [
        {
          at: 'start',
          ...(event.parent === undefined ? {} : { parent: event.parent }),
          ...(event.agent === undefined ? {} : { agent: event.agent }),
        },
      ])
    case 'user-said': {
      const answer = state.proposal === undefined ? undefined : answerTo(state, event.text)
      const accepted = acceptedEntries(state, event.text, answer)
      const quiet = quietAfter(event.text)
      const moment: Moment = {
        at: 'turn',
        grant: grantOf(state, event.text, answer),
        wantsPatterns: touchesPatterns(event.text),
        planAccepted: answer === 'confirm' && state.proposal?.kind === 'plan' && state.parent === undefined,
        ...(accepted.length === 0 ? {} : { accepted }),
        ...(quiet === undefined ? {} : { quiet }),
        ...(answer === 'reject' ? { declined: true } : {}),
      }
      // A confirmation or refusal settles what was asked; it announces nothing new.
      const answers = answer === 'confirm' || answer === 'reject'
      const signal = answers ? undefined : signalInSpeech(remember(state, moment), event.text, 'user')
      return { ...noticed(state, [moment], signal), ...(answer === undefined ? {} : { answer }) }
    }
    case 'assistant-said': {
      // What we ourselves proposed is not replaced by the model's words about it.
      const isOurs = state.proposal !== undefined && state.proposal.kind !== 'words'
      const proposal = isOurs ? undefined : proposalIn(event.text)
      if (proposal !== undefined)
        return after(state, [
          { at: 'proposed', ...proposal, terms: termsOf(event.text.slice(event.text.lastIndexOf('💾'))) },
        ])
      const ofOther = state.proposal !== undefined && asksOfOther(event.text, state.asked.terms)
      const spoke: readonly Moment[] = ofOther === state.asked.ofOther ? [] : [{ at: 'spoke', ofOther }]
      return noticed(state, spoke, signalInSpeech(state, event.text, 'assistant'))
    }
    case 'tool-requested':
      return judge({ state, facts, policy })
    case 'tool-finished':
      return noticed(
        state,
        [...readsOf(state, facts), ...momentsOfCall(state, event, facts)],
        signalAfterCall(state, event, facts),
      )
    case 'compacted':
      return after(state, [{ at: 'compacted' }])
    case 'session-ended':
      return after(state, [])
  }
}

function after(state: GuardState, moments: readonly Moment[], verdict: Verdict = ALLOW): Step {
  return { state: moments.reduce(remember, state), moments, verdict }
}

/** Behind another question a bare yes is to that one; who names the bank, or a part, means the proposal. */
function answerTo({ asked }: GuardState, text: string): Answer {
  const answer = classifyAnswer(text)
  const isNamed = asksToWrite(text) || /mb:|memory[ -]?bank|记忆|💾/i.test(text) || partsConfirmed(text) !== 'all'
  return answer === 'confirm' && asked.ofOther && !isNamed ? 'ignore' : answer
}

/** Hosts say it again with each message or call. */
function isKnownStart({ parent, agent }: GuardState, event: Extract<HostEvent, { kind: 'session-started' }>): boolean {
  const says = event.parent ?? event.agent
  return says !== undefined && (event.parent ?? parent) === parent && (event.agent ?? agent) === agent
}

/** With what the event has shown; the same matter twice is no news. */
function noticed(state: GuardState, moments: readonly Moment[], signal: Signal | undefined): Step {
  const done = after(state, moments)
  if (signal === undefined) return done
  const moment: Moment = { at: 'signal', signal }
  const next = remember(done.state, moment)
  if (next === done.state) return done
  return { ...done, state: next, moments: [...moments, moment], signal: signal.kind }
}

/** Sub-agents answer to nobody directly: only a person's own message grants anything (S42). */
function grantOf(state: GuardState, text: string, answer: Answer | undefined): Grant {
  if (state.parent !== undefined) return { kind: 'nothing' }
  if (answer === 'confirm') {
    // What we ourselves proposed our own code carries out.
    if (state.proposal?.kind !== 'words') return { kind: 'nothing' }
    const { targets, parts } = state.proposal
    if (targets.length === 0) return { kind: 'everything' }
    const confirmed = partsConfirmed(text, parts.length)
    return {
      kind: 'targets',
      targets: confirmed === 'all' ? targets : parts.filter((_, index) => confirmed.includes(index + 1)).flat(),
    }
  }
  return answer !== 'reject' && asksToWrite(text) ? { kind: 'everything' } : { kind: 'nothing' }
}

/** The ids of the entries that the person's own words agree to; a sub-agent's prompt is nobody's word. */
function acceptedEntries(state: GuardState, text: string, answer: Answer | undefined): readonly string[] {
  if (answer !== 'confirm' || state.proposal?.kind !== 'entries' || state.parent !== undefined) return []
  const { entries } = state.proposal
  const confirmed = partsConfirmed(text, entries.length)
  return entries.flatMap(({ id }, index) => (confirmed === 'all' || confirmed.includes(index + 1) ? [id] : []))
}

function judge(judged: Judged): Step {
  const notes: { readonly rule: Rule; readonly text: string }[] = []
  const moments: Moment[] = []
  for (const rule of RULES) {
    const loudness = loudnessOf(rule, judged)
    if (loudness === 'silent') continue
    const words = rule.check(judged)
    if (words === undefined) continue
    if (loudness === 'refuse')
      return after(judged.state, [], { kind: 'refuse', rule: rule.id, text: words[judged.policy.language] })
    if (rule.id === 'confirmed-writes')
      for (const file of bankWrites(judged.facts)) moments.push({ at: 'unconfirmed', path: file.path })
    if (judged.state.saidThisTurn.has(rule.id)) continue
    notes.push({ rule, text: words[judged.policy.language] })
    moments.push({ at: 'said', rule: rule.id })
    if (rule.id === 'propose-what-was-learned') moments.push({ at: 'reminded' })
  }
  // Written already: nothing is left to propose.
  if (judged.state.signal !== undefined && bankWrites(judged.facts).length > 0) moments.push({ at: 'reminded' })
  const first = notes[0]
  if (first === undefined) return after(judged.state, moments)
  const done = after(judged.state, moments, {
    kind: 'note',
    rule: first.rule.id,
    text: notes.map((note) => note.text).join('\n'),
  })
  const reminds = notes.some((note) => note.rule.id === 'propose-what-was-learned')
  const reminder = reminds ? judged.state.signal?.kind : undefined
  return reminder === undefined ? done : { ...done, reminder }
}

function loudnessOf(rule: Rule, { policy, state }: Judged): 'refuse' | 'note' | 'silent' {
  switch (rule.force) {
    case 'always':
      return 'refuse'
    case 'setting':
      return policy.personalData === 'refuse' ? 'refuse' : 'note'
    case 'gate':
      return policy.mode === 'block' ? 'refuse' : policy.mode === 'warn' ? 'note' : 'silent'
    case 'turn':
      return policy.mode === 'off' && rule.id !== 'writing-guideline' ? 'silent' : 'note'
    case 'session':
      return policy.mode === 'off' || state.saidEver.has(rule.id) ? 'silent' : 'note'
  }
}

/** What a finished call has put before the model's eyes. What it wrote it knows, if it knew what stood there before. */
function readsOf(state: GuardState, facts: ToolFacts): readonly Moment[] {
  if (facts.kind === 'reads' || facts.kind === 'shell') {
    const reads = facts.kind === 'reads' ? facts.bank : facts.reads
    return reads.map((read) => ({ at: 'read', path: read.path, hash: read.hash }))
  }
  return bankWrites(facts).flatMap((file) => {
    if (file.after === undefined || file.after === file.before) return []
    const knew = file.before === undefined || state.read.get(file.path)?.hash === hashOfText(file.before)
    return knew ? [{ at: 'read' as const, path: file.path, hash: hashOfText(file.after) }] : []
  })
}

/** Two answers to one call. */
export function together(a: Verdict, b: Verdict): Verdict {
  if (a.kind === 'allow' || b.kind === 'refuse') return b
  return b.kind === 'note' && a.kind === 'note' ? { ...a, text: `${a.text}\n${b.text}` } : a
}
