import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maskValue } from '../../../src/workspace/state/mask-value.ts'
import { decodeMasked, isPlain, unmaskValue } from '../../../src/workspace/state/unmask-value.ts'
import { law } from '../../laws/runs.ts'

// Assembled at run time, so that no credential-shaped text stands in the repository.
const TOKEN = `gh${'p'}_${'QmZ7xK2pLw9RtV4bNc8YsJ3dFh6GgT5kXq1M'}`
const PASSWORD = ['vT9', '#kq', 'Lw2x'].join('')
const TEXT = `# Deploy\n\n- token ${TOKEN}\n- password: ${PASSWORD}\n`

/** As another process reads it. */
function kept(value: unknown) {
  const raw = decodeMasked(JSON.parse(JSON.stringify(maskValue(value))))
  if (raw === undefined) throw new Error('not ours')
  return raw
}

test('no value of a secret stands in what is kept, wherever in it the text stood [S35]', () => {
  const json = JSON.stringify(maskValue({ key: 's', value: [{ facts: { before: TEXT, after: undefined } }, TOKEN] }))
  for (const value of [TOKEN, PASSWORD]) expect(json.includes(value)).toBe(false)
  expect(json).toContain('[secret: ')
})

test('it is given back as it was where the values stand somewhere, and else said to be masked [S35]', () => {
  const value = { files: [{ path: 'details/deploy.md', before: TEXT, lines: 4, gone: null }] }
  const elsewhere = `other words\n${TEXT.slice(9)}and more`
  expect(unmaskValue(kept(value), [() => [], () => [elsewhere]])).toEqual({ value, isWhole: true })
  const without = unmaskValue(kept(value), [() => ['nothing of it']])
  expect(without.isWhole).toBe(false)
  expect(JSON.stringify(without.value)).toContain('[secret: ')
})

test('what holds no secret is kept as it is, and nobody is asked for values [S35]', () => {
  law(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      const stored = maskValue(value)
      fc.pre(stored.masks === undefined)
      const asked = () => {
        throw new Error('asked')
      }
      expect(unmaskValue(stored, [asked])).toEqual({ value, isWhole: true })
    }),
    100,
  )
})

test.each([null, 7, 'x', [], {}, { value: 1, masks: 2 }, { value: 1, masks: { salt: 's', texts: [{}] } }])(
  '%j is nothing of ours [S37]',
  (raw) => expect(decodeMasked(raw)).toBeUndefined(),
)

test('what is called plain holds no secret, and is kept as it is [S35]', () => {
  const word = fc.stringMatching(/^[A-Za-z0-9]{1,12}$/)
  const name = fc
    .array(fc.tuple(word, fc.constantFrom('/', '.', '-', '_')), { minLength: 1, maxLength: 8 })
    .map((parts) => parts.flat().slice(0, -1).join(''))
  const id = fc.stringMatching(/^[A-Za-z0-9]{24}$/).map((rest) => `session\ntoolu_01${rest}`)
  law(
    fc.property(fc.record({ key: id, writes: fc.array(name, { maxLength: 4 }) }), (value) => {
      expect(isPlain(value)).toBe(true)
      expect(maskValue(value)).toEqual({ value })
    }),
  )
  expect(isPlain({ writes: [`logs/${TOKEN}.txt`] })).toBe(false)
  expect(isPlain({ before: TEXT })).toBe(false)
  expect(isPlain(['a'.repeat(100_000)])).toBe(false)
})
