/**
 * src/ → dist/: programs, plugins and the library in one CommonJS build with shared files, the merge driver, the page, and
 * the public types. `dist` is also the plugin folder of Claude Code and Copilot, which copy it elsewhere: everything they
 * need is inside.
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

/** The first file of each program, and what people wait for most often after it; one line is loaded together. */
const STARTS = [
  ['hosts/hook-program', 'hosts/claude-code'],
  ['cli/program', 'cli/help'],
]
const WAITED_FOR = [
  ['cli/commands/status', 'setup/person-environment'],
  ['cli/commands/recall'],
  ['hosts/hook-answers'],
  ['guard/judge-write', 'consent/proposal', 'disk/state/section-store', 'disk/state/mask-value'],
  ['session/shell-context'],
  ['verbs/make-opening'],
  ['consent/read-reply', 'guard/proposal'],
]

const OPTIONS = {
  cwd: root,
  platform: 'node',
  // jsonc-parser's main is UMD, whose requires no bundler can follow.
  resolve: { mainFields: ['module', 'main'] },
  // An import that may come late costs nothing when its file is already loaded.
  checks: { ineffectiveDynamicImport: false },
  transform: {
    define: {
      PROGRAM_VERSION: JSON.stringify(version),
      // CommonJS has the path itself. Making a URL of it costs as much as a small command.
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
  for (const name of ['plugin', 'api']) writeShim(name, output)
  chmodSync(join(dist, 'cli/main.cjs'), 0o755)
}

/** Git starts the merge driver once for each file: one file of 46 KB starts faster than what it would share. */
async function buildDriver() {
  const bundle = await rolldown({ ...OPTIONS, input: 'src/cli/merge-driver.ts' })
  await bundle.write({ file: join(dist, 'merge-driver.cjs'), format: 'cjs', minify: true })
}

/**
 * Names the built file of a module. Opening a file costs as much as reading 5 KB of code: modules that the same lines above
 * need are one file. What three of them need is one file too, or two: a hook, which runs most often, loads nothing that it
 * does not need. The bundler decides about the rest.
 *
 * The imports of a module are needed wherever the module is, so these files never import each other in a circle.
 */
function builtFile() {
  let lists
  return (id, graph) => {
    lists ??= [STARTS, WAITED_FOR].map((lines) => lines.map((paths) => [basename(paths[0]), imported(paths, graph)]))
    // A program that another one loaded would run.
    if (graph.getModuleInfo(id).isEntry) return undefined
    const [starts, waitedFor] = lists.map((lines) => lines.filter(([, ids]) => ids.has(id)).map(([name]) => name))
    if (starts.length > 0) return starts.length + waitedFor.length > 1 ? `${starts[0]}-common` : starts[0]
    if (waitedFor.length > 2) return waitedFor.includes('hook-engine') ? 'common-with-hook' : 'common'
    return waitedFor.join('-') || undefined
  }
}

function imported(paths, graph) {
  const ids = new Set(paths.map((path) => join(root, 'src', `${path}.ts`)))
  for (const id of ids)
    if (graph.getModuleInfo(id) === null) throw new Error(`scripts/build.mjs names ${id}, which is gone`)
  for (const id of ids) for (const one of graph.getModuleInfo(id)?.importedIds ?? []) ids.add(one)
  return ids
}

/** Hosts import an ES module. Node and Bun differ in what importing CommonJS gives; what is required is the same in both. */
function writeShim(name, output) {
  const { exports } = output.find(({ fileName }) => fileName === `${name}.cjs`)
  const built = `createRequire(import.meta.url)('./${name}.cjs')`
  const line = exports.includes('default') ? `default ${built}.default` : `const { ${exports.join(', ')} } = ${built}`
  writeFileSync(join(dist, `${name}.js`), `import { createRequire } from 'node:module'\nexport ${line}\n`)
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
  await bundle.write({ file: join(dist, 'dashboard/page.js'), format: 'iife', minify: true, comments: false })
  cpSync(join(root, 'src/dashboard/client/page.css'), join(dist, 'dashboard/page.css'))
}

/** The compiler writes the types of every file; only those that the library and the plugin reach are kept. */
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
