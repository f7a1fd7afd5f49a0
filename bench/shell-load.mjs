/** Bundles the analyser and the sandbox of its tests from TypeScript. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'

const ROOT = fileURLToPath(new URL('../', import.meta.url))
const PARTS = [
  'src/shell/judge-shell.ts',
  'src/shell/cannot-touch-bank.ts',
  'test/shell/sandbox.ts',
  'test/shell/grammar.ts',
]

export async function loadGuard() {
  const folder = mkdtempSync(join(tmpdir(), 'mb-guard-'))
  const entry = join(folder, 'entry.ts')
  writeFileSync(entry, PARTS.map((part) => `export * from '${ROOT}${part}'\n`).join(''))
  const bundle = await rolldown({
    input: entry,
    platform: 'node',
    logLevel: 'silent',
    // jsonc-parser's main is UMD, whose requires no bundler can follow.
    resolve: { modules: [`${ROOT}node_modules`], mainFields: ['module', 'main'] },
  })
  const file = join(folder, 'guard.mjs')
  await bundle.write({ file, format: 'esm', codeSplitting: false })
  await bundle.close()
  const guard = await import(pathToFileURL(file).href)
  rmSync(folder, { recursive: true })
  return guard
}
