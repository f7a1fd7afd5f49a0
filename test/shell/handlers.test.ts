/** Every command that a family handles is known by its name. */

import { expect, test } from 'vitest'
import { FAMILIES, handlerOf } from '../../src/shell/handlers.ts'

test.each(FAMILIES.map((family) => [family.names.trim().split(' ')[0], family] as const))(
  'the family of %s is known by all of its names, and by no other [S34]',
  (_, { names, handlers }) => {
    expect(names.trim().split(' ').toSorted()).toEqual(Object.keys(handlers()).toSorted())
  },
)

test('a name in two families is the first one’s, and no part of a list is a name [S34]', () => {
  const files = FAMILIES.find(({ names }) => names.includes(' cp '))?.handlers()
  expect(handlerOf('sort')).toBe(files?.['sort'])
  expect([handlerOf('cp gcp'), handlerOf(''), handlerOf('constructor'), handlerOf('c')]).toEqual(
    Array(4).fill(undefined),
  )
})
