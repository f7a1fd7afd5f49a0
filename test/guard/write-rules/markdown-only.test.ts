import { expect, test } from 'vitest'
import { markdownOnly } from '../../../src/guard/write-rules/markdown-only.ts'
import { ask, bank, project } from '../situation.ts'

test.each([
  'x.sh',
  'new/x.json',
  'details/picture.png',
  'details/notes.md.bak',
  'details/noextension',
  'details/.md/x',
  'MEMORY.MD',
])('%s does not enter the bank [S1] [S32]', (path) => {
  expect(ask(markdownOnly, bank(path, undefined, 'text'))).toContain(path)
})

test.each([
  ['MEMORY.md', bank('MEMORY.md', 'a', 'b')],
  ['a detail with a Chinese name', bank('details/design/支付.md', undefined, 'b')],
  ['a script of the project', project('memory-bank-old/x.sh')],
])('%s passes [S32]', (_name, facts) => expect(ask(markdownOnly, facts)).toBeUndefined())
