import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hashOfBlock, matchesHash, readMetadata, stampMetadata } from '../../src/text/block-metadata.ts'
import { expectInProportion } from '../growth.ts'
import { blockText } from '../laws/markdown.ts'
import { law } from '../laws/runs.ts'

const NOW = '2026-03-01T12:00:00Z'
const MARK = '<!-- MEMORY_BANK_TEMPLATE:v7.1 -->'

describe('reading', () => {
  test.each([
    [
      'the whole line',
      '<!-- blockVersion: 3 | lastUpdated: 2026-01-22T10:30:00Z | hash: abc -->\n',
      { blockVersion: 3, lastUpdated: '2026-01-22T10:30:00Z', hash: 'abc' },
    ],
    [
      'without a hash',
      '<!-- blockVersion: 3 | lastUpdated: 2026-01-22T10:30:00Z -->\n',
      { blockVersion: 3, lastUpdated: '2026-01-22T10:30:00Z', hash: undefined },
    ],
    ['a number alone', '<!-- blockVersion: 12 -->\n', { blockVersion: 12, lastUpdated: '', hash: undefined }],
    [
      'a field we do not know',
      '<!-- blockVersion: 3 | by: ann | hash: abc -->\n',
      { blockVersion: 3, lastUpdated: '', hash: 'abc' },
    ],
    [
      'below the mark',
      `${MARK}\r\n<!-- blockVersion: 1 | hash: x -->\r\n`,
      { blockVersion: 1, lastUpdated: '', hash: 'x' },
    ],
    ['not further down', `${MARK}\n\n# t\n\n<!-- blockVersion: 1 | hash: x -->\n`, undefined],
    ['not in a fence', '```\n<!-- blockVersion: 1 -->\n```\n', undefined],
    ['not without a number', '<!-- blockVersion: x -->\n', undefined],
    ['nowhere', '# t\n', undefined],
  ])('%s [S4]', (_, block, expected) => expect(readMetadata(block)).toEqual(expected))

  test('a line of many blanks is read in time in proportion', () => {
    expectInProportion(20_000, (size) => `<!-- blockVersion: 1 | a: ${' '.repeat(size)}x\n`, readMetadata)
  })
})

describe('stamping', () => {
  test('goes right below the mark and counts on [S4]', () => {
    const once = stampMetadata(`${MARK}\n# t\n`, NOW)
    expect(once).toBe(`${MARK}\n<!-- blockVersion: 1 | lastUpdated: ${NOW} | hash: ${hashOfBlock(once)} -->\n# t\n`)
    expect(readMetadata(stampMetadata(once, NOW))?.blockVersion).toBe(2)
  })

  test('without a mark it is the first line, in the block’s own line ends [S4]', () => {
    expect(stampMetadata('## Stack\r\n', NOW)).toMatch(/^<!-- blockVersion: 1 .* -->\r\n## Stack\r\n$/)
  })

  test.each([
    ['far down', `# t\n\na\n\nb\n\n${MARK}\nx\n`],
    ['on the fourth line', `a\nb\nc\n${MARK}\nx\n`],
    ['behind a very long line', `${'x'.repeat(2_000)}\n${MARK}\nx\n`],
    ['near the end of what is looked at', `${'x'.repeat(960)}\n${MARK}\nx\n`],
    ['with a long tail of blanks', `${MARK}${' '.repeat(990)}\nx\n`],
  ])('a mark %s does not hide the line from the next reading [S4]', (_, block) => {
    const once = stampMetadata(block, NOW)
    expect(readMetadata(once)?.blockVersion).toBe(1)
    const twice = stampMetadata(once, NOW)
    expect(readMetadata(twice)?.blockVersion).toBe(2)
    expect(twice.length).toBe(once.length)
  })

  test('adds one line, found again, and matches, whatever the block says [S4]', () => {
    law(
      fc.property(blockText, (block) => {
        const had = readMetadata(block)
        const stamped = stampMetadata(block, NOW)
        expect(readMetadata(stamped)).toEqual({
          blockVersion: (had?.blockVersion ?? 0) + 1,
          lastUpdated: NOW,
          hash: hashOfBlock(stamped),
        })
        expect(matchesHash(stamped)).toBe(true)
        expect(stampMetadata(stamped, NOW).split('blockVersion').length).toBe(stamped.split('blockVersion').length)
      }),
    )
  })
})

describe('the hash', () => {
  const stamped = stampMetadata(`${MARK}\n# t\n\nwords\n`, NOW)

  test.each([
    ['git turned LF into CRLF', stamped.replaceAll('\n', '\r\n'), true],
    ['the metadata line alone was touched', stamped.replace('blockVersion: 1', 'blockVersion: 9'), true],
    ['a word changed', stamped.replace('words', 'word'), false],
    ['a line was added', `${stamped}more\n`, false],
    ['a blank was added at a line’s end', stamped.replace('words', 'words '), false],
    ['the mark changed', stamped.replace('v7.1', 'v7.2'), false],
    ['there is no hash to go by', `${MARK}\n# t\n`, true],
  ])('where %s [S4]', (_, block, expected) => expect(matchesHash(block)).toBe(expected))
})
