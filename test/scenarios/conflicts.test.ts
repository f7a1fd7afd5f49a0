/** What a person wrote meanwhile, and what our commands then do with it. Real processes. */

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
  if (choice === 'keep') expect(out).toContain('your edit is kept')
  expect([sandbox.read(MEMORY).includes('>=20 please'), sandbox.read(MEMORY).includes('>=22')]).toEqual([isKept, isNew])
  expect(readdirSync(join(sandbox.project, 'memory-bank'))).toEqual(['MEMORY.md', 'details'])
})

test('text beside ours is kept and asked about by nobody [S4] [S15]', () => {
  edit('## Current Focus\n', '## Current Focus\n\n- Refunds first.\n')
  edit('## Project Snapshot\n', '## Project Snapshot\n\nAnn runs this.\n')
  projectMovesOn()
  expect(sandbox.run(['refresh', '--yes']).code).toBe(0)
  for (const said of ['>=22', '- Refunds first.', 'Ann runs this.']) expect(sandbox.read(MEMORY)).toContain(said)
})

test('without our state only what has exactly our form is ours [S4]', () => {
  edit(FACT, '>=20 please')
  edit('## Current Focus\n', '## Current Focus\n\n- Refunds first.\n')
  projectMovesOn()
  expect(sandbox.run(['refresh', '--yes'], { env: { XDG_STATE_HOME: join(sandbox.base, 'other') } }).code).toBe(0)
  expect(sandbox.read(MEMORY)).toContain('>=22')
  expect(sandbox.read(MEMORY)).toContain('- Refunds first.')
})

test('what an undo brings back is whose it was [S4] [S16]', () => {
  edit(FACT, '>=20 please')
  projectMovesOn()
  expect(sandbox.run(['refresh', '--yes', '--on-conflict', 'overwrite']).code).toBe(0)
  expect(sandbox.run(['undo', '--yes']).code).toBe(0)
  expect(sandbox.read(MEMORY)).toContain('>=20 please')
  expect(sandbox.run(['refresh', '--yes']).code).toBe(4)
})

test('another branch, with what we wrote there, is nobody’s edit [S4]', () => {
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

test('a merge that is resolved and not yet committed is nobody’s edit: B10 [S4]', () => {
  sandbox.git('init', '-q', '-b', 'main')
  sandbox.git('add', '-A')
  sandbox.git('commit', '-qm', 'x')
  sandbox.git('checkout', '-qb', 'theirs')
  // Elsewhere, by another's program: our state knows nothing of it.
  edit(FACT, '>=21')
  sandbox.git('commit', '-qam', 'theirs')
  sandbox.git('checkout', '-q', 'main')
  sandbox.git('merge', '-q', '--no-ff', '--no-commit', 'theirs')
  projectMovesOn()
  expect(sandbox.run(['add', 'focus', 'Refunds', '--yes']).code).toBe(0)
  expect(sandbox.run(['refresh', '--yes']).code).toBe(0)
  expect(sandbox.read(MEMORY)).toContain('>=22')
})

test('two branches that add meet in no line of ours that only says when [S4]', () => {
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

test('archiving moves what a person wrote, and asks nobody, since nothing goes [S4] [S8]', () => {
  const items = Array.from({ length: 25 }, (_, index) => `- [x] item ${index} (2024-01-02)`).join('\n')
  edit('## Current Focus\n', `## Current Focus\n\n${items}\n`)
  expect(sandbox.run(['archive', '--yes']).code).toBe(0)
  const archived = sandbox.read('memory-bank/details/archive/focus_2024-01.md')
  for (let index = 0; index < 25; index += 1) expect(archived).toContain(`- [x] item ${index} (2024-01-02)`)
})

test('an undo leaves what was written into the user block since [S2] [S16]', () => {
  projectMovesOn()
  expect(sandbox.run(['refresh', '--yes']).code).toBe(0)
  edit('## Notes\n', '## Notes\n\nMine: call Ann.\n')
  expect(sandbox.run(['undo', '--yes']).code).toBe(0)
  expect(sandbox.read(MEMORY)).toContain('Mine: call Ann.')
  expect(sandbox.read(MEMORY)).toContain('>=20')
})

test('a bank keeps its language, whatever is noted in it or asked for in passing [S5] [S15]', () => {
  edit('## Notes\n', `## Notes\n\n${'这是中文笔记，写得很长很长。'.repeat(30)}\n`)
  expect(sandbox.run(['refresh', '--yes']).out).toContain('Nothing to do')
  sandbox.run(['refresh', '--yes', '--lang', 'zh'])
  expect(sandbox.read(MEMORY)).not.toContain('来源')
})

test('undoing an init leaves the folder a link leads to [S16]', () => {
  const other = new Sandbox()
  mkdirSync(join(other.project, 'real'))
  symlinkSync('real', join(other.project, 'memory-bank'))
  expect(other.run(['init', '--yes']).code).toBe(0)
  expect(other.run(['undo', '--yes']).code).toBe(0)
  expect(existsSync(join(other.project, 'real'))).toBe(true)
  expect(other.run(['status']).code).toBe(0)
  other.remove()
})

test('variables that a git hook sets for its own repository do not mislead us [S4]', () => {
  sandbox.git('init', '-q')
  edit('## Current Focus\n', '## Current Focus\n\n- Refunds first.\n')
  sandbox.git('add', '-A')
  sandbox.git('commit', '-qm', 'x')
  projectMovesOn()
  const inHook = { GIT_DIR: join(sandbox.base, 'nowhere.git'), GIT_INDEX_FILE: join(sandbox.base, 'no-index') }
  expect(sandbox.run(['refresh', '--dry-run'], { env: inHook }).code).toBe(0)
})
