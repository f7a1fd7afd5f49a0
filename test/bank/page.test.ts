import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pageOf } from '../../src/bank/page.ts'
import { appendBlock, insertBlock } from '../../src/bank/sections.ts'
import { MEMORY, PATTERNS, SECTION } from '../../src/base/layout.ts'
import { law } from '../laws/runs.ts'

const USER = '<!-- USER_BLOCK_START -->\nmine\n<!-- USER_BLOCK_END -->\n'

test.each([
  ['', 'new\n'],
  ['a\n', 'a\n\nnew\n'],
  ['a\r\n', 'a\r\n\r\nnew\r\n'],
  ['a', 'a\n\nnew\n'],
  ['a\n\n', 'a\n\nnew\n'],
  [
    '<!-- MACHINE_BLOCK_START -->\na\n<!-- MACHINE_BLOCK_END -->\n',
    '<!-- MACHINE_BLOCK_START -->\na\n\nnew\n\n<!-- MACHINE_BLOCK_END -->\n',
  ],
  [USER, `${USER}\nnew\n`],
  ['a\n\n```\nopen\n', 'new\n\na\n\n```\nopen\n'],
  ['---\nk: v\n---\na\n\n<!-- open\n', '---\nk: v\n---\n\nnew\n\na\n\n<!-- open\n'],
])('a block added to %j', (text, expected) => expect(appendBlock(pageOf(text, PATTERNS), 'new\n')).toBe(expected))

test('nothing is added if the markers are broken', () =>
  expect(appendBlock(pageOf('<!-- USER_BLOCK_START -->\n', PATTERNS), 'new\n')).toBeUndefined())

test('the user block is not editable, the text around it is [S2]', () => {
  const text = `before\n${USER}after\n`
  const page = pageOf(text, PATTERNS)
  const at = (words: string) => ({ start: text.indexOf(words), end: text.indexOf(words) + words.length })
  expect(['before', 'mine', 'after'].map((words) => page.isEditable(at(words)))).toEqual([true, false, true])
})

test('an inserted block keeps every byte of the text in order', () => {
  const text = fc
    .array(fc.constantFrom('a', '\n', '\r\n', '# h\n', ' '), { maxLength: 12 })
    .map((parts) => parts.join(''))
  law(
    fc.property(text, (before) => {
      const after = insertBlock(before, before.length, 'NEW\n')
      expect(after.startsWith(before)).toBe(true)
      expect(after.slice(before.length)).toMatch(/^(\r\n|\n)*NEW(\r\n|\n)$/)
    }),
    100,
  )
})

test.each([
  ['## Decision Highlights', true],
  ['## Decision Highlights (Still Binding)', true],
  ['## Decision Highlights（仍有效）', true],
  ['## Decision Highlights of 2025', false],
  ['### Decision Highlights (Still Binding)', false],
])('%s is the section of decisions: %s [S5]', (heading, isIt) => {
  const page = pageOf(`# M\n\n${heading}\n\nx\n`, MEMORY)
  expect(page.section(SECTION.highlights) !== undefined).toBe(isIt)
  expect(page.editableSection((name) => name === SECTION.highlights) !== undefined).toBe(isIt)
})

test('the routing of v7.0 is not that of v7.1, whatever its remark [S13]', () => {
  const page = pageOf('## Routing Rules (old)\n', MEMORY)
  expect(page.section(SECTION.routing)).toBeUndefined()
})
