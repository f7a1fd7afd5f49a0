import { expect, test } from 'vitest'
import { Draft } from '../../src/bank/draft.ts'
import { Page } from '../../src/bank/page.ts'
import type { Arrival } from '../../src/bank/snapshot.ts'
import { type BankPath, knownPath } from '../../src/base/bank-path.ts'
import { dropTwins, renumberClashes } from '../../src/plan/renumber.ts'
import { bareBank } from '../check/bank.ts'

const OURS = 'details/requirements/REQ-007-export.md'
const THEIRS = 'details/requirements/REQ-007-import.md'
const MOVED = 'details/requirements/REQ-008-import.md'
const TWO = { [OURS]: '# REQ-007: Export\n', [THEIRS]: '# REQ-007: Import\n\nREQ-007 needs more.\n' }
const MERGED = { [OURS]: 3, [THEIRS]: 0 }

interface Renumbered {
  readonly texts: Readonly<Record<string, string>>
  readonly notes: readonly string[]
}

/** `ages`: how long ago each file came to the branch. */
function renumbered(
  files: Readonly<Record<string, string>>,
  ages: Readonly<Record<string, number>> = MERGED,
  elsewhere: readonly string[] = [],
): Renumbered {
  const draft = new Draft(bareBank({ files }).snapshot)
  const arrivals = new Map<BankPath, Arrival>(
    Object.entries(ages).map(([path, age]) => [knownPath(path), { age, commit: `c${age}`, made: '2026-01-01' }]),
  )
  renumberClashes(draft, { readArrivals: () => arrivals, readNamesElsewhere: () => elsewhere })
  return { texts: Object.fromEntries(draft.texts()), notes: draft.plan('refresh').notes.map(({ en }) => en) }
}

test('the later requirement gets the next number in its file name, title and own mentions [S55]', () => {
  const { texts, notes } = renumbered(TWO)
  expect(texts).toEqual({ [OURS]: TWO[OURS], [MOVED]: '# REQ-008: Import\n\nREQ-008 needs more.\n' })
  expect(notes).toEqual(['REQ-007 was used twice. “Import”, the later one, is now REQ-008, and its links are updated.'])
})

test('numbers of other branches are taken, and the number keeps its width [S55]', () => {
  expect(Object.keys(renumbered(TWO, MERGED, ['REQ-0041-x.md']).texts)).toContain(
    'details/requirements/REQ-0042-import.md',
  )
})

test('an uncommitted file is the later one; without git the date decides, then the name [S55]', () => {
  expect(Object.keys(renumbered(TWO, { [THEIRS]: 0 }).texts)).toContain('details/requirements/REQ-008-export.md')
  const dated = {
    [OURS]: '# REQ-7: Export\n\n- **Date**: 2026-02-02\n',
    [THEIRS]: '# REQ-7: Import\n\n- **Date**: 2026-01-01\n',
  }
  expect(Object.keys(renumbered(dated, {}).texts)).toContain('details/requirements/REQ-008-export.md')
  expect(Object.keys(renumbered(TWO, {}).texts)).toContain(MOVED)
})

test.each<[string, string, string]>([
  ['a link', 'See [REQ-007](requirements/REQ-007-import.md#x).', 'See [REQ-008](requirements/REQ-008-import.md#x).'],
  ['a path in a code span', '`details/requirements/REQ-007-import.md`', '`details/requirements/REQ-008-import.md`'],
  ['a link to the other', '[REQ-007](requirements/REQ-007-export.md)', '[REQ-007](requirements/REQ-007-export.md)'],
  ['a longer number', 'REQ-0071 and REQ-70', 'REQ-0071 and REQ-70'],
])('%s in another file [S55]', (_name, before, after) => {
  const { texts, notes } = renumbered({ ...TWO, 'details/tech.md': `- ${before}\n` })
  expect([texts['details/tech.md'], notes.length]).toEqual([`- ${after}\n`, 1])
})

test('a bare mention changes in a file of the same commit, and is listed elsewhere [S55]', () => {
  const files = {
    ...TWO,
    'details/design/a.md': '# A\n\nFor REQ-007.\n',
    'details/design/b.md': '# B\n\nFor REQ-007.\n',
  }
  const { texts, notes } = renumbered(files, { ...MERGED, 'details/design/a.md': 0, 'details/design/b.md': 3 })
  expect(texts['details/design/a.md']).toContain('For REQ-008.')
  expect(texts['details/design/b.md']).toContain('For REQ-007.')
  expect(notes[1]).toBe('Check these mentions of REQ-007, which may now be REQ-008: details/design/b.md:3')
})

test('no byte of a user block changes [S2] [S55]', () => {
  const block = '<!-- USER_BLOCK_START -->\nREQ-007-import.md\n<!-- USER_BLOCK_END -->\n'
  const { texts } = renumbered({
    ...TWO,
    'details/tech.md': `# T\n\n${block}`,
    [THEIRS]: `# REQ-007: Import\n\n${block}`,
  })
  expect(texts['details/tech.md']).toContain(block)
  expect(texts[MOVED]).toBe(`# REQ-008: Import\n\n${block}`)
})

test('three of one number, and two clashes at once: each gets its own number, and a second run does nothing [S55]', () => {
  const path = (name: string) => `details/requirements/${name}.md`
  const files = Object.fromEntries(
    ['REQ-001-a', 'REQ-001-b', 'REQ-1-c', 'REQ-002-d', 'REQ-002-e'].map((name) => [path(name), `# ${name}\n`]),
  )
  const { texts } = renumbered(files, {})
  const numbers = Object.keys(texts).map((one) => Number(/REQ-(\d+)/.exec(one)?.[1]))
  expect(new Set(numbers)).toEqual(new Set([1, 2, 3, 4, 5]))
  expect(renumbered(texts, {}).texts).toEqual(texts)
})

test('if both came in one commit, the other requirement keeps its number, and mentions are listed [S55]', () => {
  const files = {
    [OURS]: '# REQ-007: Export\n\nREQ-007 comes first.\n',
    [THEIRS]: '# REQ-007: Import\n\nREQ-007 needs [REQ-007](REQ-007-export.md).\n',
    'details/requirements/index.md':
      '| `REQ-007-export.md` | REQ-007: Export |\n| `REQ-007-import.md` | REQ-007: Import |\n',
    'details/requirements/REQ-001-a.md': '# REQ-001: A\n\nLike REQ-007.\n',
    'details/design/a.md': '# A\n\nFor REQ-007, see [it](../requirements/REQ-007-import.md).\n',
  }
  const { texts, notes } = renumbered(files, Object.fromEntries(Object.keys(files).map((path) => [path, 0])))
  expect(texts).toEqual({
    [OURS]: files[OURS],
    [MOVED]: '# REQ-008: Import\n\nREQ-008 needs [REQ-007](REQ-007-export.md).\n',
    'details/requirements/index.md':
      '| `REQ-007-export.md` | REQ-007: Export |\n| `REQ-008-import.md` | REQ-007: Import |\n',
    'details/requirements/REQ-001-a.md': files['details/requirements/REQ-001-a.md'],
    'details/design/a.md': '# A\n\nFor REQ-007, see [it](../requirements/REQ-008-import.md).\n',
  })
  expect(notes[1]).toContain('details/design/a.md:3, details/requirements/REQ-001-a.md:3')
})

test('of two in one commit the one with the older date keeps its number [S55]', () => {
  const dated = (title: string, day: string) => `# REQ-007: ${title}\n\n- **Date**: ${day}\n`
  const files = { [OURS]: dated('Export', '2026-02-02'), [THEIRS]: dated('Import', '2026-01-01') }
  expect(Object.keys(renumbered(files, { [OURS]: 0, [THEIRS]: 0 }).texts)).toContain(
    'details/requirements/REQ-008-export.md',
  )
})

test('links to a file of the same name in another folder do not change [S55]', () => {
  const old = 'details/requirements/old/REQ-007-import.md'
  const files = {
    [THEIRS]: '# REQ-007: Import\n',
    [old]: '# REQ-007: Import, of old\n\n- **Date**: 2020-01-01\n',
    'details/tech.md':
      '- [REQ-007](requirements/REQ-007-import.md), [REQ-007](requirements/old/REQ-007-import.md)\n- `details/requirements/REQ-007-import.md`, `requirements/old/REQ-007-import.md`\n',
  }
  const { texts } = renumbered(files, { [old]: 3, [THEIRS]: 0 })
  expect(texts['details/tech.md']).toBe(
    '- [REQ-008](requirements/REQ-008-import.md), [REQ-007](requirements/old/REQ-007-import.md)\n- `details/requirements/REQ-008-import.md`, `requirements/old/REQ-007-import.md`\n',
  )
  expect(texts[old]).toBe(files[old])
})

test('a link with an encoded name is updated [S55]', () => {
  const [one, other] = ['details/requirements/REQ-007-导入.md', 'details/requirements/REQ-007-导出.md']
  const link = (name: string) => `- [REQ-00${name[6]}](requirements/${encodeURI(name)})\n`
  const files = { [one]: '# REQ-007：导入\n', [other]: '# REQ-007：导出\n', 'details/tech.md': link('REQ-007-导出.md') }
  const { texts } = renumbered(files, { [one]: 3, [other]: 0 })
  expect(texts['details/tech.md']).toBe(link('REQ-008-导出.md'))
})

const FOLDER = 'details/requirements'
const page = (number: string, text = 'Money back.') =>
  `# ${number}: Refunds\n\n- **Status**: Proposed\n\n${text} See ${number}.\n`

function after(files: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const all = Object.entries(files).map(([path, text]) => [knownPath(path), new Page(knownPath(path), text)] as const)
  const draft = new Draft({ exists: true, files: new Map(all), others: [], folders: new Set(), unreadable: [] })
  dropTwins(draft)
  return Object.fromEntries(draft.texts())
}

test('one requirement under two numbers keeps the lower one, and links lead to it [S55]', () => {
  const files = {
    [`${FOLDER}/REQ-002-refunds.md`]: page('REQ-002'),
    [`${FOLDER}/REQ-011-refunds.md`]: page('REQ-011'),
    'details/tech.md': '- See [REQ-011](requirements/REQ-011-refunds.md), REQ-011.\n',
  }
  expect(after(files)).toEqual({
    [`${FOLDER}/REQ-002-refunds.md`]: page('REQ-002'),
    'details/tech.md': '- See [REQ-002](requirements/REQ-002-refunds.md), REQ-002.\n',
  })
})

test.each([
  ['another word', { [`${FOLDER}/REQ-003-refunds.md`]: page('REQ-003', 'Money back soon.') }],
  ['another name', { [`${FOLDER}/REQ-003-returns.md`]: page('REQ-003') }],
  [
    'another number in the text',
    { [`${FOLDER}/REQ-003-refunds.md`]: page('REQ-003').replace('See REQ-003', 'See REQ-004') },
  ],
])('requirements that differ by %s are not merged [S55]', (_what, other) => {
  const files = { [`${FOLDER}/REQ-002-refunds.md`]: page('REQ-002'), ...other }
  expect(after(files)).toEqual(files)
})
