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

/** Where a file of ours asks for its own path: making a URL of it costs as much as a small command. */
const CJS_PATHS = {
  'import.meta.url': '__filename',
  'import.meta.filename': '__filename',
  'import.meta.dirname': '__dirname',
}

/**
 * What is always loaded together is one file, since opening a file costs as much as reading 10 KB of code: each group is
 * a module with all it imports, and takes what no group before it has taken.
 */
const TOGETHER = [
  ['core', /src.core.(?:result|layout|language|addition|once)\.ts$/],
  ['first-look', /claude-code.concerns-us\.ts$/],
  ['workspace', /workspace.workspace\.ts$/],
  ['program', /cli.program\.ts$|render.width\.ts$/],
  ['bank', /core.problem\.ts$|bank.(?:preconditions|unmask-entry)\.ts$|bank-in-git\.ts$|machine-block\.ts$/],
  [
    'shared-state',
    /core.(?:agent-shell|own-commands)\.ts$|flows.(?:last-check|unconnected-agents)\.ts$|(?:proposal-names|section-store)\.ts$/,
  ],
  [
    'text',
    /text.(?:conflict-markers|index-table|part-names|sections|stem|table|templates|word-table)\.ts$|refresh.unlisted\.ts$/,
  ],
  ['engine', /claude-code.engine\.ts$/],
  ['help', /cli.render.help\.ts$/],
  ['status', /cli.run.status\.ts$/],
  ['secrets', /state.mask-value\.ts$/],
  ['hear', /guard.hear\.ts$/],
  ['judge-write', /guard.judge-write\.ts$/],
  ['recall', /cli.run.recall\.ts$/],
].map(([name, test], index, { length }) => ({ name, test, priority: length - index }))

rmSync(join(root, 'dist'), { recursive: true, force: true })

/** The command line and the command hook, with the chunks they share: a command or an event loads what it needs. */
const programs = await rolldown({
  ...shared,
  input: { main: 'src/cli/main.ts', hook: 'src/hosts/claude-code/hook.ts' },
  transform: { define: { ...shared.transform.define, ...CJS_PATHS } },
})
await programs.write({
  dir: join(root, 'dist'),
  format: 'cjs',
  entryFileNames: ({ name }) => (name === 'main' ? 'cli/main.cjs' : '[name].cjs'),
  chunkFileNames: 'cli/[name].cjs',
  minify: true,
  codeSplitting: { groups: TOGETHER },
  dynamicImportInCjs: false,
})
chmodSync(join(root, 'dist/cli/main.cjs'), 0o755)

const modules = await rolldown({ ...shared, input: { api: 'src/index.ts', plugin: 'src/hosts/opencode/entry.ts' } })
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
  for (const part of ['hook.cjs', 'cli']) cpSync(join(root, 'dist', part), join(folder, part), { recursive: true })
  for (const part of ['templates', 'skills']) cpSync(join(root, part), join(folder, part), { recursive: true })
  const manifest = join(folder, '.claude-plugin/plugin.json')
  writeFileSync(manifest, `${JSON.stringify({ ...JSON.parse(readFileSync(manifest, 'utf8')), version }, null, 2)}\n`)
}
