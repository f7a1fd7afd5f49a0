/**
 * A value as our state may hold it (S35): `[secret: kind]` stands where a secret's value stood, with a salted hash that
 * tells the value again (`unmask-value.ts`). What is kept holds no secret.
 */

import { maskTexts } from '../../secrets/mask.ts'
import { cryptography } from '../built-in.ts'
import { CleanTexts } from './clean-texts.ts'
import { type Mask, type MaskedValue, saltedHash, textsIn, withTexts } from './unmask-value.ts'

/** `clean` spares searching texts that were searched before. */
export function maskValue(value: unknown, clean?: CleanTexts): MaskedValue {
  const texts = textsIn(value)
  if (clean?.areClean(texts) === true) return { value }
  const masked = maskWithHashes(texts)
  if (masked === undefined) return { value }
  const masks = masked.texts.flatMap(({ mask }, at) => (mask === undefined ? [] : [{ at, ...mask }]))
  const put = masked.texts.map(({ text }) => text)
  return { value: withTexts(value, put), masks: { salt: masked.salt, texts: masks } }
}

/** Masks values for one state folder, searching no text twice. */
export function maskerFor(stateFolder?: string): (value: unknown) => MaskedValue {
  const clean = new CleanTexts(stateFolder)
  return (value) => maskValue(value, clean)
}

/** Each text without the values of the secrets in it; undefined where none of them holds a secret. */
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
