import { expect, test } from 'vitest'
import { projectFacts } from '../../../src/project/project-facts.ts'
import { polyglot } from '../papers.ts'
import { type Paper, scanned, table } from '../scanned.ts'

const commands = (paper: Paper) => table(projectFacts(scanned(paper), 'en').commands)

test('targets with a known role, and no others [S12]', () => {
  const text =
    'build: a ## Build the server\n\tgo build\ntest unit:: a\nX := 1\n%.o: %.c\n.PHONY: build\ninstall:\ntest: export A = 1\nlint:\ndeploy:\n'
  expect(commands({ Makefile: text })).toEqual({ Build: '`make build`', Test: '`make test`', Lint: '`make lint`' })
})

test('just recipes without settings, variables and private recipes [S12]', () => {
  expect(commands(polyglot)['Run']).toBe('`just up`')
})

test('tasks of a Taskfile, without internal ones [S12]', () => {
  const text =
    'version: "3"\ntasks:\n  build:\n    desc: Build it\n    cmds: [go build]\n  test:\n    internal: true\n  plain: echo\n'
  expect(commands({ 'Taskfile.yml': text })).toEqual({ Build: '`task build`' })
})
