import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { isSwitchedOn } from '../../src/base/is-switched-on.ts'
import { readConfig } from '../../src/disk/project/config.ts'
import { temporaryFolder } from '../disk/temporary-folder.ts'

const SRC = resolve(import.meta.dirname, '../../src')

test.each(['1', 'true', 'TRUE', ' true '])('MEMORY_BANK_DISABLED=%j turns everything off [S30]', (value) => {
  const env = { MEMORY_BANK_DISABLED: value }
  expect(isSwitchedOn(env, 'MEMORY_BANK_DISABLED')).toBe(true)
  expect(readConfig(temporaryFolder(), env)).toMatchObject({ ok: true, value: { guard: { disabled: true } } })
})

test.each([undefined, '', '0', 'false', 'no', 'off'])('%j leaves it on [S30]', (value) => {
  expect(isSwitchedOn({ MEMORY_BANK_DISABLED: value }, 'MEMORY_BANK_DISABLED')).toBe(false)
})

test('every switch is read with isSwitchedOn [S30]', () => {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file))
  const others = files.filter((file) =>
    /\['?MEMORY_BANK_\w+'?\] [!=]==? '(?:1|true)'/.test(readFileSync(join(SRC, file), 'utf8')),
  )
  expect(others).toEqual([])
})
