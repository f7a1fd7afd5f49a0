/**
 * The folder of Memory Bank's own files: the user's state directory, never the bank (S1). It has one folder per
 * repository, and in it one per bank, since each worktree has its own.
 */

import { accessSync, constants } from 'node:fs'
import { basename, dirname, isAbsolute, join, parse } from 'node:path'
import { hashOfText } from '../../base/content-hash.ts'
import { operatingSystem } from '../built-in.ts'
import { causeOf, isFolder, isThere } from '../disk.ts'
import type { Project } from '../project/find-project.ts'
import { isInside, realPath } from '../real-path.ts'

export function stateFolder(project: Project, env: NodeJS.ProcessEnv): string {
  const repository = project.gitFolder ?? project.root
  const name = basename(repository) === '.git' ? basename(dirname(repository)) : basename(repository)
  return join(stateRoot(env), `${plain(name)}-${shortHash(repository)}`, shortHash(project.bank))
}

/** The record of what install changed in settings files. All projects share it, as they share the user's settings. */
export function setupFolder(env: NodeJS.ProcessEnv): string {
  return join(stateRoot(env), 'install')
}

/** The setup folder, found from the state folder of any bank. */
export function setupFolderBeside(state: string): string {
  return join(dirname(dirname(state)), 'install')
}

/**
 * The folder of the lock for requirement numbers, shared by all worktrees of the repository. Found from the state
 * folder of any of its banks.
 */
export function numbersFolderBeside(state: string): string {
  return join(dirname(state), 'numbers')
}

/** The key of Memory Bank's seals. Agents must not read it (S36). */
export function keyFile(env: NodeJS.ProcessEnv): string {
  return join(stateRoot(env), KEY_NAME)
}

/** The same file, found from the state folder of any bank. */
export function keyFileBeside(state: string): string {
  return join(dirname(dirname(state)), KEY_NAME)
}

/** Distinctive, since the guard looks for it in commands. */
export const KEY_NAME = 'memory-bank.key'

/** The user's home: from the environment, else from the system. The root of the disk for a user without one. */
export function homeFolder(env: NodeJS.ProcessEnv): string {
  const named = [env['HOME'], env['USERPROFILE']].find((path) => path !== undefined && isAbsolute(path))
  if (named !== undefined) return named
  try {
    return operatingSystem().userInfo().homedir
  } catch {
    return parse(process.execPath).root
  }
}

export function stateRoot(env: NodeJS.ProcessEnv): string {
  const xdg = env['XDG_STATE_HOME']
  if (xdg !== undefined && isAbsolute(xdg)) return join(xdg, 'memory-bank')
  if (process.platform === 'win32')
    return join(env['LOCALAPPDATA'] ?? join(homeFolder(env), 'AppData', 'Local'), 'memory-bank')
  if (process.platform === 'darwin') return join(homeFolder(env), 'Library', 'Application Support', 'memory-bank')
  return join(homeFolder(env), '.local', 'state', 'memory-bank')
}

/**
 * The state that an agent must not write (S1, S33): that of all projects. If the project is inside it, only its own
 * state is protected.
 */
export function protectedState(project: Project, env: NodeJS.ProcessEnv): string {
  const root = realPath(stateRoot(env))
  return isInside(project.root, root) ? realPath(stateFolder(project, env)) : root
}

/** The reason why a folder, existing or not, cannot be written. Undefined if it can be. Changes nothing. */
function whyUnwritable(folder: string): string | undefined {
  try {
    let at = folder
    while (!isThere(at) && at !== dirname(at)) at = dirname(at)
    if (!isFolder(at)) return `${at} is not a folder`
    accessSync(at, constants.W_OK | constants.X_OK)
    return undefined
  } catch (error) {
    return causeOf(error)
  }
}

/** The state path that cannot be written, and the reason. Also checks the subfolders that every session needs. */
export function stateTrouble(state: string): { readonly path: string; readonly cause: string } | undefined {
  for (const path of [state, join(state, 'sessions'), join(state, 'under-way')]) {
    const cause = whyUnwritable(path)
    if (cause !== undefined) return { path, cause }
  }
  return undefined
}

/** The readable part of a folder name; the hash after it makes it unique. */
function plain(name: string): string {
  // Most names are plain, and a pattern with all Unicode letters is slow to compile.
  const clean = /^[\w.-]+$/.test(name) ? name : name.replace(/[^\p{L}\p{N}._-]+/gu, '-')
  return clean.slice(0, 40) || 'project'
}

function shortHash(text: string): string {
  return hashOfText(text).slice(0, 12)
}
