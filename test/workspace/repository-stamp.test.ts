import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { repositoryStamp } from '../../src/workspace/repository-stamp.ts'
import { temporaryFolder } from './temporary-folder.ts'

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

test.each<[string, (root: string) => void]>([
  ['an edit', (root) => put(root, 'src/a.ts', 'b\n')],
  ['a new file', (root) => put(root, 'src/new folder/b.ts', 'b\n')],
  ['a file gone', (root) => rmSync(join(root, 'src/a.ts'))],
  ['a commit', (root) => git(root, 'commit', '-q', '--allow-empty', '-m', 'two')],
])('%s gives another stamp [S51]', (_name, change) => {
  const root = repository()
  const before = repositoryStamp(root)
  expect(before).toBeDefined()
  change(root)
  expect(repositoryStamp(root)).not.toBe(before)
})

test.each(['src/a.ts', 'src/new.ts'])('a second edit of %s, of the same size, gives another stamp [S51]', (path) => {
  const root = repository()
  put(root, path, 'x\n')
  const before = repositoryStamp(root)
  put(root, path, 'y\n')
  utimesSync(join(root, path), new Date(), new Date(Date.now() + 5_000))
  expect(repositoryStamp(root)).not.toBe(before)
})

test('so it is in a project that stands in a folder of its repository [S51]', () => {
  const root = repository()
  put(root, 'src/a.ts', 'x\n')
  const before = repositoryStamp(join(root, 'src'))
  put(root, 'src/a.ts', 'xyz\n')
  expect(repositoryStamp(join(root, 'src'))).not.toBe(before)
})

test('the bank and what git ignores are no part of it [S51]', () => {
  const root = repository()
  const before = repositoryStamp(root)
  put(root, 'memory-bank/details/new.md', 'n\n')
  put(root, 'dist/x.js', 'x\n')
  expect(repositoryStamp(root)).toBe(before)
})

test('outside git there is none', () => expect(repositoryStamp(temporaryFolder({ 'a.ts': '' }))).toBeUndefined())
