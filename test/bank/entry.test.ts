import { describe, expect, test } from 'vitest'
import { Draft } from '../../src/bank/draft.ts'
import { entriesNamed, entriesOfBank } from '../../src/bank/entry.ts'
import { Page, pageOf } from '../../src/bank/page.ts'
import type { Snapshot } from '../../src/bank/snapshot.ts'
import { knownPath } from '../../src/base/bank-path.ts'
import { MEMORY, PATTERNS, PROGRESS, TECH } from '../../src/base/layout.ts'
import { removeEntry, rewriteEntry } from '../../src/plan/write/change-entry.ts'

const FILES = {
  [MEMORY]: `<!-- MACHINE_BLOCK_START -->
# Project Memory

## Current Focus

- Ship refunds

## Decision Highlights

| Decision | Date | Binds |
|---|---|---|
| Use SQLite | 2026-11-01 | storage |
| Use Redis | 2026-11-02 | cache |

## Routing Rules（意图驱动）

| When | Read |
|---|---|
| modify **Cart** | [details/design/cart.md](details/design/cart.md) |

## Top Quick Answers

- **How do we deploy?** make deploy → [Cart](details/design/cart.md)
<!-- MACHINE_BLOCK_END -->

<!-- USER_BLOCK_START -->
## Current Focus

- mine, see [cart](details/design/cart.md)
<!-- USER_BLOCK_END -->
`,
  [PATTERNS]: `# Decisions

| Date | Decision | Why | Given up | Applies to |
|---|---|---|---|---|
| 2026-11-01 | Use SQLite | one file | Postgres | storage |
| 2026-11-02 | Use Redis | fast | memory | cache |
`,
  [PROGRESS]:
    '# Progress\n\n## In progress\n\n- [ ] Refund API\n  - tests\n\n## Next\n\n- [ ] Refund page\n\n## Done (to archive)\n\n- [x] 2026-10-01 Login\n',
  [TECH]: '# Technology\n\n## Stack\n\n- **Language**: Go (source: go.mod)\n- Cache: Redis 7\n',
  [knownPath('details/design/cart.md')]: '# Cart\n\nIn the session.\n',
  [knownPath('details/design/checkout.md')]:
    '# Checkout\n\nReads the [cart](cart.md#prices) and `details/design/cart.md`.\n',
  [knownPath('details/requirements/REQ-007-refunds.md')]:
    '# REQ-007: Refunds\n\n- **Status**: Accepted\n\nMoney back.\n',
  [knownPath('details/learnings/ci.md')]: '# Tests hang\n\n## Symptom\n\nhang\n',
}

function snapshot(): Snapshot {
  const files = new Map(
    Object.entries(FILES).map(([path, text]) => [knownPath(path), new Page(knownPath(path), text)] as const),
  )
  return { exists: true, files, others: [], folders: new Set(), unreadable: [] }
}

const entries = entriesOfBank(snapshot().files.values())

test('finds each kind with its title, state and date, and nothing in user blocks or scanned lines [S54]', () => {
  expect(entries.map(({ kind, title, status, date }) => [kind, title, status, date])).toEqual([
    ['focus', 'Ship refunds', undefined, undefined],
    ['answer', 'How do we deploy?', undefined, undefined],
    ['decision', 'Use SQLite', undefined, '2026-11-01'],
    ['decision', 'Use Redis', undefined, '2026-11-02'],
    ['progress', 'Refund API', 'doing', undefined],
    ['progress', 'Refund page', 'next', undefined],
    ['progress', 'Login', 'done', '2026-10-01'],
    ['tech', 'Cache: Redis 7', 'Stack', undefined],
    ['design', 'Cart', undefined, undefined],
    ['design', 'Checkout', undefined, undefined],
    ['requirement', 'Refunds', 'Accepted', undefined],
    ['learning', 'Tests hang', undefined, undefined],
  ])
})

test('an id is short, unique, and independent of where the entry is [S54]', () => {
  expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length)
  for (const { id, kind } of entries) expect(id).toMatch(kind === 'requirement' ? /^REQ-007$/ : /^e[0-9a-z]{5}$/)
  const moved = `${FILES[PROGRESS]}\nmore\n`.replace('## Next', '## Blocked')
  expect(pageOf(moved, PROGRESS).entries.map(({ id }) => id)).toEqual(
    pageOf(FILES[PROGRESS] ?? '', PROGRESS).entries.map(({ id }) => id),
  )
})

describe('an entry is named by id, by the beginning of its title or by path#heading [S54]', () => {
  test.each([
    ['REQ-007', ['Refunds']],
    ['req-007', ['Refunds']],
    ['Use SQL', ['Use SQLite']],
    ['use', ['Use SQLite', 'Use Redis']],
    ['details/design/cart.md', ['Cart']],
    ['memory-bank/details/patterns.md#Use Redis', ['Use Redis']],
    ['deploy', ['How do we deploy?']],
    ['Refund API', ['Refund API']],
    ['nothing like it', []],
    ['', []],
  ])('%s', (words, titles) => {
    expect(entriesNamed(entries, words).map(({ title }) => title)).toEqual(titles)
  })

  test('by its id or the beginning of it', () => {
    const [first] = entries
    expect(entriesNamed(entries, first?.id ?? '')).toEqual([first])
    expect(entriesNamed(entries, first?.id.slice(0, 5) ?? '')).toEqual([first])
  })
})

describe('removing', () => {
  const removed = (name: string) => {
    const draft = new Draft(snapshot())
    const [entry] = entriesNamed(entries, name)
    if (entry === undefined) throw new Error(name)
    expect(removeEntry(draft, entry)).toMatchObject({ ok: true })
    return draft
  }

  test('a decision removes its row and its highlight, and no other byte [S42]', () => {
    const draft = removed('Use SQLite')
    expect(draft.read(PATTERNS)).toBe(
      (FILES[PATTERNS] ?? '').replace('| 2026-11-01 | Use SQLite | one file | Postgres | storage |\n', ''),
    )
    expect(draft.read(MEMORY)).toBe((FILES[MEMORY] ?? '').replace('| Use SQLite | 2026-11-01 | storage |\n', ''))
  })

  test('an item removes the lines that belong to it [S42]', () => {
    expect(removed('Refund API').read(PROGRESS)).toBe(
      (FILES[PROGRESS] ?? '').replace('- [ ] Refund API\n  - tests\n\n', ''),
    )
  })

  test('links to a file become plain text, except in user blocks [S42] [S2]', () => {
    const draft = removed('Cart')
    expect(draft.read(knownPath('details/design/cart.md'))).toBeUndefined()
    expect(draft.read(knownPath('details/design/checkout.md'))).toBe(
      '# Checkout\n\nReads the cart and `details/design/cart.md`.\n',
    )
    expect(draft.read(MEMORY)).toContain('make deploy → Cart\n')
    expect(draft.read(MEMORY)).toContain('- mine, see [cart](details/design/cart.md)')
  })

  test('a file with notes in its user block is kept [S2]', () => {
    const path = knownPath('details/design/cart.md')
    const text = '# Cart\n\n<!-- USER_BLOCK_START -->\nmine\n<!-- USER_BLOCK_END -->\n'
    const files = new Map([[path, new Page(path, text)]])
    const [entry] = entriesOfBank(files.values())
    if (entry === undefined) throw new Error('none')
    expect(removeEntry(new Draft({ ...snapshot(), files }), entry)).toMatchObject({
      problem: { code: 'entry-has-notes' },
    })
  })
})

test('text from an editor replaces the entry in place, with its line ends [S42]', () => {
  const text =
    '# Decisions\r\n\r\n## ADR-1: Use SQLite\r\n\r\n- **Why**: one file\r\n\r\n## ADR-2: Use Redis\r\n\r\n- **Why**: fast\r\n'
  const files = new Map([[PATTERNS, new Page(PATTERNS, text)]])
  const draft = new Draft({ ...snapshot(), files })
  const [entry] = pageOf(text, PATTERNS).entries
  if (entry === undefined) throw new Error('none')
  rewriteEntry(draft, entry, '## ADR-1: Use SQLite\n\n- **Why**: no server\n')
  expect(draft.read(PATTERNS)).toBe(text.replace('one file', 'no server'))
})
