import { describe, expect, test } from 'vitest'
import { Draft } from '../../src/bank/draft.ts'
import { pageOf } from '../../src/bank/page.ts'
import { templateSection } from '../../src/bank/templates.ts'
import type { Language } from '../../src/base/language.ts'
import { SECTION } from '../../src/base/layout.ts'
import { readTemplates } from '../../src/disk/project/package-files.ts'
import { completeRouting, dropDeadRoutes, routeDocuments } from '../../src/plan/plan-routing.ts'
import type { ProjectDocuments } from '../../src/project/facts.ts'
import { snapshotOf } from '../laws/banks.ts'

const templates = { en: readTemplates('en'), zh: readTemplates('zh') }
const table = (...rows: readonly string[]) =>
  `${SECTION.routing}\n\n| want | read |\n|---|---|\n${rows.map((row) => `${row}\n`).join('')}\n## Next\n`
const draftOf = (texts: Readonly<Record<string, string>>) => new Draft(snapshotOf(texts))
const complete = (block: string, texts: Readonly<Record<string, string>>, language: Language = 'en') =>
  completeRouting(pageOf(block), draftOf(texts), templates[language])

/** The template's own row for a place. */
function rowOf(place: string, language: Language = 'en'): string {
  const row = templateSection(templates[language], SECTION.routing)
    .split('\n')
    .find((line) => line.includes(place))
  if (row === undefined) throw new Error(`the template has no row for ${place}`)
  return row
}

const FOLDERS = ['design', 'requirements', 'learnings'] as const
const entries = (count: number) =>
  Object.fromEntries(
    FOLDERS.flatMap((folder) =>
      Array.from({ length: count }, (_, at) => [`details/${folder}/e${at}.md`, `# Entry ${at}\n`]),
    ),
  )

describe('a place without a route gets one', () => {
  test.each([
    ['the folder of designs', 'details/design/a.md', rowOf('details/design/')],
    ['the folder of requirements', 'details/requirements/a.md', rowOf('details/requirements/')],
    ['the folder of learnings', 'details/learnings/deep/a.md', rowOf('details/learnings/')],
    ['the folder that has only its index', 'details/design/index.md', rowOf('details/design/')],
    ['patterns.md', 'details/patterns.md', rowOf('details/patterns.md')],
    ['a file of its own', 'details/a.md', '| work on **T** | [details/a.md](details/a.md) |'],
    ['a folder of its own', 'details/notes/a.md', '| work on **notes** | `details/notes/` |'],
    [
      'a folder with blanks',
      'details/my notes/a.md',
      '| work on **my notes** | [details/my notes/](<details/my notes/>) |',
    ],
    [
      'blanks and brackets in its name',
      'details/a b(1).md',
      '| work on **T** | [details/a b(1).md](<details/a b(1).md>) |',
    ],
    ['a pipe in its name', 'details/a|b.md', '| work on **T** | [details/a\\|b.md](details/a\\|b.md) |'],
    ['a line end in its name', 'details/a\nb.md', '| work on **T** | [details/a b.md](<details/a b.md>) |'],
    [
      'a folder called like a part of the language',
      'details/constructor/a.md',
      '| work on **constructor** | `details/constructor/` |',
    ],
  ])('%s [S15]', (_, path, row) => {
    const after = complete(table(), { [path]: '# T\n' })
    expect(after).toBe(table(row))
    expect(complete(after, { [path]: '# T\n' })).toBe(after)
  })

  test('in Chinese [S15]', () => {
    expect(complete(table(), { 'details/design/a.md': '# 支付' }, 'zh')).toBe(table(rowOf('details/design/', 'zh')))
    expect(complete(table(), { 'details/a.md': '# 支付' }, 'zh')).toContain('| 处理 **支付** | ')
  })

  test('as a list if the section has no table [S15]', () => {
    expect(complete(`${SECTION.routing}\n\n- mine\n`, { 'details/a.md': '# T' })).toBe(
      `${SECTION.routing}\n\n- mine\n- work on **T** → [details/a.md](details/a.md)\n`,
    )
  })

  test('named by its file if it has no title, without markup [S15]', () => {
    const after = complete(table(), { 'details/a.md': 'no title', 'details/b.md': '# `x` | **y** [z]' })
    expect(after).toContain('| work on **a** |')
    expect(after).toContain('| work on **x  y z** |')
  })

  test('even if a row by a person leads to one file of the folder [S15]', () => {
    const own = '| touch payments | [details/design/a.md](details/design/a.md) |'
    expect(complete(table(own), { 'details/design/a.md': '' })).toBe(table(own, rowOf('details/design/')))
  })
})

describe('routing stays a map of intents', () => {
  test.each(['en', 'zh'] as const)(
    'a bank with 30 entries in each folder has the routes of one with 3, %s [S5] [S15] (000:127, 000:254, 004:333, 004:349)',
    (language) => {
      const few = complete(table(), entries(3), language)
      expect(complete(table(), entries(30), language)).toBe(few)
      expect(complete(few, entries(30), language)).toBe(few)
      expect(few).not.toContain('.md')
    },
  )

  test('a new entry in a routed folder changes nothing, with or without an index [S5] (000:285)', () => {
    const routed = complete(table(), entries(2))
    const more = { ...entries(9), 'details/design/index.md': '# Design Router\n' }
    expect(complete(routed, more)).toBe(routed)
  })

  test('more than three files and folders of a person’s own share one route [S5] (000:127)', () => {
    const own = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`details/own${at}.md`, `# Own ${at}\n`]))
    const three = complete(table(), own(3))
    expect(three.match(/work on/g)).toHaveLength(3)
    const many = complete(three, own(30))
    expect(many).toBe(table('| look up any other topic | `details/` |'))
    expect(complete(many, own(30))).toBe(many)
    expect(complete(many, own(2))).toBe(many)
  })
})

describe('rows that 0.1.0 wrote for entries are folded', () => {
  const old = {
    en: [
      '| modify **Entry 0** | [details/design/e0.md](details/design/e0.md) |',
      '| implement or accept **Entry 0** | [details/requirements/e0.md](details/requirements/e0.md) |',
      '| deal with **Entry 0** | [details/learnings/e0.md](details/learnings/e0.md) |',
      '| find the right file: **Design Router** | [details/design/index.md](details/design/index.md) |',
      '| work on **Progress** | [details/progress.md](details/progress.md) |',
    ],
    zh: [
      '| 修改 **Entry 0** | [details/design/e0.md](details/design/e0.md) |',
      '| 实现或验收 **Entry 0** | [details/requirements/e0.md](details/requirements/e0.md) |',
      '| 遇到 **Entry 0** | [details/learnings/e0.md](details/learnings/e0.md) |',
      '| 查找文件：**Design Router** | [details/design/index.md](details/design/index.md) |',
      '| 处理 **Progress** | [details/progress.md](details/progress.md) |',
    ],
  }
  const files = { ...entries(1), 'details/design/index.md': '# Design Router', 'details/progress.md': '# Progress' }
  const places = ['details/progress.md', ...FOLDERS.map((folder) => `details/${folder}/`)]

  test.each(['en', 'zh'] as const)('into the row of their place, in %s [S15] (000:254)', (language) => {
    const routes = places.map((place) => rowOf(place, language))
    expect(complete(table(...old[language]), files, language)).toBe(table(...routes))
    expect(complete(table(...routes, ...old[language]), files, language)).toBe(table(...routes))
  })

  test('in a list too [S15] (000:254)', () => {
    const list = (...items: readonly string[]) =>
      `${SECTION.routing}\n\n- mine\n${items.map((item) => `${item}\n`).join('')}`
    const before = list(
      '- modify **Entry 0** → [details/design/e0.md](details/design/e0.md)',
      '- see `details/design/`',
    )
    expect(complete(before, { 'details/design/e0.md': '# Entry 0' })).toBe(list('- see `details/design/`'))
  })

  test.each([
    ['has words of its own', '| when the payment fails | [details/design/e0.md](details/design/e0.md) |'],
    [
      'says more than the title',
      '| modify **Entry 0 and its retries** | [details/design/e0.md](details/design/e0.md) |',
    ],
    [
      'names two places',
      '| modify **Entry 0** | [details/design/e0.md](details/design/e0.md), `details/patterns.md` |',
    ],
    ['calls the file otherwise', '| modify **Entry 0** | [the design](details/design/e0.md) |'],
    ['has a third cell', '| modify **Entry 0** | [details/design/e0.md](details/design/e0.md) | by Ann |'],
  ])('a row stays if it %s [S15] (000:254)', (_, row) => {
    const after = complete(table(row), { 'details/design/e0.md': '# Entry 0' })
    expect(after).toContain(row)
  })
})

describe('no route is added', () => {
  test.each([
    ['to one that is mentioned', table('| x | details/a.md |'), { 'details/a.md': '' }],
    ['to one that is mentioned encoded', table('| x | [x](details/%E6%96%87.md) |'), { 'details/文.md': '' }],
    ['to the archive', table(), { 'details/archive/a.md': '' }],
    [
      'to a folder whose index is named',
      table('| x | details/design/index.md |'),
      { 'details/design/a.md': '', 'details/design/index.md': '' },
    ],
    [
      'to a folder that is named without its slash',
      table('| x | [x](details/design) |'),
      { 'details/design/a.md': '' },
    ],
    [
      'to a folder whose files are named by a star',
      table('| x | `details/design/*.md` |'),
      { 'details/design/a.md': '' },
    ],
    ['outside details', table(), { 'notes.md': '', 'legacy.md': '' }],
    ['where there is no routing section', '## Mine\n', { 'details/a.md': '' }],
  ])('%s [S15]', (_, block, texts) => expect(complete(block, texts)).toBe(block))
})

describe('a dead route', () => {
  test('that was generated is dropped, one by a person stays [S15]', () => {
    const ours = [
      '| modify **Gone** | [details/gone.md](details/gone.md) |',
      '| work on **notes** | `details/notes/` |',
    ]
    const theirs = '| whenever | [details/gone2.md](details/gone2.md) |'
    expect(complete(table(...ours, theirs), {})).toBe(table(theirs))
  })

  test('of a fresh template is dropped, and so is one to an empty folder [S12] [S13]', () => {
    const row = '| whenever | [details/gone.md](details/gone.md) |'
    const empty = '| x | `details/design/` |'
    expect(
      dropDeadRoutes(
        pageOf(table(row, empty, '| y | `details/learnings/` |')),
        draftOf({ 'details/learnings/a.md': '' }),
      ),
    ).toBe(table('| y | `details/learnings/` |'))
  })
})

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

test('documents get rows by intent with links out of the bank, and a second run changes nothing [S15]', () => {
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

test('a bank without the routing table keeps its form [S15]', () => {
  const text = '## Routing Rules（意图驱动）\n\n- decide → details/patterns.md\n'
  expect(routeDocuments(pageOf(text), both)).toBe(text)
})
