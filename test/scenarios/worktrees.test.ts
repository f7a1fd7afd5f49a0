/** One repository, several worktrees: each has its branch's bank, and nothing is given twice or lost (S55). */

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
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

  test('ten processes in three worktrees: nothing is lost, no number is given twice, no lock stays [S16] [S55]', async () => {
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
  }, 60_000)
})

test('a number given twice by two clones is renumbered after the merge, with its links, and undone as one [S4] [S55]', () => {
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
  expect([code, out.includes('REQ-001 was given twice: “Import”')]).toEqual([0, true])
  expect(requirementsIn(sandbox.project)).toEqual(['REQ-001-export.md', 'REQ-002-import.md'])
  expect(sandbox.read('memory-bank/details/tech.md')).toContain('[REQ-002](requirements/REQ-002-import.md)')
  expect(sandbox.run(['check', '--merge', 'FETCH_HEAD']).code).toBe(0)
  expect(sandbox.run(['check']).code).toBe(0)
  expect(sandbox.run(['refresh', '--dry-run', '--json']).out).toMatch(/"changes": \[\]/)
  expect(sandbox.run(['undo', '--yes']).code).toBe(0)
  expect(requirementsIn(sandbox.project)).toEqual(['REQ-001-export.md', 'REQ-001-import.md'])
})
