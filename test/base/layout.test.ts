import { expect, test } from 'vitest'
import { isIndexPath } from '../../src/base/layout.ts'

test.each([
  ['details/design/index.md', true],
  ['details/learnings/index.md', true],
  ['details/learnings/index-bug.md', true],
  ['details/learnings/index-performance-2.md', true],
  ['details/learnings/index-corruption.md', false],
  ['details/design/index-bug.md', false],
  ['details/learnings/2024/index.md', false],
  ['index.md', false],
])('%s is an index: %j [S6]', (path, is) => {
  expect(isIndexPath(path)).toBe(is)
})
