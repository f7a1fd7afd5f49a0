import { expect, test } from 'vitest'
import { projectFacts } from '../../../src/project/project-facts.ts'
import { goService } from '../papers.ts'
import { scanned, table } from '../scanned.ts'

test('services with their images, without environment values and services built here [S12]', () => {
  const line = projectFacts(scanned(goService), 'en').snapshot.find((fact) => fact.label === 'Services')
  expect(line).toEqual({
    label: 'Services',
    value: 'db (postgres:16-alpine), cache (redis)',
    source: 'docker-compose.yml',
  })
})

test('a compose file cut in the middle gives the services before the cut [S12]', () => {
  const text = 'services:\n  db:\n    image: postgres:16\n  mail:\n    image: mailpit\n    environment:\n      - "A=1'
  expect(table(projectFacts(scanned({ 'compose.yaml': text }), 'en').snapshot)['Services']).toMatch(
    /^db \(postgres:16\), mail \(mailpit\)/,
  )
})
