import { expect, test } from 'vitest'
import { markers } from '../../../src/check/rules/markers.ts'
import { MEMORY_TEXT, run } from '../bank.ts'

const START = '<!-- MACHINE_BLOCK_START -->'
const END = '<!-- MACHINE_BLOCK_END -->'
const USER_START = '<!-- USER_BLOCK_START -->'
const USER_END = '<!-- USER_BLOCK_END -->'

test.each<[string, string, readonly string[]]>([
  ['no markers', '# Words\n', []],
  ['both blocks', [START, 'a', END, USER_START, 'b', USER_END].join('\n'), []],
  ['CRLF and no final newline', [START, 'a', END].join('\r\n'), []],
  ['markers quoted in a fence', ['```', START, '```'].join('\n'), []],
  ['markers in running text', `Between ${START} and the end.`, []],
  ['a missing end', ['# a', '', START, 'x'].join('\n'), ['error details/a.md:3']],
  ['an end before its start', [END, START].join('\n'), ['error details/a.md:1', 'error details/a.md:2']],
  [
    'a block in a block',
    [START, USER_START, USER_END, END].join('\n'),
    ['error details/a.md:2', 'error details/a.md:3'],
  ],
  ['a block twice', [START, END, START, END].join('\n'), ['error details/a.md:3']],
  ['an end in an open fence', [START, '```', END].join('\n'), ['error details/a.md:3']],
  ['a misspelled end', [START, 'x', '<!-- machine_block_end -->'].join('\n'), ['error details/a.md:3']],
])('%s [S2]', (_name, text, expected) => expect(run(markers, { files: { 'details/a.md': text } })).toEqual(expected))

test.each<[string, string, readonly string[]]>([
  ['both blocks', MEMORY_TEXT, []],
  ['no user block', [START, END].join('\n'), ['error MEMORY.md']],
  ['no block, which is one finding', '# Memory\n', ['error MEMORY.md']],
  ['nothing at all, which `structure` reports', '\n', []],
])('a MEMORY.md with %s [S2]', (_name, text, expected) =>
  expect(run(markers, { files: { 'MEMORY.md': text } })).toEqual(expected),
)
