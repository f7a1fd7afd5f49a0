import { describe, expect, test } from 'vitest'
import { lastUpdatedByOlder, withoutMetadata, writtenByOlder } from '../../src/text/block-metadata.ts'
import { expectInProportion } from '../growth.ts'
import { oldBlock } from '../old-block.ts'

const NOW = '2026-03-01T12:00:00Z'
const MARK = '<!-- MEMORY_BANK_TEMPLATE:v7.1 -->'

describe('the metadata line of an older program', () => {
  test.each([
    ['the whole line', `<!-- blockVersion: 3 | lastUpdated: ${NOW} | hash: abc -->\n`, NOW],
    ['without a hash', `<!-- blockVersion: 3 | lastUpdated: ${NOW} -->\n`, NOW],
    ['a number alone', '<!-- blockVersion: 12 -->\n', undefined],
    ['a field we do not know', `<!-- blockVersion: 3 | by: ann | lastUpdated: ${NOW} -->\n`, NOW],
    ['below the mark', `${MARK}\r\n<!-- blockVersion: 1 | lastUpdated: ${NOW} | hash: x -->\r\n`, NOW],
    ['not further down', `${MARK}\n\n# t\n\n<!-- blockVersion: 1 | lastUpdated: ${NOW} -->\n`, undefined],
    ['not in a fence', `\`\`\`\n<!-- blockVersion: 1 | lastUpdated: ${NOW} -->\n\`\`\`\n`, undefined],
    ['not without a number', `<!-- blockVersion: x | lastUpdated: ${NOW} -->\n`, undefined],
    ['nowhere', '# t\n', undefined],
  ])('is read: %s [S4]', (_, block, expected) => expect(lastUpdatedByOlder(block)).toBe(expected))

  test('is taken out, and nothing else [S4]', () => {
    const block = `${MARK}\n# t\n\nwords\n`
    expect(withoutMetadata(oldBlock(block, NOW))).toBe(block)
    expect(withoutMetadata(block)).toBe(block)
    const quoting = `${MARK}\n# t\n\n\n<!-- blockVersion: 1 -->\n`
    expect(withoutMetadata(quoting)).toBe(quoting)
  })

  test('a line of many blanks is read in time in proportion', () => {
    expectInProportion(20_000, (size) => `<!-- blockVersion: 1 | a: ${' '.repeat(size)}x\n`, lastUpdatedByOlder)
  })
})

describe('its hash', () => {
  const stamped = oldBlock(`${MARK}\n# t\n\nwords\n`, NOW)

  test.each([
    ['nothing was touched', stamped, NOW],
    ['git turned LF into CRLF', stamped.replaceAll('\n', '\r\n'), NOW],
    ['the number alone was touched', stamped.replace('blockVersion: 1', 'blockVersion: 9'), NOW],
    ['a word changed', stamped.replace('words', 'word'), undefined],
    ['a line was added', `${stamped}more\n`, undefined],
    ['the mark changed', stamped.replace('v7.1', 'v7.2'), undefined],
    ['there is no hash to go by', `${MARK}\n# t\n`, undefined],
  ])('tells whether the block is as it was written, where %s [S4]', (_, block, expected) =>
    expect(writtenByOlder(block)).toBe(expected),
  )
})
