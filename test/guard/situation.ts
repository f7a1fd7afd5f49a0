/** Facts, policies and sessions for the guard's tests, in few words. */

import { readReply } from '../../src/consent/read-reply.ts'
import { knownPath } from '../../src/base/bank-path.ts'
import type { BankWrite, HostEvent, ShellDanger, ToolFacts, Verdict } from '../../src/bank/event.ts'
import { bankWrites } from '../../src/guard/bank-writes.ts'
import { judge } from '../../src/guard/judge.ts'
import { judgeWrite } from '../../src/guard/judge-write.ts'
import type { Policy } from '../../src/guard/policy.ts'
import { hearAgent } from '../../src/guard/proposal.ts'
import type { Rule } from '../../src/guard/rule.ts'
import { FRESH, type GuardState, type Moment, remember } from '../../src/guard/state.ts'
import { type Step, stepOfFinish, stepOfRequest, stepOfSession } from '../../src/guard/step.ts'

export const PATTERNS_HASH = 'as-it-is'

export const POLICY: Policy = {
  mode: 'block',
  writer: 'direct',
  readScope: 'session',
  personalData: 'warn',
  ownDomains: [],
  sensitive: [],
  chooseLanguage: () => 'en',
  readRequired: () => ({ path: knownPath('details/patterns.md'), hash: PATTERNS_HASH }),
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

/** What a rule says about facts, or nothing. */
export function ask(
  rule: Rule,
  facts: ToolFacts,
  state: GuardState = FRESH,
  policy: Partial<Policy> = {},
): string | undefined {
  return rule.check({ state, facts, policy: { ...POLICY, ...policy } })?.en
}

/** Any event's step, as the flows choose it. */
export function step(state: GuardState, event: HostEvent, facts: ToolFacts, policy: Policy): Step {
  switch (event.kind) {
    case 'user-said':
      return readReply(state, event)
    case 'assistant-said':
      return hearAgent(state, event.text)
    case 'tool-requested': {
      const asked = { state, facts, policy }
      return stepOfRequest(state, bankWrites(facts).length === 0 ? judge(asked) : judgeWrite(asked))
    }
    case 'tool-finished':
      return stepOfFinish(state, event, facts)
    case 'session-started':
    case 'compacted':
      return stepOfSession(state, event)
    case 'session-ended':
      return { state, moments: [], verdict: { kind: 'allow' } }
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
