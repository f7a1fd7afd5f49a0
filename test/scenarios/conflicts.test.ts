/** Commands keep, overwrite or append to text that a person edited meanwhile. */

import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Sandbox } from './harness.ts'

let sandbox: Sandbox
beforeEach(() => {
  sandbox = new Sandbox().write({ 'package.json': '{ "name": "shop", "engines": { "node": ">=20" } }' })
  sandbox.run(['init', '--yes'])
})
afterEach(() => sandbox.remove())

const MEMORY = 'memory-bank/MEMORY.md'

function edit(from: string, to: string): void {
  const text = sandbox.read(MEMORY)
  if (!text.includes(from)) throw new Error(`no ${from}`)
  sandbox.write({ [MEMORY]: text.replace(from, () => to) })
}

function projectMovesOn(): void {
  sandbox.write({ 'package.json': '{ "name": "shop", "engines": { "node": ">=22" } }' })
}

const FACT = '>=20'

test('one word changed by hand in the snapshot blocks no addition: B11 [S4]', () => {
  edit(FACT, '>=20 please')
  const add = [
    'add',
    'decision',
    'Use SQLite',
    '--why',
    'one file',
    '--given-up',
    'Postgres',
    '--applies-to',
    'storage',
  ]
  expect(sandbox.run([...add, '--yes']).code).toBe(0)
  expect(sandbox.run(['add', 'focus', 'Refunds', '--yes']).code).toBe(0)
  expect(sandbox.read(MEMORY)).toContain('>=20 please')
  expect(sandbox.read(MEMORY)).toContain('Use SQLite')
})

test('a refresh that would replace a person’s edit shows it and stops: 002:91 [S4]', () => {
  edit(FACT, '>=20 please')
  projectMovesOn()
  const before = sandbox.read(MEMORY)
  const { code, err } = sandbox.run(['refresh', '--yes'])
  expect(code).toBe(4)
  expect(err).toContain('MEMORY.md, “Project Snapshot”,')
  expect(err).toMatch(/last update: \d{4}-\d{2}-\d{2}T/)
  expect(err).toMatch(/− .*>=20 please/)
  expect(err).toMatch(/\+ .*>=22/)
  expect(sandbox.read(MEMORY)).toBe(before)
  expect(sandbox.run(['refresh', '--yes', '--lang', 'zh']).err).toMatch(/上次更新: \d{4}-/)
})

test.each([
  ['keep', true, false],
  ['overwrite', false, true],
  ['append', true, true],
] as const)('--on-conflict %s: 002:97 [S4]', (choice, isKept, isNew) => {
  edit(FACT, '>=20 please')
  projectMovesOn()
  const { code, out } = sandbox.run(['refresh', '--yes', '--on-conflict', choice])
  expect(code).toBe(0)
  if (choice === 'keep') expect(out).toContain('kept your edit')
  expect([sandbox.read(MEMORY).includes('>=20 please'), sandbox.read(MEMORY).includes('>=22')]).toEqual([isKept, isNew])
  expect(readdirSync(join(sandbox.project, 'memory-bank'))).toEqual(['MEMORY.md', 'details'])
})

test('added text is kept without a question [S4] [S15]', () => {
  edit('## Current Focus\n', '## Current Focus\n\n- Refunds first.\n')
  edit('## Project Snapshot\n', '## Project Snapshot\n\nAnn runs this.\n')
  projectMovesOn()
  expect(sandbox.run(['refresh', '--yes']).code).toBe(0)
  for (const said of ['>=22', '- Refunds first.', 'Ann runs this.']) expect(sandbox.read(MEMORY)).toContain(said)
})

test('without state, only lines in the exact generated form are replaced [S4]', () => {
  edit(FACT, '>=20 please')
  edit('## Current Focus\n', '## Current Focus\n\n- Refunds first.\n')
  projectMovesOn()
  expect(sandbox.run(['refresh', '--yes'], { env: { XDG_STATE_HOME: join(sandbox.base, 'other') } }).code).toBe(0)
  expect(sandbox.read(MEMORY)).toContain('>=22')
  expect(sandbox.read(MEMORY)).toContain('- Refunds first.')
})

const BY_HAND = '| 2026-01-02 | Use SQLite | Ann measured it | Postgres | storage |'

/** A bank with a decision of ours, and one that a person wrote and committed. */
function committedByHand(): void {
  sandbox.git('init', '-q')
  addDecision('Keep money in cents')
  const path = 'memory-bank/details/patterns.md'
  sandbox.write({ [path]: sandbox.read(path).replace(/(\n\|[-| ]+\|\n)/, (head) => `${head}${BY_HAND}\n`) })
  sandbox.git('add', '-A')
  sandbox.git('commit', '-qm', 'by hand')
}

function addDecision(title: string, ...more: readonly string[]): ReturnType<Sandbox['run']> {
  const parts = ['--why', 'one file', '--given-up', 'Redis', '--applies-to', 'orders', ...more]
  return sandbox.run(['add', 'decision', title, ...parts, '--yes'])
}

test.each([
  [[], 4, true, false],
  [['--on-conflict', 'keep'], 0, true, false],
  [['--on-conflict', 'overwrite'], 0, false, true],
  [['--on-conflict', 'append'], 0, true, true],
] as const)('a committed entry of a person is no addition’s to replace: %j [S4]', (choice, code, isKept, isNew) => {
  committedByHand()
  const done = addDecision('Use SQLite', ...choice)
  expect(done.code, done.err).toBe(code)
  const patterns = sandbox.read('memory-bank/details/patterns.md')
  expect([patterns.includes('Ann measured it'), patterns.includes('Use SQLite | one file')]).toEqual([isKept, isNew])
})

test('a committed entry of a person is edited, superseded and removed by its name [S4]', () => {
  committedByHand()
  expect(sandbox.run(['edit', 'Use SQLite', '--why', 'it is small', '--yes']).code).toBe(0)
  expect(addDecision('Use Postgres', '--replaces', 'Use SQLite').code).toBe(0)
  expect(sandbox.read('memory-bank/details/patterns.md')).toContain('Use SQLite (superseded: Use Postgres)')
  expect(sandbox.run(['remove', 'Use SQLite (superseded', '--yes']).code).toBe(0)
})

test('an entry that we wrote and that was committed is updated without a question [S4]', () => {
  committedByHand()
  expect(addDecision('Keep money in cents', '--not-for', 'rates').code).toBe(0)
})

test('text that an undo restores keeps its author [S4] [S16]', () => {
  edit(FACT, '>=20 please')
  projectMovesOn()
  expect(sandbox.run(['refresh', '--yes', '--on-conflict', 'overwrite']).code).toBe(0)
  expect(sandbox.run(['undo', '--yes']).code).toBe(0)
  expect(sandbox.read(MEMORY)).toContain('>=20 please')
  expect(sandbox.run(['refresh', '--yes']).code).toBe(4)
})

test('generated text on another branch is not an edit [S4]', () => {
  sandbox.git('init', '-q', '-b', 'main')
  sandbox.git('add', '-A')
  sandbox.git('commit', '-qm', 'x')
  sandbox.git('checkout', '-qb', 'next')
  projectMovesOn()
  sandbox.run(['refresh', '--yes'])
  sandbox.git('commit', '-qam', 'next')
  sandbox.git('checkout', '-q', 'main')
  sandbox.write({ 'package.json': '{ "name": "shop", "engines": { "node": ">=24" } }' })
  expect(sandbox.run(['refresh', '--yes']).code).toBe(0)
  expect(sandbox.read(MEMORY)).toContain('>=24')
})

test('a resolved merge that is not committed yet is not a person’s edit: B10 [S4]', () => {
  sandbox.git('init', '-q', '-b', 'main')
  sandbox.git('add', '-A')
  sandbox.git('commit', '-qm', 'x')
  sandbox.git('checkout', '-qb', 'theirs')
  // Written on another machine, so the local state does not know it.
  edit(FACT, '>=21')
  sandbox.git('commit', '-qam', 'theirs')
  sandbox.git('checkout', '-q', 'main')
  sandbox.git('merge', '-q', '--no-ff', '--no-commit', 'theirs')
  projectMovesOn()
  expect(sandbox.run(['add', 'focus', 'Refunds', '--yes']).code).toBe(0)
  expect(sandbox.run(['refresh', '--yes']).code).toBe(0)
  expect(sandbox.read(MEMORY)).toContain('>=22')
})

test('two branches that add entries do not conflict in a generated date line [S4]', () => {
  sandbox.git('init', '-q', '-b', 'main')
  sandbox.git('add', '-A')
  sandbox.git('commit', '-qm', 'x')
  sandbox.git('checkout', '-qb', 'theirs')
  sandbox.run(['add', 'focus', 'Refunds', '--yes'])
  sandbox.git('commit', '-qam', 'theirs')
  sandbox.git('checkout', '-q', 'main')
  sandbox.run(['add', 'answer', 'How do we deploy?', '--text', 'make deploy', '--pointer', 'details/tech.md', '--yes'])
  sandbox.git('commit', '-qam', 'ours')
  sandbox.git('merge', '-q', 'theirs')
  expect(sandbox.read(MEMORY)).toContain('Refunds')
  expect(sandbox.read(MEMORY)).toContain('make deploy')
})

test('archiving moves a person’s text without asking, because nothing is lost [S4] [S8]', () => {
  const items = Array.from({ length: 25 }, (_, index) => `- [x] item ${index} (2024-01-02)`).join('\n')
  edit('## Current Focus\n', `## Current Focus\n\n${items}\n`)
  expect(sandbox.run(['archive', '--yes']).code).toBe(0)
  const archived = sandbox.read('memory-bank/details/archive/focus_2024-01.md')
  for (let index = 0; index < 25; index += 1) expect(archived).toContain(`- [x] item ${index} (2024-01-02)`)
})

test('an undo keeps later text in the user block [S2] [S16]', () => {
  projectMovesOn()
  expect(sandbox.run(['refresh', '--yes']).code).toBe(0)
  edit('## Notes\n', '## Notes\n\nMine: call Ann.\n')
  expect(sandbox.run(['undo', '--yes']).code).toBe(0)
  expect(sandbox.read(MEMORY)).toContain('Mine: call Ann.')
  expect(sandbox.read(MEMORY)).toContain('>=20')
})

test('a bank keeps its language, whatever its text or the option of one run [S5] [S15]', () => {
  edit('## Notes\n', `## Notes\n\n${'这是中文笔记，写得很长很长。'.repeat(30)}\n`)
  expect(sandbox.run(['refresh', '--yes']).out).toContain('Nothing to do')
  sandbox.run(['refresh', '--yes', '--lang', 'zh'])
  expect(sandbox.read(MEMORY)).not.toContain('来源')
})

test('undoing an init keeps the target folder of a link [S16]', () => {
  const other = new Sandbox()
  mkdirSync(join(other.project, 'real'))
  symlinkSync('real', join(other.project, 'memory-bank'))
  expect(other.run(['init', '--yes']).code).toBe(0)
  expect(other.run(['undo', '--yes']).code).toBe(0)
  expect(existsSync(join(other.project, 'real'))).toBe(true)
  expect(other.run(['status']).code).toBe(0)
  other.remove()
})

test('variables that a git hook sets for its repository are ignored [S4]', () => {
  sandbox.git('init', '-q')
  edit('## Current Focus\n', '## Current Focus\n\n- Refunds first.\n')
  sandbox.git('add', '-A')
  sandbox.git('commit', '-qm', 'x')
  projectMovesOn()
  const inHook = { GIT_DIR: join(sandbox.base, 'nowhere.git'), GIT_INDEX_FILE: join(sandbox.base, 'no-index') }
  expect(sandbox.run(['refresh', '--dry-run'], { env: inHook }).code).toBe(0)
})
