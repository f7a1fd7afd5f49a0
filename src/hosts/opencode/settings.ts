/** OpenCode's settings as it reads them: which files, what a plugin entry names, and which one is ours. */

import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Ground, Scope } from '../../core/host-setup.ts'
import { packageAt } from '../package-at.ts'

/** Every file it reads settings from, the ones people use first. */
export function openCodeFiles(scope: Scope, ground: Ground): readonly string[] {
  if (scope === 'user') {
    const folder = join(ground.configHome, 'opencode')
    return ['opencode.jsonc', 'config.json', 'opencode.json'].map((name) => join(folder, name))
  }
  const { root } = ground
  if (root === undefined) return []
  return ['opencode.jsonc', '.opencode/opencode.jsonc', '.opencode/opencode.json', 'opencode.json'].map((name) =>
    join(root, name),
  )
}

/** The name or path of a plugin entry, which may stand alone or with options. */
export function specOf(entry: unknown): string | undefined {
  const first: unknown = Array.isArray(entry) ? entry[0] : entry
  return typeof first === 'string' ? first : undefined
}

/** The folder a path entry leads to; undefined for the name of a package. */
export function folderOf(spec: string, file: string): string | undefined {
  if (spec.startsWith('file:')) {
    try {
      return fileURLToPath(spec)
    } catch {
      return undefined
    }
  }
  if (isAbsolute(spec)) return spec
  return /^\.{1,2}[\\/]/.test(spec) ? resolve(dirname(file), spec) : undefined
}

export function isOurPlugin(entry: unknown, file: string, ground: Ground): boolean {
  const spec = specOf(entry)
  if (spec === undefined) return false
  if (/^memory-bank(?:@.*)?$/.test(spec)) return true
  const folder = folderOf(spec, file)
  if (folder === undefined) return false
  const found = packageAt(packageFolder(folder), ground.look)
  return found === undefined ? /^memory-bank\b/.test(basename(folder)) : found.name === 'memory-bank'
}

/** A path may name the package's folder or its entry file. */
export function packageFolder(path: string): string {
  return /[\\/]dist[\\/]plugin\.js$/.test(path) ? dirname(dirname(path)) : path
}
