/**
 * Whether a value is a password or a token, by the value alone and as strictly as its place requires.
 *
 * Names, words, numbers with units, code and placeholders are never secrets.
 */

import { wordSet } from '../base/word-set.ts'
import { isPlaceholder } from './placeholder.ts'
import { classCount, isHex, isUuid, looksRandom, randomness } from './randomness.ts'

/**
 * How clearly the place announces a secret: an assignment, a sentence, a password beside its account, or only
 * closeness.
 */
export type ValueContext = 'assigned' | 'stated' | 'paired' | 'near'

export function isPassword(value: string, place: ValueContext): boolean {
  if (value.length < 6 || value.length > 256 || isOrdinary(value) || /^[^A-Za-z0-9]+$/.test(value)) return false
  if (/^[0-9]+$/.test(value)) return place === 'assigned' && isPasswordOfDigits(value)
  if (isHex(value) && value.length >= 16) return place !== 'near' || value.length >= 32
  if (isUuid(value)) return place === 'assigned'
  const core = value.replace(/^[^A-Za-z0-9]+|[^A-Za-z0-9]+$/g, '')
  return /^[A-Za-z]*$/.test(core) ? isPasswordOfLetters(core, place) : isMixedPassword(value, place)
}

function isPasswordOfDigits(digits: string): boolean {
  return digits.length <= 12 && !isDate(digits)
}

function isPasswordOfLetters(letters: string, place: ValueContext): boolean {
  if (letters.length < 8) return false
  return looksRandom(letters) || (letters.length >= 12 && randomness(letters) > (place === 'assigned' ? 1.5 : 3))
}

/** Letters mixed with digits or symbols. */
function isMixedPassword(value: string, place: ValueContext): boolean {
  if (isNameLike(value)) return false
  switch (place) {
    case 'assigned':
      return true
    case 'paired':
      // A short password counts too, unless it contains a word.
      return /[0-9]/.test(value) && randomness(value) > 2
    case 'near':
      return (/[!#$%^&*@]/.test(value) || randomness(value) >= 1) && isStatedPassword(value)
    case 'stated':
      return isStatedPassword(value)
  }
}

function isStatedPassword(value: string): boolean {
  if (!/[0-9]/.test(value) && randomness(value) < 3) return false
  return classCount(value) >= 3 ? value.length >= 7 : value.length >= 8 && randomness(value) > 2
}

export function isToken(value: string, place: ValueContext): boolean {
  if (value.length < 8 || value.length > 1024 || isOrdinary(value) || isPath(value) || isFigure(value)) return false
  const body = value.replace(/^base64:|^0x/, '')
  if (isUuid(body)) return place === 'assigned'
  if (isHex(body)) return place !== 'near' && body.length >= (place === 'assigned' ? 16 : 20)
  if (place === 'near') return isTokenAlone(body)
  return isAnnouncedToken(body) || (place === 'assigned' && isMixedToken(body))
}

function isFigure(value: string): boolean {
  return /^[0-9.,:/-]+$/.test(value)
}

/** Several kinds of characters, but not certainly random. */
function isMixedToken(body: string): boolean {
  return body.length >= 16 && classCount(body) >= 3 && randomness(body) > 2
}

/** Judges a token that a name announces. */
function isAnnouncedToken(body: string): boolean {
  return body.length < 16 ? isShortToken(body) : isHiddenPassword(body) || looksRandom(body)
}

function isTokenAlone(body: string): boolean {
  if (body.length < 20 || !/[0-9]/.test(body)) return false
  return classCount(body.replace(/[_.-]/g, '')) >= 2 && looksRandom(body)
}

function isShortToken(body: string): boolean {
  return body.length >= 10 && classCount(body) >= 3 && /[0-9]/.test(body) && randomness(body) > 3
}

/** A placeholder, code, a technical word, or not a single run of ASCII. */
function isOrdinary(value: string): boolean {
  return /[^\x21-\x7e]/.test(value) || isPlaceholder(value) || isCode(value) || isTechnical(value)
}

/** Base64 of a short printable text that is itself a password, as in a Kubernetes Secret. */
export function isHiddenPassword(value: string): boolean {
  if (!/^[A-Za-z0-9+/]{8,400}={0,2}$/.test(value) || value.length % 4 !== 0) return false
  const plain = decodeBase64(value)?.trim()
  return plain !== undefined && plain.length >= 6 && isPassword(plain, 'stated')
}

/** Whether a bare value is code: a call, an index or a negated name. In quotes it would be a value. */
export function isExpression(bare: string): boolean {
  const head = /^[!&*\\]*([A-Za-z_$#@][\w$#.:>?-]*)[([]/.exec(bare)?.[1]
  if (head !== undefined && randomness(head) < 4) return true
  if (/^[\w:.$>-]+\(\)$/.test(bare)) return true
  if (/^(?:qr|m|s|tr|re)\//.test(bare)) return true
  return /^(?:!+|\\?&+|\*)[A-Za-z_$][\w$.:>-]*$/.test(bare) && randomness(bare) < 3
}

/** Whether the text is an expression that fetches or names the value. */
function isCode(value: string): boolean {
  if (/^[A-Za-z_$][\w$]*(?:\.|\?\.|->|::)[A-Za-z_$][\w$.?>:-]*(?:[([].*)?$/.test(value) && !looksRandom(value))
    return true
  if (/^[A-Za-z_$][\w$.:]*[([][^)\]]*[)\]]?;?$/.test(value) && !looksRandom(value)) return true
  if (/=>|^[!&*]+[a-z]+$|\\(?:x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4})/.test(value)) return true
  if (/&&|\|\|/.test(value) && randomness(value) < 3) return true
  return /^[\^/].*(?:\[[^\]]+\]|\\[dwsb]|\{\d+,?\d*\}|\.[*+])/.test(value)
}

/** Whether the value is an object key or a path: parts between slashes, one of them a plain word. */
function isPath(value: string): boolean {
  if (!value.includes('/')) return false
  return value.split('/').some((part) => /^[a-z][a-z-]{2,30}$/.test(part) && randomness(part) < 1)
}

/** Whether the value is a date, size, duration, version, ticket number, algorithm or file name. */
function isTechnical(value: string): boolean {
  const bare = value.replace(/(?<![.,;:!?])[.,;:!?]+$/, '')
  if (/^(?:sha-?(?:1|224|256|384|512)|md5|h1|blake\w{1,3}|crc32)[:-]/i.test(bare)) return true
  return isMeasure(bare) || TECHNICAL.test(bare) || isFileName(bare) || isAlgorithm(bare)
}

/** A number, a date or a version, perhaps with a unit: `15min`, `v1.2.3`, `30 characters`. */
function isMeasure(value: string): boolean {
  const unit = /^[vV]?[0-9]+(?:[.:_/-][0-9]+)*([A-Za-z%]*)$/.exec(value)?.[1]
  return unit !== undefined && (unit.length <= 4 || UNITS.has(unit))
}

const UNITS = wordSet(`
  second seconds minute minutes hour hours week weeks month months year years bytes chars characters digits times rounds
  iterations`)

const TECHNICAL =
  /^(?:v?[0-9]+(?:\.[0-9A-Za-z]+)+(?:[-+][\w.+-]*)?|[A-Z]{2,10}-[0-9]+|[0-9]{4}-[0-9]{2}-[0-9]{2}T?[0-9:.Z+]*|[<>=≥≤~^]+[0-9].*|#[0-9a-fA-F]{3,8}|[a-z]+=[0-9]+(?:,[a-z]+=[0-9]+)*|\(.*\))$/

/** Extensions of files and endings of domains, perhaps followed by a line, an anchor or a path. */
function isFileName(value: string): boolean {
  return [...value.toLowerCase().matchAll(ENDING)].some(([, ending = '']) => ENDINGS.has(ending))
}

const ENDING = /(?<=^|[\w)\]-])\.([a-z0-9]+)(?=(?::[0-9]+(?::[0-9]+)?|#[\w-]+|\/\S*)?$)/g
const ENDINGS = wordSet(`
  app c cer cfg cjs cjsx cn com conf cpp crt cs css csv cts ctsx dev enc env go gz h htm html ini internal io java jks js
  json json5 jsonc jsonl jsx key kt local lock log md mdx mjs mjsx mts mtsx net org p12 pdf pem pfx php png proto ps1 py rb
  rs scss sh sops sql svelte svg swift tf tfvars tgz toml ts tsx txt vue xml yaml yml zip`)

function isAlgorithm(value: string): boolean {
  const lower = value.toLowerCase()
  return ALGORITHMS.has(lower) || ALGORITHM_FAMILY.test(lower)
}

const ALGORITHMS = wordSet(`
  argon2 argon2d argon2i argon2id base32 base32url base58 base58url base64 base64url crc32 ec2 ed25519 fido2 hotp http2
  http3 https ipv4 ipv6 jwt k8s md5 oauth-2 oauth-2.0 oauth-2.1 oauth2.0 oauth2.1 oidc p-256 p256 s256 s3 saml saml2 scrypt
  secp256k1 secp256r1 totp utf-8 utf8 webauthn x.509 x25519 x509`)
const ALGORITHM_FAMILY =
  /^(?:[hrep]s(?:256|384|512)k?|sha-?[0-9]{1,3}(?:-?[0-9]{3})?|(?:bcrypt|redis|mysql|postgres)[0-9]*|(?:pbkdf2|hmac|aes|a(?:128|192|256)(?:gcm|cbc|kw)|rsa|ecdsa|chacha20)[\w-]*|pkcs-?[0-9]+|tls[\w.]*|(?:blake[23]|oauth2)\w*|http)$/

/** Words joined by separators or camelCase, perhaps numbered: an identifier, slug, path, host or address. */
function isNameLike(value: string): boolean {
  if (/[!#$%^&*?~]/.test(value)) return false
  if (/^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/.test(value)) return true
  const parts = value.split(/[-_./:@\\+,=|]+/).filter((part) => part !== '')
  if (parts.length >= 2) return parts.every((part) => isWordish(part))
  return /^[A-Z]?[a-z]+(?:[A-Z][a-z]+)*[0-9]$/.test(value) && randomness(value) < 0
}

function isWordish(part: string): boolean {
  if (/^[0-9]{1,4}$/.test(part)) return true
  if (/^[vV]?[0-9]{1,3}[a-z]{0,2}$/.test(part)) return true
  if (/^[A-Za-z]{1,3}$/.test(part)) return true
  return (
    /^(?:[A-Z]?[a-z]+(?:[A-Z][a-z]+)*|[A-Z]+s?)[0-9]{0,2}$/.test(part) &&
    randomness(part.replace(/(?<![0-9])[0-9]+$/, '')) < 2.5
  )
}

function isDate(value: string): boolean {
  return (
    /^(?:19|20)[0-9]{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01])/.test(value) ||
    /^1[67][0-9]{8}(?:[0-9]{3})?$/.test(value)
  )
}

/** Decodes Base64 (plain or URL-safe) to ASCII text. Undefined if it is something else. */
export function decodeBase64(encoded: string): string | undefined {
  const [digits = ''] = encoded.replaceAll('-', '+').replaceAll('_', '/').split('=')
  if (!/^[A-Za-z0-9+/]*$/.test(digits)) return undefined
  // A single digit at the end is not a whole byte.
  const text = atob(digits.length % 4 === 1 ? digits.slice(0, -1) : digits)
  return /[^\t\n\r -~]/.test(text) ? undefined : text
}
