import { expect, test } from 'vitest'
import { wordTable } from '../../src/base/word-table.ts'

test.each([
  ['a whole word', 'may', 'it may be', true],
  ['no piece of a word', 'may', 'maybe', false],
  ['Chinese anywhere', '可能', '这可能是', true],
  ['any ending', 'deploy*', 'the deployment failed', true],
  ['letters that may be missing', 'service(s)', 'a service', true],
  ['one of several', 'switch [to/from]', 'switch from npm', true],
  ['none of several', 'switch [to/from]', 'switch the light', false],
  ['any one word', 'my _ company', 'my old company', true],
  ['a few words or none', 'mvn… test', 'mvn -q clean test', true],
  ['a path as it is', 'vendor/bin/phpunit', 'vendor/bin/phpunit', true],
  ['a phrase of both scripts', '这个[pr/commit]', '这个 pr', false],
  ['a phrase over a line break', 'not\n   sure', 'i am not sure', true],
  ['signs of a pattern as themselves', 'a.b', 'a.b', true],
  ['a dot matches only a dot', 'a.b', 'axb', false],
])('a table finds %s', (_, phrases, line, found) => expect(wordTable(phrases).holds(line)).toBe(found))

test('an excepted longer phrase is skipped', () => {
  const table = wordTable('package(s)|stack', 'package.json|stack trace(s)')
  expect(table.holds('edit package.json and read the stack traces')).toBe(false)
  expect(table.holds('add a package to package.json')).toBe(true)
})

test('finds the phrase that a line begins with', () => {
  const table = wordTable('npm [i/install]|yarn add')
  expect(table.opening('npm install zod')).toBe('npm install')
  expect(table.opening('then npm install zod')).toBe('')
})
