import { describe, expect, test } from 'vitest'
import { MEMORY } from '../../src/core/layout.ts'
import type { ProjectFacts } from '../../src/core/project.ts'
import { detect } from '../../src/refresh/detect.ts'
import { blocksOffTheirHash, isHandEdited, isWhatWasWritten } from '../../src/refresh/machine-block.ts'
import { plan } from '../../src/refresh/plan.ts'
import type { PlanInput } from '../../src/refresh/plan-input.ts'
import { stampMetadata } from '../../src/text/block-metadata.ts'
import { MARKER } from '../../src/text/document.ts'
import { applied, inputFor, NO_FACTS, snapshotOf } from '../laws/banks.ts'

const NOW = '2026-02-01T00:00:00Z'
const block = stampMetadata(
  '<!-- MEMORY_BANK_TEMPLATE:v7.1 -->\n## Project Snapshot\n\n- **Runtime**: Node 18 (source: package.json)\n',
  NOW,
)
const entry = (inner: string) =>
  `${MARKER.machineStart}\n${inner}${MARKER.machineEnd}\n\n${MARKER.userStart}\nmine\n${MARKER.userEnd}\n`
const written = entry(block)
const edited = entry(block.replace('## Project Snapshot\n', '## Project Snapshot\n\nA person wrote this.\n'))
const facts: ProjectFacts = { ...NO_FACTS, snapshot: [{ label: 'Runtime', value: 'Node 22', source: 'package.json' }] }

describe('an edit by hand', () => {
  test.each([
    ['the block as it was written', written, undefined, false],
    ['the same in CRLF', written.replaceAll('\n', '\r\n'), undefined, false],
    ['another text in the user block', written.replace('mine', 'yours'), undefined, false],
    ['a line in the machine block', edited, undefined, true],
    ['the same, committed since', edited, edited, false],
    ['the same, committed with CRLF', edited, edited.replaceAll('\n', '\r\n'), false],
    ['another text than the committed one', edited, written, true],
    ['a block without a hash', entry('## x\n'), undefined, false],
    ['a file without markers', 'text', undefined, false],
    ['a file whose markers are broken', MARKER.machineStart, undefined, false],
  ])('%s: %# [S4]', (_, text, committed, expected) => expect(isHandEdited(MEMORY, text, committed)).toBe(expected))

  test('is looked for in every file [S4]', () => {
    expect(
      blocksOffTheirHash(snapshotOf({ 'MEMORY.md': written, 'details/tech.md': edited, 'details/x.md': 'x' })),
    ).toEqual(['details/tech.md'])
  })

  test('what we wrote before it is known by its hash [S4]', () => {
    expect([
      isWhatWasWritten(MEMORY, written, edited),
      isWhatWasWritten(MEMORY, edited, edited),
      isWhatWasWritten(MEMORY, 'x', edited),
    ]).toEqual([true, false, false])
  })
})

describe('a refresh over an edit by hand', () => {
  const bank = snapshotOf({ 'MEMORY.md': edited })
  const refreshed = (given: Partial<PlanInput>): string => {
    const planned = plan(detect(bank), inputFor(bank, { facts, ...given }))
    if (!planned.ok) return planned.problem.code
    return applied(bank, planned.value).files.get(MEMORY)?.text ?? ''
  }

  test('stops without a choice and names the file [S4]', () => {
    const planned = plan(detect(bank), inputFor(bank, { facts }))
    expect(planned).toEqual({ ok: false, problem: { code: 'block-edited', paths: [MEMORY] } })
  })

  test('goes on where the edit was committed [S4]', () => {
    const text = refreshed({ committed: new Map([[MEMORY, edited]]) })
    expect(text).toContain('A person wrote this.')
    expect(text).toContain('Node 22')
  })

  test('keep: the file stays as it is [S4]', () => expect(refreshed({ onConflict: 'keep' })).toBe(edited))

  test('append: ours goes after theirs, nothing of theirs goes [S4]', () => {
    const text = refreshed({ onConflict: 'append' })
    expect(text).toContain('A person wrote this.')
    expect(text.indexOf('Node 18')).toBeGreaterThan(-1)
    expect(text.indexOf('Node 22')).toBeGreaterThan(text.indexOf('Node 18'))
  })

  test('overwrite: the block as we last wrote it, brought up to date; the user block stays [S4]', () => {
    const text = refreshed({ onConflict: 'overwrite', lastWritten: new Map([[MEMORY, written]]) })
    expect(text).not.toContain('A person wrote this.')
    expect(text).not.toContain('Node 18')
    expect(text).toContain('Node 22')
    expect(text).toContain(`${MARKER.userStart}\nmine\n${MARKER.userEnd}\n`)
  })

  test('overwrite without our own text left: the update goes onto the edited block [S4]', () => {
    const text = refreshed({ onConflict: 'overwrite' })
    expect(text).toContain('A person wrote this.')
    expect(text).toContain('Node 22')
  })

  test.each(['append', 'overwrite'] as const)(
    '%s: the block is stamped, so that it is asked about once [S4]',
    (onConflict) => {
      const text = refreshed({ onConflict, lastWritten: new Map([[MEMORY, written]]) })
      expect(isHandEdited(MEMORY, text, undefined)).toBe(false)
    },
  )

  test('a plan that leaves the edited block alone needs no choice [S4]', () => {
    const planned = plan(
      detect(bank),
      inputFor(bank, {
        facts: { ...NO_FACTS, snapshot: [{ label: 'Runtime', value: 'Node 18', source: 'package.json' }] },
      }),
    )
    expect(planned.ok && planned.value.changes).toEqual([])
  })
})
