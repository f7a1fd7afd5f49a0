import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withoutDotenv } from '../../src/setup/person-environment.ts'
import { temporaryFolder } from '../disk/temporary-folder.ts'

test.each([
  ['.env', 'MEMORY_BANK_DISABLED=1\n'],
  ['.env.local', 'export MEMORY_BANK_DISABLED="1"\n'],
  ['.env.development.local', "A=1\r\nMEMORY_BANK_DISABLED='1' # off\r\n"],
])('what stands in %s of a clone is not the person’s [S39]', (file, text) => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, file), text)
  const env = { HOME: folder, MEMORY_BANK_DISABLED: '1', MEMORY_BANK_GUARD_MODE: 'block' }
  expect(withoutDotenv(env, folder)).toEqual({ HOME: folder, MEMORY_BANK_GUARD_MODE: 'block' })
})

test('what the person set stays, and so does what the repository does not say alike [S39]', () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, '.env'), 'MEMORY_BANK_GUARD_MODE=off\n')
  const env = { HOME: folder, MEMORY_BANK_DISABLED: '1', MEMORY_BANK_GUARD_MODE: 'block' }
  expect(withoutDotenv(env, folder)).toEqual(env)
})
