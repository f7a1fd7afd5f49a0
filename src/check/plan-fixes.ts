/**
 * Writes the fixes of findings into a draft: splices and new table columns.
 *
 * User blocks and files with broken markers are not changed. Of two overlapping fixes the first is applied. Indexes and
 * anchors have planners of their own.
 */

import { widenTables } from '../bank/decisions.ts'
import type { Draft } from '../bank/draft.ts'
import type { Finding } from '../bank/finding.ts'
import { applySplices } from '../bank/tables.ts'
import type { EntryKind } from '../base/addition.ts'
import { type BankPath, bankPath } from '../base/bank-path.ts'
import type { Language, Words } from '../base/language.ts'
import type { Splice } from '../base/splice.ts'

/** The draft must still hold the checked texts, because fixes are offsets in them. */
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
    en: 'adds missing columns',
    zh: '补上缺少的列',
  })
}
