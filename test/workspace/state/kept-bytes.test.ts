import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { keepBytes, keptBytes } from '../../../src/workspace/state/kept-bytes.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const LARGE = Uint8Array.from({ length: 1024 * 1024 + 3 }, (_, at) => (at * 31) >> 3)

describe.each([
  ['nothing', new Uint8Array(0)],
  ['a little', Uint8Array.from([1, 2, 3, 250, 10])],
  ['so much that it is kept once', LARGE],
])('%s', (_, bytes) => {
  test('comes back as it was kept', () => {
    const path = join(temporaryFolder(), 'a/b/kept')
    keepBytes(path, bytes)
    expect(keptBytes(path)?.equals(bytes)).toBe(true)
    expect(readdirSync(join(path, '..'))).toEqual(['kept'])
  })

  test('is as none when it is damaged, cut short or grown', () => {
    const path = join(temporaryFolder(), 'kept')
    keepBytes(path, bytes)
    const whole = readFileSync(path)
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const damaged = Buffer.from(whole)
        damaged[at] = (damaged[at] ?? 0) ^ change
        writeFileSync(path, damaged)
        expect(keptBytes(path)?.equals(bytes) ?? false).toBe(at >= 12 && at < 16 && bytes.length <= 1024 * 1024)
        writeFileSync(path, whole.subarray(0, at))
        expect(keptBytes(path)).toBeUndefined()
      }),
      { numRuns: 20 },
    )
    writeFileSync(path, Buffer.concat([whole, whole]))
    expect(keptBytes(path)).toBeUndefined()
  })
})

test('what others may write to is not read', () => {
  const path = join(temporaryFolder(), 'kept')
  keepBytes(path, Uint8Array.from([1]))
  chmodSync(path, 0o666)
  expect(keptBytes(path)).toBeUndefined()
})

test('a folder that cannot be made keeps nothing and says nothing', () => {
  const folder = temporaryFolder({ file: 'a file' })
  keepBytes(join(folder, 'file/kept'), Uint8Array.from([1]))
  expect(existsSync(join(folder, 'file/kept'))).toBe(false)
})
