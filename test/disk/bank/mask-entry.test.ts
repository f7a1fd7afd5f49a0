import fc from 'fast-check'
import { expect, test } from 'vitest'
import { knownPath } from '../../../src/base/bank-path.ts'
import type { Change } from '../../../src/base/change.ts'
import type { JournalEntry } from '../../../src/disk/bank/journal.ts'
import { maskEntry } from '../../../src/disk/bank/mask-entry.ts'
import { unmaskEntry } from '../../../src/disk/bank/unmask-entry.ts'
import { findSecrets } from '../../../src/secrets/find-secrets.ts'
import { law } from '../../laws/runs.ts'

// Assembled at run time, so that the repository holds no credential-shaped text.
const token = `gh${'p'}_${'QmZ7xK2pLw9RtV4bNc8YsJ3dFh6GgT5kXq1M'}`
const password = ['vT9', '#kq', 'Lw2x'].join('')
const path = knownPath('a.md')

function entry(...changes: readonly Change[]): JournalEntry {
  return { format: 1, id: '1', at: '2026-03-01T12:00:00.000Z', intent: 'refresh', changes, newFolders: [] }
}

test('an entry without secrets is not changed [S35]', () => {
  const plain = entry({ kind: 'edit', path, was: 'a', text: 'b' })
  expect(maskEntry(plain)).toBe(plain)
  expect(unmaskEntry(plain, () => []).entry).toEqual(plain)
})

test('a masked entry holds no value, and lists the old texts to stage [S35]', () => {
  const recorded = maskEntry(
    entry(
      { kind: 'edit', path, was: `key ${token}\n`, text: 'gone\n' },
      {
        kind: 'move',
        path: knownPath('b.md'),
        was: `password: ${password}\n`,
        to: knownPath('c.md'),
        text: `password: ${password}\n`,
      },
    ),
  )
  const written = JSON.stringify(recorded)
  expect(written).not.toContain(token)
  expect(written).not.toContain(password)
  expect(recorded).toMatchObject({ format: 2, former: [0] })
})

test('the same secret has a different hash in each entry [S35]', () => {
  const one = entry({ kind: 'create', path, text: `key ${token}\n` })
  const traces = [maskEntry(one), maskEntry(one)].map(({ masks }) => masks?.texts[0]?.hash)
  expect(traces[0]).not.toBe(traces[1])
})

const whole = entry({
  kind: 'edit',
  path,
  was: `# t\n\nkey ${token} here\npassword: ${password}\n`,
  text: `key ${token}\n`,
})

test.each<[string, readonly string[], readonly string[]]>([
  ['the text itself is given', [`# t\n\nkey ${token} here\npassword: ${password}\n`], []],
  ['the values are between the same words', [`x\nkey ${token} here\n`, `password: ${password}`], []],
  ['the values are in another place', [`(${password}) and "${token}"`], []],
  ['one value is missing', [`use ${token}`], ['was']],
  ['both values are missing', ['nothing'], ['was', 'text']],
])('texts are restored or reported as unknown if %s [S35]', (_name, pool, unknown) => {
  const found = unmaskEntry(maskEntry(whole), () => pool)
  expect(found.unknown.map(({ side }) => side)).toEqual(unknown)
  if (unknown.length === 0) expect(found.entry.changes).toEqual(whole.changes)
  expect(found.entry.masks).toBeUndefined()
})

const pieces = ['key ', token, password, 'password: ', '\n', 'a', '|', '密码是 ', '\udcff']
const text = fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((parts) => parts.join(''))

test('a masked entry holds no secret, and is restored byte for byte from its texts [S35]', () => {
  let masked = 0
  law(
    fc.property(text, text, (was, after) => {
      const plain = entry({ kind: 'edit', path, was, text: after })
      const recorded = maskEntry(plain)
      for (const [index, change] of recorded.changes.entries())
        if (change.kind === 'edit')
          expect([index, ...findSecrets(change.was), ...findSecrets(change.text)]).toEqual([index])
      expect(unmaskEntry(recorded, () => [after, was]).entry.changes).toEqual(plain.changes)
      if (recorded.masks !== undefined) masked += 1
    }),
    200,
  )
  expect(masked).toBeGreaterThan(50)
})

test('only the masked text itself is ever restored [S35]', () => {
  const seen = { given: 0, unknown: 0 }
  law(
    fc.property(text, text, fc.array(text, { maxLength: 3 }), (was, after, pool) => {
      const plain = entry({ kind: 'edit', path, was, text: after })
      const recorded = maskEntry(plain)
      const found = unmaskEntry(recorded, () => pool)
      const change = found.entry.changes[0]
      for (const side of ['was', 'text'] as const) {
        if (!recorded.masks?.texts.some((mask) => mask.side === side)) continue
        const isUnknown = found.unknown.some((one) => one.side === side)
        seen[isUnknown ? 'unknown' : 'given'] += 1
        if (!isUnknown && change?.kind === 'edit') expect(change[side]).toBe(side === 'was' ? was : after)
      }
    }),
    300,
  )
  expect(seen.given).toBeGreaterThan(20)
  expect(seen.unknown).toBeGreaterThan(20)
})
