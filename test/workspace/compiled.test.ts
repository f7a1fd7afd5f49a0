import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Compiled } from '../../src/workspace/compiled.ts'
import { temporaryFolder } from './temporary-folder.ts'

const FILES = {
  'main.cjs': "const { two } = require('./part.cjs')\nexports.sum = () => two + require('node:path').sep.length",
  'part.cjs': 'exports.two = 2\nexports.file = __filename',
}

function load(code: string, from: string): { readonly sum: () => number } {
  const compiled = new Compiled(from)
  const loaded = compiled.load(join(code, 'main.cjs')) as { readonly sum: () => number }
  loaded.sum()
  compiled.keep()
  return loaded
}

test('a file loads the same, whether compiled now or before [S37]', () => {
  const code = temporaryFolder(FILES)
  const kept = join(temporaryFolder(), 'code')
  expect(load(code, kept).sum()).toBe(3)
  const names = readdirSync(kept)
  expect(names).toHaveLength(2)
  const times = names.map((name) => statSync(join(kept, name)).mtimeMs)
  expect(load(code, kept).sum()).toBe(3)
  expect(names.map((name) => statSync(join(kept, name)).mtimeMs)).toEqual(times)
})

test('a file that changed is compiled anew, and what is damaged does no harm [S37]', () => {
  const code = temporaryFolder(FILES)
  const kept = join(temporaryFolder(), 'code')
  load(code, kept)
  for (const name of readdirSync(kept)) writeFileSync(join(kept, name), 'no code at all')
  expect(load(code, kept).sum()).toBe(3)
  writeFileSync(join(code, 'part.cjs'), 'exports.two = 20 // longer')
  expect(load(code, kept).sum()).toBe(21)
})

test('a folder that cannot be written costs nothing but time [S37]', () => {
  const code = temporaryFolder(FILES)
  const taken = temporaryFolder({ code: 'a file' })
  expect(load(code, join(taken, 'code')).sum()).toBe(3)
  mkdirSync(join(taken, 'other'))
})
