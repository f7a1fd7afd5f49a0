/**
 * What git knows about the bank. Every call runs in the bank's real folder and names paths relative to
 * it, so that a bank reached through a link is asked in the repository it really stands in.
 *
 * Outside git, or without git on the machine, the answers are empty: everything works without it.
 */

import { realpathSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import type { BankPath } from '../../core/bank-path.ts'
import type { Change } from '../../core/change.ts'
import { childProcess } from '../built-in.ts'
import { isThere } from '../disk.ts'
import { decodeText } from '../text-codec.ts'
import { indexedFiles, topOf } from './index-file.ts'

/** Every tracked file of the repository the folder is in, relative to the folder; undefined outside git. */
export function trackedFiles(folder: string): readonly string[] | undefined {
  const known = indexedFiles(folder)
  if (known !== undefined) return known
  const listed = run(folder, ['ls-files', '-z'])
  return listed === undefined ? undefined : split(decodeText(listed))
}

/** The addresses of those who wrote the last few thousand commits; none outside git. */
export function authors(folder: string): readonly string[] {
  return [...new Set(git(folder, ['log', '--max-count=3000', '--format=%ae%n%ce']).split('\n'))].filter(
    (one) => one !== '',
  )
}

/** The file as HEAD has it. */
export function committedText(bank: string, path: BankPath): string | undefined {
  const shown = run(bank, ['show', `HEAD:./${path}`])
  return shown === undefined ? undefined : decodeText(shown)
}

/**
 * Tell the index about moves of tracked files, as `git mv` would: the entry changes its path and keeps
 * its content. False where git did not take it; the files themselves are moved all the same.
 */
export function moveInIndex(bank: string, changes: readonly Change[]): boolean {
  const moves = changes.flatMap((change) => (change.kind === 'move' ? [change] : []))
  if (moves.length === 0) return true
  const staged = run(bank, ['ls-files', '-z', '--stage', '--full-name', '--', ...moves.map((move) => move.path)])
  if (staged === undefined) return true // not under git
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
  return prefixOnDisk(bank) ?? git(bank, ['rev-parse', '--show-prefix']).replace(/\n$/, '')
}

/** As git finds it, without starting it; undefined where links or an unusual repository stand in between. */
function prefixOnDisk(folder: string): string | undefined {
  const top = topOf(folder)
  if (top === undefined || !isThere(join(top, '.git', 'HEAD')) || realpathSync.native(folder) !== folder)
    return undefined
  const below = relative(top, folder)
  return below === '' ? '' : `${below.split(sep).join('/')}/`
}

/** What a git command says; empty where it fails. */
export function git(folder: string, args: readonly string[]): string {
  const output = run(folder, args)
  return output === undefined ? '' : decodeText(output)
}

/** Git's answer; undefined where it has none. One that takes too long is told as far as it went. */
export function run(
  folder: string,
  args: readonly string[],
  input?: string | Buffer,
  bounds?: GitBounds,
): Buffer | undefined {
  const done = childProcess().spawnSync('git', ['-c', 'core.quotepath=off', ...args], {
    cwd: folder,
    ...(input === undefined ? {} : { input }),
    maxBuffer: 1024 * 1024 * 1024,
    stdio: ['pipe', 'pipe', 'ignore'],
    env: {
      ...gitEnvironment(args[0] !== 'update-index'),
      ...(bounds?.patterns === true ? { GIT_LITERAL_PATHSPECS: '0' } : {}),
    },
    ...(bounds?.milliseconds === undefined ? {} : { timeout: bounds.milliseconds, killSignal: 'SIGKILL' as const }),
  })
  if (done.signal !== null) bounds?.onCut?.()
  if (bounds?.isWhole === true && done.signal !== null) return undefined
  if (bounds !== undefined && (done.signal !== null || bounds.statuses?.includes(done.status ?? -1) === true))
    return done.stdout
  return done.error === undefined && done.status === 0 ? done.stdout : undefined
}

/** What git says in so many milliseconds, and whether that is all; nothing where it fails. Paths may be patterns. */
export function runFor(
  folder: string,
  args: readonly string[],
  milliseconds: number,
): { readonly output: string; readonly isWhole: boolean } {
  let isWhole = true
  const output = run(folder, args, undefined, { milliseconds, patterns: true, onCut: () => (isWhole = false) })
  return { output: output === undefined ? '' : decodeText(output), isWhole }
}

export interface GitBounds {
  readonly milliseconds?: number
  /** Called where only part of an answer came in time. */
  readonly onCut?: () => void
  /** Part of an answer is none. */
  readonly isWhole?: boolean
  /** Paths may be patterns. */
  readonly patterns?: boolean
  /** What is an answer besides 0. */
  readonly statuses?: readonly number[]
}

/** What a hook of git's own tells its children about *its* repository; ours is found from the folder. */
const OF_ANOTHER_REPOSITORY =
  /^GIT_(?:DIR|WORK_TREE|INDEX_FILE|PREFIX|COMMON_DIR|OBJECT_DIRECTORY|NAMESPACE|CEILING_DIRECTORIES)$/

function gitEnvironment(onlyReads: boolean): NodeJS.ProcessEnv {
  const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !OF_ANOTHER_REPOSITORY.test(name)))
  // Reading must not touch the index (S16), and a file called `*` is a file.
  return { ...own, GIT_LITERAL_PATHSPECS: '1', ...(onlyReads ? { GIT_OPTIONAL_LOCKS: '0' } : {}) }
}

export function split(output: string): readonly string[] {
  return output.split('\0').filter((token) => token !== '')
}
