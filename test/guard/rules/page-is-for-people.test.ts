import { expect, test } from 'vitest'
import { pageIsForPeople } from '../../../src/guard/rules/page-is-for-people.ts'
import { ask, OTHER, shell } from '../situation.ts'

test('a call that names the port of a page is for people [S33]', () => {
  expect(ask(pageIsForPeople, { kind: 'reaches-page', port: 40_123 })).toContain('40123')
})

test.each([
  ['a command', shell()],
  ['a call without files', OTHER],
])('%s passes [S33]', (_name, facts) => expect(ask(pageIsForPeople, facts)).toBeUndefined())
