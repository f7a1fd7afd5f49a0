import { expect, test } from 'vitest'
import { compareVersions, readVersion, stampVersion } from '../../src/text/template-version.ts'

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
])('the mark is read by %s [S3]', (_, block, version) => expect(readVersion(block)).toBe(version))

test.each([
  [
    'replaced in its place',
    '# t\n<!-- MEMORY_BANK_TEMPLATE:v7.0 -->\nx\n',
    '# t\n<!-- MEMORY_BANK_TEMPLATE:v7.1 -->\nx\n',
  ],
  ['replaced in CRLF', '<!-- MEMORY_BANK_TEMPLATE:v7.0 -->\r\nx\r\n', '<!-- MEMORY_BANK_TEMPLATE:v7.1 -->\r\nx\r\n'],
  ['put first where there is none', '# t\r\nx\r\n', '<!-- MEMORY_BANK_TEMPLATE:v7.1 -->\r\n# t\r\nx\r\n'],
  [
    'put first above one in a fence',
    '```\n<!-- MEMORY_BANK_TEMPLATE:v7.0 -->\n```\n',
    '<!-- MEMORY_BANK_TEMPLATE:v7.1 -->\n```\n<!-- MEMORY_BANK_TEMPLATE:v7.0 -->\n```\n',
  ],
  ['put into an empty block', '', '<!-- MEMORY_BANK_TEMPLATE:v7.1 -->\n'],
])('the mark is %s [S13]', (_, block, stamped) => expect(stampVersion(block, '7.1')).toBe(stamped))
