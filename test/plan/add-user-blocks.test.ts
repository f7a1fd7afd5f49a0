import { expect, test } from 'vitest'
import { MARKER, missingMarkers } from '../../src/bank/blocks.ts'
import { Draft } from '../../src/bank/draft.ts'
import { pageOf } from '../../src/bank/page.ts'
import { appendBlock } from '../../src/bank/sections.ts'
import { knownPath } from '../../src/base/bank-path.ts'
import { readTemplates } from '../../src/disk/project/package-files.ts'
import { addUserBlocks, filesWithoutUserBlock } from '../../src/plan/add-user-blocks.ts'
import { snapshotOf } from '../laws/banks.ts'

const BLOCK = `${MARKER.userStart}\n${MARKER.userEnd}\n`

function given(texts: Readonly<Record<string, string>>): Record<string, string> {
  const draft = new Draft(snapshotOf(texts))
  addUserBlocks(draft)
  expect(filesWithoutUserBlock(draft)).toEqual([])
  return Object.fromEntries(draft.paths().map((path) => [path, draft.read(path) ?? '']))
}

test('an older file gets an empty user block at its end and keeps its bytes [S2] (000:351, 004:357)', () => {
  expect(given({ 'details/patterns.md': '# P\n' })['details/patterns.md']).toBe(`# P\n\n${BLOCK}`)
  expect(given({ 'details/design/a.md': '# A' })['details/design/a.md']).toBe(`# A\n\n${BLOCK}`)
  const crlf = given({ 'details/x.md': '# X\r\ntext\r\n' })['details/x.md']
  expect(crlf).toBe(`# X\r\ntext\r\n\r\n${BLOCK.replaceAll('\n', '\r\n')}`)
})

test.each([
  ['an index', 'details/design/index.md', '# Design Router\n'],
  ['an archive', 'details/archive/progress_2026-01.md', '- [x] a\n'],
  ['the legacy file', 'legacy.md', '# Legacy\n'],
  ['an inbox file', 'inbox/2026-01-01-a-0000.md', '# A\n'],
  ['a file with one', 'details/tech.md', `# T\n\n${BLOCK}`],
  ['a file that ends in an open fence', 'details/a.md', '# A\n\n```\n'],
  ['a file whose markers are broken', 'details/a.md', `# A\n${MARKER.userStart}\n`],
])('%s does not change [S2] (000:351)', (_, path, text) => expect(given({ [path]: text })[path]).toBe(text))

test.each(['en', 'zh'] as const)(
  'every file that init makes has both blocks (%s) [S2] (000:351, 004:357)',
  (language) => {
    const { memory, tech, patterns, progress } = readTemplates(language)
    for (const text of [memory, tech, patterns, progress]) {
      const parsed = pageOf(text, knownPath('details/a.md')).parsed
      expect(parsed.ok && missingMarkers(parsed.value)).toEqual([])
    }
  },
)

test('later additions go before the user block [S2]', () => {
  const path = knownPath('details/a.md')
  expect(appendBlock(pageOf(`# A\n\n${BLOCK}`, path), 'new\n')).toBe(`# A\n\nnew\n\n${BLOCK}`)
})
