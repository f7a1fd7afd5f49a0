/** A conversation with and without due reminders (S40), which the real hosts run. */

import { expect } from 'vitest'
import type { RealHost } from './real-suite.ts'
import type { Scene, Step } from './scripted-model.ts'

interface ReminderTurn {
  readonly says: string
  readonly steps: readonly Step[]
  /** The subject of this turn's reminder; undefined if there is none. */
  readonly line?: string
}

const DECISION = { kind: 'decision', why: 'w', given_up: 'g', applies_to: 'a' }

/** `at` gives an absolute path in the project. */
export function reminderTurns(
  { write, shell, propose }: RealHost['calls'],
  at: (path: string) => string,
): readonly ReminderTurn[] {
  const turn = (says: string, does: readonly Step[] = [], line?: string): ReminderTurn => ({
    ...{ says, steps: [...does, { text: 'ok' }] },
    ...(line === undefined ? {} : { line }),
  })
  const asks = (title: string) => propose([{ ...DECISION, title }])
  const redToGreen = (file: string) => {
    const tests = shell(`node --test ${file}`)
    return [tests, write(at(file), '// empty\n'), tests]
  }
  return [
    turn('set up the compiler', [write(at('tsconfig.json'), '{}\n')]),
    turn('go on', [], 'tsconfig.json changed'),
    turn('fix the test', redToGreen('one.test.mjs')),
    turn('and now? Two turns after a reminder there is none'),
    turn('fix another', redToGreen('two.test.mjs')),
    turn('go on', [shell('ls')], 'a failing test passes after edits'),
    turn('edit the code', [write(at('src/other.ts'), 'export const other = 1\n')]),
    turn('what does the memory bank say?', [write(at('biome.json'), '{}\n')]),
    turn('from now on use pnpm', [shell('mkdir -p lib/old'), shell('mv lib/old lib/new')]),
    turn('go on', [], 'the user asked to remember something; moved lib/old'),
    turn('try it', [shell('git init -q .'), write(at('Makefile'), 'all:\n'), shell('git clean -fq Makefile')]),
    { says: 'we decided to use Postgres', steps: [{ text: 'The root cause was the pool.' }] },
    turn('go on'),
    turn('try that', [write(at('Dockerfile'), 'FROM x\n'), asks('Images are built from x')]),
    turn('不用', [write(at('justfile'), 'all:\n')]),
    turn('next', [asks('Ports are above 9000')]),
    turn('no'),
    turn('last', [write(at('turbo.json'), '{}\n')]),
    turn('go on'),
  ]
}

/** Checks the model's requests in the last turn. `known` is the number of earlier reminders. */
export function expectTurn({ says, steps, line }: ReminderTurn, model: Scene, known: number): number {
  const requests = model.mainRequests
  expect(requests.length, `${says}: one request for each step`).toBe(steps.length)
  const lines = requests.map(
    ({ messages }) => JSON.stringify(messages).match(/\[memory-bank\] Last turn: [^"\\]*/g) ?? [],
  )
  const expected = known + (line === undefined ? 0 : 1)
  // From the first request of the turn on, and never twice.
  for (const found of lines) expect(found.length, `${says}: ${found.join(' | ')}`).toBe(expected)
  if (line !== undefined) expect(lines[0]?.at(-1)).toContain(`Last turn: ${line}.`)
  return expected
}
