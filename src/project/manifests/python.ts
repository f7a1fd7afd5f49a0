/** pyproject.toml (PEP 621, Poetry, PDM, Hatch, uv), setup.cfg, setup.py, Pipfile and requirements files. */

import type { ScannedFile } from '../facts.ts'
import {
  catalog,
  citedIn,
  type Declared,
  type Dependency,
  type ManifestReader,
  type ProjectCommand,
  type ProjectPart,
  partOf,
  pinned,
  productsIn,
  script,
  type Technology,
  technology,
  uniqueTechnologies,
  usual,
  versionOf,
  type Way,
} from '../manifest-reader.ts'
import { exceptions, linesIn, type OddDependency, odd } from '../odd-dependencies.ts'
import { at, entriesAt, parseToml, shortLines, textAt, textOf, textsAt } from '../parse-data.ts'
import {
  baseOf,
  compare,
  exists,
  fileAt,
  filesNamed,
  folderOf,
  foldersWith,
  join,
  membersOf,
  type Scan,
} from '../scan.ts'

const MANIFESTS = ['pyproject.toml', 'setup.cfg', 'setup.py', 'Pipfile', 'requirements.txt', 'requirements*.txt']

export const python: ManifestReader = {
  order: 3,
  files: [
    {
      names: ['pyproject.toml'],
      worth: 2,
      odd: (file) => oddRequirements(file, requirementTexts(parseToml(file.text))),
    },
    { names: ['Pipfile'], worth: 21 },
    { names: ['requirements.txt'], worth: 22 },
    { names: ['setup.cfg'], worth: 23 },
    { names: ['setup.py'], worth: 24 },
    { names: ['requirements*.txt'], worth: 36 },
    {
      names: ['requirements.txt', 'requirements.in', 'requirements*.txt', 'requirements*.in', 'constraints.txt'],
      odd: (file) =>
        oddRequirements(
          file,
          linesIn(file)
            .map((line) => line.replace(/\s+#.*$/, '').trim())
            .filter((said) => /^[A-Za-z]/.test(said)),
        ),
    },
    { names: [...MANIFESTS, 'requirements*.in', '*requirements.txt', 'constraints.txt'], declares: declaredIn },
    { names: ['.python-version'], worth: 33 },
    { names: ['.python-version', 'runtime.txt'], declares: versionOf('python') },
  ],
  read: (scan) => foldersWith(scan, ...MANIFESTS).flatMap((folder) => readFolder(scan, folder)),
  products: () => CATALOG,
}

function declaredIn(file: ScannedFile): Declared {
  const { python, name, dependencies, development } = declarationOf(file)
  const own = name === undefined ? [] : [[name, undefined] as const]
  return { packages: [['python', python], ...dependencies, ...development, ...own] }
}

const ORDER = ['pyproject.toml', 'Pipfile', 'setup.cfg', 'setup.py', 'requirements.txt']

const CATALOG = catalog({
  framework: `
    django Django | djangorestframework Django REST framework | django-ninja Django Ninja | fastapi FastAPI |
    flask Flask | starlette Starlette | litestar Litestar | sanic Sanic | tornado Tornado | aiohttp aiohttp |
    pyramid Pyramid | celery Celery | apache-airflow Airflow | scrapy Scrapy | streamlit Streamlit | gradio Gradio |
    typer Typer | click Click | pydantic Pydantic | torch PyTorch | tensorflow TensorFlow | keras Keras | jax JAX |
    transformers Transformers | scikit-learn scikit-learn | langchain LangChain | mcp MCP SDK | pyside6 PySide6 |
    pyqt6 PyQt6 | pygame pygame`,
  data: `
    sqlalchemy SQLAlchemy | sqlmodel SQLModel | alembic Alembic | tortoise-orm Tortoise ORM | peewee Peewee |
    psycopg psycopg | psycopg2 psycopg2 | psycopg2-binary psycopg2 | asyncpg asyncpg | pymysql PyMySQL |
    pymongo PyMongo | redis redis-py | confluent-kafka Kafka client | numpy NumPy | pandas pandas | polars Polars |
    scipy SciPy | matplotlib Matplotlib | pyspark PySpark | duckdb DuckDB | dbt-core dbt`,
})

type Manager = 'uv' | 'poetry' | 'pdm' | 'hatch' | 'pipenv' | 'pip'

function readFolder(scan: Scan, folder: string): readonly ProjectPart[] {
  const all = filesNamed(scan, ...MANIFESTS)
    .filter((file) => folderOf(file.path) === folder)
    .sort((a, b) => rankOf(a.path) - rankOf(b.path) || compare(a.path, b.path))
    .map(declarationOf)
  const [main] = all
  if (main === undefined) return []
  const toml = all.find((each) => baseOf(each.source) === 'pyproject.toml')?.toml
  const manager = managerOf(scan, folder, toml)
  const known = new Set(all.flatMap((each) => [...each.dependencies, ...each.development].map(([id]) => id)))
  const named = all.find((each) => each.name !== undefined)
  return [
    partOf(main.source, 'Python', {
      name: named?.name,
      nameSource: named?.source ?? main.source,
      description: main.description ?? named?.description,
      technologies: [
        languageOf(scan, folder, all),
        ...uniqueTechnologies(all.flatMap((each) => citedIn(each.source, productsIn(CATALOG, each.dependencies)))),
      ],
      commands: [
        ...usual({
          install: installationOf(scan, folder, named !== undefined, manager),
          run: runOf(scan, folder, all, manager, known),
          lint: known.has('ruff') || at(toml, 'tool', 'ruff') !== undefined ? `${RUN[manager]}ruff check .` : undefined,
        }),
        ...testCommands(scan, folder, toml, manager, known),
        ...ownTasks(all, manager),
      ],
      members: membersOf(scan, textsAt(toml, 'tool', 'uv', 'workspace', 'members'), main.source, folder),
    }),
  ]
}

function rankOf(path: string): number {
  const rank = ORDER.indexOf(baseOf(path))
  return rank === -1 ? ORDER.length : rank
}

function languageOf(scan: Scan, folder: string, all: readonly Declaration[]): Technology {
  const stated = all.find((each) => each.python !== undefined)
  if (stated !== undefined) return { ...technology('language', 'Python', stated.python), source: stated.source }
  const pin = fileAt(scan, folder, '.python-version')
  return pinned('language', 'Python', pin, /^(\d[\d.]*)$/) ?? technology('language', 'Python')
}

function managerOf(scan: Scan, folder: string, toml: unknown): Manager {
  const backend = textAt(toml, 'build-system', 'build-backend') ?? ''
  // A workspace has its lock file at the root.
  const has = (lock: string, tool: string) =>
    exists(scan, folder, lock) || exists(scan, '', lock) || at(toml, 'tool', tool) !== undefined
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

/** Django's manage.py, or the own command of FastAPI or Flask. */
function runOf(
  scan: Scan,
  folder: string,
  all: readonly Declaration[],
  manager: Manager,
  known: ReadonlySet<string>,
): Way {
  const run = RUN[manager]
  if (exists(scan, folder, 'manage.py')) return [`${run}python manage.py runserver`, join(folder, 'manage.py')]
  if (all.some((each) => each.texts.some((text) => /^fastapi(-cli\b|\[(standard|all)\b)/i.test(text))))
    return `${run}fastapi dev`
  if (known.has('flask') && exists(scan, folder, 'app.py')) return [`${run}flask run`, join(folder, 'app.py')]
  return undefined
}

/** Pytest if it is declared or configured, else the tests of Django; and tox. */
function testCommands(
  scan: Scan,
  folder: string,
  toml: unknown,
  manager: Manager,
  known: ReadonlySet<string>,
): readonly ProjectCommand[] {
  const run = RUN[manager]
  const found = (...names: readonly string[]) => {
    const name = names.find((each) => exists(scan, folder, each))
    return name === undefined ? undefined : join(folder, name)
  }
  const isDeclared = known.has('pytest') || at(toml, 'tool', 'pytest') !== undefined
  const pytest = found('pytest.ini', 'conftest.py', 'tests/conftest.py', 'test/conftest.py', 'testing/conftest.py')
  const [tox, django] = [found('tox.ini'), found('manage.py')]
  const source = isDeclared ? undefined : pytest
  const own: Readonly<Partial<Record<'test' | 'one', Way>>> =
    isDeclared || pytest !== undefined
      ? { test: [`${run}pytest`, source], one: [`${run}pytest <file>::<test>`, source] }
      : django === undefined
        ? {}
        : {
            test: [`${run}python manage.py test`, django],
            one: [`${run}python manage.py test <app>.tests.<Class>.<method>`, django],
          }
  return [...usual(own), ...usual({ test: tox && ['tox', tox] })]
}

const INSTALLATIONS: Readonly<Record<Exclude<Manager, 'pip'>, string | undefined>> = {
  uv: 'uv sync',
  poetry: 'poetry install',
  pdm: 'pdm install',
  pipenv: 'pipenv install --dev',
  // Hatch creates its environments on first use.
  hatch: undefined,
}

function installationOf(scan: Scan, folder: string, isNamed: boolean, manager: Manager): Way {
  if (manager !== 'pip') return INSTALLATIONS[manager]
  if (exists(scan, folder, 'requirements.txt'))
    return ['pip install -r requirements.txt', join(folder, 'requirements.txt')]
  return exists(scan, folder, 'setup.py') || isNamed ? 'pip install -e .' : undefined
}

function ownTasks(all: readonly Declaration[], manager: Manager): readonly ProjectCommand[] {
  const tables = [
    ['pdm run ', ['tool', 'pdm', 'scripts']],
    ['hatch run ', ['tool', 'hatch', 'envs', 'default', 'scripts']],
    [`${RUN[manager]}poe `, ['tool', 'poe', 'tasks']],
    ['pipenv run ', ['scripts']],
  ] as const
  return all.flatMap(({ toml, source }) =>
    tables.flatMap(([runner, path]) =>
      entriesAt(toml, ...path).flatMap(([name]) => script(name, runner + name, source)),
    ),
  )
}

// Unusual dependencies

/** The project's own requirements. Other lists in the file are for tools and repeat them. */
function requirementTexts(toml: unknown): readonly string[] {
  return [
    ...textsAt(toml, 'project', 'dependencies'),
    ...groups(toml, 'project', 'optional-dependencies'),
    ...groups(toml, 'dependency-groups'),
    ...entriesAt(toml, 'tool', 'poetry', 'dependencies').map(([name, spec]) => `${name}${textOf(spec) ?? ''}`),
  ]
}

function oddRequirements(file: ScannedFile, texts: readonly string[]): readonly OddDependency[] {
  const lines = linesIn(file)
  const all = texts
    .filter((said) => !/^python\b/i.test(said))
    .map((said) =>
      odd(
        Math.max(
          0,
          lines.findIndex((line) => line.includes(said)),
        ),
        said,
      ),
    )
  const are = (pattern: RegExp) => all.filter(({ said }) => pattern.test(said.replace(/;.*$/, '')))
  const elsewhere = are(/git\+|\s@\s|!=/)
  const capped = are(/<\s*\d/).filter((one) => !elsewhere.includes(one))
  const held = are(/^[\w.[\],-]+\s*==/)
  return [...elsewhere, ...exceptions(capped, all.length), ...exceptions(held, all.length)]
}

// The declarations of each file

interface Declaration {
  readonly source: string
  readonly name: string | undefined
  readonly description: string | undefined
  readonly python: string | undefined
  readonly dependencies: readonly Dependency[]
  /** Only for development: groups, extras, and files with `dev` or `test` in their names. */
  readonly development: readonly Dependency[]
  /** Runtime requirements as written, with extras. */
  readonly texts: readonly string[]
  readonly toml: unknown
}

function declarationOf(file: ScannedFile): Declaration {
  const name = baseOf(file.path)
  const said =
    name === 'pyproject.toml'
      ? pyproject(parseToml(file.text))
      : name === 'Pipfile'
        ? pipfile(parseToml(file.text))
        : name.startsWith('setup.')
          ? setup(file)
          : requirements(file)
  return {
    ...said,
    dependencies: normaliseNames(said.dependencies),
    development: normaliseNames(said.development),
    source: file.path,
  }
}

function normaliseNames(dependencies: readonly Dependency[]): readonly Dependency[] {
  return dependencies
    .map(([id, version]) => [id.toLowerCase().replaceAll('_', '-'), version] as const)
    .filter(([id]) => id !== 'python')
}

function requirements(file: ScannedFile): Said {
  const texts = shortLines(file.text)
  const dependencies = texts.flatMap(requirementsOf)
  const isDevelopment = /dev|test|doc|lint|typing/i.test(baseOf(file.path))
  return isDevelopment ? { ...NOTHING, development: dependencies } : { ...NOTHING, dependencies, texts }
}

type Said = Omit<Declaration, 'source'>

const NOTHING: Said = {
  name: undefined,
  description: undefined,
  python: undefined,
  dependencies: [],
  development: [],
  texts: [],
  toml: undefined,
}

function pyproject(toml: unknown): Said {
  const development = [
    ...groups(toml, 'project', 'optional-dependencies'),
    ...groups(toml, 'dependency-groups'),
    ...textsAt(toml, 'tool', 'uv', 'dev-dependencies'),
  ]
  const texts = textsAt(toml, 'project', 'dependencies')
  const poetry = (...path: readonly string[]) => entriesAt(toml, 'tool', 'poetry', ...path).map(withVersion)
  const groupNames = entriesAt(toml, 'tool', 'poetry', 'group').map(([group]) => group)
  return {
    name: textAt(toml, 'project', 'name') ?? textAt(toml, 'tool', 'poetry', 'name'),
    description: textAt(toml, 'project', 'description') ?? textAt(toml, 'tool', 'poetry', 'description'),
    python: textAt(toml, 'project', 'requires-python') ?? specOf(at(toml, 'tool', 'poetry', 'dependencies', 'python')),
    dependencies: [...texts.flatMap(requirementsOf), ...poetry('dependencies')],
    texts,
    development: [
      ...development.flatMap(requirementsOf),
      ...poetry('dev-dependencies'),
      ...groupNames.flatMap((group) => poetry('group', group, 'dependencies')),
    ],
    toml,
  }
}

function groups(toml: unknown, ...path: readonly string[]): readonly string[] {
  return entriesAt(toml, ...path).flatMap(([name]) => textsAt(toml, ...path, name))
}

function pipfile(toml: unknown): Said {
  return {
    ...NOTHING,
    python: textAt(toml, 'requires', 'python_version'),
    dependencies: entriesAt(toml, 'packages').map(withVersion),
    development: entriesAt(toml, 'dev-packages').map(withVersion),
    toml,
  }
}

/** setup.cfg is data. setup.py is a program, so only literal arguments are read. */
function setup(file: ScannedFile): Said {
  const isData = file.path.endsWith('.cfg')
  // Other sections of setup.cfg and other calls in setup.py have their own `name`.
  const call = file.text.indexOf('setup(')
  const text = isData ? sectionsOf(file.text, /^\[(metadata|options)\]/) : call === -1 ? '' : file.text.slice(call)
  const value = (key: string) => {
    const pattern = new RegExp(`^[ \\t]*${key}[ \\t]*=[ \\t]*(?:(["'])([^"'\\n]{1,300})\\1|([^"'\\n]{1,300}))`, 'm')
    const match = pattern.exec(text)
    return (match?.[2] ?? (isData ? match?.[3] : undefined))?.trim()
  }
  return {
    ...NOTHING,
    name: value('name'),
    description: value('description'),
    python: value('python_requires'),
    dependencies: installRequires(shortLines(text), isData),
  }
}

/** The items of `install_requires`, up to the end of its list. */
function installRequires(lines: readonly string[], isData: boolean): readonly Dependency[] {
  const start = lines.findIndex((line) => /^\s*install_requires\s*=/.test(line))
  const dependencies: Dependency[] = []
  for (const line of start === -1 ? [] : lines.slice(start, start + 80)) {
    const items = line.replace(/^\s*install_requires\s*=/, '').replace(/#.*$/, '')
    if (items === line && (/^\s*[\])]/.test(line) || (isData && /^\S|^\s*$/.test(line)))) break
    const listed = isData ? [items] : [...items.matchAll(/["']([^"']{1,120})["']/g)].map((match) => match[1] ?? '')
    dependencies.push(...listed.flatMap(requirementsOf))
    if (!isData && items.includes(']')) break
  }
  return dependencies
}

function sectionsOf(text: string, wanted: RegExp): string {
  return text
    .split(/^(?=\[)/m)
    .filter((section) => wanted.test(section))
    .join('')
}

function withVersion([id, spec]: readonly [string, unknown]): Dependency {
  return [id, specOf(spec)]
}

function specOf(spec: unknown): string | undefined {
  return textOf(spec) ?? textAt(spec, 'version')
}

/** PEP 508: name, extras and version; the marker is ignored. */
function requirementsOf(line: string): readonly Dependency[] {
  const match = /^\s*([A-Za-z0-9][\w.-]*)\s*(?:\[[^\]]*\])?\s*\(?([^;#@)]*)/.exec(line.slice(0, 400))
  if (match?.[1] === undefined || /^\s*[A-Za-z0-9][\w.-]*\s*[:/\\]/.test(line)) return []
  const version = (match[2] ?? '').replaceAll(/\s+/g, '').replace(/^={2,3}/, '')
  return [[match[1], version === '' ? undefined : version]]
}
