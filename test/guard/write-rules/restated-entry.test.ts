import { expect, test } from 'vitest'
import type { GuardMode } from '../../../src/bank/event.ts'
import { knownPath } from '../../../src/base/bank-path.ts'
import { judgeWrite } from '../../../src/guard/judge-write.ts'
import { remember } from '../../../src/guard/state.ts'
import { restatedEntry } from '../../../src/guard/write-rules/restated-entry.ts'
import { after, ask, bank, POLICY } from '../situation.ts'

const restatedIn = () => ({
  path: knownPath('details/tech.md'),
  line: 3,
  title: 'React 18',
  said: { path: 'package.json', line: 14 },
})
const WRITE = bank('details/tech.md', '# Tech\n', '# Tech\n\n- React 18\n')

const TURN = { at: 'turn', grant: { kind: 'nothing' } } as const

function judged(mode: GuardMode, begun = after(TURN)) {
  const policy = { ...POLICY, mode, restatedIn }
  const first = judgeWrite({ state: begun, facts: WRITE, policy })
  const state = first.moments.reduce(remember, begun)
  return [first, judgeWrite({ state, facts: WRITE, policy })].map(({ verdict }) =>
    verdict.kind === 'allow' ? '' : `${verdict.kind}: ${verdict.text}`,
  )
}

test.each(['warn', 'block'] as const)(
  'in %s it is refused once, with the place and one next step, and the same write then passes [S58]',
  (mode) => {
    const [first, second] = judged(mode)
    expect(first).toBe(
      'refuse: “React 18”: package.json:14 already says this. Add what the code does not show (the reason, the trap, the rejected option), or keep it: repeat the same write.',
    )
    expect(second).not.toContain('refuse')
  },
)

test.each([
  ['in off', 'off', after(TURN)],
  ['where nothing of the session is remembered', 'warn', after()],
] as const)('%s it is noted, once for the entry [S37] [S58]', (_name, mode, begun) => {
  const [first, second] = judged(mode, begun)
  expect(first).toContain('note: “React 18”: package.json:14 already says this.')
  expect(second).not.toContain('package.json:14')
})

test('an entry that says more gets no note [S58]', () =>
  expect(ask(restatedEntry, WRITE, after(), { restatedIn: () => undefined })).toBeUndefined())

test('it is said in both languages [S58]', () => {
  const words = restatedEntry.check({ state: after(), facts: WRITE, policy: { ...POLICY, restatedIn } })
  expect(words?.zh).toContain('已经写明')
})
