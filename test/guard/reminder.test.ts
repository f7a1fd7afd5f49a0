/** Reminders over whole sessions: each log says what it expects, and `memory-bank judge` replays it. */

import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Sandbox } from '../scenarios/harness.ts'

const FOLDER = join(import.meta.dirname, '../cases/reminders')
const LOGS = readdirSync(FOLDER).filter((name) => name.endsWith('.jsonl'))

let sandbox: Sandbox
beforeAll(() => {
  sandbox = new Sandbox().write({
    'memory-bank/MEMORY.md': '# Memory\n\nWords about this project.\n',
    'memory-bank/details/patterns.md': '# Patterns\n',
    'memory-bank/details/tech.md': '# Tech\n',
    'src/app.ts': 'export const app = 1\n',
  })
})
afterAll(() => sandbox.remove())

/** What the model is reminded of, in order. */
function remindersOf(events: string, env: NodeJS.ProcessEnv = {}): readonly string[] {
  const { code, out } = sandbox.run(['judge', '--json'], { input: events, env: sandbox.env(env) })
  expect(code).toBe(0)
  return out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .flatMap(({ reminder, text }) => {
      if (reminder !== undefined) expect(text).toContain('memory_propose')
      return reminder ?? []
    })
}

test('there are at least forty logs, of reminders and of silence [S40]', () => {
  const silent = LOGS.filter((name) => name.startsWith('silence-')).length
  expect(LOGS.length).toBeGreaterThanOrEqual(40)
  expect(silent).toBeGreaterThanOrEqual(20)
  expect(LOGS.length - silent).toBeGreaterThanOrEqual(20)
})

describe.each(LOGS)('%s', (name) => {
  const log = readFileSync(join(FOLDER, name), 'utf8')
  const { reminder } = JSON.parse(log.split('\n')[0] ?? '')

  test(`${basename(name, '.jsonl')} gives ${reminder ?? 'silence'}, once [S40]`, () => {
    expect(remindersOf(log)).toEqual(reminder === null ? [] : [reminder])
  })
})

test('nothing is said where the guard is off or there is no bank [S30]', () => {
  const log = readFileSync(join(FOLDER, 'decision-en-we-decided.jsonl'), 'utf8')
  expect(remindersOf(log, { MEMORY_BANK_GUARD_MODE: 'off' })).toEqual([])
  const bare = new Sandbox().write({ 'src/app.ts': '' })
  try {
    const { out } = bare.run(['judge', '--json'], { input: log, env: bare.env() })
    expect(out).not.toContain('"reminder"')
  } finally {
    bare.remove()
  }
})
