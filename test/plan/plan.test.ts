import { describe, expect, test } from 'vitest'
import type { BankState } from '../../src/bank/bank-state.ts'
import { knownPath } from '../../src/base/bank-path.ts'
import { plan, planPart } from '../../src/plan/plan.ts'
import { inputFor, snapshotOf } from '../laws/banks.ts'

const bank = snapshotOf({})

describe('each state has its plan', () => {
  test.each<[BankState, string]>([
    [{ kind: 'absent' }, 'init'],
    [{ kind: 'entry-missing' }, 'entry'],
    [{ kind: 'legacy', entries: [knownPath('brief.md')] }, 'migrate'],
    [{ kind: 'current', version: '7.1' }, 'refresh'],
  ])('%j → %s [S11]', (state, intent) => {
    const planned = plan(state, inputFor(bank))
    expect(planned.ok && planned.value.intent).toBe(intent)
  })

  test.each<[BankState, string]>([
    [{ kind: 'foreign', tool: 'Cline', paths: [knownPath('projectbrief.md')] }, 'bank-foreign'],
    [{ kind: 'newer', version: '8.0' }, 'bank-newer'],
    [{ kind: 'broken', problem: { code: 'file-expected', path: 'MEMORY.md' } }, 'file-expected'],
    [{ kind: 'outdated', version: undefined }, 'markers-missing'],
  ])('%j stops with %s [S10]', (state, code) => {
    const planned = plan(state, inputFor(bank))
    expect(!planned.ok && planned.problem.code).toBe(code)
  })

  test.each(['index', 'archive'] as const)(
    '%s alone is a plan of its own on a current bank, and the usual plan in other states [S11]',
    (part) => {
      const alone = planPart(part, { kind: 'current', version: '7.1' }, inputFor(bank))
      const first = planPart(part, { kind: 'absent' }, inputFor(bank))
      expect([alone.ok && alone.value.intent, first.ok && first.value.intent]).toEqual([part, 'init'])
    },
  )
})
