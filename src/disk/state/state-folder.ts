/**
 * Where our own files live: the user's state directory, one folder per repository and in it one per
 * bank (each worktree has its own). Never in the bank (S1).
 */

import { accessSync, constants } from 'node:fs'
import { basename, dirname, isAbsolute, join, parse } from 'node:path'
import { hashOfText } from '../../base/content-hash.ts'
import { operatingSystem } from '../built-in.ts'
import { causeOf, isFolder, isThere } from '../disk.ts'
import type { Project } from '../project/find-project.ts'

export function stateFolder(project: Project, env: NodeJS.ProcessEnv): string {
  const repository = project.gitFolder ?? project.root
  const name = basename(repository) === '.git' ? basename(dirname(repository)) : basename(repository)
  return join(stateRoot(env), `${plain(name)}-${shortHash(repository)}`, shortHash(project.bank))
}

/** The folder for what install did to settings files; all projects share one, since they share the user's settings. */
export function setupFolder(env: NodeJS.ProcessEnv): string {
  return join(stateRoot(env), 'install')
}

/** The setup folder, found from the state folder of any bank. */
export function setupFolderBeside(state: string): string {
  return join(dirname(dirname(state)), 'install')
}

/** Where the lock of a repository's numbers is, shared by its worktrees; found from the state folder of any of its banks. */
export function numbersFolderBeside(state: string): string {
  return join(dirname(state), 'numbers')
}

/** The user's home: as the environment names it, else as the system knows it; the root of the disk for a user who has none. */
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

/** Why nothing can be kept in this folder, there or still to be made; undefined where it can. Looks only. */
function whyNotWritable(folder: string): string | undefined {
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

/** Why a bank's records cannot be written, and where; the parts of it that every session needs are looked at too. */
export function stateTrouble(state: string): { readonly path: string; readonly cause: string } | undefined {
  for (const path of [state, join(state, 'sessions'), join(state, 'under-way')]) {
    const cause = whyNotWritable(path)
    if (cause !== undefined) return { path, cause }
  }
  return undefined
}

/** The part of a folder's name that people recognise; the hash behind it tells folders apart. */
function plain(name: string): string {
  // Most names are plain already, and a pattern of all the letters there are is slow to compile.
  const clean = /^[\w.-]+$/.test(name) ? name : name.replace(/[^\p{L}\p{N}._-]+/gu, '-')
  return clean.slice(0, 40) || 'project'
}

function shortHash(text: string): string {
  return hashOfText(text).slice(0, 12)
}
