import { expect, test } from 'vitest'
import { SECTION } from '../../../src/base/layout.ts'
import { sections } from '../../../src/check/rules/sections.ts'
import { bank, run } from '../bank.ts'

const ALL = Object.values(SECTION)

function memory(headings: readonly string[], mark = 'v7.1'): { readonly files: Readonly<Record<string, string>> } {
  const body = headings.map((heading) => `${heading}\n`).join('')
  return {
    files: {
      'MEMORY.md': `<!-- MACHINE_BLOCK_START -->\n<!-- MEMORY_BANK_TEMPLATE:${mark} -->\n${body}<!-- MACHINE_BLOCK_END -->\n<!-- USER_BLOCK_START -->\n## Current Focus\n<!-- USER_BLOCK_END -->\n`,
    },
  }
}

test.each<[string, readonly string[], readonly string[]]>([
  ['every section in order', ALL, []],
  ['sections of somebody’s own between them', ALL.flatMap((heading) => [heading, '## Mine']), []],
  ['an older routing section', [...ALL.slice(0, 3), '## Routing Rules', ...ALL.slice(3)], []],
  ['one missing', ALL.slice(1), ['warning MEMORY.md']],
  ['one twice', [...ALL, SECTION.focus], ['warning MEMORY.md:10']],
  ['two in the wrong order', [SECTION.focus, SECTION.snapshot, ...ALL.slice(2)], ['warning MEMORY.md:4']],
])('%s is judged by S5 [S5]', (_name, headings, found) => {
  expect(run(sections, memory(headings))).toEqual(found)
})

test('one finding names all missing sections [S5]', () => {
  const [found, ...more] = sections.check(bank(memory([])))
  expect(more).toEqual([])
  for (const heading of ALL) expect(found?.message.en).toContain(heading)
})

test.each(['v7.0', 'v9.0'])('the sections of a %s bank are not checked [S3]', (mark) => {
  expect(run(sections, memory([], mark))).toEqual([])
})

test('a heading in a fence is not a section [S5]', () => {
  expect(run(sections, memory([...ALL, '```', SECTION.focus, '```']))).toEqual([])
})
