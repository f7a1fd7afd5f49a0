import { describe, expect, test } from 'vitest'
import { entriesOfBank } from '../../../src/bank/entry.ts'
import { readInboxEntry } from '../../../src/bank/inbox.ts'
import { Page, pageOf } from '../../../src/bank/page.ts'
import { ADDITION_KINDS, type AdditionKind } from '../../../src/base/addition.ts'
import { knownPath } from '../../../src/base/bank-path.ts'
import { ok } from '../../../src/base/result.ts'
import { finishEntry, removeEntry, setFields } from '../../../src/plan/write/change-entry.ts'
import { foldInbox } from '../../../src/plan/write/fold-inbox.ts'
import { addition, changedBank, freshBank, type Texts, TODAY, written } from './bank.ts'

const TEAM = { isTeams: true }
const DECISION = { kind: 'decision', title: 'Use SQLite', why: 'one file', given_up: 'Postgres', applies_to: 'storage' }
const EACH: Readonly<Record<AdditionKind, Readonly<Record<string, unknown>>>> = {
  decision: DECISION,
  learning: {
    kind: 'learning',
    title: 'Timeouts in CI',
    symptom: 'tests hang',
    root_cause: 'IPv6 first',
    solution: 'resolve IPv4',
    prevention: 'a test',
  },
  requirement: { kind: 'requirement', title: 'Refunds', text: 'Money back in three days.' },
  design: { kind: 'design', title: 'Cart', text: 'The cart is a list.\n\n## Rows\n\nOne each.' },
  focus: { kind: 'focus', text: 'Ship refunds' },
  progress: { kind: 'progress', text: 'Refund API', state: 'next' },
  tech: { kind: 'tech', text: '**Cache**: Redis 7' },
  answer: { kind: 'answer', title: 'How do we deploy?', text: 'make deploy', pointer: 'details/tech.md' },
}

function newFiles(before: Texts, after: Texts): readonly string[] {
  return Object.keys(after).filter((path) => after[path] !== before[path])
}

function onlyNew(before: Texts, after: Texts): string {
  const paths = newFiles(before, after)
  expect(paths).toHaveLength(1)
  return paths[0] ?? ''
}

describe('in team mode [S55]', () => {
  test.each(ADDITION_KINDS.flatMap((kind) => (['en', 'zh'] as const).map((language) => [kind, language] as const)))(
    'a new %s is one new file, and nothing else changes (%s)',
    (kind, language) => {
      const bank = freshBank(language)
      const { texts } = written(bank, [EACH[kind]], { ...TEAM, language })
      const path = onlyNew(bank, texts)
      expect(path).toMatch(new RegExp(`^inbox/${TODAY}-[\\p{L}\\p{N}-]+-[0-9a-f]{4}\\.md$`, 'u'))
      const entry = readInboxEntry(pageOf(texts[path] ?? '', knownPath(path)))
      const given = addition(EACH[kind])
      for (const [field, text] of given.fields) expect(entry?.addition.fields.get(field)).toBe(text)
      expect(entry?.kind).toBe(kind)
    },
  )

  test('a batch or a list of items makes one file per entry', () => {
    const bank = freshBank()
    const { texts } = written(bank, [DECISION, EACH.requirement, { kind: 'focus', text: '- One\n- Two' }], TEAM)
    expect(newFiles(bank, texts).map((path) => path.replace(/-[0-9a-f]{4}\.md$/, ''))).toEqual([
      `inbox/${TODAY}-one`,
      `inbox/${TODAY}-refunds`,
      `inbox/${TODAY}-two`,
      `inbox/${TODAY}-use-sqlite`,
    ])
  })

  test.each(ADDITION_KINDS)('a %s that the bank or the inbox has already is noted and not written twice', (kind) => {
    const bank = freshBank()
    const placed = written(bank, [EACH[kind]])
    const again = written(placed.texts, [EACH[kind]], TEAM)
    expect(again.plan.changes).toEqual([])
    expect(again.plan.notes.length).toBeGreaterThan(0)
    const waits = written(bank, [EACH[kind]], TEAM)
    const twice = written(waits.texts, [EACH[kind]], TEAM)
    expect(twice.plan.changes).toEqual([])
    expect(twice.plan.notes.map(({ en }) => en).join()).toContain('Already in the inbox: inbox/')
  })

  test('a supersession is one new file that names the replaced entry, in the bank or in the inbox', () => {
    const bank = written(freshBank(), [DECISION]).texts
    const next = { ...DECISION, title: 'Use Postgres', given_up: 'one file', replaces: 'Use SQLite' }
    const { texts } = written(bank, [next], TEAM)
    expect(texts[onlyNew(bank, texts)]).toContain('\nreplaces: Use SQLite\n')
    const third = { ...next, title: 'Use DuckDB', replaces: 'Use Postgres' }
    const later = written(texts, [third], TEAM)
    expect(later.texts[onlyNew(texts, later.texts)]).toContain('\nreplaces: Use Postgres\n')
    expect(() => written(bank, [{ ...next, replaces: 'Use Oracle' }], TEAM)).toThrow('There is no decision')
  })

  test('a fact that replaces another names it in its inbox file, and replaces it when folded', () => {
    const bank = written(freshBank(), [EACH.tech]).texts
    const { texts } = written(bank, [{ kind: 'tech', text: '**Cache**: Redis 8', replaces: 'Cache: Redis 7' }], TEAM)
    expect(texts[onlyNew(bank, texts)]).toContain('\nreplaces: "Cache: Redis 7"\n')
    const folded = changedBank(texts, (draft, facts) => {
      foldInbox(draft, facts)
      return ok(undefined)
    }).texts
    expect(onlyNew(bank, folded)).toBe('details/tech.md')
    expect(folded['details/tech.md']).toContain('## Stack\n\n- **Cache**: Redis 8\n')
  })

  test.each([
    ['a decision', DECISION, { ...DECISION, why: 'no server to run' }, 'details/patterns.md'],
    [
      'a requirement by its number',
      EACH.requirement,
      { kind: 'requirement', title: 'REQ-001', text: 'x', status: 'Done' },
      'details/requirements/REQ-001-refunds.md',
    ],
    ['the state of an item', EACH.progress, { ...EACH.progress, state: 'done' }, 'details/progress.md'],
    ['an answer', EACH.answer, { ...EACH.answer, text: 'make ship' }, 'MEMORY.md'],
    ['a learning', EACH.learning, { ...EACH.learning, solution: 'IPv4 only' }, 'details/learnings/timeouts-in-ci.md'],
  ])('an existing %s is corrected in place', (_what, standing, given, path) => {
    const bank = written(freshBank(), [standing]).texts
    const { texts } = written(bank, [given], TEAM)
    expect(newFiles(bank, texts)).toContain(path)
    expect(newFiles(bank, texts).filter((one) => one.startsWith('inbox/'))).toEqual([])
  })

  test('a waiting entry is corrected in its file and keeps its other fields', () => {
    const { texts: bank } = written(freshBank(), [DECISION], TEAM)
    const { texts } = written(bank, [{ ...DECISION, why: 'no server to run' }], TEAM)
    const text = texts[onlyNew(bank, texts)] ?? ''
    expect(text).toContain('- **Why**: no server to run\n- **Given up**: Postgres\n')
  })

  test('a similar waiting entry is pointed out', () => {
    const { texts: bank } = written(freshBank(), [{ ...DECISION, title: 'SQLite for order storage' }], TEAM)
    const { plan } = written(bank, [{ ...DECISION, title: 'Postgres for order storage' }], TEAM)
    expect(plan.notes.map(({ en }) => en).join()).toMatch(/Similar to inbox\/.*SQLite for order storage/)
  })

  test('missing parts and breaking texts are refused as usual', () => {
    expect(() => written(freshBank(), [{ ...DECISION, applies_to: '—' }], TEAM)).toThrow('addition-incomplete')
    expect(() => written(freshBank(), [{ kind: 'requirement', title: 'REQ-044', text: 'x' }], TEAM)).toThrow('REQ-044')
  })

  test('the same entry gets the same file name from anyone, a different one another name', () => {
    const one = written(freshBank(), [DECISION], TEAM).texts
    expect(written(freshBank(), [DECISION], TEAM).texts).toEqual(one)
    const other = written(freshBank(), [{ ...DECISION, why: 'else' }], TEAM).texts
    expect(Object.keys(other)).not.toEqual(Object.keys(one))
  })
})

describe('a waiting entry [S55]', () => {
  const bank = written(freshBank(), [EACH.progress, EACH.requirement, { kind: 'focus', text: 'Ship' }], TEAM).texts
  const entry = (kind: AdditionKind) => {
    const files = Object.entries(bank).map(([path, text]) => new Page(knownPath(path), text))
    const found = entriesOfBank(files).find((one) => one.kind === kind && one.path.startsWith('inbox/'))
    if (found === undefined) throw new Error(`no ${kind}`)
    return found
  }

  test('is listed, and removed with its file', () => {
    const one = entry('requirement')
    const { texts } = changedBank(bank, (draft) => removeEntry(draft, one))
    expect(Object.keys(bank).filter((path) => !(path in texts))).toEqual([one.path])
    expect(newFiles(bank, texts)).toEqual([])
  })

  test('can be done and edited in its file', () => {
    const item = entry('progress')
    const done = changedBank(bank, (draft, facts) => finishEntry(draft, item, facts)).texts
    expect(onlyNew(bank, done)).toBe(item.path)
    expect(readInboxEntry(pageOf(done[item.path] ?? '', item.path))?.addition.fields.get('state')).toBe('done')
    const focus = changedBank(bank, (draft, facts) => finishEntry(draft, entry('focus'), facts)).texts
    expect(focus[entry('focus').path]).toContain('kind: progress')
    const wanted = entry('requirement')
    const edited = changedBank(bank, (draft, facts) =>
      setFields(draft, wanted, new Map([['status', 'Accepted'] as const]), facts),
    ).texts
    expect(edited[wanted.path]).toContain('- **Status**: Accepted\n\n## Description\n\nMoney back in three days.\n')
  })
})
