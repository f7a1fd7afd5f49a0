import { expect, test } from 'vitest'
import { judgedBeforeWritten } from '../../../src/guard/rules/judged-before-written.ts'
import { ask, bank, OTHER } from '../situation.ts'

test('a write that nobody can judge is refused, with the reason [S37]', () => {
  expect(ask(judgedBeforeWritten, { kind: 'unjudged', why: 'the patch cannot be read' })).toContain(
    'the patch cannot be read',
  )
})

test.each([
  ['a write that was judged', bank('details/tech.md', 'a', 'b')],
  ['a tool that has nothing to do with files', OTHER],
])('%s passes [S37]', (_name, facts) => expect(ask(judgedBeforeWritten, facts)).toBeUndefined())
