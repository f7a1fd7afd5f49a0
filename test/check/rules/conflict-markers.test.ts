import { expect, test } from 'vitest'
import { conflictMarkers } from '../../../src/check/rules/conflict-markers.ts'
import { bank, run } from '../bank.ts'

const OURS = '<'.repeat(7)
const PARTED = '='.repeat(7)
const THEIRS = '>'.repeat(7)

test.each<[string, string, readonly string[]]>([
  ['a conflict', `a\n${OURS} HEAD\nb\n${PARTED}\nc\n${THEIRS} x\n`, ['error details/a.md:2']],
  ['one without labels, with CRLF', `${OURS}\r\n${PARTED}\r\n${THEIRS}\r\n`, ['error details/a.md:1']],
  [
    'two of them',
    `${OURS}\n${PARTED}\n${THEIRS}\n${OURS}\n${PARTED}\n${THEIRS}\n`,
    ['error details/a.md:1', 'error details/a.md:4'],
  ],
  ['one that opens a fence', `${OURS}\n\`\`\`\n${PARTED}\n${THEIRS}\n`, ['error details/a.md:1']],
  ['an example in a fence', `\`\`\`\n${OURS}\n${PARTED}\n${THEIRS}\n\`\`\`\n`, []],
  ['a setext heading', `Title\n${PARTED}\n`, []],
  ['markers out of order', `${THEIRS}\n${PARTED}\n${OURS}\n`, ['error details/a.md:1', 'error details/a.md:3']],
  ['a single first marker', `a\n${OURS} HEAD\nb\n`, ['error details/a.md:2']],
  ['a first marker with only the middle one left', `${OURS} HEAD\nb\n${PARTED}\nc\n`, ['error details/a.md:1']],
  ['a single last marker, with CRLF', `a\r\n${THEIRS} feature\r\nb\r\n`, ['error details/a.md:2']],
  [
    'a conflict, and a marker after it',
    `${OURS}\n${PARTED}\n${THEIRS}\nb\n${OURS} HEAD\n`,
    ['error details/a.md:1', 'error details/a.md:5'],
  ],
  ['a single marker in a fence', `\`\`\`\n${OURS} HEAD\n\`\`\`\n`, []],
  ['a quotation seven deep', `${THEIRS} they said\n${THEIRS} and more\n`, []],
  ['eight of them', `${OURS}<\n${THEIRS}>\n`, []],
  ['markers inside a line', `see ${OURS} and ${PARTED} and ${THEIRS}\n`, []],
])('%s is reported on its line, or not at all [S50]', (_name, text, found) => {
  expect(run(conflictMarkers, { files: { 'details/a.md': text } })).toEqual(found)
})

test('a conflict has its last line [S50]', () => {
  const [found] = conflictMarkers.check(bank({ files: { 'details/a.md': `${OURS}\n${PARTED}\n\n${THEIRS}\n` } }))
  expect([found?.line, found?.endLine]).toEqual([1, 4])
})
