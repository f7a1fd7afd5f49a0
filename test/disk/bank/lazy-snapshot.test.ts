import { appendFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { knownPath } from '../../../src/base/bank-path.ts'
import { type LazySnapshot, takeLazySnapshot } from '../../../src/disk/bank/lazy-snapshot.ts'
import { readBank } from '../../../src/disk/bank/read-bank.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const PATH = knownPath('details/tech.md')
const later = () => new Date(Date.now() + 60_000)

function bankWith(text: string): string {
  return temporaryFolder({ 'MEMORY.md': '# Memory\n', 'details/tech.md': text, 'notes.txt': 'x' })
}

function look(bank: string, now = later): LazySnapshot {
  const seen = takeLazySnapshot(bank, now)
  if (!seen.ok) throw new Error(seen.problem.code)
  return seen.value
}

test('a lazy snapshot equals a full one', () => {
  const bank = bankWith('# Tech\r\n\xff\n')
  const read = readBank(bank)
  const seen = look(bank).bank
  expect(read.ok && [...read.value.files.values()].map(({ path, text, mtime }) => [path, text, mtime])).toEqual(
    [...seen.files.values()].map((file) => [file.path, file.readPage().text, file.mtime]),
  )
  expect({ ...seen, files: undefined }).toEqual({ ...(read.ok ? read.value : undefined), files: undefined })
})

test('a missing bank does not exist in a lazy snapshot', () => {
  expect(look(join(temporaryFolder(), 'none')).bank.exists).toBe(false)
})

describe('a stamp', () => {
  test.each([
    ['an edit', (file: string) => appendFileSync(file, 'more\n')],
    ['an edit of the same size', (file: string) => writeFileSync(file, '# TECH\n')],
    [
      'an edit of the same size whose time was put back',
      (file: string) => {
        const { atime, mtime } = statSync(file)
        writeFileSync(file, '# TECH\n')
        utimesSync(file, atime, mtime)
      },
    ],
    [
      'another file in its place',
      (file: string) => {
        writeFileSync(`${file}.new`, '# TECH\n')
        renameSync(`${file}.new`, file)
      },
    ],
  ])('changes with %s', async (_, edit) => {
    const bank = bankWith('# Tech\n')
    const before = look(bank).stamps.get(PATH)
    await new Promise((done) => setTimeout(done, 30))
    edit(join(bank, PATH))
    expect(look(bank).stamps.get(PATH)).not.toBe(before)
  })

  test('stays the same while nobody writes', () => {
    const bank = bankWith('# Tech\n')
    expect(look(bank).stamps).toEqual(look(bank).stamps)
    expect(look(bank).stamps.size).toBe(2)
  })

  test('is missing for a file written a moment ago or in the future', () => {
    const bank = bankWith('# Tech\n')
    const written = statSync(join(bank, PATH)).mtime
    expect(look(bank, () => written).stamps.size).toBe(0)
    expect(look(bank, () => new Date(0)).stamps.size).toBe(0)
  })

  test('needs more time on a disk with timestamps in whole seconds', () => {
    const bank = bankWith('# Tech\n')
    utimesSync(join(bank, PATH), 1_700_000_000, 1_700_000_000)
    const soon = () => new Date(statSync(join(bank, 'MEMORY.md')).mtimeMs + 1_000)
    expect([...look(bank, soon).stamps.keys()]).toEqual(['MEMORY.md'])
    expect(look(bank).stamps.size).toBe(2)
  })
})

describe('a lazy snapshot', () => {
  test('is inconsistent if a file changed before its text was read', async () => {
    const bank = bankWith('# Tech\n')
    const seen = look(bank)
    await new Promise((done) => setTimeout(done, 30))
    writeFileSync(join(bank, PATH), '# TECH\n')
    expect(seen.bank.files.get(knownPath('MEMORY.md'))?.readPage().text).toBe('# Memory\n')
    expect(seen.isConsistent()).toBe(true)
    expect(seen.bank.files.get(PATH)?.readPage().text).toBe('')
    expect(seen.isConsistent()).toBe(false)
  })

  test('is inconsistent if a file is gone', () => {
    const bank = bankWith('# Tech\n')
    const seen = look(bank)
    rmSync(join(bank, PATH))
    expect([seen.bank.files.get(PATH)?.readPage().text, seen.isConsistent()]).toEqual(['', false])
  })

  test('keeps a text once it was read', () => {
    const bank = bankWith('# Tech\n')
    const seen = look(bank)
    const file = seen.bank.files.get(PATH)
    expect(file?.readPage().text).toBe('# Tech\n')
    rmSync(join(bank, PATH))
    expect([file?.readPage().text, seen.isConsistent()]).toEqual(['# Tech\n', true])
  })
})
