import { expect, test } from 'vitest'
import { projectFacts } from '../../../src/refresh/project-facts.ts'
import { djangoPoetry, fastapiUv, requirementsOnly, setupCfg } from './papers.ts'
import { type Paper, scanned, table } from './scanned.ts'

const facts = (paper: Paper) => projectFacts(scanned(paper), 'en')

test('Poetry: dependencies, groups, scripts and Django [S12]', () => {
  expect(table(facts(djangoPoetry).stack)).toEqual({
    Language: 'Python ^3.11',
    Frameworks: 'Django ~5.1, Django REST framework ^3.15, Celery',
    Data: 'psycopg ^3.2',
    Testing: 'pytest ^8.3',
    Tooling: 'ruff ^0.6',
    'Package manager': 'poetry',
    'Other dependencies': 'boto3',
  })
  expect(facts(djangoPoetry).commands).toContainEqual({
    label: 'Dev',
    value: '`poetry run python manage.py runserver`',
    source: 'manage.py',
  })
  expect(table(facts(djangoPoetry).commands)).toMatchObject({
    Install: '`poetry install`',
    Test: '`poetry run pytest`',
    'klinik-admin': '`poetry run klinik-admin`',
  })
})

test('PEP 621 with uv: requirements, groups, workspace and tasks [S12]', () => {
  expect(table(facts(fastapiUv).snapshot)).toMatchObject({
    Name: 'geo-api',
    About: 'Geocoding over HTTP for internal tools.',
    Stack: 'Python >=3.12,<4, FastAPI >=0.115, SQLAlchemy 2.0.35',
    Commands: '`uv sync`, `uv run poe serve`, `uv run pytest`',
    Workspaces: '`libs/tiles`',
  })
  expect(table(facts(fastapiUv).commands)).not.toHaveProperty('_hidden')
})

test('requirements.txt alone, with options and links in it [S12]', () => {
  expect(table(facts(requirementsOnly).stack)).toEqual({
    Language: 'Python',
    Frameworks: 'Flask 3.0.3, Gunicorn >=22',
    Data: 'psycopg2',
    'Package manager': 'pip',
  })
  expect(facts(requirementsOnly).commands).toEqual([
    { label: 'Install', value: '`pip install -r requirements.txt`', source: 'requirements.txt' },
    { label: 'tox', value: '`tox`', source: 'tox.ini' },
  ])
})

test('setup.cfg [S12]', () => {
  expect(table(facts(setupCfg).snapshot)).toMatchObject({
    Name: 'oldlib',
    About: 'Parses old telex messages',
    Stack: 'Python >=3.8, Click >=8, Requests',
    Commands: '`pip install -e .`, `pytest`',
  })
})

test('a setup.cfg that only sets up tools names no package [S12]', () => {
  const paper = { 'setup.cfg': '[flake8]\nname = odd\nmax-line-length = 100\n', 'app.py': null }
  expect(table(facts(paper).snapshot)).toMatchObject({ Name: 'project' })
  expect(facts(paper).commands).toEqual([])
})

test('setup.py: only what is written out [S12]', () => {
  const text =
    "setup(\n  name='sonar',\n  description=read('D'),\n  install_requires=['numpy>=1.26', \"flask\"],\n  python_requires='>=3.9')"
  expect(table(facts({ 'setup.py': text }).snapshot)).toMatchObject({
    Name: 'sonar',
    Stack: 'Python >=3.9, Flask, NumPy >=1.26',
  })
})

test.each<[string, Paper, string]>([
  ['PDM', { 'pyproject.toml': '[tool.pdm.scripts]\ntest = "pytest -q"' }, '`pdm install`, `pdm run test`'],
  ['Hatch', { 'pyproject.toml': '[tool.hatch.envs.default.scripts]\ntest = "pytest"' }, '`hatch run test`'],
  [
    'Pipenv',
    { Pipfile: '[packages]\nflask = "*"\n[scripts]\nstart = "flask run"' },
    '`pipenv install --dev`, `pipenv run start`',
  ],
  ['plain pip', { 'pyproject.toml': '[project]\nname = "x"' }, '`pip install -e .`'],
])('%s gives its commands [S12]', (_, paper, expected) => {
  expect(table(facts(paper).snapshot)['Commands']).toBe(expected)
})

test('each file answers for its own dependencies [S12]', () => {
  const paper = {
    'pyproject.toml': '[project]\nname = "x"\ndependencies = ["flask"]',
    'requirements.txt': 'django==5.0\n',
  }
  expect(facts(paper).stack.filter((fact) => fact.label.startsWith('Frameworks'))).toEqual([
    { label: 'Frameworks', value: 'Flask', source: 'pyproject.toml' },
    { label: 'Frameworks (Python)', value: 'Django 5.0', source: 'requirements.txt' },
  ])
})

test.each([
  ['cut within a list', '[project]\nname = "x"\nrequires-python = ">=3.11"\ndependencies = [\n  "flask",\n  "djan'],
  ['broken in another table', '[tool.odd]\nbroken = = 1\n[project]\nname = "x"\nrequires-python = ">=3.11"\n[tool'],
  ['with a table twice', '[project]\nname = "x"\nrequires-python = ">=3.11"\n[project]\nname = "y"'],
])('a pyproject.toml %s still tells name and version [S12]', (_, text) => {
  const snapshot = table(facts({ 'pyproject.toml': text }).snapshot)
  expect(snapshot['Name']).toBe('x')
  expect(snapshot['Stack']).toMatch(/^Python >=3\.11/)
})
