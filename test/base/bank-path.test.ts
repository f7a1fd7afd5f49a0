import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bankPath, baseName, directoryOf, knownPath } from '../../src/base/bank-path.ts'
import { law } from '../laws/runs.ts'

test.each([
  ['details/tech.md', 'details/tech.md'],
  ['./details//tech.md', 'details/tech.md'],
  ['details\\tech.md', 'details/tech.md'],
  ['中文/文件 1.md', '中文/文件 1.md'],
  ['a..md', 'a..md'],
  ['...', '...'],
  ['../x.md', undefined],
  ['details/../../x.md', undefined],
  ['details/../x.md', undefined],
  ['/etc/passwd', undefined],
  ['\\\\server\\x', undefined],
  ['C:\\x.md', undefined],
  ['c:x.md', undefined],
  ['a\0b', undefined],
  ['', undefined],
  ['.', undefined],
  ['./', undefined],
])('%j is the bank path %j [S1]', (raw, path) => expect(bankPath(raw)).toBe(path))

test('knownPath throws for a wrong path', () => expect(() => knownPath('../x')).toThrow())

test('a path has a name and a directory', () => {
  expect([baseName('details/design/a.md'), baseName('a.md')]).toEqual(['a.md', 'a.md'])
  expect([directoryOf('details/design/a.md'), directoryOf('a.md')]).toEqual(['details/design', ''])
})

test('a clean path is unchanged, and no other counts as clean [S2]', () => {
  const parts = fc.array(fc.constantFrom('a', 'b.md', '.', '..', '', '...', '.git', 'C:', '\\', '\0', ' ', '中'), {
    maxLength: 5,
  })
  law(
    fc.property(parts, fc.constantFrom('/', '\\'), (all, slash) => {
      const raw = all.join(slash)
      const slow = raw.replaceAll('\\', '/')
      const kept = slow.split('/').filter((part) => part !== '' && part !== '.')
      const isNone =
        slow.startsWith('/') ||
        /^[A-Za-z]:/.test(slow) ||
        slow.includes('\0') ||
        kept.length === 0 ||
        kept.includes('..')
      expect(bankPath(raw)).toBe(isNone ? undefined : kept.join('/'))
    }),
    100,
  )
})
