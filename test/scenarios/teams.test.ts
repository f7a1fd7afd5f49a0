/** Two people add to one bank, each on a branch, and git merges the branches (S4, S55). */

import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { LONG } from '../laws/runs.ts'
import type { Sandbox } from './harness.ts'
import { add, BANKS, bankText, branch, isMerging, KINDS, record, succeed, write } from './team.ts'

let sandbox: Sandbox
afterEach(() => sandbox.remove())

const ALL = Object.keys(KINDS)
/** One in six. */
const MOST_CONFLICTS = Math.floor(ALL.length ** 2 / 6)
/** The long suite tries all. */
const MOST_RESOLVED = 6

/** Additions to the indexed bank touch every kind of file. */
const TRIED = LONG ? (Object.keys(BANKS) as (keyof typeof BANKS)[]) : (['indexed'] as const)

describe.each(TRIED)('on a %s bank', (bank) => {
  test('at most one pair in six conflicts under plain git, and resolve settles each of them [S4] [S55]', () => {
    sandbox = BANKS[bank]()
    for (const kind of ALL) for (const side of ['left', 'right']) branch(sandbox, `${side}-${kind}`, [kind])
    const conflicts = pairs().filter(([left, right]) => !mergesCleanly(left, right))
    expect(conflicts.length).toBeLessThanOrEqual(MOST_CONFLICTS)
    for (const [left, right] of LONG ? conflicts : conflicts.slice(0, MOST_RESOLVED)) {
      sandbox.git('checkout', '-q', left)
      expect(() => sandbox.git('merge', '-q', right)).toThrow()
      succeed(sandbox, ['resolve'])
      expect(isMerging(sandbox), `${left} ${right}`).toBe(false)
      record(sandbox, 'merged')
      expectBoth([left, right])
      succeed(sandbox, ['check', '--merge', right])
      sandbox.git('checkout', '-q', 'main')
    }
  })

  test('in team mode no pair conflicts, and folding on both sides loses nothing [S55]', () => {
    sandbox = BANKS[bank]()
    sandbox.write({ 'memory-bank.json': '{ "team": true }\n' })
    record(sandbox, 'team')
    for (const kind of ALL) for (const side of ['left', 'right']) branch(sandbox, `${side}-${kind}`, [kind])
    expect(pairs().filter(([left, right]) => !mergesCleanly(left, right))).toEqual([])
    // All of them together, like the pull requests of a day.
    sandbox.git('checkout', '-qB', 'everything', 'main')
    sandbox.git('merge', '-q', '-m', 'all', ...sides('left'))
    for (const other of sides('right')) sandbox.git('merge', '-q', '-m', other, other)
    expectBoth([...sides('left'), ...sides('right')])
    succeed(sandbox, ['refresh', '--fold'])
    record(sandbox, 'folded')
    expectBoth([...sides('left'), ...sides('right')])
    expect(sandbox.run(['refresh', '--fold']).out).toContain('Nothing to do')
    expect(sandbox.tree()).not.toHaveProperty('inbox/')
  })
})

test('a decision and an answer on each side of a full bank merge, and resolve, without a conflict [S55]', () => {
  fullBank()
  for (const side of ['left', 'right']) branch(sandbox, side, ['decision', 'answer'])
  const expectAll = () => {
    expect(isMerging(sandbox)).toBe(false)
    const memory = sandbox.read('memory-bank/MEMORY.md')
    expect(memory).not.toContain('<<<<<<<')
    for (const side of ['left', 'right'])
      for (const said of [`Bill through ${side}0`, `How does ${side}1 start?`]) expect(memory).toContain(said)
  }
  expect(() => sandbox.git('merge', '-q', 'left')).toThrow()
  succeed(sandbox, ['resolve'])
  expectAll()
  sandbox.git('reset', '-q', '--hard', 'right')
  succeedPlain(['install', 'git', '--yes'])
  sandbox.git('merge', '-q', '-m', 'both', 'left')
  expectAll()
  succeed(sandbox, ['check', '--merge', 'left'])
})

/** As many decisions and answers as MEMORY.md shows. */
function fullBank(): void {
  sandbox = BANKS.small()
  const many = (kind: string, count: number) =>
    Array.from({ length: count }, (_, at) => ({ kind, ...KINDS[kind]?.(`base${at}`) }))
  write(sandbox, many('decision', 18))
  write(sandbox, many('answer', 8))
  record(sandbox, 'full')
}

test('a rebase of ten commits onto ten succeeds with resolve, and keeps every entry [S55]', () => {
  sandbox = BANKS.small()
  branch(sandbox, 'left', ALL)
  branch(sandbox, 'right', ALL)
  let isDone = attempt('rebase', 'left')
  for (let stops = 0; !isDone && stops < ALL.length; stops += 1) {
    succeed(sandbox, ['resolve'])
    sandbox.git('add', '-A')
    isDone = attempt('-c', 'core.editor=true', 'rebase', '--continue')
  }
  expect(isDone).toBe(true)
  expectTokens('left', 'right')
})

test('with the driver registered, a rebase, a cherry-pick, a stash and a merge never stop [S55]', () => {
  sandbox = BANKS.small()
  succeedPlain(['install', 'git', '--yes'])
  branch(sandbox, 'left', ALL)
  branch(sandbox, 'right', ALL)
  sandbox.git('rebase', 'left')
  expectTokens('left', 'right')
  sandbox.git('checkout', '-qB', 'picked', 'left')
  branch(sandbox, 'other', ['decision', 'progress', 'focus'])
  sandbox.git('checkout', '-q', 'picked')
  sandbox.git('cherry-pick', 'main..other')
  expectTokens('left')
  expect(bankText(sandbox)).toContain('other2')
  sandbox.git('checkout', '-qB', 'stashed', 'main')
  add(sandbox, 'decision', 'stash0')
  sandbox.git('stash', '-q')
  add(sandbox, 'decision', 'stash1')
  record(sandbox, 'one more')
  sandbox.git('stash', 'pop', '-q')
  for (const token of ['stash0', 'stash1']) expect(bankText(sandbox)).toContain(token)
})

test('pull requests of three people merge on a server without the driver in team mode, and every clone has all entries [S55]', () => {
  sandbox = BANKS.small()
  sandbox.write({ 'memory-bank.json': '{ "team": true }\n' })
  record(sandbox, 'team')
  const server = join(sandbox.base, 'server.git')
  sandbox.git('clone', '-q', '--bare', sandbox.project, server)
  const people = ['ann', 'bea', 'cem']
  for (const person of people) {
    const clone = join(sandbox.base, person)
    sandbox.git('clone', '-q', server, clone)
    sandbox.gitIn(clone, 'checkout', '-qb', person)
    write(sandbox, all(person), clone)
    record(sandbox, person, clone)
    sandbox.gitIn(clone, 'push', '-q', 'origin', person)
  }
  for (const person of people) mergeOnServer(server, person)
  const clone = join(sandbox.base, 'ann')
  sandbox.gitIn(clone, 'checkout', '-q', 'main')
  sandbox.gitIn(clone, 'pull', '-q')
  for (const person of people)
    for (const index of ALL.keys()) expect(bankText(sandbox, clone)).toContain(`${person}${index}`)
  expect(sandbox.run(['recall', 'How does cem9 start?'], { cwd: clone }).out).toContain('cem9 serve')
  // One person folds in a pull request while another continues to add.
  sandbox.gitIn(clone, 'checkout', '-qb', 'fold')
  succeed(sandbox, ['refresh', '--fold'], clone)
  record(sandbox, 'fold', clone)
  sandbox.gitIn(clone, 'push', '-q', 'origin', 'fold')
  const other = join(sandbox.base, 'bea')
  write(sandbox, all('later'), other)
  record(sandbox, 'later', other)
  sandbox.gitIn(other, 'push', '-q', 'origin', 'bea')
  mergeOnServer(server, 'fold')
  mergeOnServer(server, 'bea')
  sandbox.gitIn(clone, 'checkout', '-q', 'main')
  sandbox.gitIn(clone, 'pull', '-q')
  for (const index of ALL.keys()) expect(bankText(sandbox, clone)).toContain(`later${index}`)
  for (const index of ALL.keys()) expect(bankText(sandbox, clone)).toContain(`cem${index}`)
  expect(sandbox.run(['check'], { cwd: clone }).code).toBe(0)
})

function all(name: string): readonly Readonly<Record<string, string>>[] {
  return Object.values(KINDS).map((addition, index) => addition(`${name}${index}`))
}

function pairs(): readonly (readonly [string, string])[] {
  return ALL.flatMap((left) => ALL.map((right) => [`left-${left}`, `right-${right}`] as const))
}

function sides(side: string): readonly string[] {
  return ALL.map((kind) => `${side}-${kind}`)
}

function mergesCleanly(left: string, right: string): boolean {
  return attempt('merge-tree', '--write-tree', left, right)
}

function attempt(...args: readonly string[]): boolean {
  try {
    sandbox.git(...args)
    return true
  } catch {
    return false
  }
}

/** The additions of each branch, and their common base. */
function expectBoth(branches: readonly string[]): void {
  const text = bankText(sandbox)
  for (const token of [...branches.map((name) => `${name.replaceAll('-', '')}0`), 'Keep sessions in memory'])
    expect(text).toContain(token)
}

function expectTokens(...names: readonly string[]): void {
  const text = bankText(sandbox)
  for (const name of names) for (const index of ALL.keys()) expect(text).toContain(`${name}${index}`)
}

function succeedPlain(args: readonly string[]): void {
  const { code, out, err } = sandbox.run(args)
  expect(code, out + err).toBe(0)
}

/** Merges a pull request as a server does: trees only, without the driver. */
function mergeOnServer(server: string, from: string): void {
  const tree = sandbox.gitIn(server, 'merge-tree', '--write-tree', 'main', from).trim()
  const commit = sandbox.gitIn(server, 'commit-tree', tree, '-p', 'main', '-p', from, '-m', `merge ${from}`).trim()
  sandbox.gitIn(server, 'update-ref', 'refs/heads/main', commit)
}
