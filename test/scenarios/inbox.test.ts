/** Two branches of a team with entries in the inbox, merged by plain git: all commands read both at once. */

import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { PROJECT } from './banks.ts'
import { ROOT, Sandbox } from './harness.ts'

let sandbox: Sandbox
beforeEach(() => {
  sandbox = new Sandbox()
  sandbox.write({ ...PROJECT, 'src/session.ts': 'export const sessions = 1\n', 'src/hooks.ts': 'export {}\n' })
  sandbox.run(['init', '--yes', '--lang', 'en'])
  const entries = [
    { kind: 'decision', title: 'Use Redis for sessions', why: 'fast', givenUp: 'Postgres', applies: 'sessions' },
    { kind: 'focus', text: 'Ship the login page' },
  ]
  expect(sandbox.run(['add', '--from', '-', '--yes'], { input: JSON.stringify(entries) }).code).toBe(0)
  sandbox.git('init', '-q')
  sandbox.git('add', '-A')
  sandbox.git('commit', '-qm', 'first')
  branch('ann', {
    'memory-bank/inbox/2026-11-16-use-postgres-for-sessions-1a2b.md': POSTGRES,
    'memory-bank/inbox/2026-11-16-ship-the-logout-page-77aa.md': `---\nkind: focus\ndate: 2026-11-16\nsaid_by: user\n---\nShip the logout page\n`,
  })
  branch('bob', { 'memory-bank/inbox/2026-11-17-retry-webhooks-twice-3c4d.md': WEBHOOKS })
  sandbox.git('merge', '-q', '--no-edit', 'ann')
  sandbox.git('merge', '-q', '--no-edit', 'bob')
})
afterEach(() => sandbox.remove())

function branch(name: string, files: Readonly<Record<string, string>>): void {
  sandbox.git('checkout', '-qb', name, 'main')
  sandbox.write(files)
  sandbox.git('add', '-A')
  sandbox.git('commit', '-qm', name)
  sandbox.git('checkout', '-q', 'main')
}

const POSTGRES = `---
kind: decision
date: 2026-11-16
said_by: user
accepted: 2026-11-16 (terminal)
replaces: Use Redis for sessions
---
# Use Postgres for sessions

- **Why**: one store less to run
- **Given up**: raw speed
- **Applies to**: \`src/session.ts\`
`
const WEBHOOKS = `---
kind: learning
date: 2026-11-17
said_by: agent
accepted: 2026-11-17
source: src/hooks.ts:1
---
# Webhooks are retried twice

## Symptom

Partners got an order twice, sent by \`src/hooks.ts\`.

## Root cause

A timeout counted as a failure.

## Solution

The partner's answer is waited for.

## Prevention

Send an idempotency key with every webhook.
`

interface Evidence {
  readonly path: string
  readonly startLine: number
  readonly endLine: number
  readonly title: string
  readonly text: string
  readonly date?: string
}

function evidence(question: string): readonly Evidence[] {
  const { entries: found } = sandbox.json(['recall', ...question.split(' ')])
  return found as readonly Evidence[]
}

test('recall cites entries of both branches, with their lines and dates [S23]', () => {
  const [webhooks] = evidence('why do partners get a webhook twice')
  expect(webhooks).toMatchObject({ path: 'inbox/2026-11-17-retry-webhooks-twice-3c4d.md', date: '2026-11-17' })
  expect(webhooks?.text).toContain('A timeout counted as a failure.')
  const [sessions] = evidence('where are sessions stored')
  expect(sessions).toMatchObject({ path: 'inbox/2026-11-16-use-postgres-for-sessions-1a2b.md', date: '2026-11-16' })
  const lines = POSTGRES.split('\n').slice((sessions?.startLine ?? 0) - 1, sessions?.endLine)
  expect(lines[0]).toBe(`# ${sessions?.title}`)
  expect(sessions?.text).not.toMatch(/said_by|kind:/)
})

test('recall, search and list show a decision replaced by an inbox entry as superseded; its file is unchanged [S55]', () => {
  const before = sandbox.tree()
  const redis = evidence('use Redis for sessions because it is fast').find(({ path }) => path === 'details/patterns.md')
  expect(redis?.title).toBe('Use Redis for sessions (superseded: Use Postgres for sessions)')
  expect(sandbox.run(['read', 'details/patterns.md']).out).not.toContain('superseded')
  expect(sandbox.run(['search', 'sessions']).out).toMatch(/inbox\/2026-11-16-use-postgres[\s\S]*details\/patterns\.md/)
  const { entries } = sandbox.json(['list', 'decision'])
  expect(entries).toMatchObject([
    { title: 'Use Redis for sessions', state: 'superseded', path: 'details/patterns.md' },
    { title: 'Use Postgres for sessions', date: '2026-11-16', path: expect.stringContaining('inbox/') },
  ])
  expect(sandbox.tree()).toEqual(before)
})

test('the summary of a pack has the pending focus and no superseded decision [S23]', () => {
  const { summary } = sandbox.json(['recall', '--summary', 'where', 'are', 'sessions', 'stored'])
  expect(JSON.stringify(summary)).not.toContain('Redis')
  const { summary: focus } = sandbox.json(['recall', '--summary', 'what', 'about', 'the', 'logout', 'page'])
  expect(focus).toMatchObject({
    focus: [{ text: 'Ship the logout page', path: expect.stringMatching(/^inbox\//) }, { text: 'Ship the login page' }],
  })
})

test('the next question sees an edited or removed inbox file [S23]', () => {
  const path = 'memory-bank/inbox/2026-11-16-use-postgres-for-sessions-1a2b.md'
  expect(evidence('where are sessions stored')[0]?.text).toContain('raw speed')
  sandbox.write({ [path]: POSTGRES.replace('raw speed', 'a millisecond') })
  expect(evidence('where are sessions stored')[0]?.text).toContain('a millisecond')
  sandbox.git('rm', '-qf', path)
  const [redis] = evidence('where are sessions stored')
  expect(redis).toMatchObject({ path: 'details/patterns.md' })
  expect(redis?.title).not.toContain('superseded')
})

test('list shows pending entries, and an entry is found by its title, id and file [S54]', () => {
  const { entries } = sandbox.json(['list'])
  const waiting = (entries as readonly { id: string; kind: string; title: string; path: string }[]).filter(({ path }) =>
    path.startsWith('inbox/'),
  )
  expect(waiting.map(({ kind, title }) => `${kind}: ${title}`).toSorted()).toEqual([
    'decision: Use Postgres for sessions',
    'focus: Ship the logout page',
    'learning: Webhooks are retried twice',
  ])
  for (const { id, path } of waiting) {
    const named = [id, path].map((name) => sandbox.run(['remove', name, '--dry-run']))
    for (const { code, out } of named) expect([code, out]).toEqual([0, expect.stringContaining(path)])
  }
})

test('check compares inbox entries with the code, and skips the entries they replace [S51]', () => {
  sandbox.git('rm', '-q', 'src/session.ts', 'src/hooks.ts')
  sandbox.git('commit', '-qm', 'gone')
  const { out } = sandbox.run(['check'])
  expect(out).toMatch(/inbox\/2026-11-16-use-postgres-for-sessions-1a2b\.md:\d+.*src\/session\.ts/)
})

test('the next session’s opening has both branches [S20]', () => {
  const begin = { hook_event_name: 'SessionStart', source: 'startup', session_id: 's', cwd: sandbox.project }
  sandbox.program = join(ROOT, 'dist/hook.cjs')
  const { out } = sandbox.run([], { input: JSON.stringify(begin) })
  expect(out).toContain('| Use Postgres for sessions | 2026-11-16 |')
  expect(out).toContain('- Ship the logout page')
  expect(out).toContain('Webhooks are retried twice → inbox/2026-11-17-retry-webhooks-twice-3c4d.md')
  expect(out).not.toContain('Use Redis')
})

test('after folding, the bank gives the same answers from the pages [S55]', () => {
  const opening = (session: string) => {
    const begin = { hook_event_name: 'SessionStart', source: 'startup', session_id: session, cwd: sandbox.project }
    const { program } = sandbox
    sandbox.program = join(ROOT, 'dist/hook.cjs')
    const { out } = sandbox.run([], { input: JSON.stringify(begin) })
    sandbox.program = program
    const words: string = JSON.parse(out).hookSpecificOutput.additionalContext
    return words
      .split('\n')
      .filter((line) => /^(?:\||- )/.test(line) && !line.includes('details/'))
      .map((line) => line.replace(/ → inbox\/[^ |]*/, ''))
  }
  const titles = () => {
    const { entries } = sandbox.json(['list'])
    const all = entries as readonly { kind: string; title: string; date: string; state?: string }[]
    // After folding, the title itself has the mark.
    return all
      .map(({ kind, title, state }) => `${kind}: ${title.replace(/ \(superseded.*/, '')} ${state ?? ''}`)
      .toSorted()
  }
  const before = { opening: opening('a'), titles: titles() }
  expect(sandbox.run(['refresh', '--fold', '--yes']).code).toBe(0)
  expect(Object.keys(sandbox.tree()).filter((path) => /^inbox\/./.test(path))).toEqual([])
  expect(opening('b')).toEqual(before.opening)
  expect(titles()).toEqual(before.titles)
  expect(evidence('where are sessions stored')[0]).toMatchObject({ path: 'details/patterns.md', date: '2026-11-16' })
  expect(evidence('why do partners get a webhook twice')[0]).toMatchObject({
    path: 'details/learnings/webhooks-are-retried-twice.md',
    date: '2026-11-17',
  })
})
