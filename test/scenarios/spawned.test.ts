/**
 * Other scenarios call the program in a thread. Here each command is also started as users start it, as a process of
 * the built program, and must give the same answer.
 */

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COMMANDS } from '../../src/cli/commands/index.ts'
import { PROJECT } from './banks.ts'
import { Sandbox } from './harness.ts'

/** One call per command. It succeeds or refuses, and prints no time and no secret. */
const CALLS: Readonly<Record<string, readonly string[]>> = {
  init: ['init', '--dry-run', '--diff'],
  refresh: ['refresh', '--dry-run', '--json'],
  status: ['status', '--json'],
  check: ['check', '--json'],
  recall: ['recall', 'how', 'do', 'we', 'test'],
  search: ['search', 'shop'],
  list: ['list', '--json'],
  read: ['read', 'details/tech.md'],
  add: ['add', 'tech', 'Redis 7 keeps the queues', '--dry-run', '--diff'],
  edit: ['edit', 'nothing of the kind'],
  remove: ['remove', 'nothing of the kind'],
  done: ['done', 'nothing of the kind'],
  undo: ['undo', 'nothing-of-the-kind'],
  history: ['history', '--json', 'nothing-of-the-kind'],
  proposals: ['proposals', '--json'],
  review: ['review', '--json'],
  import: ['import', '--dry-run', '--json'],
  install: ['install', 'opencode', '--dry-run', '--json'],
  uninstall: ['uninstall', '--dry-run', '--json'],
  doctor: ['doctor', 'opencode', '--json'],
  trust: ['trust', '--list'],
  usage: ['usage', '--json'],
  learn: ['learn', '--json'],
  opening: ['opening'],
  completion: ['completion', 'bash'],
  archive: ['archive', '--dry-run'],
  index: ['index', '--dry-run'],
  resolve: ['resolve', '--dry-run'],
  dashboard: ['dashboard', '--port', 'none'],
  'merge-driver': ['merge-driver'],
  judge: ['judge', '--nothing'],
  mcp: ['mcp', '--nothing'],
}

const sandbox = new Sandbox()
beforeAll(() => {
  sandbox.write(PROJECT)
  expect(sandbox.spawn(['init', '--yes']).code).toBe(0)
  sandbox.save()
})
afterAll(() => sandbox.remove())

test('every command has a call here', () => {
  expect(COMMANDS.map(({ name }) => name).filter((name) => CALLS[name] === undefined)).toEqual([])
})

describe.each(COMMANDS.map(({ name }) => name))('%s', (name) => {
  test('gives the same answer as a process and in a thread [S54]', () => {
    const call = CALLS[name] ?? []
    const spawned = sandbox.restore().spawn(call)
    expect(spawned.signal).toBeNull()
    expect(sandbox.restore().run(call)).toEqual(spawned)
  })
})

test.each([
  ['add', ['--from', '-', '--dry-run', '--diff'], '{ "kind": "tech", "text": "Redis 7 keeps the queues 队列" }'],
  ['recall', ['--stdin', '--json'], '队列?\nhow do we test?\n'],
  ['judge', ['--json'], 'not an event 队列\n'],
])('%s reads the same standard input as a process and in a thread [S54]', (name, words, input) => {
  const spawned = sandbox.restore().spawn([name, ...words], { input })
  expect(spawned.out + spawned.err).not.toBe('')
  expect(sandbox.restore().run([name, ...words], { input })).toEqual(spawned)
})
