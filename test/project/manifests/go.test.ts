import { expect, test } from 'vitest'
import { projectFacts } from '../../../src/project/project-facts.ts'
import { goService, goWork } from '../papers.ts'
import { type Paper, scanned, table } from '../scanned.ts'

const facts = (paper: Paper) => projectFacts(scanned(paper), 'en')

test('a module gives its version and known products; other requirements stay in the manifest [S12] [S58]', () => {
  expect(table(facts(goService).stack)['Stack']).toBe('Go 1.22.3, chi 5.1.0, GORM 1.25.12, pgx 5.7.1')
})

test('drivers of a library are not its stores [S12]', () => {
  const text = 'module x\ngo 1.21\nrequire go.mongodb.org/mongo-driver v1.9.1\n'
  expect(table(facts({ 'go.mod': text }).stack)['Stack']).toBe('Go 1.21')
  expect(table(facts({ 'go.mod': text, 'main.go': null }).stack)['Stack']).toBe('Go 1.21, MongoDB driver 1.9.1')
})

test('of several programs none is run; targets come before conventions [S12]', () => {
  expect(table(facts(goService).snapshot)['Commands']).toBe(
    'install `go mod download`, build `make build`, test `make test`, one test `go test -run <TestName> ./...`, lint `make lint`',
  )
  expect(table(facts(goService).commands)['Test']).toBe('`make test`')
  expect(facts(goService).unclear).toEqual(['cmd/migrate', 'cmd/shopd'])
})

test('a workspace combines its modules; its root has no usual command [S12]', () => {
  expect(table(facts(goWork).snapshot)['Stack']).toBe('Go 1.23, Gin 1.10.0')
  expect(facts(goWork).commands).toEqual([])
})

test('the version of a module in the same repository says nothing [S12]', () => {
  const text = 'module x\ngo 1.21\nrequire k8s.io/client-go v0.0.0\n'
  expect(table(facts({ 'go.mod': text }).stack)['Stack']).toBe('Go 1.21, client-go')
})

test('a go.mod cut in its requirements gives those before the cut [S12]', () => {
  const text = 'module x\ngo 1.21\nrequire (\n\tgithub.com/gin-gonic/gin v1.9.1\n\tgithub.com/spf13/co'
  expect(table(facts({ 'go.mod': text }).stack)).toEqual({ Stack: 'Go 1.21, Gin 1.9.1' })
})
