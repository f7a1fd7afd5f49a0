import { expect, test } from 'vitest'
import { projectFacts } from '../../../src/project/project-facts.ts'
import { phoenix } from '../papers.ts'
import { scanned, table } from '../scanned.ts'

test('Elixir [S12]', () => {
  expect(table(projectFacts(scanned(phoenix), 'en').snapshot)).toEqual({
    Name: 'chat',
    Stack: 'Elixir ~> 1.17, Phoenix ~> 1.7.14, Ecto ~> 3.10',
    Commands:
      'install `mix deps.get`, build `mix compile`, run `mix phx.server`, test `mix test`, one test `mix test <file>:<line>`',
  })
})
