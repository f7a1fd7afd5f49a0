import { expect, test } from 'vitest'
import { readInboxEntry } from '../../../src/bank/inbox.ts'
import { pageOf } from '../../../src/bank/page.ts'
import { type BankPath, knownPath } from '../../../src/base/bank-path.ts'
import { MEMORY, PATTERNS } from '../../../src/base/layout.ts'
import { markReplaced } from '../../../src/plan/write/mark-replaced.ts'

const ENTRY =
  '<!-- MACHINE_BLOCK_START -->\n<!-- MEMORY_BANK_TEMPLATE:v7.1 -->\n# M\n\n## Current Focus\n\n- Ship the cart\n- Write tests\n\n## Decision Highlights\n\n| Decision | Date | Binds |\n|---|---|---|\n| Use SQLite | 2026-01-02 | storage |\n| Use pnpm | 2026-01-03 | all |\n<!-- MACHINE_BLOCK_END -->\n'
const TABLE =
  '# P\n\n| Date | Decision | Why | Given up | Applies to |\n|---|---|---|---|---|\n| 2026-01-02 | Use SQLite | one file | Postgres | storage |\n| 2026-01-03 | Use pnpm | speed | npm | all |\n'
const PROSE =
  '# P\n\n## Use SQLite\n\n- **Date**: 2026-01-02\n- **Why**: one file\n- **Given up**: Postgres\n- **Applies to**: storage\n\n## Use pnpm\n\n- **Date**: 2026-01-03\n- **Why**: speed\n- **Given up**: npm\n- **Applies to**: all\n'

function marked(patterns: string, ...files: readonly (readonly [string, string])[]): ReadonlyMap<BankPath, string> {
  const texts = new Map<BankPath, string>([
    [MEMORY, ENTRY],
    [PATTERNS, patterns],
    ...files.map(([name, text]) => [knownPath(`inbox/${name}.md`), text] as const),
  ])
  const waiting = [...texts].flatMap(([path, text]) => readInboxEntry(pageOf(text, path)) ?? [])
  const found = markReplaced((path) => pageOf(texts.get(path) ?? '', path), waiting, 'en')
  for (const [path, { text }] of found)
    expect(text.split('\n')).toHaveLength((texts.get(path) ?? '').split('\n').length)
  return new Map([...found].map(([path, { text }]) => [path, text]))
}

const decision = (title: string, replaces: string, by = '') =>
  `---\nkind: decision\ndate: 2026-02-01\nreplaces: ${replaces}\n---\n# ${title}${by}\n\n- **Why**: w\n- **Given up**: g\n- **Applies to**: a\n`

test.each([
  ['a row', TABLE, '| 2026-01-02 | Use SQLite (superseded: Use Postgres) | one file'],
  ['a chapter', PROSE, '## Use SQLite (superseded: Use Postgres)\n'],
  ['a row in a file with CRLF', TABLE.replaceAll('\n', '\r\n'), 'Use SQLite (superseded: Use Postgres) |'],
])('%s that a waiting decision replaces is marked, with its highlight; line numbers stay [S55]', (_, text, line) => {
  const found = marked(text, ['2026-02-01-a-0001', decision('Use Postgres', 'Use SQLite')])
  expect(found.get(PATTERNS)).toContain(line)
  expect(found.get(MEMORY)).toContain('| Use SQLite (superseded: Use Postgres) | 2026-01-02 |')
  expect(found.get(PATTERNS)?.match(/superseded/g)).toHaveLength(1)
})

test('a focus and another waiting entry are marked too [S55]', () => {
  const found = marked(
    TABLE,
    ['2026-02-01-a-0001', decision('Use Postgres', 'What nobody wrote')],
    ['2026-02-02-b-0002', decision('Use a log', 'Use Postgres')],
    ['2026-02-02-c-0003', '---\nkind: focus\nreplaces: Ship the cart\n---\nShip refunds\n'],
  )
  expect(found.get(knownPath('inbox/2026-02-01-a-0001.md'))).toContain('\n# Use Postgres (superseded: Use a log)\n')
  expect(found.get(MEMORY)).toContain('- Ship the cart (superseded: Ship refunds)\n- Write tests\n')
  expect(found.has(PATTERNS)).toBe(false)
})

test('an entry that replaces nothing, or itself, marks nothing [S55]', () => {
  expect(marked(TABLE, ['2026-02-01-a-0001', decision('Use SQLite', 'Use SQLite')]).size).toBe(0)
  expect(marked(TABLE, ['2026-02-01-a-0001', decision('Use Go', 'Use Rust')]).size).toBe(0)
})
