import { chmodSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listBank } from '../../../src/disk/bank/list-bank.ts'
import { readBank } from '../../../src/disk/bank/read-bank.ts'
import { temporaryFolder } from '../temporary-folder.ts'

function read(bank: string) {
  const snapshot = readBank(bank)
  if (!snapshot.ok) throw new Error(snapshot.problem.code)
  return snapshot.value
}

test('Markdown files are read byte for byte, other files are listed [S1]', () => {
  const bank = temporaryFolder({
    'MEMORY.md': '\ufeffa\r\n',
    'details/x/b.md': new Uint8Array([0xff]),
    'pic.png': 'x',
    'a.MD': 'x',
  })
  const snapshot = read(bank)
  expect([...snapshot.files.values()].map((file) => [file.path, file.text])).toEqual([
    ['MEMORY.md', '\ufeffa\r\n'],
    ['details/x/b.md', '\udcff'],
  ])
  expect([...snapshot.others].sort()).toEqual(['a.MD', 'pic.png'])
  expect([...snapshot.folders].sort()).toEqual(['details', 'details/x'])
})

test('a missing bank is empty and does not exist [S10]', () => {
  const snapshot = read(join(temporaryFolder(), 'memory-bank'))
  expect([snapshot.exists, snapshot.files.size]).toEqual([false, 0])
})

test('a file in place of the bank is reported [S10]', () => {
  const bank = readBank(join(temporaryFolder({ 'memory-bank': 'x' }), 'memory-bank'))
  expect(!bank.ok && bank.problem.code).toBe('folder-expected')
})

test('a link inside the bank is read, a link out of it is not [S2]', () => {
  const folder = temporaryFolder({ 'bank/details/a.md': 'a', 'secret.md': 's', 'bank/details/sub/': '' })
  symlinkSync('a.md', join(folder, 'bank/details/in.md'))
  symlinkSync(join(folder, 'secret.md'), join(folder, 'bank/details/out.md'))
  symlinkSync('gone.md', join(folder, 'bank/details/gone-link.md'))
  symlinkSync('.', join(folder, 'bank/details/loop'))
  const snapshot = read(join(folder, 'bank'))
  expect([...snapshot.files.keys()]).toEqual(['details/a.md', 'details/in.md'])
  expect([...snapshot.others].sort()).toEqual(['details/gone-link.md', 'details/loop', 'details/out.md'])
})

test('looping links and links to impossible names are listed without an error [S10]', () => {
  const bank = temporaryFolder({ 'MEMORY.md': 'm', 'details/tech.md': 't' })
  symlinkSync('b.md', join(bank, 'a.md'))
  symlinkSync('a.md', join(bank, 'b.md'))
  symlinkSync('self', join(bank, 'details/self'))
  symlinkSync('x'.repeat(300), join(bank, 'details/long.md'))
  const others = ['a.md', 'b.md', 'details/long.md', 'details/self']
  expect(listBank(bank)).toEqual([...others, 'MEMORY.md', 'details/tech.md'].sort())
  const snapshot = read(bank)
  expect([...snapshot.files.keys()]).toEqual(['MEMORY.md', 'details/tech.md'])
  expect([...snapshot.others].sort()).toEqual(others)
  expect(snapshot.unreadable).toEqual([])
})

test.runIf(process.getuid?.() !== 0)('an unreadable file is reported with the cause [S10]', () => {
  const bank = temporaryFolder({ 'MEMORY.md': 'x' })
  chmodSync(join(bank, 'MEMORY.md'), 0o000)
  expect(read(bank).unreadable).toEqual([{ path: 'MEMORY.md', cause: 'permission denied (EACCES)' }])
})

test('names may have blanks, quotes, line ends and Chinese characters [S1]', () => {
  const names = ['a b.md', 'q"uote\'s.md', 'new\nline.md', '中文 🎉.md']
  const bank = temporaryFolder(Object.fromEntries(names.map((name) => [name, 'x'])))
  expect([...read(bank).files.keys()].sort()).toEqual([...names].sort())
})

test('progress is reported for every file', () => {
  const seen: number[] = []
  readBank(temporaryFolder({ 'a.md': '', 'b.md': '' }), (done, total) => seen.push(done, total))
  expect(seen).toEqual([0, 2, 1, 2])
})
