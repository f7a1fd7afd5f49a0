/**
 * Growth: every reader of a bank's text takes time in proportion to it, whatever a stranger wrote into it (S39). Readers
 * times shapes: a shape is a piece that is repeated, in one line or over many.
 */

import { describe, test } from 'vitest'
import { knownPath } from '../../src/core/bank-path.ts'
import { MEMORY } from '../../src/core/layout.ts'
import { hasUnstampedAnchor } from '../../src/drift/anchors.ts'
import { raisesDoubt } from '../../src/drift/raises-doubt.ts'
import { readClaims } from '../../src/drift/read-claims.ts'
import { recall } from '../../src/recall/recall.ts'
import { tokenize } from '../../src/recall/tokenize.ts'
import { codeSpansIn } from '../../src/text/code-spans.ts'
import { findConflicts } from '../../src/text/conflict-markers.ts'
import { datesIn } from '../../src/text/dates.ts'
import { parseDocument } from '../../src/text/document.ts'
import { editableText } from '../../src/text/editable-text.ts'
import { decisionsIn, learningsIn } from '../../src/text/entries.ts'
import { linkTargets, pathsNamed } from '../../src/text/index-table.ts'
import { readInline } from '../../src/text/inline.ts'
import { statusIn, statusNamed } from '../../src/text/labelled-values.ts'
import { neutralise } from '../../src/text/neutralise.ts'
import { labelled, withoutMarkup } from '../../src/text/part-names.ts'
import { readProse } from '../../src/text/prose.ts'
import { listRoutes, routingRules } from '../../src/text/routing.ts'
import { listSections } from '../../src/text/sections.ts'
import { titleBefore } from '../../src/text/superseded.ts'
import { findTables } from '../../src/text/table.ts'
import { estimateTokens } from '../../src/text/tokens.ts'

import { expectInProportion } from '../growth.ts'
import { bankOf } from '../recall/bank.ts'

const PAGE = knownPath('details/patterns.md')
const NO_LABELS: ReadonlySet<string> = new Set()
const NOTHING_HERE = { kindOf: () => undefined, read: () => undefined, manifests: () => [] }

const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  'blocks, sections and titles': (text) => [parseDocument(MEMORY, text), listSections(text), titleBefore(text)],
  'tables and entries': (text) => [findTables(text), decisionsIn(text), learningsIn(text), editableText(PAGE, text)],
  routes: (text) => [listRoutes(text, 'details'), routingRules(`## Routing Rules\n${text}`)],
  'inline Markdown': (text) => [readInline(text, NO_LABELS), codeSpansIn(text), linkTargets(text)],
  'prose and its links': (text) => readProse(text),
  'labels, dates, marks of a conflict': (text) => [
    statusIn(text),
    statusNamed(text),
    labelled(text),
    withoutMarkup(text),
    datesIn(text),
    findConflicts(text),
    pathsNamed(text, 'learnings'),
  ],
  'tokens, and what a model must not read': (text) => [estimateTokens(text), neutralise(text), tokenize(text)],
  'what claims something of the code': (text) => [
    readClaims(PAGE, text),
    hasUnstampedAnchor(text),
    raisesDoubt(text, NOTHING_HERE),
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

describe.each(Object.entries(READERS))('%s', (_, read) => {
  test.each(SHAPES)('many times %j is read in time in proportion [S39]', (piece) => {
    const repeated = (size: number) => `# A\n\n## Zebra\n${piece.repeat(Math.ceil(size / piece.length))}\n`
    expectInProportion(6_000, repeated, read)
    // The same behind something that is not empty, as one item, so that no first character ends the matter.
    expectInProportion(6_000, (size) => `- zebra ${piece.repeat(Math.ceil(size / piece.length))}x`, read)
  })
})
