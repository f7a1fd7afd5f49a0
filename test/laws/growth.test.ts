/**
 * Every reader of text takes linear time, whatever the text contains (S39). Tests combine readers with shapes; a shape
 * is a repeated piece, on one line or over many.
 */

import { describe, test } from 'vitest'
import { codeSpansIn } from '../../src/bank/code-spans.ts'
import { conclusionOf } from '../../src/bank/conclusion.ts'
import { findConflicts } from '../../src/bank/conflicts.ts'
import { titleBefore } from '../../src/bank/decisions.ts'
import { evidenceNames, withoutEvidence } from '../../src/bank/evidence-links.ts'
import { FIELD_LABEL } from '../../src/bank/inbox.ts'
import { linkTargets, pathsNamed } from '../../src/bank/index-table.ts'
import { labelled, statusIn, statusNamed, withoutMarkup } from '../../src/bank/labels.ts'
import { pageOf } from '../../src/bank/page.ts'
import { changedSections } from '../../src/bank/preview-lines.ts'
import { listRoutes, routingRules } from '../../src/bank/routes.ts'
import { plainWords } from '../../src/bank/same-topic.ts'
import { knownPath } from '../../src/base/bank-path.ts'
import { datesIn } from '../../src/base/dates.ts'
import { estimateTokens } from '../../src/base/estimate-tokens.ts'
import { MEMORY, sectionHeading } from '../../src/base/layout.ts'
import { neutralise } from '../../src/base/neutralise.ts'
import { readMarkdown } from '../../src/check/read-markdown.ts'
import { hasUnstampedAnchor } from '../../src/drift/anchors.ts'
import { Codebase } from '../../src/drift/codebase.ts'
import { findDrift } from '../../src/drift/find-drift.ts'
import { findRestated } from '../../src/drift/find-restated.ts'
import { MemoryAtFile } from '../../src/drift/memory-at-file.ts'
import { RepositoryText, wordsOf } from '../../src/drift/repository-text.ts'
import { statementsIn } from '../../src/drift/statements.ts'
import { isTemplate } from '../../src/import/not-memory.ts'
import { slugOf, withoutOuterBlanks } from '../../src/import/place-text.ts'
import { statedDecisions } from '../../src/learn/documents.ts'
import { markNames } from '../../src/plan/write/mark-names.ts'
import { documentPath } from '../../src/search/document-routes.ts'
import { entryAsSent } from '../../src/search/entry-as-sent.ts'
import { definedNames } from '../../src/search/rank.ts'
import { recall } from '../../src/search/recall.ts'
import { splitEntries } from '../../src/search/split-entries.ts'
import { tokenize } from '../../src/search/tokenize.ts'
import { findSecrets } from '../../src/secrets/find-secrets.ts'
import { parsePatch } from '../../src/session/patch.ts'
import { removeTopKey } from '../../src/settings/toml-table.ts'
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

/** One example of each thing that a pattern may search for from every position. */
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

/** Readers of repository files and of other tools' notes. */
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
    findRestated([{ title: 'a', text }], () => new RepositoryText(new Codebase(nothingHere()))),
}

const SIGNS = [...'!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~ \t\n\r', 'a', 'A', '0', '中', '　', '。']
const PAIRED = ['a.', 'a/', '0-', '+.1', '(a', '[a', '[a](', '<!--', '- ', ' \n', '"a', 'a(', '](']

describe.each(Object.entries({ ...READERS, ...OTHERS }))('%s', (name, read) => {
  test('long runs of each character are read in linear time [S39]', () => {
    for (const piece of [...SIGNS, ...(name in OTHERS ? PAIRED : [])]) {
      const repeated = (size: number) => `a ${piece.repeat(Math.ceil(size / piece.length))}\u0001`
      expectInProportion(4_000, repeated, read)
    }
  }, 120_000)
})

test('a heading that may be a user’s turn is read at once [S39]', () => {
  for (const heading of [`user${'-0'.repeat(90)} x`, `${'-0'.repeat(90)}user`, `${'0 '.repeat(90)}user`])
    recall('where is the zebra parser?', bankOf({ 'details/patterns.md': `# A\n\n## ${heading}\n\nzebra\n` }))
})

/** Words that a pattern begins with, what may repeat after them, and a reader that comes to the pattern. */
const BEGUN: readonly (readonly [name: string, begins: string, piece: string, read: (text: string) => unknown])[] = [
  ['a heading of a decision', '## 决策', ' ', (text) => pageOf(text).decisions],
  [
    'a cell with labels',
    '| Date | Decision | Why |\n|---|---|---|\n| 2026-01-02 | a',
    ' ',
    (text) => pageOf(text).decisions,
  ],
  ['a quick answer', '## Quick Answers\n\n- Q: a', ' \t', (text) => pageOf(text, MEMORY).entries],
  ['a field in the inbox', '+', ' ', (text) => FIELD_LABEL.test(text)],
  ['a heading with a remark', 'a', ' ', (text) => sectionHeading(`${text})`)],
  ['a code span', '`a', ' ', (text) => readMarkdown(`${text}\``)],
  ['the head of a patch', '*** Begin Patch\n*** Add File: a', ' ', (text) => parsePatch(text)],
  ['a table of settings', '[', '\t', (text) => removeTopKey(`${text}\n`, 'zebra')],
  ['a version', 'React', ' ', (text) => findDrift(statementsIn(pageOf(text, PAGE)), new Codebase(nothingHere()))],
]

test.each(BEGUN)('%s is read in linear time, however long it goes on [S39]', (_, begins, piece, read) => {
  expectInProportion(6_000, (size) => `${begins}${piece.repeat(Math.ceil(size / piece.length))}x`, read)
})

test('a name of many capitals is read at once [S39]', () => {
  const page = pageOf(`Use \`a${'A'.repeat(200)}$\` here.\n`, PAGE)
  findDrift(statementsIn(page), new Codebase(nothingHere()))
})

describe.each(Object.entries(READERS))('%s', (_, read) => {
  test.each(SHAPES)('many times %j is read in time in proportion [S39]', (piece) => {
    const repeated = (size: number) => `# A\n\n## Zebra\n${piece.repeat(Math.ceil(size / piece.length))}\n`
    expectInProportion(6_000, repeated, read)
    // The same shape after other text, as one item, so that the first character does not decide.
    expectInProportion(6_000, (size) => `- zebra ${piece.repeat(Math.ceil(size / piece.length))}x`, read)
  })
})
