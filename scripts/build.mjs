/** src/ → dist/: command line and hook as CommonJS (it starts faster than ESM), the library as ESM, its types, a plugin. */

import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
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
 * What people wait for most often. Files that the same of these need are one file of the program, since opening a file
 * costs as much as reading 5 KB of code; what none of them needs is left to the bundler.
 */
const PROGRAM = ['cli/program', 'cli/run/status', 'cli/run/recall']
const HOOK = ['hosts/claude-code/hook', 'hosts/claude-code/engine']
/** Loaded by the engine where an event needs it, so that what the engine needs is there already. */
const AFTER_ENGINE = [
  ...['guard/hear-person', 'guard/hear-agent', 'guard/judge-write', 'flows/shell-context', 'flows/make-opening'],
  ...['flows/declined', 'workspace/state/section-store', 'workspace/state/mask-value'],
]

/** Which of the paths need a module: asked by the bundler for each. */
function pathsTo(id, graph) {
  needed ??= new Map([...PROGRAM, ...HOOK, ...AFTER_ENGINE].map((path) => [path, staticImports(path, graph)]))
  const isEngine = needed.get('hosts/claude-code/engine').has(id)
  const paths = [...needed].flatMap(([path, ids]) =>
    ids.has(id) && !(isEngine && AFTER_ENGINE.includes(path)) ? [basename(path)] : [],
  )
  return paths.length === 0 ? undefined : paths.join('-')
}

let needed

function staticImports(path, graph) {
  const ids = new Set([join(root, 'src', `${path}.ts`)])
  for (const id of ids) for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) ids.add(imported)
  return ids
}

rmSync(join(root, 'dist'), { recursive: true, force: true })

/** The command line and the command hook, with the chunks they share: a command or an event loads what it needs. */
const programs = await rolldown({
  ...shared,
  input: { main: 'src/cli/main.ts', hook: 'src/hosts/claude-code/hook.ts' },
  preserveEntrySignatures: false,
  transform: { define: { ...shared.transform.define, ...CJS_PATHS } },
})
await programs.write({
  dir: join(root, 'dist'),
  format: 'cjs',
  entryFileNames: ({ name }) => (name === 'main' ? 'cli/main.cjs' : '[name].cjs'),
  chunkFileNames: 'cli/[name].cjs',
  minify: true,
  codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: pathsTo, debugName: 'paths' }] },
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
