/** A folder of its own for one test, with these files. */

import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'

export type Files = Readonly<Record<string, string | Uint8Array>>

export function temporaryFolder(files: Files = {}): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'memory-bank-test-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFiles(folder, files)
  return folder
}

/** A path that ends in `/` is an empty folder. */
export function writeFiles(folder: string, files: Files): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(path.endsWith('/') ? join(folder, path) : dirname(join(folder, path)), { recursive: true })
    if (!path.endsWith('/')) writeFileSync(join(folder, path), content)
  }
}

/** Every file below a folder, as bytes (latin1). Folders end with a slash. */
export function treeOf(folder: string): Readonly<Record<string, string>> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'))
  return Object.fromEntries(
    names.toSorted().map((name) => {
      const isFolder = statSync(join(folder, name)).isDirectory()
      return [isFolder ? `${name}/` : name, isFolder ? '' : readFileSync(join(folder, name), 'latin1')]
    }),
  )
}
