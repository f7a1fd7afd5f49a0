/** Bundles the engine from src/, because Node 20 cannot load TypeScript. */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

export async function loadEngine() {
  const { rolldown } = await import('rolldown')
  const folder = await mkdtemp(join(tmpdir(), 'memory-bank-bench-'))
  try {
    const bundle = await rolldown({ input: join(root, 'bench/recall/entry.ts'), platform: 'node', logLevel: 'silent' })
    await bundle.write({ file: join(folder, 'engine.mjs'), format: 'esm' })
    await bundle.close()
    return await import(pathToFileURL(join(folder, 'engine.mjs')).href)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
