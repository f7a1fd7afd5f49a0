/**
 * The names that a folder of the bank holds in other places of its repository: on every local and remote-tracking
 * branch, and in every worktree, what is not committed there included (S55).
 *
 * However many branches there are, git is asked four times: most of them share their trees. Outside git there is none.
 */

import { dirname, join, resolve } from 'node:path'
import { namesIn, readIfThere } from '../disk.ts'
import { decodeText } from '../text-codec.ts'
import { git, readObjects, run } from './git.ts'

/** Base names, each once; of `folder` and the folders in it on branches, of `folder` itself in worktrees. */
export function namesElsewhere(bank: string, folder: string): readonly string[] {
  const [shared = '', top = '', ...rest] = git(bank, [
    'rev-parse',
    '--git-common-dir',
    '--show-toplevel',
    '--show-prefix',
  ]).split('\n')
  if (shared === '' || top === '') return []
  const path = `${rest[0] ?? ''}${folder}`
  const trees = worktrees(resolve(bank, shared)).filter((one) => one !== top)
  return [...new Set([...namesOnBranches(bank, path), ...trees.flatMap((tree) => namesIfThere(join(tree, path)))])]
}

/** Every work tree of the repository whose own files are in `shared`; a bare one has no main tree. */
function worktrees(shared: string): readonly string[] {
  const linked = namesIfThere(join(shared, 'worktrees')).flatMap((name) => {
    const place = readIfThere(join(shared, 'worktrees', name, 'gitdir'))?.trim()
    return place === undefined || place === '' ? [] : [dirname(resolve(join(shared, 'worktrees', name), place))]
  })
  return [dirname(shared), ...linked]
}

function namesIfThere(folder: string): readonly string[] {
  try {
    return namesIn(folder)
  } catch {
    return [] // a worktree that was removed, or that we may not look into
  }
}

function namesOnBranches(bank: string, path: string): readonly string[] {
  const tips = [...new Set(lines(git(bank, ['for-each-ref', '--format=%(objectname)', 'refs/heads', 'refs/remotes'])))]
  if (tips.length === 0) return []
  const asked = tips.map((tip) => `${tip}:${path}\n`).join('')
  const told = run(bank, ['cat-file', '--batch-check=%(objectname) %(objecttype)'], asked)
  const trees = told === undefined ? [] : lines(decodeText(told)).flatMap((line) => TREE.exec(line)?.[1] ?? [])
  return namesInTrees(bank, [...new Set(trees)])
}

const TREE = /^([0-9a-f]{40,64}) tree$/
/** Deeper than anybody files their requirements. */
const MOST_LEVELS = 4

function namesInTrees(bank: string, trees: readonly string[], levels = MOST_LEVELS): readonly string[] {
  if (trees.length === 0 || levels === 0) return []
  const entries = [...readObjects(bank, trees)].flatMap(([id, { bytes }]) => entriesOf(bytes, id.length / 2))
  const folders = new Set(entries.flatMap(({ isFolder, id }) => (isFolder ? [id] : [])))
  const names = entries.flatMap(({ isFolder, name }) => (isFolder ? [] : [name]))
  return [...new Set(names), ...namesInTrees(bank, [...folders], levels - 1)]
}

interface TreeEntry {
  readonly isFolder: boolean
  readonly name: string
  readonly id: string
}

/** `<mode> <name>`, a zero, the bytes of the id; and so on. */
function entriesOf(bytes: Buffer, idLength: number): readonly TreeEntry[] {
  const entries: TreeEntry[] = []
  for (let at = 0; at < bytes.length; ) {
    const space = bytes.indexOf(' ', at)
    const zero = bytes.indexOf(0, space)
    if (space === -1 || zero === -1) break
    const isFolder = bytes.toString('latin1', at, space) === '40000'
    const id = bytes.toString('hex', zero + 1, zero + 1 + idLength)
    entries.push({ isFolder, name: decodeText(bytes.subarray(space + 1, zero)), id })
    at = zero + 1 + idLength
  }
  return entries
}

function lines(output: string): readonly string[] {
  return output.split('\n').filter((line) => line !== '')
}
