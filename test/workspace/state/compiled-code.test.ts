import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CompiledCode } from '../../../src/workspace/state/compiled-code.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const FILES = {
  'main.cjs': "const { two } = require('./part.cjs')\nexports.sum = () => two + require('node:path').sep.length",
  'part.cjs': 'exports.two = 2\nexports.file = __filename',
}

function load(code: string, from: string, ran: readonly string[] = []): { readonly sum: () => number } {
  const compiled = new CompiledCode(from, 'test', code)
  const path = join(code, 'main.cjs')
  const loaded = compiled.require(path, createRequire(path)) as { readonly sum: () => number }
  loaded.sum()
  compiled.keep(new Date(), ran)
  return loaded
}

test('a file loads the same, whether compiled now or before [S37]', () => {
  const code = temporaryFolder(FILES)
  const kept = join(temporaryFolder(), 'code')
  expect(load(code, kept).sum()).toBe(3)
  const names = readdirSync(kept)
  expect(names).toEqual([expect.stringMatching(/^test-[0-9a-f]{8}\.code$/)])
  // The first run only notes what there is; the second keeps what it compiled.
  load(code, kept)
  const times = names.map((name) => statSync(join(kept, name)).mtimeMs)
  expect(load(code, kept).sum()).toBe(3)
  expect(names.map((name) => statSync(join(kept, name)).mtimeMs)).toEqual(times)
})

test('a file that changed is compiled anew, and what is damaged does no harm [S37]', () => {
  const code = temporaryFolder(FILES)
  const kept = join(temporaryFolder(), 'code')
  load(code, kept)
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

test('a file that is a function already is taken as it is [S37]', () => {
  const head = '(function (exports, require, module, __filename, __dirname) {'
  const code = temporaryFolder({ ...FILES, 'part.cjs': `${head}exports.two = 2\n})\n` })
  const kept = join(temporaryFolder(), 'code')
  for (let run = 0; run < 3; run += 1) expect(load(code, kept).sum()).toBe(3)
})

test('what a part compiled that had not run before is kept with the rest [S37]', () => {
  const code = temporaryFolder(FILES)
  const kept = join(temporaryFolder(), 'code')
  const written = (ran: readonly string[]) => {
    for (const name of readdirSync(kept)) utimesSync(join(kept, name), 0, new Date(Date.now() - 1_000))
    const times = () => readdirSync(kept).map((name) => statSync(join(kept, name)).mtimeMs)
    const before = times()
    load(code, kept, ran)
    return times().some((time, at) => time !== before[at])
  }
  load(code, kept, ['1'])
  load(code, kept, ['1'])
  expect(written(['1'])).toBe(false)
  expect(written(['1', '2'])).toBe(true)
  expect(written(['2'])).toBe(false)
})

test('code that nobody has kept anew for a month goes, and that of a file that is gone [S37]', () => {
  const code = temporaryFolder(FILES)
  const kept = join(temporaryFolder(), 'code')
  load(code, kept)
  const [name = ''] = readdirSync(kept)
  for (const [other, days] of Object.entries({ 'old-1.code': 31, 'new-2.code': 29 })) {
    writeFileSync(join(kept, other), '')
    utimesSync(join(kept, other), 0, new Date(Date.now() - days * 24 * 60 * 60 * 1000))
  }
  load(code, kept)
  expect(readdirSync(kept).toSorted()).toEqual(['new-2.code', name].toSorted())
  const size = statSync(join(kept, name)).size
  rmSync(join(code, 'part.cjs'))
  writeFileSync(join(code, 'main.cjs'), 'exports.sum = () => 1')
  load(code, kept)
  load(code, kept)
  expect(readFileSync(join(kept, name), 'latin1')).not.toContain('part.cjs')
  expect(statSync(join(kept, name)).size).toBeLessThan(size)
})
