import { expect, test } from 'vitest'
import type { GuardMode } from '../../../src/bank/event.ts'
import { knownPath } from '../../../src/base/bank-path.ts'
import { judgeWrite } from '../../../src/guard/judge-write.ts'
import { remember } from '../../../src/guard/state.ts'
import { secondDocument } from '../../../src/guard/write-rules/second-document.ts'
import { after, ask, bank, POLICY } from '../situation.ts'

const rivalOf = () => ({ path: knownPath('details/design/billing.md'), title: 'Billing' })
const NEW = bank('details/design/billing2.md', undefined, '# Billing\n')

const TURN = { at: 'turn', grant: { kind: 'nothing' } } as const

function judged(mode: GuardMode, begun = after(TURN)) {
  const policy = { ...POLICY, mode, rivalOf }
  const first = judgeWrite({ state: begun, facts: NEW, policy })
  const state = first.moments.reduce(remember, begun)
  return [first, judgeWrite({ state, facts: NEW, policy })].map(({ verdict }) =>
    verdict.kind === 'allow' ? '' : `${verdict.kind}: ${verdict.text}`,
  )
}

test.each(['warn', 'block'] as const)(
  'in %s it is refused once, with one next step, and the same write then passes [S6] [S32] (000:292)',
  (mode) => {
    const [first, second] = judged(mode)
    expect(first).toContain('refuse: details/design/billing.md (“Billing”) seems to have the same topic')
    expect(first).toContain('Read and update details/design/billing.md instead')
    expect(second).not.toContain('billing.md (“Billing”)')
    expect(second).not.toContain('refuse')
  },
)

test.each([
  ['in off', 'off', after(TURN)],
  ['where nothing of the session is remembered', 'warn', after()],
] as const)('%s it is noted, once for the file [S6] [S37] (000:367)', (_name, mode, begun) => {
  const [first, second] = judged(mode, begun)
  expect(first).toContain('note: details/design/billing.md (“Billing”) seems to have the same topic')
  expect(second).not.toContain('billing.md (“Billing”)')
})

test('an edit of an existing file is not a second document [S6]', () =>
  expect(
    ask(secondDocument, bank('details/design/billing2.md', '# Old', '# Billing'), after(), { rivalOf }),
  ).toBeUndefined())

test('it is said in both languages [S6]', () => {
  const words = secondDocument.check({ state: after(), facts: NEW, policy: { ...POLICY, rivalOf } })
  expect(words?.zh).toContain('「Billing」')
})
