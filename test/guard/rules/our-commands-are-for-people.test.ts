import { expect, test } from 'vitest'
import { ourCommandsAreForPeople } from '../../../src/guard/rules/our-commands-are-for-people.ts'
import { ask, OTHER, shell } from '../situation.ts'

test.each([
  'memory-bank refresh --yes',
  'mb proposals accept 3',
  'mb proposals edit p3 --why x --yes',
  'memory-bank undo',
])('%s is shown to the user, not run [S33]', (command) => {
  expect(ask(ourCommandsAreForPeople, shell({ kind: 'runs-our-command', command }))).toContain(command)
})

test.each([
  ['a harmless command', shell()],
  ['a write of the bank, which another rule refuses', shell({ kind: 'writes-bank', how: '>', path: 'x' })],
  ['no command', OTHER],
])('%s passes [S33]', (_name, facts) => expect(ask(ourCommandsAreForPeople, facts)).toBeUndefined())
