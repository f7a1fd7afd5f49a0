import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { changedLines } from '../../../src/disk/git/changed-lines.ts'
import { Sandbox } from '../../scenarios/harness.ts'

let sandbox: Sandbox
beforeEach(() => {
  sandbox = new Sandbox()
  sandbox.write({
    'memory-bank/a.md': 'one\ntwo\nthree\nfour\n',
    'memory-bank/details/b.md': 'x\n'.repeat(20),
    'src/c.md': 'c\n',
  })
  sandbox.git('init', '-q')
  commit('Begin')
})
afterEach(() => sandbox.remove())

function commit(message: string): void {
  sandbox.git('add', '-A')
  sandbox.git('commit', '-qm', message)
}

/** The changed lines among the first 30 of a file. */
function linesOf(path: string, ref = 'HEAD'): readonly number[] | string {
  const changed = changedLines(sandbox.bank, ref)
  if (!changed.ok) return changed.problem.code === 'since-unavailable' ? changed.problem.why : changed.problem.code
  return Array.from({ length: 30 }, (_, at) => at + 1).filter((line) => changed.value.hasLines(path, line, line))
}

function hasFile(path: string, ref = 'HEAD'): boolean {
  const changed = changedLines(sandbox.bank, ref)
  return changed.ok && changed.value.hasFile(path)
}

test('without changes no line and no file is reported [S50]', () => {
  expect([linesOf('a.md'), hasFile('a.md')]).toEqual([[], false])
})

test('edited, inserted and staged lines are reported; after a deletion only the file is [S50]', () => {
  sandbox.write({ 'memory-bank/a.md': 'one\nTWO\nthree\nnew\nfour\n' })
  expect(linesOf('a.md')).toEqual([2, 4])
  sandbox.git('add', '-A')
  expect(linesOf('a.md')).toEqual([2, 4])
  commit('More')
  expect(linesOf('a.md', 'HEAD~1')).toEqual([2, 4])
  sandbox.write({ 'memory-bank/a.md': 'one\n' })
  expect([linesOf('a.md'), hasFile('a.md')]).toEqual([[], true])
})

test('every line of an untracked or ignored file is reported [S50]', () => {
  sandbox.write({ 'memory-bank/new file 新.md': 'a\nb\n', '.gitignore': '*.md\n' })
  expect(linesOf('new file 新.md')).toHaveLength(30)
})

test('a renamed file is reported, with only its changed lines [S50]', () => {
  sandbox.git('mv', 'memory-bank/details/b.md', 'memory-bank/details/"c" d.md')
  sandbox.write({ 'memory-bank/details/"c" d.md': `${'x\n'.repeat(10)}y\n${'x\n'.repeat(9)}` })
  sandbox.git('add', '-A')
  expect([linesOf('details/"c" d.md'), hasFile('details/"c" d.md'), hasFile('a.md')]).toEqual([[11], true, false])
})

test('later commits of the named branch do not count [S50]', () => {
  sandbox.git('checkout', '-qb', 'feature')
  sandbox.write({ 'memory-bank/details/b.md': 'y\n' })
  commit('Ours')
  sandbox.git('checkout', '-q', 'main')
  sandbox.write({ 'memory-bank/a.md': 'theirs\n' })
  commit('Theirs')
  sandbox.git('checkout', '-q', 'feature')
  expect([linesOf('details/b.md', 'main'), hasFile('a.md', 'main')]).toEqual([[1], false])
})

test('a text line that looks like a patch header does not confuse the reader [S50]', () => {
  sandbox.write({
    'memory-bank/a.md': 'diff --git a/x b/x\n@@ -1 +1,9 @@\nthree\nfour\n',
    'memory-bank/details/b.md': 'z\n',
  })
  expect([linesOf('a.md'), linesOf('details/b.md')]).toEqual([[1, 2], [1]])
})

test.each(['nowhere', '--output=/tmp/x', '-p', 'HEAD~9'])('%s is reported as an unknown commit [S50]', (ref) => {
  expect(linesOf('a.md', ref)).toBe('unknown-ref')
})

test('outside git the missing repository is reported [S50]', () => {
  rmSync(join(sandbox.project, '.git'), { recursive: true })
  expect(linesOf('a.md')).toBe('no-git')
})

test('a shallow clone without the commit is reported [S50]', () => {
  const first = sandbox.git('rev-parse', 'HEAD').trim()
  sandbox.write({ 'memory-bank/a.md': 'changed\n' })
  commit('Second')
  sandbox.gitIn(sandbox.base, 'clone', '-q', '--depth=1', `file://${sandbox.project}`, 'shallow')
  const changed = changedLines(join(sandbox.base, 'shallow/memory-bank'), first)
  expect(changed).toMatchObject({ ok: false, problem: { why: 'shallow' } })
})

test('before the first commit everything is new, for HEAD only [S50]', () => {
  rmSync(join(sandbox.project, '.git'), { recursive: true })
  sandbox.git('init', '-q')
  sandbox.git('add', 'memory-bank/a.md')
  expect([linesOf('a.md'), linesOf('a.md', '@').length, hasFile('details/b.md')]).toEqual([[1, 2, 3, 4], 4, true])
  expect(linesOf('a.md', 'main')).toBe('unknown-ref')
})

test('staged, unstaged and doubly changed lines count alike [S50]', () => {
  sandbox.write({ 'memory-bank/a.md': 'one\nTWO\nthree\nfour\n' })
  sandbox.git('add', '-A')
  expect(linesOf('a.md')).toEqual([2])
  sandbox.write({ 'memory-bank/details/b.md': `new\n${'x\n'.repeat(20)}` })
  expect([linesOf('a.md'), linesOf('details/b.md')]).toEqual([[2], [1]])
  sandbox.write({ 'memory-bank/a.md': 'zero\none\nTWO\nthree\nfour\n' })
  expect(linesOf('a.md')).toEqual([1, 3])
  // Staged, then reverted on the disk: unchanged.
  sandbox.write({ 'memory-bank/a.md': 'one\ntwo\nthree\nfour\n' })
  expect([linesOf('a.md'), hasFile('a.md')]).toEqual([[], false])
})
