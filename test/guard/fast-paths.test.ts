/** What is screened first is judged as if it were read in full: the rules against their plain definitions. */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hashOfText } from '../../src/core/content-hash.ts'
import { decisionsIn, labelOf, learningsIn } from '../../src/core/entries.ts'
import { labelSegments } from '../../src/core/label-segments.ts'
import { findPersonalData } from '../../src/core/personal-data.ts'
import { tellingWords } from '../../src/core/secrets/telling-words.ts'
import { newSecrets } from '../../src/core/secrets.ts'
import { entryIsComplete } from '../../src/guard/rules/entry-is-complete.ts'
import { noSecrets } from '../../src/guard/rules/no-secrets.ts'
import { personalData } from '../../src/guard/rules/personal-data.ts'
import { ask, bank } from './situation.ts'

const RUNS = process.env['MEMORY_BANK_LONG'] === '1' ? 20_000 : 1_500

/** A text of these lines, and the same with a stretch of it replaced. */
function edits(lines: readonly string[], longest = 60): fc.Arbitrary<readonly [string, string]> {
  const some = fc.array(fc.constantFrom(...lines), { maxLength: longest })
  const ending = fc.constantFrom('\n', '\n', '\n', '\r\n')
  return fc
    .tuple(some, fc.array(fc.constantFrom(...lines), { maxLength: 6 }), fc.nat(), fc.nat({ max: 6 }), ending, fc.nat())
    .map(([text, put, at, gone, end, cut]) => {
      const from = text.length === 0 ? 0 : at % text.length
      const before = text.join(end) + end
      const after = [...text.slice(0, from), ...put, ...text.slice(from + gone)].join(end) + end
      // Now and then a piece of a line is all that goes.
      return cut % 3 === 0
        ? [before, after.slice(0, cut % (after.length + 1)) + after.slice((cut % (after.length + 1)) + 1)]
        : [before, after]
    })
}

const ENTRY_LINES = [
  '# Decisions',
  '| Date | Decision | Why | Given up | Applies to |\n|---|---|---|---|---|\n| 2026-01-02 | a | b | c | d |',
  '# Decisions of 2026-01-02',
  '# Why',
  '# 决策',
  '# 问题',
  ' # Why',
  '## ADR-1: Cache',
  '## ADR-2: Queue',
  '## 2026-02-03 Cache',
  '## Why',
  '## Decision',
  '  ## Solution',
  '### Why',
  '### Root cause',
  '### Symptom',
  '#### Details',
  '- **Decision**: keep it',
  '- **Why**: it is read often; **Given up**: a server',
  '- **Date**: 2026-02-03',
  '- **Applies to**: src',
  '- Why:',
  '**症状**：慢；**根因**：锁',
  '**解决方案**：过期',
  '- Prevention: a test',
  'Symptom: slow',
  '| Date | Decision | Why | Given up | Applies to |',
  '|---|---|---|---|---|',
  '| 2026-01-02 | money is integers | rounding | floats | all |',
  '| 2026-01-03 | no floats |  |  |  |',
  '| 2026-01-03 | no floats |  |  |  |',
  '| x; **Why**: a | b |',
  'no row; Why: at all',
  'Some words.',
  '',
  '',
  '```',
  '<!-- a remark -->',
  '<!-- open',
  '-->',
]

describe('an entry that lacks parts', () => {
  test.each([
    ['details/patterns.md', decisionsIn],
    ['details/learnings/x.md', learningsIn],
  ] as const)('is found in %s as in the whole text [S7] [S32]', (path, read) => {
    fc.assert(
      fc.property(edits(ENTRY_LINES), ([before, after]) => {
        const known = new Set(read(before).map((entry) => `${entry.title}\n${entry.missing.join()}`))
        const lacking = read(after).find(
          (entry) => entry.missing.length > 0 && !known.has(`${entry.title}\n${entry.missing.join()}`),
        )
        const said = ask(entryIsComplete, bank(path, before, after))
        if (lacking === undefined) expect(said).toBeUndefined()
        else
          expect(said).toContain(
            `“${lacking.title}” in memory-bank/${path} lacks: ${lacking.missing.map((part) => labelOf(part, 'en')).join(', ')}.`,
          )
      }),
      { numRuns: RUNS },
    )
  })
})

test('rows under an empty first line are judged, and the search for their head ends', () => {
  const text = '\n| 2026-01-03 | no floats |  |  |  |\n'
  expect(ask(entryIsComplete, bank('details/patterns.md', text, `${text}| more | | | | |\n`))).toBeUndefined()
  expect(ask(entryIsComplete, bank('details/patterns.md', '\n', '\n\n| a | b |\n'))).toBeUndefined()
})

// Assembled here, so that no scanner takes this file for a leak.
const TOKEN = ['ghp', '_', 'q7Xw2LrT9vBn', 'K4mZs8HcYd1F', 'gJ6pQe3UaR5t'].join('')
const RANDOM = ['q7Xw2LrT9vBn', 'K4mZs8HcYd1F', 'gJ6pQe3UaR5t'].join('')
const BODY = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj'
const LONG = 'The words of a long line of prose that says nothing of interest to anybody at all. '.repeat(8).trim()
const SECRET_LINES = [
  'Some words.',
  LONG,
  LONG,
  '',
  '',
  'password:',
  'The password is',
  `Tr0ub4dor${'&'}3xQ`,
  `password: Tr0ub4dor${'&'}3xQ`,
  'token:',
  RANDOM,
  `  "${RANDOM}"`,
  `token = "${RANDOM.slice(0, 18)}" +`,
  `"${RANDOM.slice(18)}"`,
  TOKEN,
  TOKEN.slice(0, 20),
  TOKEN.slice(20),
  '| Service | Password |',
  '| Service | Words |',
  '|---|---|',
  `| shop | Tr0ub4dor${'&'}3xQ |`,
  '| shop | none |',
  `| ${LONG} | none |`,
  '<!-- memory-bank: allow-secret -->',
  `-----BEGIN RSA ${'PRIVATE'} KEY-----`,
  BODY,
  `-----END RSA ${'PRIVATE'} KEY-----`,
  'db: postgres://shop:s3cr3tPw9@db.internal/shop',
  'user: root',
]

test('a secret that a write adds is found as in the whole text [S35]', () => {
  fc.assert(
    fc.property(edits(SECRET_LINES, 40), ([before, after]) => {
      const [first] = newSecrets(before, after)
      const said = ask(noSecrets, bank('details/tech.md', before, after))
      if (first === undefined) expect(said).toBeUndefined()
      else
        expect(said).toContain(`Line ${first.line} of memory-bank/details/tech.md would hold a secret (${first.kind})`)
    }),
    { numRuns: RUNS },
  )
})

const PERSONAL_LINES = [
  'Some words.',
  LONG,
  '',
  'Call 13912345671 after noon.',
  'order: 13912345671',
  '+49 (170) 123-45 98',
  'wei.chen@customer-mail.cn wrote again',
  'Card 4539 1488 0343 6467',
  '11010519491231002X',
  'phone:',
  '(415) 867-5309',
  '2026-01-02 10:30:00',
]

test('personal data that a write adds is found as in the whole text [S35]', () => {
  fc.assert(
    fc.property(edits(PERSONAL_LINES, 30), ([before, after]) => {
      const own = { ownDomains: [], ownPeople: [] }
      const held = new Set(findPersonalData(before, own).map((one) => before.slice(one.start, one.end)))
      const added = findPersonalData(after, own).find((one) => !held.has(after.slice(one.start, one.end)))
      const said = ask(personalData, bank('details/tech.md', before, after))
      if (added === undefined) expect(said).toBeUndefined()
      else expect(said).toContain(`Line ${added.line} of`)
    }),
    { numRuns: RUNS },
  )
})

test('words that may name a secret are those that one pattern would find [S35]', () => {
  const pattern =
    /pass(?:word|wd|phrase|code|wort)?|pwd|psw|secret|token|key|credential|jwt|requirepass|(?<![A-Za-z0-9])(?:pw|sk)(?![A-Za-z0-9])|(?<=_)pat(?![A-Za-z])|密码|口令|密钥|秘钥|令牌|凭证|凭据|密碼|金鑰|密匙|私钥|授权码|访问码/gi
  const pieces = fc.constantFrom(
    'pw',
    'sk',
    'pat',
    'PASS',
    'word',
    'key',
    '_',
    '-',
    ' ',
    'e',
    '1',
    '密',
    '码',
    'ſ',
    'psw',
    'd',
  )
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
      const text = parts.join('')
      const found = [...text.matchAll(pattern)].map((match) => [match.index, match.index + match[0].length])
      expect([...tellingWords(text)].map(({ start, end }) => [start, end])).toEqual(found)
    }),
    { numRuns: RUNS },
  )
})

test('a line is cut into labels as one pattern would cut it [S7]', () => {
  const pattern = /[；;]|(?<=\S\s*)(?=\*\*[^*]{1,40}(?:\*\*\s?[:：]|[:：]\s?\*\*))/
  const pieces = fc.constantFrom('**', '*', 'Why', '：', ':', ' ', ';', '；', '- ', 'a', '原因')
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 16 }), (parts) => {
      const line = parts.join('')
      expect(labelSegments(line)).toEqual(line.split(pattern))
    }),
    { numRuns: RUNS },
  )
})

test('a text has the hash that its bytes have by the definition of FNV-1a [S4]', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      let hash = 0xcbf29ce484222325n
      for (const byte of new TextEncoder().encode(text)) hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) % 2n ** 64n
      expect(hashOfText(text)).toBe(hash.toString(16).padStart(16, '0'))
    }),
    { numRuns: RUNS },
  )
})
