/** pyproject.toml (PEP 621, Poetry, PDM, Hatch, uv), setup.cfg, setup.py, Pipfile and requirements files. */

import { at, entriesAt, textAt, textOf, textsAt } from '../../text/parse-data.ts'
import type { ManifestReader } from '../manifest-reader.ts'
import { membersOf } from './members.ts'
import {
  type Command,
  fromDependencies,
  merged,
  type Part,
  saidBy,
  script,
  standard,
  type Technology,
  technology,
} from './part.ts'
import { PYTHON_CATALOG } from './python-catalog.ts'
import { type Declaration, declarationOf } from './python-declarations.ts'
import { baseOf, compare, exists, fileAt, filesNamed, folderOf, join, type Scan } from './scan.ts'

export const python: ManifestReader = {
  order: 3,
  files: [
    { worth: 2, names: ['pyproject.toml'] },
    { worth: 21, names: ['Pipfile'] },
    { worth: 22, names: ['requirements.txt'] },
    { worth: 23, names: ['setup.cfg'] },
    { worth: 24, names: ['setup.py'] },
    { worth: 33, names: ['.python-version'] },
    { worth: 36, names: ['requirements*.txt'] },
  ],
  read: (scan) => {
    const folders = new Set(filesNamed(scan, ...MANIFESTS).map((file) => folderOf(file.path)))
    return [...folders].flatMap((folder) => readFolder(scan, folder))
  },
}

const MANIFESTS = ['pyproject.toml', 'setup.cfg', 'setup.py', 'Pipfile', 'requirements.txt', 'requirements*.txt']
const ORDER = ['pyproject.toml', 'Pipfile', 'setup.cfg', 'setup.py', 'requirements.txt']

type Manager = 'uv' | 'poetry' | 'pdm' | 'hatch' | 'pipenv' | 'pip'

function readFolder(scan: Scan, folder: string): readonly Part[] {
  const all = filesNamed(scan, ...MANIFESTS)
    .filter((file) => folderOf(file.path) === folder)
    .sort((a, b) => rankOf(a.path) - rankOf(b.path) || compare(a.path, b.path))
    .map(declarationOf)
  const [main] = all
  if (main === undefined) return []
  const toml = all.find((each) => baseOf(each.source) === 'pyproject.toml')?.toml
  const manager = managerOf(scan, folder, toml)
  const known = new Set(all.flatMap((each) => each.dependencies.map(([id]) => id)))
  const named = all.find((each) => each.name !== undefined)
  const technologies = [
    languageOf(scan, folder, all),
    ...merged(all.flatMap((each) => saidBy(each.source, fromDependencies(PYTHON_CATALOG, each.dependencies)))),
    ...toolsOf(toml, known),
    technology('packages', manager),
  ]
  const part: Part = {
    folder,
    ecosystem: 'Python',
    source: main.source,
    name: named?.name,
    nameSource: named?.source ?? main.source,
    description: main.description ?? named?.description,
    technologies,
    commands: [
      ...installation(scan, folder, named !== undefined, manager),
      ...standardCommands(scan, folder, toml, manager, known),
      ...ownScripts(all, manager),
    ],
    members: membersOf(scan, textsAt(toml, 'tool', 'uv', 'workspace', 'members'), main.source, folder),
  }
  return [part]
}

function rankOf(path: string): number {
  const rank = ORDER.indexOf(baseOf(path))
  return rank === -1 ? ORDER.length : rank
}

function languageOf(scan: Scan, folder: string, all: readonly Declaration[]): Technology {
  const stated = all.find((each) => each.python !== undefined)
  if (stated !== undefined) return { ...technology('language', 'Python', stated.python), source: stated.source }
  const pin = fileAt(scan, folder, '.python-version')
  const version = pin?.text.trim() ?? ''
  return pin !== undefined && /^\d[\d.]*$/.test(version)
    ? { kind: 'language', name: 'Python', version, source: pin.path }
    : technology('language', 'Python')
}

function managerOf(scan: Scan, folder: string, toml: unknown): Manager {
  const backend = textAt(toml, 'build-system', 'build-backend') ?? ''
  const has = (lock: string, tool: string) => exists(scan, folder, lock) || at(toml, 'tool', tool) !== undefined
  if (has('uv.lock', 'uv') || backend.startsWith('uv_')) return 'uv'
  if (has('poetry.lock', 'poetry') || backend.startsWith('poetry')) return 'poetry'
  if (has('pdm.lock', 'pdm') || backend.startsWith('pdm')) return 'pdm'
  if (at(toml, 'tool', 'hatch', 'envs') !== undefined) return 'hatch'
  return exists(scan, folder, 'Pipfile') ? 'pipenv' : 'pip'
}

const RUN: Readonly<Record<Manager, string>> = {
  uv: 'uv run ',
  poetry: 'poetry run ',
  pdm: 'pdm run ',
  hatch: 'hatch run ',
  pipenv: 'pipenv run ',
  pip: '',
}

function standardCommands(
  scan: Scan,
  folder: string,
  toml: unknown,
  manager: Manager,
  known: ReadonlySet<string>,
): readonly Command[] {
  const run = RUN[manager]
  const path = (name: string) => (exists(scan, folder, name) ? join(folder, name) : undefined)
  const commands: Command[] = []
  const django = path('manage.py')
  const pytest = known.has('pytest') || at(toml, 'tool', 'pytest') !== undefined ? undefined : path('pytest.ini')
  const isPytest = known.has('pytest') || at(toml, 'tool', 'pytest') !== undefined || pytest !== undefined
  if (django !== undefined) commands.push(standard('dev', `${run}python manage.py runserver`, django))
  if (isPytest) commands.push(standard('test', `${run}pytest`, pytest))
  else if (django !== undefined) commands.push(standard('test', `${run}python manage.py test`, django))
  for (const [tool, file] of [
    ['tox', 'tox.ini'],
    ['nox', 'noxfile.py'],
  ] as const) {
    const source = path(file)
    if (source !== undefined) commands.push({ ...script(tool, tool), source })
    else if (at(toml, 'tool', tool) !== undefined) commands.push(script(tool, tool))
  }
  if (known.has('ruff') || at(toml, 'tool', 'ruff') !== undefined) commands.push(standard('lint', `${run}ruff check .`))
  return commands
}

function installation(scan: Scan, folder: string, isNamed: boolean, manager: Manager): readonly Command[] {
  switch (manager) {
    case 'uv':
      return [standard('install', 'uv sync')]
    case 'poetry':
      return [standard('install', 'poetry install')]
    case 'pdm':
      return [standard('install', 'pdm install')]
    case 'pipenv':
      return [standard('install', 'pipenv install --dev')]
    case 'hatch':
      // Hatch makes its environments when they are first used.
      return []
    case 'pip': {
      if (exists(scan, folder, 'requirements.txt')) {
        return [standard('install', 'pip install -r requirements.txt', join(folder, 'requirements.txt'))]
      }
      return exists(scan, folder, 'setup.py') || isNamed ? [standard('install', 'pip install -e .')] : []
    }
  }
}

function ownScripts(all: readonly Declaration[], manager: Manager): readonly Command[] {
  const run = RUN[manager]
  return all.flatMap(({ toml, source }) => {
    const tables = [
      ['pdm run ', ['tool', 'pdm', 'scripts']],
      ['hatch run ', ['tool', 'hatch', 'envs', 'default', 'scripts']],
      [`${run}poe `, ['tool', 'poe', 'tasks']],
      ['pipenv run ', ['scripts']],
    ] as const
    const tasks = tables.flatMap(([runner, path]) =>
      entriesAt(toml, ...path).map(([name, body]) => script(name, runner + name, textOf(body) ?? textAt(body, 'cmd'))),
    )
    // An installed entry point is a command of that name; its body is a reference into the code.
    const entryPoints = [...entriesAt(toml, 'project', 'scripts'), ...entriesAt(toml, 'tool', 'poetry', 'scripts')].map(
      ([name]) => script(name, run + name),
    )
    const shown = [...tasks, ...entryPoints].filter((each) => each.name?.startsWith('_') !== true)
    return shown.map((each) => ({ ...each, source }))
  })
}

/** Tools that are set up in pyproject.toml, whether or not they are declared. */
function toolsOf(toml: unknown, known: ReadonlySet<string>): readonly Technology[] {
  const tools = { pytest: 'testing', ruff: 'tooling', mypy: 'tooling', black: 'tooling', pyright: 'tooling' } as const
  return Object.entries(tools).flatMap(([id, kind]) =>
    at(toml, 'tool', id) !== undefined && !known.has(id) ? [technology(kind, id)] : [],
  )
}
