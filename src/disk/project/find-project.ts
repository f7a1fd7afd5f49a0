/**
 * Finds the root of a project (S9): the nearest ancestor that has a bank, else the git top level, else the folder
 * itself. Never the home directory or the root of the disk.
 */

import { realpathSync } from 'node:fs'
import { dirname, join, parse, resolve } from 'node:path'
import { BANK_FOLDER, LEGACY_ENTRIES, MEMORY } from '../../base/layout.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import { causeOf, isFolder, isThere } from '../disk.ts'
import { textOfRegular } from '../open-file.ts'
import { realIfThere } from '../real-path.ts'

export interface Project {
  readonly root: string
  /** The repository's top level; outside git, the root. */
  readonly top: string
  /** The bank's real folder, with links resolved. It need not exist. */
  readonly bank: string
  /** The git folder that all worktrees share; undefined outside git. */
  readonly gitFolder: string | undefined
}

export function findProject(start: string, home: string): Result<Project> {
  if (!isFolder(start)) return fail({ code: 'project-missing', path: start })
  let from: string
  try {
    from = realpathSync.native(start)
  } catch (error) {
    return fail({ code: 'file-unreadable', path: start, cause: causeOf(error) })
  }
  const forbidden = new Set([parse(from).root, realOrSame(home)])
  const gitTop = ancestors(from).find((folder) => isThere(join(folder, '.git')))
  const withBank = ancestors(from, gitTop).find(
    (folder) => !forbidden.has(folder) && holdsBank(join(folder, BANK_FOLDER)),
  )
  const root = withBank ?? (gitTop !== undefined && !forbidden.has(gitTop) ? gitTop : from)
  if (forbidden.has(root)) return fail({ code: 'no-project', path: root })
  return ok({
    root,
    top: gitTop ?? root,
    bank: realOrSame(join(root, BANK_FOLDER)),
    gitFolder: gitTop === undefined ? undefined : gitFolderOf(gitTop),
  })
}

/** Whether a path relative to the project's root exists. A path with `..` never does. */
export function existsInProject(project: Project, path: string): boolean {
  if (path.split('/').includes('..')) return false
  const bankPrefix = `${BANK_FOLDER}/`
  const place = path.startsWith(bankPrefix)
    ? join(project.bank, path.slice(bankPrefix.length))
    : join(project.root, path)
  return isThere(place)
}

function holdsBank(bank: string): boolean {
  return ['details', MEMORY, ...LEGACY_ENTRIES].some((name) => isThere(join(bank, name)))
}

/** The folder and those above it, up to `last`. */
function ancestors(from: string, last?: string): readonly string[] {
  const folders = [from]
  for (let folder = from; folder !== last && folder !== dirname(folder); ) {
    folder = dirname(folder)
    folders.push(folder)
  }
  return folders
}

function gitFolderOf(top: string): string {
  const git = join(top, '.git')
  try {
    if (isFolder(git)) return realpathSync.native(git)
    const own = linkedGitFolder(top)
    if (own === undefined) return git
    const shared = textOfRegular(join(own, 'commondir'), POINTER)
    return realpathSync.native(shared === undefined ? own : resolve(own, shared.trim()))
  } catch {
    return git // damaged git files: the project still has its own state folder
  }
}

/**
 * In a worktree or submodule `.git` is a file that names the folder. Its `commondir` names the one that all worktrees
 * share.
 */
export function linkedGitFolder(top: string): string | undefined {
  const named = /^gitdir: (.+)$/m.exec(textOfRegular(join(top, '.git'), POINTER) ?? '')?.[1]
  return named === undefined ? undefined : resolve(top, named.trim())
}

/** One line that names a folder. */
const POINTER = { bytes: 64 * 1024 }

function realOrSame(path: string): string {
  return realIfThere(path) ?? resolve(path)
}
