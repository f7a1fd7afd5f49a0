/** Git's objects by their ids, many with one start of git. */

import { run } from './git.ts'

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
