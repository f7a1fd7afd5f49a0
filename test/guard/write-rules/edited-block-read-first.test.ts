import { expect, test } from 'vitest'
import { knownPath } from '../../../src/base/bank-path.ts'
import { editedBlockReadFirst } from '../../../src/guard/write-rules/edited-block-read-first.ts'
import { after, ask, bank, project } from '../situation.ts'

const PATH = knownPath('MEMORY.md')

test('a block that a person edited is not overwritten unread [S4] [S32]', () => {
  expect(ask(editedBlockReadFirst, bank(PATH, 'theirs', 'ours', 'their-hash'))).toContain('Read it first')
})

test('nor by a session that read it before the person edited it [S4]', () => {
  const state = after({ at: 'read', path: PATH, hash: 'older' })
  expect(ask(editedBlockReadFirst, bank(PATH, 'theirs', 'ours', 'their-hash'), state)).toContain('Read it first')
})

test.each([
  ['a block that was read as the person left it', bank(PATH, 'theirs', 'ours', 'their-hash')],
  ['a block nobody edited', bank(PATH, 'ours', 'more')],
  ['a file of the project', project('a.ts')],
])('%s may be written [S4]', (_name, facts) =>
  expect(ask(editedBlockReadFirst, facts, after({ at: 'read', path: PATH, hash: 'their-hash' }))).toBeUndefined(),
)
