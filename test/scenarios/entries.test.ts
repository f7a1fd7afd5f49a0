/** list, edit, done and remove: by flags, in an editor, and by a numbered choice. */

import { execFileSync } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { PROJECT } from './banks.ts'
import { converse, plain } from './converse.ts'
import { Sandbox } from './harness.ts'

let sandbox: Sandbox
beforeEach(() => {
  sandbox = new Sandbox()
  sandbox.write(PROJECT)
  sandbox.run(['init', '--yes'])
  const entries = [
    { kind: 'decision', title: 'Use SQLite', why: 'one file', givenUp: 'Postgres', applies: 'storage' },
    { kind: 'requirement', title: 'Refunds', text: 'Money back.' },
    { kind: 'progress', text: 'Refund API' },
    { kind: 'focus', text: 'Ship refunds' },
  ]
  expect(sandbox.run(['add', '--from', '-', '--yes'], { input: JSON.stringify(entries) }).code).toBe(0)
})
afterEach(() => sandbox.remove())

const PATTERNS = 'memory-bank/details/patterns.md'
const PROGRESS = 'memory-bank/details/progress.md'
const QUESTION = /Apply these changes\? \[y\]es, \[n\]o, \[d\]iff: $/

test('one addition prints its files and one more line [S54]', () => {
  const { out } = sandbox.run(['add', 'tech', 'Cache: Redis 7', '--yes'])
  expect(out.trimEnd().split('\n')).toEqual([
    expect.stringMatching(/^ {2}~ details\/tech\.md .* fact: Cache: Redis 7$/),
    'Added tech fact “Cache: Redis 7” → details/tech.md. Undo: memory-bank undo',
  ])
})

test('list shows entries by kind, and filters [S54] [S57]', () => {
  const { out } = sandbox.run(['list'])
  expect(out).toMatch(/Decision \(1\)\n {2}e\w{5} {2}Use SQLite {2}\(\d{4}-\d\d-\d\d, said by user\)/)
  expect(out).toMatch(/REQ-001 {2}Refunds/)
  expect(sandbox.run(['list', 'requirement']).out).not.toContain('SQLite')
  expect(sandbox.run(['list', 'refund', 'api']).out).toContain('Refund API')
  expect(sandbox.json(['list', 'decisions'])).toMatchObject({ entries: [{ kind: 'decision', title: 'Use SQLite' }] })
})

test('done moves an item, and a focus leaves Current Focus; undo brings both back [S54]', () => {
  const before = sandbox.tree()
  expect(sandbox.run(['done', 'Refund', 'API', '--yes']).code).toBe(0)
  expect(sandbox.run(['done', 'Ship', '--yes']).code).toBe(0)
  expect(sandbox.read(PROGRESS)).toMatch(/## Done \(to archive\)\n\n- \[x\] \S+ Refund API\n- \[x\] \S+ Ship refunds\n/)
  expect(sandbox.read('memory-bank/MEMORY.md')).not.toContain('Ship refunds')
  expect(sandbox.run(['history']).out).toContain('progress item: Refund API → done')
  for (let count = 0; count < 2; count += 1) expect(sandbox.run(['undo', '--yes']).code).toBe(0)
  expect(sandbox.tree()).toEqual(before)
})

test('remove takes an entry with its route and its highlight, check stays clean, undo brings it back [S42]', () => {
  const before = sandbox.tree()
  expect(sandbox.run(['remove', 'REQ-001', '--yes']).code).toBe(0)
  expect(sandbox.run(['remove', 'Use SQL', '--yes']).code).toBe(0)
  expect(JSON.stringify(sandbox.tree())).not.toMatch(/REQ-001|SQLite/)
  expect(sandbox.run(['check']).code).toBe(0)
  expect(sandbox.run(['refresh', '--dry-run']).out).toContain('Nothing to do')
  expect(sandbox.run(['history']).out).toContain('removed decision: Use SQLite')
  for (let count = 0; count < 2; count += 1) expect(sandbox.run(['undo', '--yes']).code).toBe(0)
  expect(sandbox.tree()).toEqual(before)
})

test('nothing is removed without an answer: exit 3 [S42]', () => {
  const before = sandbox.tree()
  expect(sandbox.run(['remove', 'Use SQLite']).code).toBe(3)
  expect(sandbox.tree()).toEqual(before)
})

test('edit with a flag keeps the other parts; with a file it replaces the lines; a secret is refused [S42] [S35]', () => {
  expect(sandbox.run(['edit', 'Use SQLite', '--why', 'no server', '--yes']).code).toBe(0)
  expect(sandbox.read(PATTERNS)).toContain('| Use SQLite | no server | Postgres | storage |')
  expect(sandbox.run(['edit', 'REQ-001', '--status', 'Done', '--text', 'Within three days.', '--yes']).code).toBe(0)
  const requirement = sandbox.read('memory-bank/details/requirements/REQ-001-refunds.md')
  expect(requirement).toContain('**Status**: Done')
  expect(requirement).toContain('## Description\n\nWithin three days.')
  expect(sandbox.run(['edit', 'Refund API', '--from', '-', '--yes'], { input: '- [ ] Refund API v2\n' }).code).toBe(0)
  expect(sandbox.read(PROGRESS)).toContain('- [ ] Refund API v2\n')
  const secret = ['ghp', '_', 'q7Xw2LrT9vBn', 'K4mZs8HcYd1F', 'gJ6pQe3UaR5t'].join('')
  const { code, err } = sandbox.run(['edit', 'Ship refunds', '--text', `use ${secret}`, '--yes'])
  expect(code).toBe(1)
  expect(err).not.toContain(secret)
})

test('edit sets a title, with the highlight and other fields; history calls it an update [S42]', () => {
  const { out } = sandbox.run(['edit', 'Use SQLite', '--title', 'Use DuckDB', '--why', 'columns', '--yes'])
  expect(out).toContain('Updated decision “Use DuckDB” → details/patterns.md')
  expect(sandbox.read(PATTERNS)).toMatch(/\| Use DuckDB \| columns \| Postgres \|/)
  const memory = sandbox.read('memory-bank/MEMORY.md')
  expect(memory).toMatch(/^\| Use DuckDB \|/m)
  expect(memory).not.toContain('Use SQLite')
  expect(sandbox.run(['history']).out).toContain('updated decision: Use DuckDB')
  expect(sandbox.run(['edit', 'REQ-001', '--title', 'Returns', '--yes']).code).toBe(0)
  expect(sandbox.read('memory-bank/details/requirements/REQ-001-refunds.md')).toContain('# REQ-001: Returns\n')
  expect(sandbox.run(['edit', 'Ship refunds', '--title', 'Ship returns', '--yes']).code).toBe(0)
  expect(sandbox.read('memory-bank/MEMORY.md')).toContain('- Ship returns\n')
  const { code, err } = sandbox.run(['edit', 'Use DuckDB', '--title', 'a | b', '--yes'])
  expect([code, err]).toEqual([2, expect.stringContaining('This title cannot be set')])
})

test('status names the last write by Memory Bank, also after an edit of another file [S54]', () => {
  const written = () => String(sandbox.json(['status'])['lastUpdated'])
  const before = written()
  expect(sandbox.run(['edit', 'REQ-001', '--status', 'Done', '--yes']).code).toBe(0)
  expect(written() > before).toBe(true)
  expect(sandbox.run(['status']).out).toMatch(/^Written: {2}(?:today|yesterday) \d\d:\d\d$/m)
})

test('without a question, search and recall name themselves [S54]', () => {
  for (const command of ['search', 'recall'])
    expect(sandbox.run([command]).err).toContain(`memory-bank ${command} how do we deploy`)
})

test('edit opens $EDITOR, shows the difference and asks [S42]', async () => {
  const editor = join(sandbox.base, 'editor.sh')
  writeFileSync(editor, '#!/bin/sh\nsed -i "s/one file/no server/" "$1"\n')
  chmodSync(editor, 0o755)
  const { code, out } = await converse(sandbox, ['edit', 'Use SQLite'], [[QUESTION, 'y']], { EDITOR: editor })
  expect(code).toBe(0)
  expect(plain(out)).toContain('+| ')
  expect(sandbox.read(PATTERNS)).toContain('no server')
})

test('of several matches a person chooses by number; without a terminal the ids are listed [S54]', async () => {
  sandbox.run(['add', 'progress', 'Refund page', '--yes'])
  const { code, err } = sandbox.run(['done', 'Refund', '--yes'])
  expect(code).toBe(2)
  expect(err).toMatch(/“Refund” could be 2 things: .*Refund API/)
  const chosen = await converse(
    sandbox,
    ['done', 'refund'],
    [
      [/Which one\? \(1–2, Enter for none\): $/, '2'],
      [QUESTION, 'y'],
    ],
  )
  expect(chosen.code).toBe(0)
  expect(sandbox.read(PROGRESS)).toMatch(/- \[x\] \S+ Refund page/)
})

test('status names one next step: connect, then the findings of check; a proposal comes first [S54]', () => {
  const next = () => (sandbox.json(['status']) as { next: string }).next
  expect(next()).toContain('memory-bank install')
  expect(sandbox.run(['install', 'mcp', '--yes']).code).toBe(0)
  expect(next()).toContain('memory-bank recall')
  sandbox.write({ 'memory-bank/details/design/x.md': '# X\n\nSee [y](y.md).\n' })
  sandbox.run(['check'])
  expect(next()).toMatch(/memory-bank check --fix {3}\(the last check found \d+ problems?\)/)
})

test('index and archive do not create a bank [S54]', () => {
  const other = new Sandbox()
  try {
    other.write(PROJECT)
    for (const command of ['index', 'archive']) expect(other.run([command, '--yes']).code).toBe(1)
    expect(other.tree()).toEqual({})
  } finally {
    other.remove()
  }
})

test('archive explains its rule, check --fix lists what needs a person, and recall takes unquoted words [S54]', () => {
  expect(sandbox.run(['archive', '--yes']).out).toMatch(/Nothing to archive\. .*more than 20/)
  expect(sandbox.run(['recall', 'why', 'do', 'we', 'use', 'SQLite']).out).toContain('one file')
  sandbox.write({ 'memory-bank/details/design/x.md': '# X\n\nSee [y](y.md).\n' })
  const { out } = sandbox.run(['check', '--fix', '--yes'])
  expect(out).not.toContain('Nothing to fix')
})

test('a change is undone by the end of its id, and an ambiguous id is reported [S16]', () => {
  const { entries } = sandbox.json(['history']) as { entries: readonly { id: string }[] }
  const last = entries[0]?.id ?? ''
  expect(sandbox.run(['history', last.slice(-4)]).out).toContain(last)
  expect(sandbox.run(['undo', '2', '--yes']).err).toMatch(/could be \d+ things/)
  expect(sandbox.run(['undo', last.slice(-4), '--yes']).code).toBe(0)
})

test.skipIf(process.platform === 'win32')('completion offers commands, kinds, files, entries and choices [S54]', () => {
  const offers = (...words: readonly string[]) => {
    const script = `${sandbox.run(['completion', 'bash']).out}
memory-bank() { "${process.execPath}" "${sandbox.program}" "$@"; }
COMP_WORDS=(memory-bank ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}
_memory_bank; echo "\${COMPREPLY[@]}"`
    return execFileSync('bash', ['-c', script], { cwd: sandbox.project, env: sandbox.env(), encoding: 'utf8' }).trim()
  }
  expect(offers('rem')).toBe('remove')
  expect(offers('add', 'de')).toBe('decision design')
  expect(offers('read', 'details/p')).toBe('details/patterns.md details/progress.md')
  expect(offers('remove', 'REQ')).toBe('REQ-001')
  expect(offers('status', '--lang', '')).toBe('zh en')
})
