/**
 * The files that git tracks below a folder, read out of git's own index: starting git to list them takes longer than
 * the question they are listed for.
 *
 * The list is that of `git ls-files`, or undefined where the index is of a kind we do not read (split, sparse, of
 * another hash): then git is asked.
 */

import { readFileSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, sep } from 'node:path'
import { isFolder, isMissing, isThere } from '../disk.ts'
import { decodeText } from '../text-codec.ts'

export function indexedFiles(folder: string): readonly string[] | undefined {
  const top = topOf(folder)
  if (top === undefined) return undefined
  try {
    const paths = readIndex(readFileSync(join(gitFolderOf(top), 'index')))
    const prefix = top === folder ? '' : `${relative(top, folder).split(sep).join('/')}/`
    return paths?.flatMap((path) => (path.startsWith(prefix) ? [path.slice(prefix.length)] : []))
  } catch (error) {
    // No index: nothing was ever added. Anything else is for git to make out.
    return isMissing(error) && isThere(join(gitFolderOf(top), 'HEAD')) ? [] : undefined
  }
}

/** The nearest folder that is a repository's. */
export function topOf(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    if (isThere(join(at, '.git'))) return at
    if (at === dirname(at)) return undefined
  }
}

/** A folder, or in a worktree a file that names one. */
export function gitFolderOf(top: string): string {
  const git = join(top, '.git')
  if (isFolder(git)) return git
  const named = /^gitdir: (.+)$/m.exec(readFileSync(git, 'utf8'))?.[1]?.trim() ?? ''
  return isAbsolute(named) ? named : join(top, named)
}

const HEAD = 12
/** Times, device, inode, mode, owner, size, and the content's hash. */
const MODE_AT = 24
const FLAGS_AT = 60
const NAME_AT = 62
/** What ends the file: a hash of all of it. */
const TAIL = 20
const EXTENDED = 0x4000
/** Files, programs, links, modules. A folder (of a sparse index) stands for names that are not there. */
const MODES: ReadonlySet<number> = new Set([0o100644, 0o100755, 0o120000, 0o160000])

function readIndex(bytes: Buffer): readonly string[] | undefined {
  if (bytes.length < HEAD + TAIL || bytes.toString('latin1', 0, 4) !== 'DIRC') return undefined
  const version = bytes.readUInt32BE(4)
  if (version < 2 || version > 4) return undefined
  const paths: string[] = []
  let name = Buffer.alloc(0)
  let at = HEAD
  for (let count = bytes.readUInt32BE(8); count > 0; count -= 1) {
    if (at + NAME_AT > bytes.length || !MODES.has(bytes.readUInt32BE(at + MODE_AT))) return undefined
    const from = at + NAME_AT + ((bytes.readUInt16BE(at + FLAGS_AT) & EXTENDED) === 0 ? 0 : 2)
    const cut = version === 4 ? varint(bytes, from) : { value: name.length, next: from }
    const end = bytes.indexOf(0, cut.next)
    if (end === -1 || end === cut.next || cut.value > name.length) return undefined
    name = Buffer.concat([name.subarray(0, name.length - cut.value), bytes.subarray(cut.next, end)])
    const path = decodeText(name)
    // A file in conflict stands there once for each side.
    if (path !== paths.at(-1)) paths.push(path)
    // Up to version 3, entries are filled up with zeros to a multiple of eight.
    at = version === 4 ? end + 1 : at + ((end - at + 8) & ~7)
  }
  return isWhole(bytes, at) ? paths : undefined
}

/** Extensions up to the tail, and none that keeps entries elsewhere. */
function isWhole(bytes: Buffer, from: number): boolean {
  let at = from
  while (at + 8 <= bytes.length - TAIL) {
    if (/^(?:link|sdir)$/.test(bytes.toString('latin1', at, at + 4))) return false
    at += 8 + bytes.readUInt32BE(at + 4)
  }
  return at === bytes.length - TAIL
}

/** Git's own: seven bits a byte, each continuation counting from one further. */
function varint(bytes: Buffer, from: number): { readonly value: number; readonly next: number } {
  let at = from
  let byte = bytes[at] ?? 0
  let value = byte & 127
  while ((byte & 128) !== 0) {
    at += 1
    byte = bytes[at] ?? 0
    value = (value + 1) * 128 + (byte & 127)
  }
  return { value, next: at + 1 }
}
