/** The preparation of `npm run try` and `npm test` does not change other checkouts. */

import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, lstatSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const PREPARE = resolve(import.meta.dirname, '../scripts/prepare.mjs')

test.skipIf(process.platform === 'win32')('a linked node_modules is never emptied, however old it is', () => {
  const base = mkdtempSync(join(tmpdir(), 'mb-prepare-'))
  try {
    const [shared, checkout] = [join(base, 'shared'), join(base, 'checkout')]
    mkdirSync(shared)
    mkdirSync(join(checkout, 'scripts'), { recursive: true })
    writeFileSync(join(shared, 'keep'), '')
    symlinkSync(shared, join(checkout, 'node_modules'))
    writeFileSync(join(checkout, 'package-lock.json'), '{}')
    cpSync(PREPARE, join(checkout, 'scripts/prepare.mjs'))
    const script = `import(${JSON.stringify(join(checkout, 'scripts/prepare.mjs'))}).then(({ install, root }) => install(root))`
    execFileSync(process.execPath, ['-e', script])
    expect(existsSync(join(shared, 'keep'))).toBe(true)
    expect(lstatSync(join(checkout, 'node_modules')).isSymbolicLink()).toBe(true)
  } finally {
    rmSync(base, { recursive: true, force: true })
  }
})
