/** A block counts as printed in hosts where only the assistant's words reach the person (S42). */

import { expect, test } from 'vitest'
import { holdsBlock } from '../../src/session/session-block.ts'
import { expectInProportion } from '../growth.ts'

const FIRST = '💾 Write this to the Memory Bank? p1a2b3: Use PostgreSQL for orders'
const BLOCK = [
  FIRST,
  '   → memory-bank/details/patterns.md, memory-bank/MEMORY.md',
  '   → Use PostgreSQL for orders; Why: transactions across tables; Given up: MySQL; Applies to: the order service',
  '',
  'Reply "yes", or ignore it.',
].join('\n')

test.each([
  ['the block as it is', BLOCK, 'whole'],
  ['with words before it', `All tests pass now. Do you see the refund test?\n\n${BLOCK}`, 'whole'],
  ['with a polite line below', `${BLOCK}\n\nLet me know if you need anything else.`, 'whole'],
  ['with another question below', `${BLOCK}\n\n要不要现在部署到生产环境？`, 'whole'],
  ['in a quotation', BLOCK.replace(/^/gm, '> '), 'whole'],
  ['in a code fence', `\`\`\`\n${BLOCK}\n\`\`\``, 'whole'],
  ['in bold', `**${FIRST}**\n${BLOCK.split('\n').slice(1).join('\n')}`, 'whole'],
  ['its first line', FIRST, 'named'],
  ['its first line with a summary', `${FIRST}\n\nIn short: orders move to PostgreSQL.`, 'named'],
  ['with another content', BLOCK.replace('MySQL', 'SQLite'), 'named'],
] as const)('held: %s [S42]', (_, text, expected) => {
  expect(holdsBlock(text, BLOCK)).toBe(expected)
})

test.each([
  ['nothing said', ''],
  ['all done', 'All done.'],
  ['a bare 💾', '💾 Write this to the Memory Bank?\nReply "yes", or ignore it.'],
  ['another title', BLOCK.replace('PostgreSQL for orders', 'SQLite for orders')],
  ['a longer title', BLOCK.replace('for orders\n', 'for orders and carts\n')],
  ['another id', BLOCK.replace('p1a2b3', 'p9z9z9')],
  ['a paraphrase', 'I would note that orders now live in Postgres. OK?'],
  ['in a comment', `Done.\n<!-- ${BLOCK} -->`],
  ['in a comment that is not closed', `Done.\n<!--\n${BLOCK}`],
  ['in a folded part', `Done.\n<details><summary>more</summary>\n\n${BLOCK}\n\n</details>`],
  ['in a folded part that is not closed', `Done.\n<details>\n\n${BLOCK}`],
  ['in an attribute', `Done. <img alt="${FIRST}">`],
  ['in a link’s target', `[Done](https://example.com "${FIRST}")`],
  ['in a reference', `[Done][1]\n\n[1]: https://x.y\n  "${FIRST}"`],
  ['in a fence’s first line', `\`\`\`${FIRST}\nDone\n\`\`\``],
  ['pages above', `${BLOCK}\n\n${'Another line of the log.\n'.repeat(3_000)}`],
])('not held: %s [S42]', (_, text) => {
  expect(holdsBlock(text, BLOCK)).toBe('not')
})

test('a title with markup of its own is known again [S42]', () => {
  const block = '💾 Write this to the Memory Bank? p1: see [the docs](https://a.b/c) and Map<string>\n\nReply "yes".'
  expect(holdsBlock(`Here:\n${block}`, block)).toBe('whole')
})

test('a long text is read in time in proportion [S39]', () => {
  expectInProportion(
    1_000,
    (times) => `${'[a](<!-- `'.repeat(times)}${BLOCK}`,
    (text) => holdsBlock(text, BLOCK),
  )
})
