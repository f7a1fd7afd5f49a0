/**
 * What git knows about the bank. Every call runs in the bank's real folder and names paths relative to
 * it, so that a bank reached through a link is asked in the repository it really stands in.
 *
 * Outside git, or without git on the machine, the answers are empty: everything works without it.
 */

import { lstatSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { BankPath } from '../../base/bank-path.ts'
import type { Change } from '../../base/change.ts'
import { BANK_FOLDER } from '../../base/layout.ts'
import { childProcess } from '../built-in.ts'
import { isThere } from '../disk.ts'
import { textOfRegular } from '../open-file.ts'
import { decodeText } from '../text-codec.ts'

/** Every tracked file of the repository the folder is in, relative to the folder; undefined outside git. */
export function trackedFiles(folder: string): readonly string[] | undefined {
  const listed = run(folder, ['ls-files', '-z'])
  // A file in conflict is listed once for each side.
  return listed === undefined ? undefined : [...new Set(split(decodeText(listed)))]
}

/** The e-mail addresses of those who made the last few thousand commits; none outside git. */
export function authors(folder: string): readonly string[] {
  return [...new Set(git(folder, ['log', '--max-count=3000', '--format=%ae%n%ce']).split('\n'))].filter(
    (one) => one !== '',
  )
}

/** Whom git would name as the author of a commit made here. */
export function userName(folder: string): string | undefined {
  const name = git(folder, ['config', 'user.name']).trim()
  return name === '' ? undefined : name
}

/** The file as HEAD has it. */
export function committedText(bank: string, path: BankPath): string | undefined {
  return textAt(bank, 'HEAD', path)
}

/** The file as HEAD has it, and as the other side of a merge has it whose commit is still to come. */
export function recordedText(bank: string, path: BankPath): string | undefined {
  const sides = ['HEAD', 'MERGE_HEAD'].flatMap((side) => textAt(bank, side, path) ?? [])
  return sides.length === 0 ? undefined : sides.join('\n')
}

function textAt(bank: string, commit: string, path: BankPath): string | undefined {
  const shown = run(bank, ['show', `${commit}:./${path}`])
  return shown === undefined ? undefined : decodeText(shown)
}

/**
 * Tracked files that moved keep their history (S14): the index learns of the move as `git mv` would tell it, after the
 * files have it. An index that is locked or damaged costs the staged rename, never the move: git finds it by content. False where
 * that is so.
 */
export function moveInIndex(bank: string, changes: readonly Change[]): boolean {
  const moves = changes.flatMap((change) => (change.kind === 'move' ? [change] : []))
  if (moves.length === 0) return true
  let isLate = false
  const asked = ['ls-files', '-z', '--stage', '--full-name', '--', ...moves.map((move) => move.path)]
  const staged = run(bank, asked, undefined, { onCut: () => (isLate = true) })
  if (staged === undefined) return !isLate // not under git
  const prefix = prefixOf(bank)
  const targets = new Map(moves.map((move) => [prefix + move.path, prefix + move.to]))
  const lines = split(decodeText(staged)).flatMap((line) => {
    const match = /^(\d+) ([0-9a-f]+) (\d)\t([\s\S]+)$/.exec(line)
    const target = match?.[4] === undefined ? undefined : targets.get(match[4])
    return match === null || target === undefined
      ? []
      : [`0 ${'0'.repeat(40)}\t${match[4]}\0`, `${match[1]} ${match[2]} ${match[3]}\t${target}\0`]
  })
  return lines.length === 0 || run(bank, ['update-index', '-z', '--index-info'], lines.join('')) !== undefined
}

/** The bank's path below the top level of its repository, with a slash at the end. */
export function prefixOf(bank: string): string {
  return git(bank, ['rev-parse', '--show-prefix']).replace(/\n$/, '')
}

/** What a git command prints; empty where it fails. */
export function git(folder: string, args: readonly string[]): string {
  const output = run(folder, args)
  return output === undefined ? '' : decodeText(output)
}

/**
 * Git's answer; undefined where it has none, or not in time. A hook has twenty seconds in all, and a command's person
 * waits: no call of git is without a limit. Whoever must tell "nothing" from "not in time" hears of it by `onCut`.
 */
export function run(
  folder: string,
  args: readonly string[],
  input?: string | Buffer,
  bounds: GitBounds = {},
): Buffer | undefined {
  const { milliseconds = GIT_MILLISECONDS, onCut, isPart = false, patterns = false, statuses = [] } = bounds
  if (!canAsk(folder, args)) {
    onCut?.()
    return undefined
  }
  const onlyReads = args[0] !== 'update-index'
  const done = childProcess().spawnSync('git', ['-c', 'core.quotepath=off', ...args], {
    cwd: folder,
    ...(input === undefined ? {} : { input }),
    maxBuffer: 1024 * 1024 * 1024,
    stdio: ['pipe', 'pipe', 'ignore'],
    env: gitEnvironment(onlyReads, patterns),
    timeout: milliseconds,
    // What writes removes its lock before it ends.
    killSignal: onlyReads ? 'SIGKILL' : 'SIGTERM',
  })
  if (done.signal !== null) {
    onCut?.()
    return isPart ? done.stdout : undefined
  }
  return done.status !== null && [0, ...statuses].includes(done.status) ? done.stdout : undefined
}

/** How long git may take for one answer where nobody says otherwise, and for all that a command of a person's asks. */
const GIT_MILLISECONDS = 10_000
export const COMMAND_MILLISECONDS = 10_000

/** Questions of git that share one span of time. Once it is over, git is not asked again. */
export class TimedGit {
  readonly #folder: string
  readonly #ends: number
  #isLate = false

  constructor(folder: string, milliseconds: number) {
    this.#folder = folder
    this.#ends = performance.now() + milliseconds
  }

  /** Whether an answer is missing, or may be cut short, since time ran out. */
  get isLate(): boolean {
    return this.#isLate
  }

  ask(args: readonly string[], input?: string | Buffer, bounds: GitBounds = {}): Buffer | undefined {
    const left = Math.ceil(this.#ends - performance.now())
    if (left <= 0) this.#isLate = true
    if (this.#isLate) return undefined
    return run(this.#folder, args, input, {
      ...bounds,
      milliseconds: Math.min(left, bounds.milliseconds ?? left),
      onCut: () => {
        this.#isLate = true
      },
    })
  }

  /** The lines of an answer that are not empty. */
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

/** What git prints within so many milliseconds, and whether that is all; nothing where it fails. Paths may be patterns. */
export function runFor(
  folder: string,
  args: readonly string[],
  milliseconds: number,
): { readonly output: string; readonly isWhole: boolean } {
  let isWhole = true
  const output = run(folder, args, undefined, {
    milliseconds,
    patterns: true,
    isPart: true,
    onCut: () => (isWhole = false),
  })
  return { output: output === undefined ? '' : decodeText(output), isWhole }
}

export interface GitBounds {
  readonly milliseconds?: number
  /** Called where the answer did not come in time. */
  readonly onCut?: () => unknown
  /** What came in time is an answer too. */
  readonly isPart?: boolean
  /** Paths may be patterns. */
  readonly patterns?: boolean
  /** Exit codes that are an answer too, besides 0. */
  readonly statuses?: readonly number[]
}

/** Variables by which a hook of git's tells its children about *its* repository; ours is found from the folder. */
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
  // Reading must not touch the index (S16), and a file called `*` is a file.
  return { ...own, GIT_LITERAL_PATHSPECS: patterns ? '0' : '1', ...(onlyReads ? { GIT_OPTIONAL_LOCKS: '0' } : {}) }
}

export function split(output: string): readonly string[] {
  return output.split('\0').filter((token) => token !== '')
}

export interface GitObject {
  readonly type: string
  readonly bytes: Buffer
}

/** Those that there are. */
export function readObjects(folder: string, ids: readonly string[]): ReadonlyMap<string, GitObject> {
  const output =
    ids.length === 0 ? undefined : run(folder, ['cat-file', '--batch'], `${[...new Set(ids)].join('\n')}\n`)
  return output === undefined ? new Map() : objectsIn(output)
}

/** What `git cat-file --batch` prints. */
export function objectsIn(output: Buffer): ReadonlyMap<string, GitObject> {
  const found = new Map<string, GitObject>()
  // `<id> <type> <size>`, a line end, so many bytes, a line end; and so on. Of one that is not there: `<id> missing`.
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

/** More stars than this between two slashes are no rule of a person's. */
const STARS = /\*(?:[^*/\n]*\*+){8}/
const MOST_BYTES = 1024 * 1024

const READS_IGNORED = new Set(['status', 'check-ignore', 'grep', '--exclude-standard'])
const READS_ATTRIBUTES = new Set(['status', 'grep', 'diff', 'log', 'blame', 'hash-object', 'check-attr', 'merge-tree'])

/**
 * Whether git can be asked at all: it reads .gitignore and .gitattributes as they are, waits for a pipe, and tries a rule
 * full of stars in every way there is (S39). Those in the folder and above it are looked at before git is; for what
 * stands deeper each question has its time.
 */
function canAsk(folder: string, args: readonly string[]): boolean {
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

/** Git does not follow a link there, and passes over a folder. */
function isPlain(path: string): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (stat === undefined || stat.isSymbolicLink() || stat.isDirectory()) return true
  const text = textOfRegular(path, { bytes: MOST_BYTES })
  return text !== undefined && !STARS.test(text)
}

const MILLISECONDS = 500

/** By file; undefined where git does not answer in time. */
export function linesWith(root: string, words: readonly string[]): ReadonlyMap<string, readonly string[]> | undefined {
  const about = [
    'grep',
    '--untracked',
    '-I',
    '-w',
    '-F',
    '-z',
    '--no-color',
    '--max-count',
    '60',
    ...words.flatMap((word) => ['-e', word]),
  ]
  const output = run(root, [...about, '--', '.', `:(exclude)${BANK_FOLDER}`], undefined, {
    milliseconds: MILLISECONDS,
    patterns: true,
    statuses: [1],
  })
  if (output === undefined) return undefined
  const found = new Map<string, string[]>()
  // Each line is the file's name, a NUL and the text.
  for (const line of decodeText(output).split('\n')) {
    const end = line.indexOf('\0')
    if (end === -1) continue
    const file = line.slice(0, end)
    found.set(file, [...(found.get(file) ?? []), line.slice(end + 1)])
  }
  return found
}
