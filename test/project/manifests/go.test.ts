import { expect, test } from 'vitest'
import { projectFacts } from '../../../src/project/project-facts.ts'
import { goService, goWork } from '../papers.ts'
import { type Paper, scanned, table } from '../scanned.ts'

const facts = (paper: Paper) => projectFacts(scanned(paper), 'en')

test('a module gives its version and direct requirements, without what tests it [S12]', () => {
  expect(table(facts(goService).stack)['Stack']).toBe(
    'Go 1.22.3, chi 5.1.0, GORM 1.25.12, pgx 5.7.1, github.com/acme/kit',
  )
})

test('the drivers of a library are no stores of its own [S12]', () => {
  const text = 'module x\ngo 1.21\nrequire go.mongodb.org/mongo-driver v1.9.1\n'
  expect(table(facts({ 'go.mod': text }).stack)['Stack']).toBe('Go 1.21')
  expect(table(facts({ 'go.mod': text, 'main.go': null }).stack)['Stack']).toBe('Go 1.21, MongoDB driver 1.9.1')
})

test('of several programs the one named like the module is the one to run; targets go before conventions [S12]', () => {
  expect(table(facts(goService).snapshot)['Commands']).toBe(
    'install `go mod download`, build `make build`, run `go run ./cmd/shopd`, test `make test`, one test `go test -run <TestName> ./...`, lint `make lint`',
  )
  expect(table(facts(goService).commands)).toMatchObject({
    Run: '`go run ./cmd/shopd`, `go run ./cmd/migrate`',
    Test: '`make test`, `go test ./...`',
  })
})

test('a workspace rolls its modules up, which have their own commands [S12]', () => {
  expect(table(facts(goWork).snapshot)['Stack']).toBe('Go 1.23, Gin 1.10.0')
  expect(table(facts(goWork).commands)).toMatchObject({
    'Run (in api/)': '`go run .`',
    'Test (in worker/)': '`go test ./...`',
  })
})

test('a go.mod that ends in its requirements tells those before the end [S12]', () => {
  const text = 'module x\ngo 1.21\nrequire (\n\tgithub.com/gin-gonic/gin v1.9.1\n\tgithub.com/spf13/co'
  expect(table(facts({ 'go.mod': text }).stack)).toEqual({ Stack: 'Go 1.21, Gin 1.9.1' })
})
