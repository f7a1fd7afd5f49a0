import { expect, test } from 'vitest'
import { projectFacts } from '../../../src/project/project-facts.ts'
import { djangoPoetry, fastapiUv, requirementsOnly, setupCfg } from '../papers.ts'
import { type Paper, scanned, table } from '../scanned.ts'

const facts = (paper: Paper) => projectFacts(scanned(paper), 'en')

test('Poetry: dependencies without groups, and Django [S12]', () => {
  expect(table(facts(djangoPoetry).stack)).toEqual({
    Stack: 'Python ^3.11, Django ~5.1, Django REST framework ^3.15, Celery, psycopg ^3.2',
  })
  expect(facts(djangoPoetry).commands).toContainEqual({
    label: 'Run',
    value: '`poetry run python manage.py runserver`',
    source: 'manage.py',
  })
  expect(table(facts(djangoPoetry).commands)).toMatchObject({
    Install: '`poetry install`',
    Test: '`poetry run pytest`',
    'One test': '`poetry run pytest <file>::<test>`',
  })
})

test('PEP 621 with uv: requirements, groups and tasks [S12]', () => {
  expect(table(facts(fastapiUv).snapshot)).toMatchObject({
    About: 'Geocoding over HTTP for internal tools.',
    Stack: 'Python >=3.12, FastAPI >=0.115, SQLAlchemy 2.0.35',
    Commands:
      'install `uv sync`, run `uv run poe serve`, test `uv run pytest`, one test `uv run pytest <file>::<test>`',
  })
})

test('requirements.txt alone, with options and links in it [S12]', () => {
  expect(table(facts(requirementsOnly).stack)).toEqual({ Stack: 'Python, Flask 3.0.3, psycopg2' })
  expect(facts(requirementsOnly).commands).toEqual([
    { label: 'Install', value: '`pip install -r requirements.txt`', source: 'requirements.txt' },
    { label: 'Run', value: '`flask run`', source: 'app.py' },
    { label: 'Test', value: '`tox`', source: 'tox.ini' },
  ])
})

test('setup.cfg [S12]', () => {
  expect(table(facts(setupCfg).snapshot)).toMatchObject({
    About: 'Parses old telex messages',
    Stack: 'Python >=3.8, Click >=8',
    Commands: 'install `pip install -e .`, test `pytest`, one test `pytest <file>::<test>`',
  })
})

test('a setup.cfg that only sets up tools names no package [S12]', () => {
  const paper = { 'setup.cfg': '[flake8]\nname = odd\nmax-line-length = 100\n', 'app.py': null }
  expect(table(facts(paper).snapshot)).toEqual({ Stack: 'Python' })
  expect(facts(paper).commands).toEqual([])
})

test('setup.py: literal arguments only [S12]', () => {
  const text =
    "setup(\n  name='sonar',\n  description=read('D'),\n  install_requires=['numpy>=1.26', \"flask\"],\n  python_requires='>=3.9')"
  expect(table(facts({ 'setup.py': text }).snapshot)).toMatchObject({
    Name: 'sonar',
    Stack: 'Python >=3.9, Flask, NumPy >=1.26',
  })
})

test.each<[string, Paper, string]>([
  ['PDM', { 'pyproject.toml': '[tool.pdm.scripts]\ntest = "pytest -q"' }, 'install `pdm install`, test `pdm run test`'],
  ['Hatch', { 'pyproject.toml': '[tool.hatch.envs.default.scripts]\ntest = "pytest"' }, 'test `hatch run test`'],
  [
    'Pipenv',
    { Pipfile: '[packages]\nflask = "*"\n[scripts]\nstart = "flask run"' },
    'install `pipenv install --dev`, run `pipenv run start`',
  ],
  ['plain pip', { 'pyproject.toml': '[project]\nname = "x"' }, 'install `pip install -e .`'],
])('%s gives its commands [S12]', (_, paper, expected) => {
  expect(table(facts(paper).snapshot)['Commands']).toBe(expected)
})

test('every file that lists dependencies is named [S12]', () => {
  const paper = {
    'pyproject.toml': '[project]\nname = "x"\ndependencies = ["flask"]',
    'requirements.txt': 'django==5.0\n',
  }
  expect(facts(paper).stack).toEqual([
    { label: 'Stack', value: 'Python, Flask, Django 5.0', source: 'pyproject.toml, requirements.txt' },
  ])
})

test.each([
  ['cut within a list', '[project]\nname = "x"\nrequires-python = ">=3.11"\ndependencies = [\n  "flask",\n  "djan'],
  ['broken in another table', '[tool.odd]\nbroken = = 1\n[project]\nname = "x"\nrequires-python = ">=3.11"\n[tool'],
  ['with a table twice', '[project]\nname = "x"\nrequires-python = ">=3.11"\n[project]\nname = "y"'],
])('a pyproject.toml %s still gives name and version [S12]', (_, text) => {
  const snapshot = table(facts({ 'pyproject.toml': text }).snapshot)
  expect(snapshot['Name']).toBe('x')
  expect(snapshot['Stack']).toMatch(/^Python >=3\.11/)
})
