import fc from 'fast-check'
import { expect, test } from 'vitest'
import { proposalQuestion } from '../../src/consent/show.ts'
import { knownPath } from '../../src/core/bank-path.ts'
import { decodeAddition } from '../../src/text/decode-addition.ts'
import { law } from '../laws/runs.ts'

const NO_REMARKS = { notes: [], leaving: [] }

function shown(fields: Readonly<Record<string, unknown>>, id = 'p3f9k2') {
  const decoded = decodeAddition(fields)
  if (!decoded.ok) throw new Error(JSON.stringify(decoded.problem))
  return { id, addition: decoded.value, targets: [knownPath('details/patterns.md')] }
}

test('whatever is proposed is shown whole, or it is said how many characters are not, and where they are [S36] [S42]', () => {
  const field = fc.string({ minLength: 1, maxLength: 4_000, unit: fc.constantFrom(...'abc 决策原因é😀') })
  const said = field.filter((text) => /[a-c决策原因]/.test(text))
  law(
    fc.property(fc.array(fc.tuple(said, said, said, said), { minLength: 1, maxLength: 5 }), (entries) => {
      const all = entries.map(([title, why, given_up, applies_to], at) =>
        shown({ kind: 'decision', title, why, given_up, applies_to }, `p${at}`),
      )
      const question = proposalQuestion(all, NO_REMARKS, 'en')
      for (const { id, addition } of all) {
        const texts = [...addition.fields.values()].map((text) => text.replace(/\s+/g, ' ').trim())
        const isWhole = texts.every((text) => question.includes(text))
        const unseen = new RegExp(`\\+(\\d+) characters: \`memory-bank proposals show ${id}\``).exec(question)?.[1]
        if (!isWhole) expect(Number(unseen)).toBeGreaterThan(0)
      }
    }),
    60,
  )
})

test('a text of ordinary length is shown whole, a long one beside short ones gets what they leave [S42]', () => {
  const why = 'because '.repeat(100).trim()
  const entry = { kind: 'decision', title: 'A', why, given_up: 'c', applies_to: 'd' }
  expect(proposalQuestion([shown(entry)], NO_REMARKS, 'en')).toContain(`A; Why: ${why}; Given up: c; Applies to: d`)
  const text = 'x'.repeat(5_000)
  const zh = proposalQuestion(
    [shown({ kind: 'design', title: '购物车', text, evidence: 'src/cart.ts' })],
    NO_REMARKS,
    'zh',
  )
  expect(zh).toMatch(
    /购物车；设计：x{2900,2999}…；依据：src\/cart\.ts\n {3}⚠ 另有 20\d\d 个字符：`memory-bank proposals show p3f9k2`/,
  )
})

test('lines that give way are shown with their file, at most eight, the rest counted [S42]', () => {
  const leaving = Array.from({ length: 10 }, (_, at) => ({ path: knownPath('details/patterns.md'), text: `row ${at}` }))
  const question = proposalQuestion([shown({ kind: 'focus', text: 'E' })], { notes: [], leaving }, 'en')
  expect(question).toContain('   These lines give way to it:\n   − memory-bank/details/patterns.md: row 0\n')
  expect(question).toContain('row 7\n   ⚠ +2 lines: `memory-bank proposals show p3f9k2`')
  expect(question).not.toContain('row 8')
})
