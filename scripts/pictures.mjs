/**
 * Screenshots of the dashboard: those of the README, and with a folder every page in every theme and width.
 *
 *   node scripts/pictures.mjs [folder]
 */

import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { root } from './prepare.mjs'

const [folder = ''] = process.argv.slice(2)
const done = spawnSync(
  join(root, 'test/node_modules/.bin/vitest'),
  ['run', '--config', 'test/vitest.config.ts', '--root', root, 'test/scenarios/dashboard-page.test.ts', '-t', 'drawn'],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, MEMORY_BANK_PICTURES: folder === '' ? 'README' : resolve(folder) },
  },
)
process.exit(done.status ?? 1)
