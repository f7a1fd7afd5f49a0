import { expect, test } from 'vitest'
import { version } from '../../../src/check/rules/version.ts'
import { bank, bareBank, brief } from '../bank.ts'

const mark = (number: string) => `<!-- MEMORY_BANK_TEMPLATE:v${number} -->`
const memory = (block: string, user = '', loose = '') =>
  `${loose}<!-- MACHINE_BLOCK_START -->\n${block}\n<!-- MACHINE_BLOCK_END -->\n<!-- USER_BLOCK_START -->\n${user}\n<!-- USER_BLOCK_END -->\n`

test.each<[string, string, readonly string[], RegExp]>([
  ['the current mark', memory(mark('7.1')), [], /^$/],
  ['a mark with more parts, the same version', memory(mark('7.1.0')), [], /^$/],
  ['a mark quoted in a fence', memory(`${mark('7.1')}\n\`\`\`\n${mark('6.0')}\n\`\`\``), [], /^$/],
  ["a mark quoted in the user's block", memory(mark('7.1'), mark('7.0')), [], /^$/],
  ['no mark', memory('# a'), ['error MEMORY.md'], /refresh/],
  ['an older mark', memory(mark('7.0')), ['error MEMORY.md:2'], /refresh/],
  ['a newer mark, part by part', memory(mark('7.10')), ['error MEMORY.md:2'], /Update/],
  ['a newer mark without block markers', `${mark('8.0')}\n# a\n`, ['error MEMORY.md:1'], /Update/],
  ['a newer mark and broken markers', `<!-- USER_BLOCK_END -->\n${mark('8.0')}\n`, ['error MEMORY.md:2'], /Update/],
  ['a misspelled mark', memory('<!-- MEMORY_BANK_TEMPLATE:7.1 -->'), ['error MEMORY.md'], /refresh/],
  ['a mark outside the block', memory('# a', '', `${mark('7.1')}\n`), ['error MEMORY.md:1'], /refresh/],
  ['a mark twice', memory(`${mark('7.1')}\n# a\n${mark('7.1')}`), ['error MEMORY.md:4'], /Delete/],
  ['a mark in and before the block', memory(mark('7.1'), '', `${mark('7.1')}\n`), ['error MEMORY.md:1'], /Delete/],
  ['broken markers, which `markers` reports', '<!-- USER_BLOCK_END -->\n# a\n', [], /^$/],
  ['an empty MEMORY.md, which `structure` reports', '', [], /^$/],
  [
    'CRLF and a byte order mark',
    `\ufeff${memory(mark('7.0')).replaceAll('\n', '\r\n')}`,
    ['error MEMORY.md:2'],
    /refresh/,
  ],
])('%s [S3]', (_name, text, expected, next) => {
  const findings = version.check(bank({ files: { 'MEMORY.md': text } }))
  expect(brief(findings)).toEqual(expected)
  expect(findings[0]?.next.en ?? '').toMatch(next)
})

const OLDER = '<!-- blockVersion: 3 | lastUpdated: 2026-01-22T10:30:00Z | hash: 336d2a9d3d5de0ae -->'

test.each<[string, string, readonly string[]]>([
  ['below the mark', memory(`${mark('7.1')}\n${OLDER}\n# a`), ['warning MEMORY.md:3']],
  [
    'twice, after a merge',
    memory(`${mark('7.1')}\n${OLDER}\n${OLDER}\n# a`),
    ['warning MEMORY.md:3', 'warning MEMORY.md:4'],
  ],
  ['quoted further down', memory(`${mark('7.1')}\n# a\n\n\n\n${OLDER}`), []],
  ['quoted in a fence', memory(`${mark('7.1')}\n\`\`\`\n${OLDER}\n\`\`\``), []],
  ['in the user block', memory(mark('7.1'), OLDER), []],
])('a metadata line of an older program, %s [S1] [S4]', (_name, text, expected) => {
  const findings = version.check(bank({ files: { 'MEMORY.md': text } }))
  expect(brief(findings)).toEqual(expected)
  for (const { fix } of findings) {
    const splice = fix?.kind === 'splices' ? fix.splices[0] : undefined
    expect(text.slice(splice?.start, splice?.end)).toBe(`${OLDER}\n`)
  }
})

test('files below details/ are checked too [S1]', () => {
  const text = `<!-- MACHINE_BLOCK_START -->\n${OLDER}\n# Tech\n<!-- MACHINE_BLOCK_END -->\n`
  expect(brief(version.check(bank({ files: { 'details/tech.md': text } })))).toEqual(['warning details/tech.md:2'])
})

test('a bank without MEMORY.md has no version finding [S3]', () => expect(version.check(bareBank({}))).toEqual([]))
