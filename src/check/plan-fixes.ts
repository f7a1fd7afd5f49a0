/**
 * The fixes of findings, written into a draft: edits at their offsets, tables widened.
 *
 * Nothing in a user block changes, nor in a file whose markers are broken; of two fixes that overlap the
 * first is taken. Index files are for the planner of indexes, anchors for those who know the code.
 */

import { widenTables } from '../bank/decisions.ts'
import type { Draft } from '../bank/draft.ts'
import { applySplices } from '../bank/tables.ts'
import type { EntryKind } from '../base/addition.ts'
import { type BankPath, bankPath } from '../base/bank-path.ts'
import type { Finding } from '../bank/finding.ts'
import type { Language, Words } from '../base/language.ts'
import type { Splice } from '../base/splice.ts'

/** The draft must still hold the texts that were checked, since the fixes are at offsets in them. */
export function planFixes(draft: Draft, findings: readonly Finding[], language: Language): void {
  const byFile = new Map<BankPath, Finding[]>()
  for (const finding of findings) {
    const path = finding.fix === undefined ? undefined : bankPath(finding.path)
    if (path !== undefined) byFile.set(path, [...(byFile.get(path) ?? []), finding])
  }
  for (const [path, of] of byFile) {
    splice(draft, path, of)
    for (const kind of kindsToWiden(of)) widen(draft, path, kind, language)
  }
}

function splice(draft: Draft, path: BankPath, findings: readonly Finding[]): void {
  const page = draft.page(path)
  const wanted = findings
    .flatMap(({ fix }) => (fix?.kind === 'splices' ? fix.splices.map((one) => ({ one, why: fix.why })) : []))
    .filter(({ one }) => page.isEditable(one))
    .sort((a, b) => a.one.start - b.one.start || a.one.end - b.one.end)
  const taken: { readonly one: Splice; readonly why: Words }[] = []
  for (const next of wanted) {
    const last = taken.at(-1)?.one
    if (last === undefined || next.one.start >= last.end) taken.push(next)
  }
  const fixed = applySplices(
    page.text,
    taken.map(({ one }) => one),
  )
  const [first] = taken
  if (first !== undefined) draft.write(path, fixed, first.why)
}

function kindsToWiden(findings: readonly Finding[]): ReadonlySet<EntryKind> {
  return new Set(findings.flatMap(({ fix }) => (fix?.kind === 'widen-tables' ? [fix.entries] : [])))
}

function widen(draft: Draft, path: BankPath, kind: EntryKind, language: Language): void {
  draft.write(path, widenTables(draft.page(path), kind, language), {
    en: 'columns for the parts its entries lack',
    zh: '为条目缺少的部分补列',
  })
}
