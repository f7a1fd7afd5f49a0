/** Runs the program in temporary projects: in a thread, or as a process if the process matters. */

import { type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  cpSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { type FaultPlan, type Outcome, ProgramThread } from './program-thread.ts'

export type { Fault, FaultPlan, Outcome } from './program-thread.ts'

import { AGENT_VARIABLES, ASSUME_PERSON } from '../../src/base/agent-shell.ts'

export const ROOT = resolve(import.meta.dirname, '../..')
export const PROGRAM = join(ROOT, 'dist/cli/main.cjs')
const INJECTOR = join(import.meta.dirname, 'fault-injector.cjs')

export type Files = Readonly<Record<string, string | Buffer>>
export type Tree = Readonly<Record<string, string>>

export interface RunOptions {
  readonly env?: NodeJS.ProcessEnv
  readonly node?: readonly string[]
  readonly input?: string
  readonly cwd?: string
  readonly faults?: FaultPlan
  /** Run as an ordinary user, to whom permissions apply. Needs a sandbox made with `forAnyone`. */
  readonly ordinary?: boolean
  /** User id of the process. Needs root. */
  readonly uid?: number
  readonly stdio?: SpawnOptions['stdio']
}

/** A command that takes longer hangs. */
const PATIENCE_MS = 200_000

const PROCESS_OPTIONS = ['node', 'ordinary', 'uid', 'stdio'] as const
/** These commands resolve paths in the process's folder (except standard input), or converse. */
const PROCESS_WORDS = ['--from', '--file', '--export', 'mcp']
const THREAD = new ProgramThread()

const IS_ROOT = process.getuid?.() === 0
const ORDINARY = 65_534

/** By default a person starts the programs, even if an agent runs the tests. */
export const A_PERSONS_SCRIPT: NodeJS.ProcessEnv = {
  ...Object.fromEntries(AGENT_VARIABLES.map((name) => [name, ''])),
  [ASSUME_PERSON]: '1',
}

/** A temporary folder with a project, a home and a state directory. */
export class Sandbox {
  readonly base: string
  readonly project: string
  readonly home: string
  readonly state: string
  program = PROGRAM

  constructor(options: { readonly name?: string; readonly fast?: boolean } = {}) {
    this.base = realpathSync(mkdtempSync(join(options.fast ? fastFolder() : tmpdir(), 'mb-scenario-')))
    this.project = join(this.base, options.name ?? 'project')
    this.home = join(this.base, 'home')
    this.state = join(this.base, 'state')
    for (const folder of [this.project, this.home, this.state]) mkdirSync(folder, { recursive: true })
  }

  get bank(): string {
    return join(this.project, 'memory-bank')
  }

  write(files: Files): this {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(this.project, path)), { recursive: true })
      writeFileSync(join(this.project, path), content)
    }
    return this
  }

  read(path: string): string {
    return readFileSync(join(this.project, path), 'utf8')
  }

  tree(folder = 'memory-bank'): Tree {
    return treeOf(join(this.project, folder))
  }

  /**
   * Permissions do not apply to root, so tests of permissions run as another user, with a copy of the program that
   * this user may read.
   */
  forAnyone(): this {
    if (!IS_ROOT) return this
    const copy = join(this.base, 'package')
    cpSync(join(ROOT, 'dist'), join(copy, 'dist'), { recursive: true })
    cpSync(join(ROOT, 'templates'), join(copy, 'templates'), { recursive: true })
    this.program = join(copy, 'dist/cli/main.cjs')
    chmodSync(this.base, 0o755)
    for (const folder of [this.project, this.home, this.state]) {
      chownSync(folder, ORDINARY, ORDINARY)
      for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
        lchownSync(join(folder, path), ORDINARY, ORDINARY)
    }
    return this
  }

  /** Saves project and state. The state is keyed by the project's path, so both must be restored to the same place. */
  save(as = 'saved'): this {
    for (const name of ['project', 'state'] as const) copyFolder(this[name], join(this.base, as, name))
    return this
  }

  restore(as = 'saved'): this {
    for (const name of ['project', 'state'] as const) copyFolder(join(this.base, as, name), this[name])
    return this
  }

  env(more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
    const {
      NODE_EXTRA_CA_CERTS: _,
      NODE_OPTIONS: __,
      NO_COLOR: ___,
      FORCE_COLOR: ____,
      GITHUB_ACTIONS: _____,
      ...env
    } = process.env
    const ours = { HOME: this.home, XDG_STATE_HOME: this.state, LANG: 'C', LC_ALL: 'C', TERM: 'xterm' }
    return {
      ...env,
      ...A_PERSONS_SCRIPT,
      ...ours,
      GIT_CONFIG_GLOBAL: join(this.home, '.gitconfig'),
      GIT_CONFIG_NOSYSTEM: '1',
      ...more,
    }
  }

  /** Runs in a thread, unless an option needs a process. */
  run(args: readonly string[], options: RunOptions = {}): Outcome {
    const needsProcess =
      this.program !== PROGRAM ||
      PROCESS_OPTIONS.some((name) => options[name] !== undefined) ||
      args.some((arg, at) => PROCESS_WORDS.includes(arg) && args[at + 1] !== '-')
    if (needsProcess) return this.spawn(args, options)
    const { env = {}, input = '', cwd = this.project, faults } = options
    const plan = faults === undefined ? {} : { faults: this.#faults(faults) }
    return THREAD.run({ args, env: this.env(env), cwd, input, ...plan }, PATIENCE_MS)
  }

  /** Runs as a process of the built program. */
  spawn(args: readonly string[], options: RunOptions = {}): Outcome {
    const done = spawnSync(process.execPath, this.#argv(args, options), {
      ...this.#spawn(options),
      ...(options.stdio === undefined ? { input: options.input ?? '' } : {}),
      encoding: 'utf8',
      maxBuffer: 256 * 1024 * 1024,
      timeout: PATIENCE_MS,
    })
    return { code: done.status, signal: done.signal, out: done.stdout ?? '', err: done.stderr ?? '' }
  }

  /** Starts a process without waiting. If it hangs, it is ended with SIGTERM. */
  start(args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
    return new Promise((done) => {
      const child = spawn(process.execPath, this.#argv(args, options), {
        stdio: ['ignore', 'pipe', 'pipe'],
        ...this.#spawn(options),
        timeout: PATIENCE_MS,
      })
      let out = ''
      let err = ''
      child.stdout?.on('data', (chunk) => {
        out += chunk
      })
      child.stderr?.on('data', (chunk) => {
        err += chunk
      })
      child.on('close', (code, signal) => done({ code, signal, out, err }))
    })
  }

  /** The one JSON object a command prints. */
  json(args: readonly string[], options: RunOptions = {}): Record<string, unknown> {
    return JSON.parse(this.run([...args, '--json'], options).out)
  }

  git(...args: readonly string[]): string {
    return this.gitIn(this.project, ...args)
  }

  gitIn(folder: string, ...args: readonly string[]): string {
    const settings = {
      'user.name': 'Ann',
      'user.email': 'ann@example.org',
      'init.defaultBranch': 'main',
      'init.templateDir': '',
      'commit.gpgsign': 'false',
      'protocol.file.allow': 'always',
    }
    const given = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const done = spawnSync('git', [...given, ...args], { cwd: folder, env: this.env(), encoding: 'utf8' })
    if (done.status !== 0) throw new Error(`git ${args.join(' ')}: ${done.stderr}`)
    return done.stdout
  }

  remove(): void {
    rmSync(this.base, { recursive: true, force: true })
  }

  #faults(plan: FaultPlan): FaultPlan {
    return { folders: [this.bank, this.state], ...plan }
  }

  #argv(args: readonly string[], options: RunOptions): string[] {
    const injector = options.faults === undefined ? [] : ['--require', INJECTOR]
    return [...injector, ...(options.node ?? []), this.program, ...args]
  }

  #spawn(options: RunOptions): SpawnOptions {
    const fault = options.faults === undefined ? {} : { MB_FAULT: JSON.stringify(this.#faults(options.faults)) }
    const user = options.uid ?? (options.ordinary ? ORDINARY : undefined)
    return {
      cwd: options.cwd ?? this.project,
      env: this.env({ ...fault, ...options.env }),
      ...(user !== undefined && IS_ROOT ? { uid: user, gid: user } : {}),
      ...(options.stdio === undefined ? {} : { stdio: options.stdio }),
    }
  }
}

/** Every file below a folder: path → bytes. Folders have a slash and no text; links have their target. */
export function treeOf(root: string): Tree {
  if (lstatSync(root, { throwIfNoEntry: false })?.isDirectory() !== true) return {}
  const entries = readdirSync(root, { recursive: true, encoding: 'utf8' }).sort()
  return Object.fromEntries(
    entries.map((path) => {
      const stat = lstatSync(join(root, path))
      if (stat.isDirectory()) return [`${path}/`, '']
      if (stat.isSymbolicLink()) return [path, `→ ${readlinkSync(join(root, path))}`]
      return [path, stat.isFile() ? readFileSync(join(root, path), 'latin1') : 'special']
    }),
  )
}

/** The only difference that two runs of the same plan may have. */
export function withoutClock(tree: Tree): Tree {
  return Object.fromEntries(
    Object.entries(tree).map(([path, text]) => [path, text.replace(/lastUpdated: [0-9T:Z-]+/g, 'lastUpdated: <now>')]),
  )
}

/** A failure as printed: one sentence and one next step. */
export const PLAIN_FAILURE = /^✗ [^\n]+\n {2}→ [^\n]+\n$/

/** An in-memory disk if there is one, because the crash suite syncs thousands of files. */
function fastFolder(): string {
  try {
    accessSync('/dev/shm', constants.W_OK)
    return '/dev/shm'
  } catch {
    return tmpdir()
  }
}

/** Replaces `to` at once by a copy: a server that still handles old requests may write there meanwhile. */
function copyFolder(from: string, to: string): void {
  const copy = `${to}.copy`
  const hasSource = existsSync(from)
  if (hasSource) cpSync(from, copy, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true })
  while (!isReplaced(to, hasSource ? copy : undefined));
}

/** False if somebody wrote into the folder between its removal and the copy's arrival. */
function isReplaced(folder: string, copy: string | undefined): boolean {
  try {
    rmSync(folder, { recursive: true, force: true })
    if (copy !== undefined) renameSync(copy, folder)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && ['ENOTEMPTY', 'EEXIST'].includes(String(error.code))) return false
    throw error
  }
}

/** Standard error without the lines about what git and others changed in the bank (S34). */
export function withoutReports(err: string): string {
  return err.replaceAll(
    /^(?:git (?:brought|changed|removed) .*|memory-bank\/.* changed outside Memory Bank.*|Memory Bank could not verify.*)\n/gm,
    '',
  )
}
