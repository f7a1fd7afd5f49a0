import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { expect, test } from 'vitest'
import { LIMITS } from '../../src/base/limits.ts'
import { gapsIn } from '../../src/learn/gaps.ts'
import { makeWorklist, WORK_KINDS, type WorkItem, type WorkKind, worklistText } from '../../src/learn/worklist.ts'

const REST = {
  language: 'en',
  looked: { commits: 9, since: '2026-01-02', documents: 4, unread: 0, manifests: 2, isWhole: true },
  declined: [],
} as const

function all(items: (kind: WorkKind) => readonly WorkItem[]): Readonly<Record<WorkKind, readonly WorkItem[]>> {
  return {
    gaps: items('gaps'),
    decisions: items('decisions'),
    documents: items('documents'),
    reverts: items('reverts'),
    fixes: items('fixes'),
    together: items('together'),
    busy: items('busy'),
    dependencies: items('dependencies'),
    commands: items('commands'),
  }
}

test.each(['en', 'zh'] as const)(
  'the text stays within its tokens and counts what it leaves out (%s) [S29]',
  (language) => {
    const long = {
      en: 'a rather long line about what happened here, and why it did so',
      zh: '这一行说了很多话，讲的是这里发生了什么以及为什么会这样',
    }[language]
    const many = all((kind) =>
      Array.from({ length: 200 }, (_, index) => ({
        place: `src/${kind}/some/folder/file-${index}.ts:${index}`,
        text: long.repeat(3),
      })),
    )
    const made = makeWorklist(many, {
      ...REST,
      language,
      declined: Array.from({ length: 40 }, (_, n) => `declined ${n}`),
    })
    expect(countTokens(worklistText(made))).toBeLessThanOrEqual(LIMITS.worklistTokens * 1.15)
    expect(made.sections.map(({ kind }) => kind)).toEqual([...WORK_KINDS])
    for (const { items, found } of made.sections) {
      expect(found).toBe(200)
      expect(items.length).toBeGreaterThan(0)
      expect(worklistText(made)).toContain(
        { en: `(${200 - items.length} more)`, zh: `另有 ${200 - items.length} 项` }[language],
      )
    }
  },
)

test('every line has a place, and the same facts give the same text [S29]', () => {
  const few = all((kind) => [{ place: `src/${kind}.ts:3`, text: `what\n${kind} says` }])
  const text = worklistText(makeWorklist(few, REST))
  for (const kind of WORK_KINDS) expect(text).toContain(`- src/${kind}.ts:3: what ${kind} says`)
  expect(text).toBe(worklistText(makeWorklist(few, REST)))
  expect(text).toContain('Looked at 9 commits (since 2026-01-02), 4 documents, 2 manifests and CI files.')
})

test('an interrupted or empty search says so [S29]', () => {
  const looked = { ...REST.looked, unread: 7, isWhole: false }
  const text = worklistText(
    makeWorklist(
      all(() => []),
      { ...REST, looked },
    ),
  )
  expect(text).toMatch(/^Nothing to learn from/)
  expect(text).toContain(
    '4 documents (7 more unread), 2 manifests and CI files; time ran out before the older commits.',
  )
})

test('gaps name what MEMORY.md lacks, with the line; a complete bank has none [S29]', () => {
  const empty = '# Project Memory\n\n## Project Snapshot\n\n## Current Focus\n\n'
  expect(gapsIn(new Map([['MEMORY.md', empty]]), 'en').map(({ place }) => place)).toEqual([
    'memory-bank/MEMORY.md:3',
    'memory-bank/MEMORY.md:3',
    'memory-bank/MEMORY.md:5',
    'memory-bank/details/patterns.md',
    'memory-bank/details/learnings/',
  ])
  const full =
    '# M\n\n## Project Snapshot\n\n- **About**: a shop\n- **Commands**: test `npm test`\n\n## Current Focus\n\n- refunds\n'
  const patterns =
    '# P\n\n| Date | Decision | Why | Given up | Applies to |\n|---|---|---|---|---|\n| 2026-01-02 | cents | rounding | floats | src |\n'
  const texts = new Map([
    ['MEMORY.md', full],
    ['details/patterns.md', patterns],
    ['details/learnings/a.md', '# A\n'],
  ])
  expect(gapsIn(texts, 'zh')).toEqual([])
})
