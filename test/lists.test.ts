/** The lists that follow from a folder; what relies on them is proven in recipes.test.ts. */

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')

test('every list is what its folder says', () => {
  const { status, stderr } = spawnSync(process.execPath, [join(ROOT, 'scripts/lists.mjs'), '--check'], {
    encoding: 'utf8',
  })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
})
