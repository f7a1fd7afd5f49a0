import { expect, test } from 'vitest'
import { Codebase } from '../../src/drift/codebase.ts'
import { findRestated } from '../../src/drift/find-restated.ts'
import { RepositoryText } from '../../src/drift/repository-text.ts'
import { repositoryOf } from './repository-of.ts'
import { PROJECT, RESTATED, WORTH } from './worth-cases.ts'

function judge(title: string, text: string, files: Readonly<Record<string, string>> = PROJECT) {
  return findRestated([{ title, text }], () => new RepositoryText(new Codebase(repositoryOf(files))))[0]
}

test.each(RESTATED)('%s%s → %s says this itself [S58]', (title, text, path) => {
  expect(judge(title, text)?.path).toBe(path)
})

test.each(WORTH)('%s%s is worth keeping [S58]', (title, text) => {
  expect(judge(title, text)).toBeUndefined()
})

test('the repeated line is reported [S58]', () => {
  const lines = (path: string) => PROJECT[path]?.split('\n') ?? []
  const at = (title: string, text: string) => {
    const place = judge(title, text)
    return lines(place?.path ?? '')[(place?.line ?? 0) - 1]?.trim()
  }
  expect(at('', 'We use zod 3.23.8.')).toBe('"zod": "^3.23.8"')
  expect(at('How do I run the tests?', '`pnpm test`')).toBe('"test": "vitest run",')
  expect(at('', 'All handlers return problem details (RFC 9457).')).toContain('RFC 9457')
  expect(at('', '`priceOf` computes the price of a slot in cents, surcharges included.')).toContain(
    'Computes the price',
  )
})

test('a version that the manifest does not have is worth keeping [S58]', () => {
  expect(judge('', 'Express 4.18')).toBeUndefined()
  expect(judge('', 'Express 4.19')).toMatchObject({ path: 'package.json' })
})

test('the same words in another order are not a repetition [S58]', () => {
  expect(judge('', 'Redis stores quotes and caches bookings in PostgreSQL.')).toBeUndefined()
})

test('one additional statement makes the whole entry worth keeping [S58]', () => {
  expect(judge('', 'The API listens on port 8080. The gateway adds its own timeout of 30 s.')).toBeUndefined()
})

test('words from different lines of a manifest are not a repetition [S58]', () => {
  expect(judge('', 'Deploy with vite')).toBeUndefined()
})

test('the repository is not read if every entry gives a reason [S58]', () => {
  const unread = () => {
    throw new Error('the repository was opened')
  }
  expect(findRestated([{ title: '', text: 'Use zod 3, because 4 breaks the forms.' }], unread)).toEqual([undefined])
})

test('huge generated manifests and documents are ignored [S39] [S58]', () => {
  const files = {
    'README.md': `# x\n\n${'a '.repeat(400_000)}`,
    'package.json': `{"name":"x","dependencies":{${Array.from({ length: 20_000 }, (_, at) => `"p${at}":"1"`).join()}}}`,
    'docs/long.md': `${'word '.repeat(300)}\n`.repeat(100),
  }
  expect(judge('', 'The word of the day is word word word', files)).toBeUndefined()
})
