import { expect, test } from 'vitest'
import { pageOf } from '../../src/bank/page.ts'
import type { Snapshot } from '../../src/bank/snapshot.ts'
import { MEMORY, SECTION, TECH } from '../../src/base/layout.ts'
import { detect } from '../../src/plan/detect.ts'
import { plan } from '../../src/plan/plan.ts'
import type { ProjectFacts } from '../../src/project/facts.ts'
import { applied, inputFor, NO_FACTS, snapshotOf } from '../laws/banks.ts'

const runtime = (value: string): ProjectFacts => ({
  ...NO_FACTS,
  snapshot: [{ label: 'Runtime', value, source: 'package.json' }],
  stack: [{ label: 'Runtime', value, source: 'package.json' }],
})

function run(before: Snapshot, facts: ProjectFacts): Snapshot {
  const planned = plan(detect(before), inputFor(before, { facts }))
  if (!planned.ok) throw new Error(planned.problem.code)
  return applied(before, planned.value)
}

test('a bank made in an empty folder gets the facts of the project later [S15]', () => {
  const later = run(run(snapshotOf({}), NO_FACTS), runtime('Node 22'))
  expect(
    pageOf(later.files.get(TECH)?.text ?? '')
      .sectionBody('## Stack')
      ?.trim(),
  ).toBe('- **Runtime**: Node 22 (source: package.json)')
  expect(
    pageOf(later.files.get(MEMORY)?.text ?? '')
      .sectionBody(SECTION.snapshot)
      ?.trim(),
  ).toBe('- **Runtime**: Node 22 (source: package.json)')
})

test('text by people and agents stays in a section without generated facts [S15]', () => {
  const bank = run(snapshotOf({}), NO_FACTS)
  const memory = (bank.files.get(MEMORY)?.text ?? '').replace(
    `${SECTION.snapshot}\n`,
    `${SECTION.snapshot}\n\nOur own words.\n`,
  )
  const edited = snapshotOf(
    Object.fromEntries([...bank.files.values()].map((file) => [file.path, file.path === MEMORY ? memory : file.text])),
  )
  const planned = plan(
    detect(edited),
    inputFor(edited, { facts: { ...NO_FACTS, snapshot: runtime('Node 22').snapshot } }),
  )
  expect(planned.ok && planned.value.changes).toEqual([])
})

test('a file without markers, or with broken ones, does not change [S2]', () => {
  const bank = run(snapshotOf({}), runtime('Node 18'))
  for (const tech of [
    '## Stack\n\n- **Runtime**: Node 18 (source: package.json)\n',
    '<!-- MACHINE_BLOCK_START -->\n## Stack\n- **Runtime**: Node 18 (source: package.json)\n',
  ]) {
    const texts = Object.fromEntries(
      [...bank.files.values()].map((file) => [file.path, file.path === TECH ? tech : file.text]),
    )
    expect(run(snapshotOf(texts), runtime('Node 22')).files.get(TECH)?.text).toBe(tech)
  }
})

test('a second run without news changes nothing [S15]', () => {
  const bank = run(snapshotOf({}), runtime('Node 18'))
  const planned = plan(detect(bank), inputFor(bank, { facts: runtime('Node 18'), now: '2027-01-01T00:00:00Z' }))
  expect(planned.ok && planned.value.changes).toEqual([])
})

test('a document that its index lacks is added and reported; a second run plans nothing [S26] (002:58, 002:59)', () => {
  const index = '# Design Router\n\n| path | title | summary | updated | size |\n|---|---|---|---|---|\n'
  const made = run(snapshotOf({}), NO_FACTS)
  const texts = Object.fromEntries([...made.files.values()].map((file) => [file.path, file.text]))
  const before = snapshotOf({ ...texts, 'details/design/index.md': index, 'details/design/x.md': '# X\n' })
  const planned = plan(detect(before), inputFor(before, { facts: NO_FACTS }))
  if (!planned.ok) throw new Error(planned.problem.code)
  expect(planned.value.notes).toEqual([
    { en: 'Added to the index: details/design/x.md', zh: '已添加到索引：details/design/x.md' },
  ])
  const after = applied(before, planned.value)
  const again = plan(detect(after), inputFor(after, { facts: NO_FACTS }))
  expect(again.ok && again.value.changes).toEqual([])
})
