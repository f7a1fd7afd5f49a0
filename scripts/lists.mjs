/**
 * `node scripts/lists.mjs` writes the lists that follow from a folder: `src/check/rules/index.ts` names every check rule,
 * and docs/check.md has a table of them. `--check` writes nothing and exits 1 if a list is out of date.
 *
 * A list has one entry in LISTS. Its members are the files below its folder that say `export const <name>: <Type> =`;
 * other files may stand beside them. They are listed by path. Where an order matters, it is a field of the thing itself,
 * and whoever reads the list sorts by it.
 */

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')

const LISTS = [
  {
    about: 'Every check rule, by name.',
    folder: 'src/check/rules',
    list: 'RULES',
    type: 'Rule',
    typeFrom: 'src/check/rule.ts',
  },
  {
    about: 'Every host that install, uninstall and doctor know.',
    folder: 'src/hosts',
    list: 'HOSTS',
    type: 'Host',
    typeFrom: 'src/flows/host.ts',
  },
]

/** Tables in a page, made of a list's members. Each stands between two comments that name the list's file. */
const TABLES = [
  {
    page: 'docs/check.md',
    index: 'src/check/rules/index.ts',
    list: 'RULES',
    head: ['rule', 'asks', '`--fix`'],
    row: ({ id, about, fixes }) => [`[${id}](checks/${id}.md)`, about.en, fixes ?? ''],
  },
]

const isCheck = process.argv.includes('--check')
const outdated = []
for (const list of LISTS) put(indexOf(list), indexText(list))
for (const table of TABLES) put(table.page, await withTable(table))
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
  const members = membersOf(list)
  const imports = [
    `import type { ${list.type} } from '${from(list.folder, list.typeFrom)}'`,
    ...members.map(({ name, path }) => `import { ${name} } from '${from(list.folder, path)}'`),
  ]
  return [
    `/** ${list.about} Written by \`node scripts/lists.mjs\`. */`,
    '',
    ...imports,
    '',
    ...arrayText(
      `export const ${list.list}: readonly ${list.type}[] = `,
      members.map(({ name }) => name),
    ),
    '',
  ].join('\n')
}

/** As Biome writes it: in one line where it fits. */
function arrayText(before, names) {
  const line = `${before}[${names.join(', ')}]`
  return line.length <= 120 ? [line] : [`${before}[`, ...names.map((name) => `  ${name},`), ']']
}

function membersOf({ folder, type }) {
  const declaration = new RegExp(`^export const (\\w+): ${type} =`, 'm')
  return readdirSync(join(root, folder), { recursive: true })
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.ts') && basename(path) !== 'index.ts')
    .sort()
    .flatMap((path) => {
      const name = declaration.exec(readFileSync(join(root, path), 'utf8'))?.[1]
      return name === undefined ? [] : [{ name, path }]
    })
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

/** A module of src with all it imports, compiled and loaded; Node 20 reads no TypeScript by itself. */
async function load(path) {
  const bundle = await rolldown({ cwd: root, input: path, platform: 'node' })
  const { output } = await bundle.generate({ format: 'esm' })
  return import(`data:text/javascript;base64,${Buffer.from(output[0].code).toString('base64')}`)
}
