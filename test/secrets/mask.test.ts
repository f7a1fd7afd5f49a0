import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findSecrets } from '../../src/secrets/find-secrets.ts'
import { maskTexts } from '../../src/secrets/mask.ts'
import { law } from '../laws/runs.ts'

// Assembled at run time, so that the repository holds no credential-shaped text.
const github = `gh${'p'}_${'QmZ7xK2pLw9RtV4bNc8YsJ3dFh6GgT5kXq1M'}`
const password = ['vT9', '#kq', 'Lw2x'].join('')

/** The masked text with its values restored. */
function restored(masked: ReturnType<typeof maskTexts>[number]): string {
  let text = ''
  let from = 0
  for (const { start, end, value } of masked.masks) {
    text += masked.text.slice(from, start) + value
    from = end
  }
  return text + masked.text.slice(from)
}

test('a value that is a secret in one text is masked in all [S35]', () => {
  const texts = [`password: ${password}\n`, `they type ${password} at the gate\n`, 'nothing here\n']
  const masked = maskTexts(texts)
  expect(masked.map(({ text }) => text.includes(password))).toEqual([false, false, false])
  expect(masked.map(restored)).toEqual(texts)
  expect(masked[2]).toEqual({ text: 'nothing here\n', masks: [] })
})

test('restoring the values gives the original text, and the masked one has no secret [S35]', () => {
  const pieces = [
    github,
    `password: ${password}`,
    '密码是 ',
    'token=',
    '"',
    '\n',
    '\r\n',
    ' ',
    '`',
    '|',
    '://u:',
    '@h',
    '\udcff',
  ]
  const text = fc
    .array(fc.oneof(fc.constantFrom(...pieces), fc.string()), { maxLength: 8 })
    .map((parts) => parts.join(''))
  law(
    fc.property(fc.array(text, { maxLength: 3 }), (texts) => {
      const masked = maskTexts(texts)
      expect(masked.map(restored)).toEqual(texts)
      for (const one of masked) expect(findSecrets(one.text)).toEqual([])
    }),
    300,
  )
})
