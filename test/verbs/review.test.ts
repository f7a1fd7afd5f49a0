/** Unconfirmed changes of the bank: listed with their texts, kept or undone as they were shown. */

import { rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { knownPath } from '../../src/base/bank-path.ts'
import { openWorkspace, type Workspace } from '../../src/disk/workspace.ts'
import { reportForeignChanges } from '../../src/session/report-foreign-changes.ts'
import { confirmChanges, unconfirmedChanges, undoChanges } from '../../src/verbs/review.ts'
import { Sandbox } from '../scenarios/harness.ts'
import { BANK, GuardedProject } from './guarded-project.ts'

let sandbox: Sandbox
let workspace: Workspace
beforeEach(async () => {
  sandbox = new Sandbox({ fast: true })
  sandbox.write({ 'package.json': '{"name":"shop"}' })
  expect(sandbox.run(['init', '--yes']).code).toBe(0)
  const [folder, env] = [sandbox.project, sandbox.env()]
  const opened = openWorkspace({ folder, env, now: () => new Date(), progress: () => {} })
  if (!opened.ok) throw new Error(opened.problem.code)
  workspace = opened.value
})
afterEach(() => sandbox.remove())

const TECH = knownPath('details/tech.md')
const NEW = knownPath('details/design/cart.md')
const shown = () => unconfirmedChanges(workspace).map(({ path, change }) => [path, change?.kind])

async function outside(files: Readonly<Record<string, string | undefined>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    const full = join(sandbox.bank, path)
    if (text === undefined) rmSync(full)
    else writeFileSync(full, text)
  }
  await reportForeignChanges(workspace)
}

test('edited, new and removed files are listed until a person keeps them [S34]', async () => {
  await outside({ [TECH]: '# Tech\n\n- Mine\n', 'MEMORY.md': undefined })
  expect(shown()).toEqual([
    [TECH, 'edit'],
    ['MEMORY.md', 'remove'],
  ])
  expect(confirmChanges(unconfirmedChanges(workspace).slice(0, 1), workspace)).toEqual({ ok: true, value: undefined })
  expect(shown()).toEqual([['MEMORY.md', 'remove']])
  expect(confirmChanges(unconfirmedChanges(workspace), workspace).ok).toBe(true)
  expect([shown(), await reportForeignChanges(workspace)]).toEqual([[], []])
})

test('undo restores the texts as one change, and a later change is listed by itself [S34]', async () => {
  const before = sandbox.tree()
  await outside({ [TECH]: 'Other\n' })
  await outside({ [TECH]: 'Third\n', 'MEMORY.md': undefined })
  const undone = undoChanges(unconfirmedChanges(workspace), workspace)
  expect([undone.ok, sandbox.tree(), shown()]).toEqual([true, before, []])
  await outside({ [TECH]: 'Fourth\n' })
  expect(unconfirmedChanges(workspace)).toMatchObject([{ change: { kind: 'edit', text: 'Fourth\n' } }])
})

test('a file that is like before has nothing to confirm [S34]', async () => {
  const tech = sandbox.read(`memory-bank/${TECH}`)
  await outside({ [TECH]: 'Other\n' })
  writeFileSync(join(sandbox.bank, TECH), tech)
  expect(shown()).toEqual([])
})

test('an answer to another text does nothing [S34]', async () => {
  await outside({ [TECH]: 'Other\n' })
  const seen = unconfirmedChanges(workspace)
  writeFileSync(join(sandbox.bank, TECH), 'Changed again\n')
  const stale = { ok: false, problem: { code: 'stale-file', path: TECH } }
  expect([confirmChanges(seen, workspace), undoChanges(seen, workspace)]).toEqual([stale, stale])
  expect(shown()).toEqual([[TECH, 'edit']])
})

test('a new file is removed by undo [S34]', async () => {
  sandbox.write({ [`memory-bank/${NEW}`]: '# Cart\n' })
  await reportForeignChanges(workspace)
  expect(shown()).toEqual([[NEW, 'create']])
  expect(undoChanges(unconfirmedChanges(workspace), workspace).ok).toBe(true)
  expect([shown(), Object.keys(sandbox.tree())]).toEqual([[], expect.not.arrayContaining([`memory-bank/${NEW}`])])
})

test('a file that cannot be read is listed without a text, and can be kept only [S34]', async () => {
  const full = join(sandbox.bank, TECH)
  rmSync(full)
  symlinkSync('/etc/hosts', full)
  await reportForeignChanges(workspace)
  expect(shown()).toEqual([[TECH, undefined]])
  expect(confirmChanges(unconfirmedChanges(workspace), workspace).ok).toBe(true)
})

test.each([
  ['without a yes is listed when its turn ends', 'Look around.', ['details/tech.md']],
  ['that the user asked for is not', '请修改 memory-bank/details/tech.md：技术栈是 Go', []],
])('a write of an agent that a warning preceded, %s [S34] [S42]', async (_, said, paths) => {
  const env = { MEMORY_BANK_GUARD_MODE: 'warn', MEMORY_BANK_WRITER: 'confirm' }
  const project = new GuardedProject({ ...BANK, 'memory-bank/details/tech.md': '# Tech\n' }, { env })
  await project.said(said)
  await project.call('write', { filePath: 'memory-bank/details/tech.md', content: '# Tech\n\n- Go\n' })
  await project.guard.turnEnded('s')
  const listed = unconfirmedChanges(project.guard.workspace)
  expect(listed.map(({ path, cause }) => [path, cause])).toEqual(paths.map((path) => [path, 'agent']))
  expect(undoChanges(listed, project.guard.workspace).ok || paths.length === 0).toBe(true)
  expect(project.read('memory-bank/details/tech.md')).toBe(paths.length === 0 ? '# Tech\n\n- Go\n' : '# Tech\n')
})
