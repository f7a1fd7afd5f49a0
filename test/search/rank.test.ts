import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EntryIndex } from '../../src/search/entry-index.ts'
import { queriesOf, rank } from '../../src/search/rank.ts'
import { TermCounts } from '../../src/search/term-counts.ts'
import { law } from '../laws/runs.ts'
import { bankOf, decisions, document, groundBank } from './bank.ts'

type Texts = Readonly<Record<string, string>>

function ranking(texts: Texts, question: string, terms: readonly string[] = [], symbols: readonly string[] = []) {
  const index = new EntryIndex()
  index.update(bankOf(texts))
  return rank(new TermCounts(index.entries(), queriesOf(question, terms, symbols))).map(({ entry, score }) => ({
    ...entry,
    score,
  }))
}
const titles = (texts: Texts, question: string, terms?: readonly string[], symbols?: readonly string[]) =>
  ranking(texts, question, terms, symbols).map(({ title }) => title)

/** Decisions on other topics, so that words have realistic frequencies. */
const OTHERS = ['Vault', 'Nginx', 'Terraform', 'Grafana', 'Loki', 'Sentry', 'Helm', 'Argo'].map((name, at) => [
  `2025-01-0${at + 1}`,
  `Use ${name}`,
  `${name} is known to the team and cheap to run`,
  'its rivals',
  'production',
])
const decided = (...rows: readonly (readonly string[])[]) => ({ 'details/patterns.md': decisions(...OTHERS, ...rows) })

describe('the best match is first [S24]', () => {
  test.each<[title: string, texts: Texts, question: string, first: string]>([
    [
      'a title before a body',
      {
        'details/a.md': '# A\n\n## Cache\n\nKeys live one hour.\n\n## Queue\n\nIt is not a cache and holds no keys.\n',
      },
      'how does the cache work',
      'Cache',
    ],
    [
      'a scope before a body',
      decided(
        ['2025-02-01', 'Log every request', 'a middleware wraps the middleware that logs', 'none', 'the gateway'],
        ['2025-02-02', 'Return errors as JSON', 'clients parse them', 'HTML', 'middleware'],
      ),
      'write a middleware',
      'Return errors as JSON',
    ],
    [
      'a rule of all health checks, by its scope',
      decided(
        [
          '2025-02-01',
          'Health checks answer with Cache-Control: no-store',
          'A proxy kept one',
          '–',
          'all health checks',
        ],
        ['2025-02-02', 'Rules for pull requests', 'Rules apply to all', '–', 'all repositories'],
      ),
      'Which rules apply to all health checks?',
      'Health checks answer with Cache-Control: no-store',
    ],
    [
      'what applies to all middleware, although others mention it in their text',
      decided(
        ['2025-02-01', 'Sessions are short', 'the middleware of sessions counts each one', '–', 'sessions'],
        ['2025-02-02', 'Clients have an id', 'a middleware of the gateway reads it', '–', 'the gateway'],
        ['2025-02-03', 'Call next exactly once', 'a second call sends headers twice', '–', 'all middleware'],
      ),
      'Add a middleware that counts requests per client.',
      'Call next exactly once',
    ],
    [
      'a labelled scope counts like a column',
      {
        'details/patterns.md':
          '# P\n\n## Call next once\n\n- **Why**: twice breaks it\n- **Applies to**: all middleware\n\n## Log\n\nThe middleware logs.\n',
      },
      'add a middleware',
      'Call next once',
    ],
    [
      'the file that a path names',
      {
        'details/a.md': '# A\n\n## Money\n\nAmounts in `src/pay/refund.ts` are in cents.\n',
        'details/b.md': '# B\n\n## Refund pay, refund pay\n\nA refund of pay, a pay of refund: src and ts.\n',
      },
      'change src/pay/refund.ts',
      'Money',
    ],
    [
      'the folder of the file that a path names',
      {
        'details/a.md': '# A\n\n## Money\n\nEverything below src/pay/ is in cents.\n',
        'details/b.md': '# B\n\n## Cents\n\nThe pay of a month has a source, src, and two cents.\n',
        'details/c.md': '# C\n\n## Pay of src\n\nOn Mondays.\n',
      },
      'change src/pay/refund.ts',
      'Money',
    ],
    [
      'a bare folder',
      decided(
        ['2025-02-01', 'One file per task', 'merging', '–', 'jobs/'],
        ['2025-02-02', 'Jobs in the office', 'x', '–', 'HR'],
      ),
      'add a cleanup to jobs/',
      'One file per task',
    ],
    [
      'Chinese by Chinese',
      { 'details/a.md': '# A\n\n## 超时重试\n\n支付网关三次。\n\n## 锁\n\n租约十分钟，不支持重入。\n' },
      '支付超时了怎么重试',
      '超时重试',
    ],
    [
      'English names in a Chinese question',
      { 'details/a.md': '# A\n\n## 消息\n\nKafka 的 acks 设为 all。\n\n## 锁\n\nRedis 租约十分钟。\n' },
      'Kafka 怎么配置的',
      '消息',
    ],
    [
      'an identifier by its words',
      { 'details/a.md': '# A\n\n## Ids\n\n`getUserName` reads the cache.\n\n## Other\n\nNames of streets.\n' },
      'how do we get the user name',
      'Ids',
    ],
  ])('%s', (_, texts, question, first) => expect(titles(texts, question)[0]).toBe(first))
})

describe('the caller’s terms are separate queries [S23]', () => {
  const bank = decided(
    ['2025-02-01', 'Answer 503 with Retry-After', 'clients back off', '429', 'overload'],
    ['2025-02-02', 'Servers are in Frankfurt', 'law', 'Dublin', 'servers'],
  )
  const question = 'what happens when servers are too busy?'
  test('find entries that the question’s words miss', () => {
    expect(titles(bank, question)).not.toContain('Answer 503 with Retry-After')
    expect(titles(bank, question, ['overload', 'back off'])).toContain('Answer 503 with Retry-After')
    expect(titles(bank, '忙不过来怎么办', ['overload'])[0]).toBe('Answer 503 with Retry-After')
  })

  test('names defined in the files in question find entries that mention them', () => {
    const spoken = { 'details/a.md': '# A\n\n## Lease\n\n`acquireLease` waits.\n\n## Other\n\nWords.\n' }
    expect(titles(spoken, 'change src/lock.ts')).toEqual([])
    expect(titles(spoken, 'change src/lock.ts', [], ['acquireLease'])).toEqual(['Lease'])
  })
})

describe('the order of equal matches [S24]', () => {
  test.each<[title: string, texts: Texts, order: readonly string[]]>([
    [
      'a superseded decision is last',
      decided(
        ['2025-03-01', 'Redis keeps the keys (superseded: Valkey keeps the keys)', 'Redis', '–', 'keys'],
        ['2025-02-01', 'Valkey keeps the keys', 'licence', '–', 'keys'],
        ['2025-02-01', 'Doors have locks', 'the keys of Redis hang there', '–', 'doors'],
      ),
      ['Valkey keeps the keys', 'Redis keeps the keys (superseded: Valkey keeps the keys)'],
    ],
    [
      'a withdrawn requirement comes after the one that holds',
      {
        'details/requirements/REQ-001.md': '# REQ-001 Redis keys\n\nStatus: Deprecated\n\nFive keys in Redis.\n',
        'details/requirements/REQ-002.md': '# REQ-002 Redis keys\n\nStatus: Accepted\n\nFive keys in Redis.\n',
      },
      ['REQ-002 Redis keys', 'REQ-001 Redis keys'],
    ],
    [
      'a fact that a scan restates comes after one that a person wrote [S58]',
      {
        'details/tech.md': '# T\n\n- **Redis keys**: one hour (source: compose.yaml)\n',
        'details/patterns.md': decisions([
          '',
          'Redis keys are short',
          `one hour ${'and a few more words '.repeat(9)}`,
          '–',
          'cache',
        ]),
      },
      ['Redis keys are short', 'Redis keys'],
    ],
    [
      'the newer of two equals is first',
      {
        'details/a.md': '# A\n\n## Redis keys, 2023-01-01\n\nOne hour.\n',
        'details/b.md': '# B\n\n## Redis keys, 2025-01-01\n\nOne hour.\n',
      },
      ['Redis keys, 2025-01-01', 'Redis keys, 2023-01-01'],
    ],
    [
      'what the bank says comes before what a document says',
      {
        [document('README.md')]: '# R\n\n## Redis keys\n\nOne hour.\n',
        'details/a.md': '# A\n\n## Keys of Redis\n\nOne hour.\n',
      },
      ['Keys of Redis', 'Redis keys'],
    ],
  ])('%s', (_, texts, order) => {
    expect(titles(texts, 'how are Redis keys kept').filter((title) => order.includes(title))).toEqual(order)
  })

  test.each([
    ['how do I install the program', 'README.md'],
    ['这个程序怎么安装（install program）', 'README.zh-CN.md'],
  ])('translations and documents in another language than the question come last: %s', (question, first) => {
    const page = (name: string, words: string) =>
      `# Program\n\n## ${name === first ? 'Start' : 'Install program'}\n\n${words}\n`
    const texts = {
      'README.md': 'Take the program and install it with npm, then start it.',
      'README.fr.md': 'Installer the program avec npm install, puis lancer the program.',
      'README.zh-CN.md': '用 npm 就可以安装，然后启动，就这样。',
    }
    const files = Object.entries(texts).map(([name, words]) => [document(name), page(name, words)])
    expect(ranking(Object.fromEntries(files), question)[0]?.path).toBe(document(first))
  })

  test('highlights of MEMORY.md count only in a bank without patterns.md [S23]', () => {
    const memory =
      '# M\n\n## Decision Highlights\n\n| Decision | Date | Binds |\n|---|---|---|\n| Use Kafka | 2025-01-01 | queues |\n'
    expect(titles({ 'MEMORY.md': memory }, 'Kafka')).toEqual(['Use Kafka'])
    expect(ranking({ 'MEMORY.md': memory, ...decided(OTHERS[0] ?? []) }, 'Kafka')).toEqual([])
  })

  test('entries that match nothing are left out', () => {
    expect(titles(decided(), 'which zebra?')).toEqual([])
    for (const question of ['', '???', 'the of and', '的了吗']) expect(titles(decided(), question)).toEqual([])
  })
})

describe('the index', () => {
  test('the ranking does not depend on earlier questions [S24]', () => {
    const bank = groundBank('travel')
    const [one, two] = [new EntryIndex(), new EntryIndex()]
    one.update(bank)
    two.update(bank)
    rank(new TermCounts(two.entries(), queriesOf('something else', ['离线'])))
    const question = queriesOf('离线 sync 冲突怎么办', ['conflict'])
    const plain = (index: EntryIndex) =>
      rank(new TermCounts(index.entries(), question)).map(({ entry, score }) => [entry.path, entry.startLine, score])
    expect(plain(two)).toEqual(plain(one))
  })

  const word = fc.constantFrom('redis', 'cache', 'timeout', '缓存', '超时', 'deploy', 'order', '订单', 'retry', 'lock')
  const text = fc
    .array(fc.tuple(word, fc.array(word, { minLength: 1, maxLength: 8 })), { minLength: 1, maxLength: 4 })
    .map((sections) => `# P\n\n${sections.map(([heading, body]) => `## ${heading}\n\n${body.join(' ')}\n`).join('\n')}`)
  const path = fc.constantFrom('details/a.md', 'details/b.md', 'details/c.md', 'details/patterns.md')

  test('replacing and removing files equals building from scratch [S24]', () => {
    const write = fc.tuple(path, fc.option(text))
    law(
      fc.property(fc.array(write, { minLength: 1, maxLength: 20 }), word, (writes, question) => {
        const kept = new EntryIndex()
        const texts = new Map<string, string>()
        for (const [name, body] of writes) {
          if (body === null) texts.delete(name)
          else texts.set(name, body)
          kept.update(bankOf(Object.fromEntries(texts)))
        }
        const fresh = new EntryIndex()
        fresh.update(bankOf(Object.fromEntries(texts)))
        const plain = (index: EntryIndex) =>
          rank(new TermCounts(index.entries(), queriesOf(question))).map(
            ({ entry, score }) => `${entry.path}:${entry.startLine} ${score.toFixed(6)}`,
          )
        expect(plain(kept)).toEqual(plain(fresh))
      }),
      60,
    )
  })

  test('an unchanged file is not read again', () => {
    const index = new EntryIndex()
    const [before, after] = ['Redis', 'Kafka'].map((name) => bankOf({ 'details/a.md': `# A\n\n## ${name}\n\nwords\n` }))
    if (before === undefined || after === undefined) throw new Error('two banks')
    index.update(before)
    index.update(after, () => true)
    expect(index.entries().map(({ title }) => title)).toEqual(['Redis'])
    index.update(after)
    expect(index.entries().map(({ title }) => title)).toEqual(['Kafka'])
  })
})
