/** An import of any text keeps every line, breaks nothing, and plans nothing the second time. */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasConflict } from '../../src/bank/conflicts.ts'
import { requirementNumber } from '../../src/bank/entry.ts'
import { type Page, pageOf } from '../../src/bank/page.ts'
import type { Snapshot } from '../../src/bank/snapshot.ts'
import type { Plan } from '../../src/base/change.ts'
import { hashOfSource, RECORD, readRecord } from '../../src/import/import-record.ts'
import { readBankFile } from '../../src/import/read-bank-file.ts'
import { withoutMarks } from '../../src/import/safe-text.ts'
import type { SourceFile } from '../../src/import/source.ts'
import { writeImport } from '../../src/import/write-import.ts'
import { planImport } from '../../src/plan/plan-write.ts'
import { progressSection } from '../../src/plan/write/write-progress.ts'
import { applied, currentBank, inputFor, snapshotOf } from './banks.ts'
import { anyMarkdown } from './markdown.ts'
import { LAW_TIMEOUT, law } from './runs.ts'

const NAMES = [
  'projectbrief.md',
  'brief.md',
  'productContext.md',
  'activeContext.md',
  'systemPatterns.md',
  'techContext.md',
  'progress.md',
  'decisionLog.md',
  'tasks.md',
  'style-guide.md',
  'notes.md',
  'reflection/r.md',
  'tasks/t.md',
  'archive/a.md',
]
const HEADINGS = [
  '# Title',
  '## Current Focus',
  '## Next Steps',
  '## 最近更改',
  '## Key Technical Decisions',
  '## Known Issues',
  '## Overview',
  '## 1. 現在の作業焦点',
  '## Что осталось',
  '## Other',
]

const sourceText = fc
  .array(fc.tuple(fc.constantFrom(...HEADINGS, ''), anyMarkdown), { minLength: 1, maxLength: 4 })
  .map((parts) => withoutMarks(parts.map(([heading, text]) => `${heading}\n${text}\n`).join('')).replace(/^\uFEFF/, ''))

const sources: fc.Arbitrary<readonly SourceFile[]> = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...NAMES), sourceText), {
    minLength: 1,
    maxLength: 5,
    selector: ([name]) => name,
  })
  .map((all) =>
    all.map(([file, text]) => ({
      path: `/p/cline_docs/${file}`,
      name: `cline_docs/${file}`,
      text,
      lines: pageOf(text).lines.map((line) => line.text),
    })),
  )

/** Input that the verb never passes on: text that is not text, and unfinished merges. */
const isReadable = (file: SourceFile) => !file.text.includes('\0') && !hasConflict(pageOf(file.text))

function importInto(before: Snapshot, files: readonly SourceFile[], isNew: boolean): Plan {
  const input = inputFor(before)
  const { templates } = input
  const write = { templates, today: '2026-03-01', readNamesElsewhere: () => [] }
  const facts = {
    language: templates.language,
    today: write.today,
    isNew,
    provenance: { saidBy: 'import' },
    progressSection: (page: Page, state: 'doing' | 'next' | 'blocked' | 'done') => progressSection(page, state, write),
    nextNumber: (draft: { names(): readonly string[] }) => requirementNumber(draft.names(), []),
  } as const
  const record = readRecord(before.files.get(RECORD)?.text ?? '')
  const planned = planImport(input, isNew, (draft) => {
    for (const file of files) {
      if (record.get(file.name)?.hash === hashOfSource(file.text)) continue
      writeImport(draft, { file, tool: 'Cline', pieces: readBankFile(file), inPlace: undefined }, facts)
    }
  })
  if (!planned.ok) throw new Error(JSON.stringify(planned.problem))
  return planned.value
}

/** Imported lines that are nowhere in the bank. */
function lost({ files }: Snapshot, sources: readonly SourceFile[]): readonly string[] {
  const bank = [...files.values()].map(({ text }) => text).join('\n')
  const taken = sources.filter((file) => readBankFile(file)[0]?.becomes.kind !== 'skipped')
  return taken.flatMap(({ lines, name }) =>
    lines
      .map((line) => line.trim())
      .filter((line) => line !== '' && !bank.includes(line))
      .map((line) => `${name}: ${line}`),
  )
}

const EMPTY = snapshotOf({}, { exists: false })

test(
  'a new bank has every line, whole blocks, and nothing to import again [S60]',
  () => {
    law(
      fc.property(sources, (files) => {
        fc.pre(files.every(isReadable))
        const after = applied(EMPTY, importInto(EMPTY, files, true))
        expect(lost(after, files)).toEqual([])
        for (const { path, text } of after.files.values()) expect(pageOf(text, path).parsed.ok, path).toBe(true)
        expect(importInto(after, files, false).changes).toEqual([])
      }),
    )
  },
  LAW_TIMEOUT,
)

test(
  'an existing bank loses nothing by an import [S60]',
  () => {
    law(
      fc.property(currentBank, sources, (before, files) => {
        fc.pre(files.every(isReadable))
        const after = applied(before, importInto(before, files, false))
        expect(lost(after, files)).toEqual([])
        const bank = [...after.files.values()].map(({ text }) => text).join('\n')
        for (const { path, text } of before.files.values())
          for (const { text: line } of pageOf(text).lines)
            if (!/\|/.test(line)) expect(bank.includes(line.trim()), `${path}: ${line}`).toBe(true)
        expect(importInto(after, files, false).changes).toEqual([])
      }),
      200,
    )
  },
  LAW_TIMEOUT,
)
