/**
 * Folds the inbox into the bank (S55). Each entry is written to its place as if added on its own day, and its file is
 * removed.
 *
 * Entries are folded by day, then by name, but an entry that another one replaces comes first. If the bank already has
 * an entry, only its file is removed. An entry that cannot be folded stays and is reported with the next step; the
 * others are still folded.
 */

import { isSuperseded, namedDecisions, titleBefore } from '../../bank/decisions.ts'
import { decodeAddition, encodeAddition } from '../../bank/decode-addition.ts'
import type { Draft } from '../../bank/draft.ts'
import { entriesOfBank } from '../../bank/entry.ts'
import { INBOX_FAULTS, type InboxEntry, readInboxFile, waitingIn } from '../../bank/inbox.ts'
import { sameTopic } from '../../bank/same-topic.ts'
import type { Addition, AdditionKind } from '../../base/addition.ts'
import type { Words } from '../../base/language.ts'
import { isInboxPath, PATTERNS } from '../../base/layout.ts'
import { explain, type Problem } from '../../base/problem.ts'
import type { Result } from '../../base/result.ts'
import { setFields } from './change-entry.ts'
import { writeAddition } from './write-addition.ts'
import type { AdditionFacts } from './write-facts.ts'
import { wordsMark } from './write-inbox.ts'

/** Returns the entries that were written. */
export function foldInbox(draft: Draft, facts: AdditionFacts): readonly InboxEntry[] {
  for (const path of draft.paths().filter(isInboxPath)) {
    const read = readInboxFile(draft.page(path))
    if (typeof read !== 'string') continue
    const { what, next } = INBOX_FAULTS[read]
    draft.note(staysInInbox(path, { en: `${what.en} ${next.en}`, zh: `${what.zh}${next.zh}` }))
  }
  const waiting = [...waitingIn(draft.pages())]
  const folded: InboxEntry[] = []
  while (waiting.length > 0) {
    const free = waiting.findIndex((entry) => !waiting.some((other) => isReplacedBy(other, entry)))
    const [entry] = waiting.splice(Math.max(free, 0), 1)
    if (entry !== undefined && foldOne(draft, entry, facts)) folded.push(entry)
  }
  return folded
}

function isReplacedBy(other: InboxEntry, { path, kind, replaces }: InboxEntry): boolean {
  return replaces !== undefined && other.path !== path && other.kind === kind && sameTopic(other.title, replaces)
}

/** False if the entry stays, or if the bank already has it. */
function foldOne(draft: Draft, entry: InboxEntry, given: AdditionFacts): boolean {
  const { path, title, date, provenance } = entry
  const decoded = decodeAddition(encodeAddition(entry.addition))
  const kind = decoded.ok ? decoded.value.kind : 'removal'
  if (!decoded.ok || kind === 'removal') {
    if (!decoded.ok) draft.note(staysInInbox(path, wordsOf(decoded.problem)))
    return false
  }
  const facts = { ...given, today: date || given.today, ...(provenance === undefined ? {} : { provenance }) }
  const addition = { ...decoded.value, kind }
  const trial = draft.copy()
  const tried = isReplacedSince(draft, entry) ? undefined : writeFolded(trial, entry, addition, facts)
  if (tried?.ok === false) {
    draft.note(staysInInbox(path, wordsOf(tried.problem)))
    return false
  }
  if (tried === undefined || trial.changedSince(draft.texts()).size === 0) {
    draft.remove(path, { en: `already in the bank: ${title}`, zh: `Memory Bank 已有：${title}` })
    return false
  }
  // The same write succeeded on a copy of the draft.
  writeFolded(draft, entry, addition, facts)
  draft.remove(path, { en: `folded in: ${title}`, zh: `已合入：${title}` })
  return true
}

/** An entry that another branch folded before its words changed gets the new words in its place. */
function writeFolded(
  draft: Draft,
  { kind, was, addition: waiting }: InboxEntry,
  addition: Addition<AdditionKind>,
  facts: AdditionFacts,
): Result<undefined> {
  const former = entriesOfBank(draft.pages()).find(
    (one) => one.kind === kind && !isInboxPath(one.path) && was.includes(wordsMark(one.title)),
  )
  const words = waiting.fields.get('text')
  if (former === undefined || words === undefined) return writeAddition(draft, addition, facts)
  const renamed = setFields(draft, former, new Map([['text', words]]), facts)
  // Its state may have changed as well.
  const moved = draft.copy()
  if (renamed.ok && writeAddition(moved, addition, facts).ok && moved.changedSince(draft.texts()).size > 0)
    return writeAddition(draft, addition, facts)
  return renamed
}

/** True for a decision that was folded before and superseded since. */
function isReplacedSince(draft: Draft, { kind, title }: InboxEntry): boolean {
  if (kind !== 'decision') return false
  const existing = namedDecisions(draft.page(PATTERNS)).filter(({ names }) =>
    names.some((name) => sameTopic(titleBefore(name), title)),
  )
  return existing.length > 0 && existing.every(({ names }) => names.some(isSuperseded))
}

function staysInInbox(path: string, why: Words): Words {
  return { en: `${path} stays in the inbox: ${why.en}`, zh: `${path} 留在 inbox：${why.zh}` }
}

function wordsOf(problem: Problem): Words {
  const said = (language: 'en' | 'zh') => {
    const { what, next } = explain(problem, language)
    return language === 'zh' ? `${what}${next}` : `${what} ${next}`
  }
  return { en: said('en'), zh: said('zh') }
}
