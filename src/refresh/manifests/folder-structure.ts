/** The folders of a project, the ones people open first at the front, and what each holds. */

import { childrenOf, compare, type Scan } from './scan.ts'

interface Folder {
  readonly name: string
  /** Names inside, folders with a slash at the end, as far as the scan saw them. */
  readonly holds: readonly string[]
}

export function foldersOf(scan: Scan): readonly Folder[] {
  return childrenOf(scan, '', 'folder')
    .filter((name) => isNameable(name) && !name.startsWith('.') && !NOT_OURS.has(name.toLowerCase()))
    .sort((a, b) => rankOf(a) - rankOf(b) || compare(a, b))
    .map((name) => ({ name, holds: contentsOf(scan, name) }))
}

/** Files of the root, without the ones every project has. */
export function rootFilesOf(scan: Scan): readonly string[] {
  return childrenOf(scan, '', 'file')
    .filter((name) => isNameable(name) && !name.startsWith('.') && !EVERYWHERE.test(name))
    .sort(compare)
}

/** A name that can stand in a line of Markdown as it is, and in a source's parentheses. */
export function isNameable(name: string): boolean {
  return name.length <= 80 && name !== '.' && name !== '..' && /^[\p{L}\p{N}_.@+,~-][\p{L}\p{N}_.@+,=~ -]*$/u.test(name)
}

const EVERYWHERE = /^(readme|licen[cs]e|notice|copying)|[.-]lock(\.\w+|b)?$|-lock\.\w+$|^go\.sum$/i

/** Made, fetched, or the bank itself. */
const NOT_OURS = new Set([
  'node_modules',
  'bower_components',
  'vendor',
  'dist',
  'out',
  'target',
  'obj',
  'coverage',
  'htmlcov',
  'venv',
  'env',
  '__pycache__',
  'pods',
  'tmp',
  'temp',
  'log',
  'logs',
  'memory-bank',
])

const FIRST = (
  'src app apps packages crates modules libs lib cmd internal pkg api server backend services ' +
  'web client frontend mobile core common shared lua include sources'
).split(' ')
const TESTS = new Set(['test', 'tests', 'spec', 'specs', 'e2e', '__tests__', 'testing', 'fixtures'])
const LAST = new Set(['docs', 'doc', 'documentation', 'examples', 'example', 'samples', 'scripts', 'tools', 'assets'])

function rankOf(name: string): number {
  const lower = name.toLowerCase()
  const first = FIRST.indexOf(lower)
  if (first !== -1) return first
  return TESTS.has(lower) ? 101 : LAST.has(lower) ? 102 : 100
}

function contentsOf(scan: Scan, folder: string): readonly string[] {
  const seen = (kind: 'file' | 'folder') =>
    childrenOf(scan, folder, kind)
      .filter(
        (name) =>
          isNameable(name) &&
          !name.startsWith('.') &&
          !(kind === 'folder' ? NOT_OURS.has(name) : EVERYWHERE.test(name)),
      )
      .sort(compare)
  return [...seen('folder').map((name) => `${name}/`), ...seen('file')]
}
