import { describe, expect, test } from 'vitest'
import { Page } from '../../src/bank/page.ts'
import { knownPath } from '../../src/base/bank-path.ts'
import { estimateTokens } from '../../src/base/estimate-tokens.ts'
import { definedNames } from '../../src/search/rank.ts'
import { showEntry } from '../../src/search/show-entry.ts'
import { splitEntries } from '../../src/search/split-entries.ts'
import { decisions } from './bank.ts'

function show(path: string, text: string, tokens = 800, asked = /zebra/g) {
  const [entry] = splitEntries(new Page(knownPath(path), text))
  if (entry === undefined) throw new Error('no entry')
  return showEntry(entry, text.slice(entry.start, entry.end), tokens, (piece) => piece.match(asked)?.length ?? 0)
}

describe('an entry as a pack shows it [S23]', () => {
  test.each([
    [
      'a row gives its cells by name, without title, date and placeholders',
      'details/patterns.md',
      decisions(['2025-01-01', 'Use Kafka', 'It replays', '–', 'all queues']),
      'Why: It replays · Applies to: all queues',
    ],
    [
      'a learning gives its parts as labels, without date and blank lines',
      'details/learnings/a.md',
      '# Lag\n\n- **Date**: 2025-01-01\n\n## Symptom\n\nIt lags.\n\n## Solution\n\n- Add an index.\n- Test it.\n',
      'Symptom: It lags.\nSolution: - Add an index.\n- Test it.',
    ],
    [
      'a labelled list loses its marks',
      'details/patterns.md',
      '# P\n\n## Use Kafka\n\n- **Why**: It replays\n- **Given up**: RabbitMQ\n',
      'Why: It replays\nGiven up: RabbitMQ',
    ],
    [
      'Memory Bank’s comments are left out, code fences are kept',
      'details/a.md',
      '# A\n\n## Run\n\n<!-- MACHINE_BLOCK_START -->\nSo:\n\n```sh\n# build\nmake\n```\n<!-- MACHINE_BLOCK_END -->\n',
      'So:\n```sh\n# build\nmake\n```',
    ],
    ['CRLF is not shown', 'details/a.md', '# A\r\n\r\n## Run\r\n\r\none\r\n\r\ntwo\r\n', 'one\ntwo'],
  ])('%s', (_, path, text, expected) => expect(show(path, text)).toEqual({ text: expected, isShortened: false }))

  const filler = (from: number) => Array.from({ length: 12 }, (_, at) => `Nothing of the kind is in line ${from + at}.`)
  test('a long entry shows its beginning and the matching parts, with a mark for omissions', () => {
    const lines = ['It begins here.', ...filler(1), 'The zebra is here.', ...filler(20)]
    const { text, isShortened } = show('details/a.md', `# A\n\n## Long\n\n${lines.join('\n')}\n`, 60)
    expect(isShortened).toBe(true)
    expect(text).toMatch(/^It begins here\.\n(?:.*\n)*The zebra is here\.\n(?:.*\n)*…$/)
    expect(estimateTokens(text)).toBeLessThanOrEqual(80)
  })

  test('one long line is cut at its end', () => {
    const { text, isShortened } = show('details/a.md', `# A\n\n## Long\n\n${'words and more '.repeat(200)}\n`, 50)
    expect(isShortened).toBe(true)
    expect(text.endsWith('…')).toBe(true)
    expect(estimateTokens(text)).toBeLessThanOrEqual(55)
  })

  test('a long row keeps its first cell and the one that matches', () => {
    const row = ['2025-01-01', 'Use Kafka', 'It replays', `${'many words about rivals '.repeat(20)}`, 'the zebra']
    expect(show('details/patterns.md', decisions(row), 30)).toEqual({
      text: 'Why: It replays · … · Applies to: the zebra',
      isShortened: true,
    })
  })
})

describe('definedNames [S24]', () => {
  test.each<[source: string, names: readonly string[]]>([
    ['export function acquireLease() {}\nconst x = 1\nconst leaseTime = 2', ['acquireLease', 'leaseTime']],
    ['class LeaseKeeper:\n  def acquire_lease(self): pass', ['LeaseKeeper', 'acquire_lease']],
    ['pub fn acquire_lease() {}\nstruct Lease;\ntrait Keeper {}', ['acquire_lease', 'Lease', 'Keeper']],
    ['func acquireLease() {}\ntype Keeper interface {}', ['acquireLease', 'Keeper']],
    ['export function acquireLease() {}\nfunction acquireLease() {}', ['acquireLease']],
    ['if (lease) return', []],
    ['', []],
  ])('%j', (source, names) => expect(definedNames(source)).toEqual(names))

  test('returns at most forty names', () => {
    const source = Array.from({ length: 90 }, (_, at) => `const number${at} = ${at}`).join('\n')
    expect(definedNames(source)).toHaveLength(40)
  })
})
