/** Texts without the values of the secrets in them, with what tells the values again (S35). */

import { maskTexts } from '../../secrets/mask.ts'
import { cryptography } from '../built-in.ts'
import { type Mask, saltedHash } from './unmask-within.ts'

/** Undefined where none of them holds a secret. */
export function maskWithHashes(texts: readonly string[]):
  | {
      readonly salt: string
      readonly texts: readonly { readonly text: string; readonly mask: Mask | undefined }[]
    }
  | undefined {
  const masked = maskTexts(texts)
  if (masked.every(({ masks }) => masks.length === 0)) return undefined
  const salt = cryptography().randomBytes(16).toString('hex')
  return {
    salt,
    texts: masked.map(({ text, masks }, index) => {
      const spans = masks.map(({ start, end, value }) => {
        return { start, end, length: value.length, hash: saltedHash(salt, value) }
      })
      const mask = spans.length === 0 ? undefined : { hash: saltedHash(salt, texts[index] ?? ''), spans }
      return { text, mask }
    }),
  }
}
