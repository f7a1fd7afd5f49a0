/**
 * Notices that the bank, its proposals or the commit have changed, for a process that shows them while they do.
 *
 * What counts is the mark: the files' stamps, the journal, the proposals, git's HEAD. The system's notices (which differ
 * between systems, come in bursts and may not come at all) only make us look sooner.
 */

import { type FSWatcher, statSync, watch } from 'node:fs'
import { join, resolve } from 'node:path'
import { hashOfText } from '../../base/content-hash.ts'
import { CONFIG_FILE } from '../../base/layout.ts'
import { causeOf, isFolder, namesIn, readIfThere } from '../disk.ts'
import type { Project } from '../project/find-project.ts'
import { proposalsFolder } from '../state/proposal-store.ts'
import { type BankPlace, Journal } from './journal.ts'
import { findBankFiles } from './read-bank.ts'

/** A burst of writes is one change. */
const SETTLE_MS = 80
/** Where no notice comes: on some network disks, and where a folder was made after we began. */
const LOOK_MS = 2_000

/** Says when something is different from what it was; the answer ends it. */
export function noticeChanges(project: Project, place: BankPlace, changed: () => void): () => void {
  let known = markOf(project, place)
  let soon: NodeJS.Timeout | undefined
  const look = () => {
    soon = undefined
    const now = markOf(project, place)
    if (now === known) return
    known = now
    changed()
  }
  const lookSoon = () => {
    soon ??= setTimeout(look, SETTLE_MS)
  }
  // Git's own folder is looked at only: it is full of files that say nothing.
  const watchers = [place.bank, proposalsFolder(place.state)].flatMap((folder) => watching(folder, lookSoon) ?? [])
  const timer = setInterval(look, LOOK_MS)
  return () => {
    clearInterval(timer)
    clearTimeout(soon)
    for (const watcher of watchers) watcher.close()
  }
}

/** What is the same as long as nothing of it has changed; no file is opened but git's HEAD. */
export function markOf(project: Project, place: BankPlace): string {
  const found = findBankFiles(place.bank)
  const stamps = found.ok ? found.value.files.map((path) => `${path} ${stampAt(`${place.bank}/${path}`)}`) : []
  const proposals = namesIn(proposalsFolder(place.state)).map(
    (name) => `${name} ${stampAt(join(proposalsFolder(place.state), name))}`,
  )
  const config = stampAt(join(project.root, CONFIG_FILE))
  return hashOfText([...stamps, new Journal(place.state).mark(), ...proposals, config, headOf(project)].join('\n'))
}

function stampAt(path: string): string {
  try {
    const stat = statSync(path, { throwIfNoEntry: false })
    return stat === undefined ? '' : `${stat.size} ${stat.mtimeMs} ${stat.ino}`
  } catch (error) {
    return causeOf(error)
  }
}

/** The branch and where it stands, read from git's own files: a process for each look would cost more than all the rest. */
function headOf({ top, gitFolder }: Project): string {
  if (gitFolder === undefined) return ''
  const own = ownGitFolder(top, gitFolder)
  const head = readIfThere(join(own, 'HEAD')) ?? ''
  const branch = /^ref: (.+)$/m.exec(head)?.[1]
  return `${head} ${branch === undefined ? '' : stampAt(join(gitFolder, branch))} ${stampAt(join(own, 'logs', 'HEAD'))}`
}

/** A worktree has a HEAD of its own. */
function ownGitFolder(top: string, shared: string): string {
  const git = join(top, '.git')
  if (isFolder(git)) return shared
  const named = /^gitdir: (.+)$/m.exec(readIfThere(git) ?? '')?.[1]
  return named === undefined ? shared : resolve(top, named.trim())
}

/** Undefined where the system gives no notice of it, or no more of them. */
function watching(folder: string, notice: () => void): FSWatcher | undefined {
  if (!isFolder(folder)) return undefined
  try {
    const watcher = watch(folder, { persistent: false, recursive: true }, notice)
    watcher.on('error', () => watcher.close())
    return watcher
  } catch {
    return undefined
  }
}
