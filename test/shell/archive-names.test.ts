import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { archiveNames } from '../../src/shell/archive-names.ts'

let folder = ''
const long = `memory-bank/${'x'.repeat(120)}.md`

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mb-archive-'))
  mkdirSync(join(folder, 'memory-bank'))
  writeFileSync(join(folder, 'memory-bank/MEMORY.md'), 'a line\n'.repeat(5000))
  writeFileSync(join(folder, long), '')
  execFileSync('tar', ['cf', 'a.tar', 'memory-bank'], { cwd: folder })
})

afterAll(() => rmSync(folder, { recursive: true }))

test('the names in a tar archive are read, long ones too', () => {
  expect(archiveNames(readFileSync(join(folder, 'a.tar')))?.toSorted()).toEqual([
    'memory-bank/',
    'memory-bank/MEMORY.md',
    long,
  ])
})

test.each([0, 1, 6, 9])('a gzipped archive gives the same names at compression level %i', (level) => {
  const plain = readFileSync(join(folder, 'a.tar'))
  expect(archiveNames(gzipSync(plain, { level }))).toEqual(archiveNames(plain))
})

test('a file that is no archive has no names', () => {
  expect(archiveNames(new TextEncoder().encode('not an archive, '.repeat(100)))).toBeUndefined()
  expect(archiveNames(gzipSync('not an archive, '.repeat(100)))).toBeUndefined()
  expect(archiveNames(Uint8Array.of(0x1f, 0x8b, 8, 0, 1, 2, 3))).toBeUndefined()
})
