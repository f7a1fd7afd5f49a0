import { expect, test } from 'vitest'
import { LIMITS } from '../../../src/base/limits.ts'
import { judgedBeforeWritten } from '../../../src/guard/rules/judged-before-written.ts'
import { ask, bank, OTHER } from '../situation.ts'

test('a write that cannot be judged is refused, with the reason [S37]', () => {
  expect(ask(judgedBeforeWritten, { kind: 'unjudged', why: 'the patch cannot be read' })).toContain(
    'the patch cannot be read',
  )
})

test.each([
  ['a write that was judged', bank('details/tech.md', 'a', 'b')],
  ['a tool that has nothing to do with files', OTHER],
])('%s passes [S37]', (_name, facts) => expect(ask(judgedBeforeWritten, facts)).toBeUndefined())

test('a file too large to be judged while a host waits is refused, with any content [S32] [S37]', () => {
  const much = 'x'.repeat(LIMITS.writtenCharacters + 1)
  expect(ask(judgedBeforeWritten, bank('details/tech.md', undefined, much))).toContain('too large')
  expect(ask(judgedBeforeWritten, bank('details/tech.md', undefined, much.slice(1)))).toBeUndefined()
})
