/**
 * The bank's history in one timeline: changes in the journal and commits that touched the bank.
 *
 * The two are kept apart: which commit contains which change is not guessed.
 */

import type { ShownDiff, Timeline, TimelineItem } from '../bank/page-answers.ts'
import type { Change } from '../base/change.ts'
import type { Language } from '../base/language.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { Journal, undoFinder } from '../disk/bank/journal.ts'
import { recover } from '../disk/bank/recover.ts'
import { commitChanges, type GitCommit, headCommit, recentCommits } from '../disk/git/commits.ts'
import { readCachedJson, writeCachedJson } from '../disk/state/cache.ts'
import type { Workspace } from '../disk/workspace.ts'
import { maskSecrets } from '../secrets/mask.ts'
import { titleOfChange } from '../verbs/history.ts'
import { maskedDiffs } from './masked-diffs.ts'

export interface TimelineOptions {
  /** Number of newest items to skip. */
  readonly from: number
  readonly count: number
  readonly language: Language
}

/** Newest first. */
export function timeline(workspace: Workspace, { from, count, language }: TimelineOptions): Result<Timeline> {
  const recovered = recover(workspace.place)
  if (!recovered.ok) return recovered
  const journal = new Journal(workspace.place.state)
  const links = journal.links()
  const undoneBy = undoFinder(links)
  const times = timesOf(links)
  const written = links.map((link, index) => ({
    time: times[index] ?? 0,
    item: () => journalItem(journal, link.id, undoneBy(link.id), language),
  }))
  const committed = bankCommits(workspace).map((commit) => ({
    time: Date.parse(commit.at),
    item: () => gitItem(commit),
  }))
  const all = [...written, ...committed].sort((a, b) => b.time - a.time)
  const items = all.slice(from, from + count).flatMap(({ item }) => item() ?? [])
  return ok({ items, more: Math.max(0, all.length - from - count) })
}

/** The diffs of a journal change or a commit. */
export function changeOf(workspace: Workspace, id: string): Result<readonly ShownDiff[]> {
  const changes = changesOf(workspace, id)
  return changes === undefined ? fail({ code: 'undo-unknown', id }) : ok(maskedDiffs(changes))
}

function changesOf({ place, project }: Workspace, id: string): readonly Change[] | undefined {
  const journal = new Journal(place.state)
  if (journal.finished().includes(id)) return journal.read(id, 'done')?.changes
  const isCommit = project.gitFolder !== undefined && /^[0-9a-f]{7,64}$/.test(id)
  return isCommit ? commitChanges(place.bank, id) : undefined
}

function journalItem(
  journal: Journal,
  id: string,
  undoneBy: string | undefined,
  language: Language,
): TimelineItem | undefined {
  const entry = journal.read(id, 'done')
  if (entry === undefined) return undefined
  const { at, intent, changes, undoes, provenance = [] } = entry
  const [said] = provenance
  return {
    from: 'journal',
    id,
    at,
    intent,
    title: maskSecrets(titleOfChange({ intent, changes }, language)),
    files: filesOf(changes),
    ...(said === undefined ? {} : { saidBy: said.saidBy }),
    ...(undoes === undefined ? {} : { undoes }),
    ...(undoneBy === undefined ? {} : { undoneBy }),
    canUndo: undoneBy === undefined,
  }
}

function gitItem({ hash, at, author, subject, files }: BankCommit): TimelineItem {
  return { from: 'git', id: hash, at: new Date(at).toISOString(), author, title: maskSecrets(subject), files }
}

function filesOf(changes: readonly Change[]): readonly string[] {
  const files = changes.filter(({ kind }) => kind !== 'make-folder' && kind !== 'remove-folder')
  return files.map((change) => (change.kind === 'move' ? change.to : change.path))
}

/** Times that never increase in journal order (newest first), even if a clock ran ahead. */
function timesOf(links: readonly { readonly at?: string }[]): readonly number[] {
  let next = Number.MAX_SAFE_INTEGER
  return links.map(({ at }) => {
    next = Math.min(next, Date.parse(at ?? '') || next)
    return next
  })
}

const MOST_COMMITS = 2_000
const MILLISECONDS = 3_000
const CACHE = 'bank-commits'

type BankCommit = Omit<GitCommit, 'body'>

interface KeptCommits {
  readonly head: string
  readonly commits: readonly BankCommit[]
}

/** The commits that touched the bank. Cached for the current HEAD if git's log was read completely. */
function bankCommits({ place, project }: Workspace): readonly BankCommit[] {
  const head = project.gitFolder === undefined ? undefined : headCommit(place.bank)
  if (head === undefined) return []
  const kept = readCachedJson<KeptCommits>(place.state, CACHE)
  if (kept?.head === head) return kept.commits
  const { commits, isWhole } = recentCommits(place.bank, MOST_COMMITS, MILLISECONDS)
  const shown = commits.map(({ body: _, ...commit }) => ({ ...commit, subject: maskSecrets(commit.subject) }))
  if (isWhole) writeCachedJson(place.state, CACHE, { head, commits: shown } satisfies KeptCommits)
  return shown
}
