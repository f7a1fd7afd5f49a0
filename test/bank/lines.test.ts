import { expect, test } from 'vitest'
import { countLines, countNewlines, endingOf, splice, withEnding } from '../../src/bank/lines.ts'
import { pageOf } from '../../src/bank/page.ts'

test.each([
  ['LF', 'a\nb\n', ['a', 'b']],
  ['CRLF', 'a\r\nb\r\n', ['a', 'b']],
  ['a lone CR', 'a\rb\r', ['a', 'b']],
  ['mixed ends', 'a\r\nb\rc\nd', ['a', 'b', 'c', 'd']],
  ['no end at all', 'a', ['a']],
  ['blank lines', '\n\r\n\r', ['', '', '']],
  ['a byte order mark, which is not text', '\ufeffa\n', ['a']],
  ['nothing', '', []],
  ['a line separator, which ends no line of Markdown', 'a\u2028b\u0085c\n', ['a\u2028b\u0085c']],
])('%s: %j has the lines %j [S2]', (_, text, lines) => {
  expect(pageOf(text).lines.map((line) => line.text)).toEqual(lines)
})

test.each([
  ['backticks', '```\nin\n```\nout', [true, true, true, false]],
  ['tildes', '~~~\nin\n~~~\nout', [true, true, true, false]],
  ['a longer fence is closed by one as long', '````\n```\n````\nout', [true, true, true, false]],
  ['a fence is closed by a longer one', '```\nin\n`````\nout', [true, true, true, false]],
  ['one kind does not close the other', '```\n~~~\n', [true, true]],
  ['an info string opens', '```ts\nin\n```\nout', [true, true, true, false]],
  ['an info string does not close', '```\n```ts\n```\nout', [true, true, true, false]],
  ['backticks in the info string make it code in a line', '```a`b\nout', [false, false]],
  ['tildes may have backticks behind them', '~~~a`b\nin', [true, true]],
  ['three spaces still make a fence', '   ```\nin\n  ```\nout', [true, true, true, false]],
  ['four spaces do not', '    ```\nout', [false, false]],
  ['a blank behind the closing fence is allowed', '```\nin\n``` \t\nout', [true, true, true, false]],
  ['an ideographic space behind it is not', '```\nin\n```\u3000\nstill in', [true, true, true, true]],
  ['a line separator in the info string is part of it', '```x\u2028y\nin', [true, true]],
  ['an unclosed fence runs to the end', 'out\n```\nin\n', [false, true, true]],
  ['two backticks are none', '``\nout', [false, false]],
  ['a fence on the first line after a byte order mark', '\ufeff```\nin', [true, true]],
])('%s: %j [S2]', (_, text, fenced) => {
  expect(pageOf(text).lines.map((line) => line.fenced)).toEqual(fenced)
})

test.each([
  ['```\nopen', '```'],
  ['~~~~ts\nopen', '~~~~'],
  ['```\nclosed\n```', undefined],
  ['plain', undefined],
  ['```\nx\n```\n````\ny', '````'],
])('openFence of %j is %j', (text, fence) => expect(pageOf(text).openFence).toBe(fence))

test.each([
  ['a\r\nb\n', '\r\n'],
  ['a\nb\r\n', '\n'],
  ['a\rb', '\r'],
  ['a', '\n'],
  ['', '\n'],
])('the line ending of %j is %j', (text, ending) => expect(endingOf(text)).toBe(ending))

test('withEnding converts line ends', () => expect(withEnding('a\nb\n', '\r\n')).toBe('a\r\nb\r\n'))

test.each([
  ['', 0, 0],
  ['a', 0, 1],
  ['a\n', 1, 1],
  ['a\nb', 1, 2],
  ['a\r\nb\r\n', 2, 2],
  ['a\rb', 0, 2],
])('%j has %i newlines, as wc counts, and %i lines [S6]', (text, newlines, lines) => {
  expect([countNewlines(text), countLines(text)]).toEqual([newlines, lines])
})

test('a splice replaces exactly its range', () => expect(splice('abcdef', 2, 4, '$&')).toBe('ab$&ef'))

test('the body begins below a byte order mark and front matter', () => {
  expect(pageOf('\ufeff# T\n').bodyStart).toBe(1)
  expect(pageOf('---\na: b\n---\n# T\n').bodyStart).toBe(13)
  expect(pageOf('---\n\n# T\n').bodyStart).toBe(0)
})
