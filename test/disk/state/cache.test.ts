import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CachedMemo, readCache, readCachedJson, writeCache, writeCachedJson } from '../../../src/disk/state/cache.ts'
import { law } from '../../laws/runs.ts'
import { temporaryFolder } from '../temporary-folder.ts'

describe.each([
  ['nothing', new Uint8Array(0)],
  ['a little', Uint8Array.from([1, 2, 3, 250, 10])],
  ['a megabyte', Uint8Array.from({ length: 1024 * 1024 + 3 }, (_, at) => (at * 31) >> 3)],
])('a cache of %s', (_, bytes) => {
  test('is read as it was written [S50]', () => {
    const folder = join(temporaryFolder(), 'a/b')
    writeCache(folder, 'kept', '1', bytes)
    expect(readCache(folder, 'kept', '1')?.equals(bytes)).toBe(true)
    expect(readdirSync(folder)).toEqual(['kept'])
  })

  test('counts as missing if it is damaged, cut short or grown [S50]', () => {
    const folder = temporaryFolder()
    const path = join(folder, 'kept')
    writeCache(folder, 'kept', '1', bytes)
    const whole = readFileSync(path)
    let looked = 0
    law(
      fc.property(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const damaged = Buffer.from(whole)
        damaged[at] = (damaged[at] ?? 0) ^ change
        writeFileSync(path, damaged)
        expect(readCache(folder, 'kept', '1')).toBeUndefined()
        writeFileSync(path, whole.subarray(0, at))
        expect(readCache(folder, 'kept', '1')).toBeUndefined()
        looked += 1
      }),
      20,
    )
    expect(looked).toBeGreaterThanOrEqual(20)
    writeFileSync(path, Buffer.concat([whole, whole]))
    expect(readCache(folder, 'kept', '1')).toBeUndefined()
  })
})

test('a cache of another version counts as missing [S50]', () => {
  const folder = temporaryFolder()
  writeCache(folder, 'kept', '1', Uint8Array.from([1]))
  expect(readCache(folder, 'kept', '2')).toBeUndefined()
  writeCachedJson(folder, 'kept', { a: 1 })
  expect(readCachedJson(folder, 'kept')).toEqual({ a: 1 })
  expect(readFileSync(join(folder, 'kept'), 'utf8')).toMatch(/^memory-bank cache 1 source /)
  expect(readCache(folder, 'kept', '1')).toBeUndefined()
})

test('concurrent writers leave a whole file, the last one’s [S50]', () => {
  const folder = temporaryFolder()
  for (const value of ['one', 'another', 'a third']) {
    // The leftover of a dead process is never read.
    writeFileSync(join(folder, 'kept.1.tmp'), 'half')
    writeCachedJson(folder, 'kept', value)
    expect(readCachedJson(folder, 'kept')).toBe(value)
  }
})

test.skipIf(process.platform === 'win32')(
  'only the user can read a cache, and one that others can write is ignored [S50]',
  () => {
    const folder = temporaryFolder()
    writeCache(folder, 'kept', '1', Uint8Array.from([1]))
    expect(statSync(join(folder, 'kept')).mode & 0o077).toBe(0)
    chmodSync(join(folder, 'kept'), 0o666)
    expect(readCache(folder, 'kept', '1')).toBeUndefined()
  },
)

test('a folder that cannot be made is not an error [S50]', () => {
  const folder = temporaryFolder({ file: 'a file' })
  writeCache(join(folder, 'file'), 'kept', '1', Uint8Array.from([1]))
  expect(existsSync(join(folder, 'file/kept'))).toBe(false)
  expect(readCache(join(folder, 'file'), 'kept', '1')).toBeUndefined()
})

const NAME = 'check.memo'

/** The texts that had to be computed. */
function worked(memo: CachedMemo, ...texts: readonly string[]): readonly string[] {
  const done: string[] = []
  for (const text of texts) {
    const value = memo.of('upper', text, () => {
      done.push(text)
      return { upper: text.toUpperCase() }
    })
    expect(value).toEqual({ upper: text.toUpperCase() })
  }
  return done
}

describe('a memo', () => {
  test('computes a text once for all processes, and a changed text again [S50]', () => {
    const state = temporaryFolder()
    const first = new CachedMemo(state, NAME)
    expect(worked(first, 'a', 'b', 'a')).toEqual(['a', 'b'])
    first.keep([])
    const second = new CachedMemo(state, NAME)
    expect(worked(second, 'a', 'c')).toEqual(['c'])
    expect(second.of('length', 'a', () => 1)).toBe(1)
    second.keep([])
    // Unused results are forgotten.
    expect(worked(new CachedMemo(state, NAME), 'a', 'b', 'c')).toEqual(['b'])
  })

  test('tells apart texts that differ in a stray byte only [S50]', () => {
    const memo = new CachedMemo(temporaryFolder(), NAME)
    expect([
      memo.of('x', 'a\udcff', () => 1),
      memo.of('x', 'a\udcfe', () => 2),
      memo.of('x', 'a\ufffd', () => 3),
    ]).toEqual([1, 2, 3])
  })

  test('stores nothing about a text with a secret [S35]', () => {
    const state = temporaryFolder()
    const memo = new CachedMemo(state, NAME)
    memo.of('links', 'plain', () => ['plain link'])
    memo.of('links', 'secret text', () => ['secret link'])
    memo.keep(['secret text'])
    const kept = readFileSync(join(state, NAME), 'utf8')
    expect([kept.includes('plain link'), kept.includes('secret link')]).toEqual([true, false])
  })

  test.each<[string, (text: string) => string]>([
    ['cut short', (text) => text.slice(0, -3)],
    ['of another program', (text) => text.replaceAll('cache 1 source', 'cache 1 9.9.99')],
    ['changed', (text) => text.replace('A', 'B')],
    ['empty', () => ''],
    ['invalid JSON', (text) => text.replaceAll('[[', '[{')],
  ])('that is %s counts as missing [S50]', (_name, damage) => {
    const state = temporaryFolder()
    const memo = new CachedMemo(state, NAME)
    worked(memo, 'a')
    memo.keep([])
    const path = join(state, NAME)
    writeFileSync(path, damage(readFileSync(path, 'latin1')), 'latin1')
    expect(worked(new CachedMemo(state, NAME), 'a')).toEqual(['a'])
  })

  test('is not written if it was not used [S50]', () => {
    const state = temporaryFolder()
    new CachedMemo(state, NAME).keep([])
    expect(existsSync(join(state, NAME))).toBe(false)
  })
})
