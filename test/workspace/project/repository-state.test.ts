import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { gitStatus } from '../../../src/workspace/git/status.ts'
import {
  changeBetween,
  type RepositoryState,
  repositoryState,
} from '../../../src/workspace/project/repository-state.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const git = (root: string, ...args: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], { cwd: root, stdio: 'pipe' })

function repository(): string {
  const root = temporaryFolder({ 'src/a.ts': 'a\n', 'memory-bank/MEMORY.md': 'm\n', '.gitignore': 'dist/\n' })
  git(root, 'init', '-q')
  git(root, 'add', '-A')
  git(root, 'commit', '-qm', 'one')
  return root
}

function put(root: string, path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

/** As seen long after, when no write is fresh any more. */
function stateOf(root: string): RepositoryState {
  return stateAt(root, Date.now() + 60_000)
}

function stateAt(root: string, now: number): RepositoryState {
  const status = gitStatus(root, () => new Date(now))
  const state = status === undefined ? undefined : repositoryState(root, status)
  if (state === undefined) throw new Error('git does not say')
  return state
}

function changedBy(root: string, change: (root: string) => void) {
  const before = stateOf(root)
  change(root)
  const told = changeBetween(root, before, stateOf(root))
  return told === undefined ? undefined : { paths: [...told.paths].sort(), isRelisted: told.isRelisted }
}

test.each<[string, (root: string) => void, readonly string[], boolean]>([
  ['an edit', (root) => put(root, 'src/a.ts', 'bb\n'), ['src/a.ts'], false],
  ['a new file', (root) => put(root, 'src/new folder/b.ts', 'b\n'), ['src/new folder/b.ts'], true],
  ['a file gone', (root) => rmSync(join(root, 'src/a.ts')), ['src/a.ts'], false],
  ['a file taken from the index', (root) => git(root, 'rm', '-q', '--cached', 'src/a.ts'), ['src/a.ts'], true],
  ['a removal', (root) => git(root, 'rm', '-q', 'src/a.ts'), ['src/a.ts'], true],
  ['a rename', (root) => git(root, 'mv', 'src/a.ts', 'src/b.ts'), ['src/a.ts', 'src/b.ts'], true],
  ['an empty commit', (root) => git(root, 'commit', '-q', '--allow-empty', '-m', 'two'), [], false],
  [
    'a commit of an edit',
    (root) => {
      put(root, 'src/a.ts', 'bb\n')
      git(root, 'commit', '-qam', 'two')
    },
    ['src/a.ts'],
    false,
  ],
  [
    'a commit of a new file',
    (root) => {
      put(root, 'b.ts', 'b\n')
      git(root, 'add', '-A')
      git(root, 'commit', '-qm', 'two')
    },
    ['b.ts'],
    true,
  ],
  [
    'an ignore rule less',
    (root) => {
      put(root, 'dist/x.js', 'x\n')
      put(root, '.gitignore', '')
    },
    ['.gitignore', 'dist/x.js'],
    true,
  ],
])('%s is told [S51]', (_name, change, paths, isRelisted) =>
  expect(changedBy(repository(), change)).toEqual({ paths, isRelisted }),
)

test.each(['src/a.ts', 'src/new.ts'])('a second edit of %s, of the same size, is told [S51]', (path) => {
  const root = repository()
  put(root, path, 'x\n')
  const again = (at: string) => {
    put(at, path, 'y\n')
    utimesSync(join(at, path), new Date(), new Date(Date.now() + 5_000))
  }
  expect(changedBy(root, again)?.paths).toEqual([path])
})

test('a file that was written only now is told again [S51]', () => {
  const root = repository()
  put(root, 'src/a.ts', 'x\n')
  const state = stateAt(root, Date.now())
  expect([...(changeBetween(root, state, stateOf(root))?.paths ?? [])]).toEqual(['src/a.ts'])
})

test('so it is in a project that stands in a folder of its repository [S51]', () => {
  const root = join(repository(), 'src')
  expect(changedBy(root, () => put(root, 'a.ts', 'xyz\n'))?.paths).toEqual(['a.ts'])
})

test('the bank and what git ignores are no part of it [S51]', () => {
  const change = (root: string) => {
    put(root, 'memory-bank/details/new.md', 'n\n')
    put(root, 'dist/x.js', 'x\n')
  }
  expect(changedBy(repository(), change)).toEqual({ paths: [], isRelisted: false })
})

test('between states of which git has lost one nothing is told [S51]', () => {
  const root = repository()
  const state = stateOf(root)
  expect(changeBetween(root, { ...state, head: '1'.repeat(40) }, state)).toBeUndefined()
})

test('outside git there is none', () =>
  expect(gitStatus(temporaryFolder({ 'a.ts': '' }), () => new Date())).toBeUndefined())
