import { describe, expect, test } from 'vitest'
import { knownPath } from '../../../src/base/bank-path.ts'
import { deadLinks } from '../../../src/check/rules/dead-links.ts'
import { bank, MEMORY_TEXT, run } from '../bank.ts'

const FILES = {
  'details/tech.md':
    '# Technology\n\n## Set up\n\n## Set up\n\n## Routing Rules（意图驱动）\n\n## `npm test` & more\n\nSetext\n------\n\n<a id="own"></a>\n',
  'details/patterns.md': '# Patterns\n',
  'details/design/a b.md': '# A\n',
  'details/design/中文.md': '# 中文 标题\n',
  'details/design/x(1).md': '# X\n',
}
const PROJECT = [
  'skills/memory-bank/references/guide.md',
  'README.md',
  'src',
  'src/main.ts',
  'docs/50%.md',
  'details/own.md',
]
const findingsIn = (path: string, text: string) =>
  run(deadLinks, { files: { ...FILES, [path]: text }, project: PROJECT })

describe('valid links', () => {
  test.each([
    '[a](tech.md)',
    '[a](./tech.md)',
    '[a](../MEMORY.md)',
    '[a](../../README.md#anything)',
    '[a](../../src/main.ts#L10-L20)',
    '[a](../../src/)',
    '[a](../..)',
    '[a](..)',
    '[a](/README.md)',
    '[a](/memory-bank/details/tech.md)',
    '[a](tech.md "a title")',
    "[a](tech.md 'a title')",
    '[a](<tech.md>)',
    '[a](<design/a b.md>)',
    '[a](design/a%20b.md)',
    '[a](design/中文.md)',
    '[a](design/%E4%B8%AD%E6%96%87.md)',
    '[a](design/中文.md#中文-标题)',
    '[a](design/x(1).md)',
    '[a](design/x\\(1\\).md)',
    '[a](tech.md?plain=1#set-up)',
    '[a](tech.md#set-up-1)',
    '[a](tech.md#Set-Up)',
    '[a](tech.md#routing-rules意图驱动)',
    '[a](tech.md#routing-rules%E6%84%8F%E5%9B%BE%E9%A9%B1%E5%8A%A8)',
    '[a](tech.md#npm-test--more)',
    '[a](tech.md#setext)',
    '[a](tech.md#own)',
    '[a](tech.md#)',
    '[a](tech.md:12)',
    '[a](../../docs/50%.md)',
    '[a](design/)',
    '[a](requirements/)',
    '[a](archive)',
    '![a](../../src/main.ts)',
    '[![a](tech.md)](patterns.md)',
    '[a]: tech.md\n\n[a]',
    '# Here\n\n[a](#here)',
    '[a]()',
    '[a][b]',
    '[ ] open task\n\n- [x] done task',
  ])('%s', (text) => expect(findingsIn('details/a.md', text)).toEqual([]))
})

describe('text that is not a link to a file', () => {
  test.each([
    '[a](https://example.com/gone.md)',
    '[a](HTTP://example.com)',
    '[a](mailto:a@example.com)',
    '[a](//example.com/gone.md)',
    '[a](vscode://file/gone.md)',
    '<https://example.com/gone.md>',
    '<a@example.com>',
    '`[a](gone.md)`',
    '``[a](gone.md) ` ``',
    '```\n[a](gone.md)\n```',
    '~~~md\n[a](gone.md)\n~~~',
    '- item\n\n  ```\n  [a](gone.md)\n  ```',
    '1. item\n\n    ```\n    [a](gone.md)\n    ```',
    '> ```\n> [a](gone.md)\n> ```',
    'words\n\n    [a](gone.md)',
    '<!-- [a](gone.md) -->',
    '<!--\n\n[a](gone.md)\n\n-->',
    'words <!-- [a](gone.md) --> words',
    '<pre>\n\n[a](gone.md)\n\n</pre>',
    '\\[a](gone.md)',
    '[a]\\(gone.md)',
    '[a] (gone.md)',
    '[a](gone file.md)',
    '[a](design/<name>.md)',
    '[a](design/{name}.md)',
    '[a](design/*.md)',
    '[a](requirements/REQ-NNN.md)',
    '[a](design/xxx.md)',
    '[a](archive/progress_YYYY-MM.md)',
    '[a](...)',
    'call handlers[name](event) then',
    '[TODO]: later',
    '[^1]: gone.md',
    '| a | b |\n|---|---|\n| `x | [a](tech.md)` |',
  ])('%s', (text) => expect(findingsIn('details/a.md', text)).toEqual([]))
})

describe('broken links', () => {
  test.each<[string, readonly string[]]>([
    ['[a](gone.md)', ['error details/a.md:1']],
    ['[a](details/tech.md)', ['error details/a.md:1']],
    ['[a](../gone.md)', ['error details/a.md:1']],
    ['[a](../../gone.md)', ['error details/a.md:1']],
    ['[a](/gone.md)', ['error details/a.md:1']],
    ['[a](Tech.md)', ['error details/a.md:1']],
    ['[a](<gone file.md>)', ['error details/a.md:1']],
    ['[a](gone%20file.md)', ['error details/a.md:1']],
    ['[a](gone.md "title")', ['error details/a.md:1']],
    ['![a](gone.png)', ['error details/a.md:1']],
    ['[![a](gone.png)](gone.md)', ['error details/a.md:1', 'error details/a.md:1']],
    ['[a]: gone.md', ['error details/a.md:1']],
    ['\n\n[a]: <gone file.md>\n  "title"\n', ['error details/a.md:3']],
    ['[a](tech.md#gone)', ['error details/a.md:1']],
    ['[a](tech.md#set-up-2)', ['error details/a.md:1']],
    ['[a](#gone)', ['error details/a.md:1']],
    ['one\ntwo [a](gone.md)\nthree [b](gone.md)', ['error details/a.md:2', 'error details/a.md:3']],
    ['one [a\nb](gone.md)', ['error details/a.md:1']],
    ['# [a](gone.md)', ['error details/a.md:1']],
    ['> - [a](gone.md)', ['error details/a.md:1']],
    ['| a |\n|---|\n| [a](gone.md) |', ['error details/a.md:3']],
    [
      '| a | b |\n|---|---|\n| ` | [a](gone.md) |\n| ` | [a](gone.md) |',
      ['error details/a.md:3', 'error details/a.md:4'],
    ],
    ['```\ncode\n```\n[a](gone.md)', ['error details/a.md:4']],
    ['<!-- note -->\n[a](gone.md)', ['error details/a.md:2']],
    ['\ufeff[a](gone.md)\r\n[b](gone.md)', ['error details/a.md:1', 'error details/a.md:2']],
    ['[a](../../../elsewhere.md)', ['warning details/a.md:1']],
  ])('%s', (text, expected) => expect(findingsIn('details/a.md', text)).toEqual(expected))

  test.each([
    ['MEMORY.md', '[a](src/main.ts)', '../src/main.ts'],
    ['MEMORY.md', '[a](memory-bank/details/tech.md)', 'details/tech.md'],
    ['details/design/y.md', '[a](details/tech.md#set-up)', '../tech.md'],
    ['details/a.md', '[a](TECH.md)', 'tech.md'],
  ])('in %s, the finding for %s names the path that was meant', (path, text, meant) => {
    const [finding] = deadLinks.check(bank({ files: { ...FILES, [path]: text }, project: PROJECT }))
    expect(finding?.next.en).toBe(`Change it to ${meant}.`)
  })
})

describe('paths in backticks', () => {
  test.each<[string, boolean]>([
    ['`details/tech.md`', false],
    ['`memory-bank/details/tech.md`', false],
    ['`details/tech.md:12`', false],
    ['`details/tech.md#gone`', false],
    ['`details/own.md`', false],
    ['`details/design/`', false],
    ['`details/gone/`', false],
    ['`details/design/index.md`', false],
    ['`memory-bank/legacy.md`', false],
    ['`details/archive/progress_2026-01.md`', false],
    ['`details/design/<name>.md`', false],
    ['`details/requirements/REQ-xxx.md`', false],
    ['`details/*.md`', false],
    ['`cat details/gone.md`', false],
    ['`gone.md`', false],
    ['`src/details/gone.md`', false],
    ['`details/gone.ts`', false],
    ['`memory-bank/_index.md` and `memory-bank/active.md`, of the older layout', false],
    ['`memory-bank/references/guide.md`, in a folder of that name', false],
    ['`memory-bank/references/gone.md`', true],
    ['[`details/tech.md`](tech.md)', false],
    ['    `details/gone.md`', false],
    ['`details/gone.md`', true],
    ['`memory-bank/details/gone.md`', true],
    ['`./details/gone.md`', true],
    ['`details/gone.md:12`', true],
    ['`details/gone.md#part`', true],
    ['`details/design/没有.md`', true],
    ['`memory-bank/gone.md`', true],
  ])('%s', (text, dead) => expect(findingsIn('details/a.md', text)).toEqual(dead ? ['warning details/a.md:1'] : []))
})

describe('text that tools may not change', () => {
  const inUserBlock = MEMORY_TEXT.replace(
    '<!-- USER_BLOCK_END -->',
    '[a](gone.md) `details/gone.md`\n<!-- USER_BLOCK_END -->',
  )

  test('a user block has warnings only', () => {
    expect(findingsIn('MEMORY.md', inUserBlock)).toEqual(['warning MEMORY.md:7', 'warning MEMORY.md:7'])
  })
  test('legacy.md quotes old texts and is not checked', () => {
    expect(findingsIn('legacy.md', '[a](gone.md) `details/gone.md`')).toEqual([])
  })
  test('links of archived text may be relative to its former place', () => {
    const text = '[a](tech.md) [b](details/tech.md) `details/gone.md`\n'
    expect(findingsIn('details/archive/progress_2026-01.md', text)).toEqual([])
    expect(findingsIn('details/archive/progress_2026-01.md', '[a](gone.md)')).toEqual([
      'warning details/archive/progress_2026-01.md:1',
    ])
  })
  test('a link into an unreadable folder is not reported', () => {
    const unreadable = [{ path: knownPath('details/design'), cause: 'x' }]
    expect(run(deadLinks, { files: { 'MEMORY.md': '[a](details/design/hidden.md)' }, unreadable })).toEqual([])
  })
})
