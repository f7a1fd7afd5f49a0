/** Two branches add to one bank with the program, and the merged bank has all their additions (S55). */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeAddition } from '../../src/bank/decode-addition.ts'
import { pageOf } from '../../src/bank/page.ts'
import type { Snapshot } from '../../src/bank/snapshot.ts'
import type { Addition } from '../../src/base/addition.ts'
import { MEMORY } from '../../src/base/layout.ts'
import { readTemplates } from '../../src/disk/project/package-files.ts'
import { mergeFile } from '../../src/merge/merge-file.ts'
import { planWrite } from '../../src/plan/plan-write.ts'
import { writeProposed } from '../../src/plan/write/write-proposed.ts'
import { applied, inputFor, snapshotOf } from './banks.ts'
import { LAW_TIMEOUT, LONG, law } from './runs.ts'

const STYLE = { markerSize: 7, labels: { ours: 'ours', theirs: 'theirs' } }
const RUNS = LONG ? 1_430 : 60

const TOPICS = [
  'sessions in Postgres',
  'no globals',
  'pnpm',
  '缓存用 Redis',
  'tabs',
  'the till',
  'REST',
  'logs as JSON',
]
const topic = fc.constantFrom(...TOPICS)
const day = fc.constantFrom('2026-01-05', '2026-02-10', '2026-02-28')

const RAW: readonly ((topic: string, day: string, side: string) => Record<string, string>)[] = [
  (title, date) => ({
    kind: 'decision',
    title: `Use ${title}`,
    date,
    why: `it fits ${title}`,
    given_up: 'the rest',
    applies_to: 'src',
  }),
  (title, _, side) => ({ kind: 'focus', text: `work on ${title} by ${side}` }),
  (title, _, side) => ({ kind: 'progress', text: `${side} finishes ${title}`, state: 'next' }),
  (title, _, side) => ({ kind: 'progress', text: `${side} finished ${title}`, state: 'done' }),
  (title, _, side) => ({ kind: 'tech', text: `${title} is set up by ${side}`, section: 'Stack' }),
  (title) => ({ kind: 'answer', title: `What about ${title}?`, text: 'As decided.', pointer: 'details/patterns.md' }),
]

function additionsOf(side: string): fc.Arbitrary<readonly Addition[]> {
  return fc.uniqueArray(
    fc
      .tuple(fc.constantFrom(...RAW), topic, day)
      .map(([make, about, date]) => decodeAddition(make(about, date, side)))
      .filter((decoded) => decoded.ok)
      .map((decoded) => {
        if (!decoded.ok) throw new Error('filtered')
        return decoded.value
      }),
    { minLength: 1, maxLength: 3, selector: (one) => JSON.stringify([...one.fields]) },
  )
}

const banks = (['en', 'zh'] as const).map((language) => {
  const { memory, patterns, progress, tech } = readTemplates(language)
  return {
    language,
    bank: snapshotOf({
      [MEMORY]: memory,
      'details/patterns.md': patterns,
      'details/progress.md': progress,
      'details/tech.md': tech,
    }),
  }
})

function added(bank: Snapshot, additions: readonly Addition[], language: 'en' | 'zh'): Snapshot {
  let now = bank
  for (const addition of additions) {
    const input = inputFor(now, { language, onConflict: 'append' })
    const facts = { templates: input.templates, today: '2026-03-01', readNamesElsewhere: () => [] }
    const plan = planWrite(input, [(draft) => writeProposed(draft, addition, facts)])
    if (!plan.ok) throw new Error(JSON.stringify(plan.problem))
    now = applied(now, plan.value)
  }
  return now
}

const words = ({ kind, fields }: Addition) =>
  fields.get(kind === 'decision' || kind === 'answer' ? 'title' : 'text') ?? ''

test('the merged bank has the additions of both branches, without a conflict unless both added one entry [S55] [S43]', {
  timeout: LAW_TIMEOUT,
}, () => {
  law(
    fc.property(
      fc.constantFrom(...banks),
      additionsOf('Ann'),
      additionsOf('Ann'),
      additionsOf('Bob'),
      ({ bank, language }, before, mine, yours) => {
        const base = added(bank, before, language)
        const [ours, theirs] = [added(base, mine, language), added(base, yours, language)]
        const paths = new Set([...ours.files.keys(), ...theirs.files.keys()])
        const texts: string[] = []
        let conflicts = 0
        for (const path of paths) {
          const [left, right] = [ours.files.get(path)?.text, theirs.files.get(path)?.text]
          const merge = (mine: string, yours: string) =>
            mergeFile({ path, base: base.files.get(path)?.text, ours: mine, theirs: yours, ...STYLE })
          const merged =
            left === undefined || right === undefined
              ? { text: left ?? right ?? '', conflicts: [] }
              : merge(left, right)
          conflicts += merged.conflicts.length
          if (merged.conflicts.length === 0 && left !== undefined && right !== undefined) {
            expect(pageOf(merged.text, path).parsed.ok, merged.text).toBe(true)
            // Merging it again with either side changes nothing.
            expect(merge(merged.text, right).text).toBe(merged.text)
            expect(merge(left, merged.text).text).toBe(merged.text)
          }
          texts.push(merged.text)
        }
        const whole = texts.join('\n')
        const marked = (text: string) => text.replaceAll('`', '')
        for (const one of [...before, ...mine, ...yours]) expect(marked(whole)).toContain(marked(words(one)))
        const titles = (some: readonly Addition[]) => new Set(some.map((one) => `${one.kind} ${words(one)}`))
        const [left, right] = [titles(mine), titles(yours)]
        if (![...left].some((title) => right.has(title))) expect(conflicts, whole).toBe(0)
      },
    ),
    RUNS,
  )
})
