import { expect, test } from 'vitest'
import { pageOf } from '../../src/bank/page.ts'
import { knownPath } from '../../src/core/bank-path.ts'
import { touchedEntries } from '../../src/write/touched-entries.ts'

const PATTERNS = knownPath('details/patterns.md')
const HEAD = '# Patterns\n\n| Date | Decision | Why | Given up | Applies to |\n|---|---|---|---|---|\n'
const ONE = '| 2026-01-02 | Store money as integers | rounding | floats | src/money |\n'
const TWO = '| 2026-01-03 | Queue webhooks | timeouts | inline | src/hooks |\n'
const DESIGN = knownPath('details/design/cart.md')

test.each([
  ['nothing', PATTERNS, HEAD + ONE + TWO, HEAD + ONE + TWO, []],
  ['a row that is added', PATTERNS, HEAD + ONE, HEAD + ONE + TWO, []],
  ['a row that moves', PATTERNS, HEAD + ONE + TWO, HEAD + TWO + ONE, []],
  [
    'a row with another reason',
    PATTERNS,
    HEAD + ONE + TWO,
    HEAD + ONE.replace('rounding', 'cents') + TWO,
    ['Store money as integers'],
  ],
  ['a row that is taken out', PATTERNS, HEAD + ONE + TWO, HEAD + TWO, ['Store money as integers']],
  ['a document', DESIGN, '# Cart\n\nOne.\n', '# Cart\n\nTwo.\n', ['Cart']],
  ['a document that goes', DESIGN, '# Cart\n\nOne.\n', undefined, ['Cart']],
])('%s [S56]', (_, path, before, after, titles) => {
  const byId = new Map(pageOf(before, path).entries.map(({ id, title }) => [id, title]))
  expect(touchedEntries(path, before, after).map((id) => byId.get(id))).toEqual(titles)
})
