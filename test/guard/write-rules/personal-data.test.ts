import { expect, test } from 'vitest'
import { personalData } from '../../../src/guard/write-rules/personal-data.ts'
import { ask, bank } from '../situation.ts'

/** Built here, so the repository contains no address. */
const ADDRESS = ['li.wei', 'kunde-gmbh.de'].join('@')

test('an address that a write adds is named by kind and line, never shown [S35]', () => {
  const words = ask(personalData, bank('details/learnings/a.md', '# A\n', `# A\n\nReported by ${ADDRESS}.\n`))
  expect(words).toContain('Line 3')
  expect(words).toContain('email')
  expect(words).not.toContain(ADDRESS)
})

test.each([
  ['an address that stood there before', `# A\n\n${ADDRESS}\n`, `# A\n\n${ADDRESS}\nmore\n`],
  ['an example’s address', '# A\n', '# A\n\nmail ann@example.com\n'],
  ['no address at all', '# A\n', '# A\n\nversion 1.2.3 of 2026-01-02\n'],
])('%s passes [S35]', (_name, before, now) => {
  expect(ask(personalData, bank('details/learnings/a.md', before, now))).toBeUndefined()
})
