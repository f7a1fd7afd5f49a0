/** The project's own question sets: three banks written for them, with the expected answers. */

import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

export const GROUND = fileURLToPath(new URL('../../test/search/ground/', import.meta.url))

export async function readGround(folder = GROUND) {
  const questions = JSON.parse(await readFile(join(folder, 'questions.json'), 'utf8'))
  const banks = new Map()
  for (const name of new Set(questions.map((question) => question.bank))) {
    const root = join(folder, name)
    const files = []
    for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !entry.name.endsWith('.md')) continue
      const path = join(entry.parentPath ?? entry.path, entry.name)
      files.push({ path: relative(root, path).split(sep).join('/'), text: await readFile(path, 'utf8'), mtime: 0 })
    }
    files.sort((a, b) => (a.path < b.path ? -1 : 1))
    banks.set(name, files)
  }
  return { banks, questions }
}
