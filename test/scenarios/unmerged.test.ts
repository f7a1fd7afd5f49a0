/** A bank during a merge: no command writes to it, and every command says so (S10). */

import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { PROJECT } from './banks.ts'
import { PLAIN_FAILURE, Sandbox } from './harness.ts'

let sandbox: Sandbox
beforeEach(() => {
  sandbox = new Sandbox()
})
afterEach(() => sandbox.remove())

const TECH = 'memory-bank/details/tech.md'
const ADD = ['add', 'focus', 'Ship it', '--yes']

/** Ways in which git leaves a file of the bank unmerged. */
const WAYS: Readonly<Record<string, () => void>> = {
  'a merge of two edits': () => diverge('main', 'merge', 'other'),
  'a merge that shows the base': () => diverge('main', '-c', 'merge.conflictStyle=diff3', 'merge', 'other'),
  'a rebase': () => diverge('other', 'rebase', 'main'),
  'a cherry-pick': () => diverge('main', 'cherry-pick', 'other'),
  'a stash that is taken back': () => {
    begin()
    edit('theirs')
    sandbox.git('stash', '-q')
    edit('ours')
    commit('ours')
    expect(() => sandbox.git('stash', 'pop')).toThrow()
  },
  'a file deleted on one side': () => {
    begin()
    sandbox.git('checkout', '-qb', 'other')
    sandbox.git('rm', '-q', TECH)
    commit('theirs')
    sandbox.git('checkout', '-q', 'main')
    edit('ours')
    commit('ours')
    expect(() => sandbox.git('merge', 'other')).toThrow()
  },
  'markers deleted by hand, the file not yet added': () => {
    diverge('main', 'merge', 'other')
    edit('both')
  },
  'a conflict that was committed': () => {
    diverge('main', 'merge', 'other')
    commit('with its markers')
  },
  'a merge in a linked worktree': () => {
    begin()
    sandbox.git('checkout', '-qb', 'other')
    edit('theirs')
    commit('theirs')
    sandbox.git('checkout', '-q', 'main')
    edit('ours')
    commit('ours')
    const tree = join(sandbox.base, 'linked')
    sandbox.git('worktree', 'add', '-q', tree, '-b', 'third', 'main')
    expect(() => sandbox.gitIn(tree, 'merge', 'other')).toThrow()
    folder = tree
  },
}

let folder: string | undefined
afterEach(() => {
  folder = undefined
})
const at = () => (folder === undefined ? {} : { cwd: folder })

describe.each(Object.entries(WAYS))('after %s', (_name, make) => {
  test('every command that writes refuses, changes nothing and names git’s step; status and doctor say so [S10]', () => {
    make()
    const before = sandbox.tree()
    for (const args of [
      ['refresh', '--yes'],
      ADD,
      ['index', '--yes'],
      ['archive', '--yes'],
      ['undo', '--yes'],
      ['check', '--fix', '--yes'],
    ]) {
      const told = sandbox.run(args, at())
      expect([args[0], told.code, told.err]).toEqual([args[0], 4, expect.stringMatching(PLAIN_FAILURE)])
      expect(told.err).toContain('git add memory-bank/details/tech.md')
    }
    expect(sandbox.tree()).toEqual(before)
    expect(sandbox.json(['status'], at())).toMatchObject({ state: 'unmerged' })
    expect(sandbox.run(['status'], at()).out).toContain('a merge is not finished (details/tech.md)')
    expect(sandbox.run(['doctor'], at()).out).toContain('A merge is not finished in details/tech.md')
  })
})

test('after the merge every command writes again [S10]', () => {
  WAYS['a merge of two edits']?.()
  edit('both')
  sandbox.git('add', TECH)
  expect(sandbox.run(ADD).code).toBe(0)
})

test('a conflict elsewhere in the project does not concern the bank [S10]', () => {
  begin()
  sandbox.write({ 'README.md': 'base\n' })
  commit('readme')
  sandbox.git('checkout', '-qb', 'other')
  sandbox.write({ 'README.md': 'theirs\n' })
  commit('theirs')
  sandbox.git('checkout', '-q', 'main')
  sandbox.write({ 'README.md': 'ours\n' })
  commit('ours')
  expect(() => sandbox.git('merge', 'other')).toThrow()
  expect(sandbox.run(ADD).code).toBe(0)
})

test('without git the markers alone are enough [S10]', () => {
  sandbox.write(PROJECT)
  sandbox.run(['init', '--yes'])
  sandbox.write({ [TECH]: '<<<<<<< HEAD\na\n=======\nb\n>>>>>>> other\n' })
  expect(sandbox.run(ADD).code).toBe(4)
})

function begin(): void {
  sandbox.write(PROJECT)
  expect(sandbox.run(['init', '--yes']).code).toBe(0)
  sandbox.git('init', '-q')
  edit('base')
  commit('base')
}

function diverge(on: 'main' | 'other', ...git: readonly string[]): void {
  begin()
  sandbox.git('checkout', '-qb', 'other')
  edit('theirs')
  commit('theirs')
  sandbox.git('checkout', '-q', 'main')
  edit('ours')
  commit('ours')
  sandbox.git('checkout', '-q', on)
  expect(() => sandbox.git(...git)).toThrow()
}

function edit(line: string): void {
  sandbox.write({ [TECH]: `# Tech\n\n- ${line}\n` })
}

function commit(message: string): void {
  sandbox.git('add', '-A')
  sandbox.git('commit', '-qm', message)
}
