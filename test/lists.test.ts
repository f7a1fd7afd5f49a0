/** The lists that are generated from folders. recipes.test.ts covers their use. */

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')

test('every generated list is up to date', () => {
  const { status, stderr } = spawnSync(process.execPath, [join(ROOT, 'scripts/lists.mjs'), '--check'], {
    encoding: 'utf8',
  })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
})
