import { describe, expect, test } from 'vitest'
import {
  compareVersions,
  lastUpdatedByOlder,
  looseText,
  MARKER,
  missingMarkers,
  printBlocks,
  readVersion,
  stampVersion,
  withoutMetadata,
  writtenByOlder,
} from '../../src/bank/blocks.ts'
import { pageOf } from '../../src/bank/page.ts'
import { MEMORY } from '../../src/base/layout.ts'
import { expectInProportion } from '../growth.ts'
import { oldBlock } from '../old-block.ts'

const { machineStart: MS, machineEnd: ME, userStart: US, userEnd: UE } = MARKER

function faults(text: string): readonly string[] {
  const parsed = pageOf(text, MEMORY).parsed
  if (parsed.ok) return []
  return parsed.problem.code === 'markers-broken'
    ? parsed.problem.faults.map((fault) => `${fault.kind} ${fault.marker} ${fault.line}`)
    : [parsed.problem.code]
}

describe('well-formed markers', () => {
  test.each([
    ['both blocks', `${MS}\na\n${ME}\n${US}\nb\n${UE}\n`, 'a\n', 'b\n'],
    ['the user block first', `${US}\nb\n${UE}\n${MS}\na\n${ME}`, 'a\n', 'b\n'],
    ['text around them', `top\n${MS}\na\n${ME}\nmid\n${US}\nb\n${UE}\nend`, 'a\n', 'b\n'],
    ['empty blocks', `${MS}\n${ME}\n${US}\n${UE}\n`, '', ''],
    ['CRLF', `${MS}\r\na\r\n${ME}\r\n${US}\r\nb\r\n${UE}\r\n`, 'a\r\n', 'b\r\n'],
    ['lone CR', `${MS}\ra\r${ME}\r${US}\rb\r${UE}`, 'a\r', 'b\r'],
    ['a byte order mark before the first', `\ufeff${MS}\na\n${ME}\n`, 'a\n', undefined],
    ['up to three spaces before, blanks after', `   ${MS} \t\na\n ${ME}\n`, 'a\n', undefined],
    ['only a user block', `${US}\nb\n${UE}`, undefined, 'b\n'],
    ['none', 'just text\n', undefined, undefined],
    ['no text', '', undefined, undefined],
  ])('%s [S2]', (_, text, machine, user) => {
    const page = pageOf(text, MEMORY)
    expect([page.machine?.text, page.user?.text]).toEqual([machine, user])
    expect(printBlocks(page.blocks)).toBe(text)
  })
})

describe('markers that count as text', () => {
  test.each([
    ['in a fence', `${MS}\n\`\`\`\n${ME}\n\`\`\`\n${ME}\n`],
    ['in a tilde fence', `${MS}\n~~~\n${US}\n~~~\n${ME}\n`],
    ['indented as code', `${MS}\n    ${ME}\n${ME}\n`],
    ['behind a tab', `${MS}\n\t${ME}\n${ME}\n`],
    ['with words behind', `${MS}\n${ME} x\n${ME}\n`],
    ['with words before', `${MS}\nx ${ME}\n${ME}\n`],
    ['without its blanks', `${MS}\n<!--MACHINE_BLOCK_END-->\n${ME}\n`],
    ['in lower case', `${MS}\n<!-- machine_block_end -->\n${ME}\n`],
    ['in a quote', `${MS}\n> ${ME}\n${ME}\n`],
    ['in a list', `${MS}\n- ${US}\n${ME}\n`],
    ['behind an ideographic space', `${MS}\n\u3000${ME}\n${ME}\n`],
  ])('%s [S2]', (_, text) => expect(faults(text)).toEqual([]))
})

describe('broken markers', () => {
  test.each([
    ['a start without its end', `${MS}\na\n`, [`unpaired ${MS} 1`]],
    ['an end without its start', `a\n${ME}\n`, [`unpaired ${ME} 2`]],
    ['the end before the start', `${ME}\n${MS}\n`, [`reversed ${ME} 1`, `unpaired ${MS} 2`]],
    ['one block in the other', `${MS}\n${US}\n${UE}\n${ME}\n`, [`nested ${US} 2`, `nested ${UE} 3`]],
    ['the same block twice', `${MS}\n${ME}\n${MS}\n${ME}\n`, [`doubled ${MS} 3`]],
    ['a start twice', `${MS}\n${MS}\n${ME}\n`, [`nested ${MS} 2`]],
    ['an end twice', `${MS}\n${ME}\n${ME}\n`, [`doubled ${ME} 3`]],
    ['blocks that overlap', `${MS}\n${US}\n${ME}\n${UE}\n`, [`nested ${US} 2`, `doubled ${UE} 4`]],
    ['the end inside an unclosed fence', `${MS}\n\`\`\`\n${ME}\n`, [`fenced ${ME} 3`]],
    ['the end misspelt', `${MS}\n<!-- MACHINE BLOCK END -->\n`, [`misspelt ${ME} 2`]],
    ['the end in lower case', `${US}\n<!-- user_block_end -->\n`, [`misspelt ${UE} 2`]],
  ])('%s is named with its line [S10]', (_, text, expected) => expect(faults(text)).toEqual(expected))
})

test('missingMarkers lists the markers that an upgrade adds [S13]', () => {
  const parsed = pageOf(`${MS}\n${ME}\n`, MEMORY).parsed
  if (!parsed.ok) throw new Error(parsed.problem.code)
  expect(missingMarkers(parsed.value).map((fault) => fault.marker)).toEqual([US, UE])
})

test('an edit of the machine block touches nothing else [S2]', () => {
  const text = `\ufefftop\r\n${MS}\r\nold\r\n${ME}\r\nmid\n${US}\r\n$& mine \r\n${UE}`
  const { blocks } = pageOf(text, MEMORY)
  const edited = blocks.map((one) => (one.kind === 'machine' ? { ...one, inner: `${one.inner}$1 new\r\n` } : one))
  expect(printBlocks(edited)).toBe(text.replace('old\r\n', () => 'old\r\n$1 new\r\n'))
})

test('loose text is the text outside both blocks', () => {
  const parsed = pageOf(`a\n${MS}\nm\n${ME}\nb\n${US}\nu\n${UE}\nc`, MEMORY).parsed
  expect(parsed.ok && looseText(parsed.value)).toBe('a\nb\nc')
})

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
  ])('is read: %s [S4]', (_, block, expected) => expect(lastUpdatedByOlder(pageOf(block))).toBe(expected))

  test('is removed without touching anything else [S4]', () => {
    const block = `${MARK}\n# t\n\nwords\n`
    expect(withoutMetadata(pageOf(oldBlock(block, NOW)))).toBe(block)
    expect(withoutMetadata(pageOf(block))).toBe(block)
    const quoting = `${MARK}\n# t\n\n\n<!-- blockVersion: 1 -->\n`
    expect(withoutMetadata(pageOf(quoting))).toBe(quoting)
  })

  test('a line of many blanks is read in linear time', () => {
    expectInProportion(
      20_000,
      (size) => `<!-- blockVersion: 1 | a: ${' '.repeat(size)}x\n`,
      (text) => lastUpdatedByOlder(pageOf(text)),
    )
  })
})

describe('the hash in the metadata line', () => {
  const stamped = oldBlock(`${MARK}\n# t\n\nwords\n`, NOW)

  test.each([
    ['nothing was touched', stamped, NOW],
    ['git turned LF into CRLF', stamped.replaceAll('\n', '\r\n'), NOW],
    ['the number alone was touched', stamped.replace('blockVersion: 1', 'blockVersion: 9'), NOW],
    ['a word changed', stamped.replace('words', 'word'), undefined],
    ['a line was added', `${stamped}more\n`, undefined],
    ['the mark changed', stamped.replace('v7.1', 'v7.2'), undefined],
    ['there is no hash', `${MARK}\n# t\n`, undefined],
  ])('detects whether the block was edited: %s [S4]', (_, block, expected) =>
    expect(writtenByOlder(pageOf(block))).toBe(expected),
  )
})

test.each([
  ['7.10', '7.9', 1],
  ['7.9', '7.10', -1],
  ['7.1', '7.1', 0],
  ['7.1.0', '7.1', 0],
  ['7.1.1', '7.1', 1],
  ['8.0', '7.99', 1],
  ['6.0', '7.1', -1],
  ['7', '7.0', 0],
  ['07.01', '7.1', 0],
  ['7.99999999999999999999', '7.99999999999999999998', 1],
  ['10.0', '9.0', 1],
])('%s against %s is %i [S3]', (a, b, sign) => expect(Math.sign(compareVersions(a, b))).toBe(sign))

test.each([
  ['its line', '<!-- MEMORY_BANK_TEMPLATE:v7.1 -->\n# x', '7.1'],
  ['further down', '# x\n\n<!-- MEMORY_BANK_TEMPLATE:v7.0 -->\n', '7.0'],
  ['two digits', '<!-- MEMORY_BANK_TEMPLATE:v7.10 -->', '7.10'],
  ['CRLF', '<!-- MEMORY_BANK_TEMPLATE:v8.0 -->\r\nx', '8.0'],
  ['the first of two', '<!-- MEMORY_BANK_TEMPLATE:v6.0 -->\n<!-- MEMORY_BANK_TEMPLATE:v7.1 -->\n', '6.0'],
  ['not in a fence', '```\n<!-- MEMORY_BANK_TEMPLATE:v7.1 -->\n```\n', undefined],
  ['not in code', '    <!-- MEMORY_BANK_TEMPLATE:v7.1 -->\n', undefined],
  ['not in a sentence', 'see <!-- MEMORY_BANK_TEMPLATE:v7.1 -->\n', undefined],
  ['not without its v', '<!-- MEMORY_BANK_TEMPLATE:7.1 -->\n', undefined],
  ['not without a number', '<!-- MEMORY_BANK_TEMPLATE:v -->\n', undefined],
  ['not with letters', '<!-- MEMORY_BANK_TEMPLATE:v7.x -->\n', undefined],
  ['not with a trailing dot', '<!-- MEMORY_BANK_TEMPLATE:v7. -->\n', undefined],
  ['nowhere', '# Project Memory\n', undefined],
])('readVersion: %s [S3]', (_, block, version) => expect(readVersion(pageOf(block))).toBe(version))

test.each([
  [
    'replaced in its place',
    '# t\n<!-- MEMORY_BANK_TEMPLATE:v7.0 -->\nx\n',
    '# t\n<!-- MEMORY_BANK_TEMPLATE:v7.1 -->\nx\n',
  ],
  ['replaced in CRLF', '<!-- MEMORY_BANK_TEMPLATE:v7.0 -->\r\nx\r\n', '<!-- MEMORY_BANK_TEMPLATE:v7.1 -->\r\nx\r\n'],
  ['put first if there is none', '# t\r\nx\r\n', '<!-- MEMORY_BANK_TEMPLATE:v7.1 -->\r\n# t\r\nx\r\n'],
  [
    'put first above one in a fence',
    '```\n<!-- MEMORY_BANK_TEMPLATE:v7.0 -->\n```\n',
    '<!-- MEMORY_BANK_TEMPLATE:v7.1 -->\n```\n<!-- MEMORY_BANK_TEMPLATE:v7.0 -->\n```\n',
  ],
  ['put into an empty block', '', '<!-- MEMORY_BANK_TEMPLATE:v7.1 -->\n'],
])('the mark is %s [S13]', (_, block, stamped) => expect(stampVersion(pageOf(block), '7.1')).toBe(stamped))
