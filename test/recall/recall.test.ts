import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Ajv from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { knownPath } from '../../src/core/bank-path.ts'
import { LIMITS } from '../../src/core/limits.ts'
import { readWithinBudget } from '../../src/recall/read-within-budget.ts'
import { recall } from '../../src/recall/recall.ts'
import { addSamples, namedSources } from '../../src/recall/source-samples.ts'
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

  test('samples the source files that its evidence names', () => {
    const snapshot = bankOf({ 'details/patterns.md': '# P\n\n## Locks\n\nLocks live in `src/lock/lease.ts`.\n' })
    const pack = recall('where do locks live', snapshot)
    const sources = namedSources(pack, (path) => path === 'src/lock/lease.ts')
    expect(sources).toEqual(['src/lock/lease.ts'])
    const text = `${'// nothing\n'.repeat(60)}export function lock() {}\n`
    expect(addSamples(pack, [{ path: 'src/lock/lease.ts', text }]).samples[0]?.excerpt).toContain(
      'export function lock',
    )
  })
})

describe('the budget [S25]', () => {
  const page = (lines: number, word: string) =>
    `# ${word}\n\n## About ${word}\n\n${`a line about ${word}\n`.repeat(lines)}`

  test('holds in files, lines and tokens, and everything left out is named', () => {
    const size = fc.integer({ min: 1, max: 400 })
    law(
      fc.property(fc.array(size, { minLength: 1, maxLength: 9 }), (sizes) => {
        const texts = sizes.map((lines, at) => [`details/learnings/p${at}.md`, page(lines, 'timeouts')] as const)
        const pack = recall('timeouts', bankOf(Object.fromEntries(texts)))
        const shown = pack.evidence.reduce((sum, one) => sum + one.excerpt.split('\n').length, 0)
        expect(shown).toBeLessThanOrEqual(LIMITS.recallLines)
        expect(new Set(pack.evidence.map((one) => one.path)).size).toBeLessThanOrEqual(LIMITS.recallFiles)
        const tokens = pack.evidence.reduce((sum, one) => sum + estimateTokens(one.excerpt), 0)
        expect(tokens).toBeLessThanOrEqual(LIMITS.recallTokens)
        expect(pack.evidence.length).toBeGreaterThan(0)
        const known = new Set([...pack.evidence, ...pack.leftOut].map((one) => one.path))
        expect(known.size).toBe(sizes.length)
      }),
      40,
    )
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
