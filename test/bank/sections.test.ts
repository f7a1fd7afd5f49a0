import { expect, test } from 'vitest'
import { pageOf } from '../../src/bank/page.ts'
import { appendSection, appendToSection, headingLevel, replaceSectionBody } from '../../src/bank/sections.ts'

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
  ['without its CRLF', '## Focus\r\nx', '## Focus'],
  ['a hash glued to it is', '## C#\n', '## C#'],
])('a heading is compared trimmed: %s', (_, text, heading) =>
  expect(pageOf(text).section(heading) !== undefined).toBe(true),
)

test('headings inside fences are text [S2]', () => {
  expect(pageOf('## a\n```\n## b\n```\n~~~\n# c\n~~~\n## d\n').sections.map((section) => section.heading)).toEqual([
    '## a',
    '## d',
  ])
})

test('the same words with a suffix are another heading [S13]', () => {
  expect(pageOf('## Routing Rules\n').section('## Routing Rules（意图驱动）') !== undefined).toBe(false)
  expect(pageOf('### Drill-Down Protocol\n').section('## Drill-Down Protocol') !== undefined).toBe(false)
})

test('a section ends at the next heading of its level or above', () => {
  const text = '# t\n\n## a\nx\n### a1\ny\n## b\nz\n'
  expect(pageOf(text).sectionBody('## a')).toBe('x\n### a1\ny\n')
  expect(pageOf(text).sectionBody('### a1')).toBe('y\n')
  expect(pageOf(text).sectionBody('# t')).toBe('\n## a\nx\n### a1\ny\n## b\nz\n')
  expect(pageOf(text).sectionBody('## none')).toBeUndefined()
})

test('a title is the first heading of level one', () => {
  expect(pageOf('## no\n```\n# no\n```\n# Yes #\n# later').title).toBe('Yes')
  expect(pageOf('words').title).toBeUndefined()
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
  const section = pageOf(text).section('## a')
  expect(section === undefined ? undefined : appendToSection(text, section, '- n')).toBe(expected)
})

test('replaceSectionBody replaces the body and keeps all other bytes', () => {
  const text = '## a\n\nold\n\n## b\n'
  const section = pageOf(text).section('## a')
  expect(section === undefined ? undefined : replaceSectionBody(text, section, 'new $& \t x')).toBe(
    '## a\n\nnew $& \t x\n\n## b\n',
  )
})
