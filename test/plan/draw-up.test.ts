import { describe, expect, test } from 'vitest'
import { MARKER } from '../../src/bank/blocks.ts'
import { pageOf } from '../../src/bank/page.ts'
import { allOf, type SectionMemory } from '../../src/bank/section-memory.ts'
import { MEMORY, SECTION } from '../../src/base/layout.ts'
import { detect } from '../../src/plan/detect.ts'
import { plan } from '../../src/plan/plan.ts'
import type { ProjectFacts } from '../../src/project/facts.ts'
import { applied, inputFor, NO_FACTS, snapshotOf } from '../laws/banks.ts'
import { oldBlock } from '../old-block.ts'

const AT = '2026-02-01T00:00:00Z'
const NODE = '- **Runtime**: Node 18 (source: package.json)'
const STACK = '- **Stack**: TypeScript 5.0 (source: package.json)'
const BLOCK = `<!-- MEMORY_BANK_TEMPLATE:v7.1 -->\n${SECTION.snapshot}\n\n${NODE}\n${STACK}\n`
const entry = (inner: string) =>
  `${MARKER.machineStart}\n${inner}${MARKER.machineEnd}\n\n${MARKER.userStart}\nmine\n${MARKER.userEnd}\n`
const written = entry(BLOCK)
const facts: ProjectFacts = {
  ...NO_FACTS,
  snapshot: [
    { label: 'Runtime', value: 'Node 22', source: 'package.json' },
    { label: 'Stack', value: 'TypeScript 6.0', source: 'package.json' },
  ],
}
const remembered: SectionMemory = new Map([[MEMORY, allOf(pageOf(written, MEMORY), AT)]])

function refreshed(text: string, given: Parameters<typeof inputFor>[1] = {}): string {
  const bank = snapshotOf({ 'MEMORY.md': text })
  const planned = plan(detect(bank), inputFor(bank, { facts, remembered, ...given }))
  return planned.ok ? (applied(bank, planned.value).files.get(MEMORY)?.text ?? '') : planned.problem.code
}

describe('a refresh after an edit by hand', () => {
  const edited = written.replace('Node 18', 'Node 18, says Ann')
  const theirs = NODE.replace('Node 18', 'Node 18, says Ann')

  test('stops before replacing the edit and shows it [S4] (002:91)', () => {
    const bank = snapshotOf({ 'MEMORY.md': edited })
    expect(plan(detect(bank), inputFor(bank, { facts, remembered }))).toEqual({
      ok: false,
      problem: {
        code: 'block-edited',
        conflicts: [
          {
            path: MEMORY,
            heading: SECTION.snapshot,
            at: AT,
            theirs: [theirs],
            ours: [
              '- **Runtime**: Node 22 (source: package.json)',
              '- **Stack**: TypeScript 6.0 (source: package.json)',
            ],
          },
        ],
      },
    })
  })

  test('shows no secret [S35]', () => {
    const secret = `ghp_${'aZ3kQ9vB1xW7nL5mR2tY8uC4pE6sD0fGhJ'.padEnd(36, 'K1')}`
    const bank = snapshotOf({ 'MEMORY.md': edited.replace('says Ann', secret) })
    const planned = plan(detect(bank), inputFor(bank, { facts, remembered }))
    expect(JSON.stringify(planned)).toContain('block-edited')
    expect(JSON.stringify(planned)).not.toContain(secret)
  })

  test('continues if the edit is next to generated lines, and keeps it [S4] [S15] (002:101)', () => {
    const text = refreshed(written.replace(NODE, `A person wrote this.\n${NODE}`))
    expect(text).toContain('A person wrote this.\n- **Runtime**: Node 22')
  })

  test('continues in a fresh clone, where lines in the generated form count as generated [S4]', () => {
    expect(refreshed(edited, { remembered: new Map() })).toContain('Node 22')
  })

  test('continues if the edit was committed in the generated form [S4]', () => {
    expect(refreshed(edited, { committed: () => edited })).toContain('Node 22')
  })

  test('keep: the section does not change [S4]', () => expect(refreshed(edited, { onConflict: 'keep' })).toBe(edited))

  test('append: the new text follows the edit, and generated lines are updated [S4]', () => {
    const text = refreshed(edited, { onConflict: 'append' })
    expect(text.indexOf('Node 22')).toBeGreaterThan(text.indexOf('says Ann'))
    expect(text).toContain('TypeScript 6.0')
    expect(text).not.toContain('TypeScript 5.0')
    expect(refreshed(text, { onConflict: 'append' })).toBe(text)
  })

  test('overwrite: the edit is replaced; the user block is not [S4]', () => {
    const text = refreshed(edited, { onConflict: 'overwrite' })
    expect(text).not.toContain('says Ann')
    expect(text).toContain('Node 22')
    expect(text).toContain(`${MARKER.userStart}\nmine\n${MARKER.userEnd}\n`)
  })

  test('a plan that does not touch the edit needs no choice [S4]', () => {
    const now = { ...facts, snapshot: facts.snapshot.slice(1) }
    const bank = snapshotOf({ 'MEMORY.md': written.replace(NODE, 'Node 18, says Ann') })
    expect(plan(detect(bank), inputFor(bank, { facts: now, remembered })).ok).toBe(true)
  })
})

test('removes the old metadata line and says so once in the plan [S4]', () => {
  const bank = snapshotOf({ 'MEMORY.md': entry(oldBlock(BLOCK, AT)) })
  const planned = plan(detect(bank), inputFor(bank, { facts: NO_FACTS }))
  if (!planned.ok) throw new Error(planned.problem.code)
  expect(planned.value.reasons.filter(({ words }) => words.en.includes('metadata line'))).toHaveLength(1)
  expect(applied(bank, planned.value).files.get(MEMORY)?.text).not.toContain('blockVersion')
})

test('a patch version alone changes nothing [S15] (000:253)', () => {
  const of = (version: string) => entry(`${BLOCK.replace('5.0', version)}`)
  const now = (version: string): ProjectFacts => ({
    ...NO_FACTS,
    snapshot: [
      { label: 'Runtime', value: 'Node 18', source: 'package.json' },
      { label: 'Stack', value: `TypeScript ${version}`, source: 'package.json' },
    ],
  })
  expect(refreshed(of('5.9.2'), { facts: now('5.9.3'), remembered: new Map() })).toBe(of('5.9.2'))
  expect(refreshed(of('5.9.2'), { facts: now('5.10.0'), remembered: new Map() })).toBe(of('5.10.0'))
})
