import { expect, test } from 'vitest'
import { knownPath } from '../../../src/base/bank-path.ts'
import { readSomethingFirst } from '../../../src/guard/rules/read-something-first.ts'
import { after, ask, bank, project, shell } from '../situation.ts'

test.each([
  ['a small write', project('src/app.ts')],
  ['a small write through a shell', shell(undefined, ['notes.txt'])],
])('%s by a session that has read nothing gets a note [S31]', (_name, facts) =>
  expect(ask(readSomethingFirst, facts)).toContain('routes'),
)

test.each([
  [
    'a session that has read any detail',
    project('src/app.ts'),
    after({ at: 'read', path: knownPath('details/tech.md'), hash: 'h' }),
  ],
  ['a risky write, which the gate speaks about', project('package.json'), after()],
  ['a write of the bank', bank('details/tech.md', 'a', 'b'), after()],
  ['a command that writes nothing', shell(), after()],
])('%s gets no note [S31]', (_name, facts, state) => expect(ask(readSomethingFirst, facts, state)).toBeUndefined())

test('nothing is asked where there is no bank [S30]', () => {
  expect(ask(readSomethingFirst, project('a.ts'), after(), { readRequired: () => undefined })).toBeUndefined()
})
