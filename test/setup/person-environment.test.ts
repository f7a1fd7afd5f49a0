import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withoutDotenv } from '../../src/setup/person-environment.ts'
import { temporaryFolder } from '../disk/temporary-folder.ts'

test.each([
  ['.env', 'MEMORY_BANK_DISABLED=1\n'],
  ['.env.local', 'export MEMORY_BANK_DISABLED="1"\n'],
  ['.env.development.local', "A=1\r\nMEMORY_BANK_DISABLED='1' # off\r\n"],
])('variables in %s of a clone are ignored [S39]', (file, text) => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, file), text)
  const env = { HOME: folder, MEMORY_BANK_DISABLED: '1', MEMORY_BANK_GUARD_MODE: 'block' }
  expect(withoutDotenv(env, folder)).toEqual({ HOME: folder, MEMORY_BANK_GUARD_MODE: 'block' })
})

test('variables that the user set stay, also if the repository sets another value [S39]', () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, '.env'), 'MEMORY_BANK_GUARD_MODE=off\n')
  const env = { HOME: folder, MEMORY_BANK_DISABLED: '1', MEMORY_BANK_GUARD_MODE: 'block' }
  expect(withoutDotenv(env, folder)).toEqual(env)
})

test('a clone cannot remove the mark of an agent’s shell, nor hide that its Node does not start the server [S39] [S42]', () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, '.env'), 'MEMORY_BANK_AGENT_SHELL=1\nMEMORY_BANK_NODE=true\nMEMORY_BANK_DEBUG=1\n')
  const kept = { HOME: folder, MEMORY_BANK_AGENT_SHELL: '1', MEMORY_BANK_NODE: 'true' }
  expect(withoutDotenv({ ...kept, MEMORY_BANK_DEBUG: '1' }, folder)).toEqual(kept)
})
