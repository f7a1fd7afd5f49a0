import { mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { FilePage } from '../../src/bank/page-answers.ts'
import { bankFiles, filePage, filePages, sourceLines } from '../../src/dashboard/file-page.ts'
import { check } from '../../src/verbs/check.ts'
import { given, PageProject } from '../verbs/page-project.ts'

let project: PageProject
const DESIGN = 'memory-bank/details/design/auth.md'
const KEY = `AKIA${'Q7ZK2M5XW9R4T8VB'}`

beforeEach(() => {
  project = new PageProject({
    'package.json': '{ "name": "shop", "scripts": { "build": "vite build" } }',
    'src/auth/login.ts': 'export function openSession() {}\n',
  })
  project.put(
    DESIGN,
    '# Sessions\n\n<!-- provenance: said by agent; accepted 2026-11-16 (chat); source: src/auth/login.ts:1 -->\n\nSessions are opened by `openSession` in `src/session/login.ts`.\nBuild with `npm run bundle`.\n',
  )
  project.put(
    'memory-bank/details/learnings/bug.md',
    '# A bug\n\nSee [sessions](../design/auth.md#sessions).\n\nAnd `details/design/auth.md`.\n',
  )
  project.commit('one')
  project.refresh()
})
afterEach(() => project.remove())

test('lists the files of the bank, MEMORY.md first, with their entries [S54]', () => {
  const files = given(bankFiles(project.open()))
  expect(files[0]?.path).toBe('MEMORY.md')
  const design = files.find(({ path }) => path === 'details/design/auth.md')
  expect(design).toMatchObject({ title: 'Sessions', lines: 6, entries: 1, doubts: 2 })
  expect(design?.tokens).toBeGreaterThan(20)
  expect(design?.updated).toMatch(/^\d{4}-\d\d-\d\d$/)
  expect(given(bankFiles(project.open()))).toEqual(files)
  const named = given(bankFiles(project.open(), undefined, false))
  expect(named).toEqual(files.map(({ doubts, ...file }) => file))
})

test('all pages together equal each page alone [S54]', () => {
  project.put(
    'memory-bank/details/design/loop.md',
    '# Loop\n\n[a](loop.md) [b](auth.md) `details/design/auth.md` [c](auth.md)\n',
  )
  const all = given(filePages(project.open(), 'en'))
  expect([...all.keys()].toSorted()).toEqual(
    given(bankFiles(project.open()))
      .map(({ path }) => path)
      .toSorted(),
  )
  for (const [path, one] of all) expect(one).toEqual(page(path))
})

test('a file has its entries with provenance, and the links to it [S54] [S57]', () => {
  const file = page('details/design/auth.md')
  expect(file.entries).toEqual([
    expect.objectContaining({
      kind: 'design',
      title: 'Sessions',
      line: 1,
      provenance: expect.objectContaining({ from: 'file', saidBy: 'agent' }),
    }),
  ])
  expect(file.linkedFrom.filter(({ path }) => path === 'details/learnings/bug.md')).toEqual([
    { path: 'details/learnings/bug.md', line: 3, title: 'A bug' },
    { path: 'details/learnings/bug.md', line: 5, title: 'A bug' },
  ])
  expect(page('details/learnings/bug.md').linkedFrom.map(({ path }) => path)).not.toContain('details/design/auth.md')
  expect(page('details/learnings/bug.md').entries[0]?.provenance).toMatchObject({ from: 'git', author: 'Ada' })
})

test('its doubts are the drift findings of check, with their place in the code [S51]', () => {
  const { doubts } = page('details/design/auth.md')
  const checked = given(check(project.open(), { language: 'en' }))
  const drift = checked.findings.filter(({ rule }) => rule === 'drift')
  expect(doubts.map(({ line, message }) => [line, message])).toEqual(
    drift.map(({ line, message }) => [line, message.en]),
  )
  expect(doubts.map(({ verdict }) => verdict)).toEqual(['moved', 'gone'])
  expect(doubts.map(({ place }) => place?.path)).toEqual(['src/auth/login.ts', 'package.json'])
  project.put('memory-bank.json', '{ "checks": { "drift": "off" } }')
  expect(page('details/design/auth.md').doubts).toEqual([])
})

test('text and titles contain no secret, and lines keep their numbers [S35]', () => {
  const text = `# Keys\n\naws_access_key_id = ${KEY}\n\n## The key ${KEY}\n\n- one\n`
  project.put('memory-bank/details/learnings/keys.md', text)
  const file = page('details/learnings/keys.md')
  expect(JSON.stringify(file)).not.toContain(KEY)
  expect(file.blocks.map(({ kind, first, last }) => [kind, first, last])).toEqual([
    ['heading', 1, 1],
    ['paragraph', 3, 3],
    ['heading', 5, 5],
    ['list', 7, 7],
  ])
  expect(JSON.stringify(given(bankFiles(project.open())))).not.toContain(KEY)
})

test('only files of the bank are shown [S39]', () => {
  const paths = ['../package.json', '/etc/passwd', 'details/none.md', 'details', '', 'details/../../package.json']
  const told = paths.map((path) => filePage(project.open(), path, 'en'))
  expect(told.map((shown) => (shown.ok ? shown.value : shown.problem.code))).toEqual(paths.map(() => 'not-in-bank'))
})

test('a link out of the bank is not shown [S39]', () => {
  symlinkSync(join(project.root, 'package.json'), join(project.root, 'memory-bank/details/out.md'))
  const shown = filePage(project.open(), 'details/out.md', 'en')
  expect(shown.ok ? shown.value : shown.problem.code).toBe('not-in-bank')
  expect(source('memory-bank/details/out.md')).toBe('missing')
})

test('without a bank there is nothing to read [S54]', () => {
  project.removeBank()
  const files = bankFiles(project.open())
  expect(files.ok ? files.value : files.problem.code).toBe('bank-absent')
})

describe('lines of the repository', () => {
  const long = Array.from({ length: 300 }, (_, at) => `line ${at + 1}`).join('\n')

  test('a place is shown with a limited number of context lines [S54]', () => {
    project.put('src/long.ts', `${long}\n`)
    const shown = given(sourceLines(project.open(), { path: 'src/long.ts', first: 100, last: 102 }))
    expect(shown).toMatchObject({ path: 'src/long.ts', first: 88, marked: { first: 100, last: 102 }, total: 300 })
    expect(shown.lines[12]).toBe('line 100')
    const whole = given(sourceLines(project.open(), { path: 'src/long.ts', first: 1, last: 300 }))
    expect(whole).toMatchObject({ first: 1, marked: { first: 1, last: 80 } })
    expect(whole.lines).toHaveLength(80)
    const head = given(sourceLines(project.open(), { path: 'src/long.ts' }))
    expect(head).toMatchObject({ first: 1, total: 300 })
    expect(head.lines).toHaveLength(80)
    expect(given(sourceLines(project.open(), { path: DESIGN, first: 1 })).lines[0]).toBe('# Sessions')
  })

  test('a secret in the code is not shown [S35]', () => {
    project.put('src/keys.ts', `export const aws_access_key_id = '${KEY}'\n`)
    const { lines } = given(sourceLines(project.open(), { path: 'src/keys.ts', first: 1 }))
    expect(lines.join('\n')).toContain('aws_access_key_id')
    expect(lines.join('\n')).not.toContain(KEY)
  })

  test('ignored, secret and binary files are not opened [S39]', () => {
    project.put('.gitignore', 'private/\n')
    project.put('private/a.ts', 'x\n')
    project.put('.github/workflows/ci.yml', 'on: push\n')
    project.put('.hidden', 'x\n')
    for (const name of ['.env', '.env.local', 'config/prod.env', 'key.pem', '.npmrc', '.ssh/id_rsa'])
      project.put(name, 'A=1\n')
    project.git('add', '-f', '.env', '.github', '.npmrc')
    project.put('src/picture.ts', 'a\0b')
    mkdirSync(join(project.root, 'links'))
    symlinkSync(join(project.root, '.env'), join(project.root, 'links/env.ts'))
    symlinkSync('/etc/passwd', join(project.root, 'links/out.ts'))
    symlinkSync(join(project.root, '.git/HEAD'), join(project.root, 'links/head.ts'))
    const told = Object.fromEntries(
      [
        'src/auth/login.ts',
        '.github/workflows/ci.yml',
        'private/a.ts',
        '.hidden',
        '.env',
        '.env.local',
        'config/prod.env',
        'key.pem',
        '.npmrc',
        '.ssh/id_rsa',
        '.git/HEAD',
        '.GIT/HEAD',
        '../p/package.json',
        '/etc/passwd',
        'src/../.env',
        './src/auth/login.ts',
        'links/env.ts',
        'links/out.ts',
        'links/head.ts',
        'src/picture.ts',
        'src/none.ts',
        'src',
      ].map((path) => [path, source(path)]),
    )
    expect(told).toEqual({
      'src/auth/login.ts': 'shown',
      '.github/workflows/ci.yml': 'shown',
      'private/a.ts': 'private',
      '.hidden': 'private',
      '.env': 'private',
      '.env.local': 'private',
      'config/prod.env': 'private',
      'key.pem': 'private',
      '.npmrc': 'private',
      '.ssh/id_rsa': 'private',
      '.git/HEAD': 'private',
      '.GIT/HEAD': 'private',
      '../p/package.json': 'private',
      '/etc/passwd': 'private',
      'src/../.env': 'private',
      './src/auth/login.ts': 'private',
      'links/env.ts': 'private',
      'links/out.ts': 'private',
      'links/head.ts': 'private',
      'src/picture.ts': 'binary',
      'src/none.ts': 'missing',
      src: 'missing',
    })
  })

  test('.gitignore also applies outside git [S39]', () => {
    rmSync(join(project.root, '.git'), { recursive: true })
    project.put('.gitignore', 'private/\n')
    project.put('private/a.ts', 'x\n')
    expect(source('private/a.ts')).toBe('private')
    expect(source('.gitignore')).toBe('private')
    expect(source('src/auth/login.ts')).toBe('shown')
  })
})

function page(path: string): FilePage {
  return given(filePage(project.open(), path, 'en'))
}

function source(path: string): string {
  const shown = sourceLines(project.open(), { path })
  if (shown.ok) return 'shown'
  return shown.problem.code === 'source-not-shown' ? shown.problem.why : shown.problem.code
}
