/** Banks for the tests of recall: a few lines as a bank, or a bank of the own ground from disk. */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { knownPath } from '../../src/core/bank-path.ts'
import { type ReadableBank, readable } from '../../src/core/snapshot.ts'

export function bankOf(texts: Readonly<Record<string, string>>): ReadableBank {
  const files = Object.entries(texts).map(([path, text]) => ({ path: knownPath(path), text, mtime: 1_700_000_000_000 }))
  files.sort((a, b) => (a.path < b.path ? -1 : 1))
  return readable({
    exists: true,
    files: new Map(files.map((file) => [file.path, file])),
    others: [],
    folders: new Set(),
    unreadable: [],
  })
}

export const GROUND = join(import.meta.dirname, 'ground')

export function groundBank(name: string): ReadableBank {
  const root = join(GROUND, name)
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.md'))
  return bankOf(
    Object.fromEntries(paths.map((path) => [path.replaceAll('\\', '/'), readFileSync(join(root, path), 'utf8')])),
  )
}
