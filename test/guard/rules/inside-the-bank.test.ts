import { expect, test } from 'vitest'
import { insideTheBank } from '../../../src/guard/rules/inside-the-bank.ts'
import { ask, bank, project } from '../situation.ts'

test('a path that a link leads out of the bank is refused by its name [S32]', () => {
  expect(ask(insideTheBank, { kind: 'writes', files: [{ in: 'elsewhere', path: 'memory-bank/link.md' }] })).toContain(
    'memory-bank/link.md',
  )
})

test.each([
  ['a real file of the bank', bank('details/tech.md', undefined, 'b')],
  ['a file of the project', project('src/app.ts')],
])('%s passes [S32]', (_name, facts) => expect(ask(insideTheBank, facts)).toBeUndefined())
