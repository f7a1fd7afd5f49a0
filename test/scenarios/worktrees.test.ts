/** Several worktrees of one repository: each has its branch's bank, without duplicate numbers or losses (S55). */

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Guard } from '../../src/session/guard.ts'
import { PROJECT } from './banks.ts'
import { Sandbox } from './harness.ts'

let sandbox: Sandbox
beforeEach(() => {
  sandbox = new Sandbox({ fast: true })
  sandbox.write(PROJECT)
  expect(sandbox.run(['init', '--yes']).code).toBe(0)
  sandbox.git('init', '-q')
  sandbox.git('add', '-A')
  sandbox.git('commit', '-qm', 'Begin')
  expect(sandbox.run(['refresh', '--yes']).code).toBe(0)
})
afterEach(() => sandbox.remove())

function worktree(name: string): string {
  const folder = join(sandbox.base, name)
  sandbox.git('worktree', 'add', '-q', '-b', name, folder)
  return folder
}

function requirementsIn(folder: string): readonly string[] {
  const place = join(folder, 'memory-bank/details/requirements')
  return existsSync(place) ? readdirSync(place).filter((name) => name.startsWith('REQ-')) : []
}

const requirement = (title: string) => ['add', 'requirement', '--title', title, '--text', 'It must.', '--yes']

describe('numbers', () => {
  test('a requirement takes the number after those of every branch and worktree [S43] [S55]', () => {
    const other = worktree('other')
    expect(sandbox.run(requirement('Here'), { cwd: other }).code).toBe(0)
    expect(sandbox.run(requirement('There')).code).toBe(0)
    expect([...requirementsIn(other), ...requirementsIn(sandbox.project)]).toEqual([
      'REQ-001-here.md',
      'REQ-002-there.md',
    ])
  })

  test('ten processes in three worktrees lose nothing, give no number twice and leave no lock [S16] [S55]', async () => {
    const folders = [sandbox.project, worktree('two'), worktree('three')]
    const calls = [
      ...Array.from({ length: 6 }, (_, at) => requirement(`Wish number ${'abcdef'[at]}`)),
      ['add', 'decision', '--title', 'Use Postgres', '--why', 'a', '--given-up', 'b', '--applies-to', 'c', '--yes'],
      ['add', 'progress', '--text', 'A step', '--yes'],
      ['add', 'focus', '--text', 'The release', '--yes'],
      ['refresh', '--yes'],
    ]
    const started = calls.map((call, at) => sandbox.start(call, { cwd: folders[at % 3] ?? '' }))
    const ended = await Promise.all(started)
    for (const [at, { code, err }] of ended.entries())
      expect([calls[at]?.[1], code, err]).toEqual([calls[at]?.[1], 0, ''])
    const names = folders.flatMap(requirementsIn)
    expect(names).toHaveLength(6)
    expect(new Set(names.map((name) => name.slice(0, 7)))).toHaveLength(6)
    const left = readdirSync(sandbox.state, { recursive: true, encoding: 'utf8' })
    expect(left.filter((path) => basename(path).startsWith('lock'))).toEqual([])
    for (const cwd of folders) expect(sandbox.run(['check'], { cwd }).code).toBe(0)
  })
})

test('a number given by two clones is renumbered after the merge, with its links, in one undoable change [S4] [S55]', () => {
  const clone = join(sandbox.base, 'clone')
  sandbox.gitIn(sandbox.base, 'clone', '-q', sandbox.project, clone)
  expect(sandbox.run(requirement('Export')).code).toBe(0)
  sandbox.git('add', '-A')
  sandbox.git('commit', '-qm', 'Export')
  expect(sandbox.run(requirement('Import'), { cwd: clone }).code).toBe(0)
  const tech = join(clone, 'memory-bank/details/tech.md')
  const line = '- Files come in as [REQ-001](requirements/REQ-001-import.md) says.'
  writeFileSync(
    tech,
    readFileSync(tech, 'utf8').replace('<!-- MACHINE_BLOCK_END -->', `${line}\n<!-- MACHINE_BLOCK_END -->`),
  )
  sandbox.gitIn(clone, 'add', '-A')
  sandbox.gitIn(clone, 'commit', '-qm', 'Import')
  sandbox.git('pull', '-q', '--no-rebase', '--no-edit', clone, 'main')
  expect(sandbox.run(['check']).out).toContain('memory-bank refresh')
  const { code, out } = sandbox.run(['refresh', '--yes'])
  expect([code, out.includes('REQ-001 was used twice. “Import”')]).toEqual([0, true])
  expect(requirementsIn(sandbox.project)).toEqual(['REQ-001-export.md', 'REQ-002-import.md'])
  expect(sandbox.read('memory-bank/details/tech.md')).toContain('[REQ-002](requirements/REQ-002-import.md)')
  expect(sandbox.run(['check', '--merge', 'FETCH_HEAD']).code).toBe(0)
  expect(sandbox.run(['check']).code).toBe(0)
  expect(sandbox.run(['refresh', '--dry-run', '--json']).out).toMatch(/"changes": \[\]/)
  expect(sandbox.run(['undo', '--yes']).code).toBe(0)
  expect(requirementsIn(sandbox.project)).toEqual(['REQ-001-export.md', 'REQ-001-import.md'])
})

describe('proposals', () => {
  async function proposedIn(folder: string, text: string): Promise<string> {
    const guard = Guard.open({ folder, env: sandbox.env(), now: () => new Date(), progress: () => {} })
    if (!guard.ok) throw new Error(guard.problem.code)
    const { proposals } = await guard.value.propose('s', { entries: [{ kind: 'progress', text }] })
    return proposals.at(-1)?.id ?? ''
  }

  const listed = (cwd: string) => sandbox.run(['proposals'], { cwd }).out
  const accept = (id: string, cwd: string) => sandbox.start(['proposals', 'accept', id, '--yes'], { cwd })

  test('those of a removed worktree are offered in every other, and accepted once [S42] [S55]', async () => {
    const [gone, other] = [worktree('gone'), worktree('other')]
    const [first, second] = [await proposedIn(gone, 'Refund API'), await proposedIn(gone, 'Export API')]
    expect(listed(other)).not.toContain('Refund API')
    sandbox.git('worktree', 'remove', '--force', gone)
    for (const folder of [sandbox.project, other]) {
      expect(listed(folder)).toContain('Refund API')
      expect(sandbox.json(['status'], { cwd: folder })).toMatchObject({ waiting: 2 })
    }
    const ended = await Promise.all([accept(first, sandbox.project), accept(first, other)])
    expect(ended.map(({ code }) => code === 0).toSorted()).toEqual([false, true])
    const banks = [sandbox.project, other].map((folder) =>
      readFileSync(join(folder, 'memory-bank/details/progress.md'), 'utf8'),
    )
    expect(banks.filter((text) => text.includes('Refund API'))).toHaveLength(1)
    expect(sandbox.run(['proposals', 'reject', second], { cwd: other }).code).toBe(0)
    for (const folder of [sandbox.project, other])
      expect(sandbox.json(['status'], { cwd: folder })).toMatchObject({ waiting: 0 })
  })

  test('a worktree that was moved, or whose branch lacks the bank, loses nothing [S55]', async () => {
    const moved = worktree('before')
    await proposedIn(moved, 'Refund API')
    sandbox.git('worktree', 'move', moved, join(sandbox.base, 'after'))
    expect(listed(join(sandbox.base, 'after'))).toContain('Refund API')
    const bare = worktree('bare')
    await proposedIn(bare, 'Export API')
    sandbox.gitIn(bare, 'rm', '-rqf', 'memory-bank')
    expect(listed(sandbox.project)).not.toContain('Export API')
    sandbox.gitIn(bare, 'reset', '-q', '--hard')
    expect(listed(bare)).toContain('Export API')
  })
})
