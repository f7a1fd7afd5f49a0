import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { gitStatus, isClean, repositoryKey } from '../../../src/disk/git/status.ts'
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

/** The key a minute later, when no write is fresh any more. */
function keyOf(root: string, now = Date.now() + 60_000): string | undefined {
  const status = gitStatus(root, () => new Date(now))
  return status === undefined ? undefined : repositoryKey(root, status)
}

function isAnotherAfter(root: string, change: (root: string) => void): boolean {
  const before = keyOf(root)
  expect(before).toBeDefined()
  change(root)
  return keyOf(root) !== before
}

test.each<[string, (root: string) => void]>([
  ['an edit', (root) => put(root, 'src/a.ts', 'bb\n')],
  ['a new file', (root) => put(root, 'src/new folder/b.ts', 'b\n')],
  ['a deleted file', (root) => rmSync(join(root, 'src/a.ts'))],
  ['a file removed from the index', (root) => git(root, 'rm', '-q', '--cached', 'src/a.ts')],
  ['a staged deletion', (root) => git(root, 'rm', '-q', 'src/a.ts')],
  ['a rename', (root) => git(root, 'mv', 'src/a.ts', 'src/b.ts')],
  ['an empty commit', (root) => git(root, 'commit', '-q', '--allow-empty', '-m', 'two')],
  [
    'a commit of an edit',
    (root) => {
      put(root, 'src/a.ts', 'bb\n')
      git(root, 'commit', '-qam', 'two')
    },
  ],
  [
    'a commit of a new file',
    (root) => {
      put(root, 'b.ts', 'b\n')
      git(root, 'add', '-A')
      git(root, 'commit', '-qm', 'two')
    },
  ],
  [
    'a removed ignore rule',
    (root) => {
      put(root, 'dist/x.js', 'x\n')
      put(root, '.gitignore', '')
    },
  ],
])('%s changes the key [S51]', (_name, change) => expect(isAnotherAfter(repository(), change)).toBe(true))

test.each(['src/a.ts', 'src/new.ts'])('a second edit of %s with the same size changes the key [S51]', (path) => {
  const root = repository()
  put(root, path, 'x\n')
  const again = (at: string) => {
    put(at, path, 'y\n')
    utimesSync(join(at, path), new Date(), new Date(Date.now() + 5_000))
  }
  expect(isAnotherAfter(root, again)).toBe(true)
})

test('a freshly written file has no key [S51]', () => {
  const root = repository()
  put(root, 'src/a.ts', 'x\n')
  expect(keyOf(root, Date.now())).toBeUndefined()
})

test('a project in a subfolder of its repository has a key too [S51]', () => {
  const root = join(repository(), 'src')
  expect(isAnotherAfter(root, () => put(root, 'a.ts', 'xyz\n'))).toBe(true)
})

test('the bank and ignored files do not change the key [S51]', () => {
  const change = (root: string) => {
    put(root, 'memory-bank/details/new.md', 'n\n')
    put(root, 'dist/x.js', 'x\n')
  }
  const root = repository()
  expect(isAnotherAfter(root, change)).toBe(false)
  const status = gitStatus(root, () => new Date())
  expect(status !== undefined && isClean(status)).toBe(true)
})

test('outside git there is no status', () =>
  expect(gitStatus(temporaryFolder({ 'a.ts': '' }), () => new Date())).toBeUndefined())
