/**
 * `node scripts/lists.mjs` writes the lists that are generated from folders: `src/check/rules/index.ts` names every
 * check rule
 * and docs/check.md has a table of them, `src/guard/rules/index.ts` and
 * `src/guard/write-rules/index.ts` name every guard rule,
 * `src/project/manifests/index.ts` every kind of project, `src/plan/upgrades/index.ts` every upgrade,
 * `src/import/sources/index.ts` every tool whose memory can be imported,
 * `src/cli/commands/index.ts` names every command and `src/base/own-commands.ts` says which of them an agent may run,
 * `src/base/host-programs.ts` the programs of hosts.
 * `--check` writes nothing and exits 1 if a list is out of date.
 *
 * A list has one entry in LISTS. Its members are the files below its folder that say `export const <name>: <Type> =`;
 * other files may be beside them. They are listed by path. If the order matters, each member has a field for it, and
 * the reader of the list sorts by it.
 */

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')

const LISTS = [
  {
    about: 'Every check rule, by name.',
    folder: 'src/check/rules',
    list: 'RULES',
    type: 'CheckRule',
    typeFrom: 'src/check/rule.ts',
  },
  {
    about: 'Every guard rule about calls, by name; `judge` asks them by their order.',
    folder: 'src/guard/rules',
    list: 'RULES',
    type: 'GuardRule',
    typeFrom: 'src/guard/rule.ts',
  },
  {
    about: 'Every guard rule about what a call writes to the bank, by name; `judgeWrite` asks them by their order.',
    folder: 'src/guard/write-rules',
    list: 'WRITE_RULES',
    type: 'GuardRule',
    typeFrom: 'src/guard/rule.ts',
  },
  {
    about: 'Every kind of project that a scan understands; each says its own order.',
    folder: 'src/project/manifests',
    list: 'READERS',
    type: 'ManifestReader',
    typeFrom: 'src/project/manifest-reader.ts',
  },
  {
    about: 'Every step from one template version to the next; `planUpgrade` takes them by version.',
    folder: 'src/plan/upgrades',
    list: 'UPGRADES',
    type: 'Upgrade',
    typeFrom: 'src/plan/upgrade.ts',
  },
  {
    about: 'Every tool whose memory can be imported. If two would take a file, the one with the lower order does.',
    folder: 'src/import/sources',
    list: 'SOURCES',
    type: 'SourceReader',
    typeFrom: 'src/import/source.ts',
  },
  {
    about: 'Every command with what the help and the parser need. A command’s own file is loaded when it is called.',
    folder: 'src/cli/commands',
    list: 'COMMANDS',
    type: 'Command',
    typeFrom: 'src/cli/command.ts',
    isLazy: true,
  },
  {
    about: 'Every host that install, uninstall and doctor know.',
    folder: 'src/hosts',
    list: 'HOSTS',
    type: 'Host',
    typeFrom: 'src/setup/host.ts',
  },
]

/** Tables in pages, made of a list's members. Each is between two comments that name the list's file. */
const TABLES = [
  {
    page: 'docs/check.md',
    index: 'src/check/rules/index.ts',
    list: 'RULES',
    head: ['rule', 'asks', '`--fix`'],
    row: ({ id, about, fixes }) => [`[${id}](checks/${id}.md)`, about.en, fixes ?? ''],
  },
  {
    page: 'docs/install.md',
    index: 'src/hosts/index.ts',
    list: 'HOSTS',
    head: ['host', 'page', 'tested with'],
    row: ({ id, name, page, tested }) => [`\`${id}\``, `[${name}](hosts/${page})`, tested.join(', ')],
  },
]

/** Modules with values of a list's members, for folders that may not import the members. */
const MODULES = [
  { path: 'src/base/own-commands.ts', text: ownCommandsText },
  { path: 'src/base/host-programs.ts', text: hostProgramsText },
]

/** Dynamic imports of a member do not matter for a list. */
const WITHOUT_LAZY_PARTS = { name: 'without-lazy-parts', resolveDynamicImport: (id) => ({ id, external: true }) }

const isCheck = process.argv.includes('--check')
const outdated = []
for (const list of LISTS) put(indexOf(list), list.isLazy ? await lazyIndexText(list) : indexText(list))
for (const table of TABLES) put(table.page, await withTable(table))
for (const module of MODULES) put(module.path, await module.text())
if (outdated.length > 0 && isCheck) {
  console.error(`Out of date: ${outdated.join(', ')}. Run: node scripts/lists.mjs`)
  process.exit(1)
}

function put(path, text) {
  const file = join(root, path)
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return
  outdated.push(path)
  if (!isCheck) writeFileSync(file, text)
}

function indexOf({ folder }) {
  return `${folder}/index.ts`
}

function indexText(list) {
  const files = filesOf(list)
  return [
    `/** ${list.about} Written by \`node scripts/lists.mjs\`. */`,
    '',
    `import type { ${list.type} } from '${from(list.folder, list.typeFrom)}'`,
    ...files.map(({ names, path }) => `import { ${names.toSorted().join(', ')} } from '${from(list.folder, path)}'`),
    '',
    ...arrayText(
      `export const ${list.list}: readonly ${list.type}[] = `,
      files.flatMap(({ names }) => names),
    ),
    '',
  ].join('\n')
}

/** The members' heads, and how the rest of each is loaded. */
async function lazyIndexText(list) {
  const heads = (await membersOf(list)).map(({ variable, path, member: { name, group, place, about, isHidden } }) => {
    const quoted = (text) => (text.includes("'") ? JSON.stringify(text) : `'${text}'`)
    const words = `{ en: ${quoted(about.en)}, zh: ${quoted(about.zh)} }`
    const head = `name: '${name}', group: '${group}', place: ${place}, about: ${words}${isHidden ? ', isHidden: true' : ''}`
    return `  { ${head}, load: async () => (await import('${from(list.folder, path)}')).${variable} },`
  })
  return [
    `/** ${list.about} Written by \`node scripts/lists.mjs\`. */`,
    '',
    `import type { Listed${list.type} } from '${from(list.folder, list.typeFrom)}'`,
    '',
    '// biome-ignore format: one row per member',
    `export const ${list.list}: readonly Listed${list.type}[] = [`,
    ...heads,
    ']',
    '',
  ].join('\n')
}

/** The members of a lazy list, loaded. */
async function membersOf(list) {
  const files = filesOf(list)
  const modules = await loadAll(files.map(({ path }) => path))
  return files.flatMap(({ path, names }, at) =>
    names.map((variable) => ({ variable, path, member: modules[at][variable] })),
  )
}

/** Formatted as by Biome: on one line if it fits. */
function arrayText(before, names) {
  const line = `${before}[${names.join(', ')}]`
  return line.length <= 120 ? [line] : [`${before}[`, ...names.map((name) => `  ${name},`), ']']
}

/** The files of a folder that declare members, and the names of the members. */
function filesOf({ folder, type }) {
  const declaration = new RegExp(`^export const (\\w+): ${type} =`, 'gm')
  return (
    readdirSync(join(root, folder), { recursive: true })
      .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
      .filter((path) => path.endsWith('.ts') && basename(path) !== 'index.ts')
      // Sorted as Biome sorts imports: `a` before `a-b`.
      .sort((a, b) => (a.replace(/\.ts$/, '') < b.replace(/\.ts$/, '') ? -1 : 1))
      .map((path) => ({
        path,
        names: [...readFileSync(join(root, path), 'utf8').matchAll(declaration)].map(([, name]) => name),
      }))
      .filter(({ names }) => names.length > 0)
  )
}

function from(folder, path) {
  const way = relative(join(root, folder), join(root, path)).replaceAll('\\', '/')
  return way.startsWith('.') ? way : `./${way}`
}

async function withTable({ page, index, list, head, row }) {
  const members = (await load(index))[list]
  const lines = [head, head.map(() => '---'), ...members.map(row)].map((cells) => `| ${cells.join(' | ')} |`)
  const [start, end] = [`<!-- ${index}: start -->`, `<!-- ${index}: end -->`]
  const text = readFileSync(join(root, page), 'utf8')
  const [before, after] = [text.split(start)[0], text.split(end)[1]]
  if (after === undefined) throw new Error(`${page} has no place for the table of ${index}`)
  return `${before}${start}\n${lines.join('\n')}\n${end}${after}`
}

/** The shell guard's table of Memory Bank commands: who may run each, and which options take a value. */
async function ownCommandsText() {
  const commands = (await membersOf(LISTS.find(({ list }) => list === 'COMMANDS'))).map(({ member }) => member)
  const { COMMON } = await load('src/cli/options.ts')
  const valued = [COMMON, ...commands.map(({ options }) => options)]
    .flatMap((options) => Object.entries(options))
    .filter(([, { value }]) => value !== undefined)
    .flatMap(([name, { short }]) => [`--${name}`, ...(short === undefined ? [] : [`-${short}`])])
  const quoted = (value) => `'${value}'`
  const entry = ({ name, agent: { kind, ...rest } }) => {
    const words = Object.entries(rest).map(([field, list]) => `${field}: [${list.map(quoted).join(', ')}]`)
    const [key, fields] = [/^\w+$/.test(name) ? name : quoted(name), [`kind: ${quoted(kind)}`, ...words]]
    const line = `  ${key}: { ${fields.join(', ')} },`
    // Formatted as by Biome.
    return line.length > 120 ? `  ${key}: {\n${fields.map((field) => `    ${field},\n`).join('')}  },` : line
  }
  const byName = commands.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  return [
    '/** The commands of Memory Bank, for the shell guard. Written by `node scripts/lists.mjs` from src/cli/commands. */',
    '',
    "import type { AgentRule } from './agent-rule.ts'",
    '',
    '/** Whether an agent may run each command. */',
    'export const OWN_COMMANDS: Readonly<Record<string, AgentRule>> = {',
    ...byName.map(entry),
    '}',
    '',
    '/** Options that take the next word as their value. */',
    'export const OWN_VALUES: ReadonlySet<string> = new Set([',
    ...[...new Set(valued)].sort().map((name) => `  ${quoted(name)},`),
    '])',
    '',
  ].join('\n')
}

async function hostProgramsText() {
  const { HOSTS } = await load('src/hosts/index.ts')
  const programs = HOSTS.filter(({ program }) => program !== undefined)
  return [
    '/** The names and programs of the hosts. Written by `node scripts/lists.mjs` from src/hosts. */',
    '',
    'export const HOST_PROGRAMS: readonly { readonly name: string; readonly program: string }[] = [',
    ...programs.map(({ name, program }) => `  { name: '${name}', program: '${program}' },`),
    ']',
    '',
  ].join('\n')
}

/** Compiles and loads a module of src with its imports. */
async function load(path) {
  return (await loadAll([path]))[0]
}

/** Node 20 cannot load TypeScript. */
async function loadAll(paths) {
  const dir = mkdtempSync(join(tmpdir(), 'memory-bank-lists-'))
  try {
    const bundle = await rolldown({
      cwd: root,
      input: Object.fromEntries(paths.map((path, at) => [`entry${at}`, path])),
      platform: 'node',
      resolve: { mainFields: ['module', 'main'] },
      plugins: [WITHOUT_LAZY_PARTS],
    })
    await bundle.write({ dir, format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' })
    return await Promise.all(paths.map((_, at) => import(pathToFileURL(join(dir, `entry${at}.mjs`)).href)))
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}
