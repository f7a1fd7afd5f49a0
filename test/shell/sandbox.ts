/**
 * A temporary project with a bank, and a safe way to run shell commands in it: with mount and network namespaces if the
 * system allows them, and with everything outside the folder read-only.
 */

import { execFileSync, type SpawnSyncReturns, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Guard } from '../../src/session/guard.ts'
import type { ShellContext, ShellJudgement } from '../../src/shell/judge-shell.ts'

export interface Stage {
  readonly home: string
  readonly root: string
  readonly tmp: string
}

/** A folder outside /tmp, because the sandbox replaces /tmp. In memory if possible. */
export function makeArena(): string {
  const base = ['/dev/shm', '/var/tmp'].find((folder) => existsSync(folder)) ?? tmpdir()
  return realpathSync(mkdtempSync(join(base, 'mb-shell-')))
}

function put(root: string, path: string, text: string | Uint8Array): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

function git(cwd: string, ...args: readonly string[]): void {
  execFileSync('git', args, { cwd, stdio: 'pipe', env: gitEnvironment(cwd) })
}

function gitEnvironment(home: string): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    GIT_AUTHOR_NAME: 'a',
    GIT_AUTHOR_EMAIL: 'a@example.invalid',
    GIT_COMMITTER_NAME: 'a',
    GIT_COMMITTER_EMAIL: 'a@example.invalid',
    GIT_CONFIG_NOSYSTEM: '1',
  }
}

/** The project that every case starts from: a repository with a remote ahead of it, branches, links and scripts. */
export function makeTemplate(arena: string): string {
  const home = join(arena, 'template')
  const root = join(home, 'project')
  mkdirSync(root, { recursive: true })
  mkdirSync(join(home, 'tmp'))
  const memory = (focus: string, decision: string) =>
    `# Memory\n\n${focus}\n\n## Snapshot\n- one\n- two\n- three\n- four\n\n## Decisions\n- a\n${decision}`
  put(root, 'memory-bank/MEMORY.md', memory('a focus', ''))
  put(root, 'memory-bank/details/tech.md', '# Tech\n\n- a stack\n')
  put(root, 'memory-bank/details/progress.md', '# Progress\n\n- a step\n')
  put(root, 'memory-bank/details/patterns.md', '# Patterns\n\n- a pattern\n')
  put(root, 'docs/note.md', '# Note\n\na note\n')
  put(root, 'docs/guide.md', '# Guide\n')
  put(root, 'src/app.ts', 'export const a = 1\n')
  put(root, 'src/index.js', 'console.log(1)\n')
  put(root, 'README.md', '# Project\n\nSee memory-bank/MEMORY.md\n')
  put(root, 'skills/memory-bank/SKILL.md', '# Skill\n')
  put(root, 'memory-bank-old/MEMORY.md', '# Old\n')
  put(root, 'memory-bank.json', '{}\n')
  put(
    root,
    'package.json',
    JSON.stringify({
      name: 'p',
      version: '1.0.0',
      scripts: {
        'mb:write': 'echo x >> memory-bank/MEMORY.md',
        lint: 'echo lint',
        docs: 'node scripts/docs.js',
        stats: 'wc -l memory-bank/*.md',
        test: 'node src/index.js',
      },
    }),
  )
  put(
    root,
    'Makefile',
    'BANK = memory-bank\nall: build\nbuild:\n\t@echo build > build.log\nmb-update:\n\t@echo "- x" >> $(BANK)/MEMORY.md\nmb-show:\n\t@cat $(BANK)/MEMORY.md\n',
  )
  put(
    root,
    'justfile',
    'bank := "memory-bank"\nshow:\n  cat {{bank}}/MEMORY.md\nnote text:\n  echo {{text}} >> {{bank}}/MEMORY.md\n',
  )
  put(root, 'scripts/update.sh', '#!/bin/sh\nD=memory-bank\necho x >> "$D/MEMORY.md"\n')
  put(root, 'scripts/show.sh', '#!/bin/sh\ncat memory-bank/MEMORY.md\n')
  put(root, 'scripts/update.py', "from pathlib import Path\np = Path('memory-bank') / 'MEMORY.md'\np.write_text('x')\n")
  put(root, 'scripts/count.py', "print(len(open('memory-bank/MEMORY.md').read()))\n")
  put(root, 'scripts/update.js', "const fs = require('fs')\nfs.appendFileSync('memory-bank/MEMORY.md', 'x')\n")
  put(
    root,
    'scripts/docs.js',
    "const fs = require('fs')\nfs.writeFileSync('docs/out.md', fs.readFileSync('memory-bank/MEMORY.md'))\n",
  )
  for (const name of ['update.sh', 'show.sh']) execFileSync('chmod', ['+x', join(root, 'scripts', name)])
  symlinkSync('../memory-bank/MEMORY.md', join(root, 'docs/mem.md'))
  symlinkSync('memory-bank', join(root, 'mb-link'))
  put(
    home,
    '.gitconfig',
    '[user]\n\tname = a\n\temail = a@example.invalid\n[init]\n\tdefaultBranch = main\n[pull]\n\trebase = false\n',
  )
  git(root, 'init', '-q', '-b', 'main')
  git(root, 'add', '.')
  git(root, 'commit', '-qm', 'first')
  put(root, 'memory-bank/details/tech.md', '# Tech\n\n- a stack\n- second\n')
  git(root, 'commit', '-qam', 'second')
  git(root, 'checkout', '-qb', 'feature')
  put(root, 'memory-bank/details/progress.md', '# Progress\n\n- a step\n- feature\n')
  git(root, 'commit', '-qam', 'feature')
  git(root, 'checkout', '-q', 'main')
  // A patch, archives that contain the bank, and finally a bank with an uncommitted change.
  put(root, 'memory-bank/MEMORY.md', memory('a focus', '- patched\n'))
  put(root, 'patches/mb.patch', execFileSync('git', ['diff'], { cwd: root, env: gitEnvironment(home) }))
  git(root, 'checkout', '-q', '--', 'memory-bank/MEMORY.md')
  put(
    root,
    'patches/src.patch',
    '--- a/src/app.ts\n+++ b/src/app.ts\n@@ -1 +1 @@\n-export const a = 1\n+export const a = 2\n',
  )
  const packed = join(home, 'packed')
  put(packed, 'memory-bank/MEMORY.md', '# Packed\n')
  put(packed, 'memory-bank/details/packed.md', '# Packed\n')
  put(packed, 'lib/a.txt', 'a\n')
  execFileSync('tar', ['cf', join(root, 'mb.tar'), '-C', packed, 'memory-bank'])
  execFileSync('tar', ['czf', join(root, 'mb.tgz'), '-C', packed, 'memory-bank'])
  execFileSync('tar', ['czf', join(root, 'lib.tgz'), '-C', packed, 'lib'])
  if (spawnSync('zip', ['-v']).status === 0) {
    execFileSync('zip', ['-qr', join(root, 'mb.zip'), 'memory-bank'], { cwd: packed })
    execFileSync('zip', ['-qr', join(root, 'lib.zip'), 'lib'], { cwd: packed })
  }
  rmSync(packed, { recursive: true })
  git(root, 'add', '.')
  git(root, 'commit', '-qm', 'third')
  put(root, 'memory-bank/details/tech.md', '# Tech\n\n- a stack\n- second\n- third\n')
  git(root, 'commit', '-qam', 'fourth')
  git(home, 'clone', '-q', '--bare', root, join(home, 'remote.git'))
  git(home, 'clone', '-q', join(home, 'remote.git'), join(home, 'other'))
  put(join(home, 'other'), 'memory-bank/details/patterns.md', '# Patterns\n\n- a pattern\n- pulled\n')
  git(join(home, 'other'), 'commit', '-qam', 'pulled')
  git(join(home, 'other'), 'push', '-q')
  rmSync(join(home, 'other'), { recursive: true })
  git(root, 'remote', 'add', 'origin', '../remote.git')
  git(root, 'fetch', '-q')
  git(root, 'branch', '-q', '-u', 'origin/main')
  git(root, 'update-ref', 'refs/remotes/origin/main', 'main')
  put(root, 'memory-bank/MEMORY.md', memory('a focus, not yet committed', ''))
  return home
}

/** A fresh copy of the template. */
export function makeStage(arena: string, template: string): Stage {
  const home = mkdtempSync(join(arena, 'stage-'))
  cpSync(template, home, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true })
  return { home, root: join(home, 'project'), tmp: join(home, 'tmp') }
}

export function removeStage(stage: Stage): void {
  rmSync(stage.home, { recursive: true, force: true })
}

export function fill(command: string, stage: Stage): string {
  return command
    .replaceAll('{{ROOT}}', () => stage.root)
    .replaceAll('{{TMP}}', () => stage.tmp)
    .replaceAll('{{HOME}}', () => stage.home)
}

function environment(stage: Stage): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '',
    LANG: process.env['LANG'] ?? 'C.UTF-8',
    HOME: stage.home,
    TMPDIR: stage.tmp,
    USER: 'agent',
    SHELL: '/bin/bash',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
  }
}

const canUnshare = spawnSync('unshare', ['-rnm', 'true']).status === 0

/** Runs the command for real. Only the stage is writable, and there is no network. */
function execute(command: string, cwd: string, stage: Stage): SpawnSyncReturns<string> {
  const options = { cwd, env: environment(stage), input: '', timeout: 120_000, encoding: 'utf8' } as const
  if (!canUnshare) return spawnSync('timeout', ['10', 'bash', '-c', command], options)
  const setUp =
    'mount --bind "$0" "$0" && mount -o remount,bind,ro / && mount -t tmpfs none /tmp; cd "$1" && exec timeout 10 bash -c "$2"'
  return spawnSync('unshare', ['-rnm', '--kill-child', 'bash', '-c', setUp, stage.home, cwd, command], options)
}

/** The state of the bank and its settings: path → kind, mode and content. */
function bankState(stage: Stage): ReadonlyMap<string, string> {
  const state = new Map<string, string>()
  const walk = (path: string, name: string) => {
    const info = lstatSync(path, { throwIfNoEntry: false })
    if (info === undefined) return
    const mode = (info.mode & 0o777).toString(8)
    if (info.isSymbolicLink()) state.set(name, `link ${readlinkSync(path)}`)
    else if (info.isDirectory()) {
      state.set(name, `folder ${mode}`)
      for (const entry of readdirSync(path)) walk(join(path, entry), `${name}/${entry}`)
    } else if (info.isFile())
      state.set(name, `file ${mode} ${createHash('sha1').update(readFileSync(path)).digest('hex')}`)
    else state.set(name, 'special')
  }
  walk(join(stage.root, 'memory-bank'), 'memory-bank')
  return state
}

function configState(stage: Stage): string | undefined {
  const path = join(stage.root, 'memory-bank.json')
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

function differ(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): boolean {
  if (a.size !== b.size) return true
  for (const [key, value] of a) if (b.get(key) !== value) return true
  return false
}

/** The disk as the shell guard sees it. */
export function contextFor(stage: Stage, cwd: string): ShellContext {
  const realPath = (path: string): string => {
    try {
      return realpathSync(path)
    } catch {
      const parent = dirname(path)
      return parent === path ? path : join(realPath(parent), path.slice(path.lastIndexOf('/') + 1))
    }
  }
  return {
    cwd: realPath(cwd),
    bank: realPath(join(stage.root, 'memory-bank')),
    project: realPath(stage.root),
    home: stage.home,
    env: environment(stage),
    readFile: (path: string) => {
      try {
        return lstatSync(realPath(path)).isFile() && lstatSync(realPath(path)).size < 1_000_000
          ? readFileSync(path, 'utf8')
          : undefined
      } catch {
        return undefined
      }
    },
    realPath,
    list: (path: string) => {
      try {
        return readdirSync(path)
      } catch {
        return []
      }
    },
    caseBlind: false,
  }
}

export function isRefused({ kind }: ShellJudgement): boolean {
  return kind !== 'only-reads' && kind !== 'writes-elsewhere' && kind !== 'not-certain'
}

/** A change of the bank would be put back. */
export function isPutBack(judgement: ShellJudgement): boolean {
  return judgement.kind === 'not-certain' && judgement.suspect
}

export interface Tried {
  readonly outcome: 'refused' | 'put back' | 'standing' | 'unchanged'
  /** The guard's text before or after the command. */
  readonly said: string
}

/** Plays an agent's command: asks the guard, runs the command unless refused, and reports its end. */
export async function tryCommand(command: string, cwd: string, stage: Stage): Promise<Tried> {
  const opened = Guard.open({
    folder: stage.root,
    env: { ...environment(stage), XDG_STATE_HOME: join(stage.home, '.state') },
    now: () => new Date(),
    progress: () => {},
  })
  if (!opened.ok) throw new Error(opened.problem.code)
  const calls = [{ kind: 'shell', command, cwd: undefined, background: false }] as const
  const event = { session: 's', call: '1', calls, cwd } as const
  const { verdict } = await opened.value.handle({ kind: 'tool-requested', ...event })
  if (verdict.kind === 'refuse') return { outcome: 'refused', said: verdict.text }
  const before = bankState(stage)
  const config = configState(stage)
  execute(command, cwd, stage)
  const changed = differ(before, bankState(stage)) || configState(stage) !== config
  const after = (await opened.value.handle({ kind: 'tool-finished', ...event })).verdict
  const said = after.kind === 'allow' ? '' : after.text
  if (!changed) return { outcome: 'unchanged', said }
  const stands = differ(before, bankState(stage)) || configState(stage) !== config
  return { outcome: stands ? 'standing' : 'put back', said }
}
