import { expect, test } from 'vitest'
import { projectFacts } from '../../../src/refresh/project-facts.ts'
import { goService, goWork } from './papers.ts'
import { type Paper, scanned, table } from './scanned.ts'

const facts = (paper: Paper) => projectFacts(scanned(paper), 'en')

test('a module gives its version and direct requirements [S12]', () => {
  expect(table(facts(goService).stack)).toMatchObject({
    Language: 'Go 1.22.3',
    Frameworks: 'chi 5.1.0',
    Data: 'GORM 1.25.12, pgx 5.7.1',
    Testing: 'testify 1.9.0',
    'Other dependencies': 'github.com/acme/kit',
  })
})

test('of several programs the one named like the module is the one to run [S12]', () => {
  expect(table(facts(goService).snapshot)['Commands']).toBe(
    '`go mod download`, `go run ./cmd/shopd`, `go build ./...`, `go test ./...`',
  )
  expect(table(facts(goService).commands)['cmd/migrate']).toBe('`go run ./cmd/migrate`')
})

test('a workspace names its modules, which have their own commands [S12]', () => {
  expect(table(facts(goWork).snapshot)).toMatchObject({ Stack: 'Go 1.23', Workspaces: '`api`, `worker`' })
  expect(table(facts(goWork).commands)).toMatchObject({
    Run: '`cd api && go run .`',
    Test: '`cd api && go test ./...`',
  })
})

test('a go.mod that ends in its requirements tells those before the end [S12]', () => {
  const text = 'module x\ngo 1.21\nrequire (\n\tgithub.com/gin-gonic/gin v1.9.1\n\tgithub.com/spf13/co'
  expect(table(facts({ 'go.mod': text }).stack)).toEqual({ Language: 'Go 1.21', Frameworks: 'Gin 1.9.1' })
})
