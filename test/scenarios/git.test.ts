/** Banks in git: history kept through a migration, dates from commits, worktrees, submodules, links. */

import { existsSync, lstatSync, mkdirSync, renameSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { designDocs, LEGACY_BANK, PROJECT } from './banks.ts'
import { Sandbox } from './harness.ts'

let sandbox: Sandbox
beforeEach(() => {
  sandbox = new Sandbox()
})
afterEach(() => sandbox.remove())

describe('a migration', () => {
  test('of tracked files shows as renames, and git follows their history [S14]', () => {
    commitLegacy()
    expect(sandbox.run(['refresh', '--yes']).code).toBe(0)
    const status = sandbox.git('status', '--porcelain')
    for (const [from, to] of MOVES)
      expect(status).toMatch(new RegExp(`^R[ M] memory-bank/${from} -> memory-bank/${to}$`, 'm'))
    sandbox.git('add', '-A')
    sandbox.git('commit', '-qm', 'Migrate')
    for (const [, to] of MOVES) {
      const log = sandbox.git('log', '--follow', '--format=%s', '--', `memory-bank/${to}`)
      expect(log.trim().split('\n'), to).toEqual(['Migrate', 'Begin'])
    }
  })

  test('and its undo restore the index and the files [S14]', () => {
    commitLegacy()
    expect(sandbox.run(['refresh', '--yes']).code).toBe(0)
    expect(sandbox.run(['undo', '--yes']).code).toBe(0)
    expect(sandbox.git('status', '--porcelain')).toBe('')
  })

  test('of untracked and ignored files moves them and leaves the git index alone [S14]', () => {
    sandbox.write({ ...LEGACY_BANK, '.gitignore': 'memory-bank/\n' })
    sandbox.git('init', '-q')
    sandbox.git('add', '.gitignore')
    sandbox.git('commit', '-qm', 'Begin')
    const index = sandbox.git('ls-files', '--stage')
    expect(sandbox.run(['refresh', '--yes']).code).toBe(0)
    expect(sandbox.git('ls-files', '--stage')).toBe(index)
    expect(sandbox.read('memory-bank/details/design/payments.md')).toBe(LEGACY_BANK['memory-bank/docs/payments.md'])
  })

  test('of a staged file moves the staged text, and unstaged text stays unstaged [S14]', () => {
    sandbox.write(LEGACY_BANK)
    sandbox.git('init', '-q')
    sandbox.git('add', 'memory-bank/tech.md')
    sandbox.write({ 'memory-bank/tech.md': '# Tech\n\nChanged after staging.\n' })
    expect(sandbox.run(['refresh', '--yes']).code).toBe(0)
    expect(sandbox.git('ls-files').trim()).toBe('memory-bank/details/tech.md')
    expect(sandbox.git('show', ':memory-bank/details/tech.md')).toBe(LEGACY_BANK['memory-bank/tech.md'])
    expect(sandbox.read('memory-bank/details/tech.md')).toBe('# Tech\n\nChanged after staging.\n')
  })

  test('while another git holds the index still moves the files, reports it and succeeds [S14] [S16]', () => {
    commitLegacy()
    const lock = join(sandbox.project, '.git/index.lock')
    writeFileSync(lock, '')
    const moved = sandbox.run(['refresh', '--yes'])
    expect(moved.code).toBe(0)
    expect(moved.err).toContain('git add -A memory-bank')
    expect(existsSync(lock)).toBe(true)
    expect(sandbox.read('memory-bank/details/tech.md')).toBe(LEGACY_BANK['memory-bank/tech.md'])
    expect(existsSync(join(sandbox.bank, 'tech.md'))).toBe(false)
  })

  test('below a name that git would quote or read as a pattern keeps its history [S14]', () => {
    const odd = [
      'memory-bank/docs/支付 *.md',
      'memory-bank/docs/"quoted".md',
      'memory-bank/docs/[x].md',
      'memory-bank/docs/x.md',
    ]
    sandbox.write({ ...LEGACY_BANK, ...Object.fromEntries(odd.map((path) => [path, `# ${path}\n\nOne of a kind.\n`])) })
    commitAll()
    expect(sandbox.run(['refresh', '--yes']).code).toBe(0)
    const renamed = sandbox.git('-c', 'core.quotepath=off', 'diff', '--cached', '--name-status', '-M', '-z')
    for (const path of odd) {
      const to = path.replace('/docs/', '/details/design/')
      expect(renamed).toContain(`R100\0${path}\0${to}\0`)
    }
  })

  test('of a bank in a package below the git top keeps its history [S14] [S9]', () => {
    const nested = Object.fromEntries(
      Object.entries(LEGACY_BANK).map(([path, text]) => [`packages/shop/${path}`, text]),
    )
    sandbox.write(nested)
    commitAll()
    const start = join(sandbox.project, 'packages/shop/src')
    expect(sandbox.run(['refresh', '--yes'], { cwd: start }).code).toBe(0)
    expect(existsSync(join(sandbox.project, 'memory-bank'))).toBe(false)
    expect(sandbox.git('status', '--porcelain')).toContain(
      'R  packages/shop/memory-bank/tech.md -> packages/shop/memory-bank/details/tech.md',
    )
  })
})

describe('locations of a bank', () => {
  test.each([
    ['a sub-folder', ['status', '--json'], 'src'],
    ['a folder named by -C', ['-C', 'src', 'status', '--json'], '.'],
    ['a folder named by --project=', ['status', '--json', '--project=src'], '.'],
  ])('from %s the bank of the git top is found [S9]', (_, args, cwd) => {
    sandbox.write(PROJECT)
    commitAll()
    sandbox.run(['init', '--yes'])
    const { root, state } = JSON.parse(sandbox.run(args, { cwd: join(sandbox.project, cwd) }).out)
    expect({ root, state }).toEqual({ root: sandbox.project, state: 'current' })
  })

  test('the nearest bank wins over the one at the git top [S9]', () => {
    sandbox.write({ ...PROJECT, 'packages/a/package.json': '{"name":"a"}', 'packages/a/memory-bank/brief.md': '# A\n' })
    commitAll()
    expect(sandbox.json(['-C', 'packages/a', 'status'])).toMatchObject({
      root: join(sandbox.project, 'packages/a'),
      state: 'legacy',
    })
    expect(sandbox.json(['status'])).toMatchObject({ root: sandbox.project, state: 'absent' })
  })

  test('a bank above the git top is not used [S9]', () => {
    sandbox.write({ ...LEGACY_BANK, 'inner/package.json': '{"name":"inner"}' })
    sandbox.gitIn(join(sandbox.project, 'inner'), 'init', '-q')
    expect(sandbox.json(['-C', 'inner', 'status'])).toMatchObject({
      root: join(sandbox.project, 'inner'),
      state: 'absent',
    })
  })

  test('each worktree has its own bank, its own journal and its own undo [S9] [S55]', () => {
    sandbox.write(PROJECT)
    commitAll()
    const tree = join(sandbox.base, 'tree')
    sandbox.git('worktree', 'add', '-q', tree, '-b', 'other')
    expect(sandbox.run(['init', '--yes']).code).toBe(0)
    expect(sandbox.json(['history'], { cwd: tree })).toMatchObject({ entries: [] })
    expect(sandbox.run(['init', '--yes'], { cwd: tree }).code).toBe(0)
    expect(sandbox.run(['undo', '--yes'], { cwd: tree }).code).toBe(0)
    expect(existsSync(join(tree, 'memory-bank'))).toBe(false)
    expect(sandbox.json(['status'])).toMatchObject({ state: 'current', journalled: 1 })
  })

  test('a submodule has its own bank, and the files of its parent do not change [S9]', () => {
    const library = join(sandbox.base, 'library')
    mkdirSync(library)
    writeFileSync(join(library, 'package.json'), '{"name":"library"}')
    sandbox.gitIn(library, 'init', '-q')
    sandbox.gitIn(library, 'add', '.')
    sandbox.gitIn(library, 'commit', '-qm', 'Library')
    sandbox.write(PROJECT)
    commitAll()
    sandbox.git('submodule', '--quiet', 'add', library, 'vendor/library')
    sandbox.git('commit', '-qm', 'Use the library')
    const inside = join(sandbox.project, 'vendor/library')
    expect(sandbox.run(['init', '--yes'], { cwd: inside }).code).toBe(0)
    expect(existsSync(join(inside, 'memory-bank/MEMORY.md'))).toBe(true)
    expect(existsSync(sandbox.bank)).toBe(false)
    expect(sandbox.git('status', '--porcelain', '--ignore-submodules=untracked')).toBe('')
  })

  test('a linked bank is changed at its target and stays a link, once a person trusts the repository [S14] [S39]', () => {
    const shared = join(sandbox.base, 'shared')
    mkdirSync(shared)
    sandbox.write(LEGACY_BANK)
    renameSync(sandbox.bank, join(shared, 'bank'))
    sandbox.gitIn(shared, 'init', '-q')
    sandbox.gitIn(shared, 'add', '.')
    sandbox.gitIn(shared, 'commit', '-qm', 'Begin')
    symlinkSync(join(shared, 'bank'), sandbox.bank)
    expect(sandbox.run(['refresh', '--yes']).err).toContain('leads out of the repository')
    expect(sandbox.run(['trust']).code).toBe(0)
    expect(sandbox.run(['refresh', '--yes']).code).toBe(0)
    expect(lstatSync(sandbox.bank).isSymbolicLink()).toBe(true)
    expect(sandbox.gitIn(shared, 'status', '--porcelain')).toContain('R  bank/tech.md -> bank/details/tech.md')
    expect(sandbox.run(['undo', '--yes']).code).toBe(0)
    expect(sandbox.gitIn(shared, 'status', '--porcelain')).toBe('')
  })
})

describe('the index\u2019s dates', () => {
  test('are of the last commit for a clean tracked file, else the modification time [S6]', () => {
    sandbox.write({ ...PROJECT, ...designDocs(9) })
    expect(sandbox.run(['init', '--yes']).code).toBe(0)
    sandbox.git('init', '-q')
    sandbox.git('add', '.')
    const dated = { GIT_AUTHOR_DATE: '2021-03-04T12:00:00Z', GIT_COMMITTER_DATE: '2021-03-04T12:00:00Z' }
    withEnv(dated, () => sandbox.git('commit', '-qm', 'Begin'))
    const dirty = 'memory-bank/details/design/part-2.md'
    sandbox.write({
      [dirty]: '# Part 2\n\nEdited since.\n',
      'memory-bank/details/design/new.md': '# New\n\nNot yet added.\n',
    })
    setDay(dirty, '2022-05-06')
    setDay('memory-bank/details/design/new.md', '2023-07-08')
    setDay('memory-bank/details/design/part-1.md', '2024-09-10')
    expect(sandbox.run(['index', '--yes']).code).toBe(0)
    const index = sandbox.read('memory-bank/details/design/index.md')
    expect(rowOf(index, 'part-1.md')).toContain('2021-03-04')
    expect(rowOf(index, 'part-2.md')).toContain('2022-05-06')
    expect(rowOf(index, 'new.md')).toContain('2023-07-08')
    // A commit of the planned changes must not cause another plan.
    withEnv(dated, () => {
      sandbox.git('add', 'memory-bank/details/design/index.md')
      sandbox.git('commit', '-qm', 'Index')
    })
    expect(sandbox.json(['index', '--dry-run'])).toMatchObject({ changes: [] })
  })
})

const MOVES = [
  ['tech.md', 'details/tech.md'],
  ['patterns.md', 'details/patterns.md'],
  ['progress.md', 'details/progress.md'],
  ['docs/payments.md', 'details/design/payments.md'],
  ['requirements/REQ-001.md', 'details/requirements/REQ-001.md'],
  ['learnings/timeouts.md', 'details/learnings/timeouts.md'],
] as const

function commitLegacy(): void {
  sandbox.write(LEGACY_BANK)
  commitAll()
}

function commitAll(): void {
  sandbox.git('init', '-q')
  sandbox.git('add', '-A')
  sandbox.git('commit', '-qm', 'Begin')
}

function withEnv(env: Readonly<Record<string, string>>, step: () => void): void {
  Object.assign(process.env, env)
  step()
  for (const name of Object.keys(env)) delete process.env[name]
}

function setDay(path: string, day: string): void {
  const time = new Date(`${day}T12:00:00Z`)
  utimesSync(join(sandbox.project, path), time, time)
}

function rowOf(index: string, name: string): string {
  return index.split('\n').find((line) => line.startsWith('|') && line.includes(`/${name}`)) ?? ''
}
