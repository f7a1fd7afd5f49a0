/**
 * Masks a plan for the state folder (S35): `[secret: kind]` replaces the value of each secret, and a salted hash of the
 * value is stored.
 *
 * The values are found again by their hash in the bank that the plan was made for. If one is missing there, the bank
 * has changed and the plan stays masked.
 */

import { join } from 'node:path'
import { maskTexts } from '../../secrets/mask.ts'
import { saltedHash } from '../bank/journal.ts'
import { listBank } from '../bank/list-bank.ts'
import { cryptography } from '../built-in.ts'
import { BANK_FILE, textInside } from '../open-file.ts'

export interface MaskedValue {
  readonly value: unknown
  readonly masks?: { readonly salt: string; readonly texts: readonly TextMasks[] }
}

interface TextMasks {
  /** The index among the texts of the value. */
  readonly at: number
  /** The places of the masks, and the hashes of the values. */
  readonly spans: readonly { readonly start: number; readonly end: number; readonly hash: string }[]
}

export function maskValue(value: unknown): MaskedValue {
  const masked = maskTexts(textsIn(value))
  if (masked.every(({ masks }) => masks.length === 0)) return { value }
  const salt = cryptography().randomBytes(16).toString('hex')
  const texts = masked.flatMap(({ masks }, at) => {
    const spans = masks.map(({ start, end, value }) => ({ start, end, hash: saltedHash(salt, value) }))
    return spans.length === 0 ? [] : [{ at, spans }]
  })
  const put = masked.map(({ text }) => text)
  return { value: withTexts(value, put), masks: { salt, texts } }
}

/** `isWhole` is false if a value is no longer in the bank. */
export function unmaskValue(
  { value, masks }: MaskedValue,
  bank: string,
): { readonly value: unknown; readonly isWhole: boolean } {
  if (masks === undefined) return { value, isWhole: true }
  const standing = listBank(bank).flatMap((path) => [path, textInside(bank, join(bank, path), BANK_FILE) ?? ''])
  const secrets = maskTexts(standing).flatMap((one) => one.masks.map((mask) => mask.value))
  const values = new Map(secrets.map((secret) => [saltedHash(masks.salt, secret), secret]))
  const texts = [...textsIn(value)]
  for (const { at, spans } of masks.texts)
    for (const { start, end, hash } of spans.toReversed()) {
      const text = texts[at] ?? ''
      texts[at] = text.slice(0, start) + (values.get(hash) ?? text.slice(start, end)) + text.slice(end)
    }
  const isWhole = masks.texts.every(({ spans }) => spans.every(({ hash }) => values.has(hash)))
  return { value: withTexts(value, texts), isWhole }
}

/** Undefined for a file of another program, or a damaged one. */
export function decodeMasked(raw: unknown): MaskedValue | undefined {
  if (!isNamed(raw) || !('value' in raw)) return undefined
  if (!('masks' in raw)) return { value: raw['value'] }
  return isMasks(raw['masks']) ? { value: raw['value'], masks: raw['masks'] } : undefined
}

function isMasks(raw: unknown): raw is NonNullable<MaskedValue['masks']> {
  if (!isNamed(raw) || typeof raw['salt'] !== 'string' || !Array.isArray(raw['texts'])) return false
  return raw['texts'].every(
    (text: unknown) => isNamed(text) && typeof text['at'] === 'number' && Array.isArray(text['spans']),
  )
}

function isNamed(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

/** The strings in their order in the value, without field names. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(textsIn)
  return isNamed(value) ? Object.values(value).flatMap(textsIn) : []
}

function withTexts(value: unknown, texts: readonly string[]): unknown {
  let at = 0
  const put = (part: unknown): unknown => {
    if (typeof part === 'string') return texts[at++] ?? part
    if (Array.isArray(part)) return part.map(put)
    if (!isNamed(part)) return part
    return Object.fromEntries(Object.entries(part).map(([name, one]) => [name, put(one)]))
  }
  return put(value)
}
