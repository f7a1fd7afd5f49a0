import { expect, test } from 'vitest'
import {
  appendSection,
  appendToSection,
  findSection,
  hasHeading,
  headingLevel,
  listSections,
  replaceSectionBody,
  sectionBody,
  titleOf,
} from '../../src/bank/sections.ts'

test.each([
  ['# a', 1],
  ['###### a', 6],
  ['####### a', undefined],
  ['#a', undefined],
  ['#', 1],
  ['#\ta', 1],
  ['   ## a', 2],
  ['    ## a', undefined],
  ['\\# a', undefined],
])('%j is a heading of level %s', (line, level) => expect(headingLevel(line)).toBe(level))

test.each([
  ['closing hashes are not part of it', '## Focus ##\n', '## Focus'],
  ['blanks between are one', '##   Focus\t\n', '## Focus'],
  ['CRLF is no part of it', '## Focus\r\nx', '## Focus'],
  ['a hash glued to it is', '## C#\n', '## C#'],
])('a heading is compared trimmed: %s', (_, text, heading) => expect(hasHeading(text, heading)).toBe(true))

test('headings inside fences are text [S2]', () => {
  expect(listSections('## a\n```\n## b\n```\n~~~\n# c\n~~~\n## d\n').map((section) => section.heading)).toEqual([
    '## a',
    '## d',
  ])
})

test('the same words with a suffix are another heading [S13]', () => {
  expect(hasHeading('## Routing Rules\n', '## Routing Rules（意图驱动）')).toBe(false)
  expect(hasHeading('### Drill-Down Protocol\n', '## Drill-Down Protocol')).toBe(false)
})

test('a section ends at the next heading of its level or above', () => {
  const text = '# t\n\n## a\nx\n### a1\ny\n## b\nz\n'
  expect(sectionBody(text, '## a')).toBe('x\n### a1\ny\n')
  expect(sectionBody(text, '### a1')).toBe('y\n')
  expect(sectionBody(text, '# t')).toBe('\n## a\nx\n### a1\ny\n## b\nz\n')
  expect(sectionBody(text, '## none')).toBeUndefined()
})

test('a title is the first heading of level one', () => {
  expect(titleOf('## no\n```\n# no\n```\n# Yes #\n# later')).toBe('Yes')
  expect(titleOf('words')).toBeUndefined()
})

test.each([
  ['after text', 'a\n', 'a\n\n## N\n\nx\n'],
  ['after a blank line', 'a\n\n', 'a\n\n## N\n\nx\n'],
  ['without a final newline', 'a', 'a\n\n## N\n\nx\n'],
  ['in CRLF', 'a\r\n', 'a\r\n\r\n## N\r\n\r\nx\r\n'],
  ['to nothing', '', '## N\n\nx\n'],
  ['after a lone CR in a text of LF', 'a\nb\r', 'a\nb\r\n\n## N\n\nx\n'],
])('a section is appended %s [S13]', (_, text, expected) => expect(appendSection(text, '## N\n\nx')).toBe(expected))

test.each([
  ['below what it says', '## a\n\nx\n\n## b\n', '## a\n\nx\n- n\n\n## b\n'],
  ['to an empty one', '## a\n\n## b\n', '## a\n\n- n\n\n## b\n'],
  ['to one without any body', '## a\n## b\n', '## a\n\n- n\n## b\n'],
  ['at the end of the text', '## a\nx', '## a\nx\n- n\n'],
  ['in CRLF', '## a\r\n\r\nx\r\n\r\n## b\r\n', '## a\r\n\r\nx\r\n- n\r\n\r\n## b\r\n'],
])('lines are added %s [S15]', (_, text, expected) => {
  const section = findSection(text, '## a')
  expect(section === undefined ? undefined : appendToSection(text, section, '- n')).toBe(expected)
})

test('another body takes the place of the old one and keeps its bytes', () => {
  const text = '## a\n\nold\n\n## b\n'
  const section = findSection(text, '## a')
  expect(section === undefined ? undefined : replaceSectionBody(text, section, 'new $& \t x')).toBe(
    '## a\n\nnew $& \t x\n\n## b\n',
  )
})
