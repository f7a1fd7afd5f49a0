import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Draft } from '../../src/bank/draft.ts'
import type { Finding } from '../../src/bank/finding.ts'
import { pageOf } from '../../src/bank/page.ts'
import { type BankPath, knownPath } from '../../src/base/bank-path.ts'
import { check } from '../../src/check/check.ts'
import { planFixes } from '../../src/check/plan-fixes.ts'
import { law } from '../laws/runs.ts'
import { type BankParts, bank, MEMORY_TEXT } from './bank.ts'

type Files = Readonly<Record<string, string>>

/** The bank after all possible fixes. */
function fixed(files: Files, project: readonly string[] = []): Files {
  const input = bank({ files, project })
  const draft = new Draft(input.snapshot)
  planFixes(draft, check(input), 'en')
  return Object.fromEntries(draft.paths().map((path) => [path, draft.read(path) ?? '']))
}

const fixable = (parts: BankParts) => check(bank(parts)).filter((finding) => finding.fix !== undefined)

describe('a broken link with a known target', () => {
  test.each<[string, string, string]>([
    ['seen from the bank', '[a](details/design/login.md)', '[a](login.md)'],
    ['in other letters', '[a](Login.md)', '[a](login.md)'],
    ['moved, with a fragment', '[a](../old/login.md#x "t")', '[a](login.md#x "t")'],
    ['an image', '![a](../pictures/shot.png)', '![a](../../../docs/shot.png)'],
    ['a definition', 'x [a]\n\n[a]: ../old/login.md', 'x [a]\n\n[a]: login.md'],
    ['in angle brackets', '[a](<../old/login.md>)', '[a](<login.md>)'],
    ['a path in backticks', 'see `details/old/login.md`', 'see `details/design/login.md`'],
    ['seen from the project', 'see `memory-bank/details/old/login.md`', 'see `memory-bank/details/design/login.md`'],
    ['twice in a line', '[a](../old/login.md) [b](../old/login.md)', '[a](login.md) [b](login.md)'],
    ['a name with a blank', '[a](../old/my%20plan.md)', '[a](my%20plan.md)'],
    ['with CRLF and a tab', '\t\r\n- [a](../old/login.md)\r\n', '\t\r\n- [a](login.md)\r\n'],
    ['after a byte order mark', '\ufeff[a](../old/login.md)\n', '\ufeff[a](login.md)\n'],
  ])('%s is rewritten, and nothing else changes [S50]', (_name, text, expected) => {
    const files = {
      'details/design/login.md': '# x\n',
      'details/design/my plan.md': '# y\n',
      'details/design/a.md': text,
    }
    expect(fixed(files, ['docs/shot.png'])['details/design/a.md']).toBe(expected)
  })

  test.each<[string, string]>([
    ['in a code fence', '```\n[a](../old/login.md)\n```\n'],
    ['in a code span', '`[a](../old/login.md)`\n'],
    ['in a user block', '<!-- USER_BLOCK_START -->\n[a](../old/login.md)\n<!-- USER_BLOCK_END -->\n'],
    ['where the markers are broken', '<!-- USER_BLOCK_START -->\n[a](../old/login.md)\n'],
    ['of a name that two files have', '[a](../old/twice.md)\n'],
    ['of a name that every folder has', '[a](../old/README.md)\n'],
    ['of a file that is nowhere', '[a](../old/gone.md)\n'],
  ])('%s is not changed [S2]', (_name, text) => {
    const files = {
      'details/design/login.md': '',
      'details/design/twice.md': '',
      'details/learnings/twice.md': '',
      'details/design/a.md': text,
    }
    expect(fixed(files, ['docs/README.md'])['details/design/a.md']).toBe(text)
  })

  test('archived text keeps its bytes [S8]', () => {
    const text = '- [x] [a](nowhere/login.md)\n'
    const files = { 'details/design/login.md': '', 'details/archive/progress_2026-01.md': text }
    expect(fixed(files)['details/archive/progress_2026-01.md']).toBe(text)
  })
})

test('a table of decisions gets its missing columns and keeps rows and cells [S7]', () => {
  const text = '# P\n\n| Date | Decision |\n|---|---|\n| 2026-01-02 | a \\| b |\n'
  const widened = fixed({ 'details/patterns.md': text })['details/patterns.md'] ?? ''
  expect(widened).toContain('| Date | Decision | Why | Given up | Applies to |')
  expect(widened).toContain('| 2026-01-02 | a \\| b |')
  expect(fixable({ files: { 'details/patterns.md': widened } })).toEqual([])
})

test('of two overlapping fixes the first is applied, at offsets of the checked text [S50]', () => {
  const path = knownPath('details/a.md')
  const input = bank({ files: { [path]: 'abcdef\n' } })
  const draft = new Draft(input.snapshot)
  const finding = (start: number, end: number, text: string): Finding => ({
    rule: 'any',
    level: 'warning',
    path,
    line: 1,
    message: { en: 'm', zh: 'm' },
    next: { en: 'n', zh: 'n' },
    fix: { kind: 'splices', splices: [{ start, end, text }], why: { en: 'w', zh: 'w' } },
  })
  planFixes(draft, [finding(4, 5, 'E!'), finding(1, 3, 'X'), finding(2, 4, 'Y'), finding(1, 3, 'X')], 'en')
  expect(draft.read(path)).toBe('aXdE!f\n')
})

describe('laws', () => {
  const line = fc.constantFrom(
    '[a](../old/login.md)',
    '[a](Login.md#x)',
    '[a][b]',
    '[b]: ../old/login.md',
    '`details/old/login.md`',
    '| Date | Decision |',
    '|---|---|',
    '| 2026-01-02 | a |',
    '| 问题 | 根因 |',
    '## Done',
    '```',
    '<!--',
    '-->',
    '- item [x](gone.md)',
    '',
    'password',
    '\ufeff',
    '文字',
  )
  const text = fc
    .tuple(fc.array(line, { maxLength: 12 }), fc.constantFrom('\n', '\r\n'))
    .map(([lines, end]) => lines.join(end))
  const files = fc.record({ machine: text, user: text, loose: text, learning: text, patterns: text }).map((parts) => ({
    'MEMORY.md': MEMORY_TEXT.replace('# Project Memory', () => parts.machine.replaceAll('<!--', '')).replace(
      '<!-- USER_BLOCK_START -->\n',
      () => `<!-- USER_BLOCK_START -->\n${parts.user}\n`,
    ),
    'details/design/login.md': '# Login\n',
    'details/design/a.md': parts.loose,
    'details/learnings/a.md': parts.learning,
    'details/patterns.md': parts.patterns,
  }))

  test('a second fix plans nothing, and no fixable finding is left [S50]', () => {
    law(
      fc.property(files, (before) => {
        const after = fixed(before)
        expect(fixable({ files: after })).toEqual([])
        expect(fixed(after)).toEqual(after)
      }),
      100,
    )
  })

  test('no byte of a user block changes, and no word of a person is lost [S2]', () => {
    law(
      fc.property(files, (before) => {
        const after = fixed(before)
        for (const [path, old] of Object.entries(before)) {
          const now = after[path] ?? ''
          expect(userBlock(knownPath(path), now)).toBe(userBlock(knownPath(path), old))
          // A fix may change the path of a link. Every other word stays, in order.
          expect(isSubsequence(words(old), words(now))).toBe(true)
        }
      }),
      100,
    )
  })

  function userBlock(path: BankPath, source: string): string | undefined {
    return pageOf(source, path).user?.text
  }

  function words(source: string): readonly string[] {
    return source
      .replace(/\]\([^)]*\)|\]: \S+|`details[^`]*`/g, ' ')
      .split(/\s+/)
      .filter((word) => word !== '')
  }

  function isSubsequence(few: readonly string[], many: readonly string[]): boolean {
    let at = 0
    for (const word of many) if (word === few[at]) at += 1
    return at === few.length
  }
})
