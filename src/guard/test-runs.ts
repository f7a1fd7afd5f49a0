/** What a session remembers of its test runs: from red to green by a change is a bug found (S40). */

/** A test run that failed, and whether code was changed since; tests written first are not a bug found. */
export interface TestRuns {
  readonly red: string | undefined
  readonly changed: boolean
  readonly wroteTests: boolean
}

export const NO_TESTS: TestRuns = { red: undefined, changed: false, wroteTests: false }

/** A part that is green says nothing of the red rest. */
export function testsAfter(tests: TestRuns, run: string, failed: boolean): TestRuns {
  if (failed) return { red: tests.wroteTests ? undefined : run, changed: false, wroteTests: tests.wroteTests }
  return tests.red === undefined || coversRun(run, tests.red) ? NO_TESTS : tests
}

/** Is the run that was red in this one: the same, or the whole that it is a part of? */
export function coversRun(run: string, red: string | undefined): boolean {
  return red === run || (red !== undefined && !run.includes(':') && red.startsWith(`${run}:`))
}
