/**
 * src/ → dist/: programs, plugins and the library in one CommonJS build with shared files, the merge driver, the page, and
 * the public types. `dist` is also the plugin folder of Claude Code and Copilot, which copy it elsewhere, so it must contain
 * everything they need.
 */

import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const dist = join(root, 'dist')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** The first file of each program, and the code that users wait for most often after it. Each line is loaded together. */
const STARTS = [
  ['hosts/hook-program', 'hosts/claude-code'],
  ['cli/program', 'cli/help'],
]
const WAITED_FOR = [
  ['session/is-bank-changed', 'session/is-file-named'],
  ['cli/commands/status', 'setup/person-environment'],
  ['cli/commands/recall'],
  ['session/report-foreign-changes', 'cli/in-project'],
  ['hosts/hook-answers'],
  ['guard/judge-write', 'consent/proposal', 'disk/state/section-store', 'disk/state/mask-value'],
  ['session/shell-context'],
  ['verbs/make-opening'],
  ['consent/read-reply', 'guard/hear-agent'],
]

/** Loaded only after the other: the two need no file for what both of them need. */
const AFTER = {
  status: ['report-foreign-changes'],
  recall: ['report-foreign-changes'],
  'judge-write': ['hook-answers'],
  'shell-context': ['hook-answers'],
  'read-reply': ['hook-answers'],
}

const OPTIONS = {
  cwd: root,
  platform: 'node',
  // jsonc-parser's main is UMD, whose requires no bundler can follow.
  resolve: { mainFields: ['module', 'main'] },
  // A dynamic import is free if its file is already loaded.
  checks: { ineffectiveDynamicImport: false },
  transform: {
    define: {
      PROGRAM_VERSION: JSON.stringify(version),
      // CommonJS already has the path. Making a URL of it costs as much as a small command.
      'import.meta.url': '__filename',
      'import.meta.filename': '__filename',
      'import.meta.dirname': '__dirname',
    },
  },
}

rmSync(dist, { recursive: true, force: true })
await buildPrograms()
await buildDriver()
await buildPage()
buildTypes()
copyPluginFiles()

async function buildPrograms() {
  const bundle = await rolldown({
    ...OPTIONS,
    input: {
      'cli/main': 'src/cli/main.ts',
      hook: 'src/hosts/hook-program.ts',
      cline: 'src/hosts/cline.ts',
      plugin: 'src/hosts/opencode/entry.ts',
      api: 'src/index.ts',
    },
    preserveEntrySignatures: 'allow-extension',
  })
  const { output } = await bundle.write({
    dir: dist,
    // CommonJS starts faster than ESM, and Cline leaves it to Node (decision 7).
    format: 'cjs',
    entryFileNames: '[name].cjs',
    chunkFileNames: 'chunks/[name].cjs',
    minify: true,
    exports: 'named',
    dynamicImportInCjs: false,
    codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: builtFile(), debugName: 'files' }] },
  })
  for (const { fileName } of output) exportValues(join(dist, fileName))
  for (const name of ['plugin', 'api']) writeShim(name, output)
  chmodSync(join(dist, 'cli/main.cjs'), 0o755)
}

/**
 * Exports values instead of getters. Getters are for modules that import each other or change what they export; these do
 * neither, and a file with 200 getters takes a tenth longer to load.
 */
function exportValues(file) {
  const getter =
    /Object\.defineProperty\(exports,("[^"]+"|`[^`]+`),\{enumerable:!0,get:function\(\)\{return ([\w$.]+)\}\}\)/g
  const code = readFileSync(file, 'utf8')
  const plain = code.replace(getter, (_getter, name, value) => `exports[${name}]=${value}`)
  if (plain !== code) writeFileSync(file, plain)
}

/** Git starts the merge driver once per file: a single file of 46 KB starts faster than shared chunks. */
async function buildDriver() {
  const bundle = await rolldown({ ...OPTIONS, input: 'src/cli/merge-driver.ts' })
  await bundle.write({ file: join(dist, 'merge-driver.cjs'), format: 'cjs', minify: true })
}

/**
 * Names the built file of a module. Opening a file costs as much as reading 5 KB of code, so modules needed by the same
 * lines above are one file. Modules needed by four of them are one file or two, because a look at the bank's stamps, with
 * which many hooks end, does not load the rest. The bundler decides about the rest.
 *
 * A module's imports are needed wherever the module is, so these files never form an import cycle.
 */
function builtFile() {
  let lists
  return (id, graph) => {
    lists ??= [STARTS, WAITED_FOR].map((lines) => lines.map((paths) => [basename(paths[0]), imported(paths, graph)]))
    // A program must not be loaded by another one, since loading runs it.
    if (graph.getModuleInfo(id).isEntry) return undefined
    const [starts, waitedFor] = lists.map((lines) => lines.filter(([, ids]) => ids.has(id)).map(([name]) => name))
    // A hook that only looks at the stamps loads nothing of the command line.
    if (starts[0] === 'program' && waitedFor.includes('is-bank-changed')) return 'hook-program-common'
    if (starts.length > 0) return starts.length + waitedFor.length > 1 ? `${starts[0]}-common` : starts[0]
    if (waitedFor[0] === 'is-bank-changed' && waitedFor.length > 1) return 'is-bank-changed-common'
    if (waitedFor.length > 3) return 'common'
    return waitedFor.filter((name) => !AFTER[name]?.some((first) => waitedFor.includes(first))).join('-') || undefined
  }
}

function imported(paths, graph) {
  const ids = new Set(paths.map((path) => join(root, 'src', `${path}.ts`)))
  for (const id of ids)
    if (graph.getModuleInfo(id) === null) throw new Error(`scripts/build.mjs names ${id}, which is gone`)
  for (const id of ids) for (const one of graph.getModuleInfo(id)?.importedIds ?? []) ids.add(one)
  return ids
}

/** Hosts import an ES module. Node and Bun import CommonJS differently, but `require` is the same in both. */
function writeShim(name, output) {
  const { exports } = output.find(({ fileName }) => fileName === `${name}.cjs`)
  const built = `createRequire(import.meta.url)('./${name}.cjs')`
  const line = exports.includes('default') ? `default ${built}.default` : `const { ${exports.join(', ')} } = ${built}`
  writeFileSync(join(dist, `${name}.js`), `import { createRequire } from 'node:module'\nexport ${line}\n`)
}

/** The page is one script and one style sheet; its server keeps both in memory. */
async function buildPage() {
  const bundle = await rolldown({
    cwd: root,
    platform: 'browser',
    input: 'src/dashboard/client/main.tsx',
    tsconfig: 'tsconfig.client.json',
    // Children as arguments make shorter calls than children as a property.
    transform: {
      jsx: { runtime: 'classic', pragma: 'h', pragmaFrag: 'Fragment' },
      inject: { h: ['preact', 'h'], Fragment: ['preact', 'Fragment'] },
    },
  })
  await bundle.write({ file: join(dist, 'dashboard/page.js'), format: 'iife', minify: true, comments: false })
  cpSync(join(root, 'src/dashboard/client/page.css'), join(dist, 'dashboard/page.css'))
}

/** The compiler writes the types of every file. Only those reached from the library and the plugin are kept. */
function buildTypes() {
  const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')
  execFileSync(process.execPath, [tsc, '-p', join(root, 'tsconfig.build.json')], { stdio: 'inherit' })
  const all = join(dist, '.types')
  const needed = new Set(['index.d.ts', 'hosts/opencode/entry.d.ts'])
  for (const file of needed) {
    const text = readFileSync(join(all, file), 'utf8')
    for (const [, path] of text.matchAll(/(?:from |import\()['"](\.[^'"]+)\.ts['"]/g))
      needed.add(`${join(dirname(file), path)}.d.ts`)
    cpSync(join(all, file), join(dist, 'types', file))
  }
  rmSync(all, { recursive: true })
}

function copyPluginFiles() {
  cpSync(join(root, 'src/hosts/hook.sh'), join(dist, 'hook.sh'))
  cpSync(join(root, 'plugins/claude-code'), dist, { recursive: true })
  for (const part of ['templates', 'skills']) cpSync(join(root, part), join(dist, part), { recursive: true })
  for (const place of ['.claude-plugin', '.github/plugin']) {
    const manifest = join(dist, place, 'plugin.json')
    writeFileSync(manifest, `${JSON.stringify({ ...JSON.parse(readFileSync(manifest, 'utf8')), version }, null, 2)}\n`)
  }
}
