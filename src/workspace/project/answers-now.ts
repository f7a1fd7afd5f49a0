/**
 * What a repository said before, brought to the state it is in now: only what changed since is looked at.
 *
 * What stands in it afterwards is what would be found by asking again; what that cannot be said of is forgotten.
 */

import { BANK_FOLDER } from '../../core/layout.ts'
import { run } from '../git/git.ts'
import { pathHistory, removedTexts, type Told } from '../git/history.ts'
import type { Answers } from './repository.ts'
import { changeBetween, listedAmong, type RepositoryChange, type RepositoryState } from './repository-state.ts'
import { firstHolders, isSearched, MOST_HOLDERS, WordFinder, wordsIn } from './search-words.ts'

export interface AnswersNow {
  readonly answers: Answers
  readonly change: RepositoryChange
  /** Whether it is the very state that it was. */
  readonly isSame: boolean
  /** Words and paths that have another answer now, or none. */
  readonly changed: {
    readonly holders: ReadonlySet<string>
    readonly removed: ReadonlySet<string>
    readonly past: ReadonlySet<string>
  }
}

/** Undefined where all must be asked again. */
export function answersNow(
  root: string,
  before: { readonly state: RepositoryState; readonly answers: Answers },
  state: RepositoryState,
): AnswersNow | undefined {
  const change = changeBetween(root, before.state, state)
  if (change === undefined) return undefined
  const held = holdersNow(root, before.answers.holders, change)
  if (held === undefined) return undefined
  const since = commitsSince(root, before.state.head, state.head)
  const removed = historyNow(before.answers.removed, since, (texts, range) =>
    removedTexts(root, texts, BANK_FOLDER, range),
  )
  const past = historyNow(before.answers.past, since, (paths, range) => pathHistory(root, paths, range))
  return {
    answers: { holders: held.known, removed: removed.known, past: past.known },
    change,
    isSame: change.paths.size === 0 && before.state.head === state.head,
    changed: { holders: held.changed, removed: removed.changed, past: past.changed },
  }
}

interface Now<T> {
  readonly known: ReadonlyMap<string, T>
  readonly changed: ReadonlySet<string>
}

/** Each changed file is read once, for all words. */
function holdersNow(
  root: string,
  known: Answers['holders'],
  { paths }: RepositoryChange,
): Now<readonly string[]> | undefined {
  const changed = new Set<string>()
  const searched = [...paths].filter(isSearched)
  if (searched.length === 0 || known.size === 0) return { known, changed }
  const listed = listedAmong(root, searched)
  if (listed === undefined) return undefined
  const finder = new WordFinder([...known.keys()])
  const holders = new Map(known)
  const before = wordsByFile(known)
  for (const path of searched) {
    const words = listed.has(path) ? wordsIn(root, path, finder) : new Set<string>()
    for (const word of new Set([...words, ...(before.get(path) ?? [])])) {
      const files = holders.get(word)
      if (files === undefined || files.includes(path) === words.has(word)) continue
      const now = words.has(word) ? firstHolders([...files, path].sort()) : files.filter((one) => one !== path)
      if (now.length === files.length && now.every((one, index) => one === files[index])) continue
      changed.add(word)
      // One further down may follow in its place.
      if (now.length < files.length && files.length >= MOST_HOLDERS) holders.delete(word)
      else holders.set(word, now)
    }
  }
  return { known: holders, changed }
}

function wordsByFile(holders: Answers['holders']): ReadonlyMap<string, readonly string[]> {
  const words = new Map<string, string[]>()
  for (const [word, files] of holders) {
    for (const file of files) {
      const known = words.get(file)
      if (known === undefined) words.set(file, [word])
      else known.push(word)
    }
  }
  return words
}

/** What was taken out since is found among the commits since; the others stand, if none of the old ones left. */
function historyNow<T>(
  known: ReadonlyMap<string, T | undefined>,
  since: string | 'none' | 'others',
  ask: (asked: readonly string[], range: string) => Told<T>,
): Now<T | undefined> {
  if (since === 'none' || known.size === 0) return { known, changed: new Set() }
  const told = since === 'others' ? undefined : ask([...known.keys()], since)
  if (told === undefined || !told.isWhole) return { known: new Map(), changed: new Set(known.keys()) }
  const changed = new Set(told.found.keys())
  return { known: new Map([...known].filter(([one]) => !changed.has(one))), changed }
}

/** The commits that were added, as git names them; `others` where some of the old ones left. */
function commitsSince(root: string, from: string, to: string): string | 'none' | 'others' {
  if (from === to) return 'none'
  return run(root, ['merge-base', '--is-ancestor', from, to]) === undefined ? 'others' : `${from}..${to}`
}
