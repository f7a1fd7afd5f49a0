/** Reminders over whole sessions: each log says what it expects, and is replayed as `memory-bank judge` does. */

import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Guard } from '../../src/flows/guard.ts'
import { decodeHostEvent } from '../../src/hosts/decode-event.ts'
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
async function remindersOf(events: string, env: NodeJS.ProcessEnv = {}): Promise<readonly string[]> {
  const guard = Guard.openForReplay({
    folder: sandbox.project,
    env: sandbox.env(env),
    now: () => new Date(),
    progress: () => undefined,
  })
  if (!guard.ok) throw new Error(guard.problem.code)
  const reminders: string[] = []
  for (const line of events.trim().split('\n')) {
    const event = decodeHostEvent(JSON.parse(line))
    if (event === undefined) continue
    const { reminder, verdict } = await guard.value.handle(event)
    if (reminder === undefined) continue
    expect(verdict.kind === 'allow' ? '' : verdict.text).toContain('memory_propose')
    reminders.push(reminder)
  }
  return reminders
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

  test(`${basename(name, '.jsonl')} gives ${reminder ?? 'silence'}, once [S40]`, async () => {
    expect(await remindersOf(log)).toEqual(reminder === null ? [] : [reminder])
  })
})

test('nothing is said where the guard is off or there is no bank [S30]', async () => {
  const log = readFileSync(join(FOLDER, 'decision-en-we-decided.jsonl'), 'utf8')
  expect(await remindersOf(log, { MEMORY_BANK_GUARD_MODE: 'off' })).toEqual([])
  const judged = sandbox.run(['judge', '--json'], { input: log, env: sandbox.env() })
  expect(judged.out).toContain('"reminder":"decision"')
  const bare = new Sandbox().write({ 'src/app.ts': '' })
  try {
    const { out } = bare.run(['judge', '--json'], { input: log, env: bare.env() })
    expect(out).not.toContain('"reminder"')
  } finally {
    bare.remove()
  }
})
