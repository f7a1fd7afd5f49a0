/** What a session remembers of its test runs: a failing run that passes after edits is worth a reminder (S40). */

/** A test run that failed, and whether files were changed since. */
export interface TestRuns {
  readonly red: string | undefined
  readonly changed: boolean
}

export const NO_TESTS: TestRuns = { red: undefined, changed: false }

/** A part that is green says nothing of the red rest. */
export function testsAfter(tests: TestRuns, run: string, failed: boolean): TestRuns {
  if (failed) return { red: run, changed: false }
  return tests.red === undefined || coversRun(run, tests.red) ? NO_TESTS : tests
}

/** Is the run that was red in this one: the same, or the whole that it is a part of? */
export function coversRun(run: string, red: string | undefined): boolean {
  return red === run || (red !== undefined && !run.includes(':') && red.startsWith(`${run}:`))
}
