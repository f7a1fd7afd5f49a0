import { expect, test } from 'vitest'
import { projectFacts } from '../../../src/refresh/project-facts.ts'
import { goService, polyglot } from './papers.ts'
import { scanned, table } from './scanned.ts'

test('real make targets with what their authors say, and nothing else [S12]', () => {
  const made = projectFacts(scanned(goService, 'folder'), 'en').commands.filter((fact) => fact.source === 'Makefile')
  expect(table(made)).toEqual({
    'build (make)': '`make build` (Build the server)',
    'test (make)': '`make test` (Run every test)',
    lint: '`make lint`',
    fmt: '`make fmt`',
  })
})

test('just recipes without settings, variables and private ones [S12]', () => {
  const made = projectFacts(scanned(polyglot, 'folder'), 'en').commands.filter((fact) => fact.source === 'Justfile')
  expect(table(made)).toEqual({ up: '`just up` (Start everything)' })
})

test('tasks of a Taskfile [S12]', () => {
  const text =
    'version: "3"\ntasks:\n  build:\n    desc: Build it\n    cmds: [go build]\n  hidden:\n    internal: true\n  plain: echo\n'
  expect(table(projectFacts(scanned({ 'Taskfile.yml': text }, 'folder'), 'en').commands)).toEqual({
    build: '`task build` (Build it)',
    plain: '`task plain`',
  })
})
