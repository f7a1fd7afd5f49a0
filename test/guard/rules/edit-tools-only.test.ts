import { expect, test } from 'vitest'
import { editToolsOnly } from '../../../src/guard/rules/edit-tools-only.ts'
import { ask, bank, shell } from '../situation.ts'

test('a command that writes the bank is named with how and where, and the edit tool is the next step [S33]', () => {
  const words = ask(editToolsOnly, shell({ kind: 'writes-bank', how: 'sed -i', path: 'memory-bank/MEMORY.md' }))
  expect(words).toContain('sed -i')
  expect(words).toContain('memory-bank/MEMORY.md')
  expect(words).toContain('edit tool')
})

test('a program that would wait for input must get its commands at once [S33]', () => {
  const words = ask(editToolsOnly, shell({ kind: 'runs-what-is-typed', program: 'bash' }))
  expect(words).toContain('bash would wait for input')
  expect(words).toContain('here-document')
})

test.each([
  ['a command that writes elsewhere', shell(undefined, ['src/a.ts'])],
  ['an edit tool', bank('details/tech.md', 'a', 'b')],
])('%s passes [S33]', (_name, facts) => expect(ask(editToolsOnly, facts)).toBeUndefined())
