import { expect, test } from 'vitest'
import { configIsForPeople } from '../../../src/guard/rules/config-is-for-people.ts'
import { ask, bank, OTHER, project, shell } from '../situation.ts'

test.each([
  ['a tool that writes it', { kind: 'writes', files: [{ in: 'config', path: 'memory-bank.json' }] } as const],
  [
    'a tool that writes it among others',
    {
      kind: 'writes',
      files: [
        { in: 'project', path: 'a.ts' },
        { in: 'config', path: 'memory-bank.json' },
      ],
    } as const,
  ],
  ['a shell command that writes it', shell({ kind: 'writes-config' })],
])('%s is sent to a person [S30] [S33]', (_name, facts) =>
  expect(ask(configIsForPeople, facts)).toContain('memory-bank.json'),
)

test.each([
  [
    'a tool that writes into our records',
    { kind: 'writes', files: [{ in: 'state', path: '/s/memory-bank/j.json' }] } as const,
  ],
  ['a shell command that does', shell({ kind: 'writes-state', path: '/s/memory-bank/j.json' })],
])('%s is refused, naming the file [S33] [S34]', (_name, facts) =>
  expect(ask(configIsForPeople, facts)).toContain('/s/memory-bank/j.json'),
)

test.each([
  ['another file', project('package.json')],
  ['a file of the bank', bank('details/tech.md', 'a', 'b')],
  ['a harmless command', shell()],
  ['no file at all', OTHER],
])('%s is none of its concern [S30]', (_name, facts) => expect(ask(configIsForPeople, facts)).toBeUndefined())
