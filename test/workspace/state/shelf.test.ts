import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folderShelf, memoryShelf, type Shelf } from '../../../src/workspace/state/shelf.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const words = (raw: unknown): string | undefined => (typeof raw === 'string' ? raw : undefined)

/** In memory, and in files that each operation opens as a new process would. */
const SHELVES: readonly (readonly [string, () => () => Shelf<string>])[] = [
  [
    'memory',
    () => {
      const shelf = memoryShelf<string>()
      return () => shelf
    },
  ],
  [
    'files',
    () => {
      const folder = join(temporaryFolder(), 'shelf')
      return () => folderShelf(folder, words)
    },
  ],
]

describe.each(SHELVES)('a shelf in %s', (_, make) => {
  test('gives back what was put there, until it is taken down [S37]', () => {
    const shelf = make()
    shelf().put('a\nkey', 'one')
    shelf().put('另一个', 'two')
    shelf().put('a\nkey', 'three')
    expect(shelf().get('a\nkey')).toBe('three')
    expect([...shelf().entries()].sort(([a], [b]) => (a < b ? -1 : 1))).toEqual([
      ['a\nkey', 'three'],
      ['另一个', 'two'],
    ])
    shelf().remove('a\nkey')
    shelf().remove('never there')
    expect(shelf().get('a\nkey')).toBeUndefined()
    expect(shelf().entries()).toHaveLength(1)
  })

  test('keeps a bounded number of things [S37]', () => {
    const shelf = make()
    for (let at = 0; at < 200; at += 1) shelf().put(`key ${at}`, 'x')
    expect(shelf().entries().length).toBeLessThanOrEqual(128)
    expect(shelf().get('key 199')).toBe('x')
  })
})

test('a file that is cut short, or not ours, counts as not there [S37]', () => {
  const folder = temporaryFolder()
  const shelf = folderShelf(folder, words)
  shelf.put('a', 'x')
  const name = readdirSync(folder)[0] ?? ''
  for (const text of ['', '{"key":"a","val', '7', '{"key":"a","value":7}']) {
    writeFileSync(join(folder, name), text)
    expect(shelf.get('a')).toBeUndefined()
    expect(shelf.entries()).toEqual([])
  }
})
