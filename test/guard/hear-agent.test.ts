import { expect, test } from 'vitest'
import { proposalIn } from '../../src/guard/hear-agent.ts'

test.each([
  ['no proposal', 'I will write details/tech.md.', undefined],
  [
    'the seed’s form',
    '---\n💾 要把这次的发现写入 Memory Bank 吗？\n   → details/patterns.md\n   → 内容：用 SQLite；见 details/tech.md\n---',
    ['details/patterns.md'],
  ],
  ['the protocol’s form', '💾 → memory-bank/details/patterns.md, use SQLite', ['details/patterns.md']],
  [
    'Chinese around the path',
    '💾 建议写入details/learnings/缓存.md，并更新MEMORY.md。',
    ['details/learnings/缓存.md', 'MEMORY.md'],
  ],
  ['code marks', '💾 `memory-bank/details/tech.md`', ['details/tech.md']],
  ['an absolute path', '💾 → /home/me/app/memory-bank/details/tech.md', ['details/tech.md']],
  [
    'names without their folder',
    '💾 patterns.md, learnings/cache.md',
    ['details/patterns.md', 'details/learnings/cache.md'],
  ],
  ['a file of its own in the bank', '💾 → memory-bank/details/glossary.md', ['details/glossary.md']],
  ['the last proposal of a message', '💾 details/tech.md\n\nno:\n💾 MEMORY.md', ['MEMORY.md']],
  ['no file', '💾 要写入 Memory Bank 吗？', undefined],
  ['a closing word', 'All done, files saved 💾', undefined],
  ['no file, but a content', '💾 要写入 Memory Bank 吗？\n   → 内容：用 SQLite', []],
  ['a way out of the bank', '💾 → memory-bank/../README.md', undefined],
  ['files of the project', '💾 → README.md and docs/guide.md', undefined],
  ['an HTML comment', 'Done. <!-- 💾 → memory-bank/details/tech.md -->', undefined],
  ['a comment that is not closed', 'Done.\n<!--\n💾 → memory-bank/details/tech.md', undefined],
  ['a fold', '<details><summary>x</summary>\n\n💾 → memory-bank/details/tech.md\n\n</details>\nDone.', undefined],
  ['an HTML element', '<div>💾 → memory-bank/details/tech.md</div>', undefined],
  ['an attribute', '<img alt="💾 → memory-bank/details/tech.md">', undefined],
  ['a code fence', '```\n💾 → memory-bank/details/tech.md\n```\nDone.', undefined],
  ['a code fence that is not closed', '~~~text\n💾 → memory-bank/details/tech.md', undefined],
  ['inline code', 'It prints `💾 → memory-bank/details/tech.md`.', undefined],
  ['a quotation', '> 💾 → memory-bank/details/tech.md\n\nThat is what the page says.', undefined],
  ['quotation marks', 'The page says “💾 → memory-bank/details/tech.md”.', undefined],
  ['a proposal below a quoted one', '> 💾 → MEMORY.md\n\n💾 → memory-bank/details/tech.md', ['details/tech.md']],
  ['a generic type before it', 'It returns Map<string>.\n\n💾 → memory-bank/details/tech.md', ['details/tech.md']],
  ['one file twice', '💾 details/tech.md details/tech.md', ['details/tech.md']],
])('%s names its targets [S42]', (_name, text, expected) =>
  expect(proposalIn(text, () => true)?.targets).toEqual(expected),
)

test('numbered points are its parts, with every file each of them names [S41]', () => {
  const text = '💾 写入？\n1. 决策 → details/patterns.md\n   → MEMORY.md\n2. 命令 → details/tech.md\n3. 无文件'
  expect(proposalIn(text, () => true)?.parts).toEqual([['details/patterns.md', 'MEMORY.md'], ['details/tech.md']])
})

test('without numbers every file is a part [S41]', () => {
  expect(proposalIn('💾 details/patterns.md 和 details/tech.md', () => true)?.parts).toEqual([
    ['details/patterns.md'],
    ['details/tech.md'],
  ])
})

test('no proposal is longer than can be answered [S37]', () => {
  const text = `💾 ${Array.from({ length: 500 }, (_, index) => `details/design/${index}.md`).join(' ')}`
  expect(proposalIn(text, () => true)?.targets).toHaveLength(10)
})
