import { describe, expect, test } from 'vitest'
import { Page } from '../../src/bank/page.ts'
import { knownPath } from '../../src/base/bank-path.ts'
import { readWithinBudget } from '../../src/search/read-within-budget.ts'

describe('reading one file [S25]', () => {
  const path = knownPath('details/a.md')
  const file = (text: string) => ({ path, mtime: 0, readPage: () => new Page(path, text) })

  test('prints a short file whole', () => {
    expect(readWithinBudget(file('# A\r\n\r\ntext'), undefined, 'en')).toMatchObject({
      text: '# A\r\n\r\ntext',
      kind: 'whole',
    })
  })

  test.each([
    ['en', '[... 150 lines omitted ...]'],
    ['zh', '[... 省略 150 行 ...]'],
  ] as const)('prints the first 100 and last 50 lines of a long file (%s)', (language, mark) => {
    const lines = Array.from({ length: 300 }, (_, at) => `line ${at + 1}`)
    const read = readWithinBudget(file(lines.join('\n')), undefined, language)
    expect(read.text.split('\n')).toEqual([...lines.slice(0, 100), mark, ...lines.slice(250)])
  })

  test('prints the sections of a long file that match the question', () => {
    const filler = (name: string) => `## ${name}\n\n${`words of ${name}\n`.repeat(120)}\n`
    const text = `# A\n\n${filler('alpha')}## Redis\n\nThe cache has a timeout of 3 s.\n\n${filler('beta')}`
    const read = readWithinBudget(file(text), 'redis cache timeout', 'en')
    expect(read.kind).toBe('sections')
    expect(read.text).toContain('timeout of 3 s')
    expect(read.text).toContain('lines omitted')
    expect(read.text.split('\n').length).toBeLessThan(60)
  })
})
