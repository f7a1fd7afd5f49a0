import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { knownPath } from '../../../src/core/bank-path.ts'
import { folderViews } from '../../../src/workspace/bank/bank-views.ts'
import { bankTexts } from '../../../src/workspace/bank/unmask-entry.ts'
import { BankWatch } from '../../../src/workspace/bank/watch.ts'
import { maskerFor } from '../../../src/workspace/state/mask-value.ts'
import { temporaryFolder, treeOf } from '../temporary-folder.ts'

/** Each asked as by a new process. */
function watched() {
  const bank = temporaryFolder({ 'MEMORY.md': 'entry', 'details/tech.md': 'tech' })
  const state = join(temporaryFolder(), 'views')
  const bankText = { sources: bankTexts(bank), mask: maskerFor() }
  return { bank, state, watch: () => new BankWatch(bank, folderViews(state, bankText)) }
}

test('what a command did is known to a process that did not see it begin [S34]', () => {
  const { bank, watch } = watched()
  watch().begin('1')
  writeFileSync(join(bank, 'MEMORY.md'), 'other')
  writeFileSync(join(bank, 'new.md'), 'new')
  rmSync(join(bank, 'details/tech.md'))
  expect(watch().end('1')).toEqual([
    { path: 'MEMORY.md', before: 'entry', after: 'other' },
    { path: 'details/tech.md', before: 'tech', after: undefined },
    { path: 'new.md', before: undefined, after: 'new' },
  ])
  expect(watch().end('1')).toBeUndefined()
})

test('bytes that are no text come back as they were [S34]', () => {
  const { bank, watch } = watched()
  writeFileSync(join(bank, 'MEMORY.md'), Buffer.from([0x61, 0xff, 0xfe, 0x62]))
  watch().begin('1')
  writeFileSync(join(bank, 'MEMORY.md'), 'x')
  expect(watch().end('1')?.[0]?.before).toBe('a\udcff\udcfeb')
})

test('a write that one process permitted is nobody’s in the others [S34]', () => {
  const { bank, watch } = watched()
  watch().begin('1')
  writeFileSync(join(bank, 'MEMORY.md'), 'permitted')
  watch().accept([knownPath('MEMORY.md')])
  expect(watch().end('1')).toEqual([])
})

test('texts that no view names go when they are old, and not before [S37]', () => {
  const { bank, state, watch } = watched()
  watch().begin('1')
  writeFileSync(join(bank, 'MEMORY.md'), 'other')
  watch().begin('2')
  watch().end('1')
  const texts = () => readdirSync(join(state, 'texts')).length
  expect(texts()).toBe(3)
  watch().tidy(Date.now())
  expect(texts()).toBe(3)
  watch().tidy(Date.now() + 2 * 60 * 60 * 1000)
  expect(texts()).toBe(2)
})

test('a secret of the bank stands in no file of ours; the process that saw it still knows it, another where it stands [S34] [S35]', () => {
  // Assembled at run time, so that no credential-shaped text stands in the repository.
  const token = `gh${'p'}_${'QmZ7xK2pLw9RtV4bNc8YsJ3dFh6GgT5kXq1M'}`
  const { bank, state, watch } = watched()
  writeFileSync(join(bank, 'MEMORY.md'), `The token is ${token}.\n`)
  const [own, other] = [watch(), watch()]
  own.begin('1')
  own.begin('2')
  own.begin('3')
  expect(Object.values(treeOf(state)).join('\n')).not.toContain(token)
  expect(other.end('1')).toEqual([])
  writeFileSync(join(bank, 'MEMORY.md'), `Moved: ${token}.\n`)
  expect(other.end('2')?.[0]?.before).toBe(`The token is ${token}.\n`)
  writeFileSync(join(bank, 'MEMORY.md'), 'gone')
  expect(own.since('3')?.[0]?.before).toBe(`The token is ${token}.\n`)
  expect(other.end('3')?.[0]?.before).toMatch(/^The token is \[secret: .+\]\.\n$/)
})

test('a file too large to be looked through is kept all the same, and comes back [S34] [S37]', () => {
  const { bank, watch } = watched()
  const much = 'A line of notes. 长长的一行\n'.repeat(250_000)
  writeFileSync(join(bank, 'MEMORY.md'), much)
  watch().begin('1')
  writeFileSync(join(bank, 'MEMORY.md'), 'other')
  expect(watch().end('1')?.[0]?.before === much).toBe(true)
})
