import { expect, test } from 'vitest'
import { writingGuideline } from '../../../src/guard/write-rules/writing-guideline.ts'
import { after, ask, bank, OTHER, POLICY, project } from '../situation.ts'

test.each([
  ['MEMORY.md', 'Current Focus'],
  ['details/patterns.md', 'what was given up'],
  ['details/learnings/cache.md', 'root cause'],
  ['details/requirements/REQ-003.md', 'REQ-NNN'],
  ['details/design/api.md', 'The index of this folder is updated automatically'],
  ['details/progress.md', '- [x]'],
  ['details/tech.md', 'source'],
  ['legacy.md', 'word for word'],
  ['details/other.md', 'Conclusion first'],
])('a write of %s gets its form [S32]', (path, form) =>
  expect(ask(writingGuideline, bank(path, 'a', 'b'))).toContain(form),
)

test('the form is said in both languages [S32]', () => {
  for (const path of ['MEMORY.md', 'details/patterns.md', 'details/tech.md', 'legacy.md']) {
    const words = writingGuideline.check({ state: after(), facts: bank(path, 'a', 'b'), policy: POLICY })
    expect(words?.zh).toMatch(/[\u4e00-\u9fff]/)
  }
})

test.each([
  ['a file of the project', project('a.ts')],
  ['no file', OTHER],
])('%s has no form [S32]', (_name, facts) => expect(ask(writingGuideline, facts)).toBeUndefined())
