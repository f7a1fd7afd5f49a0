import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Ajv from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { knownPath } from '../../src/core/bank-path.ts'
import { LIMITS } from '../../src/core/limits.ts'
import { PACK_ROOM } from '../../src/search/budget.ts'
import { readWithinBudget } from '../../src/search/read-within-budget.ts'
import { recall } from '../../src/search/recall.ts'
import { addSamples, namedSources } from '../../src/search/source-samples.ts'
import { packText } from '../../src/text/pack-text.ts'
import { estimateTokens } from '../../src/text/tokens.ts'
import { law } from '../laws/runs.ts'
import { bankOf, groundBank } from './bank.ts'

const schema = JSON.parse(readFileSync(join(import.meta.dirname, '../../schemas/context-pack.schema.json'), 'utf8'))
const valid = new Ajv.Ajv2020({ strict: false }).compile(schema)

describe('a pack [S23]', () => {
  const mall = groundBank('mall')

  test('cites the section that answers, with lines, hash and the reason it was chosen', () => {
    const pack = recall('当初为啥不用 Seata 了', mall)
    const first = pack.evidence[0]
    expect(pack.covered).not.toBe('no')
    expect(first?.path).toBe('details/patterns.md')
    expect(first?.excerpt).toContain('Seata AT 模式全局锁')
    expect(first?.hash).toMatch(/^[0-9a-f]{16}$/)
    expect(first?.why[0]).toMatchObject({ kind: 'matches' })
    const lines = mall.files.get(knownPath('details/patterns.md'))?.readText().split('\n') ?? []
    expect(lines.slice((first?.startLine ?? 1) - 1, first?.endLine).join('\n')).toBe(first?.excerpt)
  })

  test('quotes the bank without our own comments, and code fences as they are [S23]', () => {
    const tech = [
      '# Tech',
      '',
      '<!-- MACHINE_BLOCK_START -->',
      '<!-- blockVersion: 1 | lastUpdated: 2026-01-01T00:00:00Z | hash: 0123456789abcdef -->',
      '- The lighthouse is Postgres. <!-- why: asked twice -->',
      '',
      '<!-- MACHINE_BLOCK_END -->',
      '',
      '<!-- USER_BLOCK_START -->',
      '- It shines.',
      '```',
      '<!-- USER_BLOCK_END -->',
      '```',
      '<!-- USER_BLOCK_END -->',
      '',
    ].join('\n')
    const [first] = recall('lighthouse', bankOf({ 'details/tech.md': tech })).evidence
    expect(first?.excerpt).toBe(
      '# Tech\n\n- The lighthouse is Postgres. <!-- why: asked twice -->\n\n- It shines.\n```\n<!-- USER_BLOCK_END -->\n```',
    )
    expect(first?.endLine).toBeGreaterThan(10)
  })

  test('is the same for the same bank and question', () => {
    expect(recall('怎么保证不超卖', mall)).toEqual(recall('怎么保证不超卖', mall))
  })

  test('names the goal by what the project is for, without the label it has in the entry [S23]', () => {
    const entry = '## Project Snapshot\n\n- **Name**: shop\n- **About**: Sells tea.\n- **Stack**: Go\n'
    const { goal, stack } = recall('tea', bankOf({ 'MEMORY.md': entry })).summary
    expect([...goal, ...stack].map(({ text }) => text)).toEqual(['Sells tea.', 'Go'])
  })

  test('has no focus where the entry has none yet [S23]', () => {
    const entry = '## Current Focus\n\n- Nothing recorded yet.\n'
    expect(recall('tea', bankOf({ 'MEMORY.md': entry })).summary.focus).toEqual([])
  })

  test('summarizes goal, focus and stack from the entry', () => {
    const { summary } = recall('退款改造到哪一步了', mall)
    expect(summary.goal[0]?.text).toContain('青禾商城')
    expect(summary.stack[0]?.text).toContain('Spring Boot')
    expect(summary.focus[0]?.text).toContain('退款')
  })

  test.each(['怎么保证不超卖', '直播带货的佣金怎么算', 'why did we drop Seata', '', '???'])(
    'of %j fits the schema',
    (question) => {
      expect(valid(recall(question, mall)), JSON.stringify(valid.errors)).toBe(true)
    },
  )

  test('of an empty bank is empty and says so', () => {
    const pack = recall('anything', bankOf({}))
    expect([pack.covered, pack.evidence.length, pack.openQuestions.length]).toEqual(['no', 0, 1])
  })

  test('says when the bank does not know, and where to look', () => {
    const pack = recall('how is the recommendation feed ranked', groundBank('travel'), {
      repositoryPaths: () => ['src/feed/rank-feed.ts', 'src/app.ts'],
    })
    expect(pack.covered).toBe('no')
    expect(pack.evidence.length).toBeLessThanOrEqual(2)
    expect(pack.openQuestions[0]?.lookIn).toEqual(['src/feed/rank-feed.ts'])
  })

  test('shows a file that the question names [S26]', () => {
    const pack = recall('what does details/design/seckill.md say?', mall)
    expect(pack.evidence[0]?.path).toBe('details/design/seckill.md')
    expect(pack.evidence[0]?.why).toContainEqual({ kind: 'named' })
  })

  test('follows a link one step', () => {
    const snapshot = bankOf({
      'details/patterns.md':
        '# P\n\n## Retry budget\n\nThe retry budget is three; details in [retries](design/backoff.md).\n',
      'details/design/backoff.md': '# Backoff\n\n## Curve\n\nDoubling from 200 ms.\n',
      'details/tech.md': '# Tech\n\n## Other\n\nNothing of that.\n',
    })
    const linked = recall('retry budget', snapshot).evidence.find((one) => one.path === 'details/design/backoff.md')
    expect(linked?.why).toContainEqual({ kind: 'linked', from: 'details/patterns.md' })
  })

  test('carries the conflicts it is given', () => {
    const conflicts = [{ path: knownPath('details/tech.md'), line: 3, claim: 'JDK 17', found: 'JDK 21' }]
    expect(recall('JDK', mall, { conflicts }).conflicts).toEqual(conflicts)
  })

  test('samples source around a symbol that its evidence names, never the first lines of a file [S23]', () => {
    const snapshot = bankOf({
      'details/patterns.md':
        '# P\n\n## Locks\n\n`acquireLease` in `src/lock/lease.ts` takes locks; see `src/lock/other.ts`.\n',
    })
    const pack = recall('what takes locks', snapshot)
    const sources = namedSources(pack, (path) => path.startsWith('src/lock/'))
    expect(sources.map(({ path }) => path)).toEqual(['src/lock/lease.ts', 'src/lock/other.ts'])
    const licence = '// Copyright\n'.repeat(60)
    const texts = new Map([
      [
        'src/lock/lease.ts',
        `${licence}import { acquireLease } from 'x'\n\nexport function acquireLease() {\n  return 1\n}\n`,
      ],
      ['src/lock/other.ts', licence],
    ])
    const { samples } = addSamples(pack, sources, (path) => texts.get(path), LIMITS.packTokens)
    expect(samples).toHaveLength(1)
    expect(samples[0]?.excerpt).toContain('export function acquireLease')
    expect(samples[0]?.excerpt).not.toContain('Copyright')
  })

  test('gives one row for one row, with the columns it stands in and its own date [S23]', () => {
    const row = (day: string, what: string) =>
      `| ${day} | ${what} | ${`${what} is cheaper to run. `.repeat(6)} | more |`
    const rows = ['Redis', 'Kafka', 'Postgres', 'Nginx', 'Vault'].map((name, at) =>
      row(`2025-0${at + 1}-11`, `Use ${name}`),
    )
    const table = `# Decisions\n\n| Date | Decision | Why | Given up |\n|---|---|---|---|\n${rows.join('\n')}\n`
    const pack = recall('why do we use Kafka', bankOf({ 'details/patterns.md': table }), { opened: true })
    const [first] = pack.evidence
    expect(first).toMatchObject({ startLine: 6, endLine: 6, date: '2025-02-11', excerpt: rows[1] })
    expect(first?.columns).toEqual(['Date', 'Decision', 'Why', 'Given up'])
    expect(packText(pack)).toContain('memory-bank/details/patterns.md:6 · 2025-02-11\n')
  })

  test.each([
    ['a heading', '# A\n\n## Kafka\n\n## Other\n\nwords\n'],
    ['a placeholder', '# A\n\n## Kafka\n\n- TBD\n'],
    ['a section of headings', '# A\n\n## Kafka\n\n### Kafka lag\n'],
    ['what a template says', '# A\n\n## Kafka\n\n- Nothing recorded yet.\n'],
  ])('never shows %s as evidence [S23]', (_, text) => {
    expect(recall('kafka', bankOf({ 'details/a.md': text })).evidence).toEqual([])
  })

  test('dates each entry by what it says of itself, not by its file (004:70) [S23]', () => {
    const dated = bankOf({
      'details/learnings/a.md': '# Lag\n\n- **Date**: 2024-03-05\n\n## Symptom\n\nKafka lags.\n',
      'details/b.md': '# B\n\n## 2023-01-02 Kafka broker\n\nThe Kafka broker moved.\n\n## Kafka quota\n\nNo day.\n',
    })
    const dates = recall('kafka', dated).evidence.map(({ path, date }) => [path, date])
    expect(dates).toContainEqual(['details/learnings/a.md', '2024-03-05'])
    expect(
      recall('kafka quota', bankOf({ 'details/c.md': '# C\n\n## Kafka quota\n\nNo day.\n' })).evidence[0]?.date,
    ).toBeUndefined()
  })

  test('has a summary only for an asker without an opening [S23]', () => {
    expect(packText(recall('退款改造到哪一步了', mall))).toContain('Context Summary')
    expect(packText(recall('退款改造到哪一步了', mall, { opened: true }))).not.toContain('Context Summary')
  })

  test('says what was left out in the words people know (002:188) [S23][S44]', () => {
    const pages = Object.fromEntries(
      Array.from({ length: 9 }, (_, at) => [
        `details/p${at}.md`,
        `# 超时 ${at}\n\n## 超时\n\n${'超时重试策略说明。'.repeat(30)}\n`,
      ]),
    )
    const pack = recall('超时重试策略', bankOf(pages), { language: 'zh' })
    expect(pack.leftOut.length).toBeGreaterThan(0)
    expect(packText(pack)).toContain('以下文件相关但未加载（预算限制）：memory-bank/details/')
    expect(packText({ ...pack, language: 'en' })).toContain('Relevant but not loaded (budget): memory-bank/details/')
  })

  test('finds what decides a whole task pasted in, as a short question does [S23]', () => {
    const task = [
      'A customer opened a ticket last week and our support team promised an answer by Friday, so please take this over.',
      'They would like request ids in the headers of every response, written with hyphens as their own tools do it.',
      'Look at the code first, propose a small change and add a unit test for it. Keep the public interface as it is,',
      'update the documentation and the changelog, and open a pull request against main when the checks are green.',
    ].join(' ')
    const bank = bankOf({
      'details/learnings/ids.md':
        '# Request ids must have no hyphens\n\n## Symptom\n\nA partner lost our logs.\n\n## Root cause\n\nTheir pipeline splits request ids in headers at hyphens.\n',
      'details/tech.md':
        '# Tech\n\n## Tests\n\nRun the unit test of a change with `npm test`; a pull request against main needs green checks.\n',
      'details/design/release.md':
        '# Release\n\nThe changelog and the documentation are updated with every release; the public interface is kept.\n',
    })
    for (const question of [task, 'may request ids have hyphens?']) {
      const pack = recall(question, bank)
      expect([pack.evidence[0]?.path, pack.covered === 'no']).toEqual(['details/learnings/ids.md', false])
    }
  })

  test('puts a reason before the fact that a scan restates [S58]', () => {
    const bank = bankOf({
      'details/tech.md': '# Tech\n\n## Stack\n\n- **Queue**: Kafka 3 (source: compose.yaml)\n',
      'details/patterns.md':
        '# P\n\n| Date | Decision | Why | Given up |\n|---|---|---|---|\n| 2025-01-01 | Kafka is the queue | replays | RabbitMQ |\n',
    })
    expect(recall('which queue, Kafka?', bank).evidence[0]?.path).toBe('details/patterns.md')
  })

  test('speaks the language asked for, whatever the bank is written in [S23]', () => {
    expect(packText(recall('怎么保证不超卖', mall, { language: 'en' }))).toContain('# Recall: ')
  })

  test('names what is not covered by words, never by pairs of characters [S23]', () => {
    const { openQuestions } = recall(
      '直播带货佣金结算周期怎么算',
      bankOf({ 'details/a.md': '# 锁\n\n## 锁\n\n租约十分钟。\n' }),
    )
    expect(openQuestions[0]?.about).toEqual(['直播带货佣金结算周期'])
  })
})

describe('the budget [S25]', () => {
  const page = (lines: number, word: string) =>
    `# ${word}\n\n## About ${word}\n\n${`a line about ${word}\n`.repeat(lines)}`

  test('covers the whole pack, and everything left out is named [S23]', () => {
    const size = fc.integer({ min: 1, max: 400 })
    law(
      fc.property(
        fc.array(size, { minLength: 1, maxLength: 9 }),
        fc.integer({ min: 200, max: 3_000 }),
        (sizes, budget) => {
          const texts = sizes.map((lines, at) => [`details/learnings/p${at}.md`, page(lines, 'timeouts')] as const)
          const pack = recall('timeouts', bankOf(Object.fromEntries(texts)), { room: { ...PACK_ROOM, tokens: budget } })
          expect(estimateTokens(packText(pack))).toBeLessThanOrEqual(budget)
          expect(pack.budget).toMatchObject({ tokens: estimateTokens(packText(pack)), maxTokens: budget })
          expect(new Set(pack.evidence.map((one) => one.path)).size).toBeLessThanOrEqual(LIMITS.recallFiles)
          expect(pack.evidence.length).toBeGreaterThan(0)
          const known = new Set([...pack.evidence, ...pack.leftOut].map((one) => one.path))
          expect(known.size).toBe(sizes.length)
        },
      ),
      40,
    )
  })

  test('a piece that is too long shows whole sentences around what was asked, not scattered lines', () => {
    const filler = Array.from(
      { length: 24 },
      (_, at) => `Nothing of the kind stands in line ${at}, ${'and it goes on '.repeat(4)}.`,
    )
    const said = [
      'Cookies keep the visitor known',
      'from one page to the next, and',
      'the quokka key signs each cookie,',
      '',
      'so that nobody changes one.',
    ]
    const text = `# Pages\n\n${[...filler, ...said, ...filler].join('\n')}\n`
    const [first] = recall('which key signs a cookie', bankOf({ 'details/a.md': text })).evidence
    expect(first?.excerpt).toContain(said.slice(1).join('\n'))
    expect(first?.excerpt.match(/lines omitted/g)).toHaveLength(2)
  })

  test('the most relevant file is in even when it alone is too long', () => {
    const long = page(5_000, 'timeouts')
    const pack = recall('timeouts', bankOf({ 'details/a.md': long, 'details/b.md': page(2, 'other') }))
    expect(pack.evidence[0]?.path).toBe('details/a.md')
    expect(pack.budget.lines).toBeLessThanOrEqual(LIMITS.recallLines)
  })
})

describe('reading one file [S25]', () => {
  const file = (text: string) => ({ path: knownPath('details/a.md'), readText: () => text, mtime: 0 })

  test('a short one is given as it is', () => {
    expect(readWithinBudget(file('# A\r\n\r\ntext'), undefined, 'en')).toMatchObject({
      text: '# A\r\n\r\ntext',
      kind: 'whole',
    })
  })

  test.each([
    ['en', '[... 150 lines omitted ...]'],
    ['zh', '[... 省略 150 行 ...]'],
  ] as const)('a long one gives its first 100 and last 50 lines (%s)', (language, mark) => {
    const lines = Array.from({ length: 300 }, (_, at) => `line ${at + 1}`)
    const read = readWithinBudget(file(lines.join('\n')), undefined, language)
    expect(read.text.split('\n')).toEqual([...lines.slice(0, 100), mark, ...lines.slice(250)])
  })

  test('a long one gives the sections asked for', () => {
    const filler = (name: string) => `## ${name}\n\n${`words of ${name}\n`.repeat(120)}\n`
    const text = `# A\n\n${filler('alpha')}## Redis\n\nThe cache has a timeout of 3 s.\n\n${filler('beta')}`
    const read = readWithinBudget(file(text), 'redis cache timeout', 'en')
    expect(read.kind).toBe('sections')
    expect(read.text).toContain('timeout of 3 s')
    expect(read.text).toContain('lines omitted')
    expect(read.text.split('\n').length).toBeLessThan(60)
  })
})

describe('as Markdown', () => {
  test('an excerpt cannot end its own quotation', () => {
    const snapshot = bankOf({ 'details/a.md': '# A\n\n## Fence\n\n````\n```\nfence\n```\n````\n' })
    expect(packText(recall('fence', snapshot))).toContain('`````markdown\n')
  })

  test('both languages name the same parts', () => {
    const zh = packText(recall('怎么保证不超卖', groundBank('mall')))
    const en = packText(recall('why did we move away from Redshift', groundBank('lakeview')))
    for (const part of ['Context Summary', 'Evidence']) {
      expect(zh).toContain(part)
      expect(en).toContain(part)
    }
  })
})
