/** Facts, policies and sessions for the guard's tests, in few words. */

import type { BankWrite, HostEvent, ShellDanger, ToolFacts, Verdict } from '../../src/bank/event.ts'
import { knownPath } from '../../src/base/bank-path.ts'
import { readReply } from '../../src/consent/read-reply.ts'
import { bankWrites } from '../../src/guard/bank-writes.ts'
import { hearAgent } from '../../src/guard/hear-agent.ts'
import { judge } from '../../src/guard/judge.ts'
import { judgeWrite } from '../../src/guard/judge-write.ts'
import { momentsOfFinish, momentsOfSession } from '../../src/guard/moments.ts'
import type { GuardRule, Policy } from '../../src/guard/rule.ts'
import { FRESH, type GuardState, type Moment, remember } from '../../src/guard/state.ts'
import type { ReplyAnswer } from '../../src/guard/words.ts'

export const PATTERNS_HASH = 'as-it-is'

export const POLICY: Policy = {
  mode: 'block',
  writer: 'direct',
  readScope: 'session',
  docFirst: 'off',
  personalData: 'warn',
  ownDomains: [],
  sensitive: [],
  chooseLanguage: () => 'en',
  readRequired: () => ({ path: knownPath('details/patterns.md'), hash: PATTERNS_HASH }),
  isInBank: () => true,
  rivalOf: () => undefined,
  restatedIn: () => undefined,
  declined: () => [],
}

export const OTHER: ToolFacts = { kind: 'other' }

export function project(...paths: readonly string[]): ToolFacts {
  return { kind: 'writes', files: paths.map((path) => ({ in: 'project', path })) }
}

export function bank(
  path: string,
  before: string | undefined,
  after: string | undefined,
  editedByHand?: string,
): ToolFacts {
  return { kind: 'writes', files: [bankFile(path, before, after, editedByHand)] }
}

export function bankFile(
  path: string,
  before: string | undefined,
  after: string | undefined,
  editedByHand?: string,
): BankWrite {
  return { in: 'bank', path: knownPath(path), before, after, editedByHand }
}

export function shell(danger?: ShellDanger, writes: readonly string[] = []): ToolFacts {
  return { kind: 'shell', danger, reads: [], writes }
}

export function reads(path = 'details/patterns.md', hash = PATTERNS_HASH): ToolFacts {
  return { kind: 'reads', bank: [{ path: knownPath(path), hash }] }
}

export function said(text: string): HostEvent {
  return { kind: 'user-said', session: 's', text }
}

export function assistant(text: string): HostEvent {
  return { kind: 'assistant-said', session: 's', text }
}

const REQUEST: HostEvent = { kind: 'tool-requested', session: 's', call: 'c', calls: [] }
const FINISH: HostEvent = { kind: 'tool-finished', session: 's', call: 'c', calls: [] }
export const COMPACTED: HostEvent = { kind: 'compacted', session: 's' }

export function after(...moments: readonly Moment[]): GuardState {
  return moments.reduce(remember, FRESH)
}

/** The text of a rule about facts, or undefined. */
export function ask(
  rule: GuardRule,
  facts: ToolFacts,
  state: GuardState = FRESH,
  policy: Partial<Policy> = {},
): string | undefined {
  return rule.check({ state, facts, policy: { ...POLICY, ...policy } })?.en
}

interface Step {
  readonly state: GuardState
  readonly moments: readonly Moment[]
  readonly verdict: Verdict
  readonly answer?: ReplyAnswer
}

/** The state after an event, and the answer to it. */
export function step(state: GuardState, event: HostEvent, facts: ToolFacts, policy: Policy): Step {
  const { verdict = { kind: 'allow' }, ...done } = judged(state, event, facts, policy)
  return { ...done, verdict, state: done.moments.reduce(remember, state) }
}

function judged(
  state: GuardState,
  event: HostEvent,
  facts: ToolFacts,
  policy: Policy,
): Pick<Step, 'moments'> & { readonly verdict?: Verdict; readonly answer?: ReplyAnswer } {
  switch (event.kind) {
    case 'user-said': {
      const { moments, answer } = readReply(state, event)
      return { moments, ...(answer === undefined ? {} : { answer }) }
    }
    case 'assistant-said':
      return { moments: hearAgent(state, event.text, () => true) }
    case 'tool-requested':
      return (bankWrites(facts).length === 0 ? judge : judgeWrite)({ state, facts, policy })
    case 'tool-finished':
      return { moments: momentsOfFinish(state, event, facts) }
    case 'session-started':
      return { moments: momentsOfSession(state, event) }
    case 'compacted':
      return { moments: [{ at: 'compacted' }] }
    case 'session-ended':
      return { moments: [] }
  }
}

/** One session: events in, verdicts out. */
export class Session {
  state: GuardState = FRESH
  readonly moments: Moment[] = []
  policy: Policy

  constructor(policy: Partial<Policy> = {}) {
    this.policy = { ...POLICY, ...policy }
  }

  send(event: HostEvent, facts: ToolFacts = OTHER): Step {
    const done = step(this.state, event, facts, this.policy)
    this.state = done.state
    this.moments.push(...done.moments)
    return done
  }

  request(facts: ToolFacts): Verdict {
    return this.send(REQUEST, facts).verdict
  }

  /** The kind of the verdict and the rule that spoke. */
  verdict(facts: ToolFacts): string {
    const verdict = this.request(facts)
    return verdict.kind === 'allow' ? 'allow' : `${verdict.kind} ${verdict.rule}`
  }

  finish(facts: ToolFacts): void {
    this.send(FINISH, facts)
  }
}
