import { describe, expect, test } from 'vitest'
import { pageOf } from '../../src/bank/page.ts'
import { factLine, fillFacts, updateFacts } from '../../src/plan/fact-lines.ts'
import type { Fact } from '../../src/project/facts.ts'

const node = (value: string): Fact => ({ label: 'Runtime', value, source: 'package.json' })
const name: Fact = { label: 'Name', value: 'shop', source: 'README.md' }

test('a generated line names its source in both languages [S12]', () => {
  expect(factLine(name, 'en')).toBe('- **Name**: shop (source: README.md)')
  expect(factLine({ ...name, label: '名称' }, 'zh')).toBe('- **名称**：shop（来源：README.md）')
})

test('a new section is filled below its heading with the line ends of the text [S12]', () => {
  expect(fillFacts(pageOf('## S\r\n\r\n## T\r\n'), '## S', [name], 'en')).toBe(
    '## S\r\n\r\n- **Name**: shop (source: README.md)\r\n\r\n## T\r\n',
  )
  expect(fillFacts(pageOf('## S\n'), '## None', [name], 'en')).toBe('## S\n')
  expect(fillFacts(pageOf('## S\n'), '## S', [], 'en')).toBe('## S\n')
})

describe('a refresh of facts', () => {
  const update = (text: string, facts: readonly Fact[], isKept?: (line: string) => boolean) =>
    updateFacts(pageOf(text), '## S', facts, 'en', isKept)

  test.each<[string, string, readonly Fact[], string]>([
    [
      'replaces a line of its own',
      '## S\n\nmine\n- **Runtime**: Node 18 (source: package.json)\nmine too\n',
      [node('Node 22')],
      '## S\n\nmine\n- **Runtime**: Node 22 (source: package.json)\nmine too\n',
    ],
    [
      'replaces across languages',
      '## S\n- **Runtime**：Node 18（来源：package.json）\n',
      [node('Node 22')],
      '## S\n- **Runtime**: Node 22 (source: package.json)\n',
    ],
    [
      'leaves a line without a source',
      '## S\n- **Runtime**: Node 18\n- **Name**: shop (source: README.md)\n',
      [name, node('Node 22')],
      '## S\n- **Runtime**: Node 18\n- **Name**: shop (source: README.md)\n- **Runtime**: Node 22 (source: package.json)\n',
    ],
    [
      'adds what is new below its last line',
      '## S\n- **Name**: shop (source: README.md)\nmine\n',
      [name, node('Node 22')],
      '## S\n- **Name**: shop (source: README.md)\n- **Runtime**: Node 22 (source: package.json)\nmine\n',
    ],
    [
      'takes away what no scan finds any more',
      '## S\n- **Gone**: x (source: y)\n- **Name**: shop (source: README.md)\n',
      [name],
      '## S\n- **Name**: shop (source: README.md)\n',
    ],
    [
      'leaves what is right, trailing blanks included',
      '## S\n- **Name**: shop (source: README.md)  \n',
      [name],
      '## S\n- **Name**: shop (source: README.md)  \n',
    ],
    [
      'leaves lines of other sections',
      '## S\n- **Name**: shop (source: README.md)\n## T\n- **Runtime**: Node 18 (source: package.json)\n',
      [name],
      '## S\n- **Name**: shop (source: README.md)\n## T\n- **Runtime**: Node 18 (source: package.json)\n',
    ],
    [
      'leaves lines in fences',
      '## S\n- **Name**: shop (source: README.md)\n```\n- **Old**: x (source: y)\n```\n',
      [name],
      '## S\n- **Name**: shop (source: README.md)\n```\n- **Old**: x (source: y)\n```\n',
    ],
    ['leaves a section that somebody wrote', '## S\n\nOur own words.\n', [name], '## S\n\nOur own words.\n'],
    [
      'fills a section that says nothing',
      '## S\n\n## T\n',
      [name],
      '## S\n\n- **Name**: shop (source: README.md)\n\n## T\n',
    ],
    [
      'keeps CRLF',
      '## S\r\n- **Runtime**: Node 18 (source: package.json)\r\n',
      [node('Node 22'), name],
      '## S\r\n- **Runtime**: Node 22 (source: package.json)\r\n- **Name**: shop (source: README.md)\r\n',
    ],
    [
      'needs no final newline',
      '## S\n- **Runtime**: Node 18 (source: package.json)',
      [node('Node 22'), name],
      '## S\n- **Runtime**: Node 22 (source: package.json)\n- **Name**: shop (source: README.md)\n',
    ],
    [
      'takes text as text',
      '## S\n- **Runtime**: Node 18 (source: package.json)\n',
      [node('$& $1 `x`')],
      '## S\n- **Runtime**: $& $1 `x` (source: package.json)\n',
    ],
  ])('%s [S15]', (_, text, facts, expected) => {
    expect(update(text, facts)).toBe(expected)
    expect(update(expected, facts)).toBe(expected)
  })

  test('keeps lines that are held, and adds new ones after them [S4]', () => {
    const text = '## S\n- **Runtime**: Node 18 (source: package.json)\n- **Gone**: x (source: y)\n'
    const isKept = (line: string) => text.includes(line)
    const after = update(text, [node('Node 22')], isKept)
    expect(after).toBe(`${text}- **Runtime**: Node 22 (source: package.json)\n`)
    expect(update(after, [node('Node 22')], isKept)).toBe(after)
  })
})

test('a line in the generated form with a source that no scan reads belongs to a person and stays [S15]', () => {
  const text =
    '## Stack\n\n- **Database**: Postgres (source: docs/architecture.md)\n- **Language**: Go (source: go.mod)\n'
  const now = updateFacts(pageOf(text), '## Stack', [{ label: 'Language', value: 'Rust', source: 'Cargo.toml' }], 'en')
  expect(now).toBe(
    '## Stack\n\n- **Database**: Postgres (source: docs/architecture.md)\n- **Language**: Rust (source: Cargo.toml)\n',
  )
})

test('a command from a document or CI is a line of the scan; another fact of that source is not [S12] [S15]', () => {
  const mine = '- **Database**: Postgres (source: AGENTS.md)\n'
  const text = `## Commands\n\n${mine}- **Test (in web/)**: \`make test\` (source: .github/workflows/ci.yml, CONTRIBUTING.md)\n`
  expect(updateFacts(pageOf(text), '## Commands', [], 'en')).toBe(`## Commands\n\n${mine}`)
})
