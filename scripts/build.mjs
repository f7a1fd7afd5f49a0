/** src/ → dist/: command line and hook as CommonJS (it starts faster than ESM), the library as ESM, its types, a plugin. */

import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const shared = {
  cwd: root,
  platform: 'node',
  // jsonc-parser's main is UMD, whose requires no bundler can follow.
  resolve: { mainFields: ['module', 'main'] },
  transform: { define: { PROGRAM_VERSION: JSON.stringify(version) } },
}

/** What `status` needs, in one file beside the first: each file more to load is a fiftieth of its start. */
const STATUS_NEEDS = new RegExp(
  `src[\\\\/](?:${[
    'core[\\\\/](?:layout|bank-path|lines|limits|result|document|template-version|block-metadata|content-hash|snapshot|problem|language|state-text|tokens)',
    'workspace[\\\\/](?:disk|find-project|text-codec|journal|built-in|lock|preconditions|transaction|recover|git|read-bank|workspace|config|state-folder)',
    'flows[\\\\/](?:open-bank|tell-git|status)',
    'refresh[\\\\/](?:detect|conflicts)',
  ].join('|')})\\.ts$`,
)

rmSync(join(root, 'dist'), { recursive: true, force: true })

const cli = await rolldown({ ...shared, input: { main: 'src/cli/main.ts' } })
await cli.write({
  dir: join(root, 'dist/cli'),
  format: 'cjs',
  entryFileNames: '[name].cjs',
  chunkFileNames: '[name].cjs',
  minify: true,
  dynamicImportInCjs: false,
  codeSplitting: { groups: [{ name: 'base', test: STATUS_NEEDS }] },
})
chmodSync(join(root, 'dist/cli/main.cjs'), 0o755)

/** The hook decides from a few kilobytes whether it needs its engine. */
for (const [folder, input] of [
  ['dist', { hook: 'src/hosts/claude-code/hook.ts' }],
  ['dist/hook', { engine: 'src/hosts/claude-code/engine.ts' }],
]) {
  const hook = await rolldown({ ...shared, input })
  await hook.write({
    dir: join(root, folder),
    format: 'cjs',
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name].cjs',
    minify: true,
    dynamicImportInCjs: false,
    // What the engine and its later parts have in common, in one file.
    codeSplitting: { groups: [{ name: 'common', minShareCount: 2 }] },
  })
}

const modules = await rolldown({ ...shared, input: { api: 'src/index.ts', plugin: 'src/hosts/opencode/plugin.ts' } })
await modules.write({
  dir: join(root, 'dist'),
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: 'chunks/[name].js',
  minify: 'dce-only',
})

const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')
execFileSync(process.execPath, [tsc, '-p', join(root, 'tsconfig.build.json')], { stdio: 'inherit' })

buildClaudePlugin(join(root, 'dist/claude-code'))

/** Claude Code copies a plugin's folder elsewhere: everything it needs stands in it. */
function buildClaudePlugin(folder) {
  cpSync(join(root, 'plugins/claude-code'), folder, { recursive: true })
  for (const part of ['hook.cjs', 'hook', 'cli'])
    cpSync(join(root, 'dist', part), join(folder, part), { recursive: true })
  for (const part of ['templates', 'skills']) cpSync(join(root, part), join(folder, part), { recursive: true })
  const manifest = join(folder, '.claude-plugin/plugin.json')
  writeFileSync(manifest, `${JSON.stringify({ ...JSON.parse(readFileSync(manifest, 'utf8')), version }, null, 2)}\n`)
}
