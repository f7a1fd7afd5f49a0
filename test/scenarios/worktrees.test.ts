/** One repository, several worktrees: each has its branch's bank, and nothing is given twice or lost (S55). */

import { existsSync, readdirSync } from 'node:fs'
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
