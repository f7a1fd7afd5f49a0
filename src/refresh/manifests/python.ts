/** pyproject.toml (PEP 621, Poetry, PDM, Hatch, uv), setup.cfg, setup.py, Pipfile and requirements files. */

import { at, entriesAt, textAt, textsAt } from '../../text/parse-data.ts'
import type { ManifestReader } from '../manifest-reader.ts'
import { membersOf } from './members.ts'
import {
  type Command,
  catalog,
  fromDependencies,
  merged,
  type Part,
  pinned,
  saidBy,
  script,
  standard,
  type Technology,
  technology,
} from './part.ts'
import { type Declaration, declarationOf } from './python-declarations.ts'
import { baseOf, compare, exists, fileAt, filesNamed, folderOf, foldersWith, join, type Scan } from './scan.ts'

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
  read: (scan) => foldersWith(scan, ...MANIFESTS).flatMap((folder) => readFolder(scan, folder)),
}

const MANIFESTS = ['pyproject.toml', 'setup.cfg', 'setup.py', 'Pipfile', 'requirements.txt', 'requirements*.txt']
const ORDER = ['pyproject.toml', 'Pipfile', 'setup.cfg', 'setup.py', 'requirements.txt']

/** Names as PyPI normalises them. */
const CATALOG = catalog({
  framework: {
    django: 'Django',
    djangorestframework: 'Django REST framework',
    'django-ninja': 'Django Ninja',
    fastapi: 'FastAPI',
    flask: 'Flask',
    starlette: 'Starlette',
    litestar: 'Litestar',
    sanic: 'Sanic',
    tornado: 'Tornado',
    aiohttp: 'aiohttp',
    pyramid: 'Pyramid',
    celery: 'Celery',
    'apache-airflow': 'Airflow',
    scrapy: 'Scrapy',
    streamlit: 'Streamlit',
    gradio: 'Gradio',
    typer: 'Typer',
    click: 'Click',
    pydantic: 'Pydantic',
    torch: 'PyTorch',
    tensorflow: 'TensorFlow',
    keras: 'Keras',
    jax: 'JAX',
    transformers: 'Transformers',
    'scikit-learn': 'scikit-learn',
    langchain: 'LangChain',
    mcp: 'MCP SDK',
    pyside6: 'PySide6',
    pyqt6: 'PyQt6',
    pygame: 'pygame',
  },
  data: {
    sqlalchemy: 'SQLAlchemy',
    sqlmodel: 'SQLModel',
    alembic: 'Alembic',
    'tortoise-orm': 'Tortoise ORM',
    peewee: 'Peewee',
    psycopg: 'psycopg',
    psycopg2: 'psycopg2',
    'psycopg2-binary': 'psycopg2',
    asyncpg: 'asyncpg',
    pymysql: 'PyMySQL',
    pymongo: 'PyMongo',
    redis: 'redis-py',
    'confluent-kafka': 'Kafka client',
    numpy: 'NumPy',
    pandas: 'pandas',
    polars: 'Polars',
    scipy: 'SciPy',
    matplotlib: 'Matplotlib',
    pyspark: 'PySpark',
    duckdb: 'DuckDB',
    'dbt-core': 'dbt',
  },
})

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
  const known = new Set(all.flatMap((each) => [...each.dependencies, ...each.development].map(([id]) => id)))
  const named = all.find((each) => each.name !== undefined)
  const part: Part = {
    folder,
    ecosystem: 'Python',
    source: main.source,
    name: named?.name,
    nameSource: named?.source ?? main.source,
    description: main.description ?? named?.description,
    technologies: [
      languageOf(scan, folder, all),
      ...merged(all.flatMap((each) => saidBy(each.source, fromDependencies(CATALOG, each.dependencies)))),
    ],
    commands: [
      ...installation(scan, folder, named !== undefined, manager),
      ...runCommands(scan, folder, all, manager, known),
      ...testCommands(scan, folder, toml, manager, known),
      ...(known.has('ruff') || at(toml, 'tool', 'ruff') !== undefined
        ? [standard('lint', `${RUN[manager]}ruff check .`)]
        : []),
      ...ownTasks(all, manager),
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
  return pinned('language', 'Python', pin, /^(\d[\d.]*)$/) ?? technology('language', 'Python')
}

function managerOf(scan: Scan, folder: string, toml: unknown): Manager {
  const backend = textAt(toml, 'build-system', 'build-backend') ?? ''
  // A workspace has one lock file, at its root.
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

/** Django's manage.py, FastAPI's own command, or the one program that the package installs. */
function runCommands(
  scan: Scan,
  folder: string,
  all: readonly Declaration[],
  manager: Manager,
  known: ReadonlySet<string>,
): readonly Command[] {
  const run = RUN[manager]
  if (exists(scan, folder, 'manage.py'))
    return [standard('run', `${run}python manage.py runserver`, join(folder, 'manage.py'))]
  const hasFastapi = all.some((each) => each.texts.some((text) => /^fastapi(-cli\b|\[(standard|all)\b)/i.test(text)))
  if (hasFastapi) return [standard('run', `${run}fastapi dev`)]
  if (known.has('flask') && exists(scan, folder, 'app.py'))
    return [standard('run', `${run}flask run`, join(folder, 'app.py'))]
  const programs = all.flatMap(({ toml, source }) =>
    [...entriesAt(toml, 'project', 'scripts'), ...entriesAt(toml, 'tool', 'poetry', 'scripts')].map(
      ([name]) => [name, source] as const,
    ),
  )
  const [program] = programs
  return programs.length === 1 && program !== undefined && /^[\w.-]+$/.test(program[0])
    ? [standard('run', run + program[0], program[1])]
    : []
}

function testCommands(
  scan: Scan,
  folder: string,
  toml: unknown,
  manager: Manager,
  known: ReadonlySet<string>,
): readonly Command[] {
  const run = RUN[manager]
  const sign = (...names: readonly string[]) => names.find((name) => exists(scan, folder, name))
  const cited = (name: string | undefined) => (name === undefined ? undefined : join(folder, name))
  const isDeclared = known.has('pytest') || at(toml, 'tool', 'pytest') !== undefined
  const pytest = sign('pytest.ini', 'conftest.py', 'tests/conftest.py', 'test/conftest.py', 'testing/conftest.py')
  const tox = sign('tox.ini')
  const environments = tox === undefined ? [] : [standard('test', 'tox', cited(tox))]
  if (isDeclared || pytest !== undefined) {
    const source = isDeclared ? undefined : cited(pytest)
    return [
      standard('test', `${run}pytest`, source),
      ...environments,
      standard('one', `${run}pytest <file>::<test>`, source),
    ]
  }
  const django = cited(sign('manage.py'))
  if (django === undefined) return environments
  return [
    standard('test', `${run}python manage.py test`, django),
    standard('one', `${run}python manage.py test <app>.tests.<Class>.<method>`, django),
  ]
}

const INSTALLATIONS: Readonly<Record<Exclude<Manager, 'pip'>, readonly Command[]>> = {
  uv: [standard('install', 'uv sync')],
  poetry: [standard('install', 'poetry install')],
  pdm: [standard('install', 'pdm install')],
  pipenv: [standard('install', 'pipenv install --dev')],
  // Hatch makes its environments when they are first used.
  hatch: [],
}

function installation(scan: Scan, folder: string, isNamed: boolean, manager: Manager): readonly Command[] {
  if (manager !== 'pip') return INSTALLATIONS[manager]
  if (exists(scan, folder, 'requirements.txt')) {
    return [standard('install', 'pip install -r requirements.txt', join(folder, 'requirements.txt'))]
  }
  return exists(scan, folder, 'setup.py') || isNamed ? [standard('install', 'pip install -e .')] : []
}

function ownTasks(all: readonly Declaration[], manager: Manager): readonly Command[] {
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
