import { expect, test } from 'vitest'
import { pageOf } from '../../src/bank/page.ts'
import type { Snapshot } from '../../src/bank/snapshot.ts'
import { MEMORY, PATTERNS, PROGRESS, SECTION, TECH } from '../../src/base/layout.ts'
import { detect } from '../../src/plan/detect.ts'
import { plan } from '../../src/plan/plan.ts'
import type { ProjectFacts } from '../../src/project/facts.ts'
import { applied, inputFor, NO_FACTS, snapshotOf } from '../laws/banks.ts'

const facts: ProjectFacts = {
  ...NO_FACTS,
  snapshot: [{ label: 'Name', value: 'shop', source: 'package.json' }],
  stack: [{ label: 'Runtime', value: 'Node 20', source: 'package.json' }],
  commands: [{ label: 'test', value: '`npm test`', source: 'package.json' }],
  documents: {
    routes: [{ intent: 'prepare a contribution', places: ['CONTRIBUTING.md', 'docs/'] }],
    intents: new Set(['prepare a contribution']),
    seen: new Set(['CONTRIBUTING.md', 'docs']),
  },
  language: 'en',
}

function made(before: Snapshot, language: 'en' | 'zh' = 'en'): Snapshot {
  const planned = plan(detect(before), inputFor(before, { facts, language }))
  if (!planned.ok) throw new Error(planned.problem.code)
  return applied(before, planned.value)
}
const text = (bank: Snapshot, path: typeof MEMORY) => bank.files.get(path)?.text ?? ''

test('a new bank has its four files and three folders, and nothing else [S1]', () => {
  const bank = made(snapshotOf({}, { exists: false }))
  expect([...bank.files.keys()]).toEqual([MEMORY, PATTERNS, PROGRESS, TECH])
  expect([...bank.folders].sort()).toEqual(['details', 'details/design', 'details/learnings', 'details/requirements'])
})

test('without facts the plan is still complete [S12]', () => {
  const bank = snapshotOf({})
  const planned = plan(detect(bank), inputFor(bank, { facts: NO_FACTS }))
  expect(planned.ok && planned.value.changes.length).toBe(7)
})

test('a bank that lost MEMORY.md gets it back, and nothing else changes [S10]', () => {
  const before = snapshotOf({ 'details/tech.md': '# T', 'details/learnings/a.md': '# Storm' })
  const planned = plan(detect(before), inputFor(before, { facts }))
  if (!planned.ok) throw new Error(planned.problem.code)
  expect(planned.value.changes.map((change) => [change.kind, change.path])).toEqual([['create', MEMORY]])
  const routing = pageOf(text(applied(before, planned.value), MEMORY)).sectionBody(SECTION.routing) ?? ''
  expect(routing).toContain('details/tech.md')
  expect(routing).toContain('`details/learnings/`')
  expect(routing).not.toContain('details/patterns.md')
})
