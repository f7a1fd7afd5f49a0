/** Provenance of entries written by people and agents, with real processes and git (S57). */

import { afterEach, beforeEach, expect, test } from 'vitest'
import { decodeAdditions } from '../../src/bank/decode-addition.ts'
import type { ContextPack } from '../../src/bank/pack.ts'
import { acceptEntries } from '../../src/consent/accept.ts'
import { Proposals } from '../../src/consent/proposals.ts'
import { Guard } from '../../src/session/guard.ts'
import { PROJECT } from './banks.ts'
import { Sandbox } from './harness.ts'

let sandbox: Sandbox
beforeEach(() => {
  sandbox = new Sandbox({ fast: true })
  sandbox.write({ ...PROJECT, 'src/pay.ts': 'export const a = 1\n'.repeat(20) })
  sandbox.git('init', '-q')
  expect(sandbox.run(['init', '--yes', '--lang', 'en']).code).toBe(0)
})
afterEach(() => sandbox.remove())

const PATTERNS = 'memory-bank/details/patterns.md'
const LEARNING = 'memory-bank/details/learnings/pool-runs-dry.md'
const STAMP = /^<!-- provenance: .* -->$/m
const DAY = new Date().toISOString().slice(0, 10)
const DECISION = ['--why', 'one file', '--given-up', 'Postgres', '--applies-to', 'all', '--yes']
const PARTS = ['--symptom', 'waits', '--root-cause', 'leak', '--solution', 'close', '--prevention', 'lint', '--yes']
const ROW = '| Use SQLite | one file (evidence: [pay.ts:12](../../src/pay.ts#L12)) | Postgres | all |'

function run(...args: readonly string[]): string {
  const { code, out, err } = sandbox.run(args)
  expect(code, err).toBe(0)
  return out
}

function lastChange() {
  const { entries } = sandbox.json(['history']) as {
    entries: readonly { id: string; provenance: readonly Record<string, unknown>[] }[]
  }
  const [last] = entries
  if (last === undefined) throw new Error('nothing was changed')
  return last
}

function agent(): Guard {
  const around = { folder: sandbox.project, env: sandbox.env(), now: () => new Date(), progress: () => {} }
  const guard = Guard.open({ ...around, host: 'opencode' })
  if (!guard.ok) throw new Error(guard.problem.code)
  return guard.value
}

test('an added file names its author, and the journal has the rest [S57]', () => {
  run('add', 'learning', 'Pool runs dry', ...PARTS, '--evidence', 'src/pay.ts:3')
  expect(STAMP.exec(sandbox.read(LEARNING))?.[0]).toBe(
    `<!-- provenance: said by user; accepted ${DAY} (terminal); source: src/pay.ts:3 -->`,
  )
  const { id, provenance } = lastChange()
  expect(provenance).toMatchObject([
    { kind: 'learning', title: 'Pool runs dry', saidBy: 'user', evidence: ['src/pay.ts:3'] },
  ])
  expect(run('history', id)).toContain(`said by user, accepted ${DAY} at a terminal, evidence: src/pay.ts:3`)
})

test('an entry of an always allowed kind is attributed to the agent, with the session as a hash [S57]', async () => {
  const guard = agent()
  new Proposals(guard.workspace).allow('learning')
  const session = 'a-session-nobody-should-find-again'
  await guard.propose(session, { entries: [learning('Pool runs dry')] })
  expect(STAMP.exec(sandbox.read(LEARNING))?.[0]).toBe(`<!-- provenance: said by agent; accepted ${DAY} (allowed) -->`)
  const { provenance } = lastChange()
  expect(provenance).toMatchObject([{ saidBy: 'agent', host: 'opencode', accepted: { how: 'allowed', on: DAY } }])
  expect(provenance[0]?.['session']).toMatch(/^[0-9a-f]{12}$/)
  expect(JSON.stringify(provenance)).not.toContain(session)
})

test.each([
  ['chat', 'ses-1'],
  ['form', 'mcp-00000000-0000-4000-8000-000000000000-1'],
] as const)(
  'what a person accepted in a %s is the agent’s, whatever else the same plan changes [S57]',
  (how, session) => {
    run('add', 'learning', 'Old', ...PARTS)
    const book = new Proposals(agent().workspace)
    const decoded = decodeAdditions({ entries: ['Old', 'Pool runs dry'].map(learning) })
    const waiting = decoded.ok ? book.propose(session, decoded.value, []) : decoded
    if (!waiting.ok) throw new Error(waiting.problem.code)
    const { proposals, at, planHash } = waiting.value
    const done = acceptEntries(
      {
        questions: [{ entries: proposals, hash: planHash }],
        chosen: proposals.map((proposal) => ({ proposal, seen: proposal.hash })),
        how,
        wishes: { at },
      },
      agent().workspace,
    )
    expect(done.ok).toBe(true)
    expect(STAMP.exec(sandbox.read(LEARNING))?.[0]).toBe(`<!-- provenance: said by agent; accepted ${DAY} (${how}) -->`)
    expect(sandbox.read('memory-bank/details/learnings/old.md')).toContain(`said by user; accepted ${DAY} (terminal)`)
  },
)

function learning(title: string) {
  return {
    kind: 'learning',
    title,
    symptom: 'waits',
    root_cause: 'leak',
    solution: 'close',
    prevention: `lint ${title}`,
  }
}

test('the evidence of a decision is a link that check follows; repeating it changes nothing [S57] [S43]', () => {
  run('add', 'decision', 'Use SQLite', ...DECISION, '--evidence', 'src/pay.ts:12')
  expect(sandbox.read(PATTERNS)).toContain(ROW)
  sandbox.git('add', '-A')
  sandbox.git('commit', '-qm', 'one')
  expect(sandbox.json(['check'])['findings']).toEqual([])
  const before = sandbox.read(PATTERNS)
  run('add', 'decision', 'Use SQLite', ...DECISION, '--evidence', 'src/pay.ts:12')
  run('add', 'decision', 'Use SQLite', ...DECISION)
  expect(sandbox.read(PATTERNS)).toBe(before)
  expect(sandbox.json(['list'])['entries']).toMatchObject([{ title: 'Use SQLite' }])
})

test('evidence and provenance survive changes of an entry [S57]', () => {
  run('add', 'decision', 'Use SQLite', ...DECISION, '--evidence', 'src/pay.ts:12')
  run('edit', 'Use SQLite', '--why', 'no server', '--yes')
  expect(sandbox.read(PATTERNS)).toContain('no server (evidence: [pay.ts:12](../../src/pay.ts#L12))')
  run('add', 'decision', 'Use files', ...DECISION, '--replaces', 'Use SQLite')
  expect(sandbox.read(PATTERNS)).toContain('no server (evidence: [pay.ts:12](../../src/pay.ts#L12))')

  run('add', 'focus', '--text', 'Ship refunds', '--evidence', 'src/pay.ts:1', '--yes')
  run('edit', 'Ship refunds', '--text', 'Ship all refunds', '--yes')
  run('done', 'Ship all refunds', '--yes')
  expect(sandbox.read('memory-bank/details/progress.md')).toContain('Ship all refunds (evidence: `src/pay.ts:1`)')

  run('add', 'learning', 'Pool runs dry', ...PARTS, '--evidence', 'src/pay.ts:3')
  const stamp = STAMP.exec(sandbox.read(LEARNING))?.[0]
  run('add', 'learning', 'Pool runs dry', ...PARTS.with(1, 'hangs'), '--evidence', 'src/pay.ts:4')
  run('edit', 'Pool runs dry', '--solution', 'close early', '--yes')
  sandbox.write({
    'page.md': sandbox
      .read(LEARNING)
      .replace(/<!-- provenance.*\n/, '')
      .replace('hangs', 'stands'),
  })
  run('edit', 'Pool runs dry', '--from', 'page.md', '--yes')
  run('refresh', '--yes')
  const text = sandbox.read(LEARNING)
  expect(STAMP.exec(text)?.[0]).toBe(stamp)
  expect(text.match(/provenance/g)).toHaveLength(1)
  for (const kept of ['stands', 'close early', 'src/pay.ts#L3', 'src/pay.ts#L4']) expect(text).toContain(kept)
})

test('two branches that edit a stamped file merge without touching the stamp [S57]', () => {
  run('add', 'learning', 'Pool runs dry', ...PARTS, '--evidence', 'src/pay.ts:3')
  sandbox.git('add', '-A')
  sandbox.git('commit', '-qm', 'base')
  sandbox.git('checkout', '-qb', 'other')
  run('edit', 'Pool runs dry', '--symptom', 'hangs for long', '--yes')
  sandbox.git('commit', '-qam', 'theirs')
  sandbox.git('checkout', '-q', '-')
  run('edit', 'Pool runs dry', '--prevention', 'a timeout', '--yes')
  sandbox.git('commit', '-qam', 'ours')
  sandbox.git('merge', '-q', '--no-edit', 'other')
  const text = sandbox.read(LEARNING)
  for (const kept of ['hangs for long', 'a timeout', 'said by user']) expect(text).toContain(kept)
})

test('models never see the raw comment, but one plain line [S57] [S2]', () => {
  run('add', 'learning', 'Pool runs dry', ...PARTS)
  for (const shown of [run('read', 'details/learnings/pool-runs-dry.md'), run('recall', 'why does the pool run dry?')])
    expect(shown).not.toMatch(/!-- ?provenance/)
  expect(run('read', 'details/learnings/pool-runs-dry.md')).toContain(`> said by user, accepted ${DAY} at a terminal`)
})

test('recall and list show it in one line: from the file, the journal or git [S57]', () => {
  run('add', 'learning', 'Pool runs dry', ...PARTS)
  run('add', 'decision', 'Use SQLite', ...DECISION)
  run('add', 'decision', 'Use files', ...DECISION, '--evidence', 'formerly Use SQLite')
  sandbox.git('add', '-A')
  sandbox.git('-c', 'user.name=Ann Lee', '-c', 'user.email=ann@example.org', 'commit', '-qm', 'one')
  expect(run('recall', 'why does the pool run dry?')).toContain(`said by user, accepted ${DAY}`)
  const asked = sandbox.json(['recall', 'why SQLite?']) as unknown as ContextPack
  expect(asked.entries[0]?.provenance).toMatchObject({ from: 'journal', saidBy: 'user', accepted: { on: DAY } })
  expect(run('list', 'decision')).toContain('said by user')

  const clone = { env: { XDG_STATE_HOME: `${sandbox.base}/elsewhere` } }
  const there = sandbox.run(['recall', 'why SQLite?'], clone).out
  expect(there).toContain(`git: Ann Lee, ${DAY}`)
  expect(there).not.toContain('@')
  expect(sandbox.json(['list'], clone)['entries']).toMatchObject([
    { title: 'Pool runs dry', provenance: { from: 'file', saidBy: 'user' } },
    { title: 'Use SQLite', provenance: { from: 'git', author: 'Ann Lee', on: DAY } },
    { title: 'Use files', provenance: { from: 'git', author: 'Ann Lee', on: DAY } },
  ])
})

test('an undone entry has no provenance [S57]', () => {
  run('add', 'tech', '--text', 'Runs on port 80', '--yes')
  run('undo', '--yes')
  sandbox.write({
    'memory-bank/details/tech.md': `${sandbox.read('memory-bank/details/tech.md')}\n- Runs on port 80\n`,
  })
  expect(JSON.stringify(sandbox.json(['list']))).not.toContain('saidBy')
})

test('the inbox and folding keep it, on whatever day [S57] [S55]', () => {
  sandbox.write({ 'memory-bank.json': '{ "team": true }\n' })
  sandbox.git('add', '-A')
  sandbox.git('commit', '-qm', 'base')
  sandbox.git('checkout', '-qb', 'work')
  run('add', 'learning', 'Pool runs dry', ...PARTS, '--evidence', 'src/pay.ts:3')
  run('add', 'decision', 'Use SQLite', ...DECISION, '--evidence', 'src/pay.ts:12')
  const waiting = Object.entries(sandbox.tree('memory-bank/inbox')).map(([, text]) => String(text))
  expect(waiting).toHaveLength(2)
  for (const text of waiting) expect(text).toContain(`said_by: user\naccepted: ${DAY} (terminal)`)
  const recalled = sandbox.json(['recall', 'why SQLite?']) as unknown as ContextPack
  expect(recalled.entries[0]?.provenance).toMatchObject({ saidBy: 'user' })
  run('refresh', '--fold', '--yes')
  expect(STAMP.exec(sandbox.read(LEARNING))?.[0]).toBe(
    `<!-- provenance: said by user; accepted ${DAY} (terminal); source: src/pay.ts:3 -->`,
  )
  expect(sandbox.read(PATTERNS)).toContain(ROW)
})

test('an upgrade, a new index and the archive do not change it [S57]', () => {
  run('add', 'learning', 'Pool runs dry', ...PARTS, '--evidence', 'src/pay.ts:3')
  run(
    'add',
    'progress',
    '--text',
    'Ship refunds',
    '--state',
    'done',
    '--date',
    '2020-01-02',
    '--evidence',
    'src/pay.ts',
    '--yes',
  )
  for (let count = 0; count < 9; count += 1) run('add', 'learning', `Lesson number ${count}`, ...PARTS)
  const before = sandbox.read(LEARNING)
  const memory = sandbox.read('memory-bank/MEMORY.md')
  sandbox.write({
    'memory-bank/MEMORY.md': memory.replace('TEMPLATE:v7.1', 'TEMPLATE:v7.0'),
    'memory-bank/details/learnings/index.md': 'damaged\n',
  })
  run('refresh', '--yes', '--on-conflict', 'overwrite')
  run('archive', '--yes')
  expect(sandbox.read(LEARNING)).toBe(before)
  expect(sandbox.read('memory-bank/details/learnings/index.md')).not.toContain('provenance')
  expect(JSON.stringify(sandbox.tree('memory-bank'))).toContain('Ship refunds (evidence: `src/pay.ts`)')
})

test('a scanned line is attributed to code, with its source [S57]', () => {
  const asked = sandbox.json(['recall', 'how do I run the tests?']) as unknown as ContextPack
  const origins = asked.entries.flatMap(({ provenance }) => provenance ?? [])
  expect(origins[0]).toEqual({ from: 'file', saidBy: 'code', source: 'package.json' })
})
