import fc from 'fast-check'
import { expect, test } from 'vitest'
import { linkTarget, relativePath, resolve } from '../../src/check/link-target.ts'
import { law } from '../laws/runs.ts'

test.each<[string, string, string]>([
  ['a.md', 'memory-bank', 'memory-bank/a.md'],
  ['../a.md', 'memory-bank', 'a.md'],
  ['..', 'memory-bank', ''],
  ['./b/../a.md', 'memory-bank/details', 'memory-bank/details/a.md'],
  ['/a.md', 'memory-bank/details', 'a.md'],
  ['b\\a.md', 'memory-bank', 'memory-bank/b/a.md'],
])('%s from %s is %s', (path, folder, expected) => expect(resolve(path, folder)).toBe(expected))

test.each(['../../a.md', '/../a.md', 'a/../../../b'])('%s leads out of the project', (destination) => {
  expect(linkTarget(destination, 'memory-bank')).toEqual({ kind: 'outside' })
})

test('a relative path resolves to its target', () => {
  const name = fc.constantFrom('a', 'b', 'c.md', '中文')
  const path = fc.array(name, { minLength: 1, maxLength: 5 }).map((parts) => parts.join('/'))
  law(
    fc.property(path, path, (to, folder) => {
      expect(resolve(relativePath(to, folder), folder)).toBe(to)
    }),
    100,
  )
})
