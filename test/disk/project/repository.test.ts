import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { knownPath } from '../../../src/base/bank-path.ts'
import { DiskRepository } from '../../../src/disk/project/repository.ts'
import { PastIndex } from '../../../src/drift/codebase.ts'

const ROOT = realpathSync(mkdtempSync(join(tmpdir(), 'repository-')))
const repository = () => new DiskRepository({ root: ROOT, inGit: true })
const plain = () => new DiskRepository({ root: ROOT, inGit: false })

beforeAll(() => {
  git('init', '-q')
  commit({
    '.gitignore': 'dist\n*.local\n',
    'src/auth/session.ts': `${'// the session of a person\n'.repeat(5)}export function openSession() {}\n`,
    'src/old/a.ts': 'export const alphaValue = 1\n',
    'src/old/b.ts': 'export const betaValue = 2\n',
    'src/stay.ts': 'export function keepGoing() {}\nexport function dropMe() {}\n',
    'memory-bank/MEMORY.md': 'openSession, dropMe, onlyInTheBank\n',
    'README.md': 'dropMe is documented\n',
  })
  move(
    'src/auth/session.ts',
    'src/auth/login.ts',
    `${'// the session of a person\n'.repeat(5)}export function openSession() {}\n`,
  )
  move(
    'src/auth/login.ts',
    'lib/login.ts',
    `${'// the session of a person\n'.repeat(5)}export function openSession() {}\n`,
  )
  move('src/old/a.ts', 'src/fresh/a.ts', 'export const alphaValue = 1\n')
  move('src/old/b.ts', 'src/fresh/b.ts', 'export const betaValue = 2\n')
  commit({ 'src/stay.ts': 'export function keepGoing() {}\n' })
  commit({ 'src/stay.ts': 'export function keepGoing() {\n}\n' })
  put('untracked.ts', 'export const freshThing = 1\n')
  put('dist/app.js', 'const builtThing = 1\n')
})
afterAll(() => rmSync(ROOT, { recursive: true, force: true }))

test('words in a source file of many megabytes are found [S51]', () => {
  put('amalgamation.c', `${'/* a line of some length that says nothing */\n'.repeat(40_000)}int deepInside(void);\n`)
  try {
    expect(repository().holders(['deepInside'])?.get('deepInside')).toEqual(['amalgamation.c'])
  } finally {
    rmSync(join(ROOT, 'amalgamation.c'))
  }
})

describe('the history', () => {
  test('follows a path through all its renames [S51]', () => {
    expect(past('src/auth/session.ts')).toMatchObject({
      path: 'src/auth/session.ts',
      renamedTo: 'lib/login.ts',
    })
  })

  test('finds a path that is written relative to a folder [S51]', () => {
    expect(past('auth/session.ts')).toMatchObject({
      path: 'src/auth/session.ts',
      renamedTo: 'lib/login.ts',
    })
  })

  test('follows a folder by its files [S51]', () => {
    expect(past('src/old')).toMatchObject({
      path: 'src/old',
      renamedTo: 'src/fresh',
    })
  })

  test('is empty for a path that never existed [S51]', () =>
    expect(['src/never.ts', 'src/[x].ts', 'a*b'].map(past)).toEqual([undefined, undefined, undefined]))

  test('has the commit that removed a word from the code, even if documents still hold it [S51]', () => {
    const removed = repository().removedWords(['dropMe', 'keepGoing', 'neverThere'])
    expect([...removed.keys()]).toContain('dropMe')
    expect(removed.get('dropMe')?.commit).toMatch(/^[0-9a-f]{7,}$/)
    expect(removed.has('neverThere')).toBe(false)
  })

  test('has the text of a manifest before each commit that changed it [S51]', () => {
    const earlier = repository().earlierFiles(['stay.ts'])
    expect(earlier.map(({ path, text }) => [path, text.includes('dropMe')])).toEqual([
      ['src/stay.ts', false],
      ['src/stay.ts', true],
    ])
  })

  test('has the commit of each line of the bank [S51]', () => {
    const written = repository().linesWritten(knownPath('MEMORY.md'))
    expect([...written.keys()]).toEqual([1])
    expect(written.get(1)?.commit).toMatch(/^[0-9a-f]{40}$/)
  })
})

describe('the present', () => {
  test('has the files that git tracks or would track, without the bank [S51]', () => {
    expect([...repository().files()].sort()).toEqual([
      '.gitignore',
      'README.md',
      'lib/login.ts',
      'src/fresh/a.ts',
      'src/fresh/b.ts',
      'src/stay.ts',
      'untracked.ts',
    ])
  })

  test('finds whole words in these files, not in the bank [S51]', () => {
    const found = repository().holders(['openSession', 'freshThing', 'builtThing', 'onlyInTheBank', 'keep', 'dropMe'])
    expect(found).toEqual(
      new Map([
        ['openSession', ['lib/login.ts']],
        ['freshThing', ['untracked.ts']],
        ['dropMe', ['README.md']],
      ]),
    )
  })

  test('tells which paths are ignored, existing or not [S51]', () => {
    expect(repository().ignored(['dist/x.js', 'dist', 'a.local', 'src/x.ts'])).toEqual(
      new Set(['dist/x.js', 'dist', 'a.local']),
    )
    expect(plain().ignored(['dist/x.js', 'src/x.ts'])).toEqual(new Set(['dist/x.js']))
  })

  test('comes from the disk alone outside git [S51]', () => {
    expect(plain().holders(['openSession', 'nowhereAtAll'])).toEqual(new Map([['openSession', ['lib/login.ts']]]))
    expect(plain().removedPaths()).toEqual([])
    expect(plain().removedWords(['dropMe'])).toEqual(new Map())
  })
})

function past(path: string) {
  return new PastIndex(repository().removedPaths()).of(path)
}

function git(...args: readonly string[]): void {
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', '-c', 'commit.gpgsign=false', ...args], {
    cwd: ROOT,
    stdio: 'ignore',
  })
}

function put(path: string, text: string): void {
  mkdirSync(dirname(join(ROOT, path)), { recursive: true })
  writeFileSync(join(ROOT, path), text)
}

function commit(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) put(path, text)
  git('add', '-A')
  git('commit', '-q', '-m', 'step')
}

function move(from: string, to: string, text: string): void {
  rmSync(join(ROOT, from))
  for (let folder = dirname(join(ROOT, from)); readdirSync(folder).length === 0; folder = dirname(folder))
    rmdirSync(folder)
  commit({ [to]: text })
}
