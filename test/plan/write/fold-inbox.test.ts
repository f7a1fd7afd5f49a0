import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { entriesOfBank } from '../../../src/bank/entry.ts'
import { Page } from '../../../src/bank/page.ts'
import { knownPath } from '../../../src/base/bank-path.ts'
import type { Language } from '../../../src/base/language.ts'
import { ok } from '../../../src/base/result.ts'
import { foldInbox } from '../../../src/plan/write/fold-inbox.ts'
import { law } from '../../laws/runs.ts'
import { changedBank, freshBank, type Texts, written } from './bank.ts'

const TEAM = { isTeams: true }
const DECISION = { kind: 'decision', title: 'Use SQLite', why: 'one file', given_up: 'Postgres', applies_to: 'storage' }
const EACH = [
  DECISION,
  { kind: 'learning', title: 'Timeouts', symptom: 'hangs', root_cause: 'IPv6', solution: 'IPv4', prevention: 'a test' },
  { kind: 'requirement', title: 'Refunds', text: 'Money back.\n\n- in three days', acceptance: '- [ ] done' },
  { kind: 'design', title: 'Cart', text: 'The cart is a list.\n\n## Rows\n\nOne each.' },
  { kind: 'focus', text: 'Ship refunds' },
  { kind: 'progress', text: 'Refund API', state: 'next' },
  { kind: 'tech', text: '**Cache**: Redis 7' },
  { kind: 'answer', title: 'How do we deploy?', text: 'make deploy', pointer: 'details/tech.md' },
]

function fold(texts: Texts, language: Language = 'en'): ReturnType<typeof changedBank> {
  const write: Parameters<typeof changedBank>[1] = (draft, facts) => {
    foldInbox(draft, facts)
    return ok(undefined)
  }
  return changedBank(texts, write, { language })
}

function inbox(texts: Texts): readonly string[] {
  return Object.keys(texts).filter((path) => path.startsWith('inbox/'))
}

/** Kind, title and status of every entry, ignoring order and number. */
function entriesOf(texts: Texts): readonly string[] {
  const files = Object.entries(texts).map(([path, text]) => new Page(knownPath(path), text))
  return entriesOfBank(files)
    .map(({ kind, title, status, date }) => [kind, title, status, date].join(' | '))
    .toSorted()
}

describe('refresh --fold [S55]', () => {
  test.each(EACH.flatMap((one) => (['en', 'zh'] as const).map((language) => [one.kind, language, one] as const)))(
    'a waiting %s ends up as if it had been added there (%s)',
    (_kind, language, one) => {
      const bank = freshBank(language)
      const direct = written(bank, [one], { language }).texts
      const folded = fold(written(bank, [one], { ...TEAM, language }).texts, language).texts
      expect(folded).toEqual(direct)
    },
  )

  test('folding all leaves an empty inbox, and a second fold plans nothing', () => {
    const waiting = written(freshBank(), EACH, TEAM).texts
    expect(inbox(waiting)).toHaveLength(EACH.length)
    const { texts, plan } = fold(waiting)
    expect(inbox(texts)).toEqual([])
    expect(plan.notes).toEqual([])
    expect(fold(texts).plan.changes).toEqual([])
  })

  test('an entry that the bank has only loses its file, and the plan says so', () => {
    const waiting = written(freshBank(), EACH, TEAM).texts
    const standing = written(freshBank(), EACH).texts
    const both = { ...standing, ...Object.fromEntries(inbox(waiting).map((path) => [path, waiting[path] ?? ''])) }
    const { texts, plan } = fold(both)
    expect(texts).toEqual(standing)
    expect(plan.reasons.map(({ words }) => words.en)).toContain('already in the bank: Use SQLite')
  })

  test('an entry that was folded and then replaced does not come back', () => {
    const waiting = written(freshBank(), [DECISION], TEAM).texts
    const next = { ...DECISION, title: 'Use Postgres', replaces: 'Use SQLite' }
    const replaced = written(fold(waiting).texts, [next]).texts
    const [path = ''] = inbox(waiting)
    expect(fold({ ...replaced, [path]: waiting[path] ?? '' }).texts).toEqual(replaced)
  })

  test('a replaced entry is folded before its successor, whatever their names', () => {
    const first = { ...DECISION, title: 'Zebra store' }
    const second = { ...DECISION, title: 'Ant store', replaces: 'Zebra store' }
    const waiting = written(written(freshBank(), [first], TEAM).texts, [second], TEAM).texts
    const { texts } = fold(waiting)
    expect(inbox(texts)).toEqual([])
    expect(texts['details/patterns.md']).toContain('Zebra store (superseded: Ant store)')
  })

  test.each([
    ['unreadable', '# no front matter\n', 'front matter cannot be read'],
    ['of no kind', '---\nkind: idea\n---\n# x\n', 'does not name a kind'],
    ['empty', '---\nkind: focus\n---\n', 'no text below'],
    ['incomplete', '---\nkind: decision\n---\n# Use X\n\n- **Why**: y\n', 'missing: Given up, Applies to'],
    [
      'one that replaces nothing',
      '---\nkind: decision\nreplaces: Gone\n---\n# Use X\n\n- **Why**: y\n- **Given up**: z\n- **Applies to**: a\n',
      'no decision “Gone”',
    ],
  ])('a file that is %s stays and is reported with the next step; the others are folded', (_what, text, said) => {
    const waiting = { ...written(freshBank(), EACH, TEAM).texts, 'inbox/2026-03-01-odd-0000.md': text }
    const { texts, plan } = fold(waiting)
    expect(inbox(texts)).toEqual(['inbox/2026-03-01-odd-0000.md'])
    expect(plan.notes.map(({ en }) => en).join()).toMatch(new RegExp(`odd-0000.md stays in the inbox: .*${said}`))
  })

  test('an edit made in the review is folded', () => {
    const waiting = written(freshBank(), [DECISION], TEAM).texts
    const [path = ''] = inbox(waiting)
    const edited = { ...waiting, [path]: (waiting[path] ?? '').replace('one file', 'no server to run') }
    expect(fold(edited).texts['details/patterns.md']).toContain('| no server to run |')
  })

  test('one by one in any order, or all at once, gives the same entries', () => {
    const dated = EACH.map((one, at) =>
      ['focus', 'tech', 'answer'].includes(one.kind) ? one : { ...one, date: `2026-02-${String(at + 10)}` },
    )
    const next = { ...DECISION, title: 'Use Postgres', date: '2026-02-20', replaces: 'Use SQLite' }
    const more = { ...DECISION, title: 'One queue', date: '2026-02-21' }
    const waiting = written(freshBank(), [...dated, next, more], TEAM).texts
    const whole = entriesOf(fold(waiting).texts)
    const files = inbox(waiting)
    law(
      fc.property(fc.shuffledSubarray([...files], { minLength: files.length }), (order) => {
        let bank: Texts = freshBank()
        let later: string[] = []
        for (const path of order) {
          const { texts } = fold({ ...bank, [path]: waiting[path] ?? '' })
          later = [...later, ...inbox(texts)]
          bank = Object.fromEntries(Object.entries(texts).filter(([name]) => !name.startsWith('inbox/')))
        }
        // An entry that waited for another one comes with the next fold.
        bank = fold({ ...bank, ...Object.fromEntries(later.map((path) => [path, waiting[path] ?? ''])) }).texts
        expect(inbox(bank)).toEqual([])
        expect(entriesOf(bank)).toEqual(whole)
      }),
      20,
    )
  })

  test('decisions of different days give the same bytes in either order', () => {
    const days = ['2026-02-03', '2026-02-01', '2026-02-02']
    const waiting = written(
      freshBank(),
      days.map((date, at) => ({ ...DECISION, title: `Choice ${at}`, date })),
      TEAM,
    ).texts
    const whole = fold(waiting).texts
    for (const order of [inbox(waiting), inbox(waiting).toReversed()]) {
      let bank: Texts = freshBank()
      for (const path of order) bank = fold({ ...bank, [path]: waiting[path] ?? '' }).texts
      expect(bank).toEqual(whole)
    }
  })
})
