import { expect, test } from 'vitest'
import { Draft } from '../../src/bank/draft.ts'
import type { Arrival } from '../../src/bank/snapshot.ts'
import { type BankPath, knownPath } from '../../src/base/bank-path.ts'
import { renumberClashes } from '../../src/plan/renumber.ts'
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

test('the one that came in later gets the next number: its file, its title, its own mentions [S55]', () => {
  const { texts, notes } = renumbered(TWO)
  expect(texts).toEqual({ [OURS]: TWO[OURS], [MOVED]: '# REQ-008: Import\n\nREQ-008 needs more.\n' })
  expect(notes).toEqual(['REQ-007 was given twice: “Import”, which came in later, is REQ-008 now; its links follow.'])
})

test('numbers of other branches are taken, and the width stays [S55]', () => {
  expect(Object.keys(renumbered(TWO, MERGED, ['REQ-0041-x.md']).texts)).toContain(
    'details/requirements/REQ-0042-import.md',
  )
})

test('a merge that is not committed came last; without git the older date, then the name stays [S55]', () => {
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

test('a bare mention follows in a file that came along, and is named elsewhere [S55]', () => {
  const files = {
    ...TWO,
    'details/design/a.md': '# A\n\nFor REQ-007.\n',
    'details/design/b.md': '# B\n\nFor REQ-007.\n',
  }
  const { texts, notes } = renumbered(files, { ...MERGED, 'details/design/a.md': 0, 'details/design/b.md': 3 })
  expect(texts['details/design/a.md']).toContain('For REQ-008.')
  expect(texts['details/design/b.md']).toContain('For REQ-007.')
  expect(notes[1]).toBe(
    'Which one do these mean? They say REQ-007 still, which may be REQ-008 now: details/design/b.md:3',
  )
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

test('three of one number, and two numbers at once: each has its own in the end, and nothing is left to do [S55]', () => {
  const path = (name: string) => `details/requirements/${name}.md`
  const files = Object.fromEntries(
    ['REQ-001-a', 'REQ-001-b', 'REQ-1-c', 'REQ-002-d', 'REQ-002-e'].map((name) => [path(name), `# ${name}\n`]),
  )
  const { texts } = renumbered(files, {})
  const numbers = Object.keys(texts).map((one) => Number(/REQ-(\d+)/.exec(one)?.[1]))
  expect(new Set(numbers)).toEqual(new Set([1, 2, 3, 4, 5]))
  expect(renumbered(texts, {}).texts).toEqual(texts)
})

test('where both came in one commit, the other requirement and its number stay, and mentions are named [S55]', () => {
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

test('of two that came in one commit the one with the older date stays [S55]', () => {
  const dated = (title: string, day: string) => `# REQ-007: ${title}\n\n- **Date**: ${day}\n`
  const files = { [OURS]: dated('Export', '2026-02-02'), [THEIRS]: dated('Import', '2026-01-01') }
  expect(Object.keys(renumbered(files, { [OURS]: 0, [THEIRS]: 0 }).texts)).toContain(
    'details/requirements/REQ-008-export.md',
  )
})

test('links to a file of the same name in another folder stay as they are [S55]', () => {
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

test('a link with an encoded name follows [S55]', () => {
  const [one, other] = ['details/requirements/REQ-007-导入.md', 'details/requirements/REQ-007-导出.md']
  const link = (name: string) => `- [REQ-00${name[6]}](requirements/${encodeURI(name)})\n`
  const files = { [one]: '# REQ-007：导入\n', [other]: '# REQ-007：导出\n', 'details/tech.md': link('REQ-007-导出.md') }
  const { texts } = renumbered(files, { [one]: 3, [other]: 0 })
  expect(texts['details/tech.md']).toBe(link('REQ-008-导出.md'))
})
