/** src/ → dist/: the command line as CommonJS (it starts faster than ESM), the library as ESM, and its types. */

import { execFileSync } from 'node:child_process'
import { chmodSync, readFileSync, rmSync } from 'node:fs'
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
    'core[\\\\/](?:layout|bank-path|lines|limits|result|document|template-version|block-metadata|content-hash|snapshot|problem|language)',
    'workspace[\\\\/](?:disk|find-project|text-codec|journal|built-in|lock|preconditions|transaction|recover|true-entry|git|read-bank)',
    'flows[\\\\/](?:open-bank|tell-git)',
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
