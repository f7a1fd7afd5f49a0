import { expect, test } from 'vitest'
import { wordTable } from '../../src/text/word-table.ts'

test.each([
  ['a whole word', 'may', 'it may be', true],
  ['no piece of a word', 'may', 'maybe', false],
  ['Chinese anywhere', '可能', '这可能是', true],
  ['any ending', 'deploy*', 'the deployment failed', true],
  ['letters that may be missing', 'service(s)', 'a service', true],
  ['one of several', 'switch [to/from]', 'switch from npm', true],
  ['none of several', 'switch [to/from]', 'switch the light', false],
  ['any one word', 'my _ company', 'my old company', true],
  ['a phrase over a line break', 'not\n   sure', 'i am not sure', true],
  ['signs of a pattern as themselves', 'a.b', 'a.b', true],
  ['a dot is no other letter', 'a.b', 'axb', false],
])('a table finds %s', (_, phrases, line, found) => expect(wordTable(phrases).holds(line)).toBe(found))

test('a longer phrase that is no such word is read over', () => {
  const table = wordTable('package(s)|stack', 'package.json|stack trace(s)')
  expect(table.holds('edit package.json and read the stack traces')).toBe(false)
  expect(table.holds('add a package to package.json')).toBe(true)
})
