import { appendFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { knownPath } from '../../../src/core/bank-path.ts'
import { type LazySnapshot, takeLazySnapshot } from '../../../src/workspace/bank/lazy-snapshot.ts'
import { readBank } from '../../../src/workspace/bank/read-bank.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const PATH = knownPath('details/tech.md')
const later = () => new Date(Date.now() + 60_000)

function bankWith(text: string): string {
  return temporaryFolder({ 'MEMORY.md': '# Memory\n', 'details/tech.md': text, 'notes.txt': 'x' })
}

function look(bank: string, now = later): LazySnapshot {
  const glance = takeLazySnapshot(bank, now)
  if (!glance.ok) throw new Error(glance.problem.code)
  return glance.value
}

test('shows the same bank as reading it', () => {
  const bank = bankWith('# Tech\r\n\xff\n')
  const read = readBank(bank)
  const { snapshot } = look(bank)
  const plain = (files: typeof snapshot.files) =>
    [...files.values()].map(({ path, text, mtime }) => [path, text, mtime])
  expect(read.ok && plain(read.value.files)).toEqual(plain(snapshot.files))
  expect({ ...snapshot, files: undefined }).toEqual({ ...(read.ok ? read.value : undefined), files: undefined })
})

test('of a missing bank is a bank that is not there', () => {
  expect(look(join(temporaryFolder(), 'none')).snapshot.exists).toBe(false)
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

  test('stays while nobody writes', () => {
    const bank = bankWith('# Tech\n')
    expect(look(bank).stamps).toEqual(look(bank).stamps)
    expect(look(bank).stamps.size).toBe(2)
  })

  test('is not given to a file that was written a moment ago, or in the future', () => {
    const bank = bankWith('# Tech\n')
    expect(look(bank, () => new Date()).stamps.size).toBe(0)
    expect(look(bank, () => new Date(0)).stamps.size).toBe(0)
  })

  test('waits longer where the disk counts whole seconds', () => {
    const bank = bankWith('# Tech\n')
    utimesSync(join(bank, PATH), 1_700_000_000, 1_700_000_000)
    const soon = () => new Date(Date.now() + 1_000)
    expect([...look(bank, soon).stamps.keys()]).toEqual(['MEMORY.md'])
    expect(look(bank).stamps.size).toBe(2)
  })
})

describe('a glance', () => {
  test('is no longer true when a file changed before its text was read', async () => {
    const bank = bankWith('# Tech\n')
    const glance = look(bank)
    await new Promise((done) => setTimeout(done, 30))
    writeFileSync(join(bank, PATH), '# TECH\n')
    expect(glance.snapshot.files.get(knownPath('MEMORY.md'))?.text).toBe('# Memory\n')
    expect(glance.isConsistent()).toBe(true)
    expect(glance.snapshot.files.get(PATH)?.text).toBe('')
    expect(glance.isConsistent()).toBe(false)
  })

  test('is no longer true when a file is gone', () => {
    const bank = bankWith('# Tech\n')
    const glance = look(bank)
    rmSync(join(bank, PATH))
    expect([glance.snapshot.files.get(PATH)?.text, glance.isConsistent()]).toEqual(['', false])
  })

  test('keeps a text that was read, whatever happens after', () => {
    const bank = bankWith('# Tech\n')
    const glance = look(bank)
    const file = glance.snapshot.files.get(PATH)
    expect(file?.text).toBe('# Tech\n')
    rmSync(join(bank, PATH))
    expect([file?.text, glance.isConsistent()]).toEqual(['# Tech\n', true])
  })
})
