import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeMasked, maskValue, unmaskValue } from '../../../src/disk/state/mask-value.ts'
import { law } from '../../laws/runs.ts'
import { temporaryFolder } from '../temporary-folder.ts'

// Assembled at run time, so that the repository holds no credential-shaped text.
const TOKEN = `gh${'p'}_${'QmZ7xK2pLw9RtV4bNc8YsJ3dFh6GgT5kXq1M'}`
const PASSWORD = ['vT9', '#kq', 'Lw2x'].join('')
const TEXT = `# Deploy\n\n- token ${TOKEN}\n- password: ${PASSWORD}\n`

function bankWith(text: string): string {
  const bank = temporaryFolder()
  mkdirSync(join(bank, 'details'))
  writeFileSync(join(bank, 'details/deploy.md'), text)
  return bank
}

/** The masked value as another process reads it. */
function kept(value: unknown) {
  const raw = decodeMasked(JSON.parse(JSON.stringify(maskValue(value))))
  if (raw === undefined) throw new Error('not ours')
  return raw
}

test('a masked value holds no secret, wherever its texts are [S35]', () => {
  const json = JSON.stringify(maskValue({ key: 's', value: [{ facts: { before: TEXT, after: undefined } }, TOKEN] }))
  for (const value of [TOKEN, PASSWORD]) expect(json.includes(value)).toBe(false)
  expect(json).toContain('[secret: ')
})

test('a value is restored if the bank holds its secrets, and reported as masked otherwise [S35]', () => {
  const value = { files: [{ path: 'details/deploy.md', before: TEXT, after: `${TEXT}- more\n`, gone: null }] }
  expect(unmaskValue(kept(value), bankWith(`other words\n${TEXT.slice(9)}and more`))).toEqual({ value, isWhole: true })
  const without = unmaskValue(kept(value), bankWith('nothing of it'))
  expect(without.isWhole).toBe(false)
  expect(JSON.stringify(without.value)).toContain('[secret: ')
})

test('a value without secrets does not change [S35]', () => {
  law(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      const stored = maskValue(value)
      fc.pre(stored.masks === undefined)
      expect(unmaskValue(stored, '/nowhere')).toEqual({ value, isWhole: true })
    }),
    100,
  )
})

test.each([null, 7, 'x', [], {}, { value: 1, masks: 2 }, { value: 1, masks: { salt: 's', texts: [{}] } }])(
  '%j is rejected as a foreign file [S37]',
  (raw) => expect(decodeMasked(raw)).toBeUndefined(),
)
