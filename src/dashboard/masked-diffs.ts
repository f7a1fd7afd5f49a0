/**
 * The diffs of changes as the page shows them: by line, and by the entries that a change adds, removes or changes, part
 * by part (S54). Secrets are masked (S35).
 */

import { diffWordsWithSpace } from 'diff'
import type { Entry } from '../bank/entry.ts'
import { type FileDiff, fileDiffs, textsOf } from '../bank/file-diff.ts'
import { type Page, pageOf } from '../bank/page.ts'
import type { ChangedPart, EntryDiff, ShownDiff } from '../bank/page-answers.ts'
import { KIND_NAMES, PART_NAMES } from '../base/addition.ts'
import type { Change } from '../base/change.ts'
import type { Words } from '../base/language.ts'
import { maskTexts } from '../secrets/mask.ts'

export function maskedDiffs(changes: readonly Change[]): readonly ShownDiff[] {
  const texts = changes.flatMap((change) => [
    ...('was' in change ? [change.was] : []),
    ...('text' in change ? [change.text] : []),
  ])
  const masked = maskTexts(texts)
  const shown = new Map(texts.map((text, index) => [text, masked[index]?.text ?? '']))
  const of = (text: string) => shown.get(text) ?? ''
  return changes.flatMap((change) => {
    const clean = {
      ...change,
      ...('was' in change ? { was: of(change.was) } : {}),
      ...('text' in change ? { text: of(change.text) } : {}),
    }
    return fileDiffs([clean]).map((file) => withEntries(file, clean))
  })
}

/** `isWhole`: the entries contain every changed line, so a reader of the entries has seen everything. */
function withEntries(file: FileDiff, change: Change): ShownDiff {
  const [before = '', after = ''] = textsOf(change)
  const [was, now] = [pageOf(before, change.path), pageOf(after, change.path)]
  const old = was.entries.filter(isShown)
  const fresh = now.entries.filter(isShown)
  const entries = [
    ...fresh.flatMap(
      (entry) =>
        changeOf(
          old.find(({ id }) => id === entry.id),
          entry,
          was,
          now,
        ) ?? [],
    ),
    ...old.filter(({ id }) => !fresh.some((entry) => entry.id === id)).map((entry) => leaving(entry, was)),
  ]
  const restOf = (entry: Entry | undefined, page: Page) => (entry === undefined ? '' : textBesideParts(entry, page))
  const isCovered = (id: string) =>
    restOf(
      old.find((one) => one.id === id),
      was,
    ) ===
    restOf(
      fresh.find((one) => one.id === id),
      now,
    )
  const inOld = linesOf(
    old.filter(({ id }) => isCovered(id)),
    was,
  )
  const inNew = linesOf(
    fresh.filter(({ id }) => isCovered(id)),
    now,
  )
  const isWhole = file.hunks.every(({ lines }) =>
    lines.every(({ kind, text, old: oldLine, new: newLine }) => {
      if (kind === 'same' || text.trim() === '') return true
      return kind === 'added' ? inNew.has(newLine ?? 0) : inOld.has(oldLine ?? 0)
    }),
  )
  return { ...file, entries, isWhole: isWhole && entries.length > 0 }
}

/** A whole file without parts is read best as lines. */
function isShown({ span, parts }: Entry): boolean {
  return span !== undefined || parts.size > 0
}

function changeOf(before: Entry | undefined, after: Entry, was: Page, now: Page): EntryDiff | undefined {
  const { kind, title } = after
  if (before === undefined) return { kind, title, how: 'added', parts: partsOf(after, now).map(onlyIn('added')) }
  const old = new Map(partsOf(before, was).map(({ name, text }) => [name.en, text]))
  const parts = partsOf(after, now).flatMap(({ name, text }) => changedPart(name, old.get(name.en) ?? '', text) ?? [])
  const gone = partsOf(before, was).filter(({ name }) => !partsOf(after, now).some((one) => one.name.en === name.en))
  const all = [...parts, ...gone.map(onlyIn('removed'))]
  return all.length === 0 ? undefined : { kind, title, how: 'changed', parts: all }
}

function leaving(entry: Entry, was: Page): EntryDiff {
  const { kind, title } = entry
  return { kind, title, how: 'removed', parts: partsOf(entry, was).map(onlyIn('removed')) }
}

interface TextPart {
  readonly name: Words
  readonly text: string
}

function partsOf({ kind, parts, span }: Entry, { text }: Page): readonly TextPart[] {
  const named = [...parts].flatMap(([part, said]) => (part === 'what' ? [] : [{ name: PART_NAMES[part], text: said }]))
  if (named.length > 0 || span === undefined) return named
  return [{ name: KIND_NAMES[kind], text: text.slice(span.start, span.end).trim() }]
}

function onlyIn(how: 'added' | 'removed') {
  return ({ name, text }: TextPart): ChangedPart => ({ name, words: [{ kind: how, text }] })
}

function changedPart(name: Words, before: string, after: string): ChangedPart | undefined {
  if (before === after) return undefined
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })
  const words = diffWordsWithSpace(before, after, { intlSegmenter: segmenter })
  return {
    name,
    words: words.map(({ value, added, removed }) => ({
      kind: added ? 'added' : removed ? 'removed' : 'same',
      text: value,
    })),
  }
}

/** Text of the entry in none of its parts, for example a cell of a column that we do not know. */
function textBesideParts(entry: Entry, page: Page): string {
  if (entry.parts.size === 0) return ''
  const { start, end } = entry.span ?? { start: 0, end: page.text.length }
  const known = [entry.title, ...entry.parts.values()].toSorted((a, b) => b.length - a.length)
  const rest = known.reduce(
    (text, part) => (part === '' ? text : text.replace(part, () => '')),
    page.text.slice(start, end),
  )
  return rest.replace(/[\s|*_`:：#-]+/g, '')
}

/** The numbers of the lines that belong to entries. */
function linesOf(entries: readonly Entry[], page: Page): ReadonlySet<number> {
  const lines = entries.flatMap(({ span }) => {
    if (span === undefined) return []
    const first = page.lineAt(span.start)
    return Array.from({ length: page.lineAt(Math.max(span.start, span.end - 1)) - first + 1 }, (_, at) => first + at)
  })
  return new Set(lines)
}
