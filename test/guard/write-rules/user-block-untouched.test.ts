import { expect, test } from 'vitest'
import { MARKER } from '../../../src/bank/blocks.ts'
import { userBlockUntouched } from '../../../src/guard/write-rules/user-block-untouched.ts'
import { ask, bank } from '../situation.ts'

const file = (user: string, machine = 'm') =>
  `${MARKER.machineStart}\n${machine}\n${MARKER.machineEnd}\n${MARKER.userStart}\n${user}${MARKER.userEnd}\n`

test.each([
  ['one letter', 'ours\n', 'Ours\n'],
  ['a trailing blank', 'ours\n', 'ours \n'],
  ['a line end', 'a\r\nb\n', 'a\nb\n'],
  ['an added line', 'ours\n', 'ours\nmore\n'],
  ['everything', 'ours\n', ''],
])('%s of the user block does not change [S2] [S32]', (_name, before, now) =>
  expect(ask(userBlockUntouched, bank('MEMORY.md', file(before), file(now)))).toContain('user block'),
)

test.each([
  ['the machine block', file('ours\n', 'a'), file('ours\n', 'b')],
  ['text around the blocks', `# a\n${file('ours\n')}`, `# b\n${file('ours\n')}tail\n`],
  ['a file without blocks', 'a', 'b'],
  ['a new file with one', undefined, file('template\n')],
])('%s may change [S2]', (_name, before, now) =>
  expect(ask(userBlockUntouched, bank('MEMORY.md', before, now))).toBeUndefined(),
)
