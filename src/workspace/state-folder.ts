/**
 * Where our own files live: the user's state directory, one folder per repository and in it one per
 * bank (each worktree has its own). Never in the bank (S1).
 */

import { basename, dirname, isAbsolute, join } from 'node:path'
import { hashOfText } from '../core/content-hash.ts'
import { operatingSystem } from './built-in.ts'
import type { Project } from './find-project.ts'

export function stateFolder(project: Project, env: NodeJS.ProcessEnv): string {
  const repository = project.gitFolder ?? project.root
  const name = basename(repository) === '.git' ? basename(dirname(repository)) : basename(repository)
  return join(stateRoot(env), `${plain(name)}-${shortHash(repository)}`, shortHash(project.bank))
}

function stateRoot(env: NodeJS.ProcessEnv): string {
  const xdg = env['XDG_STATE_HOME']
  if (xdg !== undefined && isAbsolute(xdg)) return join(xdg, 'memory-bank')
  if (process.platform === 'win32')
    return join(env['LOCALAPPDATA'] ?? join(operatingSystem().homedir(), 'AppData', 'Local'), 'memory-bank')
  if (process.platform === 'darwin')
    return join(operatingSystem().homedir(), 'Library', 'Application Support', 'memory-bank')
  return join(operatingSystem().homedir(), '.local', 'state', 'memory-bank')
}

/** A file name for people to recognise; the hash behind it is what tells apart. */
function plain(name: string): string {
  return name.replace(/[^\p{L}\p{N}._-]+/gu, '-').slice(0, 40) || 'project'
}

function shortHash(text: string): string {
  return hashOfText(text).slice(0, 12)
}
