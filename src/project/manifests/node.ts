/** package.json, with workspaces and lock files. */

import { isRecord } from '../../base/is-record.ts'
import type { ScannedFile } from '../facts.ts'
import {
  catalog,
  type Declared,
  type Dependency,
  type ManifestReader,
  type ProjectCommand,
  partOf,
  pinned,
  productsIn,
  script,
  type Technology,
  technology,
  usual,
  versionOf,
  type Way,
} from '../manifest-reader.ts'
import { type OddDependency, oddEntries, oddExactVersions } from '../odd-dependencies.ts'
import { at, entriesAt, parseJson, parseYaml, textAt, textOf, textsAt } from '../parse-data.ts'
import { exists, fileAt, filesNamed, folderOf, join, type Members, membersOf, type Scan } from '../scan.ts'

export const node: ManifestReader = {
  order: 10,
  files: [
    {
      names: ['package.json'],
      worth: 1,
      declares: ({ text }) => declaredIn(parseJson(text)),
      odd: oddInPackage,
    },
    {
      names: ['pnpm-workspace.yaml'],
      worth: 15,
      declares: ({ text }) => ({ packages: catalogued(parseYaml(text)) }),
      odd: (file) => oddEntries(file, heldIn(parseYaml(file.text), ['overrides', 'patchedDependencies'])),
    },
    { names: ['lerna.json'], worth: 29 },
    { names: ['.nvmrc', '.node-version'], worth: 32, declares: versionOf('node') },
  ],
  read: (scan) =>
    filesNamed(scan, 'package.json')
      .map((file) => readPackage(scan, file))
      // A nested package.json may only configure module loading.
      .filter((part) => part.folder === '' || part.commands.length > 0),
  products: () => NODE_CATALOG,
}

const FROM_ELSEWHERE = /^(?:git|github:|gitlab:|bitbucket:|https?:|file:|npm:)|^[\w-]+\/[\w.-]+(?:#|$)/

function oddInPackage(file: ScannedFile): readonly OddDependency[] {
  const json = parseJson(file.text)
  const held = [
    ...heldIn(json, ['overrides', 'resolutions']),
    ...heldIn(at(json, 'pnpm'), ['overrides', 'patchedDependencies', 'packageExtensions']),
  ]
  const declared = heldIn(json, ['dependencies', 'devDependencies', 'optionalDependencies'])
  const elsewhere = declared.filter(([, spec]) => FROM_ELSEWHERE.test(textOf(spec) ?? ''))
  return [...oddEntries(file, [...held, ...elsewhere]), ...oddExactVersions(file, entriesAt(json, 'dependencies'))]
}

function heldIn(value: unknown, keys: readonly string[]): readonly (readonly [string, unknown])[] {
  return keys.flatMap((key) => entriesAt(value, key))
}

function declaredIn(json: unknown): Declared {
  const tables = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies', 'engines', 'volta']
  const name = textAt(json, 'name')
  return {
    packages: [
      ...specsAt(json, tables),
      ...managerIn(json),
      // A mention of the project itself may have any version.
      ...(name === undefined ? [] : [[name, undefined] as const]),
    ],
    scripts: { runner: 'npm', names: entriesAt(json, 'scripts').map(([each]) => each) },
  }
}

function specsAt(json: unknown, keys: readonly string[]): readonly Dependency[] {
  return keys.flatMap((key) => entriesAt(json, key).map(([id, spec]) => [id, textOf(spec)] as const))
}

function managerIn(json: unknown): readonly Dependency[] {
  const fixed = /^(\w+)@([\d.]+)/.exec(textAt(json, 'packageManager') ?? '')
  return fixed?.[1] === undefined ? [] : [[fixed[1], fixed[2]]]
}

/** Versions that a pnpm workspace sets for its members. */
function catalogued(yaml: unknown): readonly Dependency[] {
  const named = entriesAt(yaml, 'catalogs').flatMap(([, table]) => entriesAt(table))
  return [...entriesAt(yaml, 'catalog'), ...named].map(([id, spec]) => [id, textOf(spec)])
}

type Manager = 'npm' | 'pnpm' | 'yarn' | 'bun'

function readPackage(scan: Scan, file: ScannedFile) {
  const folder = folderOf(file.path)
  const json = parseJson(file.text)
  const manager = managerOf(scan, folder, json)
  const members = workspacesOf(scan, folder, json, file.path)
  const version = versionIn(scan)
  const own = new Set(filesNamed(scan, 'package.json').flatMap((each) => textAt(parseJson(each.text), 'name') ?? []))
  const declared = (keys: readonly string[]) =>
    specsAt(json, keys)
      .map(([id, spec]): Dependency => [id, version(id, spec)])
      .filter(([id]) => !id.startsWith('@types/') && !own.has(id))
  const all = declared(['dependencies', 'peerDependencies', 'devDependencies'])
  const typescript = all.find(([id]) => id === 'typescript')
  const isTyped =
    typescript !== undefined || exists(scan, folder, 'tsconfig.json') || exists(scan, folder, 'tsconfig.base.json')
  return partOf(file.path, 'Node.js', {
    name: textAt(json, 'name'),
    description: textAt(json, 'description'),
    technologies: [
      technology('language', isTyped ? 'TypeScript' : 'JavaScript', typescript?.[1]),
      ...runtimeOf(scan, folder, json, manager),
      ...productsIn(NODE_CATALOG, isLibrary(json) ? declared(['dependencies', 'peerDependencies']) : all),
    ],
    commands: [
      ...scriptsOf(json, manager),
      ...usual({ install: all.length > 0 || members !== undefined ? `${manager} install` : undefined }),
      ...usual({ one: oneTestOf(json, manager) }).map((command) => ({ ...command, own: true as const })),
    ],
    members,
  })
}

/** True for a published package, whose development dependencies only test and build it. */
function isLibrary(json: unknown): boolean {
  return at(json, 'private') !== true && ['main', 'module', 'exports', 'bin'].some((key) => at(json, key) !== undefined)
}

/** `catalog:` and `catalog:name` refer to versions in pnpm-workspace.yaml or the root's package.json. */
function versionIn(scan: Scan): (id: string, spec: string | undefined) => string | undefined {
  const pnpm = parseYaml(fileAt(scan, '', 'pnpm-workspace.yaml')?.text ?? '')
  const root = parseJson(fileAt(scan, '', 'package.json')?.text ?? '')
  return (id, spec) => {
    if (spec?.startsWith('catalog:') !== true) return spec
    const name = spec.slice('catalog:'.length)
    const path = name === '' || name === 'default' ? ['catalog', id] : ['catalogs', name, id]
    return textAt(pnpm, ...path) ?? textAt(root, 'workspaces', ...path) ?? textAt(root, ...path)
  }
}

const LOCKS: readonly (readonly [string, Manager])[] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['pnpm-workspace.yaml', 'pnpm'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
  ['yarn.lock', 'yarn'],
  ['.yarnrc.yml', 'yarn'],
  ['package-lock.json', 'npm'],
  ['npm-shrinkwrap.json', 'npm'],
]

/** The package manager that the manifest names, else that of the lock file, else that of the root, else npm. */
function managerOf(scan: Scan, folder: string, json: unknown): Manager {
  const named = /^(npm|pnpm|yarn|bun)(?:@|$)/.exec(textAt(json, 'packageManager') ?? '')?.[1]
  const declared = LOCKS.find(([, manager]) => manager === named)?.[1]
  if (declared !== undefined) return declared
  const locked = LOCKS.find(([lock]) => exists(scan, folder, lock))?.[1]
  if (locked !== undefined) return locked
  if (folder === '') return 'npm'
  return managerOf(scan, '', parseJson(fileAt(scan, '', 'package.json')?.text ?? ''))
}

/** The runtime, and the package manager if its version is pinned. */
function runtimeOf(scan: Scan, folder: string, json: unknown, manager: Manager): readonly Technology[] {
  const bun = textAt(json, 'engines', 'bun')
  const node = textAt(json, 'engines', 'node') ?? textAt(json, 'volta', 'node')
  const [fixed] = managerIn(json)
  const packages = fixed === undefined ? [] : [technology('runtime', fixed[0], fixed[1])]
  if (node === undefined && (bun !== undefined || manager === 'bun')) {
    return manager === fixed?.[0] ? packages : [technology('runtime', 'Bun', bun), ...packages]
  }
  if (node !== undefined) return [technology('runtime', 'Node.js', node), ...packages]
  const pin = fileAt(scan, folder, '.nvmrc', '.node-version') ?? fileAt(scan, '', '.nvmrc', '.node-version')
  return [pinned('runtime', 'Node.js', pin, /^(v?\d[\d.]*)$/) ?? technology('runtime', 'Node.js'), ...packages]
}

function workspacesOf(scan: Scan, folder: string, json: unknown, source: string): Members | undefined {
  const listed = isRecord(at(json, 'workspaces'))
    ? textsAt(json, 'workspaces', 'packages')
    : textsAt(json, 'workspaces')
  const [pnpm, lerna] = [fileAt(scan, folder, 'pnpm-workspace.yaml'), fileAt(scan, folder, 'lerna.json')]
  const homes = ['apps', 'libs', 'packages'].filter((home) => scan.tree.get(join(folder, home)) === 'folder')
  const nx = exists(scan, folder, 'nx.json') ? homes.map((home) => `${home}/*`) : []
  const said: readonly (readonly [patterns: readonly string[], source: string])[] = [
    [listed, source],
    [textsAt(parseYaml(pnpm?.text ?? ''), 'packages'), pnpm?.path ?? ''],
    [textsAt(parseJson(lerna?.text ?? ''), 'packages'), lerna?.path ?? ''],
    [nx, join(folder, 'nx.json')],
  ]
  return said.map(([patterns, from]) => membersOf(scan, patterns, from, folder)).find((each) => each !== undefined)
}

/** The script that `npm init` writes. */
const PLACEHOLDER = /no test specified/
const SHORT_FORM = new Set(['dev', 'build', 'lint', 'format', 'typecheck'])

function scriptsOf(json: unknown, manager: Manager): readonly ProjectCommand[] {
  return entriesAt(json, 'scripts').flatMap(([name, body]) =>
    typeof body === 'string' && !PLACEHOLDER.test(body) ? script(name, runnerOf(manager, name)) : [],
  )
}

function runnerOf(manager: Manager, name: string): string {
  // `bun test` is Bun's own runner, not the script.
  if (manager === 'bun') return `bun run ${name}`
  if (name === 'test' || name === 'start') return `${manager} ${name}`
  const isShort = SHORT_FORM.has(name) || (manager !== 'npm' && name.includes(':'))
  return manager !== 'npm' && isShort ? `${manager} ${name}` : `${manager} run ${name}`
}

/** Test runners as scripts name them, and the command that runs a single file. */
const RUNNERS: readonly (readonly [runner: RegExp, one: string, program?: 'itself'])[] = [
  [/\bvitest\b/, 'vitest run <file>'],
  [/\bplaywright test\b/, 'playwright test <file>'],
  [/\bcypress run\b/, 'cypress run --spec <file>'],
  [/\bng test\b/, 'ng test --include <file>'],
  [/\btsx --test\b/, 'tsx --test <file>'],
  ...['jest', 'mocha', 'ava', 'borp', 'tap', 'jasmine'].map(
    (name) => [new RegExp(`\\b${name}\\b`), `${name} <file>`] as const,
  ),
  [/\bnode\b.* --test\b/, 'node --test <file>', 'itself'],
  [/\bbun test\b/, 'bun test <file>', 'itself'],
]

const EXEC: Readonly<Record<Manager, string>> = { npm: 'npx', pnpm: 'pnpm', yarn: 'yarn', bun: 'bunx' }

/** Uses the runner that the test script starts, or the script itself if it has only options. */
function oneTestOf(json: unknown, manager: Manager): Way {
  const scripts = new Map(entriesAt(json, 'scripts').flatMap(([name, body]) => [[name, textOf(body) ?? ''] as const]))
  const names = ['test', 'test:unit', 'unit', 'tests', ...[...scripts.keys()].filter((name) => /^test[:-]/.test(name))]
  for (const name of names) {
    const body = scripts.get(name)
    const found = body === undefined ? undefined : runnerIn(body, scripts, 3)
    if (found === undefined) continue
    const [runner, one, itself] = found
    const isPlain = body !== undefined && runner.test(body) && /^[\w-]+(?: (?:run|test|--?[\w=-]+))*$/.test(body)
    if (!isPlain) return itself === undefined ? `${EXEC[manager]} ${one}` : one
    return `${runnerOf(manager, name)}${manager === 'npm' ? ' --' : ''} <file>`
  }
  return undefined
}

/** The first runner in a script, or in the scripts it calls. */
function runnerIn(
  body: string,
  scripts: ReadonlyMap<string, string>,
  deep: number,
): (typeof RUNNERS)[number] | undefined {
  const found = RUNNERS.find(([runner]) => runner.test(body.slice(0, 2_000)))
  if (found !== undefined || deep === 0) return found
  for (const called of body.matchAll(/\b(?:npm|pnpm|yarn|bun)(?: run)? ([\w:.-]{1,60})/g)) {
    const next = scripts.get(called[1] ?? '')
    const runner = next === undefined || next === body ? undefined : runnerIn(next, scripts, deep - 1)
    if (runner !== undefined) return runner
  }
  return undefined
}

export const NODE_CATALOG = catalog({
  framework: `
    next Next.js | nuxt Nuxt | @remix-run/react Remix | @remix-run/node Remix | react-router React Router |
    react-router-dom React Router | @sveltejs/kit SvelteKit | astro Astro | gatsby Gatsby | @angular/core Angular |
    expo Expo | react-native React Native | react React | vue Vue | svelte Svelte | solid-js Solid | preact Preact |
    @builder.io/qwik Qwik | lit Lit | electron Electron | @tauri-apps/api Tauri | @nestjs/core NestJS |
    express Express | fastify Fastify | koa Koa | hono Hono | @hapi/hapi hapi | egg Egg.js | @midwayjs/core Midway |
    @adonisjs/core AdonisJS | @feathersjs/feathers Feathers | @strapi/strapi Strapi | elysia Elysia |
    nitropack Nitro | nitro Nitro | h3 h3 | @trpc/server tRPC | graphql GraphQL | @apollo/server Apollo Server |
    @apollo/client Apollo Client | socket.io Socket.IO | @tarojs/taro Taro | @dcloudio/uni-app uni-app | umi Umi |
    @umijs/max Umi | antd Ant Design | ant-design-vue Ant Design Vue | element-plus Element Plus |
    element-ui Element UI | naive-ui Naive UI | tdesign-vue-next TDesign | arco-design Arco Design | vant Vant |
    vuetify Vuetify | quasar Quasar | @mui/material MUI | tailwindcss Tailwind CSS | redux Redux |
    @reduxjs/toolkit Redux Toolkit | zustand Zustand | pinia Pinia | vuex Vuex |
    @tanstack/react-query TanStack Query | @tanstack/react-router TanStack Router |
    @tanstack/vue-query TanStack Query | rxjs RxJS | three three.js | langchain LangChain |
    @modelcontextprotocol/sdk MCP SDK | @oclif/core oclif`,
  data: `
    @prisma/client Prisma | prisma Prisma | drizzle-orm Drizzle | typeorm TypeORM | sequelize Sequelize |
    @mikro-orm/core MikroORM | mongoose Mongoose | mongodb MongoDB driver | knex Knex | kysely Kysely |
    pg node-postgres | mysql2 mysql2 | better-sqlite3 better-sqlite3 | redis node-redis | ioredis ioredis |
    bullmq BullMQ | kafkajs KafkaJS | amqplib amqplib | @supabase/supabase-js Supabase | firebase Firebase |
    @elastic/elasticsearch Elasticsearch client | zod Zod`,
})
