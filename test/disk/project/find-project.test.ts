import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join, parse } from 'node:path'
import { describe, expect, test } from 'vitest'
import { existsInProject, findProject } from '../../../src/disk/project/find-project.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const git = (cwd: string, ...args: readonly string[]) =>
  execFileSync(
    'git',
    ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org', '-c', 'init.defaultBranch=main', ...args],
    { cwd, stdio: 'pipe' },
  )

function rootFrom(start: string, home = join(start, 'no-home')): string {
  const found = findProject(start, home)
  return found.ok ? found.value.root : found.problem.code
}

describe('the root', () => {
  test.each([
    ['a bank with its entry', 'memory-bank/MEMORY.md'],
    ['a bank with details alone', 'memory-bank/details/'],
    ['a legacy index', 'memory-bank/_index.md'],
    ['a legacy brief', 'memory-bank/brief.md'],
    ['a legacy active', 'memory-bank/active.md'],
  ])('is the nearest ancestor that has %s [S9]', (_, path) => {
    const folder = temporaryFolder({ [`top/${path}`]: '', 'top/a/b/': '' })
    expect(rootFrom(join(folder, 'top/a/b'))).toBe(join(folder, 'top'))
  })

  test('is the nearer of two banks [S9]', () => {
    const folder = temporaryFolder({ 'memory-bank/MEMORY.md': '', 'a/memory-bank/MEMORY.md': '', 'a/b/': '' })
    expect(rootFrom(join(folder, 'a/b'))).toBe(join(folder, 'a'))
  })

  test('ignores a memory-bank folder that is not a bank [S9]', () => {
    const folder = temporaryFolder({ 'memory-bank/MEMORY.md': '', 'a/memory-bank/notes.txt': '', 'a/b/': '' })
    expect(rootFrom(join(folder, 'a/b'))).toBe(folder)
  })

  test('is the git top level if there is no bank, and never above it [S9]', () => {
    const folder = temporaryFolder({ 'memory-bank/MEMORY.md': '', 'repo/src/': '' })
    git(join(folder, 'repo'), 'init')
    expect(rootFrom(join(folder, 'repo/src'))).toBe(join(folder, 'repo'))
  })

  test('is a bank inside the repository rather than the top level [S9]', () => {
    const folder = temporaryFolder({ 'packages/a/memory-bank/MEMORY.md': '', 'packages/a/src/': '' })
    git(folder, 'init')
    expect(rootFrom(join(folder, 'packages/a/src'))).toBe(join(folder, 'packages/a'))
  })

  test('is the working directory without git and without a bank [S9]', () => {
    const folder = temporaryFolder({ 'a/b/': '' })
    expect(rootFrom(join(folder, 'a/b'))).toBe(join(folder, 'a/b'))
  })

  test('is never the home directory, even with a bank in it [S9]', () => {
    const home = temporaryFolder({ 'memory-bank/MEMORY.md': '', 'work/': '' })
    expect(rootFrom(home, home)).toBe('no-project')
    expect(rootFrom(join(home, 'work'), home)).toBe(join(home, 'work'))
  })

  test('is never a home directory that is a repository [S9]', () => {
    const home = temporaryFolder({ 'work/': '' })
    git(home, 'init')
    expect(rootFrom(join(home, 'work'), home)).toBe(join(home, 'work'))
    expect(rootFrom(home, home)).toBe('no-project')
  })

  test('is never a home directory reached through a link [S9]', () => {
    const folder = temporaryFolder({ 'home/': '' })
    symlinkSync(join(folder, 'home'), join(folder, 'link'))
    expect(rootFrom(join(folder, 'home'), join(folder, 'link'))).toBe('no-project')
    expect(rootFrom(join(folder, 'link'), join(folder, 'home'))).toBe('no-project')
  })

  test('is never the root of the disk [S9]', () => {
    expect(rootFrom(parse(process.cwd()).root)).toBe('no-project')
  })

  test('is found through a link to a folder inside the project [S9]', () => {
    const folder = temporaryFolder({ 'project/memory-bank/MEMORY.md': '', 'project/src/': '' })
    symlinkSync(join(folder, 'project/src'), join(folder, 'link'))
    expect(rootFrom(join(folder, 'link'))).toBe(join(folder, 'project'))
  })

  test('is missing if the folder is [S9]', () => {
    const folder = temporaryFolder({ file: '' })
    expect(rootFrom(join(folder, 'nowhere'))).toBe('project-missing')
    expect(rootFrom(join(folder, 'file'))).toBe('project-missing')
  })
})

describe('the bank', () => {
  test('behind a link has its real path [S9]', () => {
    const folder = temporaryFolder({ 'shared/MEMORY.md': '', 'project/': '' })
    symlinkSync(join(folder, 'shared'), join(folder, 'project/memory-bank'))
    const found = findProject(join(folder, 'project'), '/nobody')
    expect(found.ok && [found.value.root, found.value.bank]).toEqual([join(folder, 'project'), join(folder, 'shared')])
  })

  test('of a worktree is its own; the git folder is shared [S9]', () => {
    const folder = temporaryFolder({ 'main/a.txt': 'a' })
    const main = join(folder, 'main')
    git(main, 'init')
    git(main, 'add', '.')
    git(main, 'commit', '-m', 'a')
    git(main, 'worktree', 'add', join(folder, 'tree'))
    const [first, second] = [main, join(folder, 'tree')].map((start) => findProject(start, '/nobody'))
    expect(first?.ok && second?.ok && [second.value.root, second.value.gitFolder]).toEqual([
      join(folder, 'tree'),
      join(main, '.git'),
    ])
    expect(first?.ok && first.value.gitFolder).toBe(join(main, '.git'))
  })

  test('of a repository with a damaged .git still has a place [S9]', () => {
    const folder = temporaryFolder({ 'repo/.git': 'not a pointer', 'repo/src/': '' })
    const found = findProject(join(folder, 'repo/src'), '/nobody')
    expect(found.ok && [found.value.root, found.value.gitFolder]).toEqual([
      join(folder, 'repo'),
      join(folder, 'repo/.git'),
    ])
  })
})

test('paths of the project and of its linked bank exist', () => {
  const folder = temporaryFolder({ 'shared/MEMORY.md': '', 'project/src/a.ts': '' })
  mkdirSync(join(folder, 'project'), { recursive: true })
  symlinkSync(join(folder, 'shared'), join(folder, 'project/memory-bank'))
  const found = findProject(join(folder, 'project'), '/nobody')
  if (!found.ok) throw new Error(found.problem.code)
  expect(
    ['src/a.ts', 'memory-bank/MEMORY.md', 'src/b.ts', 'memory-bank/b.md'].map((path) =>
      existsInProject(found.value, path),
    ),
  ).toEqual([true, true, false, false])
})
