/** Files in the package: the templates of a new bank, and the pages of the check rules. */

import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Templates } from '../../bank/templates.ts'
import type { BankPath } from '../../base/bank-path.ts'
import type { Language } from '../../base/language.ts'
import { MEMORY, PATTERNS, PROGRESS, TECH } from '../../base/layout.ts'
import { isMissing, isThere } from '../disk.ts'

export function readTemplates(language: Language): Templates {
  const folder = join(packageRoot(), 'templates', language)
  const read = (path: BankPath) => readFileSync(join(folder, path), 'utf8').replaceAll('\r\n', '\n')
  return { language, memory: read(MEMORY), tech: read(TECH), patterns: read(PATTERNS), progress: read(PROGRESS) }
}

/** The page of a check rule; undefined if there is none. */
export function readRulePage(id: string): string | undefined {
  try {
    return readFileSync(join(packageRoot(), 'docs', 'checks', `${id}.md`), 'utf8').replaceAll('\r\n', '\n')
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** A built file: in `dist` of the package, or at the top of Claude Code's copy of the plugin. */
export function builtFile(name: string, root = packageRoot()): string {
  const copied = join(root, name)
  return isThere(copied) ? copied : join(root, 'dist', name)
}

/**
 * The package, or the copy of its `dist` that Claude Code runs. Sources and built files are at different depths in it.
 */
export function packageRoot(): string {
  let folder = import.meta.dirname
  while (!hasTemplates(folder)) {
    if (folder === dirname(folder)) throw new Error('the package has no templates; reinstall it')
    folder = dirname(folder)
  }
  return hasTemplates(dirname(folder)) ? dirname(folder) : folder
}

function hasTemplates(folder: string): boolean {
  return isThere(join(folder, 'templates', 'en', MEMORY))
}
