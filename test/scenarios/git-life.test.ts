/** A bank in daily use of git: commits, clones, sparse checkouts, ignored and linked banks (S6, S10, S16). */

import { spawnSync } from 'node:child_process'
import { existsSync, symlinkSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { designDocs, LEGACY_BANK, PROJECT } from './banks.ts'
import { Sandbox } from './harness.ts'

let sandbox: Sandbox
beforeEach(() => {
  sandbox = new Sandbox()
})
afterEach(() => sandbox.remove())

const NOTHING = 'Nothing to do'
const INDEX = 'memory-bank/details/design/index.md'

describe('a commit or a clone alone changes no row and plans nothing', () => {
  test('of files written days before [S6]', () => {
    indexed()
    commit('all of it')
    expect(sandbox.run(['refresh']).out).toContain(NOTHING)
    const clone = join(sandbox.base, 'clone')
    sandbox.git('clone', '-q', sandbox.project, clone)
    expect(sandbox.run(['refresh'], { cwd: clone }).out).toContain(NOTHING)
    // Another write of the index in the clone does not change the other rows.
    const rows = rowsOf(sandbox.read(INDEX))
    expect(sandbox.run(['add', 'design', 'New', '--text', 'Said.', '--yes'], { cwd: clone }).code).toBe(0)
    const now = rowsOf(sandbox.read(`../clone/${INDEX}`))
    expect(now.filter((row) => !row.includes('new.md'))).toEqual(rows)
  })

  test('of a document alone, its index not yet committed [S6]', () => {
    indexed()
    sandbox.git('add', 'memory-bank/details/design/doc-1.md')
    sandbox.git('commit', '-qm', 'one')
    expect(sandbox.run(['refresh']).out).toContain(NOTHING)
  })

  test('of a part of an edit, as `git commit -p` makes it [S6]', () => {
    indexed()
    commit('all of it')
    const doc = 'memory-bank/details/design/doc-1.md'
    const lines = Array.from({ length: 30 }, (_, line) => `Line ${line}.`)
    sandbox.write({ [doc]: `# Doc 1\n\n${lines.join('\n')}\n` })
    commit('longer')
    sandbox.write({ [doc]: `# Doc 1\n\nAbove.\n${lines.join('\n')}\nBelow.\n` })
    expect(sandbox.run(['refresh', '--yes']).code).toBe(0)
    const patched = spawnSync(
      'git',
      ['-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-p', '-qm', 'the first part'],
      {
        cwd: sandbox.project,
        env: sandbox.env(),
        input: 'y\nn\nq\n',
        encoding: 'utf8',
      },
    )
    expect(patched.status, patched.stderr).toBe(0)
    expect(sandbox.git('diff', '--stat')).toContain('doc-1.md')
    expect(sandbox.run(['refresh']).out).toContain(NOTHING)
    sandbox.git('commit', '-qm', 'the index alone', '--', INDEX)
    expect(sandbox.run(['refresh']).out).toContain(NOTHING)
    commit('the rest')
    expect(sandbox.run(['refresh']).out).toContain(NOTHING)
  })

  test('by somebody else [S6]', () => {
    indexed()
    commit('all of it')
    sandbox.git('commit', '-q', '--amend', '--no-edit', '--author', 'Bob <bob@example.org>')
    expect(sandbox.run(['refresh']).out).toContain(NOTHING)
  })

  test('while an edit that was committed since changes its row [S6]', () => {
    indexed()
    commit('all of it')
    sandbox.write({ 'memory-bank/details/design/doc-1.md': '# Doc 1\n\nAnother word.\n' })
    commit('an edit')
    const planned = sandbox.run(['refresh', '--yes'])
    expect(planned.out).toContain('design/index.md')
    const today = sandbox.git('log', '-1', '--format=%cs').trim()
    expect(rowsOf(sandbox.read(INDEX)).find((row) => row.includes('doc-1.md'))).toContain(today)
  })
})

describe('a sparse checkout', () => {
  test('keeps the rows of files that are not checked out, and says so [S6] [S10]', () => {
    indexed()
    commit('all of it')
    const before = sandbox.read(INDEX)
    sparse('/*', '!/memory-bank/details/design/doc-1.md', '!/memory-bank/details/patterns.md')
    expect(existsSync(join(sandbox.bank, 'details/design/doc-1.md'))).toBe(false)
    const told = sandbox.run(['refresh', '--yes'])
    expect([told.code, sandbox.read(INDEX)]).toEqual([0, before])
    expect(told.err).toContain('leaves out 2 files')
    expect(existsSync(join(sandbox.bank, 'details/patterns.md'))).toBe(false)
    expect(sandbox.run(['status']).out).toContain('leaves out 2 files')
    // A decision would go into a file that is not checked out.
    const add = 'add decision Queue --why Load --given-up Cron --applies-to everywhere --yes'.split(' ')
    expect(sandbox.run(add).err).toContain('sparse checkout')
    expect(existsSync(join(sandbox.bank, 'details/patterns.md'))).toBe(false)
  })

  test('that leaves out the whole bank is reported, and no new bank is made [S10]', () => {
    indexed()
    commit('all of it')
    sparse('/*', '!/memory-bank/')
    expect(sandbox.json(['status'])).toMatchObject({ state: 'left-out' })
    const told = sandbox.run(['init', '--yes'])
    expect([told.code, existsSync(join(sandbox.bank, 'MEMORY.md'))]).toEqual([1, false])
    expect(told.err).toContain('git sparse-checkout add memory-bank')
    expect(sandbox.run(['doctor']).out).toContain('sparse checkout')
  })
})

test('status, refresh and doctor report a bank that git ignores [S10]', () => {
  sandbox.write({ ...PROJECT, '.gitignore': 'memory-bank/\n' })
  sandbox.git('init', '-q')
  expect(sandbox.run(['init', '--yes']).err).toContain('Git ignores memory-bank/')
  expect(sandbox.run(['status']).out).toContain('Git ignores memory-bank/')
  expect(sandbox.run(['refresh']).err).toContain('Git ignores memory-bank/')
  expect(sandbox.run(['refresh']).err).toContain('`git check-ignore -v memory-bank/MEMORY.md`')
  expect(sandbox.run(['doctor']).out).toContain('Git ignores memory-bank/')
})

test('refresh and status report a page that is a link out of the bank, with a next step [S10] [S39]', () => {
  sandbox.write(PROJECT).run(['init', '--yes'])
  symlinkSync('/etc/hostname', join(sandbox.bank, 'details/o.md'))
  const said = /Skipped memory-bank\/details\/o\.md: a link out of the bank.*Replace it by a file\./
  expect(sandbox.run(['refresh']).err).toMatch(said)
  expect(sandbox.run(['status']).out).toMatch(said)
  expect(sandbox.json(['refresh'])).toMatchObject({ notes: [expect.stringMatching(said)] })
})

test('memory of other tools beside the bank is reported and not changed [S10]', () => {
  sandbox.write({
    ...PROJECT,
    '.serena/memories/project_overview.md': '# x\n',
    'memory_bank/activeContext.md': '# y\n',
  })
  const told = sandbox.run(['init', '--yes'])
  expect(told.err).toContain('Serena keeps memory in .serena/memories/.')
  expect(told.err).toContain('Cline / Roo Code keeps memory in memory_bank/.')
  expect(told.err).toContain('memory-bank import')
  expect(sandbox.read('memory_bank/activeContext.md')).toBe('# y\n')
})

test('a file of the bank that is a broken link or a link out of it is a clear problem [S10]', () => {
  sandbox.write({ ...LEGACY_BANK, 'elsewhere.md': '# Elsewhere\n' })
  symlinkSync(join(sandbox.project, 'nowhere.md'), join(sandbox.bank, 'legacy.md'))
  const told = sandbox.run(['refresh', '--yes'])
  expect([told.code, told.err.includes('appeared after the plan')]).toEqual([1, false])
  expect(told.err).toContain('legacy.md is a link')
})

/** Nine documents of last month and their index. */
function indexed(): void {
  sandbox.write(PROJECT)
  sandbox.git('init', '-q')
  sandbox.run(['init', '--yes'])
  const docs = designDocs(9, 'doc')
  sandbox.write(docs)
  const then = new Date('2026-01-02T12:00:00Z')
  for (const path of Object.keys(docs)) utimesSync(join(sandbox.project, path), then, then)
  expect(sandbox.run(['refresh', '--yes']).code).toBe(0)
  expect(sandbox.read(INDEX)).toContain('2026-01-02')
}

function sparse(...patterns: readonly string[]): void {
  sandbox.git('sparse-checkout', 'set', '--no-cone', ...patterns)
}

function rowsOf(index: string): readonly string[] {
  return index.split('\n').filter((line) => line.startsWith('|') && line.includes('.md'))
}

function commit(message: string): void {
  sandbox.git('add', '-A')
  sandbox.git('commit', '-qm', message)
}
