import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pageOf } from '../../src/bank/page.ts'
import {
  addColumn,
  appendRows,
  columnNamed,
  editTable,
  normalCell,
  printTable,
  removeRows,
  replaceRow,
  type Table,
} from '../../src/bank/tables.ts'
import { law } from '../laws/runs.ts'

const only = (text: string): Table => {
  const tables = pageOf(text).tables
  expect(tables).toHaveLength(1)
  return tables[0] ?? expect.unreachable()
}
const cellsOf = (text: string) => only(text).rows.map((row) => row.cells)

describe('finding', () => {
  test.each([
    ['outer pipes', '| a | b |\n|---|---|\n| 1 | 2 |\n', [['1', '2']]],
    ['no outer pipes', 'a | b\n--- | ---\n1 | 2', [['1', '2']]],
    ['alignment colons', '|a|b|\n|:-|-:|\n|1|2|\n', [['1', '2']]],
    ['an escaped pipe', '| a |\n|---|\n| x \\| y |\n', [['x | y']]],
    ['an escaped pipe in a code span', '| a |\n|---|\n| `x \\| y` |\n', [['`x | y`']]],
    ['a bare pipe in a code span, which splits', '| a | b |\n|---|---|\n| `x | y` |\n', [['`x', 'y`']]],
    ['empty cells', '| a | b | c |\n|---|---|---|\n|| | x |\n', [['', '', 'x']]],
    ['short and long rows', '| a | b |\n|---|---|\n| 1 |\n| 1 | 2 | 3 |\n', [['1'], ['1', '2', '3']]],
    ['a heading that ends it', '| a |\n|---|\n| 1 |\n# b | c\n', [['1']]],
    ['a comment that ends it', '| a |\n|---|\n| 1 |\n<!-- MACHINE_BLOCK_END -->\n', [['1']]],
    ['a paragraph above the header', 'words\n| a |\n|---|\n| 1 |\n', [['1']]],
    ['CRLF', '| a |\r\n|---|\r\n| 1 |\r\n', [['1']]],
    ['a byte order mark', '\ufeff| a |\n|---|\n| 1 |\n', [['1']]],
  ])('%s', (_name, text, rows) => expect(cellsOf(text)).toEqual(rows))

  test.each([
    ['in a fence', '```\n| a |\n|---|\n```\n'],
    ['in an HTML comment', '<!--\n| a |\n|---|\n| 1 |\n-->\n'],
    ['in indented code', 'x\n\n    | a |\n    |---|\n'],
    ['with a header of another width', '| a | b |\n|---|\n'],
    ['without a header', '\n|---|\n| 1 |\n'],
    ['under a setext heading', 'a\n---\nb | c\n'],
  ])('there is no table %s', (_name, text) => expect(pageOf(text).tables).toEqual([]))

  test('offsets cut exactly the lines out of the text', () => {
    const text = '\ufeffintro\r\n\r\n| a | b |\r\n|---|---|\r\n| 1 | 😀 |\r\n\r\nend'
    const table = only(text)
    expect(text.slice(table.start, table.end)).toBe('| a | b |\r\n|---|---|\r\n| 1 | 😀 |\r\n')
    expect(table.rows[0]?.spans.map((span) => text.slice(span.start, span.end))).toEqual(['1', '😀'])
  })

  test('a column is found by any of its names, in any case and decoration', () => {
    const table = only('| **Date** | `决策` |\n|---|---|\n')
    expect(columnNamed(table, '日期', 'date')).toBe(0)
    expect(columnNamed(table, '决策')).toBe(1)
    expect(columnNamed(table, 'why')).toBeUndefined()
  })
})

describe('editing', () => {
  const text = '| a   | b |\r\n|---|---|\r\n| 1   |2|\r\n|   | x |'

  test('a replaced cell leaves the bytes of its neighbours', () => {
    expect(replaceRow(text, only(text), 0, [undefined, 'new|er'])).toBe(text.replace('|2|', '| new\\|er |'))
    expect(replaceRow(text, only(text), 0, ['1', '2'])).toBe(text)
    expect(cellsOf(replaceRow(text, only(text), 1, ['y']))[1]).toEqual(['y', 'x'])
  })
  test('rows are appended in the line ending of the table, a missing final newline stays missing', () => {
    expect(appendRows(text, only(text), [['p', 'q\nr']])).toBe(`${text}\r\n| p | q r |`)
    expect(appendRows('| a |\n|---|\n\nend\n', only('| a |\n|---|\n\nend\n'), [['1']])).toBe(
      '| a |\n|---|\n| 1 |\n\nend\n',
    )
  })
  test('removing rows removes their lines, and a row appended at the same time stays in the table', () => {
    expect(removeRows(text, only(text), [0])).toBe('| a   | b |\r\n|---|---|\r\n|   | x |')
    const edited = editTable(text, only(text), { remove: new Set([1]), append: [['p', 'q']] })
    expect(cellsOf(edited)).toEqual([
      ['1', '2'],
      ['p', 'q'],
    ])
  })
  test('a column is added to short, long and unclosed rows alike', () => {
    const ragged = 'a | b\n--|--\n1\n1 | 2\n| 1 | 2 | over |\n'
    const widened = addColumn(ragged, only(ragged), 'c', ['x', 'y', 'z'])
    expect(only(widened).header.cells).toEqual(['a', 'b', 'c'])
    expect(cellsOf(widened)).toEqual([
      ['1', '', 'x'],
      ['1', '2', 'y'],
      ['1', '2', 'z', 'over'],
    ])
  })
  test('a cell of a row without outer pipes cannot turn the row into something else', () => {
    const bare = 'a | b\n--|--\nx | y\n'
    expect(cellsOf(replaceRow(bare, only(bare), 0, ['- item']))).toEqual([['- item', 'y']])
    expect(cellsOf(replaceRow(bare, only(bare), 0, ['', undefined]))).toEqual([['', 'y']])
  })
})

describe('laws', () => {
  const cell = fc.oneof(
    fc.string({ unit: fc.constantFrom('a', '|', '\\', '`', ' ', '\n', '表', '😀', '-', '\t'), maxLength: 8 }),
    fc.string({ unit: 'grapheme' }),
  )
  const grid = fc
    .integer({ min: 1, max: 4 })
    .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 5 }))
  const frame = fc.constantFrom('\n', '\r\n')
  const around = fc.constantFrom('', 'text\n\n', '# head\n\n- item\n\n', '```\n| a |\n|---|\n```\n')
  const pad = (row: readonly string[], width: number) => Array.from({ length: width }, (_, index) => row[index] ?? '')

  test('cells read back as they were printed', () => {
    law(
      fc.property(grid, around, (rows, before) => {
        const header = (rows[0] ?? []).map((_, index) => `h${index}`)
        const table = only(before + printTable(header, rows))
        expect(table.rows.map((row) => pad(row.cells, header.length))).toEqual(rows.map((row) => row.map(normalCell)))
      }),
      100,
    )
  })

  test('an edit changes the rows it names and no byte outside the table', () => {
    law(
      fc.property(grid, around, around, frame, fc.nat(9), cell, (rows, before, after, ending, pick, value) => {
        const header = (rows[0] ?? []).map((_, index) => `h${index}`)
        const text = `${before}${printTable(header, rows)}\n${after}`.replaceAll('\n', ending)
        const table = only(text)
        const index = pick % rows.length
        const edited = replaceRow(text, table, index, [value])
        const found = only(edited)
        expect(edited.slice(0, table.start)).toBe(text.slice(0, table.start))
        expect(edited.slice(found.end)).toBe(text.slice(table.end))
        const wanted = table.rows.map((row, at) =>
          at === index ? [normalCell(value), ...row.cells.slice(1)] : row.cells,
        )
        expect(found.rows.map((row) => pad(row.cells, header.length))).toEqual(
          wanted.map((row) => pad(row, header.length)),
        )
      }),
      100,
    )
  })

  test('removing what was appended gives the same bytes', () => {
    law(
      fc.property(grid, frame, (rows, ending) => {
        const header = (rows[0] ?? []).map((_, index) => `h${index}`)
        const text = printTable(header, rows).replaceAll('\n', ending)
        const grown = appendRows(text, only(text), rows)
        const added = rows.map((_, index) => rows.length + index)
        expect(removeRows(grown, only(grown), added)).toBe(text)
      }),
      100,
    )
  })
})
