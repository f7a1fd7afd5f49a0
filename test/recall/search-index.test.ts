import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { knownPath } from '../../src/core/bank-path.ts'
import { decodeImage, encodeImage } from '../../src/recall/index-image.ts'
import { search } from '../../src/recall/search.ts'
import { buildIndex, SearchIndex } from '../../src/recall/search-index.ts'
import { WEIGHTS } from '../../src/recall/weights.ts'
import { law } from '../laws/runs.ts'
import { bankOf, groundBank } from './bank.ts'

const word = fc.constantFrom('redis', 'cache', 'timeout', '缓存', '超时', 'deploy', 'order', '订单', 'retry', 'lock')
const text = fc
  .array(fc.tuple(word, fc.array(word, { minLength: 1, maxLength: 8 })), { minLength: 1, maxLength: 4 })
  .map(
    (sections) => `# Page\n\n${sections.map(([heading, body]) => `## ${heading}\n\n${body.join(' ')}\n`).join('\n')}`,
  )
const path = fc.constantFrom('details/a.md', 'details/b.md', 'details/c.md', 'details/d.md')

test('replacing files one by one gives what building from scratch gives', () => {
  law(
    fc.property(fc.array(fc.tuple(path, text), { minLength: 1, maxLength: 30 }), word, (writes, question) => {
      const index = new SearchIndex()
      const last = new Map<string, string>()
      for (const [name, body] of writes) {
        index.put({ path: knownPath(name), text: body })
        last.set(name, body)
        index.settle()
      }
      const fresh = buildIndex(bankOf(Object.fromEntries(last)))
      const plain = (hits: ReturnType<typeof search>) =>
        hits.map((hit) => `${hit.path}:${hit.startLine} ${hit.score.toFixed(2)}`).sort()
      expect(plain(search(question, index, 50))).toEqual(plain(search(question, fresh, 50)))
    }),
    60,
  )
})

test('a bank edited a thousand times keeps its size', () => {
  const index = new SearchIndex()
  for (let round = 0; round < 1_500; round += 1) {
    index.put({ path: knownPath('details/a.md'), text: `# A\n\n## Now\n\nround ${round}\n` })
    index.settle()
  }
  expect(index.unitCount).toBeLessThan(2_500)
  expect(search('round 1499', index, 5)).toHaveLength(1)
})

test('a removed file is found no more', () => {
  const snapshot = bankOf({
    'details/a.md': '# A\n\n## Redis\n\ncache\n',
    'details/b.md': '# B\n\n## Kafka\n\ntopic\n',
  })
  const index = buildIndex(snapshot)
  const after = bankOf({ 'details/b.md': '# B\n\n## Kafka\n\ntopic\n' })
  index.update(after)
  expect(search('redis cache', index, 5)).toEqual([])
})

test('the same question over the same bank gives the same hits [S24]', () => {
  const snapshot = bankOf({ 'details/a.md': '# A\n\n## One\n\nsame words\n\n## Two\n\nsame words\n' })
  expect(search('same words', buildIndex(snapshot), 9)).toEqual(search('same words', buildIndex(snapshot), 9))
})

test.each([
  [
    'aliases in front matter',
    { 'details/a.md': '---\naliases: [grand ledger, 总账]\n---\n# Billing\n\n## How\n\nsteps\n' },
    '总账',
  ],
  [
    'the aliases column of an index',
    {
      'details/design/a.md': '# Billing\n\n## How\n\nsteps\n',
      'details/design/index.md':
        '# Design\n\n| path | title | aliases |\n|---|---|---|\n| details/design/a.md | Billing | 总账 |\n',
    },
    '总账',
  ],
])('%s makes a file findable by another name', (_, files, question) => {
  const hits = search(question, buildIndex(bankOf({ ...files, 'details/z.md': '# Z\n\n## Other\n\nnothing\n' })), 3)
  expect(hits[0]?.heading).toBe('How')
})

test('a withdrawn requirement comes after the one that holds [S24]', () => {
  const body = 'At most five addresses are kept for each user.'
  const snapshot = bankOf({
    'details/requirements/REQ-001.md': `# REQ-001 Addresses\n\nStatus: Deprecated\n\n## Rule\n\n${body}\n`,
    'details/requirements/REQ-002.md': `# REQ-002 Addresses\n\nStatus: Accepted\n\n## Rule\n\n${body}\n`,
  })
  const hits = search('how many addresses are kept', buildIndex(snapshot), 5)
  expect(hits.map((hit) => hit.path)).toEqual(['details/requirements/REQ-002.md', 'details/requirements/REQ-001.md'])
})

test('of two equal entries the newer comes first [S24]', () => {
  const entry = (day: string) => `## ${day} Cache policy\n\nKeys live one hour.\n\n`
  const snapshot = bankOf({ 'details/patterns.md': `# P\n\n${entry('2023-01-01')}${entry('2025-01-01')}` })
  expect(search('cache policy', buildIndex(snapshot), 1)[0]?.heading).toBe('2025-01-01 Cache policy')
})

describe('an index kept as bytes', () => {
  const snapshot = groundBank('travel')
  const bytes = Buffer.concat(encodeImage(buildIndex(snapshot).image(), WEIGHTS))

  test('finds what it found before', () => {
    const image = decodeImage(bytes, WEIGHTS)
    const index = new SearchIndex(WEIGHTS, image)
    index.update(snapshot)
    const question = 'why did we leave Redux'
    expect(search(question, index, 20)).toEqual(search(question, buildIndex(snapshot), 20))
  })

  test('never answers from a file that has changed since', () => {
    const index = new SearchIndex(WEIGHTS, decodeImage(bytes, WEIGHTS))
    const texts = [...snapshot.files.values()].map(
      (file) => [file.path, file.readText().replaceAll('Zustand', 'Jotai')] as const,
    )
    const after = bankOf(Object.fromEntries(texts))
    index.update(after)
    expect(search('why did we leave Redux', index, 20)).toEqual(search('why did we leave Redux', buildIndex(after), 20))
  })

  test('is no image of ours with another beginning or other weights', () => {
    for (const at of [0, 4]) {
      const other = bytes.slice()
      other[at] = (other[at] ?? 0) ^ 1
      expect(decodeImage(other, WEIGHTS)).toBeUndefined()
    }
    expect(decodeImage(new Uint8Array(0), WEIGHTS)).toBeUndefined()
    expect(decodeImage(bytes, { ...WEIGHTS, k1: 9 })).toBeUndefined()
  })
})

test('a heading with nothing below it is no answer, and takes no other’s place [S24]', () => {
  const index = buildIndex(
    bankOf({ 'details/progress.md': '# Progress\n\n## Lantern\n\n## Next\n\n- light the lantern\n\n## Blocked\n' }),
  )
  expect(search('lantern', index, 1).map(({ heading }) => heading)).toEqual(['Next'])
  expect(search('lantern', index, 20).map(({ heading }) => heading)).toEqual(['Next'])
})
