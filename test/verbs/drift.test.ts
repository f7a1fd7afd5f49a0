import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { accept } from '../../src/consent/accept.ts'
import { openWorkspace, type Workspace } from '../../src/disk/workspace.ts'
import { check } from '../../src/verbs/check.ts'
import { SearchableBank } from '../../src/verbs/recall.ts'
import { propose, withStaleFacts } from '../../src/verbs/refresh.ts'

let home = ''
let workspace: Workspace

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'drift-flow-')))
  put(
    'package.json',
    JSON.stringify({ name: 'shop', scripts: { dev: 'vite', build: 'vite build' }, dependencies: { react: '^18.2.0' } }),
  )
  put('src/auth/login.ts', 'export function openSession() {}\n')
  git('init', '-q')
  workspace = open()
  apply()
  put(
    'memory-bank/details/design/auth.md',
    '# Sessions\n\nSessions are opened by `openSession` in `src/auth/session.ts`.\nBuild with `npm run bundle`. The rest is in `src/auth/login.ts`.\n',
  )
  git('add', '-A')
  git('-c', 'user.name=t', '-c', 'user.email=t@example.com', 'commit', '-q', '-m', 'one')
  apply()
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

test('check warns about statements that the repository contradicts, with their line [S51]', () => {
  const checked = check(workspace, { language: 'en' })
  const found = checked.ok ? checked.value.findings.filter((finding) => finding.rule === 'drift') : []
  expect(found.map(({ path, line, level }) => `${level} ${path}:${line}`)).toEqual([
    'warning details/design/auth.md:3',
    'warning details/design/auth.md:4',
  ])
})

test('a refresh lists stale facts, and plans nothing for them [S15]', () => {
  const proposed = propose(workspace, { language: 'en', onConflict: undefined })
  if (!proposed.ok) throw new Error(proposed.problem.code)
  const { plan } = withStaleFacts(proposed.value, workspace)
  expect(plan.changes).toEqual([])
  expect(plan.notes.map((note) => note.en)).toEqual([
    expect.stringContaining('memory-bank/details/design/auth.md:3 `src/auth/session.ts`'),
    expect.stringContaining('memory-bank/details/design/auth.md:4 `npm run bundle` is gone'),
  ])
})

test('a fact that the refresh updates is not stale [S15]', () => {
  put(
    'package.json',
    JSON.stringify({ name: 'shop', scripts: { dev: 'vite', build: 'vite build' }, dependencies: { react: '^19.0.0' } }),
  )
  const proposed = propose(workspace, { language: 'en', onConflict: undefined })
  if (!proposed.ok) throw new Error(proposed.problem.code)
  const { plan } = withStaleFacts(proposed.value, workspace)
  expect(plan.changes.map((change) => change.path)).toContain('MEMORY.md')
  expect(plan.notes.filter((note) => note.en.includes('React'))).toEqual([])
})

test('a pack names the cited facts that the last judgement found contradicted, and no others [S23]', () => {
  expect(check(workspace, { language: 'en' }).ok).toBe(true)
  const bank = SearchableBank.open(workspace)
  if (!bank.ok) throw new Error(bank.problem.code)
  const pack = bank.value.answer('how are sessions opened?', 'en')
  expect(pack.conflicts.map(({ path, line, claim }) => `${path}:${line} ${claim}`)).toEqual([
    'details/design/auth.md:3 src/auth/session.ts',
    'details/design/auth.md:4 npm run bundle',
  ])
})

test('a pack with valid facts has no conflicts [S23]', () => {
  put(
    'memory-bank/details/design/auth.md',
    '# Sessions\n\nSessions are opened by `openSession` in `src/auth/login.ts`; build with `npm run build`, React 18.\n',
  )
  const bank = SearchableBank.open(open())
  if (!bank.ok) throw new Error(bank.problem.code)
  const pack = bank.value.answer('how are sessions opened?', 'en')
  expect(pack.entries.length).toBeGreaterThan(0)
  expect(pack.conflicts).toEqual([])
})

function open(): Workspace {
  const env = { HOME: join(home, 'h'), XDG_STATE_HOME: join(home, 'state') }
  const opened = openWorkspace({
    folder: join(home, 'p'),
    env,
    now: () => new Date('2026-11-15T00:00:00Z'),
    progress: () => undefined,
  })
  if (!opened.ok) throw new Error(opened.problem.code)
  return opened.value
}

function apply(): void {
  const proposed = propose(workspace, { language: 'en', onConflict: undefined })
  if (!proposed.ok) throw new Error(proposed.problem.code)
  const applied = accept({ plan: proposed.value.plan }, workspace)
  if (!applied.ok) throw new Error(applied.problem.code)
}

function put(path: string, text: string): void {
  mkdirSync(dirname(join(home, 'p', path)), { recursive: true })
  writeFileSync(join(home, 'p', path), text)
}

function git(...args: readonly string[]): void {
  execFileSync('git', args, { cwd: join(home, 'p'), stdio: 'ignore' })
}
