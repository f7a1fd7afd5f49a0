/**
 * What a finished call shows that may be worth keeping (S40): settings of the project changed, a failing test that passes
 * after edits, a reverted commit, a moved folder. It never reads what people or agents say.
 */

import { hashOfText } from '../../base/content-hash.ts'
import type { ToolFacts, ToolFinished } from '../../bank/event.ts'
import { filesWritten } from '../bank-writes.ts'
import { isSensitiveFile } from '../risk.ts'
import type { GuardState, Moment } from '../state.ts'
import { coversRun } from '../test-runs.ts'
import { revertsCommit, takenBack, testCommand } from './commands.ts'
import type { Signal } from './signal.ts'

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

/** A quiet turn and a sub-agent's announce nothing. */
function happened({ quiet, parent }: GuardState, signals: readonly Signal[]): readonly Moment[] {
  return quiet !== undefined || parent !== undefined ? [] : signals.map((signal) => ({ at: 'happened', signal }))
}

/** Identifies a test run, or undefined for a command that tests nothing. A part's name begins with the whole's. */
export function testRun(command: string): string | undefined {
  const test = testCommand(command)
  if (test === undefined) return undefined
  return hashOfText(test.runner) + (test.only === '' ? '' : `:${hashOfText(test.only)}`)
}

/** A manifest, a CI or a configuration file of the project itself. Lock files follow their manifests. */
export function isSettings(path: string): boolean {
  const plain = path.toLowerCase()
  const name = plain.slice(plain.lastIndexOf('/') + 1)
  if (LOCK.test(name) || NOT_THE_PROJECT.test(plain)) return false
  return isSensitiveFile(name) || MORE_SETTINGS.test(name) || BY_FOLDER.test(plain)
}

/** Paths inside are relative to the root. */
const OUTSIDE = /^(?:[\\/~]|[a-z]:[\\/]|\.\.(?:[\\/]|$))/i
const LOCK = /lock|\.sum$|\.resolved$|shrinkwrap|^\.env/
const BY_FOLDER =
  /(?:^|\/)(?:\.(?:github\/workflows|circleci|buildkite)\/[^/]+\.ya?ml|requirements\/[^/]+\.(?:txt|in))$/
const MORE_SETTINGS =
  /^(?:(?:gnu)?makefile|justfile|rakefile|jenkinsfile|taskfile\.ya?ml|noxfile\.py|(?:tox|mypy|pytest)\.ini|ruff\.toml|(?:turbo|nx)\.json|biome\.jsonc?|\.pre-commit-config\.yaml|lefthook\.yml|requirements[\w.-]*\.in|\.?(?:eslint|prettier|stylelint|jest|vitest|playwright)(?:rc|\.config)[\w.]*)$/
/** Examples, fixtures and other people's code. */
const NOT_THE_PROJECT =
  /(?:^|\/)(?:node_modules|vendor|dist|build|target|tests?|__tests__|spec|fixtures?|examples?|samples?|testdata)\//
