import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  evidenceIn,
  evidenceLinks,
  evidenceNames,
  evidencePointers,
  withEvidence,
  withoutEvidence,
} from '../../src/bank/evidence-links.ts'
import { plainWords } from '../../src/bank/same-topic.ts'
import { knownPath } from '../../src/base/bank-path.ts'
import { linkTarget } from '../../src/check/link-target.ts'

const PATTERNS = knownPath('details/patterns.md')
const places = { root: '/repo/shop', isThere: (path: string) => !path.includes('gone') }
const link = (item: string) => evidenceLinks([item], PATTERNS, 'en', places)[0]

test.each([
  ['src/pay.ts', '[pay.ts](../../src/pay.ts)'],
  ['src/pay.ts:12', '[pay.ts:12](../../src/pay.ts#L12)'],
  ['src/pay.ts#L12-20', '[pay.ts:12](../../src/pay.ts#L12)'],
  ['`src/pay.ts:12`', '[pay.ts:12](../../src/pay.ts#L12)'],
  ['/repo/shop/src/pay.ts:12', '[pay.ts:12](../../src/pay.ts#L12)'],
  ['src/pay.ts:12 the retry loop', '[pay.ts:12](../../src/pay.ts#L12) “the retry loop”'],
  ['app/[id]/page.tsx', '[page.tsx](../../app/%5Bid%5D/page.tsx)'],
  ['memory-bank/details/tech.md', '[tech.md](tech.md)'],
  ['src/gone.ts:3', '`src/gone.ts:3`'],
  ['commit 1a2b3c4', '`1a2b3c4`'],
  ['https://example.org/rfc', '<https://example.org/rfc>'],
  ['we never need two writers', '“we never need two writers”'],
  ['"quoted already"', '“quoted already”'],
])('%s is stored as %s [S57]', (item, kept) => expect(link(item)).toBe(kept))

test('check resolves the link for any path [S57]', () => {
  const names = fc.stringMatching(/^[a-z_@([\])][a-z0-9_@()[\]-]{0,8}$/)
  fc.assert(
    fc.property(fc.array(names, { minLength: 1, maxLength: 4 }), (folders) => {
      const path = `${folders.join('/')}/a.ts`
      // `xx` stands for a name to fill in, and check does not follow such a link.
      fc.pre(!path.includes('xx'))
      const made = link(`${path}:7`) ?? ''
      if (!made.startsWith('[')) return
      const target = linkTarget(/\]\((\S+)\)$/.exec(made)?.[1] ?? '', 'memory-bank/details')
      expect(target).toMatchObject({ kind: 'inside', fragment: 'L7' })
      expect(target.kind === 'inside' && target.paths).toContain(path)
    }),
  )
})

test('a quoted sentence is short and opens no brackets [S57]', () => {
  expect(link('x'.repeat(500))?.length).toBeLessThan(110)
  const text = withEvidence('why', [link('a (evidence: b') ?? ''], 'en')
  expect(withoutEvidence(text)).toBe('why')
})

test.each(['en', 'zh'] as const)('texts are compared without evidence (%s) [S57]', (language) => {
  const items = evidenceLinks(['src/pay.ts:12', 'a sentence, with a comma'], PATTERNS, language, places)
  const text = withEvidence('One file is enough', items, language)
  expect(withoutEvidence(text)).toBe('One file is enough')
  expect(plainWords(text)).toBe(plainWords('One file is enough'))
  expect(withEvidence(text, items, language)).toBe(text)
  expect(withEvidence('Other words', [evidenceIn(text)], language)).toContain('pay.ts:12')
})

test('an item that may move has places as code, and a document lists every word [S57]', () => {
  expect(evidenceNames(['src/pay.ts:12'], 'en', places)).toEqual(['`src/pay.ts:12`'])
  const path = knownPath('details/learnings/a.md')
  expect(evidencePointers(['src/pay.ts:12 the loop', 'Ann said so'], path, places)).toEqual([
    '- [pay.ts:12](../../../src/pay.ts#L12) the loop',
    '- Ann said so',
  ])
})
