/** Claude Code's settings as it reads them: which files, and the names under which we stand in them. */

import { join } from 'node:path'
import type { Ground, Scope } from '../../flows/host-setup.ts'

export const PLUGIN_KEY = 'memory-bank@memory-bank'
export const MARKETPLACE_KEY = 'memory-bank'

export function claudeCodeFiles(scope: Scope, ground: Ground): readonly string[] {
  if (scope === 'user') return [join(ground.claudeHome, 'settings.json')]
  return ground.root === undefined ? [] : [join(ground.root, '.claude', 'settings.json')]
}

/** A person's own settings for one project. */
export function claudeCodeLocalFiles(scope: Scope, ground: Ground): readonly string[] {
  return scope === 'user' || ground.root === undefined ? [] : [join(ground.root, '.claude', 'settings.local.json')]
}

/** The folder of a marketplace entry, if it is one of this machine. */
export function marketplaceFolder(value: unknown, root: string | undefined): string | undefined {
  const source = field(value, 'source')
  const path = field(source, 'path')
  if (field(source, 'source') !== 'directory' || typeof path !== 'string') return undefined
  return path.startsWith('.') && root !== undefined ? join(root, path) : path
}

export function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
