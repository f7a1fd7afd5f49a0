/**
 * When the session has shown something worth a proposal, and when to keep still about it (S40).
 *
 * Signals are noticed here and wait in the state; the rule `propose-what-was-learned` says them, once.
 */

import type { ToolFacts, ToolFinished } from '../core/event.ts'
import { raisesVersionOnly, signalInCall, testRun, writtenPaths } from './signals/in-call.ts'
import type { Signal } from './signals/signal.ts'
import { takenBack } from './signals/taken-back.ts'
import { termOf } from './signals/terms.ts'
import type { GuardState, Moment } from './state.ts'
import { coversRun } from './test-runs.ts'

/** The signal that may be said now. */
export function dueSignal(state: GuardState): Signal | undefined {
  // Sub-agents speak to no person; a proposal that waits is asked about first.
  const still = state.quiet !== undefined || state.proposal !== undefined || state.parent !== undefined
  return still ? undefined : state.signal
}

/** A bug found and mended, or a change in how the project is built, run or composed. */
export function signalAfterCall(state: GuardState, event: ToolFinished, facts: ToolFacts): Signal | undefined {
  if (state.quiet !== undefined || state.parent !== undefined || event.failed === true) return undefined
  const command = commandOf(event)
  const run = testRun(command)
  if (run !== undefined)
    return turnsGreen(state, event, run) ? { kind: 'finding', terms: [run], called: true } : undefined
  if (raisesVersionOnly(event.calls) || (command !== undefined && takenBack(command) !== undefined)) return undefined
  return signalInCall(command, facts)
}

/** Whether tests that were red pass after the code was changed. */
function turnsGreen({ tests }: GuardState, event: ToolFinished, run: string): boolean {
  return event.failed === false && coversRun(run, tests.red) && tests.changed
}

/** What must be remembered of a call to know red from green later. */
export function momentsOfCall(state: GuardState, event: ToolFinished, facts: ToolFacts): readonly Moment[] {
  if (event.failed === true) return testMoments(state, event)
  return [...testMoments(state, event), ...changeMoments(state, facts), ...undoingMoments(state, event)]
}

function undoingMoments({ signal, tests }: GuardState, event: ToolFinished): readonly Moment[] {
  const command = commandOf(event)
  const undone = command === undefined ? undefined : takenBack(command)
  if (undone === undefined) return []
  const isGone = undone === 'all' || undone.some((path) => signal?.terms.includes(termOf(path)) === true)
  return (signal?.called === true && isGone) || tests.changed ? [{ at: 'undone', signal: isGone }] : []
}

function testMoments({ tests }: GuardState, event: ToolFinished): readonly Moment[] {
  const run = testRun(commandOf(event))
  if (run === undefined || event.failed === undefined) return []
  const isOfInterest = event.failed || tests.red !== undefined || tests.wroteTests
  return isOfInterest ? [{ at: 'tested', run, failed: event.failed }] : []
}

function changeMoments(state: GuardState, facts: ToolFacts): readonly Moment[] {
  const written = writtenPaths(facts)
  const tests = written.some((path) => TEST_FILE.test(path))
  const code = written.some((path) => !TEST_FILE.test(path) && !PROSE.test(path))
  const isNews = (code && !state.tests.changed) || (tests && !state.tests.wroteTests)
  return isNews ? [{ at: 'changed', tests, code }] : []
}

function commandOf(event: ToolFinished): string | undefined {
  for (const call of event.calls) if (call.kind === 'shell') return call.command
  return undefined
}

const TEST_FILE =
  /(?:^|\/)(?:tests?|__tests__|__snapshots__|specs?|e2e|testdata|fixtures?)\/|\.snap$|[._-](?:test|spec)s?\.\w+$|(?:^|\/)test_[^/]+\.py$|_test\.\w+$/i
/** No test turns green by it. */
const PROSE = /\.(?:md|mdx|txt|rst|adoc)$/i
