/** Literals in users' files: changing one needs a new template version. */

import { expect, test } from 'vitest'
import { MARKER, stampVersion, withoutMetadata } from '../../src/bank/blocks.ts'
import { foreignBank } from '../../src/bank/foreign-bank.ts'
import { pageOf } from '../../src/bank/page.ts'
import { LEARNING_TYPES, STATUSES } from '../../src/base/addition.ts'
import { hashOfText } from '../../src/base/content-hash.ts'
import {
  ARCHIVE_FOLDER,
  BANK_FOLDER,
  CURRENT_VERSION,
  INDEXED_FOLDERS,
  LEGACY,
  LEGACY_ENTRIES,
  MEMORY,
  OLD_ROUTING_HEADING,
  PATTERNS,
  PROGRESS,
  SECTION,
  TECH,
} from '../../src/base/layout.ts'
import { LIMITS } from '../../src/base/limits.ts'
import { snapshotOf } from '../laws/banks.ts'

test('the markers [S2]', () => {
  expect(MARKER).toEqual({
    machineStart: '<!-- MACHINE_BLOCK_START -->',
    machineEnd: '<!-- MACHINE_BLOCK_END -->',
    userStart: '<!-- USER_BLOCK_START -->',
    userEnd: '<!-- USER_BLOCK_END -->',
  })
})

test('the version mark [S3]', () => {
  expect(CURRENT_VERSION).toBe('7.1')
  expect(stampVersion(pageOf(''), CURRENT_VERSION)).toBe('<!-- MEMORY_BANK_TEMPLATE:v7.1 -->\n')
})

test('the metadata line of older programs is known [S4]', () => {
  const line = '<!-- blockVersion: 1 | lastUpdated: 2026-01-22T10:30:00Z | hash: 279e4c7da5703c80 -->'
  expect(withoutMetadata(pageOf(`${line}\nwords\n`))).toBe('words\n')
})

test.each([
  ['', 'cbf29ce484222325'],
  ['foobar', '85944171f73967e8'],
  ['words\n', '279e4c7da5703c80'],
])('the hash of %j is FNV-1a’s [S4]', (text, hash) => expect(hashOfText(text)).toBe(hash))

test('the layout [S1]', () => {
  expect([BANK_FOLDER, MEMORY, LEGACY, TECH, PATTERNS, PROGRESS, ARCHIVE_FOLDER]).toEqual([
    'memory-bank',
    'MEMORY.md',
    'legacy.md',
    'details/tech.md',
    'details/patterns.md',
    'details/progress.md',
    'details/archive',
  ])
  expect(INDEXED_FOLDERS).toEqual(['design', 'requirements', 'learnings'])
  expect(LEGACY_ENTRIES).toEqual(['_index.md', 'brief.md', 'active.md'])
})

test('the headings [S5]', () => {
  expect(Object.values(SECTION)).toEqual([
    '## Project Snapshot',
    '## Current Focus',
    '## Decision Highlights',
    '## Routing Rules（意图驱动）',
    '## Drill-Down Protocol',
    '## Write Safety Rules',
    '## Top Quick Answers',
  ])
  expect(OLD_ROUTING_HEADING).toBe('## Routing Rules')
})

test('other tools’ entries [S10]', () => {
  const published =
    'activeContext decisionLog memory-bank-instructions productContext projectbrief systemPatterns techContext'
  for (const name of published.split(' '))
    expect([name, foreignBank(snapshotOf({ [`${name}.md`]: 'x' }))?.paths]).toEqual([name, [`${name}.md`]])
})

test('the words of an index [S6]', () => {
  expect(STATUSES).toEqual(['Proposed', 'Accepted', 'Implementing', 'Done', 'Deprecated'])
  expect(LEARNING_TYPES).toEqual(['bug', 'performance', 'integration'])
})

test('the thresholds of the specification [S12]', () => {
  expect(LIMITS).toMatchObject({
    scanFiles: 10,
    scanLines: 200,
    indexOwedAbove: 8,
    groupRequirementsAbove: 20,
    splitLearningsAbove: 30,
    archiveLines: 120,
    archiveDoneItems: 20,
    archiveKeepDays: 30,
    decisionHighlights: 20,
    quickAnswers: 8,
    openingTokens: 3_000,
    openingAim: 840,
    largeFileLines: 200,
  })
})
