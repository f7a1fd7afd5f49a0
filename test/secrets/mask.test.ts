import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findSecrets } from '../../src/secrets/find-secrets.ts'
import { maskTexts } from '../../src/secrets/mask.ts'
import { law } from '../laws/runs.ts'

// Assembled at run time, so that no credential-shaped text stands in the repository.
const github = `gh${'p'}_${'QmZ7xK2pLw9RtV4bNc8YsJ3dFh6GgT5kXq1M'}`
const password = ['vT9', '#kq', 'Lw2x'].join('')

/** The masked text with its values back. */
function restored(masked: ReturnType<typeof maskTexts>[number]): string {
  let text = ''
  let from = 0
  for (const { start, end, value } of masked.masks) {
    text += masked.text.slice(from, start) + value
    from = end
  }
  return text + masked.text.slice(from)
}

test('a value that is a secret in one text is masked in all of them [S35]', () => {
  const texts = [`password: ${password}\n`, `they type ${password} at the gate\n`, 'nothing here\n']
  const masked = maskTexts(texts)
  expect(masked.map(({ text }) => text.includes(password))).toEqual([false, false, false])
  expect(masked.map(restored)).toEqual(texts)
  expect(masked[2]).toEqual({ text: 'nothing here\n', masks: [] })
})

test('putting the values back gives the text, whatever it holds, and no secret is left in the masked one [S35]', () => {
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
