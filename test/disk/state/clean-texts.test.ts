import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CleanTexts } from '../../../src/disk/state/clean-texts.ts'
import { temporaryFolder } from '../temporary-folder.ts'

test('the cache is shared between processes and holds no text [S35]', () => {
  const state = temporaryFolder({})
  const text = 'Plain words of a page. '.repeat(40)
  new CleanTexts(state).add(text)
  expect(readFileSync(join(state, 'under-way', 'clean'), 'utf8')).not.toContain('Plain')
  expect(new CleanTexts(state).has(text)).toBe(true)
  expect(new CleanTexts(state).has(`${text}.`)).toBe(false)
})

test('the cache starts over when it is full [S37]', () => {
  const state = temporaryFolder({})
  const clean = new CleanTexts(state)
  const size = () => statSync(join(state, 'under-way', 'clean')).size
  for (let at = 0; at < 1_990; at += 1) clean.add(`${at} words`)
  expect(size()).toBeLessThan(70_000)
  for (let at = 1_990; at < 2_020; at += 1) clean.add(`${at} words`)
  expect(size()).toBeLessThan(1_000)
})
