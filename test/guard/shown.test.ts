/** What counts as shown (S42): endings of a turn, in both languages, by what the person had before their eyes. */

import { expect, test } from 'vitest'
import { type MustShow, shows } from '../../src/guard/shown.ts'

const VALUES = ['Use PostgreSQL for orders', 'transactions across tables', 'MySQL', 'the order service']
const MUST: readonly MustShow[] = VALUES.map((whole) => ({ whole }))
const BLOCK = [
  '---',
  '💾 Write this to the Memory Bank?',
  '   → memory-bank/details/patterns.md, memory-bank/MEMORY.md',
  '   → Use PostgreSQL for orders; Why: transactions across tables; Given up: MySQL; Applies to: the order service',
  '',
  'Reply "yes", or ignore it.',
  '---',
].join('\n')

const SHOWN: readonly (readonly [string, string])[] = [
  ['the block as it is', BLOCK],
  ['with words before it', `All tests pass now. Do you see the refund test?\n\n${BLOCK}`],
  ['with a statement behind it', `${BLOCK}\n\nThe tests are green.`],
  ['in another order', 'the order service: Use PostgreSQL for orders (not MySQL), since transactions across tables'],
  ['in Markdown', '**Use PostgreSQL for orders**\n- *transactions across tables*\n- ~~MySQL~~\n- `the order service`'],
  ['in a table', '| Use PostgreSQL for orders | transactions across tables | MySQL | the order service |'],
  ['in a quotation', BLOCK.replace(/^/gm, '> ')],
  ['in a code fence', `\`\`\`\n${BLOCK}\n\`\`\``],
  ['in other case and width', BLOCK.toUpperCase().replace('MYSQL', 'ＭＹＳＱＬ')],
  ['broken over lines', BLOCK.replace('across tables', 'across\n      tables')],
  ['with a Chinese frame', `要把这个写入 Memory Bank 吗？\n${VALUES.join('；')}\n回复"好"即可。`],
  ['and asked for by a question of its own', `${VALUES.join('\n')}\nShall I write it to the Memory Bank?`],
  ['and asked whether it is right', `${BLOCK}\nIs that okay?`],
  ['and asked in Chinese', `${VALUES.join('\n')}\n可以写入吗？`],
  ['and asked to answer', `${VALUES.join('\n')}\nPlease confirm.`],
]

const NOT_SHOWN: readonly (readonly [string, string])[] = [
  ['nothing said', ''],
  ['all done', 'All done.'],
  ['完成', '已完成。'],
  ['a bare 💾', '💾 Write this to the Memory Bank?\nReply "yes", or ignore it.'],
  ['a bare 💾 in Chinese', '💾 要把这次的发现写入 Memory Bank 吗？回复"好"即可。'],
  ['another question', 'Tests are green. Shall I go on with the refactoring?'],
  ['a request without a question mark', 'Say yes and I will deploy.'],
  ['说好就部署', '说一声好，我就部署。'],
  ['another content', BLOCK.replace('PostgreSQL', 'SQLite')],
  ['one value is missing', BLOCK.replace('; Given up: MySQL', '')],
  ['one value is cut', BLOCK.replace('transactions across tables', 'transactions across…')],
  ['a paraphrase', 'I would note that orders now live in Postgres because of transactions. OK?'],
  ['the title only', '💾 Use PostgreSQL for orders'],
  ['values in a comment', `Done.\n<!-- ${VALUES.join(' ')} -->`],
  ['values in a comment that is not closed', `Done.\n<!-- ${VALUES.join(' ')}`],
  ['values in a link’s target', `[Done](https://example.com/${VALUES.join(' ').replaceAll(' ', '-')})`],
  ['values in a link’s title', `[Done](https://example.com "${VALUES.join(' ')}")`],
  ['values in a reference', `[Done][1]\n\n[1]: https://x.y/${VALUES.join('-').replaceAll(' ', '-')}`],
  ['values in a folded part', `Done.<details><summary>more</summary>${VALUES.join(' ')}</details>`],
  ['values in an attribute', `Done. <img alt="${VALUES.join(' ')}">`],
  ['values in a fence’s first line', `\`\`\`${VALUES.join(' ')}\nDone\n\`\`\``],
  ['another question behind it', `${BLOCK}\n\nShall I deploy to production now?`],
  ['another question behind it in Chinese', `${BLOCK}\n\n要不要现在部署到生产环境？`],
  ['另一个请求', `${BLOCK}\n\n回复“好”我就删除旧分支。`],
  ['another request behind it', `${BLOCK}\n\nLet me know if I should push to main.`],
  ['a yes for something else behind it', `${BLOCK}\n\nReply yes to merge the pull request.`],
  ['a question in a quotation behind it', `${BLOCK}\n\n> Delete the old branch?`],
  ['a question that repeats a value', `${BLOCK}\n\nShall I migrate to MySQL?`],
  ['going on with work behind it', `${BLOCK}\n\nShall I continue?`],
  ['继续', `${BLOCK}\n\n要继续吗？`],
  ['permission behind it', `${BLOCK}\n\nMay I delete the old tables?`],
  ['a number that reads otherwise', BLOCK.replace('MySQL', 'My SQL 5')],
]

test.each(SHOWN)('shown: %s [S42]', (_, text) => {
  const must = MUST
  expect(shows(text, must)).toBe(true)
})

test.each(NOT_SHOWN)('not shown: %s [S42]', (name, text) => {
  const must = name === 'a number that reads otherwise' ? [...MUST, { whole: 'MySQL 5.7' }] : MUST
  expect(shows(text, must)).toBe(false)
})

test('a shortened value counts with our line that says so, and only with it [S42]', () => {
  const must = [
    {
      whole: 'a long value that goes on',
      short: { said: 'a long value…', more: '+13 characters: `memory-bank proposals show p1`' },
    },
  ]
  expect(shows('a long value…', must)).toBe(false)
  expect(shows('a long value…\n⚠ +13 characters: `memory-bank proposals show p1`', must)).toBe(true)
  expect(shows('a long value…\n⚠ +9 characters: `memory-bank proposals show p1`', must)).toBe(false)
  expect(shows('a long value that goes on', must)).toBe(true)
})

test.each([
  ['1.5 seconds', '15 seconds'],
  ['a != b', 'a = b'],
  ['a < b', 'a > b'],
  ['use -1', 'use 1'],
])('%s is not %s [S42]', (value, other) => {
  expect(shows(other, [{ whole: value }])).toBe(false)
  expect(shows(`**${value}**`, [{ whole: value }])).toBe(true)
})

test('a value with markup of its own must be there with it [S42]', () => {
  const must = [{ whole: 'see [the docs](https://a.b/c) and Map<string>' }]
  expect(shows('see [the docs](https://a.b/c) and Map<string>', must)).toBe(true)
  expect(shows('see the docs and Map', must)).toBe(false)
})

test('time is linear in the text [S39]', () => {
  const text = `${'[a](<!-- `'.repeat(20_000)}${BLOCK}`
  const began = performance.now()
  shows(text, MUST)
  expect(performance.now() - began).toBeLessThan(2_000)
})
