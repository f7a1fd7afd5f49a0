import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findSecrets } from '../../../src/secrets/find-secrets.ts'
import { CleanTexts } from '../../../src/disk/state/clean-texts.ts'
import { law } from '../../laws/runs.ts'
import { temporaryFolder } from '../temporary-folder.ts'

// Assembled at run time, so that no credential-shaped text stands in the repository.
const TOKEN = `gh${'p'}_${'QmZ7xK2pLw9RtV4bNc8YsJ3dFh6GgT5kXq1M'}`
const LINES = [
  '# Deploy',
  '',
  '- by hand, twice a week',
  'password:',
  ['vT9', '#kq', 'Lw2x'].join(''),
  `- token ${TOKEN}`,
  TOKEN.slice(0, 20),
  TOKEN.slice(20),
  '| name | password |',
  '|---|---|',
  `| db | ${['vT9', '#kq', 'Lw2x'].join('')} |`,
  '-----BEGIN RSA PRIVATE KEY-----',
  'MIIEowIBAAKCAQEA7Zp3vT9kqLw2xQmZ7xK2pLw9RtV4bNc8YsJ3dFh6GgT5kXq1M',
  '-----END RSA PRIVATE KEY-----',
]

test('however a text is edited step by step, it is called clean only if no secret is found in it [S35]', () => {
  const line = fc.constantFrom(...LINES)
  const text = fc
    .array(line, { minLength: 5, maxLength: 60 })
    .map((lines) => `${'Plain words. '.repeat(40)}\n${lines.join('\n')}`)
  const edit = fc.record({ at: fc.nat(60), line, remove: fc.nat(2) })
  law(
    fc.property(text, fc.array(edit, { maxLength: 12 }), (first, edits) => {
      const clean = new CleanTexts()
      let now = first
      expect(clean.areClean([now]) && findSecrets(now).length > 0).toBe(false)
      for (const { at, line: added, remove } of edits) {
        const lines = now.split('\n')
        lines.splice(Math.min(at, lines.length), remove, added)
        now = lines.join('\n')
        expect(clean.areClean([now]) && findSecrets(now).length > 0).toBe(false)
      }
    }),
    150,
  )
})

test('short texts are looked through too, and a known one again [S35]', () => {
  const clean = new CleanTexts()
  expect(clean.areClean(['s1', 'details/tech.md'])).toBe(true)
  expect(clean.areClean(['s1', TOKEN])).toBe(false)
  const long = 'Plain words. '.repeat(100)
  expect([clean.areClean([long]), clean.areClean([long]), clean.areClean([long, `${long}${TOKEN}`])]).toEqual([
    true,
    true,
    false,
  ])
})

test('what one process found clean the next one knows, and nothing of the text is written down [S35]', () => {
  const state = temporaryFolder({})
  const file = join(state, 'under-way', 'clean')
  const text = 'Plain words of a page. '.repeat(40)
  expect(new CleanTexts(state).areClean([text, 'short'])).toBe(true)
  const kept = readFileSync(file, 'utf8')
  expect(kept).not.toContain('Plain')
  expect(new CleanTexts(state).areClean([text])).toBe(true)
  expect(readFileSync(file, 'utf8')).toBe(kept)
  expect(new CleanTexts(state).areClean([`${text}\n${TOKEN}`])).toBe(false)
  expect(readFileSync(file, 'utf8')).toBe(kept)
})

test('it does not grow without end [S37]', () => {
  const state = temporaryFolder({})
  const clean = new CleanTexts(state)
  const size = () => statSync(join(state, 'under-way', 'clean')).size
  const learn = (from: number, to: number) => {
    for (let at = from; at < to; at += 1) clean.areClean([`${at} ${'words '.repeat(70)}`])
  }
  learn(0, 1_990)
  expect(size()).toBeLessThan(70_000)
  learn(1_990, 2_020)
  expect(size()).toBeLessThan(1_000)
})
