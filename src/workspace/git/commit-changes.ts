/** What one commit changed in the bank, as changes with their texts. It reads git only. */

import { type BankPath, bankPath } from '../../core/bank-path.ts'
import type { Change } from '../../core/change.ts'
import { LIMITS } from '../../core/limits.ts'
import { decodeText } from '../text-codec.ts'
import { readObjects, run, split } from './git.ts'

/** More texts than these are not read: the files are named, without their lines. */
const MOST_TEXTS = 400

/** Undefined where there is no such commit. */
export function commitChanges(bank: string, hash: string): readonly Change[] | undefined {
  const asked = ['diff-tree', '-r', '--root', '--no-commit-id', '--relative', '-M', '--raw', '-z', '--full-index']
  const told = run(bank, [...asked, hash, '--', '.'])
  if (told === undefined) return undefined
  const files = readRaw(split(decodeText(told)))
  const ids = files.flatMap(({ from, to }) => [from, to]).filter((id) => !/^0+$/.test(id))
  const objects = readObjects(bank, small(bank, ids.slice(0, MOST_TEXTS)))
  const textOf = (id: string) => {
    const bytes = objects.get(id)?.bytes
    return bytes === undefined || bytes.includes(0) ? '' : decodeText(bytes)
  }
  return files.map(({ status, path, moved, from, to }): Change => {
    switch (status) {
      case 'A':
        return { kind: 'create', path, text: textOf(to) }
      case 'D':
        return { kind: 'remove', path, was: textOf(from) }
      case 'R':
        return { kind: 'move', path, was: textOf(from), to: moved, text: textOf(to) }
      default:
        return { kind: 'edit', path, was: textOf(from), text: textOf(to) }
    }
  })
}

interface RawFile {
  readonly status: string
  readonly path: BankPath
  readonly moved: BankPath
  readonly from: string
  readonly to: string
}

/** `:<mode> <mode> <id> <id> <status>`, then a path, or two of a rename. */
function readRaw(tokens: readonly string[]): readonly RawFile[] {
  const files: RawFile[] = []
  for (let at = 0; at < tokens.length; ) {
    const [, , from = '', to = '', status = ''] = (tokens[at] ?? '').split(' ')
    const isMoved = /^[RC]/.test(status)
    const path = bankPath(tokens[at + 1] ?? '')
    const moved = isMoved ? bankPath(tokens[at + 2] ?? '') : path
    at += isMoved ? 3 : 2
    if (path !== undefined && moved !== undefined) files.push({ status: status.slice(0, 1), path, moved, from, to })
  }
  return files
}

/** Those that are no larger than a file of a bank may be. */
function small(bank: string, ids: readonly string[]): readonly string[] {
  if (ids.length === 0) return []
  const sizes = run(bank, ['cat-file', '--batch-check'], `${[...new Set(ids)].join('\n')}\n`)
  const lines = sizes === undefined ? [] : decodeText(sizes).split('\n')
  return lines.flatMap((line) => {
    const [id = '', type, size] = line.split(' ')
    return type === 'blob' && Number(size) <= LIMITS.fileBytes ? [id] : []
  })
}
