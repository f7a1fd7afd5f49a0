/** Turns events into moments of a session: finished calls, and the start of a session. */

import type { HostEvent, ToolFacts, ToolFinished } from '../bank/event.ts'
import { hashOfText } from '../base/content-hash.ts'
import { isPlanDocument } from '../base/layout.ts'
import { bankWrites, filesWritten } from './bank-writes.ts'
import { isSensitiveFile } from './risk.ts'
import { revertsCommit, takenBack, testCommand } from './signals/commands.ts'
import type { Signal } from './signals/signal.ts'
import { coversRun, type GuardState, type Moment } from './state.ts'

export function momentsOfFinish(state: GuardState, event: ToolFinished, facts: ToolFacts): readonly Moment[] {
  return [...readsOf(state, facts), ...momentsOfCall(state, event, facts)]
}

/** Files that the model now knows: files it read, and files it wrote if they were new or it knew the former text. */
function readsOf(state: GuardState, facts: ToolFacts): readonly Moment[] {
  if (facts.kind === 'reads' || facts.kind === 'shell') {
    const reads = facts.kind === 'reads' ? facts.bank : facts.reads
    return reads.map(({ path, hash }) => ({ at: 'read', path, hash }))
  }
  return bankWrites(facts).flatMap(({ path, before, after }): readonly Moment[] => {
    if (after === undefined || after === before) return []
    const knew = before === undefined || state.read.get(path)?.hash === hashOfText(before)
    if (knew) return [{ at: 'read', path, hash: hashOfText(after) }]
    return isPlanDocument(path) ? [{ at: 'wrote', path }] : []
  })
}

/** Hosts repeat this event with each message or call, so a known parent and agent add nothing. */
export function momentsOfSession(
  state: GuardState,
  { parent, agent }: Extract<HostEvent, { kind: 'session-started' }>,
): readonly Moment[] {
  const says = parent ?? agent
  const isKnown =
    says !== undefined && (parent ?? state.parent) === state.parent && (agent ?? state.agent) === state.agent
  if (isKnown) return []
  return [{ at: 'start', ...(parent === undefined ? {} : { parent }), ...(agent === undefined ? {} : { agent }) }]
}

/**
 * The moments of a finished call: test runs, edits, and signals that something may be worth keeping (S40). Signals are
 * changed project settings, an added dependency, a failing test that passes after edits, a reverted commit and a moved
 * folder. Messages are never read.
 */
export function momentsOfCall(state: GuardState, event: ToolFinished, facts: ToolFacts): readonly Moment[] {
  const command = event.calls.find((call) => call.kind === 'shell')?.command ?? ''
  const run = testRun(command)
  if (run !== undefined) return testMoments(state, run, event.failed)
  if (event.failed === true) return []
  const undone = takenBack(command)
  if (undone !== undefined) return undoingMoments(state, undone)
  const written = filesWritten(facts).filter((path) => !OUTSIDE.test(path))
  const isFirstEdit = written.length > 0 && !state.tests.changed
  return [...happened(state, signalsOf(command, facts, written)), ...(isFirstEdit ? [{ at: 'changed' } as const] : [])]
}

function signalsOf(command: string, facts: ToolFacts, written: readonly string[]): readonly Signal[] {
  const settings = written.find(isSettings)
  const { kind, what = '' } = (facts.kind === 'shell' ? facts.occasion : undefined) ?? {}
  return [
    ...(revertsCommit(command) ? [{ kind: 'revert' } as const] : []),
    ...(kind === 'move' || kind === 'dependency' ? [{ kind, what }] : []),
    ...(settings === undefined ? [] : [{ kind: 'settings', what: settings } as const]),
  ]
}

function testMoments(state: GuardState, run: string, failed: boolean | undefined): readonly Moment[] {
  const { red, changed } = state.tests
  if (failed === undefined || (!failed && red === undefined)) return []
  const isGreenAgain = !failed && changed && coversRun(run, red)
  return [...happened(state, isGreenAgain ? [{ kind: 'tests' }] : []), { at: 'tested', run, failed }]
}

function undoingMoments({ signals, due, tests }: GuardState, undone: 'all' | readonly string[]): readonly Moment[] {
  const known = [...signals, ...due].flatMap((signal) => ('what' in signal ? signal.what : []))
  const paths = undone === 'all' ? undone : known.filter((path) => undone.includes(path))
  return paths.length > 0 || tests.changed ? [{ at: 'taken-back', paths }] : []
}

/** No signals in a quiet turn or from a sub-agent. */
function happened({ quiet, parent }: GuardState, signals: readonly Signal[]): readonly Moment[] {
  return quiet !== undefined || parent !== undefined ? [] : signals.map((signal) => ({ at: 'happened', signal }))
}

/** The id of a test run; undefined if the command runs no tests. A partial run's id begins with the whole run's. */
export function testRun(command: string): string | undefined {
  const test = testCommand(command)
  if (test === undefined) return undefined
  return hashOfText(test.runner) + (test.only === '' ? '' : `:${hashOfText(test.only)}`)
}

/** A manifest, CI or configuration file of the project itself. Lock files follow manifests and do not count. */
export function isSettings(path: string): boolean {
  const plain = path.toLowerCase()
  const name = plain.slice(plain.lastIndexOf('/') + 1)
  if (LOCK.test(name) || NOT_THE_PROJECT.test(plain)) return false
  return isSensitiveFile(name) || MORE_SETTINGS.test(name) || BY_FOLDER.test(plain)
}

/** Paths outside the project. Paths inside it are relative to its root. */
const OUTSIDE = /^(?:[\\/~]|[a-z]:[\\/]|\.\.(?:[\\/]|$))/i
const LOCK = /lock|\.sum$|\.resolved$|shrinkwrap|^\.env/
const BY_FOLDER =
  /(?:^|\/)(?:\.(?:github\/workflows|circleci|buildkite)\/[^/]+\.ya?ml|requirements\/[^/]+\.(?:txt|in))$/
const MORE_SETTINGS =
  /^(?:(?:gnu)?makefile|justfile|rakefile|jenkinsfile|taskfile\.ya?ml|noxfile\.py|(?:tox|mypy|pytest)\.ini|ruff\.toml|(?:turbo|nx)\.json|biome\.jsonc?|\.pre-commit-config\.yaml|lefthook\.yml|requirements[\w.-]*\.in|\.?(?:eslint|prettier|stylelint|jest|vitest|playwright)(?:rc|\.config)[\w.]*)$/
/** Examples, fixtures and third-party code. */
const NOT_THE_PROJECT =
  /(?:^|\/)(?:node_modules|vendor|dist|build|target|tests?|__tests__|spec|fixtures?|examples?|samples?|testdata)\//
