import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { REQUIREMENTS } from './requirements.ts'

const HERE = import.meta.dirname

/** Every `[S7]` in the title of a test or fixture. */
const citations = readdirSync(HERE, { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter(
    (name) =>
      !name.includes('node_modules/') &&
      (/\.test\.ts$/.test(name) ? name !== 'requirements.test.ts' : name.endsWith('/options.json')),
  )
  .flatMap((file) =>
    [...readFileSync(join(HERE, file), 'utf8').matchAll(/\[(S\d+)\](?=[ '"`\]])/g)].map((match) => ({
      file,
      id: match[1] ?? '',
    })),
  )

test('the scan sees the tests', () => expect(citations.length).toBeGreaterThan(200))

test('every promise is cited by a test', () => {
  const cited = new Set(citations.map((citation) => citation.id))
  expect(REQUIREMENTS.filter((requirement) => !cited.has(requirement.id)).map((requirement) => requirement.id)).toEqual(
    [],
  )
})

test('every citation names a promise', () => {
  const promised = new Set(REQUIREMENTS.map((requirement) => requirement.id))
  expect(citations.filter((citation) => !promised.has(citation.id))).toEqual([])
})

test('every promise is listed once, in order, with its sentence and its source', () => {
  const numbers = REQUIREMENTS.map((requirement) => Number(requirement.id.slice(1)))
  expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b))
  for (const requirement of REQUIREMENTS) {
    expect(requirement.source).toMatch(/^§\d/)
    expect(requirement.sentence).toMatch(/\.$/)
  }
})
