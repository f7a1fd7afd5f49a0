/** Global set-up of Vitest: builds the program that scenarios call in a thread (`scenarios/program-in-thread.ts`). */

import { join } from 'node:path'
import { rolldown } from 'rolldown'
import manifest from '../package.json' with { type: 'json' }

const root = join(import.meta.dirname, '..')

export async function setup(): Promise<void> {
  const bundle = await rolldown({
    cwd: root,
    platform: 'node',
    input: 'test/scenarios/program-in-thread.ts',
    resolve: { mainFields: ['module', 'main'] },
    checks: { ineffectiveDynamicImport: false },
    transform: {
      define: {
        PROGRAM_VERSION: JSON.stringify(manifest.version),
        'import.meta.url': '__filename',
        'import.meta.filename': '__filename',
        'import.meta.dirname': '__dirname',
      },
    },
  })
  await bundle.write({
    dir: join(root, 'test/.program'),
    format: 'cjs',
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name].cjs',
    dynamicImportInCjs: false,
  })
}
