import { expect, test } from 'vitest'
import { projectFacts } from '../../../src/project/project-facts.ts'
import { type Paper, scanned, table } from '../scanned.ts'

const commands = (paper: Paper) => table(projectFacts(scanned(paper), 'en').commands)

test('programs named for a role come before conventions and after package scripts [S12]', () => {
  const python = {
    'pyproject.toml': '[project]\nname = "x"\n[tool.pytest]\n',
    'scripts/test': null,
    'scripts/lint.sh': null,
  }
  expect(commands(python)).toMatchObject({ Test: '`scripts/test`', Lint: '`scripts/lint.sh`' })
  const node = { 'package.json': '{"scripts": {"test": "jest"}}', 'bin/test': null }
  expect(commands(node)['Test']).toBe('`npm test`, `bin/test`')
})

test('installers, other languages and other names are left out [S12]', () => {
  const paper = { 'scripts/install.sh': null, 'scripts/build.mjs': null, 'bin/shop': null, 'scripts/test-all': null }
  expect(commands(paper)).toEqual({})
})
