/** src/ → dist/: command line and hook as CommonJS (it starts faster than ESM), the library as ESM, its types, a plugin. */

import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { linkLazily } from './link-lazily.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const shared = {
  cwd: root,
  platform: 'node',
  // jsonc-parser's main is UMD, whose requires no bundler can follow.
  resolve: { mainFields: ['module', 'main'] },
  transform: { define: { PROGRAM_VERSION: JSON.stringify(version) } },
}

/**
 * Modules that go into one file, with what they import: each file more to load is a fiftieth of a start. A module that
 * several want goes to the first, so each of these files loads only those above it.
 */
const ours = (...modules) => new RegExp(`src[\\\\/](?:${modules.join('|').replaceAll('/', '[\\\\/]')})\\.ts$`)
const GROUPS = [
  { name: 'words', test: ours('core/language', 'cli/(?:options|command-table|exit-codes|render/width)') },
  {
    // What status needs, and most others.
    name: 'base',
    test: ours(
      'cli/(?:open|commands/status|render/(?:json|paint|problem|recovery))',
      'core/(?:routing|sections|state-text)',
      'workspace/(?:git|scan-files)',
    ),
  },
  { name: 'recall', test: ours('cli/commands/recall') },
].map((group, at, all) => ({ ...group, priority: all.length - at }))

/** What nearly every event of the hook needs is its engine's file; the others are read, and taken in, by those that need them. */
const HOOK_FILES = [
  ['packages', /node_modules[\\/](?!unbash)/],
  ['shell-programs', ours('core/shell/(?:program.*|archive-.*|arithmetic|edit-commands|encoding|network-commands)')],
  ['shell-programs', ours('core/shell/(?:find-commands|git-files|parameter|sed-script|test-command)')],
  ['shell-programs', /unbash[\\/]dist[\\/](?:ansi-c|arithmetic)\.js$/],
  ['shell', /unbash|core[\\/]shell(?:[\\/]|-writes)/],
  ['bank', ours('refresh/(?:conflicts|detect)', 'recall/opening')],
  ['answers', ours('guard/words/(?:clause|lexicon|parts|tokens)')],
  ['recall', ours('recall/.*', 'flows/recall')],
  ['later', ours('(?:refresh|drift|write)/.*')],
  ['engine', ours('(?:hosts|guard)/.*')],
  [
    'engine',
    ours(
      'flows/(?:aftermath|agreements|foresight|guard|guard-memory|keep|openings|questions|recalls|required-reading|sessions|turn-writes)',
      'workspace/(?:bank-views|bank-watch|config|disk|find-project|foresee|preconditions|protected-state|read-bank)',
      'workspace/(?:bank-texts|clean-texts|masked-value|mask-with-hashes|unmask-within|built-in)',
      'workspace/(?:session-log|shelf|shell-context|state-folder|text-codec|workspace)',
      'core/(?:bank-path|branched-pattern|content-hash|is-ascii|language|layout|limits|once|quick-hash|result|shell-precheck|tool-call)',
    ),
  ],
  ['bank', ours('core/.*')],
]
const hookFileOf = (id) => HOOK_FILES.find(([, test]) => test.test(id))?.[0] ?? 'later'

rmSync(join(root, 'dist'), { recursive: true, force: true })

/** Where a file of ours is asked for its own path: making an address of it costs as much as a small command. */
const CJS_PATHS = {
  'import.meta.url': '__filename',
  'import.meta.filename': '__filename',
  'import.meta.dirname': '__dirname',
}

/** The first file stands alone: it loads the rest its own way. */
await bundle('main', CJS_PATHS, true)
await bundle('program', CJS_PATHS, { groups: GROUPS })
chmodSync(join(root, 'dist/cli/main.cjs'), 0o755)

/** The hook decides from a few kilobytes whether it needs its engine, whose modules run as they are needed. */
const hook = await rolldown({ ...shared, input: { hook: 'src/hosts/claude-code/hook.ts' } })
await hook.write({ dir: join(root, 'dist'), format: 'cjs', entryFileNames: '[name].cjs', minify: true })
mkdirSync(join(root, 'dist/hook'))
const engine = { ...shared, input: { engine: 'src/hosts/claude-code/engine.ts' } }
for (const [name, code] of await linkLazily({ ...engine, fileOf: hookFileOf }))
  writeFileSync(join(root, 'dist/hook', name), code)

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

for (const folder of ['dist/cli', 'dist/hook']) {
  for (const name of readdirSync(join(root, folder))) writeInAscii(join(root, folder, name))
}
writeInAscii(join(root, 'dist/hook.cjs'))
buildClaudePlugin(join(root, 'dist/claude-code'))

/**
 * Every other character by its escape: a file of one byte a character is read in half the time, at every start. The raw
 * templates among ours are sources of patterns, to which an escape is the character too.
 */
function writeInAscii(path) {
  const text = readFileSync(path, 'utf8')
  if (/\\[^\0-\x7f]/.test(text)) throw new Error(`${path}: an escaped character that is none of ASCII's`)
  const mode = statSync(path).mode
  const escaped = text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  writeFileSync(path, escaped, { mode })
}

/** Claude Code copies a plugin's folder elsewhere: everything it needs stands in it. */
function buildClaudePlugin(folder) {
  cpSync(join(root, 'plugins/claude-code'), folder, { recursive: true })
  for (const part of ['hook.cjs', 'hook', 'cli'])
    cpSync(join(root, 'dist', part), join(folder, part), { recursive: true })
  for (const part of ['templates', 'skills']) cpSync(join(root, part), join(folder, part), { recursive: true })
  const manifest = join(folder, '.claude-plugin/plugin.json')
  writeFileSync(manifest, `${JSON.stringify({ ...JSON.parse(readFileSync(manifest, 'utf8')), version }, null, 2)}\n`)
}

async function bundle(name, define, codeSplitting) {
  const cli = await rolldown({
    ...shared,
    input: { [name]: `src/cli/${name}.ts` },
    transform: { define: { ...shared.transform.define, ...define } },
    // What the program shares with a command stays in the program's file.
    preserveEntrySignatures: 'allow-extension',
  })
  const { output } = await cli.write({
    dir: join(root, 'dist/cli'),
    format: 'cjs',
    entryFileNames: '[name].cjs',
    // A package may have a file of our first file's name.
    chunkFileNames: ({ name: part }) => (part === 'main' ? 'part.cjs' : '[name].cjs'),
    minify: true,
    dynamicImportInCjs: false,
    codeSplitting,
  })
  refuseCircles(new Map(output.map((chunk) => [chunk.fileName, chunk.imports ?? []])))
}

/** Of two files that load each other one finds the other half done. */
function refuseCircles(imports) {
  const visit = (file, path) => {
    if (path.includes(file)) throw new Error(`files load each other: ${[...path, file].join(' → ')}`)
    for (const next of imports.get(file) ?? []) visit(next, [...path, file])
  }
  for (const file of imports.keys()) visit(file, [])
}
