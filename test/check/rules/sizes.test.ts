import { describe, expect, test } from 'vitest'
import { estimateTokens } from '../../../src/base/estimate-tokens.ts'
import { sizes } from '../../../src/check/rules/sizes.ts'
import { bank, MEMORY_TEXT, run } from '../bank.ts'

const repeat = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n')
const memory = (section: string) => MEMORY_TEXT.replace('# Project Memory\n', () => `# Project Memory\n\n${section}\n`)

describe('MEMORY.md', () => {
  test('a MEMORY.md over the budget is reported with its tokens [S20]', () => {
    const text = memory(repeat(400, (index) => `Sentence number ${index} says one more thing.`))
    const [finding, ...others] = sizes.check(bank({ files: { 'MEMORY.md': text } }))
    expect(others).toEqual([])
    expect(finding?.level).toBe('warning')
    expect(finding?.message.en).toContain(`About ${estimateTokens(text)} tokens`)
  })

  const rows = (count: number) =>
    `## Decision Highlights\n\n| Decision | Date | Binds |\n|---|---|---|\n${repeat(count, (index) => `| d${index} | 2026-01-01 | x |`)}`
  const answers = (count: number, line: (index: number) => string) => `## Top Quick Answers\n\n${repeat(count, line)}\n`

  test.each<[string, string, readonly string[]]>([
    ['20 decisions', rows(20), []],
    ['21 decisions', rows(21), ['warning MEMORY.md:5']],
    ['rows of another section', `${rows(20)}\n\n## Other\n\n| a |\n|---|\n| 1 |\n`, []],
    ['rows in a comment', `${rows(20)}\n\n<!--\n| a |\n|---|\n| 1 |\n-->\n`, []],
    [
      '21 decisions as a list',
      `## Decision Highlights\n\n${repeat(21, (index) => `- d${index}`)}`,
      ['warning MEMORY.md:5'],
    ],
    ['8 answers', answers(8, (index) => `- q${index}: a → details/tech.md`), []],
    ['9 answers', answers(9, (index) => `- q${index}: a → details/tech.md`), ['warning MEMORY.md:5']],
    ['8 answers with items below', answers(8, (index) => `- q${index}\n  - a\n  - b`), []],
    ['8 questions and answers, each an item', answers(8, (index) => `- **Q${index}:** q\n- **A${index}:** a`), []],
    ['8 answers with a heading each', answers(8, (index) => `### q${index}\n\n- a\n- b`), []],
    ['9 answers with a heading each', answers(9, (index) => `### q${index}\n\na`), ['warning MEMORY.md:5']],
    ['a focus of 120 lines', `## Current Focus\n${repeat(120, () => 'x')}\n\n## Other\n`, []],
    ['a focus of 121 lines', `## Current Focus\n${repeat(121, () => 'x')}\n\n## Other\n`, ['warning MEMORY.md:5']],
    ['a focus with 21 done items', `## Current Focus\n${repeat(21, () => '- [x] a')}`, ['warning MEMORY.md:5']],
    ['done items outside the focus', `## Current Focus\n\n## Other\n${repeat(21, () => '- [x] a')}`, []],
    ['a section quoted in a fence', `\`\`\`\n${rows(21)}\n\`\`\``, []],
  ])('%s [S5]', (_name, section, expected) =>
    expect(run(sizes, { files: { 'MEMORY.md': memory(section) } })).toEqual(expected),
  )
})

describe('progress', () => {
  test.each<[string, string, readonly string[]]>([
    ['120 lines', `${repeat(120, () => 'x')}\n`, []],
    ['121 lines', `${repeat(121, () => 'x')}\n`, ['warning details/progress.md']],
    ['20 done items', repeat(20, () => '- [x] a'), []],
    ['21 done items', repeat(21, () => '* [X] a'), ['warning details/progress.md']],
    ['open items', repeat(30, () => '- [ ] a'), []],
    ['done items in a fence', `\`\`\`\n${repeat(21, () => '- [x] a')}\n\`\`\``, []],
    [
      'plain items of a done section',
      `## Done (to archive)\n\n${repeat(21, () => '- a')}`,
      ['warning details/progress.md'],
    ],
    [
      'plain items of a done section in Chinese',
      `## 已完成（待归档）\n\n${repeat(21, () => '- a')}`,
      ['warning details/progress.md'],
    ],
    ['plain items below it', `## Done (to archive)\n\n${repeat(5, () => '- a\n  - b\n  - c\n  - d\n  - e')}`, []],
    [
      'done items with ticked boxes below, each counted once',
      `## Done (to archive)\n\n${repeat(10, () => '- a\n  - [x] b\n  - [x] c')}`,
      [],
    ],
    [
      'done items of a user block',
      `<!-- USER_BLOCK_START -->\n${repeat(21, () => '- [x] a')}\n<!-- USER_BLOCK_END -->`,
      [],
    ],
    ['plain items of the section after it', `## Done (to archive)\n\n- a\n\n## Next\n\n${repeat(21, () => '- a')}`, []],
  ])('%s [S8]', (_name, text, expected) =>
    expect(run(sizes, { files: { 'details/progress.md': text } })).toEqual(expected),
  )
})

describe('single files', () => {
  test.each<[string, number, boolean]>([
    ['details/tech.md', 200, false],
    ['details/tech.md', 201, true],
    ['details/design/a.md', 201, true],
    ['details/archive/progress_2026-01.md', 5_000, false],
    ['details/design/index.md', 201, false],
    ['legacy.md', 5_000, false],
  ])('%s of %i lines [S25]', (path, lines, reported) => {
    expect(run(sizes, { files: { [path]: 'x\n'.repeat(lines) } })).toEqual(reported ? [`warning ${path}`] : [])
  })
})
