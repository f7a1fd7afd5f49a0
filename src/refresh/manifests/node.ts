/** package.json, with the workspaces and lock files around it. */

import type { ScannedFile } from '../../core/project.ts'
import { at, entriesAt, isRecord, parseJson, parseYaml, textAt, textOf, textsAt } from '../../text/parse-data.ts'
import type { ManifestReader } from '../manifest-reader.ts'
import { membersOf } from './members.ts'
import { NODE_CATALOG } from './node-catalog.ts'
import {
  type Command,
  fromDependencies,
  type Members,
  type Part,
  script,
  standard,
  type Technology,
  technology,
} from './part.ts'
import { exists, fileAt, filesNamed, folderOf, join, type Scan } from './scan.ts'

export const node: ManifestReader = {
  order: 10,
  files: [
    { worth: 1, names: ['package.json'] },
    { worth: 15, names: ['pnpm-workspace.yaml'] },
    { worth: 29, names: ['lerna.json'] },
    { worth: 32, names: ['.nvmrc', '.node-version'] },
  ],
  read: (scan) =>
    filesNamed(scan, 'package.json')
      .map((file) => readPackage(scan, file))
      // A package.json below the root may only say how its neighbours are loaded.
      .filter((part) => part.folder === '' || part.commands.length > 0),
}

type Manager = 'npm' | 'pnpm' | 'yarn' | 'bun'

function readPackage(scan: Scan, file: ScannedFile): Part {
  const folder = folderOf(file.path)
  const json = parseJson(file.text)
  const manager = managerOf(scan, folder, json)
  const dependencies = ['dependencies', 'devDependencies', 'peerDependencies'].flatMap((key) =>
    entriesAt(json, key).map(([id, version]) => [id, textOf(version)] as const),
  )
  const members = workspacesOf(scan, folder, json, file.path)
  const typescript = dependencies.find(([id]) => id === 'typescript')
  const isTyped =
    typescript !== undefined || exists(scan, folder, 'tsconfig.json') || exists(scan, folder, 'tsconfig.base.json')
  const version = /^\w+@([\d.]+)/.exec(textAt(json, 'packageManager') ?? '')?.[1]
  const technologies = [
    technology('language', isTyped ? 'TypeScript' : 'JavaScript', typescript?.[1]),
    runtimeOf(scan, folder, json, manager),
    ...fromDependencies(
      NODE_CATALOG,
      dependencies.filter(([id]) => !id.startsWith('@types/') && id !== 'typescript'),
    ),
    ...monorepoTools(scan, folder, dependencies),
    technology('packages', manager, version),
  ]
  return {
    folder,
    ecosystem: 'Node.js',
    source: file.path,
    name: textAt(json, 'name'),
    description: textAt(json, 'description'),
    technologies:
      dependencies.length === 0 && !isManagerShown(scan, folder, json) ? technologies.slice(0, -1) : technologies,
    commands: [
      ...(dependencies.length > 0 || members !== undefined ? [standard('install', `${manager} install`)] : []),
      ...scriptsOf(json, manager),
    ],
    members,
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

/** As the manifest says, else as its lock file shows, else as the root does, else npm. */
function managerOf(scan: Scan, folder: string, json: unknown): Manager {
  const named = /^(npm|pnpm|yarn|bun)(?:@|$)/.exec(textAt(json, 'packageManager') ?? '')?.[1]
  const declared = LOCKS.find(([, manager]) => manager === named)?.[1]
  if (declared !== undefined) return declared
  const locked = LOCKS.find(([lock]) => exists(scan, folder, lock))?.[1]
  if (locked !== undefined) return locked
  if (folder === '') return 'npm'
  return managerOf(scan, '', parseJson(fileAt(scan, '', 'package.json')?.text ?? ''))
}

function isManagerShown(scan: Scan, folder: string, json: unknown): boolean {
  return textAt(json, 'packageManager') !== undefined || LOCKS.some(([lock]) => exists(scan, folder, lock))
}

function runtimeOf(scan: Scan, folder: string, json: unknown, manager: Manager): Technology {
  const bun = textAt(json, 'engines', 'bun')
  const node = textAt(json, 'engines', 'node') ?? textAt(json, 'volta', 'node')
  if (node === undefined && (bun !== undefined || manager === 'bun')) return technology('runtime', 'Bun', bun)
  if (node !== undefined) return technology('runtime', 'Node.js', node)
  const pin = fileAt(scan, folder, '.nvmrc', '.node-version') ?? fileAt(scan, '', '.nvmrc', '.node-version')
  const pinned = pin?.text.trim()
  return pin !== undefined && pinned !== undefined && /^v?\d[\d.]*$/.test(pinned)
    ? { kind: 'runtime', name: 'Node.js', version: pinned, source: pin.path }
    : technology('runtime', 'Node.js')
}

/** Nx, Turborepo and Lerna are told by their files even where no dependency names them. */
function monorepoTools(
  scan: Scan,
  folder: string,
  dependencies: readonly (readonly [string, string | undefined])[],
): readonly Technology[] {
  const tools = [
    ['nx', 'nx.json', 'Nx'],
    ['turbo', 'turbo.json', 'Turborepo'],
    ['lerna', 'lerna.json', 'Lerna'],
  ] as const
  return tools.flatMap(([id, file, name]) =>
    exists(scan, folder, file) && !dependencies.some(([each]) => each === id) ? [technology('tooling', name)] : [],
  )
}

function workspacesOf(scan: Scan, folder: string, json: unknown, source: string): Members | undefined {
  const listed = isRecord(at(json, 'workspaces'))
    ? textsAt(json, 'workspaces', 'packages')
    : textsAt(json, 'workspaces')
  const own = membersOf(scan, listed, source, folder)
  if (own !== undefined) return own
  const pnpm = fileAt(scan, folder, 'pnpm-workspace.yaml')
  if (pnpm !== undefined) {
    const members = membersOf(scan, textsAt(parseYaml(pnpm.text), 'packages'), pnpm.path, folder)
    if (members !== undefined) return members
  }
  const lerna = fileAt(scan, folder, 'lerna.json')
  if (lerna !== undefined) {
    const members = membersOf(scan, textsAt(parseJson(lerna.text), 'packages'), lerna.path, folder)
    if (members !== undefined) return members
  }
  if (!exists(scan, folder, 'nx.json')) return undefined
  const homes = ['apps', 'libs', 'packages'].filter((home) => scan.tree.get(join(folder, home)) === 'folder')
  return membersOf(
    scan,
    homes.map((home) => `${home}/*`),
    join(folder, 'nx.json'),
    folder,
  )
}

/** Run by the package manager itself, around other commands; nobody types them. */
const LIFECYCLE =
  /^(pre|post)(install|pack|publish|version|uninstall)$|^(prepare|prepublish|prepublishOnly|dependencies)$/
/** `npm init` writes this one. */
const PLACEHOLDER = /no test specified/
const SHORT_FORM = new Set(['dev', 'build', 'lint', 'format', 'typecheck'])

function scriptsOf(json: unknown, manager: Manager): readonly Command[] {
  const scripts = entriesAt(json, 'scripts')
  const names = new Set(scripts.map(([name]) => name))
  return scripts.flatMap(([name, body]) => {
    const hooks = /^(?:pre|post)(.+)$/.exec(name)?.[1]
    if (typeof body !== 'string' || LIFECYCLE.test(name) || (hooks !== undefined && names.has(hooks))) return []
    return PLACEHOLDER.test(body) ? [] : [script(name, runnerOf(manager, name), body)]
  })
}

function runnerOf(manager: Manager, name: string): string {
  // `bun test` is Bun's own runner, not the script of that name.
  if (manager === 'bun') return `bun run ${name}`
  if (name === 'test' || name === 'start') return `${manager} ${name}`
  return manager !== 'npm' && SHORT_FORM.has(name) ? `${manager} ${name}` : `${manager} run ${name}`
}
