/**
 * Compares the bank with other commits: the lines changed since a branch point, and the two sides of a merge.
 *
 * "Since" means since this branch left the named one, so that later work on the other branch does not count. Files
 * unknown to git count as changed in every line.
 */

import { type BankPath, bankPath } from '../../base/bank-path.ts'
import type { Problem } from '../../base/problem.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import { decodeText } from '../text-codec.ts'
import { COMMAND_MILLISECONDS, objectsIn, splitNul, TimedGit } from './git.ts'

export interface ChangedLines {
  /** Whether anything of this file changed, its name included. */
  hasFile(path: string): boolean
  /** Whether one of these lines changed. */
  hasLines(path: string, first: number, last: number): boolean
}

type Lines = readonly { readonly first: number; readonly last: number }[] | 'all'

export function changedLines(bank: string, ref: string): Result<ChangedLines> {
  return withinTime(bank, (git) => linesSince(git, ref))
}

/** Calls git within the time limit of a command. A timeout is reported as a problem, never as an empty answer. */
export function withinTime<T>(bank: string, ask: (git: TimedGit) => Result<T>): Result<T> {
  const git = new TimedGit(bank, COMMAND_MILLISECONDS)
  const answer = ask(git)
  return git.isLate ? fail({ code: 'git-late' }) : answer
}

function linesSince(git: TimedGit, ref: string): Result<ChangedLines> {
  const base = branchPointIn(git, ref)
  if (!base.ok) return base
  const changed = changedSince(git, base.value)
  const others = git.ask(['ls-files', '-z', '--others', '--', '.'])
  if (changed === undefined || others === undefined) return fail(unavailable(ref, 'no-git'))
  const files = new Map(changed)
  for (const path of decodeText(others).split('\0')) if (path !== '') files.set(path, 'all')
  return ok({
    hasFile: (path) => files.has(path),
    hasLines(path, first, last) {
      const lines = files.get(path)
      if (lines === undefined || lines === 'all') return lines === 'all'
      return lines.some((one) => one.first <= last && first <= one.last)
    },
  })
}

/**
 * To compare the disk with a commit, git stats every file of the repository. To compare it with the index, git stats
 * only the given paths. So compare the commit with the index and the index with the disk, unless a file changed in
 * both.
 */
function changedSince(git: TimedGit, base: string): readonly (readonly [string, Lines])[] | undefined {
  const staged = compare(git, '--cached', base)
  const edited = compare(git)
  if (staged === undefined || edited === undefined) return undefined
  const both = new Set(staged.map(([path]) => path))
  return edited.some(([path]) => both.has(path)) ? compare(git, base) : [...staged, ...edited]
}

function compare(git: TimedGit, ...what: readonly string[]): readonly (readonly [string, Lines])[] | undefined {
  const diff = (...how: readonly string[]) =>
    git.ask(['diff', '--no-ext-diff', '--find-renames', '--relative', ...how, ...what, '--', '.'])
  const names = diff('--name-status', '-z')
  if (names === undefined || names.length === 0) return names === undefined ? undefined : []
  const patch = diff('--unified=0', '--no-color', '--no-textconv')
  return patch === undefined ? undefined : readDiff(decodeText(names), decodeText(patch))
}

/** The patch has one part per name, in the same order. Only the head of a part begins a line with `diff`. */
function readDiff(names: string, patch: string): readonly (readonly [string, Lines])[] {
  const parts = patch.split(/^diff --git /m).slice(1)
  const tokens = names.split('\0').filter((token) => token !== '')
  const files: (readonly [string, Lines])[] = []
  for (let at = 0, part = 0; at < tokens.length; part += 1) {
    const isMoved = /^[RC]/.test(tokens[at] ?? '')
    const path = tokens[at + (isMoved ? 2 : 1)] ?? ''
    at += isMoved ? 3 : 2
    files.push([path, hunksOf(parts[part] ?? '')])
  }
  return files
}

function hunksOf(part: string): Lines {
  return [...part.matchAll(/^@@ -\S+ \+(\d+)(?:,(\d+))? @@/gm)].flatMap((match) => {
    const first = Number(match[1])
    const count = Number(match[2] ?? '1')
    return count === 0 ? [] : [{ first, last: first + count - 1 }]
  })
}

/** The commit where this branch left the named one. Before the first commit, the empty tree. */
export function branchPoint(bank: string, ref: string): Result<string> {
  return withinTime(bank, (git) => branchPointIn(git, ref))
}

function branchPointIn(git: TimedGit, ref: string): Result<string> {
  // Before the first commit everything is new.
  const isUnborn =
    /^(?:HEAD|@)$/.test(ref) &&
    oneLine(git, 'rev-parse', '--verify', '--quiet', 'HEAD') === undefined &&
    oneLine(git, 'symbolic-ref', '--quiet', 'HEAD') !== undefined
  const nothing = isUnborn ? oneLine(git, 'hash-object', '-t', 'tree', '--stdin') : undefined
  if (nothing !== undefined) return ok(nothing)
  const commit = commitOf(git, ref)
  if (!commit.ok) return commit
  const base = oneLine(git, 'merge-base', commit.value, 'HEAD')
  if (base === undefined && isShallow(git)) return fail(unavailable(ref, 'shallow'))
  return ok(base ?? commit.value)
}

/** The commit with this name. */
function commitOf(git: TimedGit, ref: string): Result<string> {
  if (oneLine(git, 'rev-parse', '--is-inside-work-tree') !== 'true') return fail(unavailable(ref, 'no-git'))
  const commit = ref.startsWith('-') ? undefined : oneLine(git, 'rev-parse', '--verify', '--quiet', `${ref}^{commit}`)
  return commit === undefined ? fail(unavailable(ref, isShallow(git) ? 'shallow' : 'unknown-ref')) : ok(commit)
}

function isShallow(git: TimedGit): boolean {
  return oneLine(git, 'rev-parse', '--is-shallow-repository') === 'true'
}

function oneLine(git: TimedGit, ...args: readonly string[]): string | undefined {
  const output = git.ask(args, '')
  return output === undefined ? undefined : decodeText(output).trim()
}

function unavailable(ref: string, why: Extract<Problem, { code: 'since-unavailable' }>['why']): Problem {
  return { code: 'since-unavailable', ref, why }
}

export interface MergeParents {
  /** The revision, as a person would type it. */
  readonly ours: { readonly name: string; readonly commit: string }
  readonly theirs: { readonly name: string; readonly commit: string }
  /** The common ancestors. Several if the branches were merged crosswise before. */
  readonly bases: readonly string[]
  /** The commit that merged theirs, if there is one. */
  readonly merge: string | undefined
}

/**
 * A finished merge is the first commit of this branch that contains `ref`; `ours` is its first parent. If there is no
 * such commit (the merge is under way, or was squashed, rebased or picked), `ours` is HEAD.
 */
export function mergeParents(bank: string, ref: string): Result<MergeParents> {
  return withinTime(bank, (git) => parentsOf(git, ref))
}

function parentsOf(git: TimedGit, ref: string): Result<MergeParents> {
  const theirs = commitOf(git, ref)
  if (!theirs.ok) return theirs
  const head = commitOf(git, 'HEAD')
  if (!head.ok) return head
  const merge = mergeOf(git, theirs.value)
  const before = merge === undefined ? undefined : git.lines(['rev-parse', '--verify', '--quiet', `${merge}^1`])?.[0]
  const name = merge === undefined ? 'HEAD' : `${merge === head.value ? 'HEAD' : merge.slice(0, 10)}^1`
  const ours = { name, commit: before ?? head.value }
  const bases = git.lines(['merge-base', '--all', ours.commit, theirs.value]) ?? []
  return ok({ ours, theirs: { name: ref, commit: theirs.value }, bases, merge })
}

function mergeOf(git: TimedGit, theirs: string): string | undefined {
  const after = new Set(git.lines(['rev-list', '--ancestry-path', `${theirs}..HEAD`]))
  return git.lines(['rev-list', '--first-parent', `${theirs}..HEAD`])?.findLast((commit) => after.has(commit))
}

/** The Markdown files of the bank in a commit. */
export function bankAt(bank: string, commit: string): Result<ReadonlyMap<BankPath, string>> {
  return withinTime(bank, (git) => ok(textsAt(git, commit)))
}

function textsAt(git: TimedGit, commit: string): ReadonlyMap<BankPath, string> {
  const listed = git.ask(['ls-tree', '-r', '-z', commit, '--', '.'])
  const files = splitNul(listed === undefined ? '' : decodeText(listed)).flatMap((entry) => {
    const match = /^100\d{3} blob ([0-9a-f]{40,64})\t([\s\S]+\.md)$/i.exec(entry)
    const path = bankPath(match?.[2] ?? '')
    return match?.[1] === undefined || path === undefined ? [] : [{ path, id: match[1] }]
  })
  const ids = [...new Set(files.map(({ id }) => id))]
  const output = ids.length === 0 ? undefined : git.ask(['cat-file', '--batch'], `${ids.join('\n')}\n`)
  const objects = objectsIn(output ?? Buffer.alloc(0))
  return new Map(
    files.flatMap(({ path, id }) => {
      const object = objects.get(id)
      return object === undefined ? [] : [[path, decodeText(object.bytes)] as const]
    }),
  )
}
