/** The commits that a merge brings together, and the bank as each of them has it (S55). */

import { type BankPath, bankPath } from '../../core/bank-path.ts'
import { ok, type Result } from '../../core/result.ts'
import { decodeText } from '../text-codec.ts'
import { commitOf } from './changed-lines.ts'
import { git, split } from './git.ts'
import { readObjects } from './objects.ts'

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
  const theirs = commitOf(bank, ref)
  if (!theirs.ok) return theirs
  const head = commitOf(bank, 'HEAD')
  if (!head.ok) return head
  const merge = mergeOf(bank, theirs.value)
  const before = merge === undefined ? undefined : git(bank, ['rev-parse', '--verify', '--quiet', `${merge}^1`]).trim()
  const name = merge === undefined ? 'HEAD' : `${merge === head.value ? 'HEAD' : merge.slice(0, 10)}^1`
  const ours = { name, commit: before === undefined || before === '' ? head.value : before }
  const bases = lines(git(bank, ['merge-base', '--all', ours.commit, theirs.value]))
  return ok({ ours, theirs: { name: ref, commit: theirs.value }, bases, merge })
}

function mergeOf(bank: string, theirs: string): string | undefined {
  const after = new Set(lines(git(bank, ['rev-list', '--ancestry-path', `${theirs}..HEAD`])))
  return lines(git(bank, ['rev-list', '--first-parent', `${theirs}..HEAD`])).findLast((commit) => after.has(commit))
}

/** The Markdown files of the bank as a commit has them. */
export function bankAt(bank: string, commit: string): ReadonlyMap<BankPath, string> {
  const files = split(git(bank, ['ls-tree', '-r', '-z', commit, '--', '.'])).flatMap((entry) => {
    const match = /^100\d{3} blob ([0-9a-f]{40,64})\t([\s\S]+\.md)$/i.exec(entry)
    const path = bankPath(match?.[2] ?? '')
    return match?.[1] === undefined || path === undefined ? [] : [{ path, id: match[1] }]
  })
  const objects = readObjects(
    bank,
    files.map(({ id }) => id),
  )
  return new Map(
    files.flatMap(({ path, id }) => {
      const object = objects.get(id)
      return object === undefined ? [] : [[path, decodeText(object.bytes)] as const]
    }),
  )
}

function lines(output: string): readonly string[] {
  return output.split('\n').filter((line) => line !== '')
}
