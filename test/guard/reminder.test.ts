/** Reminders over whole sessions: each log says what it expects, and is replayed as `memory-bank judge` does. */

import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { HostEvent } from '../../src/core/event.ts'
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

function replay(env: NodeJS.ProcessEnv = {}): Guard {
  const around = { folder: sandbox.project, env: sandbox.env(env), now: () => new Date(), progress: () => undefined }
  const guard = Guard.openForReplay(around)
  if (!guard.ok) throw new Error(guard.problem.code)
  return guard.value
}

/** What the model is reminded of, in order. */
async function remindersOf(events: string, env: NodeJS.ProcessEnv = {}): Promise<readonly string[]> {
  const guard = replay(env)
  const reminders: string[] = []
  for (const line of events.trim().split('\n')) {
    const event = decodeHostEvent(JSON.parse(line))
    if (event === undefined) continue
    const { reminder, verdict } = await guard.handle(event)
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

// Working sessions whose every message was labelled beforehand with what is worth keeping in it, replayed whole: how much
// of it the reminders see, and how often they speak where there is nothing.

const SESSIONS = join(import.meta.dirname, '../cases/sessions')

/** A fact that holds is a convention or a finding; a finished design is one with its task. */
const FITTING: Readonly<Record<string, readonly string[]>> = {
  decision: ['decision', 'workflow', 'requirement', 'tech'],
  workflow: ['workflow', 'decision', 'tech'],
  requirement: ['requirement', 'decision'],
  finding: ['finding', 'decision', 'tech'],
  focus: ['focus', 'design'],
  conflict: ['conflict'],
  design: ['design', 'focus'],
}

interface Message {
  readonly label: string
  readonly by: string
  readonly text: string
}

function sessionsIn(file: string): readonly (readonly Message[])[] {
  const sessions: Message[][] = []
  for (const line of readFileSync(join(SESSIONS, file), 'utf8').trim().split('\n')) {
    const [label = '', by = '', text = ''] = line.split('\t')
    if (line.startsWith('#')) sessions.push([])
    else sessions.at(-1)?.push({ label, by, text })
  }
  return sessions
}

let calls = 0
/** A message as a host tells it, and behind it the next call of the agent, which carries a reminder. */
function eventsOf({ by, text }: Message): readonly unknown[] {
  const read = callOf('read', { filePath: 'src/app.ts' })
  if (by === 'user') return [{ kind: 'user-said', text }, ...read]
  if (by === 'assistant') return [{ kind: 'assistant-said', text }, ...read]
  const [tool = '', ...rest] = text.split(' ')
  const args =
    tool === 'bash'
      ? { command: rest.join(' ') }
      : { filePath: rest.join(' '), ...(tool === 'write' ? { content: 'x\n' } : { oldString: 'x', newString: 'y' }) }
  return [...callOf(tool, args), ...read]
}

function callOf(tool: string, args: Readonly<Record<string, string>>): readonly unknown[] {
  calls += 1
  const call = { call: String(calls), tool, args }
  return [
    { kind: 'tool-requested', ...call },
    { kind: 'tool-finished', ...call, failed: false },
  ]
}

async function remindersAt(session: readonly Message[]): Promise<readonly (string | undefined)[]> {
  const guard = replay()
  const reminders: (string | undefined)[] = []
  for (const message of session) {
    const events = eventsOf(message).flatMap((event): readonly HostEvent[] => [decodeHostEvent(event) ?? []].flat())
    let reminded: string | undefined
    for (const event of events) reminded = (await guard.handle(event)).reminder ?? reminded
    reminders.push(reminded)
  }
  return reminders
}

test.each(readdirSync(SESSIONS))(
  '%s: at least three quarters are seen, at most one in a hundred is false [S40] (000:37, 000:38, 000:268, 000:283)',
  async (file) => {
    const missed: string[] = []
    const wrong: string[] = []
    let labels = 0
    let messages = 0
    for (const session of sessionsIn(file)) {
      const reminders = await remindersAt(session)
      for (const [index, { label, text }] of session.entries()) {
        const reminder = reminders[index]
        messages += 1
        if (label === 'none') wrong.push(...(reminder === undefined ? [] : [`${reminder}: ${text}`]))
        else {
          labels += 1
          // The assistant's next words may raise it as well.
          const next = session[index + 1]?.by === 'assistant' ? reminders[index + 1] : undefined
          const isSeen = [reminder, next].some((kind) => kind !== undefined && FITTING[label]?.includes(kind) === true)
          if (!isSeen) missed.push(`${label}: ${text}`)
        }
      }
    }
    expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(labels / 4)
    expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(Math.ceil(messages / 100))
  },
)
