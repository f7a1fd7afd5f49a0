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
 * What people wait for most often, by program: what is loaded one after the other, and what is then loaded where it is
 * asked for. Files that the same of these need are one built file, since opening a file costs as much as reading 5 KB of
 * code; what none of them needs is left to the bundler.
 */
const PATHS = {
  cli: {
    chain: ['cli/program'],
    late: ['cli/run/status', 'cli/run/recall', 'cli/render/help'],
  },
  hook: {
    chain: ['hosts/hook-program', 'hosts/claude-code', 'hosts/hook-answers'],
    late: [
      ...['guard/hear-person', 'guard/hear-agent', 'guard/judge-write', 'flows/shell-context', 'flows/make-opening'],
      ...['flows/declined', 'workspace/state/section-store', 'workspace/state/mask-value'],
    ],
  },
}

/** Says of each module which of the paths need it: asked by the bundler. */
function pathsTo({ chain, late }) {
  let needed
  return (id, graph) => {
    needed ??= new Map([...chain, ...late].map((path) => [path, staticImports(path, graph)]))
    const paths = [...needed.keys()].filter((path) => needed.get(path).has(id))
    const first = chain.find((path) => paths.includes(path))
    // What comes later in the chain, or after it, finds this loaded.
    return paths.length === 0
      ? undefined
      : (first === undefined ? paths : [first]).map((path) => basename(path)).join('-')
  }
}

function staticImports(path, graph) {
  const ids = new Set([join(root, 'src', `${path}.ts`)])
  for (const id of ids) for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) ids.add(imported)
  return ids
}

rmSync(join(root, 'dist'), { recursive: true, force: true })

await buildProgram('cli', 'src/cli/main.ts', 'cli/main.cjs')
await buildProgram('hook', 'src/hosts/hook-program.ts', 'hook.cjs')
cpSync(join(root, 'src/hosts/hook.sh'), join(root, 'dist/hook.sh'))
chmodSync(join(root, 'dist/cli/main.cjs'), 0o755)
await buildDriver()
await buildClinePlugin()
await buildPage()

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

/** Claude Code copies a plugin's folder elsewhere: everything it needs stands in it. Copilot has a manifest of its own there. */
function buildClaudePlugin(folder) {
  cpSync(join(root, 'plugins/claude-code'), folder, { recursive: true })
  for (const part of ['hook.cjs', 'hook.sh', 'hook', 'cli'])
    cpSync(join(root, 'dist', part), join(folder, part), { recursive: true })
  cpSync(join(root, 'dist/merge-driver.cjs'), join(folder, 'dist/merge-driver.cjs'))
  for (const part of ['templates', 'skills']) cpSync(join(root, part), join(folder, part), { recursive: true })
  for (const manifest of ['.claude-plugin', '.github/plugin'].map((place) => join(folder, place, 'plugin.json')))
    writeFileSync(manifest, `${JSON.stringify({ ...JSON.parse(readFileSync(manifest, 'utf8')), version }, null, 2)}\n`)
}

/** Cline reads a module that is imported as text and translates it; what is required is left to Node. */
async function buildClinePlugin() {
  const bundle = await rolldown({
    ...shared,
    input: { cline: 'src/hosts/cline.ts' },
    checks: { ineffectiveDynamicImport: false },
    transform: { define: { ...shared.transform.define, ...CJS_PATHS } },
  })
  await bundle.write({
    dir: join(root, 'dist'),
    format: 'cjs',
    exports: 'named',
    entryFileNames: '[name].cjs',
    chunkFileNames: 'cline/[name].cjs',
    minify: true,
  })
}

/** The page is one script and one style sheet, which its server keeps in memory. */
async function buildPage() {
  const bundle = await rolldown({
    cwd: root,
    platform: 'browser',
    input: 'src/dashboard/client/main.tsx',
    tsconfig: 'tsconfig.client.json',
    // A call with its children behind it is shorter than one with a field for them.
    transform: {
      jsx: { runtime: 'classic', pragma: 'h', pragmaFrag: 'Fragment' },
      inject: { h: ['preact', 'h'], Fragment: ['preact', 'Fragment'] },
    },
  })
  await bundle.write({ file: join(root, 'dist/dashboard/page.js'), format: 'iife', minify: true, comments: false })
  cpSync(join(root, 'src/dashboard/client/page.css'), join(root, 'dist/dashboard/page.css'))
}

/** What git starts once for each file is one file. */
async function buildDriver() {
  const bundle = await rolldown({
    ...shared,
    input: 'src/cli/merge-driver.ts',
    transform: { define: { ...shared.transform.define, ...CJS_PATHS } },
  })
  await bundle.write({ file: join(root, 'dist/merge-driver.cjs'), format: 'cjs', minify: true })
}

/** A program with the files beside it: a command or an event loads what it needs. */
async function buildProgram(name, input, file) {
  const bundle = await rolldown({
    ...shared,
    input,
    preserveEntrySignatures: false,
    // Where a file is there already, an import that may come late costs nothing.
    checks: { ineffectiveDynamicImport: false },
    transform: { define: { ...shared.transform.define, ...CJS_PATHS } },
  })
  await bundle.write({
    dir: join(root, 'dist'),
    format: 'cjs',
    entryFileNames: file,
    chunkFileNames: `${name}/[name].cjs`,
    minify: true,
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [{ name: pathsTo(PATHS[name]), debugName: 'paths' }],
    },
    dynamicImportInCjs: false,
  })
}
