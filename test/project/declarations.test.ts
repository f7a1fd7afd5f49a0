import { expect, test } from 'vitest'
import { keysOfPackage } from '../../src/project/declarations.ts'

test('a package may have the name of a property that every object has', () => {
  for (const name of ['constructor', 'toString', 'valueOf', '__proto__'])
    expect(keysOfPackage(name)).toEqual([name.toLowerCase().replaceAll('_', '')])
})
