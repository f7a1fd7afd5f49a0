/**
 * In team mode, writes an addition as one new file of the inbox and changes nothing else (S55).
 *
 * The addition is first tried on a copy of the bank, so that it is refused or reported as without team mode. A change
 * to an existing entry, in the bank or in the inbox, is made in place.
 */

import { headlineOf } from '../../bank/decode-addition.ts'
import type { Draft } from '../../bank/draft.ts'
import { type InboxEntry, waitingIn } from '../../bank/inbox.ts'
import { oneLine } from '../../bank/lines.ts'
import { printInboxEntry } from '../../bank/print-inbox-entry.ts'
import { plainWords, sameTopic } from '../../bank/same-topic.ts'
import { type Addition, type AdditionKind, fieldsOf } from '../../base/addition.ts'
import { type BankPath, knownPath } from '../../base/bank-path.ts'
import { hashOfText } from '../../base/content-hash.ts'
import type { Words } from '../../base/language.ts'
import { INBOX_FOLDER } from '../../base/layout.ts'
import { ok, type Result } from '../../base/result.ts'
import { slugOf } from './document-text.ts'
import { nearTopic } from './near-topic.ts'
import { itemsIn, writeAddition } from './write-addition.ts'
import type { AdditionFacts } from './write-facts.ts'

export function writeToInbox(draft: Draft, addition: Addition<AdditionKind>, facts: AdditionFacts): Result<undefined> {
  for (const one of itemsIn(addition)) {
    const written = writeOne(draft, one, facts)
    if (!written.ok) return written
  }
  return ok(undefined)
}

/** The waiting entry with the given kind, fields and more evidence. Fields that the kind lacks are dropped. */
export function withChanges(
  waiting: Addition,
  { kind, fields, evidence }: Addition<AdditionKind>,
): Addition<AdditionKind> {
  const known = new Set(fieldsOf(kind).map((spec) => spec.field))
  const all = [...waiting.fields, ...fields].filter(([field]) => known.has(field))
  return { kind, fields: new Map(all), evidence: [...new Set([...waiting.evidence, ...evidence])] }
}

/** Rewrites a waiting entry. Its provenance stays. Another branch may fold it under its former words, so it keeps their mark. */
export function rewriteWaiting(
  draft: Draft,
  entry: InboxEntry,
  addition: Addition<AdditionKind>,
  facts: AdditionFacts,
): void {
  const was = new Set([...entry.was, wordsMark(topicOf(entry.addition))])
  was.delete(wordsMark(topicOf(addition)))
  const text = printInboxEntry(addition, {
    date: entry.date || facts.today,
    provenance: entry.provenance,
    language: facts.templates.language,
    was: [...was],
  })
  draft.write(entry.path, text, { en: `updated: ${entry.title}`, zh: `更新：${entry.title}` })
}

function writeOne(draft: Draft, addition: Addition<AdditionKind>, facts: AdditionFacts): Result<undefined> {
  const title = headlineOf(addition)
  const waiting = waitingIn(draft.pages()).filter((one) => one.kind === addition.kind)
  // Compare the full text, because a headline is shortened.
  const own = waiting.find((one) => sameTopic(topicOf(one.addition), topicOf(addition)))
  const replaces = addition.fields.get('replaces')
  const isOfInbox = replaces !== undefined && waiting.some((one) => one !== own && sameTopic(one.title, replaces))

  const trial = draft.copy()
  // The number that the trial assigns is discarded, so other branches are not searched.
  const numberless = { ...facts, readNamesElsewhere: () => [] }
  const tried = writeAddition(trial, isOfInbox ? without(addition, 'replaces') : addition, numberless)
  if (!tried.ok) return tried
  for (const note of trial.notes()) draft.note(note)
  const changed = trial.changedSince(draft.texts())
  if (changed.size === 0) return ok(undefined)
  if (own !== undefined) {
    if (isSameAddition(own.addition, addition)) draft.note(waitsAlready(own.path))
    else rewriteWaiting(draft, own, withChanges(own.addition, addition), facts)
    return ok(undefined)
  }
  if (replaces === undefined && isUpdate(draft, trial, changed, addition.kind))
    return writeAddition(draft, addition, facts)

  for (const near of waiting
    .filter((one) => !sameTopic(one.title, replaces ?? '') && nearTopic(one.title, title))
    .slice(0, 2))
    draft.note(similarTo(near))
  const date = addition.fields.get('date') ?? facts.today
  const { language } = facts.templates
  const text = printInboxEntry(addition, { date, provenance: facts.provenance, language })
  draft.write(freePath(draft, addition, date), text, {
    en: `${addition.kind}: ${title} (in the inbox)`,
    zh: `${title}（在 inbox 中等待合入）`,
  })
  return ok(undefined)
}

/** True if the write creates no new entry of the kind: an existing one changed or moved. */
function isUpdate(before: Draft, after: Draft, changed: ReadonlySet<BankPath>, kind: AdditionKind): boolean {
  const titlesIn = (draft: Draft) =>
    [...changed].flatMap((path) =>
      (draft.read(path) === undefined ? [] : draft.page(path).entries).flatMap((entry) =>
        entry.kind === kind ? [entry.title] : [],
      ),
    )
  const [was, now] = [titlesIn(before), titlesIn(after)]
  if (now.length > was.length) return false
  return now.every((title) => was.some((existing) => existing === title || sameTopic(existing, title)))
}

/** Recognises words again without storing them: they may be reworded because they say too much. */
export function wordsMark(words: string): string {
  return hashOfText(plainWords(words)).slice(0, 8)
}

function topicOf({ fields }: Addition): string {
  return oneLine(fields.get('title') ?? fields.get('text') ?? '')
}

function isSameAddition(existing: Addition, given: Addition): boolean {
  return [...given.fields].every(([field, text]) => plainWords(existing.fields.get(field) ?? '') === plainWords(text))
}

function without(addition: Addition<AdditionKind>, field: 'replaces'): Addition<AdditionKind> {
  return { ...addition, fields: new Map([...addition.fields].filter(([name]) => name !== field)) }
}

/** Named by a hash of its content, so that two branches never use one name for two entries. */
function freePath(draft: Draft, addition: Addition<AdditionKind>, date: string): BankPath {
  const { kind, fields, evidence } = addition
  for (let count = 0; ; count += 1) {
    const hash = hashOfText(JSON.stringify([kind, [...fields], evidence, count])).slice(0, 4)
    const path = knownPath(`${INBOX_FOLDER}/${date}-${slugOf(headlineOf(addition))}-${hash}.md`)
    if (!draft.isTaken(path)) return path
  }
}

function waitsAlready(path: BankPath): Words {
  return { en: `Already in the inbox: ${path}.`, zh: `inbox 中已有这条：${path}。` }
}

function similarTo({ path, title }: InboxEntry): Words {
  return {
    en: `Similar to ${path} “${title}”, which is in the inbox. To update that one, use its title.`,
    zh: `与 inbox 中的 ${path}「${title}」相近。若要更新它，请使用其标题。`,
  }
}
