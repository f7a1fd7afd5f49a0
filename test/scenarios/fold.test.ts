/** Team mode with real git: concurrent branches, a server that merges by itself, and branches that each fold. */

import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { PROJECT } from './banks.ts'
import { Sandbox } from './harness.ts'
import { KINDS } from './team.ts'

let sandbox: Sandbox
beforeEach(() => {
  sandbox = new Sandbox({ fast: true })
  sandbox.write(PROJECT)
  sandbox.git('init', '-q', '-b', 'main')
  expect(sandbox.run(['init', '--yes']).code).toBe(0)
  expect(sandbox.run(['refresh', '--team', '--yes']).code).toBe(0)
  add(
    { kind: 'decision', title: 'Keep sessions in memory', why: 'a', givenUp: 'b', applies: 'c' },
    { kind: 'decision', title: 'Send mail at night', why: 'a', givenUp: 'b', applies: 'c' },
  )
  expect(sandbox.run(['refresh', '--fold', '--yes']).code).toBe(0)
  commit('a bank')
})
afterEach(() => sandbox.remove())

function add(...entries: readonly Readonly<Record<string, string>>[]): void {
  const { code, err } = sandbox.run(['add', '--from', '-', '--yes'], { input: JSON.stringify(entries) })
  expect(code, err).toBe(0)
}

function commit(message: string): void {
  sandbox.git('add', '-A')
  sandbox.git('commit', '-qm', message)
}

function entriesFor(token: string): readonly Readonly<Record<string, string>>[] {
  return Object.values(KINDS).map((make) => make(token))
}

function waiting(): readonly string[] {
  const folder = join(sandbox.bank, 'inbox')
  return existsSync(folder) ? readdirSync(folder).sort() : []
}

function titles(): readonly string[] {
  const { entries } = sandbox.json(['list', '--json']) as { entries: { kind: string; title: string }[] }
  return entries.map(({ kind, title }) => `${kind} ${title}`).toSorted()
}

function fold(): void {
  const { code, err } = sandbox.run(['refresh', '--fold', '--yes'])
  expect(code, err).toBe(0)
}

test('a fold is undone as a whole [S55]', () => {
  add(...entriesFor('leftwise'))
  commit('waiting')
  fold()
  expect(sandbox.git('status', '--porcelain')).not.toBe('')
  expect(sandbox.run(['check', '--strict']).code).toBe(0)
  expect(sandbox.run(['undo', '--yes']).code).toBe(0)
  expect(sandbox.git('status', '--porcelain')).toBe('')
})

test('branches that fold overlapping sets, merged: nothing twice, nothing lost [S55]', () => {
  add(...entriesFor('leftwise'))
  commit('shared')
  sandbox.git('checkout', '-q', '-b', 'one')
  add({ kind: 'requirement', title: 'Only here', text: 'x' }, { kind: 'design', title: 'Ours', text: 'y' })
  const waited = titles()
  fold()
  commit('folded here')
  sandbox.git('checkout', '-q', '-b', 'two', 'main')
  fold()
  commit('folded there')
  mergeOrResolve('one')
  fold()
  expect(waiting()).toEqual([])
  const now = titles()
  expect(new Set(now).size).toBe(now.length)
  for (const title of waited.filter((one) => !/(?:Keep sessions|Send mail)/.test(one))) expect(now).toContain(title)
})

test('a decision folded on one branch and superseded on the other binds no more after the merge [S55]', () => {
  add({ kind: 'decision', title: 'Print bills at night', why: 'a', givenUp: 'b', applies: 'c' })
  commit('shared')
  sandbox.git('checkout', '-q', '-b', 'one')
  fold()
  commit('folded')
  sandbox.git('checkout', '-q', '-b', 'two', 'main')
  add({
    kind: 'decision',
    title: 'Print bills at noon',
    why: 'a',
    givenUp: 'b',
    applies: 'c',
    replaces: 'Print bills at night',
  })
  fold()
  commit('superseded and folded')
  mergeOrResolve('one')
  expect(sandbox.run(['refresh', '--yes']).code).toBe(0)
  const highlights = sandbox.read('memory-bank/MEMORY.md').match(/^\| Print bills .*$/gm)
  expect(highlights).toEqual([expect.stringContaining('at noon')])
  expect(sandbox.run(['refresh', '--yes']).out).toContain('Nothing to do')
})

test('a waiting item folded on one branch and reworded or finished on the other is one item after the merge [S55]', () => {
  add(
    { kind: 'progress', text: 'Ship the cart' },
    { kind: 'progress', text: 'Print bills' },
    { kind: 'tech', text: 'Node 20 runs it' },
  )
  commit('shared')
  sandbox.git('checkout', '-q', '-b', 'one')
  fold()
  commit('folded')
  sandbox.git('checkout', '-q', '-b', 'two', 'main')
  const long = `${'Ship the cart with every voucher, '.repeat(12)}and the checkout`
  edit('Ship the cart', long)
  expect(sandbox.read(`memory-bank/inbox/${waiting().find((name) => name.includes('cart'))}`)).not.toContain(
    'Ship the cart\n',
  )
  const [id = ''] = sandbox.run(['list']).out.match(/e\w+(?= {2}Ship the cart with)/) ?? []
  edit(id, 'Ship cart, checkout and refunds')
  edit('Node 20 runs it', 'Node 22 runs it')
  edit('Print bills', 'Print bills and slips')
  expect(sandbox.run(['done', 'Print bills and slips', '--yes']).code).toBe(0)
  commit('reworded')
  mergeOrResolve('one')
  fold()
  expect(waiting()).toEqual([])
  expect(titles().filter((title) => /cart|Node 2|bills/.test(title))).toEqual([
    expect.stringMatching(/^progress .*Print bills and slips$/),
    'progress Ship cart, checkout and refunds',
    'tech Node 22 runs it',
  ])
  expect(sandbox.read('memory-bank/details/progress.md')).toMatch(/- \[x\] .*Print bills and slips/)
})

test('a waiting entry removed on one branch and folded on the other is named by check --merge [S55]', () => {
  add(
    { kind: 'progress', text: 'Ship the cart' },
    { kind: 'requirement', title: 'Export', text: 'x' },
    { kind: 'tech', text: 'Node runs it' },
  )
  commit('shared')
  sandbox.git('checkout', '-q', '-b', 'one')
  fold()
  commit('folded')
  sandbox.git('checkout', '-q', '-b', 'two', 'main')
  for (const title of ['Ship the cart', 'Export']) expect(sandbox.run(['remove', title, '--yes']).code).toBe(0)
  commit('removed')
  sandbox.git('merge', '-q', '--no-edit', 'one')
  const { code, out } = sandbox.run(['check', '--merge', 'one'])
  expect(code).toBe(0)
  expect(out.match(/Back after the merge: .*/g)?.toSorted()).toEqual([
    expect.stringContaining('the progress item “Ship the cart”. HEAD^1 removed it while one folded it in.'),
    expect.stringContaining('the requirement “Export”'),
  ])
})

function edit(entry: string, text: string): void {
  const { code, out, err } = sandbox.run(['edit', entry, '--text', text, '--yes'])
  expect(code, err).toBe(0)
  expect(out).toMatch(/^Updated (?!.* more → )/m)
}

/** Merges with git, and with `resolve` if git stops. */
function mergeOrResolve(branch: string): void {
  try {
    sandbox.git('merge', '-q', '--no-edit', branch)
  } catch {
    const { code, err } = sandbox.run(['resolve', '--yes'])
    expect(code, err).toBe(0)
    sandbox.git('commit', '-qm', 'merged')
  }
}
