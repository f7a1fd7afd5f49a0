/**
 * When the session has shown something worth a proposal, and when to keep still about it (S40).
 *
 * Signals are noticed here and wait in the state; the rule `propose-what-was-learned` says them, once.
 */

import type { ToolFacts, ToolFinished } from '../core/event.ts'
import type { Signal } from './signals/signal.ts'
import { signalInCall, signalInWords, testRun, writtenPaths } from './signals.ts'
import { coversRun, type GuardState, type Moment } from './state.ts'
import { asksToWrite } from './words.ts'

/** The signal that may be said now. */
export function dueSignal(state: GuardState): Signal | undefined {
  // Sub-agents speak to no person; a proposal that waits is asked about first.
  const still = state.quiet !== undefined || state.proposal !== undefined || state.parent !== undefined
  return still ? undefined : state.signal
}

/** For how long the person's words ask us to keep still. */
export function quietAfter(text: string): 'turn' | 'session' | undefined {
  const said = text.slice(0, LONGEST)
  if (STOP_ASKING.test(said)) return 'session'
  if (COMMAND.test(said) || asksToWrite(said)) return 'turn'
  return ABOUT_THE_BANK.test(said) && signalInWords(said, 'user')?.kind !== 'conflict' ? 'turn' : undefined
}

export function signalInSpeech(state: GuardState, text: string, by: 'user' | 'assistant'): Signal | undefined {
  if (state.quiet !== undefined || state.parent !== undefined || state.proposal !== undefined) return undefined
  const signal = signalInWords(text.slice(0, LONGEST), by)
  // What an agent says of the bank is its report of reading or writing there.
  return signal !== undefined && by === 'assistant' && signal.kind !== 'conflict' && ABOUT_THE_BANK.test(text)
    ? undefined
    : signal
}

/** A bug found and mended, or a change in how the project is built, run or composed. */
export function signalAfterCall(state: GuardState, event: ToolFinished, facts: ToolFacts): Signal | undefined {
  if (state.quiet !== undefined || state.parent !== undefined || event.failed === true) return undefined
  const command = commandOf(event)
  const run = testRun(command)
  if (run !== undefined)
    return event.failed === false && coversRun(run, state.tests.red) && state.tests.changed
      ? { kind: 'finding', terms: [run] }
      : undefined
  return signalInCall(command, facts)
}

/** What must be remembered of a call to know red from green later. */
export function momentsOfCall(state: GuardState, event: ToolFinished, facts: ToolFacts): readonly Moment[] {
  return [...testMoments(state, event), ...(event.failed === true ? [] : changeMoments(state, facts))]
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

const LONGEST = 20_000
const TEST_FILE =
  /(?:^|\/)(?:tests?|__tests__|__snapshots__|specs?|e2e|testdata|fixtures?)\/|\.snap$|[._-](?:test|spec)s?\.\w+$|(?:^|\/)test_[^/]+\.py$|_test\.\w+$/i
/** No test turns green by it. */
const PROSE = /\.(?:md|mdx|txt|rst|adoc)$/i
const ABOUT_THE_BANK = /memory[ -]?bank|记忆库|记忆银行|\bmb:|💾|\b(?:memory|patterns|progress)\.md\b/i
const COMMAND = /(?:^|\s)\/?mb:(?:write|no|save)\b/i
const STOP_ASKING =
  /(?:别|不要|不用|不必|停止)(?:再)?(?:老是|一直|总是|每次)?(?:提醒|问我?要不要(?:写|记)|提议)|\b(?:stop|quit|no more|don't|do not) (?:remind\w*|propos\w*|asking (?:me )?(?:to|whether|about|if) (?:save|write|remember|record|memory)|suggesting (?:memory|memories))/i
