import { describe, expect, test } from 'vitest'
import { pointsOf } from '../../src/recall/coverage.ts'
import { understand } from '../../src/recall/question.ts'
import { recall } from '../../src/recall/recall.ts'
import { buildIndex } from '../../src/recall/search-index.ts'
import { bankOf } from './bank.ts'

const LIMITER = bankOf({
  'MEMORY.md': '# M\n\n## Current Focus\n\n- Ship the new search page in March.\n',
  'details/patterns.md': [
    '# Decisions\n\n| Date | Decision | Why |\n|---|---|---|\n',
    '| 2026-01-02 | One global rate limit | The demo site was scraped. Load tests must switch it off. |\n',
    '| 2026-01-03 | Maintainers publish releases by hand | The registry wants a one-time password. |\n',
  ].join(''),
  'details/learnings/upload.md': '# The second upload was empty\n\n## Root cause\n\nThe file was not rewound.\n',
})

function wordsOf(question: string, bank = LIMITER): readonly string[] {
  const index = buildIndex(bank)
  return pointsOf(question, understand(question, index), index).map(({ text }) => text)
}

describe('what a question is about', () => {
  test.each([
    ['线上出问题要退回版本', ['线上', '问题', '退回', '版本']],
    ['钱已经付了', ['已经']],
    ['维护者手动执行', ['维护者', '手动', '执行']],
    ['代码生成器生成页面', ['代码', '生成器', '页面']],
  ])('%s is read as words, not as the pairs across them [S24]', (question, words) => {
    expect(wordsOf(question)).toEqual(expect.arrayContaining(words))
    expect(wordsOf(question).filter((word) => ['出问', '题要', '钱已', '经付', '护者', '生成'].includes(word))).toEqual(
      [],
    )
  })
})

describe('whether the bank covers a question [S23]', () => {
  test.each([
    ['压测之前要关掉什么', 'Load tests must switch it off'],
    ['发布为什么由维护者手动执行', 'one-time password'],
    ['上传两次文件为什么是空的', 'not rewound'],
    ['what must load tests switch off', 'Load tests must switch it off'],
  ])('%s is answered, in whichever language it is asked [S24]', (question, answer) => {
    const pack = recall(question, LIMITER)
    expect(pack.covered).not.toBe('no')
    expect(pack.evidence[0]?.excerpt).toContain(answer)
  })

  test.each([
    '验证码的图片宽高和字体在哪里调整',
    'how long is the embargo of a security report',
    'which message broker delivers invoices to customers',
  ])('%s is not', (question) => expect(recall(question, LIMITER).covered).toBe('no'))

  test('a whole task is judged by the sentence that an entry answers, at the same measure', () => {
    const around = (matter: string) =>
      `A partner wrote to us this morning and waits for an answer. ${matter} Keep the change small, add a unit test, update the changelog and open a pull request. Tell me what could break for existing users.`
    expect(recall(around('What must load tests of the demo site switch off?'), LIMITER).covered).toBe('yes')
    expect(
      recall(around('Sketch a Python binding for notebooks with wheels for macOS and Windows.'), LIMITER).covered,
    ).toBe('no')
  })

  test('a translation stands for words of the other language only', () => {
    const bank = bankOf({ 'details/tech.md': '# Tech\n\n- 仓库里有三个模块。\n' })
    expect(recall('仓库', bank).evidence[0]?.excerpt).toContain('仓库')
    expect(recall('repository', bank).evidence[0]?.excerpt).toContain('仓库')
    expect(recall('launch', bankOf({ 'details/tech.md': '# Tech\n\n- Execute the script.\n' })).evidence).toEqual([])
  })
})

describe('words that meet by chance [S23]', () => {
  const filler = 'Nothing here is about the matter, it only fills the page with prose. '.repeat(4)
  const page = (last: string) =>
    bankOf({
      'details/design/server.md': `# Server\n\n## Notes\n\nThe cache is warmed at start. ${filler}Cookies are signed. ${filler}${last} ${filler}The responses are compressed.\n`,
      'details/tech.md': '# Tech\n\n- The tests run on Linux.\n',
    })

  test('the same words cover a question where they stand together, and less where they are scattered', () => {
    const question = 'does the cache keep responses with cookies'
    expect(recall(question, page('The cache keeps no responses with cookies.')).covered).toBe('yes')
    expect(recall(question, page('The archive is kept for a year.')).covered).not.toBe('yes')
  })

  test('an everyday word that the entry says otherwise does not make it a "no"', () => {
    const bank = bankOf({ 'details/tech.md': '# Tech\n\n- Dashboards are slow on Monday: the extract runs late.\n' })
    expect(recall('dashboards slow on monday, how do I fix the problem', bank).covered).toBe('yes')
  })

  test('what comes nearest to a question beyond the bank costs little', () => {
    const bank = bankOf(
      Object.fromEntries(
        [1, 2, 3, 4, 5].map((n) => [
          `details/design/part-${n}.md`,
          `# Part ${n}\n\n## Limits\n\nThe parser of part ${n} takes one file. ${filler.repeat(8)}\n`,
        ]),
      ),
    )
    const pack = recall('who pays for the certificate of the parser website in winter', bank, { opened: true })
    expect(pack.covered).toBe('no')
    expect(pack.evidence.length).toBeLessThanOrEqual(3)
    expect(pack.budget.tokens).toBeLessThan(500)
  })
})
