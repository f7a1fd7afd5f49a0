import { expect, test } from 'vitest'
import { routing } from '../../../src/check/rules/routing.ts'
import { run } from '../bank.ts'

function memory(lines: readonly string[], heading = '## Routing Rules（意图驱动）'): string {
  return `<!-- MACHINE_BLOCK_START -->\n<!-- MEMORY_BANK_TEMPLATE:v7.1 -->\n${heading}\n${lines.join('\n')}\n<!-- MACHINE_BLOCK_END -->\n<!-- USER_BLOCK_START -->\n<!-- USER_BLOCK_END -->\n`
}
const there = { 'details/a.md': '', 'details/b.md': '', 'details/c.md': '', 'details/d.md': '' }

test.each<[string, string, readonly string[]]>([
  ['an existing file', '- x → details/a.md', []],
  ['a missing file', '- x → details/gone.md', ['error MEMORY.md:4']],
  ['the head of a table', '| x | details/a.md, details/gone.md |', []],
  ['a folder of the layout', '- x → details/design/', []],
  ['a missing folder', '- x → details/nowhere/', ['error MEMORY.md:4']],
  ['a link, which dead-links checks', '- x → [gone](details/gone.md)', []],
  ['backticks, which dead-links checks', '- x → `details/gone.md`', []],
  ['a placeholder', '- x → details/<name>.md', []],
  ['an index that may be missing', '- x → details/learnings/index.md', []],
  ['a file of the project', '- x → docs/guide.md', []],
  ['three files', '- x → details/a.md, details/b.md, details/c.md', []],
  [
    'a folder with its index and two files',
    '- x → details/a.md, details/b.md, details/design/, details/design/index.md',
    [],
  ],
  ['four files', '- x → details/a.md, details/b.md, details/c.md, details/d.md', ['warning MEMORY.md:4']],
])('a route to %s is checked [S5]', (_name, line, found) => {
  const files = { 'MEMORY.md': memory([line]), ...there }
  expect(run(routing, { files, project: ['docs/guide.md'] })).toEqual(found)
})

test('a row of a routing table is a route [S5]', () => {
  const files = { 'MEMORY.md': memory(['| when | read |', '|---|---|', '| x | details/gone.md |']) }
  expect(run(routing, { files })).toEqual(['error MEMORY.md:6'])
})

test('an older routing section may name any number of files [S13]', () => {
  const line = '- x → details/a.md, details/b.md, details/c.md, details/d.md'
  expect(run(routing, { files: { 'MEMORY.md': memory([line], '## Routing Rules'), ...there } })).toEqual([])
})
