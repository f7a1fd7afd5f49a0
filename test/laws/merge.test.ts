/** Merging two descendants of any text loses nothing, and unchanged text stays (S55). */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { metadataLines, readVersion } from '../../src/bank/blocks.ts'
import { hasConflict } from '../../src/bank/conflicts.ts'
import { isRouterLine } from '../../src/bank/index-table.ts'
import { scannedLine } from '../../src/bank/labels.ts'
import { withoutListMark } from '../../src/bank/lines.ts'
import { pageOf } from '../../src/bank/page.ts'
import { plainWords } from '../../src/bank/same-topic.ts'
import { cellsOfLine } from '../../src/bank/tables.ts'
import { type BankPath, knownPath } from '../../src/base/bank-path.ts'
import { type FileMerge, mergeFile } from '../../src/merge/merge-file.ts'
import { anyMarkdown, bankDocument, blockText } from './markdown.ts'
import { LAW_TIMEOUT, LONG, law } from './runs.ts'

const TIME = { timeout: LAW_TIMEOUT }
/** The long suite tries each law ten thousand times. */
const RUNS = LONG ? 1_430 : 200
const STYLE = { markerSize: 7, labels: { ours: 'ours', theirs: 'theirs' } }

const paths = fc.constantFrom(
  ...['MEMORY.md', 'details/patterns.md', 'details/progress.md', 'details/design/index.md', 'details/archive/a.md'].map(
    knownPath,
  ),
)

/** A realistic bank: lists, tables, prose, code. */
const tidy = fc
  .array(
    fc.constantFrom(
      '## Current Focus\n\n- ship the shop\n- mend the till\n',
      '## Done (to archive)\n\n- [x] 2026-01-02 old news\n- [ ] something open\n',
      '## Decision Highlights\n\n| Decision | Date | Binds |\n|---|---|---|\n| use sqlite | 2026-01-02 | storage |\n| no globals | 2026-01-01 | src |\n',
      '## Words\n\nA paragraph\nof two lines.\n\nAnother one.\n',
      '## Code\n\n```\n## no heading\n- no item\n<!-- USER_BLOCK_START -->\n```\n',
      '## Facts\n\n- **Name**: shop (source: package.json)\n- **Mine**: by hand\n',
      '### Deeper\n\n1. first\n2. second\n   with more\n',
      '<!-- a comment\n## in it\n-->\n',
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((parts) => parts.join('\n'))

const base = fc.oneof(
  { weight: 3, arbitrary: bankDocument(tidy, fc.boolean()).map(({ text }) => text) },
  { weight: 2, arbitrary: tidy },
  { weight: 2, arbitrary: bankDocument(blockText, fc.boolean()).map(({ text }) => text) },
  { weight: 1, arbitrary: anyMarkdown },
)

const LINES = [
  '- a new item',
  '- [x] something open',
  '- [ ] 2026-03-03 something open',
  '- ship the shop now',
  '- **Name**: till (source: package.json)',
  '- **Mine**: otherwise',
  '| use postgres | 2026-02-02 | storage |',
  '| use sqlite (superseded: use postgres) | 2026-01-02 | storage |',
  '| use sqlite | 2026-01-02 | everything |',
  '## Routing Rules（意图驱动）',
  '## Current Focus',
  '### Deeper',
  'Another paragraph.',
  '```',
  '',
  '',
  '  indented',
  '<!-- MEMORY_BANK_TEMPLATE:v7.1 -->',
  '<!-- USER_BLOCK_END -->',
  '|---|---|---|',
  '中文一行',
]

type Mutation = (lines: string[], at: number, line: string) => void
const MUTATIONS: readonly Mutation[] = [
  (lines, at, line) => lines.splice(at, 0, line),
  (lines, at, line) => lines.splice(at, 0, line, ''),
  (lines, at, line) => lines.splice(at, 1, line),
  (lines, at) => lines.splice(at, 1),
  (lines, at) => lines.splice(at, 3),
  (lines, at) => lines.splice(at, 1, (lines[at] ?? '').replace('[ ]', '[x]')),
  (lines, at) => lines.splice(at, 1, `${lines[at] ?? ''} more`),
  (lines, at) => lines.push(...lines.splice(at, 2)),
]

const mutations = fc.array(
  fc.tuple(fc.constantFrom(...MUTATIONS), fc.nat({ max: 60 }), fc.constantFrom(...LINES), fc.nat({ max: 99 })),
  { minLength: 1, maxLength: 4 },
)
const ends = fc.constantFrom(undefined, undefined, undefined, '\r\n', '\n')

function descend(
  text: string,
  changes: readonly [Mutation, number, string, number][],
  end: string | undefined,
): string {
  const ending = /\r\n|\n|\r/.exec(text)?.[0] ?? '\n'
  const lines = text.split(ending)
  for (const [mutate, at, line, salt] of changes)
    mutate(lines, at % lines.length, salt < 50 && /^[-A-Z中]/.test(line) ? `${line} ${salt}` : line)
  const changed = lines.join(ending)
  return end === undefined ? changed : changed.replace(/\r\n|\n|\r/g, end)
}

interface Case {
  readonly path: BankPath
  readonly base: string
  readonly ours: string
  readonly theirs: string
}

const cases: fc.Arbitrary<Case> = fc
  .tuple(paths, base, mutations, mutations, ends, ends)
  .map(([path, text, mine, yours, myEnd, yourEnd]) => ({
    path,
    base: text,
    ours: descend(text, mine, myEnd),
    theirs: descend(text, yours, yourEnd),
  }))

const merge = (one: Omit<FileMerge, keyof typeof STYLE>) => mergeFile({ ...one, ...STYLE })
const said = (text: string) =>
  pageOf(text.replaceAll('\ufeff', '')).lines.flatMap(({ text: line }) => line.trim() || [])

test('every line that a side added is in the result, or in a shown conflict [S55]', TIME, () => {
  law(
    fc.property(cases, (one) => {
      const { text } = merge(one)
      const had = new Set(said(one.base))
      const has = new Set(said(text))
      const words = new Set([...has].map((line) => plainWords(withoutListMark(line))))
      const cells = new Set([...has].flatMap(cellsOfLine))
      for (const line of [...said(one.ours), ...said(one.theirs)]) {
        if (had.has(line) || has.has(line) || isMadeAgain(line)) continue
        // Two edits of one item or row may end up on one line.
        if (words.has(plainWords(withoutListMark(line)))) continue
        const lost = cellsOfLine(line).filter((cell) => !cells.has(cell))
        expect(line.includes('|') ? lost : [line], text).toEqual([])
      }
    }),
    RUNS,
  )
})

test('swapping the sides changes only the order [S55]', TIME, () => {
  law(
    fc.property(cases, (one) => {
      const there = merge(one)
      const back = merge({ ...one, ours: one.theirs, theirs: one.ours })
      // The unchanged lines that a conflict shows depend on where it begins.
      fc.pre(there.conflicts.length + back.conflicts.length === 0)
      const entries = ({ text }: { readonly text: string }) =>
        [...new Set(said(text))].filter((line) => !isMadeAgain(line)).toSorted()
      expect(entries(there)).toEqual(entries(back))
    }),
    RUNS,
  )
})

test('a file that only one side changed becomes that side’s file, byte for byte [S55]', TIME, () => {
  law(
    fc.property(cases, ({ path, base: text, ours, theirs }) => {
      expect(merge({ path, base: text, ours, theirs: text })).toEqual({ text: ours, conflicts: [] })
      expect(merge({ path, base: text, ours: text, theirs })).toEqual({ text: theirs, conflicts: [] })
      expect(merge({ path, base: text, ours, theirs: ours })).toEqual({ text: ours, conflicts: [] })
    }),
    RUNS,
  )
})

test('merging readable files gives a readable file [S55]', TIME, () => {
  law(
    fc.property(cases, (one) => {
      const { text, conflicts } = merge(one)
      const isSound = (side: string) => pageOf(side, one.path).parsed.ok && !hasConflict(pageOf(side))
      fc.pre(conflicts.length === 0 && isSound(one.base) && isSound(one.ours) && isSound(one.theirs))
      expect(isSound(text), text).toBe(true)
    }),
    RUNS,
  )
})

/** Generated lines, of which one side's version is enough. */
function isMadeAgain(line: string): boolean {
  return (
    scannedLine(line) !== undefined ||
    isRouterLine(line) ||
    readVersion(pageOf(line)) !== undefined ||
    metadataLines(pageOf(line).lines).length > 0 ||
    /^[\s|:-]+$/.test(line)
  )
}
