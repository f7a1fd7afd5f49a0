/** Use counting in the built programs: hooks as processes, the command, and the archive of unused documents. */

import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { PROJECT } from './banks.ts'
import { ROOT, Sandbox } from './harness.ts'

const HOOK = join(ROOT, 'dist/hook.cjs')
const LEARNING = `# Webhook deliveries time out

- **Date**: 2026-01-05

## Symptom

The provider retries.

## Root cause

We answered late.

## Solution

Answer first.

## Prevention

A queue. See [the ledger](../design/ledger.md).
`

let sandbox: Sandbox
beforeEach(() => {
  sandbox = new Sandbox()
  sandbox.write(PROJECT)
  sandbox.run(['init', '--yes', '--lang', 'en'])
  sandbox.write({
    'memory-bank/details/learnings/webhooks.md': LEARNING,
    'memory-bank/details/design/ledger.md':
      '# The ledger of instalments\n\nA row for each. It came of [timeouts](../learnings/webhooks.md#symptom).\n',
  })
  sandbox.run(['index', '--yes'])
})
afterEach(() => sandbox.remove())

/** One process per event, as Claude Code starts it. */
function hook(event: string, fields: object, session = 's'): Promise<number | null> {
  const payload = { session_id: session, cwd: sandbox.project, hook_event_name: event, ...fields }
  return new Promise((done, failed) => {
    const child = spawn(process.execPath, [HOOK], {
      cwd: sandbox.project,
      env: sandbox.env({}),
      stdio: ['pipe', 'ignore', 'inherit'],
    })
    child.on('error', failed)
    child.on('close', done)
    child.stdin.end(JSON.stringify(payload))
  })
}

function read(path: string, session: string): Promise<number | null> {
  const file_path = join(sandbox.bank, path)
  return hook('PostToolUse', { tool_name: 'Read', tool_use_id: 'c', tool_input: { file_path } }, session)
}

/** Records that this number of sessions was offered the learning on this day. */
function offered(sessions: number, day: string, more: readonly string[] = []): void {
  const id = entryNamed('Webhook deliveries time out')['id']
  const folder = join(useFolder(), 'sessions')
  mkdirSync(folder, { recursive: true })
  for (let at = 0; at < sessions; at += 1) {
    const line = JSON.stringify([day, 'offered', 'details/learnings/webhooks.md', id])
    const used = more.map((use) => `\n${JSON.stringify([day, use, 'details/learnings/webhooks.md', id])}`).join('')
    writeFileSync(join(folder, `${at}.jsonl`), `\n${line}${used}`)
  }
}

function useFolder(): string {
  const [repository = ''] = readdirSync(join(sandbox.state, 'memory-bank')).filter((name) => name.startsWith('project'))
  return join(sandbox.state, 'memory-bank', repository, 'use')
}

function entryNamed(title: string): Readonly<Record<string, unknown>> {
  const { entries } = sandbox.json(['usage', '--all'])
  const found = (entries as readonly Readonly<Record<string, unknown>>[]).find((entry) => entry['title'] === title)
  if (found === undefined) throw new Error(`no entry ${title}`)
  return found
}

test('ten processes at once lose no use, and a session counts once [S56]', async () => {
  const sessions = Array.from({ length: 10 }, (_, at) => `session ${at % 5}`)
  expect(await Promise.all(sessions.map((session) => read('details/learnings/webhooks.md', session)))).toEqual(
    sessions.map(() => 0),
  )
  expect(sandbox.json(['usage'])['sessions']).toBe(5)
  expect(entryNamed('Webhook deliveries time out')).toMatchObject({ read: 5, shown: 0, actedOn: 0 })
  const status = sandbox.run(['status', '--lang', 'en'])
  expect(status.out).toContain('5 sessions in 30 days · 1 entry read or acted on')
  expect(sandbox.json(['status'])['usage']).toMatchObject({ days: 30, sessions: 5, used: 1 })
})

test('without counts, the report says so and explains the figures [S56]', () => {
  expect(sandbox.run(['usage', '--lang', 'en']).out).toMatch(/^No counts yet\./)
  expect(sandbox.run(['status', '--lang', 'en']).out).not.toContain('Use:')
})

test('the table shows three figures per entry, and unused entries separately [S56]', async () => {
  await hook('SessionStart', { source: 'startup' })
  await read('details/learnings/webhooks.md', 's')
  const { out } = sandbox.run(['usage', '--lang', 'en'])
  expect(out).toMatch(/^1 session since \d{4}-\d\d-\d\d · about \d+ tokens per session/)
  expect(out).toMatch(/^shown\s+read\s+acted on\s+last$/m)
  expect(out).toMatch(
    /^·\s+1\s+·\s+\d{4}-\d\d-\d\d\s+Webhook deliveries time out {2}details\/learnings\/webhooks.md:1/m,
  )
  expect(out).not.toContain('The ledger of instalments')
  expect(out).toMatch(/never used \(list with --all\)/)
  expect(sandbox.run(['usage', '--lang', 'zh']).out).toMatch(/^展示\s+读取\s+起作用\s+最近$/m)
})

test('only a person can switch it off or delete the counts [S56] [S33]', async () => {
  expect(sandbox.run(['usage', 'off', '--lang', 'en']).out).toContain('Counting is off')
  await read('details/learnings/webhooks.md', 's')
  expect(sandbox.json(['usage'])).toMatchObject({ counting: 'off', sessions: 0 })
  sandbox.run(['usage', 'on'])
  await read('details/learnings/webhooks.md', 's')
  expect(sandbox.json(['usage'])).toMatchObject({ counting: 'on', sessions: 1 })
  expect(sandbox.run(['usage', 'forget']).code).toBe(3)
  expect(sandbox.json(['usage'])['sessions']).toBe(1)
  expect(sandbox.run(['usage', 'forget', '--yes', '--lang', 'en']).out).toBe('Deleted the counts of 1 session.\n')
  expect(sandbox.json(['usage'])['sessions']).toBe(0)
  expect(sandbox.run(['usage', 'perhaps']).code).toBe(2)
  expect(sandbox.run(['usage', '--since', 'long']).code).toBe(2)
})

describe('documents offered but never opened', () => {
  test('move to the archive byte for byte, links and index follow, and undo brings them back [S56]', () => {
    const others = Array.from({ length: 24 }, (_, at) => [
      `memory-bank/details/learnings/other-${at}.md`,
      `# Other ${at}\n`,
    ])
    sandbox.write(Object.fromEntries(others))
    sandbox.run(['index', '--yes'])
    offered(10, '2026-02-01')
    const before = sandbox.tree()
    expect(sandbox.run(['usage', '--lang', 'en']).out).toMatch(
      /never opened:\n {2}Webhook deliveries time out .*offered in 10 sessions since 2026-02-01\n.*archive --unused/,
    )
    expect(sandbox.run(['archive', '--unused']).code).toBe(3)
    expect(sandbox.tree()).toEqual(before)
    expect(sandbox.run(['archive', '--unused', '--yes']).code).toBe(0)
    const after = sandbox.tree()
    expect(after['details/archive/learnings/webhooks.md']).toBe(before['details/learnings/webhooks.md'])
    expect(after['details/learnings/webhooks.md']).toBeUndefined()
    expect(sandbox.read('memory-bank/details/design/ledger.md')).toContain('(../archive/learnings/webhooks.md#symptom)')
    expect(before['details/learnings/index.md']).toContain('webhooks.md')
    expect(after['details/learnings/index.md']).toContain('other-0.md')
    expect(after['details/learnings/index.md']).not.toContain('webhooks.md')
    expect(sandbox.json(['archive', '--unused'])).toMatchObject({ outcome: 'nothing' })
    expect(sandbox.json(['usage'])['unused']).toEqual([])
    expect(sandbox.run(['undo', '--yes']).code).toBe(0)
    expect(sandbox.tree()).toEqual(before)
  })

  test('are only archived as proposed, by name if one is given [S56]', () => {
    offered(10, '2026-02-01')
    const { id } = entryNamed('Webhook deliveries time out')
    expect(sandbox.run(['archive', '--unused', 'ledger']).code).toBe(2)
    expect(sandbox.json(['archive', '--unused', String(id), '--dry-run'])).toMatchObject({ outcome: 'planned' })
    expect(sandbox.run(['archive', String(id)]).code).toBe(2)
  })

  test.each([
    ['too few sessions', 9, '2026-02-01', []],
    ['one read it', 10, '2026-02-01', ['read']],
    ['one was shown it', 10, '2026-02-01', ['shown']],
    ['the time of grace', 10, new Date().toISOString().slice(0, 10), []],
  ])('and not: %s [S56]', (_, sessions, day, more) => {
    offered(sessions, day, more)
    expect(sandbox.json(['usage'])['unused']).toEqual([])
    expect(sandbox.json(['archive', '--unused'])).toMatchObject({ outcome: 'nothing' })
  })
})

test('the counts contain no session id and no text of messages [S56]', async () => {
  await hook('SessionStart', { source: 'startup' }, 'session-with-a-name')
  await hook('UserPromptSubmit', { prompt: 'Please look up the aardvark policy' }, 'session-with-a-name')
  await read('details/learnings/webhooks.md', 'session-with-a-name')
  const last_assistant_message = 'Webhook deliveries time out, says the axolotl.'
  await hook('Stop', { last_assistant_message, stop_hook_active: false }, 'session-with-a-name')
  expect(entryNamed('Webhook deliveries time out')).toMatchObject({ read: 1 })
  const kept = readdirSync(sandbox.state, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => [join(one.parentPath, one.name), readFileSync(join(one.parentPath, one.name), 'latin1')] as const)
  for (const [path, text] of kept) expect(`${path} ${text}`).not.toMatch(/aardvark|axolotl/)
  const ofUse = kept.filter(([path]) => path.includes('/use/sessions/'))
  expect(ofUse).toHaveLength(1)
  for (const [path, text] of ofUse) expect(`${path} ${text}`).not.toContain('with-a-name')
})
