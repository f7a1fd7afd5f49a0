import { rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { knownPath } from '../../../src/core/bank-path.ts'
import { BankWatch } from '../../../src/workspace/bank/watch.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const FILES = { 'MEMORY.md': 'entry', 'details/tech.md': 'tech' }

test('what a command made, changed and removed is told, with the text before and after [S34]', () => {
  const bank = temporaryFolder(FILES)
  const watch = new BankWatch(bank)
  watch.begin('1')
  writeFileSync(join(bank, 'MEMORY.md'), 'other')
  writeFileSync(join(bank, 'x.sh'), 'new')
  rmSync(join(bank, 'details'), { recursive: true })
  expect(watch.end('1')).toEqual([
    { path: 'MEMORY.md', before: 'entry', after: 'other' },
    { path: 'details/tech.md', before: 'tech', after: undefined },
    { path: 'x.sh', before: undefined, after: 'new' },
  ])
})

test('a bank that is gone altogether is told too [S34]', () => {
  const bank = temporaryFolder(FILES)
  const watch = new BankWatch(bank)
  watch.begin('1')
  rmSync(bank, { recursive: true })
  expect(watch.end('1')?.map((one) => one.after)).toEqual([undefined, undefined])
})

test('a circle of links is no file, and nothing that stops the comparison [S34]', () => {
  const bank = temporaryFolder(FILES)
  const watch = new BankWatch(bank)
  symlinkSync('self.md', join(bank, 'self.md'))
  watch.begin('1')
  symlinkSync('b.md', join(bank, 'details/a.md'))
  symlinkSync('a.md', join(bank, 'details/b.md'))
  writeFileSync(join(bank, 'MEMORY.md'), 'other')
  expect(watch.end('1')).toEqual([{ path: 'MEMORY.md', before: 'entry', after: 'other' }])
})

test('a bank that is a circle of links itself is an empty one [S34]', () => {
  const folder = temporaryFolder()
  symlinkSync('memory-bank', join(folder, 'memory-bank'))
  const watch = new BankWatch(join(folder, 'memory-bank'))
  watch.begin('1')
  expect(watch.end('1')).toEqual([])
})

test('the same text written again, or only touched, is no difference [S34]', () => {
  const bank = temporaryFolder(FILES)
  const watch = new BankWatch(bank)
  watch.begin('1')
  writeFileSync(join(bank, 'MEMORY.md'), 'entry')
  utimesSync(join(bank, 'details/tech.md'), 1, 1)
  expect(watch.end('1')).toEqual([])
})

test('a change of the same length with its old time set back is a difference [S34]', () => {
  const bank = temporaryFolder(FILES)
  utimesSync(join(bank, 'MEMORY.md'), 1_000, 1_000)
  const watch = new BankWatch(bank)
  watch.begin('1')
  writeFileSync(join(bank, 'MEMORY.md'), 'ENTRY')
  utimesSync(join(bank, 'MEMORY.md'), 1_000, 1_000)
  expect(watch.end('1')).toHaveLength(1)
})

test('commands that run at the same time each see what happened since they began [S34]', () => {
  const bank = temporaryFolder(FILES)
  const watch = new BankWatch(bank)
  watch.begin('1')
  writeFileSync(join(bank, 'MEMORY.md'), 'by 1')
  watch.begin('2')
  writeFileSync(join(bank, 'details/tech.md'), 'by 2')
  expect(watch.end('1')?.map((one) => one.path)).toEqual(['MEMORY.md', 'details/tech.md'])
  expect(watch.end('2')?.map((one) => one.path)).toEqual(['details/tech.md'])
  expect(watch.end('2')).toBeUndefined()
})

test('a permitted write is nobody’s difference [S34]', () => {
  const bank = temporaryFolder(FILES)
  const watch = new BankWatch(bank)
  watch.begin('1')
  watch.begin('2')
  writeFileSync(join(bank, 'MEMORY.md'), 'permitted')
  watch.accept([knownPath('MEMORY.md'), knownPath('gone.md')])
  writeFileSync(join(bank, 'details/tech.md'), 'not')
  for (const command of ['1', '2']) expect(watch.end(command)?.map((one) => one.path)).toEqual(['details/tech.md'])
})

test('links to folders and to nowhere stop nothing [S37]', () => {
  const bank = temporaryFolder(FILES)
  symlinkSync('..', join(bank, 'up'))
  symlinkSync('nowhere', join(bank, 'dangling.md'))
  const watch = new BankWatch(bank)
  watch.begin('1')
  expect(watch.end('1')).toEqual([])
})

test('commands that never finish do not pile up [S37]', () => {
  const watch = new BankWatch(temporaryFolder(FILES))
  for (let index = 0; index < 500; index += 1) watch.begin(String(index))
  expect([watch.isWatched('0'), watch.isWatched('499')]).toEqual([false, true])
  watch.forget('499')
  expect(watch.isWatched('499')).toBe(false)
})

test('one who looks again and again is told what is new each time [S23]', () => {
  const bank = temporaryFolder(FILES)
  const watch = new BankWatch(bank)
  watch.look()
  writeFileSync(join(bank, 'MEMORY.md'), 'other')
  expect([watch.differences().length, watch.differences().length]).toEqual([1, 0])
})
