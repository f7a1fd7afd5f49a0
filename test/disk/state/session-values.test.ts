import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Seal } from '../../../src/disk/state/seal.ts'
import { type SessionValues, valuesInFiles, valuesInMemory } from '../../../src/disk/state/session-values.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const words = (raw: unknown): string | undefined => (typeof raw === 'string' ? raw : undefined)

/** In memory, and in files that each operation opens as a new process would. */
const KINDS: readonly (readonly [string, () => () => SessionValues<string>])[] = [
  [
    'memory',
    () => {
      const values = valuesInMemory<string>()
      return () => values
    },
  ],
  [
    'files',
    () => {
      const state = join(temporaryFolder(), 'repository', 'bank')
      return () => valuesInFiles(join(state, 'values'), new Seal(state), words)
    },
  ],
]

describe.each(KINDS)('values in %s', (_, make) => {
  test('are returned until they are removed [S37]', () => {
    const values = make()
    values().put('a\nkey', 'one')
    values().put('另一个', 'two')
    values().put('a\nkey', 'three')
    expect(values().get('a\nkey')).toBe('three')
    expect([...values().entries()].sort(([a], [b]) => (a < b ? -1 : 1))).toEqual([
      ['a\nkey', 'three'],
      ['另一个', 'two'],
    ])
    values().remove('a\nkey')
    values().remove('never there')
    expect(values().get('a\nkey')).toBeUndefined()
    expect(values().entries()).toHaveLength(1)
  })

  test('are bounded in number [S37]', () => {
    const values = make()
    for (let at = 0; at < 200; at += 1) values().put(`key ${at}`, 'x')
    expect(values().entries().length).toBeLessThanOrEqual(128)
    expect(values().get('key 199')).toBe('x')
  })
})

test('a damaged or foreign file counts as missing [S37]', () => {
  const state = join(temporaryFolder(), 'repository', 'bank')
  const folder = join(state, 'values')
  const values = valuesInFiles(folder, new Seal(state), words)
  values.put('a', 'x')
  const name = readdirSync(folder)[0] ?? ''
  const sealed = readFileSync(join(folder, name), 'utf8')
  for (const text of ['', '{"key":"a","val', '7', '{"key":"a","value":"x"}', sealed.replace('"x"', '"y"')]) {
    writeFileSync(join(folder, name), text)
    expect(values.get('a')).toBeUndefined()
    expect(values.entries()).toEqual([])
  }
})
