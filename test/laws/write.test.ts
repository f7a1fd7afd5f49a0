/** Writing any addition into any bank. */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeAddition } from '../../src/bank/decode-addition.ts'
import { pageOf } from '../../src/bank/page.ts'
import type { Snapshot } from '../../src/bank/snapshot.ts'
import { ADDITION_KINDS, type Addition } from '../../src/base/addition.ts'
import { MEMORY } from '../../src/base/layout.ts'
import { planWrite } from '../../src/plan/plan-write.ts'
import { writeProposed } from '../../src/plan/write/write-proposed.ts'
import { applied, currentBank, inputFor } from './banks.ts'
import { anyMarkdown } from './markdown.ts'
import { LAW_TIMEOUT, law } from './runs.ts'

const TIME = { timeout: LAW_TIMEOUT }
const words = fc.oneof(anyMarkdown, fc.string({ unit: 'grapheme', minLength: 1, maxLength: 80 }))
const raw = fc.record({
  kind: fc.constantFrom(...ADDITION_KINDS),
  title: words.map((text) => `Topic ${text}`),
  text: words.map((text) => `Words ${text}`),
  why: words,
  given_up: words,
  applies_to: words,
  symptom: words,
  root_cause: words,
  solution: words,
  prevention: words,
  pointer: fc.constantFrom('details/tech.md', 'src/a.ts:3', 'https://example.com/x'),
  state: fc.constantFrom('doing', 'next', 'blocked', 'done'),
})
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  decision: ['title', 'why', 'given_up', 'applies_to'],
  learning: ['title', 'symptom', 'root_cause', 'solution', 'prevention'],
  requirement: ['title', 'text'],
  design: ['title', 'text'],
  focus: ['text'],
  progress: ['text', 'state'],
  tech: ['text'],
  answer: ['title', 'text', 'pointer'],
}
const addition = raw
  .map((entry) =>
    decodeAddition({
      kind: entry.kind,
      ...Object.fromEntries(Object.entries(entry).filter(([name]) => FIELDS[entry.kind]?.includes(name))),
    }),
  )
  .filter((decoded) => decoded.ok)
  .map((decoded) => {
    if (!decoded.ok) throw new Error('filtered')
    return decoded.value
  })
const wishes = fc.record({
  language: fc.constantFrom('en' as const, 'zh' as const),
  onConflict: fc.constantFrom('keep' as const, 'overwrite' as const, 'append' as const),
})

function planned(bank: Snapshot, entry: Addition, wish: Parameters<typeof inputFor>[1]): ReturnType<typeof planWrite> {
  const input = inputFor(bank, wish)
  const facts = { templates: input.templates, today: '2026-03-01', readNamesElsewhere: () => [] }
  return planWrite(input, [(draft) => writeProposed(draft, entry, facts)])
}

test('no byte of a user block changes, and no marker breaks [S2] [S43]', TIME, () => {
  law(
    fc.property(currentBank, addition, wishes, (before, entry, wish) => {
      const plan = planned(before, entry, wish)
      fc.pre(plan.ok)
      for (const change of plan.value.changes) {
        if (change.kind !== 'edit' && change.kind !== 'create') continue
        const now = pageOf(change.text, change.path)
        const old = now.with(change.kind === 'edit' ? change.was : '')
        // A blank file becomes the template.
        if (!old.parsed.ok || change.kind === 'create' || change.was.trim() === '') continue
        expect(now.parsed.ok, change.text).toBe(true)
        expect(now.user?.text).toBe(old.user?.text)
      }
    }),
  )
})

test('the plan applies as it is, and adding the same again plans nothing [S43]', TIME, () => {
  law(
    fc.property(currentBank, addition, wishes, (before, entry, wish) => {
      const plan = planned(before, entry, wish)
      fc.pre(plan.ok)
      const after = applied(before, plan.value)
      const again = planned(after, entry, wish)
      if (!again.ok) throw new Error(JSON.stringify(again.problem))
      // Text that the user's choice kept out stays out.
      if (plan.value.notes.length === 0) expect(again.value.changes).toEqual([])
    }),
  )
})

test('text that leaves MEMORY.md is kept elsewhere [S43]', TIME, () => {
  law(
    fc.property(currentBank, addition, wishes, (before, entry, wish) => {
      const plan = planned(before, entry, wish)
      fc.pre(plan.ok)
      const after = applied(before, plan.value)
      const lines = new Set(
        [...after.files.values()].flatMap(({ text }) => pageOf(text).lines.map((line) => line.text)),
      )
      const whole = [...after.files.values()].map(({ text }) => text).join('\n')
      for (const line of pageOf(before.files.get(MEMORY)?.text ?? '').lines) {
        if (lines.has(line.text) || /blockVersion:|Nothing recorded yet|暂无记录/.test(line.text)) continue
        // A row that moved to patterns.md is printed in another form with the same words.
        for (const cell of line.text.split('|')) expect(whole).toContain(cell.trim())
      }
    }),
  )
})
