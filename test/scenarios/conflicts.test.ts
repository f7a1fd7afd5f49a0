/** What a person wrote meanwhile, and what our commands then do with it. Real processes. */

import { existsSync, mkdirSync, symlinkSync } from 'node:fs'
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

test('keep says that it kept, and the file is as the person left it [S4]', () => {
  edit('## Current Focus\n', '## Current Focus\n\n- Refunds first.\n')
  projectMovesOn()
  const before = sandbox.read(MEMORY)
  expect(sandbox.run(['refresh', '--yes']).code).toBe(4)
  const { code, out } = sandbox.run(['refresh', '--yes', '--on-conflict', 'keep'])
  expect(code).toBe(0)
  expect(out).toContain('your edit is kept')
  expect(sandbox.read(MEMORY)).toBe(before)
})

test('archiving with overwrite moves the items and loses none [S4] [S8]', () => {
  const items = Array.from({ length: 25 }, (_, index) => `- [x] item ${index} (2024-01-02)`).join('\n')
  edit('## Current Focus\n', `## Current Focus\n\n${items}\n`)
  expect(sandbox.run(['archive', '--yes']).code).toBe(4)
  expect(sandbox.run(['archive', '--yes', '--on-conflict', 'overwrite']).code).toBe(0)
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
