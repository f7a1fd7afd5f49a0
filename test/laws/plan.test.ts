import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MARKER } from '../../src/bank/blocks.ts'
import { pageOf } from '../../src/bank/page.ts'
import type { Snapshot } from '../../src/bank/snapshot.ts'
import type { BankPath } from '../../src/base/bank-path.ts'
import { type Change, conflictChoice, type Plan } from '../../src/base/change.ts'
import { LEGACY_ENTRIES, MEMORY } from '../../src/base/layout.ts'
import { detect } from '../../src/plan/detect.ts'
import { plan, planPart } from '../../src/plan/plan.ts'
import type { PlanInput } from '../../src/plan/plan-input.ts'
import { expectInProportion } from '../growth.ts'
import {
  anyFacts,
  applied,
  currentBank,
  emptyBank,
  entrylessBank,
  inputFor,
  legacyBank,
  NOW,
  outdatedBank,
  snapshotOf,
} from './banks.ts'
import { anyMarkdown, bankDocument, blockText } from './markdown.ts'
import { LAW_TIMEOUT, law } from './runs.ts'

const TIME = { timeout: LAW_TIMEOUT }
const wishes = fc.record({
  facts: anyFacts,
  language: fc.constantFrom('en' as const, 'zh' as const),
  onConflict: fc.constantFrom('keep' as const, 'overwrite' as const, 'append' as const),
})

const BANKS: Readonly<Record<string, fc.Arbitrary<Snapshot>>> = {
  init: emptyBank,
  entry: entrylessBank,
  upgrade: outdatedBank,
  migrate: legacyBank,
  refresh: currentBank,
}

describe.each(Object.entries(BANKS))('%s', (intent, bank) => {
  test('no byte of a user block changes [S2]', TIME, () => {
    law(
      fc.property(bank, wishes, (before, wish) => {
        const planned = plan(detect(before), inputFor(before, wish))
        fc.pre(planned.ok)
        expectUserBlocksKept(before, planned.value)
      }),
    )
  })

  test('the plan applies as it is, and planning its result plans nothing [S15]', TIME, () => {
    law(
      fc.property(bank, wishes, (before, wish) => {
        const planned = plan(detect(before), inputFor(before, wish))
        fc.pre(planned.ok)
        const after = applied(before, planned.value)
        const again = plan(detect(after), inputFor(after, wish))
        if (!again.ok) throw new Error(JSON.stringify(again.problem))
        const pending = again.value.changes
        // S13 and S10 limit an upgrade and a new entry to MEMORY.md. The next run does the rest, and the one after it
        // nothing.
        if (intent === 'upgrade' || intent === 'entry') {
          const last = applied(after, again.value)
          const ended = plan(detect(last), inputFor(last, wish))
          if (!ended.ok) throw new Error(JSON.stringify(ended.problem))
          expect(ended.value.changes).toEqual([])
        } else {
          expect(pending).toEqual([])
        }
      }),
    )
  })
})

describe.each(['index', 'archive'] as const)('%s alone', (part) => {
  test('no byte of a user block changes, and a second run plans nothing [S2] [S15]', TIME, () => {
    law(
      fc.property(currentBank, wishes, (before, wish) => {
        const planned = planPart(part, detect(before), inputFor(before, wish))
        fc.pre(planned.ok)
        expectUserBlocksKept(before, planned.value)
        const after = applied(before, planned.value)
        const again = planPart(part, detect(after), inputFor(after, wish))
        if (!again.ok) throw new Error(JSON.stringify(again.problem))
        expect(again.value.changes).toEqual([])
      }),
    )
  })
})

describe('migrate', () => {
  test('every line of the old bank is in the new one, headings possibly at another level [S14]', TIME, () => {
    let looked = 0
    law(
      fc.property(legacyBank, wishes, (before, wish) => {
        const planned = plan(detect(before), inputFor(before, wish))
        fc.pre(planned.ok)
        const after = applied(before, planned.value)
        const texts = [...after.files.values()].map((file) => file.text)
        const all = new Set(texts.flatMap((text) => pageOf(text).lines.map((line) => sayingOf(line.text))))
        for (const { path, text } of before.files.values()) {
          looked += 1
          if (texts.some((other) => other.includes(text))) continue
          const lost = pageOf(text).lines.filter((line) => isSaid(line) && !all.has(sayingOf(line.text)))
          expect(lost.map((line) => ({ path, line: line.text }))).toEqual([])
        }
        expect([...after.files.keys()].filter((path) => LEGACY_ENTRIES.some((entry) => entry === path))).toEqual([])
        expect(detect(after).kind).toBe('current')
      }),
    )
    expect(looked).toBeGreaterThan(100)
  })

  test('the user blocks of old entries are verbatim in the new entry’s block [S14]', TIME, () => {
    const entries = fc.tuple(
      bankDocument(blockText, fc.constant(true)),
      bankDocument(blockText, fc.boolean()),
      bankDocument(blockText, fc.boolean()),
    )
    law(
      fc.property(entries, wishes, ([brief, active, index], wish) => {
        const before = snapshotOf({ 'brief.md': brief.text, 'active.md': active.text, '_index.md': index.text })
        const planned = plan(detect(before), inputFor(before, wish))
        if (!planned.ok) throw new Error(JSON.stringify(planned.problem))
        const user = userBlockOf(MEMORY, applied(before, planned.value).files.get(MEMORY)?.text ?? '')
        for (const shape of [brief, active, index]) {
          if (shape.user !== undefined && shape.user.trim() !== '') expect(user).toContain(shape.user)
        }
      }),
    )
  })

  test('the old entries are removed after everything else [S14]', TIME, () => {
    law(
      fc.property(legacyBank, wishes, (before, wish) => {
        const planned = plan(detect(before), inputFor(before, wish))
        fc.pre(planned.ok)
        const kinds = planned.value.changes.map((change) => change.kind === 'remove')
        expect(kinds).toEqual(kinds.toSorted())
      }),
      100,
    )
  })
})

describe('upgrade', () => {
  test('only MEMORY.md changes, and its machine block only gains lines [S13]', TIME, () => {
    law(
      fc.property(outdatedBank, wishes, (before, wish) => {
        const planned = plan(detect(before), inputFor(before, wish))
        fc.pre(planned.ok)
        expect(planned.value.changes.map((change) => [change.kind, change.path])).toEqual([['edit', MEMORY]])
        const after = applied(before, planned.value)
        const [old, now] = [before, after].map((bank) => machineLines(bank.files.get(MEMORY)?.text ?? ''))
        expect(now?.filter((_, index) => index < (old?.length ?? 0))).toEqual(old)
      }),
    )
  })
})

describe('detect', () => {
  test('any text gives a known state, and planning never throws [S10]', TIME, () => {
    const memory = fc.oneof(
      anyMarkdown,
      bankDocument(anyMarkdown, fc.boolean()).map((shape) => shape.text),
    )
    law(
      fc.property(
        memory,
        fc.constantFrom(
          'MEMORY.md',
          'brief.md',
          'active.md',
          '_index.md',
          'details/progress.md',
          'details/learnings/index.md',
        ),
        wishes,
        (text, path, wish) => {
          const bank = snapshotOf({ [path]: text })
          const state = detect(bank)
          expect([
            'absent',
            'entry-missing',
            'legacy',
            'foreign',
            'outdated',
            'current',
            'newer',
            'unmerged',
            'broken',
          ]).toContain(state.kind)
          const planned = plan(state, inputFor(bank, wish))
          if (planned.ok) applied(bank, planned.value)
          for (const part of ['index', 'archive'] as const) planPart(part, state, inputFor(bank, wish))
        },
      ),
    )
  })
})

describe('many lines in one file', () => {
  const WORDS = '- a line as people write them, with some words, a `name`, a number 42 and 中文 in it\n'
  const DONE = '- [x] 2025-10-01 a line of words\n'
  test.each<[string, (lines: number) => Readonly<Record<string, string>>]>([
    ['a user block', (lines) => ({ 'MEMORY.md': entry('', '中文 and words 🎉\r\n'.repeat(lines)) })],
    ['a machine block', (lines) => ({ 'MEMORY.md': entry(`## Notes\n\n${WORDS.repeat(lines)}`, 'mine\n') })],
    ['an old brief', (lines) => ({ 'brief.md': `# Brief\n\n${WORDS.repeat(lines)}` })],
    [
      'progress',
      (lines) => ({ 'MEMORY.md': entry('', ''), 'details/progress.md': `# Progress\n\n${DONE.repeat(lines)}` }),
    ],
  ])('%s: planned in linear time, user bytes kept [S2]', (_, texts) => {
    expectInProportion(
      1_500,
      (lines) => snapshotOf(texts(lines)),
      (bank) => {
        const planned = plan(detect(bank), inputFor(bank))
        if (!planned.ok) throw new Error(planned.problem.code)
        expectUserBlocksKept(bank, planned.value)
      },
    )
  })
})

function entry(machine: string, user: string): string {
  return `${MARKER.machineStart}\n<!-- MEMORY_BANK_TEMPLATE:v7.0 -->\n${machine}${MARKER.machineEnd}\n${MARKER.userStart}\n${user}${MARKER.userEnd}\n`
}

/** The lines of the machine block without marks that every write renews. */
function machineLines(text: string): readonly string[] {
  const { machine } = pageOf(text, MEMORY)
  const block = machine?.text ?? ''
  return (machine?.lines ?? [])
    .filter((line) => !/^ {0,3}<!-- (?:MEMORY_BANK_TEMPLATE:v[\d.]+ -->|blockVersion: \d)/.test(line.text))
    .map((line) => block.slice(line.start, line.end).replace(/[\r\n]+$/, ''))
}

function userBlockOf(path: BankPath, text: string): string | undefined {
  return pageOf(text, path).user?.text
}

/** Every user block is where its file went. A file with broken markers is not edited. */
function expectUserBlocksKept(before: Snapshot, planned: Plan): void {
  const after = applied(before, planned)
  for (const { path, text, parsed, user: block } of before.files.values()) {
    const change = planned.changes.find((one) => one.path === path)
    const now = after.files.get(placeOf(path, change))?.text
    if (!parsed.ok) {
      if (change?.kind === 'edit' || change?.kind === 'move')
        expect(now?.includes(text), `${path} is broken and was edited`).toBe(true)
      continue
    }
    const user = block?.text
    if (user === undefined) continue
    if (change?.kind === 'remove') {
      if (/^[ \t\r\n]*$/.test(user)) continue
      const isFound = [...after.files.values()].some((file) => file.text.includes(user))
      expect(isFound, `the user block of ${path}`).toBe(true)
    } else {
      expect(now === undefined ? undefined : userBlockOf(path, now), `the user block of ${path}`).toBe(user)
    }
  }
}

function placeOf(path: BankPath, change: Change | undefined): BankPath {
  return change?.kind === 'move' ? change.to : path
}

test('the laws use the choices that a user has', () => {
  expect(['keep', 'overwrite', 'append'].map(conflictChoice)).toEqual(['keep', 'overwrite', 'append'])
  expect(inputFor(snapshotOf({})).now satisfies PlanInput['now']).toBe(NOW)
})

/** A line for comparison: a heading by its words alone. */
function sayingOf(line: string): string {
  const bare = line.replace(/^\uFEFF/, '')
  const words = /^ {0,3}#{1,6}(?:[ \t]+(.*))?$/.exec(bare)
  return words === null ? bare : `# ${(words[1] ?? '').replace(/(?:^|[ \t]+)#+[ \t]*$/, '').trim()}`
}

/** Neither blank nor one of Memory Bank's markers. */
function isSaid({ text, fenced }: { readonly text: string; readonly fenced: boolean }): boolean {
  if (/^[ \t\0\uFEFF]*$/.test(text)) return false
  return fenced || !/^\s*<!-- (?:MACHINE_BLOCK|USER_BLOCK|MEMORY_BANK_TEMPLATE|blockVersion)/.test(text)
}
