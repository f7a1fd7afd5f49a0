/** The project that the host suites start with. */

import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './host-stage.ts'

export const MEMORY = `<!-- MACHINE_BLOCK_START -->
<!-- MEMORY_BANK_TEMPLATE:v7.1 -->
# Project Memory

## Current Focus

- Ship the checkout.

## Routing Rules（意图驱动）

| When you want to | Read |
|---|---|
| refactor | [details/patterns.md](details/patterns.md) |
<!-- MACHINE_BLOCK_END -->

<!-- USER_BLOCK_START -->
My own words.
<!-- USER_BLOCK_END -->
`
export const BANK = {
  'memory-bank/MEMORY.md': MEMORY,
  'memory-bank/details/patterns.md':
    '# Decisions\n\n| Date | Decision | Why | Given up | Applies to |\n|---|---|---|---|---|\n| 2026-01-02 | money is integers | rounding | floats | everywhere |\n',
  'package.json': '{ "name": "shop" }\n',
  'src/app.ts': 'export const app = 1\n',
}

/** A learning about a file of the project. */
export const CLOCK = {
  'src/app.ts': 'code\n',
  'memory-bank/details/learnings/clocks-run-apart.md':
    '# Clocks run apart\n\n- **Date**: 2026-01-02\n\n## Symptom\n\n`src/app.ts` showed orders of tomorrow.\n\n## Prevention\n\nTake the time from the server, never from the device.\n',
}

const manifest = (node: string) => `{ "name": "shop", "engines": { "node": "${node}" } }\n`
export const BEFORE_CONFLICT = { 'package.json': manifest('>=20') }

/** A bank with a fact that the user edited and the project then changed: a refresh would replace their text (S4). */
export function makeConflict(project: string, env: NodeJS.ProcessEnv): void {
  const init = [join(ROOT, 'dist/cli/main.cjs'), 'init', '--yes', '-C', project]
  if (spawnSync(process.execPath, init, { env }).status !== 0) throw new Error('no bank was made')
  const entry = join(project, 'memory-bank/MEMORY.md')
  writeFileSync(entry, readFileSync(entry, 'utf8').replace('>=20', '>=20 please'))
  writeFileSync(join(project, 'package.json'), manifest('>=22'))
}

/** Whether the file contains the user's text, and whether it contains the update. */
export function outcomeIn(entry: string): readonly boolean[] {
  return [entry.includes('>=20 please'), entry.includes('>=22')]
}
