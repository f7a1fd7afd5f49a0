import { expect, test } from 'vitest'
import { pageOf } from '../../src/bank/page.ts'
import type { ProjectDocuments } from '../../src/project/facts.ts'
import { routeDocuments } from '../../src/plan/document-rows.ts'

const documents = (
  routes: Readonly<Record<string, readonly string[]>>,
  more: readonly string[] = [],
): ProjectDocuments => ({
  routes: Object.entries(routes).map(([intent, places]) => ({ intent, places })),
  intents: new Set(['contribute', 'read']),
  seen: new Set([...Object.values(routes).flat(), ...more].map((place) => place.replace(/\/$/, ''))),
})
const block = (...rows: readonly string[]) =>
  `## Routing Rules（意图驱动）\n\n| When | Read |\n|---|---|\n| decide | \`details/patterns.md\` |\n${rows.map((row) => `${row}\n`).join('')}\nmine\n`
const CONTRIBUTE = '| contribute | [CONTRIBUTING.md](../CONTRIBUTING.md) |'
const both = documents({ contribute: ['CONTRIBUTING.md'], read: ['docs/', 'a b.md'] })

test('documents get a row by intent, as links that lead out of the bank, and a second run changes nothing [S15]', () => {
  const routed = routeDocuments(pageOf(block()), both)
  expect(routed).toBe(block(CONTRIBUTE, '| read | [docs/](../docs/), [a b.md](<../a b.md>) |'))
  expect(routeDocuments(pageOf(routed), both)).toBe(routed)
})

test.each<[string, readonly string[], readonly string[]]>([
  ['a document that is gone leaves', ['| contribute | [HACKING.md](../HACKING.md) |'], [CONTRIBUTE]],
  ['a row without documents leaves', [CONTRIBUTE, '| read | [docs/](../docs/) |'], [CONTRIBUTE]],
  [
    'a row with an intent of a person’s stays',
    ['| wonder | [HACKING.md](../HACKING.md) |'],
    ['| wonder | [HACKING.md](../HACKING.md) |', CONTRIBUTE],
  ],
  [
    'a document that another row names is not routed twice',
    ['| ask | `../CONTRIBUTING.md` |'],
    ['| ask | `../CONTRIBUTING.md` |'],
  ],
  [
    'a place that a person put into a row of ours stays with it',
    ['| contribute | [CONTRIBUTING.md](../CONTRIBUTING.md), [notes.md](../notes.md) |'],
    ['| contribute | [CONTRIBUTING.md](../CONTRIBUTING.md), [notes.md](../notes.md) |'],
  ],
  [
    'words that a person put into a row of ours stay',
    ['| contribute | [CONTRIBUTING.md](../CONTRIBUTING.md), first |'],
    ['| contribute | [CONTRIBUTING.md](../CONTRIBUTING.md), first |'],
  ],
])('%s [S15]', (_, before, after) => {
  const now = documents({ contribute: ['CONTRIBUTING.md'] }, ['notes.md'])
  expect(routeDocuments(pageOf(block(...before)), now)).toBe(block(...after))
  expect(routeDocuments(pageOf(block(...after)), now)).toBe(block(...after))
})

test('a bank without the routing table keeps its own form [S15]', () => {
  const text = '## Routing Rules（意图驱动）\n\n- decide → details/patterns.md\n'
  expect(routeDocuments(pageOf(text), both)).toBe(text)
})
