import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { indexedFiles } from '../../../src/workspace/git/index-file.ts'
import { temporaryFolder, writeFiles } from '../temporary-folder.ts'

const FILES = {
  'a.ts': '1',
  'src/a b.ts': '2',
  'src/中文/决策.md': '3',
  'src/deep/er/x.ts': '4',
  'src/deep/er/xy.ts': '5',
  'src/new\nline': '6',
  'z.md': '7',
}

function git(folder: string, ...args: readonly string[]): string {
  const settings = ['user.name=Ann', 'user.email=ann@example.org', 'init.defaultBranch=main', 'commit.gpgsign=false']
  const given = settings.flatMap((setting) => ['-c', setting])
  const done = spawnSync('git', [...given, ...args], { cwd: folder, encoding: 'utf8' })
  if (done.status !== 0) throw new Error(`git ${args.join(' ')}: ${done.stderr}`)
  return done.stdout
}

const listed = (folder: string) => [...new Set(git(folder, 'ls-files', '-z').split('\0').filter(Boolean))]

function repository(): string {
  const folder = temporaryFolder(FILES)
  git(folder, 'init', '-q')
  git(folder, 'add', '.')
  return folder
}

test.each<[string, (folder: string) => unknown]>([
  ['as it is', () => {}],
  ['of version 4', (folder) => git(folder, 'update-index', '--index-version', '4')],
  [
    'with a file that is only announced',
    (folder) => {
      writeFiles(folder, { 'src/later.ts': '' })
      git(folder, 'add', '-N', 'src/later.ts')
    },
  ],
  ['with a file removed', (folder) => git(folder, 'rm', '-q', '--cached', 'a.ts')],
  ['after a commit, which adds extensions', (folder) => git(folder, 'commit', '-qm', 'x')],
  [
    'with a link and a program',
    (folder) => {
      spawnSync('ln', ['-s', 'a.ts', join(folder, 'link')])
      git(folder, 'add', 'link')
      git(folder, 'update-index', '--chmod=+x', 'z.md')
    },
  ],
  [
    'with a conflict',
    (folder) => {
      git(folder, 'commit', '-qm', 'one')
      git(folder, 'checkout', '-qb', 'other')
      writeFileSync(join(folder, 'a.ts'), 'theirs')
      git(folder, 'commit', '-qam', 'two')
      git(folder, 'checkout', '-q', 'main')
      writeFileSync(join(folder, 'a.ts'), 'ours')
      git(folder, 'commit', '-qam', 'three')
      spawnSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b', 'merge', 'other'], { cwd: folder })
      expect(git(folder, 'ls-files', '-u')).not.toBe('')
    },
  ],
])('an index %s gives what git lists, here and in a folder below [S23]', (_, change) => {
  const folder = repository()
  change(folder)
  expect(indexedFiles(folder)).toEqual(listed(folder))
  expect(indexedFiles(join(folder, 'src'))).toEqual(listed(join(folder, 'src')))
})

test('a worktree has an index of its own', () => {
  const folder = repository()
  git(folder, 'commit', '-qm', 'x')
  const tree = join(temporaryFolder(), 'tree')
  git(folder, 'worktree', 'add', '-q', tree)
  writeFiles(tree, { 'only-here.ts': '' })
  git(tree, 'add', '.')
  expect(indexedFiles(tree)).toEqual(listed(tree))
  expect(indexedFiles(tree)).toContain('only-here.ts')
})

test('a repository without an index tracks nothing', () => {
  const folder = temporaryFolder({ 'a.ts': '1' })
  git(folder, 'init', '-q')
  expect(indexedFiles(folder)).toEqual([])
})

test.each<[string, (folder: string) => unknown]>([
  ['split', (folder) => git(folder, 'update-index', '--split-index')],
  ['damaged', (folder) => writeFileSync(join(folder, '.git/index'), 'DIRC and more, but no index of any version')],
  [
    'cut short',
    (folder) => writeFileSync(join(folder, '.git/index'), readFileSync(join(folder, '.git/index')).subarray(0, 300)),
  ],
  [
    'of another hash',
    (folder) => {
      spawnSync('rm', ['-rf', join(folder, '.git')])
      git(folder, 'init', '-q', '--object-format=sha256')
      git(folder, 'add', '.')
    },
  ],
])('an index that is %s is left to git', (_, change) => {
  const folder = repository()
  change(folder)
  expect(indexedFiles(folder)).toBeUndefined()
})

test('outside git there is no index', () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'x'))
  expect(indexedFiles(join(folder, 'x'))).toBeUndefined()
})
