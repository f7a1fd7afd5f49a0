/**
 * The file names in a folder of the bank on other branches and in other worktrees of its repository, uncommitted files
 * included (S55).
 *
 * The number of git calls does not depend on the branches: three, and one per folder level. Most branches share their
 * trees, and each tree is read once. Empty outside git.
 */

import { dirname, join, resolve } from 'node:path'
import { namesIn, readIfThere } from '../disk.ts'
import { decodeText } from '../text-codec.ts'
import { gitOutput, readObjects, runGit } from './git.ts'

/** Base names without duplicates. For branches, also the names in subfolders. */
export function namesElsewhere(bank: string, folder: string): readonly string[] {
  const [shared = '', top = '', ...rest] = gitOutput(bank, [
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

/** Every worktree of the repository whose git folder is `shared`. A bare repository has no main worktree. */
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
    return [] // a worktree that was removed or may not be read
  }
}

function namesOnBranches(bank: string, path: string): readonly string[] {
  const tips = [
    ...new Set(lines(gitOutput(bank, ['for-each-ref', '--format=%(objectname)', 'refs/heads', 'refs/remotes']))),
  ]
  if (tips.length === 0) return []
  const questions = tips.map((tip) => `${tip}:${path}\n`).join('')
  const answer = runGit(bank, ['cat-file', '--batch-check=%(objectname) %(objecttype)'], questions)
  const trees = answer === undefined ? [] : lines(decodeText(answer)).flatMap((line) => TREE.exec(line)?.[1] ?? [])
  return namesInTrees(bank, [...new Set(trees)])
}

const TREE = /^([0-9a-f]{40,64}) tree$/
/** Requirements are never nested deeper than this. */
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

/** `<mode> <name>`, a zero byte, the bytes of the id; repeated. */
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
