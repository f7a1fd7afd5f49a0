import { describe, expect, test } from 'vitest'
import { decodeAddition, decodeAdditions, encodeAddition, headlineOf } from '../../src/bank/decode-addition.ts'

const DECISION = { kind: 'decision', title: 'A', why: 'b', givenUp: 'c', applies: 'd' }

describe('a field may have any of its names [S43]', () => {
  test.each([
    [{ kind: 'decision', what: 'A', reason: 'b', 'given-up': 'c', scope: 'd' }],
    [{ kind: 'Decision', decision: 'A', WHY: 'b', tradeoffs: 'c', applies_to: 'd', date: null, replaces: '' }],
    [{ kind: '决策', 决策: 'A', 原因: 'b', 取舍: 'c', 适用范围: 'd' }],
    [{ ...DECISION, what: ' A ', 标题: 'A' }],
    [{ ...DECISION, fields: { title: 'A' } }],
    [{ kind: 'decision', fields: { title: 'A', why: 'b', given_up: 'c', 'applies to': 'd' } }],
  ])('%j', (raw) => {
    const decoded = decodeAddition(raw)
    expect(decoded.ok && encodeAddition(decoded.value)).toEqual({ ...DECISION, evidence: [] })
  })

  test.each([
    [{ kind: 'focus', title: 'Ship it' }, { text: 'Ship it' }],
    [
      { kind: 'progress', item: 'x', status: 'DONE' },
      { text: 'x', state: 'done' },
    ],
    [{ kind: 'requirement', title: 'R', text: 't', status: 'accepted' }, { status: 'Accepted' }],
    [{ kind: '需求', title: 'R', text: 't', 状态: '已完成' }, { status: 'Done' }],
    [
      { kind: 'learning', title: 'L', 症状: 's', 根因: 'c', fix: 'f', 预防措施: 'p', 类型: '性能' },
      { type: 'performance' },
    ],
    [
      { kind: 'learning', title: 'L', 症状: 's', 根因: 'c', fix: 'f', prevention: ['p', '- q'] },
      { prevention: '- p\n- q' },
    ],
    [{ ...DECISION, date: '2026年3月1日' }, { date: '2026-03-01' }],
  ])('%j', (raw, expected) => {
    const decoded = decodeAddition(raw)
    expect(decoded.ok && encodeAddition(decoded.value)).toMatchObject(expected)
  })
})

test('an encoded addition decodes to the same addition [S42]', () => {
  const decoded = decodeAddition({ ...DECISION, evidence: ['src/a.ts:1', ' two\nlines '] })
  if (!decoded.ok) throw new Error(decoded.problem.code)
  expect(decodeAddition(encodeAddition(decoded.value))).toEqual(decoded)
})

test.each([
  [{ kind: 'wish' }, 'addition-invalid', '"kind" must be one of'],
  ['text', 'addition-invalid', 'must be an object'],
  [{ ...DECISION, symptom: 'x' }, 'addition-invalid', 'no field "symptom"'],
  [{ ...DECISION, what: 'B' }, 'addition-invalid', '"title" and "what" both mean the field "title" of a decision'],
  [{ ...DECISION, fields: { why: 'B' } }, 'addition-invalid', '"why" and "why" both mean the field "why"'],
  [
    { kind: 'tech', title: 'Cache', text: 'Redis 7' },
    'addition-invalid',
    '"title" and "text" both mean the field "text"',
  ],
  [{ kind: '技术', 内容: 'a', fact: 'b' }, 'addition-invalid', '"内容" and "fact" both mean the field "text"'],
  [{ ...DECISION, date: 'soon' }, 'addition-invalid', 'must be a day'],
  [{ ...DECISION, why: 'x'.repeat(60_000) }, 'addition-invalid', 'longer than'],
  [{ ...DECISION, why: ' TBD ', applies: '—' }, 'addition-incomplete', 'is missing: Why, Applies to'],
  [{ kind: 'learning', title: 'x' }, 'addition-incomplete', 'is missing: Symptom, Root cause, Solution, Prevention'],
  [{ kind: 'answer', title: 'q?', text: 'a' }, 'addition-incomplete', 'is missing: Pointer'],
])('%j is not an addition: %s [S7] [S43]', (raw, code, words) => {
  const decoded = decodeAddition(raw)
  expect(decoded).toMatchObject({ ok: false, problem: { code } })
  if (!decoded.ok && 'what' in decoded.problem) expect(decoded.problem.what.en).toContain(words)
})

test('accepts one addition, a list, or an object with entries, at most twenty [S43]', () => {
  for (const raw of [DECISION, [DECISION], { entries: [DECISION] }]) {
    const decoded = decodeAdditions(raw)
    expect(decoded.ok && decoded.value.map(headlineOf)).toEqual(['A'])
  }
  for (const raw of [[], { entries: [] }, Array.from({ length: 21 }, () => DECISION)])
    expect(decodeAdditions(raw)).toMatchObject({ ok: false, problem: { code: 'addition-invalid' } })
})

test.each([
  ['an escape sequence', 'Use TLS\u001b[2K\u001b[1G everywhere', 'Use TLS[2K[1G everywhere'],
  ['a turned direction', 'Use \u202eSLT\u202c', 'Use SLT'],
  ['invisible letters', 'Use\u200b TLS\u{e0041}\u0000', 'Use TLS'],
  ['an emoji of several', 'Ship 👩‍💻', 'Ship 👩‍💻'],
])('removes text that a person would not see: %s [S42]', (_what, said, kept) => {
  const decoded = decodeAddition({ kind: 'focus', text: said })
  expect(decoded.ok && decoded.value.fields.get('text')).toBe(kept)
})
