/** The commits that a merge brings together, and the bank as each of them has it (S55). */

import { type BankPath, bankPath } from '../../core/bank-path.ts'
import { ok, type Result } from '../../core/result.ts'
import { decodeText } from '../text-codec.ts'
import { commitOf, inTime } from './changed-lines.ts'
import { objectsIn, split, type TimedGit } from './git.ts'

export interface MergeParents {
  /** How a person names it to git. */
  readonly ours: { readonly name: string; readonly commit: string }
  readonly theirs: { readonly name: string; readonly commit: string }
  /** What both come from; several where the branches were merged crosswise before. */
  readonly bases: readonly string[]
  /** The commit that brought theirs in, where it is made already. */
  readonly merge: string | undefined
}

/**
 * A merge that is made is the first commit of this branch that has `ref` in it, and ours is what the branch was before.
 * Else the merge is under way, or was made without a second parent (squashed, rebased, picked): ours is HEAD.
 */
export function mergeParents(bank: string, ref: string): Result<MergeParents> {
  return inTime(bank, (git) => parentsOf(git, ref))
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

/** The Markdown files of the bank as a commit has them. */
export function bankAt(bank: string, commit: string): Result<ReadonlyMap<BankPath, string>> {
  return inTime(bank, (git) => ok(textsAt(git, commit)))
}

function textsAt(git: TimedGit, commit: string): ReadonlyMap<BankPath, string> {
  const listed = git.ask(['ls-tree', '-r', '-z', commit, '--', '.'])
  const files = split(listed === undefined ? '' : decodeText(listed)).flatMap((entry) => {
    const match = /^100\d{3} blob ([0-9a-f]{40,64})\t([\s\S]+\.md)$/i.exec(entry)
    const path = bankPath(match?.[2] ?? '')
    return match?.[1] === undefined || path === undefined ? [] : [{ path, id: match[1] }]
  })
  const ids = [...new Set(files.map(({ id }) => id))]
  const told = ids.length === 0 ? undefined : git.ask(['cat-file', '--batch'], `${ids.join('\n')}\n`)
  const objects = objectsIn(told ?? Buffer.alloc(0))
  return new Map(
    files.flatMap(({ path, id }) => {
      const object = objects.get(id)
      return object === undefined ? [] : [[path, decodeText(object.bytes)] as const]
    }),
  )
}
