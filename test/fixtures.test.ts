/**
 * Whole banks: the result of a refresh in each situation, byte for byte.
 *
 *   fixtures/banks/<situation>/before/    the bank
 *   fixtures/banks/<situation>/project/   the project around it, if facts matter
 *   fixtures/banks/<situation>/written/   files as last generated, if people edited them since
 *   fixtures/banks/<situation>/after/     the bank after a refresh; absent if a refresh changes nothing
 *   fixtures/banks/<situation>/options.json
 *
 * `UPDATE_FIXTURES=1` regenerates `after/`. Read every changed file before you commit it.
 */

import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { pageOf } from '../src/bank/page.ts'
import { rememberChanges } from '../src/bank/section-memory.ts'
import { knownPath } from '../src/base/bank-path.ts'
import type { ConflictChoice, Intent } from '../src/base/change.ts'
import type { Language } from '../src/base/language.ts'
import { MEMORY } from '../src/base/layout.ts'
import { accept } from '../src/consent/accept.ts'
import { writeSections } from '../src/disk/state/section-store.ts'
import { decodeText } from '../src/disk/text-codec.ts'
import { openWorkspace, type Workspace } from '../src/disk/workspace.ts'
import { propose } from '../src/verbs/refresh.ts'

interface Options {
  /** The situation in one sentence that ends with its promise. */
  readonly title: string
  readonly language?: Language
  readonly onConflict?: ConflictChoice
  /** How git treats the bank's files. Without it the project is not in git. */
  readonly git?: 'tracked' | 'untracked' | 'ignored'
  /** The bank is in another folder, and `memory-bank` is a link to it. */
  readonly linked?: boolean
  readonly intent?: Intent
  /** The problem that stops the run and leaves the bank unchanged. */
  readonly problem?: string
  /** Changes that a second run still has; by default none. */
  readonly then?: readonly string[]
}

const FIXTURES = resolve(import.meta.dirname, 'fixtures/banks')
const UPDATE = process.env['UPDATE_FIXTURES'] === '1'
const NOW = new Date('2026-03-01T12:00:00Z')
const WRITTEN = new Date('2026-02-01T09:00:00Z')

let base: string
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'memory-bank-fixture-')))
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

describe.each(readdirSync(FIXTURES).toSorted())('%s', (situation) => {
  const folder = join(FIXTURES, situation)
  const options: Options = JSON.parse(readFileSync(join(folder, 'options.json'), 'utf8'))

  test(options.title, () => {
    const workspace = setUp(folder, options)
    rememberWritten(folder, workspace)
    const before = bytesOf(workspace.place.bank)
    const wishes = { language: options.language, onConflict: options.onConflict }
    const proposed = propose(workspace, wishes)
    if (!proposed.ok || options.problem !== undefined) {
      expect(proposed.ok ? 'planned' : proposed.problem.code).toBe(options.problem)
      expect(bytesOf(workspace.place.bank)).toEqual(before)
      expect(existsSync(join(folder, 'after')), 'a run that stops has no after/').toBe(false)
      return
    }
    expect(proposed.value.plan.intent).toBe(options.intent)
    const done = accept({ plan: proposed.value.plan }, workspace)
    if (!done.ok) throw new Error(JSON.stringify(done.problem))
    const after = bytesOf(workspace.place.bank)
    if (UPDATE) rewrite(join(folder, 'after'), workspace.place.bank)
    expect(after).toEqual(bytesOf(join(folder, 'after')))
    expect(userBlock(after)).toBe(userBlock(before) ?? userBlock(after))

    const again = propose(workspace, wishes)
    expect(again.ok && again.value.plan.changes.map((change) => change.path)).toEqual(options.then ?? [])
  })
})

test('every fixture has a title and a bank to start from', () => {
  for (const situation of readdirSync(FIXTURES)) {
    expect(existsSync(join(FIXTURES, situation, 'options.json')), situation).toBe(true)
  }
  expect(readdirSync(FIXTURES).length).toBeGreaterThan(25)
})

function rememberWritten(folder: string, { place }: Workspace): void {
  const written = join(folder, 'written')
  if (!existsSync(written)) return
  const changes = Object.entries(bytesOf(written)).map(([path]) => ({
    kind: 'create' as const,
    path: knownPath(path),
    text: readFileSync(join(written, path), 'utf8'),
  }))
  writeSections(place.state, rememberChanges(new Map(), changes, WRITTEN.toISOString()))
}

function setUp(folder: string, options: Options): Workspace {
  const project = join(base, 'shop')
  mkdirSync(project)
  if (existsSync(join(folder, 'project'))) cpSync(join(folder, 'project'), project, { recursive: true })
  if (existsSync(join(folder, 'before')))
    cpSync(join(folder, 'before'), join(project, 'memory-bank'), { recursive: true })
  date(base)
  if (options.linked) {
    renameSync(join(project, 'memory-bank'), join(base, 'elsewhere'))
    symlinkSync(join(base, 'elsewhere'), join(project, 'memory-bank'))
  }
  if (options.git !== undefined) startGit(project, options.git)
  const env = {
    HOME: join(base, 'home'),
    XDG_STATE_HOME: join(base, 'state'),
    LANG: 'C',
    // A link to a bank outside the repository is followed only after a person trusts the repository (S39).
    ...(options.linked ? { MEMORY_BANK_TRUSTED: '1' } : {}),
  }
  const opened = openWorkspace({ folder: project, env, now: () => NOW, progress: () => {} })
  if (!opened.ok) throw new Error(JSON.stringify(opened.problem))
  return opened.value
}

/** An index shows the file's modification time if git has no date. */
function date(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    utimesSync(join(folder, name), WRITTEN, WRITTEN)
}

function startGit(project: string, how: 'tracked' | 'untracked' | 'ignored'): void {
  const git = (...args: readonly string[]) =>
    execFileSync(
      'git',
      [
        '-c',
        'user.name=Ann',
        '-c',
        'user.email=ann@example.org',
        '-c',
        'init.defaultBranch=main',
        '-c',
        'core.autocrlf=false',
        ...args,
      ],
      {
        cwd: project,
        stdio: 'pipe',
        env: {
          ...process.env,
          GIT_AUTHOR_DATE: '2026-01-15T10:00:00Z',
          GIT_COMMITTER_DATE: '2026-01-15T10:00:00Z',
          GIT_CONFIG_GLOBAL: join(base, 'none'),
        },
      },
    )
  git('init')
  if (how === 'ignored') {
    execFileSync('git', ['config', 'core.excludesFile', join(base, 'excludes')], { cwd: project })
    cpSync(join(FIXTURES, '../excludes'), join(base, 'excludes'))
  }
  if (how === 'tracked') git('add', '.')
  git('commit', '--allow-empty', '-m', 'the bank as it was')
}

/** Every file as bytes, so that decoding cannot hide a difference; folders too. */
function bytesOf(folder: string): Readonly<Record<string, string>> {
  if (!existsSync(folder)) return {}
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => !name.endsWith('.gitkeep'))
  return Object.fromEntries(
    names.toSorted().map((name) => {
      const isFolder = statSync(join(folder, name)).isDirectory()
      return [isFolder ? `${name}/` : name, isFolder ? '' : readFileSync(join(folder, name), 'latin1')]
    }),
  )
}

function rewrite(after: string, bank: string): void {
  rmSync(after, { recursive: true, force: true })
  cpSync(bank, after, { recursive: true })
  // Git does not store empty folders.
  for (const name of readdirSync(after, { recursive: true, encoding: 'utf8' })) {
    const path = join(after, name)
    if (statSync(path).isDirectory() && readdirSync(path).length === 0)
      cpSync(join(FIXTURES, '../empty'), join(path, '.gitkeep'))
  }
}

function userBlock(bank: Readonly<Record<string, string>>): string | undefined {
  const text = bank[MEMORY]
  return text === undefined ? undefined : pageOf(decodeText(Buffer.from(text, 'latin1')), MEMORY).user?.text
}
