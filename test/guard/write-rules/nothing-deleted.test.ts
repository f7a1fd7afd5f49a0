import { expect, test } from 'vitest'
import { nothingDeleted } from '../../../src/guard/write-rules/nothing-deleted.ts'
import { ask, bank } from '../situation.ts'

test.each([
  ['deleted', 'MEMORY.md', 'text', undefined],
  ['emptied', 'MEMORY.md', 'text', ''],
  ['emptied to blanks', 'details/tech.md', 'text', ' \n\n\t'],
  ['deleted unread', 'details/design', undefined, undefined],
] as const)('a file is not %s [S32]', (_name, path, before, now) =>
  expect(ask(nothingDeleted, bank(path, before, now))).toContain(path),
)

test.each([
  ['made', undefined, 'text'],
  ['made empty', undefined, ''],
  ['still empty', '', ''],
  ['shortened', 'a\nb\n', 'a\n'],
] as const)('a file may be %s [S32]', (_name, before, now) =>
  expect(ask(nothingDeleted, bank('details/tech.md', before, now))).toBeUndefined(),
)
