import { expect, test } from 'vitest'
import { MARKER } from '../../../src/bank/blocks.ts'
import { judgeWrite } from '../../../src/guard/judge-write.ts'
import { FRESH } from '../../../src/guard/state.ts'
import { conflictFromItsSides } from '../../../src/guard/write-rules/conflict-from-its-sides.ts'
import { ask, bank, POLICY } from '../situation.ts'

const HEAD = `${MARKER.machineStart}\n# Patterns\n\n`
const TAIL = `\n${MARKER.machineEnd}\n\n${MARKER.userStart}\nmine\n${MARKER.userEnd}\n`
const [OURS, THEIRS] = ['- ours one\n- ours two\n', '- theirs\n']
const CONFLICT = `<<<<<<< HEAD\n${OURS}=======\n${THEIRS}>>>>>>> other\n`
const BEFORE = HEAD + CONFLICT + TAIL
const PATH = 'details/patterns.md'

const RESOLUTIONS: readonly [string, string][] = [
  ['takes ours', HEAD + OURS + TAIL],
  ['takes theirs', HEAD + THEIRS + TAIL],
  ['takes both', HEAD + OURS + THEIRS + TAIL],
  ['takes both the other way round', HEAD + THEIRS + OURS + TAIL],
  ['takes a line of one side', `${HEAD}- ours two\n${TAIL}`],
]

test.each(RESOLUTIONS)('an edit that %s passes, and needs nobody’s word again [S10]', (_name, after) => {
  const facts = bank(PATH, BEFORE, after)
  expect(ask(conflictFromItsSides, facts)).toBeUndefined()
  expect(judgeWrite({ state: FRESH, facts, policy: { ...POLICY, writer: 'confirm' } }).verdict).toEqual({
    kind: 'allow',
  })
})

test.each([
  ['adds a line between the markers', BEFORE.replace('- theirs', '- theirs\n- new')],
  ['adds a line elsewhere', BEFORE.replace('# Patterns', '# Patterns\n\n- new')],
  ['resolves it with a line of its own', `${HEAD}- a third way\n${TAIL}`],
  ['resolves it and drops what stands around it', OURS],
  ['resolves it and changes the user block', HEAD + OURS + TAIL.replace('mine', 'theirs')],
  ['empties the file', ''],
])('an edit that %s is refused [S10]', (_name, after) =>
  expect(ask(conflictFromItsSides, bank(PATH, BEFORE, after))).toContain(PATH),
)

test('of two conflicts one may be resolved and the other left [S10]', () => {
  const before = `${HEAD + CONFLICT}between\n${CONFLICT}${TAIL}`
  expect(ask(conflictFromItsSides, bank(PATH, before, `${HEAD + OURS}between\n${CONFLICT}${TAIL}`))).toBeUndefined()
})

test('an edit of a file without a conflict does not concern this rule [S10]', () =>
  expect(ask(conflictFromItsSides, bank(PATH, '# a\n', '# b\n'))).toBeUndefined())
