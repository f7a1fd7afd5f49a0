/** Banks for the search tests: from a few lines, or from a folder of the grounds. */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Page } from '../../src/bank/page.ts'
import { type ReadableBank, readable } from '../../src/bank/snapshot.ts'
import { type BankPath, knownPath } from '../../src/base/bank-path.ts'
import { documentPath } from '../../src/search/document-routes.ts'

export function bankOf(texts: Readonly<Record<string, string>>): ReadableBank {
  const files = Object.entries(texts).map(([path, text]) => new Page(knownPath(path), text, 1_700_000_000_000))
  files.sort((a, b) => (a.path < b.path ? -1 : 1))
  return readable({
    exists: true,
    files: new Map(files.map((file) => [file.path, file])),
    others: [],
    folders: new Set(),
    unreadable: [],
  })
}

/** The path that search gives a repository document. */
export function document(path: string): BankPath {
  return documentPath(path) ?? knownPath(path)
}

export const GROUND = join(import.meta.dirname, 'ground')
export const HARD_GROUND = join(import.meta.dirname, 'ground-hard')

export function groundBank(name: string, ground = GROUND): ReadableBank {
  return bankOf(textsIn(join(ground, name)))
}

/** The Markdown files below a folder, by relative path. */
export function textsIn(folder: string): Readonly<Record<string, string>> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.md'))
  return Object.fromEntries(paths.map((path) => [path.replaceAll('\\', '/'), readFileSync(join(folder, path), 'utf8')]))
}

/** A table of decisions in the form of patterns.md. */
export function decisions(...rows: readonly (readonly string[])[]): string {
  const head = '| Date | Decision | Why | Given up | Applies to |\n|---|---|---|---|---|'
  return `# Decisions\n\n${head}\n${rows.map((cells) => `| ${cells.join(' | ')} |\n`).join('')}`
}
