import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Draft } from '../../src/bank/draft.ts'
import { Page, pageOf } from '../../src/bank/page.ts'
import type { Snapshot } from '../../src/bank/snapshot.ts'
import { knownPath } from '../../src/base/bank-path.ts'
import { reanchor } from '../../src/drift/anchors.ts'
import { Codebase } from '../../src/drift/codebase.ts'
import { findDrift } from '../../src/drift/find-drift.ts'
import { statementsIn } from '../../src/drift/statements.ts'
import { law } from '../laws/runs.ts'
import { repositoryOf } from './repository-of.ts'

const PAGE = knownPath('details/design/page.md')
const CODE = Array.from({ length: 30 }, (_, index) => `line ${index + 1}`)

function snapshotOf(text: string): Snapshot {
  return {
    exists: true,
    files: new Map([[PAGE, new Page(PAGE, text)]]),
    others: [],
    folders: new Set(),
    unreadable: [],
  }
}

/** The page after its anchors were updated. */
function fixed(text: string, files: Readonly<Record<string, string>>): string {
  const draft = new Draft(snapshotOf(text))
  reanchor(draft, repositoryOf(files), () => true)
  return draft.read(PAGE) ?? ''
}

function verdicts(text: string, files: Readonly<Record<string, string>>): readonly string[] {
  return findDrift(statementsIn(pageOf(text, PAGE)), new Codebase(repositoryOf(files))).map((one) =>
    `${one.verdict} ${one.now ?? ''}`.trim(),
  )
}

test('an anchor gets its hash, stays valid while the lines are unchanged, and follows moved lines [S51]', () => {
  const stamped = fixed('See `src/a.ts#L10-12@?`.\n', { 'src/a.ts': CODE.join('\n') })
  expect(stamped).toMatch(/^See `src\/a\.ts#L10-12@[0-9a-f]{8}`\.\n$/)
  expect(verdicts(stamped, { 'src/a.ts': CODE.join('\r\n') })).toEqual([])
  const later = { 'src/a.ts': ['new', 'new', ...CODE].join('\n') }
  expect(verdicts(stamped, later)).toEqual([`moved ${stamped.slice(5, -3).replace('L10-12', 'L12-14')}`])
  const followed = fixed(stamped, later)
  expect(followed).toBe(stamped.replace('L10-12', 'L12-14'))
  expect(verdicts(followed, later)).toEqual([])
})

test('changed lines are reported and not fixed [S51]', () => {
  const stamped = fixed('`src/a.ts#L2@?`', { 'src/a.ts': CODE.join('\n') })
  const changed = { 'src/a.ts': CODE.join('\n').replace('line 2\n', 'other\n') }
  expect(verdicts(stamped, changed)).toEqual(['changed'])
  expect(fixed(stamped, changed)).toBe(stamped)
})

test('moved lines are found in the only file that has them [S51]', () => {
  const stamped = fixed('`src/a.ts#L5-6@?`', { 'src/a.ts': CODE.join('\n') })
  expect(fixed(stamped, { 'lib/deep/a.ts': CODE.join('\n') })).toBe(stamped.replace('src/a.ts', 'lib/deep/a.ts'))
})

test('an anchor in a user block keeps its bytes [S2]', () => {
  const text = '<!-- USER_BLOCK_START -->\n`src/a.ts#L1@?`\n<!-- USER_BLOCK_END -->\n'
  expect(fixed(text, { 'src/a.ts': 'x\n' })).toBe(text)
})

test('a fix changes only anchors and leaves none to fix [S51]', () => {
  const insertions = fc.array(fc.nat(29), { maxLength: 6 })
  law(
    fc.property(fc.integer({ min: 1, max: 25 }), fc.integer({ min: 0, max: 4 }), insertions, (from, more, places) => {
      const stamped = fixed(`a \`src/a.ts#L${from}-${from + more}@?\` b`, { 'src/a.ts': CODE.join('\n') })
      const lines = [...CODE]
      for (const place of places) lines.splice(place, 0, 'inserted')
      const once = fixed(stamped, { 'src/a.ts': lines.join('\n') })
      expect(fixed(once, { 'src/a.ts': lines.join('\n') })).toBe(once)
      expect(once.replace(/`[^`]*`/, '')).toBe('a  b')
    }),
    100,
  )
})
