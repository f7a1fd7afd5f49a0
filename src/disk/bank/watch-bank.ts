/**
 * Watches the bank, its proposals, the configuration and the commit for a process that shows them, such as the page.
 *
 * A change is a change of the mark: file stamps, journal, proposals, ledger, configuration, git's HEAD. System notifications
 * only trigger an earlier check. They differ between systems, come in bursts and may be missing.
 */

import { type FSWatcher, watch } from 'node:fs'
import { join } from 'node:path'
import { hashOfText } from '../../base/content-hash.ts'
import { CONFIG_FILE } from '../../base/layout.ts'
import { isFolder, namesIn, readIfThere, stampAt } from '../disk.ts'
import { linkedGitFolder, type Project } from '../project/find-project.ts'
import { proposalsFolder } from '../state/proposal-store.ts'
import { type BankPlace, Journal } from './journal.ts'
import { findBankFiles } from './list-bank.ts'

/** A burst of writes is one change. */
const SETTLE_MS = 80
/** The polling interval, for places without notifications: some network disks, and folders created later. */
const LOOK_MS = 2_000

/** Calls `changed` whenever the mark differs from the last one. The returned function stops the watch. */
export function watchBank(project: Project, place: BankPlace, changed: () => void): () => void {
  let known = bankMark(project, place)
  let soon: NodeJS.Timeout | undefined
  const look = () => {
    soon = undefined
    const now = bankMark(project, place)
    if (now === known) return
    known = now
    changed()
  }
  const lookSoon = () => {
    soon ??= setTimeout(look, SETTLE_MS)
  }
  // Git's own folder is not watched: most files in it do not matter.
  const watchers = [place.bank, proposalsFolder(place.state)].flatMap((folder) => watching(folder, lookSoon) ?? [])
  const timer = setInterval(look, LOOK_MS)
  return () => {
    clearInterval(timer)
    clearTimeout(soon)
    for (const watcher of watchers) watcher.close()
  }
}

/** A text that stays the same while nothing changes. Opens no file but git's HEAD. */
export function bankMark(project: Project, place: BankPlace): string {
  const found = findBankFiles(place.bank)
  const stamps = found.ok ? found.value.files.map((path) => `${path} ${stampAt(`${place.bank}/${path}`)}`) : []
  const proposals = namesIn(proposalsFolder(place.state)).map(
    (name) => `${name} ${stampAt(join(proposalsFolder(place.state), name))}`,
  )
  const others = [join(project.root, CONFIG_FILE), join(place.state, 'ledger', 'files.json')].map(stampAt)
  return hashOfText([...stamps, new Journal(place.state).mark(), ...proposals, ...others, headOf(project)].join('\n'))
}

/** The branch and its commit, from git's own files: starting git for each check would cost more than all else. */
function headOf({ top, gitFolder }: Project): string {
  if (gitFolder === undefined) return ''
  // A worktree has its own HEAD.
  const own = linkedGitFolder(top) ?? gitFolder
  const head = readIfThere(join(own, 'HEAD')) ?? ''
  const branch = /^ref: (.+)$/m.exec(head)?.[1]
  return `${head} ${branch === undefined ? '' : stampAt(join(gitFolder, branch))} ${stampAt(join(own, 'logs', 'HEAD'))}`
}

/** Undefined if the system cannot watch the folder, or has no watchers left. */
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
