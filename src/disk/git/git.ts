/**
 * Calls git. Each call runs in the bank's real folder with paths relative to it: a bank behind a link is looked up in
 * its own repository.
 *
 * Outside git, or without git on the machine, the answers are empty: everything works without git.
 */

import { lstatSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { BankPath } from '../../base/bank-path.ts'
import type { Change } from '../../base/change.ts'
import { childProcess, monotonicMs } from '../built-in.ts'
import { isThere } from '../disk.ts'
import { textOfRegular } from '../open-file.ts'
import { decodeText } from '../text-codec.ts'

/** Every tracked file of the folder, relative to it. Undefined outside git. */
export function trackedFiles(folder: string): readonly string[] | undefined {
  const listed = runGit(folder, ['ls-files', '-z'])
  // A conflicted file is listed once per side.
  return listed === undefined ? undefined : [...new Set(splitNul(decodeText(listed)))]
}

/** The e-mail addresses of the authors and committers of the last 3,000 commits. Empty outside git. */
export function authors(folder: string): readonly string[] {
  const format = '--format=%ae%n%ce%n%(trailers:key=Co-authored-by,valueonly)'
  const named = gitOutput(folder, ['log', '--max-count=3000', format]).split('\n')
  return [...new Set(named.map((one) => /<([^<>]*)>/.exec(one)?.[1] ?? one))].filter((one) => one !== '')
}

/** The author that git would give a commit made here. */
export function userName(folder: string): string | undefined {
  const name = gitOutput(folder, ['config', 'user.name']).trim()
  return name === '' ? undefined : name
}

/** The text of the file in HEAD. */
export function committedText(bank: string, path: BankPath): string | undefined {
  return textAt(bank, 'HEAD', path)
}

/** The texts of the file in HEAD and, during a merge, on the other side. */
export function recordedText(bank: string, path: BankPath): string | undefined {
  const sides = ['HEAD', 'MERGE_HEAD'].flatMap((side) => textAt(bank, side, path) ?? [])
  return sides.length === 0 ? undefined : sides.join('\n')
}

function textAt(bank: string, commit: string, path: BankPath): string | undefined {
  const output = runGit(bank, ['show', `${commit}:./${path}`])
  return output === undefined ? undefined : decodeText(output)
}

/**
 * Stages moves as `git mv` would, after the files moved (S14), so that they keep their history. False if the index is
 * locked or damaged; git then finds the moves by content.
 */
export function moveInIndex(bank: string, changes: readonly Change[]): boolean {
  const moves = changes.flatMap((change) => (change.kind === 'move' ? [change] : []))
  if (moves.length === 0) return true
  let isLate = false
  const args = ['ls-files', '-z', '--stage', '--full-name', '--', ...moves.map((move) => move.path)]
  const staged = runGit(bank, args, undefined, { onTimeout: () => (isLate = true) })
  if (staged === undefined) return !isLate // outside git
  const prefix = prefixOf(bank)
  const targets = new Map(moves.map((move) => [prefix + move.path, prefix + move.to]))
  const lines = stagedFiles(staged).flatMap(({ mode, id, stage, path }) => {
    const target = targets.get(path)
    return target === undefined ? [] : [`0 ${'0'.repeat(40)}\t${path}\0`, `${mode} ${id} ${stage}\t${target}\0`]
  })
  return lines.length === 0 || runGit(bank, ['update-index', '-z', '--index-info'], lines.join('')) !== undefined
}

interface StagedFile {
  readonly mode: string
  readonly id: string
  /** `0` for a merged file; `1`, `2` and `3` for the sides of an unmerged one: base, ours, theirs. */
  readonly stage: string
  readonly path: string
}

/** Parses the output of `git ls-files -s -z`. */
export function stagedFiles(listed: Buffer | undefined): readonly StagedFile[] {
  return splitNul(listed === undefined ? '' : decodeText(listed)).flatMap((line) => {
    const [, mode, id, stage, path] = /^(\d+) ([0-9a-f]+) (\d)\t([\s\S]+)$/.exec(line) ?? []
    return mode === undefined || id === undefined || stage === undefined || path === undefined
      ? []
      : [{ mode, id, stage, path }]
  })
}

/** The bank's path below the top level of its repository, with a trailing slash. */
export function prefixOf(bank: string): string {
  return gitOutput(bank, ['rev-parse', '--show-prefix']).replace(/\n$/, '')
}

/** The output of a git command; empty if it fails. */
export function gitOutput(folder: string, args: readonly string[]): string {
  const output = runGit(folder, args)
  return output === undefined ? '' : decodeText(output)
}

/**
 * The output of git; undefined if it fails or takes too long. A hook has twenty seconds in all, and a person waits for
 * a command, so every call has a limit. `onTimeout` is called on a timeout.
 */
export function runGit(
  folder: string,
  args: readonly string[],
  input?: string | Buffer,
  bounds: GitBounds = {},
): Buffer | undefined {
  const { milliseconds = GIT_MILLISECONDS, onTimeout, isPart = false, patterns = false, statuses = [] } = bounds
  if (!isSafeToCall(folder, args)) {
    onTimeout?.()
    return undefined
  }
  const onlyReads = args[0] !== 'update-index'
  const done = childProcess().spawnSync('git', ['-c', 'core.quotepath=off', '-c', 'core.fsmonitor=false', ...args], {
    cwd: folder,
    ...(input === undefined ? {} : { input }),
    maxBuffer: 1024 * 1024 * 1024,
    stdio: ['pipe', 'pipe', 'ignore'],
    env: gitEnvironment(onlyReads, patterns),
    timeout: milliseconds,
    // SIGTERM lets a writing command remove its lock.
    killSignal: onlyReads ? 'SIGKILL' : 'SIGTERM',
  })
  if (done.signal !== null) {
    onTimeout?.()
    return isPart ? done.stdout : undefined
  }
  return done.status !== null && [0, ...statuses].includes(done.status) ? done.stdout : undefined
}

/** The default limit of one call, and the limit of all calls of one command. */
const GIT_MILLISECONDS = 10_000
export const COMMAND_MILLISECONDS = 10_000

/** Calls of git that share one time limit. After it, git is not called again. */
export class TimedGit {
  readonly #folder: string
  readonly #ends: number
  #isLate = false

  constructor(folder: string, milliseconds: number) {
    this.#folder = folder
    this.#ends = monotonicMs() + milliseconds
  }

  /** Time ran out: an answer is missing or may be cut short. */
  get isLate(): boolean {
    return this.#isLate
  }

  ask(args: readonly string[], input?: string | Buffer, bounds: GitBounds = {}): Buffer | undefined {
    const left = Math.ceil(this.#ends - monotonicMs())
    if (left <= 0) this.#isLate = true
    if (this.#isLate) return undefined
    return runGit(this.#folder, args, input, {
      ...bounds,
      milliseconds: Math.min(left, bounds.milliseconds ?? left),
      onTimeout: () => {
        this.#isLate = true
      },
    })
  }

  /** The non-empty lines of the output. */
  lines(args: readonly string[], input?: string | Buffer): readonly string[] | undefined {
    const answer = this.ask(args, input)
    return answer === undefined ? undefined : linesOf(answer)
  }
}

function linesOf(output: Buffer): readonly string[] {
  return decodeText(output)
    .split('\n')
    .filter((line) => line !== '')
}

/** The output of git within this time, and whether it is complete. Empty if git fails. Paths may be patterns. */
export function runGitFor(
  folder: string,
  args: readonly string[],
  milliseconds: number,
): { readonly output: string; readonly isWhole: boolean } {
  let isWhole = true
  const output = runGit(folder, args, undefined, {
    milliseconds,
    patterns: true,
    isPart: true,
    onTimeout: () => (isWhole = false),
  })
  return { output: output === undefined ? '' : decodeText(output), isWhole }
}

export interface GitBounds {
  readonly milliseconds?: number
  /** Called on a timeout. */
  readonly onTimeout?: () => unknown
  /** Return the output up to the timeout. */
  readonly isPart?: boolean
  /** Paths may be patterns. */
  readonly patterns?: boolean
  /** Exit codes other than 0 that count as success. */
  readonly statuses?: readonly number[]
}

/** Git sets these variables for its hooks. Memory Bank finds the repository from the folder instead. */
const OF_ANOTHER_REPOSITORY: ReadonlySet<string> = new Set(
  [
    'DIR',
    'WORK_TREE',
    'INDEX_FILE',
    'PREFIX',
    'COMMON_DIR',
    'OBJECT_DIRECTORY',
    'NAMESPACE',
    'CEILING_DIRECTORIES',
  ].map((name) => `GIT_${name}`),
)

function gitEnvironment(onlyReads: boolean, patterns: boolean): NodeJS.ProcessEnv {
  const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !OF_ANOTHER_REPOSITORY.has(name)))
  // Reading must not touch the index (S16), and by default a path like `*` is a file name, not a pattern.
  return { ...own, GIT_LITERAL_PATHSPECS: patterns ? '0' : '1', ...(onlyReads ? { GIT_OPTIONAL_LOCKS: '0' } : {}) }
}

export function splitNul(output: string): readonly string[] {
  return output.split('\0').filter((token) => token !== '')
}

export interface GitObject {
  readonly type: string
  readonly bytes: Buffer
}

/** Reads these objects, without those that do not exist. */
export function readObjects(folder: string, ids: readonly string[]): ReadonlyMap<string, GitObject> {
  const output =
    ids.length === 0 ? undefined : runGit(folder, ['cat-file', '--batch'], `${[...new Set(ids)].join('\n')}\n`)
  return output === undefined ? new Map() : objectsIn(output)
}

/** Parses the output of `git cat-file --batch`. */
export function objectsIn(output: Buffer): ReadonlyMap<string, GitObject> {
  const found = new Map<string, GitObject>()
  // `<id> <type> <size>`, a newline, that many bytes, a newline. For a missing object: `<id> missing`.
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf('\n', at)
    if (end === -1) break
    const [id = '', type = '', size] = output.toString('latin1', at, end).split(' ')
    at = end + 1
    if (size === undefined) continue
    found.set(id, { type, bytes: output.subarray(at, at + Number(size)) })
    at += Number(size) + 1
  }
  return found
}

/** Realistic rules have fewer stars between two slashes. */
const STARS = /\*(?:[^*/\n]*\*+){8}/
const MOST_BYTES = 1024 * 1024

const READS_IGNORED = new Set(['status', 'check-ignore', 'grep', '--exclude-standard'])
const READS_ATTRIBUTES = new Set(['status', 'grep', 'diff', 'log', 'blame', 'hash-object', 'check-attr', 'merge-tree'])

/**
 * Whether it is safe to call git (S39). Git reads .gitignore and .gitattributes unchecked, waits for a pipe, and
 * matches a rule full of stars in exponential time. The files in this folder and above are checked here; for deeper
 * ones there is the time limit.
 */
function isSafeToCall(folder: string, args: readonly string[]): boolean {
  const files = [
    ...(args.some((arg) => READS_IGNORED.has(arg)) ? ['.gitignore'] : []),
    ...(args.some((arg) => READS_ATTRIBUTES.has(arg)) ? ['.gitattributes'] : []),
  ]
  for (let at = folder; files.length > 0; at = dirname(at)) {
    if (!files.every((name) => isPlain(join(at, name)))) return false
    if (isThere(join(at, '.git')) || at === dirname(at)) break
  }
  return true
}

/** Whether git can read the file safely. Git does not follow a link here, and ignores a folder. */
function isPlain(path: string): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (stat === undefined || stat.isSymbolicLink() || stat.isDirectory()) return true
  const text = textOfRegular(path, { bytes: MOST_BYTES })
  return text !== undefined && !STARS.test(text)
}
