/**
 * Growth: every reader of a bank's text takes time in proportion to it, whatever a stranger wrote into it (S39). Readers
 * times shapes: a shape is a piece that is repeated, in one line or over many.
 */

import { describe, test } from 'vitest'
import { plainWords } from '../../src/bank/already-said.ts'
import { findConflicts } from '../../src/bank/conflicts.ts'
import { titleBefore } from '../../src/bank/decisions.ts'
import { linkTargets, pathsNamed } from '../../src/bank/index-table.ts'
import { labelled, statusIn, statusNamed, withoutMarkup } from '../../src/bank/labels.ts'
import { pageOf } from '../../src/bank/page.ts'
import { listRoutes, routingRules } from '../../src/bank/routes.ts'
import { readMarkdown } from '../../src/check/markdown.ts'
import { knownPath } from '../../src/base/bank-path.ts'
import { MEMORY } from '../../src/base/layout.ts'
import { hasUnstampedAnchor } from '../../src/drift/anchors.ts'
import { Codebase } from '../../src/drift/codebase.ts'
import { findDrift } from '../../src/drift/find-drift.ts'
import { MemoryAtFile } from '../../src/drift/memory-at-file.ts'
import { OwnWords, wordsOf } from '../../src/drift/own-words.ts'
import { findRestated } from '../../src/drift/restated.ts'
import { statementsIn } from '../../src/drift/statements.ts'
import { slugOf, withoutOuterBlanks } from '../../src/import/blocks.ts'
import { isTemplate } from '../../src/import/template-text.ts'
import { statedDecisions } from '../../src/learn/documents.ts'
import { definedNames } from '../../src/search/defined-names.ts'
import { documentPath } from '../../src/search/document-routes.ts'
import { entryAsSent } from '../../src/search/entry-as-sent.ts'
import { recall } from '../../src/search/recall.ts'
import { splitEntries } from '../../src/search/split-entries.ts'
import { tokenize } from '../../src/search/tokenize.ts'
import { findSecrets } from '../../src/secrets/find-secrets.ts'
import { changedSections } from '../../src/bank/change-preview.ts'
import { codeSpansIn } from '../../src/bank/code-spans.ts'
import { conclusionOf } from '../../src/bank/conclusion.ts'
import { datesIn } from '../../src/base/dates.ts'
import { evidenceNames, withoutEvidence } from '../../src/bank/evidence-links.ts'
import { neutralise } from '../../src/base/neutralise.ts'
import { estimateTokens } from '../../src/base/tokens.ts'
import { removeTopKey } from '../../src/settings/toml-table.ts'
import { markNames } from '../../src/plan/write/mark-names.ts'
import { repositoryOf } from '../drift/repository-of.ts'
import { expectInProportion } from '../growth.ts'
import { bankOf } from '../search/bank.ts'

const PAGE = knownPath('details/patterns.md')
const DOCUMENTS = ['a.md', 'a.rst', 'a.adoc'].flatMap((name) => documentPath(name) ?? [])
const ZEBRAS = bankOf({ 'details/patterns.md': '# P\n\n## Zebra\n\nThe zebra parser reads src/zebra.ts.\n' })
const ENTRY = { path: PAGE, startLine: 1, endLine: 1, title: 'Zebra', words: '', binding: 1, date: '2026-01-02' }
const nothingHere = () => repositoryOf({ 'README.md': 'zebra' })

const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  'blocks, sections and titles': (text) => [pageOf(text, MEMORY).parsed, pageOf(text).sections, titleBefore(text)],
  'tables and entries': (text) => [
    pageOf(text).tables,
    pageOf(text).decisions,
    pageOf(text).learnings,
    pageOf(text, PAGE).editable,
  ],
  routes: (text) => [listRoutes(pageOf(text), 'details'), routingRules(pageOf(`## Routing Rules\n${text}`))],
  'inline Markdown': (text) => [readMarkdown(text), codeSpansIn(text), linkTargets(text)],
  'labels, dates, marks of a conflict': (text) => [
    statusIn(pageOf(text)),
    statusNamed(text),
    labelled(text),
    withoutMarkup(text),
    datesIn(text),
    findConflicts(pageOf(text)),
    pathsNamed(pageOf(text), 'learnings'),
  ],
  'tokens, and what a model must not read': (text) => [estimateTokens(text), neutralise(text), tokenize(text)],
  'what states something of the code': (text) => [
    findDrift(statementsIn(pageOf(text, PAGE)), new Codebase(nothingHere())),
    hasUnstampedAnchor(text),
  ],
  'a recall': (text) => recall('where is the zebra parser?', bankOf({ 'details/patterns.md': text })),
}

/** One of each kind of thing that a pattern may look for from every place anew. */
const SHAPES = [
  ...['z', 'zebra ', '1', '斑马', '。', ' ', '\t', '\r', '\n', '\0', 'a\n', 'a\n\n', ' \n'],
  ...['[', '[a', '](', '[](', '[a](b "', '[a](<', '![', '[a]: b\n', '[a](b.md)\n', '[[', '(', '(a) ', ')'],
  ...['`', '` ', '`a', '``` ', '```\n', '~~~\na\n', '`a/#', '`src/a.ts` ', '`src/z.md`\n'],
  ...['*', '*a ', '**a ', '_a ', '~~a ', '<', '<a ', '<!--', '<!--\n', '&amp', '\\', '"a ', "'a "],
  ...['a.', 'a/', 'a-', 'a@', 'a_', 'a: ', 'a=', 'a, ', ',', ';', ':', '#', '# ', 'aB', 'details/', 'a/b.md '],
  ...['- ', '- a\n', '  - a\n', '- [x] a\n', '1. a\n', '> ', '> a\n', '|', '|\n', '| a ', '| a | b |\n', '|---|\n'],
  ...['## a\n', '### a\nb\n', 'a\n---\n', '- a -> details/b.md\n', '->', 'status', '状态: ', 'port ', '[Superseded '],
  ...['<!-- USER_BLOCK_START -->\n', '<!-- MACHINE_BLOCK_START -->\n', '<<<<<<< a\n', '=======\n', '2026-01-02 '],
]

/** Readers of what stands in any file of a repository, or in what other tools left there. */
const OTHERS: Readonly<Record<string, (text: string) => unknown>> = {
  'what the bank knows of a file': (text) =>
    new MemoryAtFile([{ ...ENTRY, text: `${text} parseZebra` }]).about('src/app.ts', {
      read: () => `parseZebra ${text}`,
      filesNamed: () => ['src/app.ts'],
      linesWith: () => new Map([['src/app.ts', [`parseZebra(${text}`]]]),
    }),
  secrets: (text) => findSecrets(text),
  'what is said already': (text) => [plainWords(text), conclusionOf(text, 100), wordsOf(text), markNames(text)],
  'the entry as it is sent': (text) =>
    entryAsSent(`# A\n\n## Routing Rules\n\n| a | b |\n|---|---|\n| a | ${text} |\n`),
  'a preview': (text) => changedSections({ kind: 'edit', path: PAGE, was: '# A\n', text: `# A\n\n## B\n${text}\n` }),
  'notes of other tools': (text) => [withoutOuterBlanks(text), slugOf(text), isTemplate(text.split('\n'))],
  'documents in every syntax': (text) => DOCUMENTS.map((path) => splitEntries(pageOf(`Zebra\n=====\n\n${text}`, path))),
  'a question and its terms': (text) => recall(text, ZEBRAS, { terms: [text], symbols: definedNames(text) }),
  'evidence and settings': (text) => [withoutEvidence(text), evidenceNames([text], 'en'), removeTopKey(text, 'zebra')],
  'documents of decisions': (text) =>
    statedDecisions([{ path: 'docs/adr/0001.md', text: `# A\n\n# status ${text}` }], () => false),
  'words that a document says too': (text) =>
    findRestated([{ title: 'a', text }], () => new OwnWords(new Codebase(nothingHere()))),
}

const SIGNS = [...'!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~ \t\n\r', 'a', 'A', '0', '中', '　', '。']
const PAIRED = ['a.', 'a/', '0-', '+.1', '(a', '[a', '[a](', '<!--', '- ', ' \n', '"a', 'a(', '](']

describe.each(Object.entries({ ...READERS, ...OTHERS }))('%s', (name, read) => {
  test('long runs of each sign are read in time in proportion [S39]', () => {
    for (const piece of [...SIGNS, ...(name in OTHERS ? PAIRED : [])]) {
      const repeated = (size: number) => `a ${piece.repeat(Math.ceil(size / piece.length))}\u0001`
      expectInProportion(4_000, repeated, read)
    }
  }, 120_000)
})

test('a heading that may be a turn of a user is read at once, whatever it is [S39]', () => {
  for (const heading of [`user${'-0'.repeat(90)} x`, `${'-0'.repeat(90)}user`, `${'0 '.repeat(90)}user`])
    recall('where is the zebra parser?', bankOf({ 'details/patterns.md': `# A\n\n## ${heading}\n\nzebra\n` }))
})

describe.each(Object.entries(READERS))('%s', (_, read) => {
  test.each(SHAPES)('many times %j is read in time in proportion [S39]', (piece) => {
    const repeated = (size: number) => `# A\n\n## Zebra\n${piece.repeat(Math.ceil(size / piece.length))}\n`
    expectInProportion(6_000, repeated, read)
    // The same behind something that is not empty, as one item, so that no first character ends the matter.
    expectInProportion(6_000, (size) => `- zebra ${piece.repeat(Math.ceil(size / piece.length))}x`, read)
  })
})
