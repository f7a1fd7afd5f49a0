import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { namesElsewhere } from '../../../src/disk/git/names-elsewhere.ts'
import { Sandbox } from '../../scenarios/harness.ts'
import { withGit } from './other-git.ts'

const FOLDER = 'details/requirements'
const PATH = `packages/app/memory-bank/${FOLDER}`

let sandbox: Sandbox
beforeEach(() => {
  sandbox = new Sandbox({ fast: true })
  sandbox.write({ [`${PATH}/REQ-001-a.md`]: '# REQ-001: A\n' })
})
afterEach(() => sandbox.remove())

function names(root = sandbox.project): readonly string[] {
  return namesElsewhere(join(root, 'packages/app/memory-bank'), FOLDER).toSorted()
}

function begin(): void {
  sandbox.git('init', '-q')
  commit('Begin')
}

function commit(message: string): void {
  sandbox.git('add', '-A')
  sandbox.git('commit', '-qm', message)
}

test('the list is empty outside git [S55]', () => {
  expect(names()).toEqual([])
})

test('the list is empty before the first commit [S55]', () => {
  sandbox.git('init', '-q')
  expect(names()).toEqual([])
})

test('names come from every local and remote-tracking branch, at any depth [S55]', () => {
  begin()
  sandbox.git('checkout', '-qb', 'b')
  sandbox.write({ [`${PATH}/old/REQ-007-b.md`]: '# B\n' })
  commit('B')
  sandbox.git('update-ref', 'refs/remotes/origin/far', 'HEAD')
  sandbox.git('checkout', '-q', 'main')
  sandbox.git('branch', '-qD', 'b')
  expect(names()).toEqual(['REQ-001-a.md', 'REQ-007-b.md'])
})

test('names come from every worktree, uncommitted files included, wherever it is asked [S55]', () => {
  begin()
  const other = join(sandbox.base, 'other')
  sandbox.git('worktree', 'add', '-q', '--detach', other)
  sandbox.write({ [`../other/${PATH}/REQ-009-there.md`]: '# There\n', [`${PATH}/REQ-008-here.md`]: '# Here\n' })
  expect(names()).toEqual(['REQ-001-a.md', 'REQ-009-there.md'])
  expect(names(other)).toEqual(['REQ-001-a.md', 'REQ-008-here.md'])
  rmSync(other, { recursive: true })
  expect(names()).toEqual(['REQ-001-a.md'])
})

test('a branch without a bank, or with a file in place of the folder, adds no names [S55]', () => {
  begin()
  sandbox.git('checkout', '-q', '--orphan', 'pages')
  sandbox.git('rm', '-rqf', '.')
  sandbox.write({ [PATH]: 'a file\n' })
  commit('Pages')
  sandbox.git('checkout', '-q', 'main')
  expect(names()).toEqual(['REQ-001-a.md'])
})

test('git is called four times for four hundred branches, as for one [S55]', async () => {
  begin()
  const tips = Array.from({ length: 400 }, (_, at) => ({ at }))
  const commands = tips.map(
    ({ at }) =>
      `commit refs/heads/b${at}\ncommitter A <a@example.org> 1700000000 +0000\ndata 1\nb\nfrom refs/heads/main^0\n` +
      (at % 4 === 0 ? `M 100644 inline ${PATH}/REQ-${at + 10}-x.md\ndata 2\nx\n\n` : '\n'),
  )
  sandbox.write({ 'stream.txt': commands.join('') })
  sandbox.git('-c', 'alias.feed=!git fast-import --quiet < stream.txt', 'feed')
  const starts = join(sandbox.base, 'starts')
  const found = await withGit(`echo >> ${starts}; PATH="\${PATH#*:}" exec git "$@"`, () => names())
  expect(found).toHaveLength(101)
  expect(readFileSync(starts, 'utf8').length).toBeLessThanOrEqual(4)
})
