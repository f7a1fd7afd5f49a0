/** templates/ → values. A bank's first texts are real Markdown files of the package. */

import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BankPath } from '../../core/bank-path.ts'
import type { Language } from '../../core/language.ts'
import { MEMORY, PATTERNS, PROGRESS, TECH } from '../../core/layout.ts'
import type { Templates } from '../../text/templates.ts'
import { isThere } from '../disk.ts'

export function readTemplates(language: Language): Templates {
  const folder = join(packageRoot(), 'templates', language)
  const read = (path: BankPath) => readFileSync(join(folder, path), 'utf8').replaceAll('\r\n', '\n')
  return { language, memory: read(MEMORY), tech: read(TECH), patterns: read(PATTERNS), progress: read(PROGRESS) }
}

/** Sources and built files stand at different depths below the package. */
export function packageRoot(): string {
  let folder = import.meta.dirname ?? dirname(fileURLToPath(import.meta.url))
  while (!isThere(join(folder, 'templates', 'en', MEMORY))) {
    if (folder === dirname(folder)) throw new Error('the package has lost its templates; install it again')
    folder = dirname(folder)
  }
  return folder
}
