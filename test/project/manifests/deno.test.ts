import { expect, test } from 'vitest'
import { projectFacts } from '../../../src/project/project-facts.ts'
import { denoApp } from '../papers.ts'
import { scanned, table } from '../scanned.ts'

test('Deno [S12]', () => {
  expect(table(projectFacts(scanned(denoApp), 'en').snapshot)).toEqual({
    Stack: 'TypeScript, Deno, Hono ^4.6',
    Commands: 'run `deno task dev`, test `deno task test`, one test `deno test <file>`',
  })
})
