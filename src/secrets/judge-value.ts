/**
 * Is this the value of a password or of a token? Judged by the value alone, at the strictness its place asks for.
 *
 * Names, words, numbers with units, code and placeholders are no secrets in any place.
 */

import { isPlaceholder } from './placeholder.ts'
import { classCount, isHex, isUuid, looksRandom, randomness } from './randomness.ts'

/** How plainly the place says that a secret follows: an assignment, a sentence, or mere closeness. */
export type Place = 'assigned' | 'said' | 'near'

export function isPassword(value: string, place: Place): boolean {
  if (value.length < 6 || value.length > 256 || /\s/.test(value)) return false
  if (isPlaceholder(value) || isCode(value) || isTechnical(value)) return false
  if (/[^\x21-\x7e]/.test(value)) return false
  if (/^[0-9]+$/.test(value)) return place === 'assigned' && value.length <= 12 && !isDate(value)
  if (/^[^A-Za-z0-9]+$/.test(value)) return false
  const classes = classCount(value)
  if (isHex(value) && value.length >= 16) return place !== 'near' || value.length >= 32
  if (isUuid(value)) return place === 'assigned'
  const core = value.replace(/^[^A-Za-z0-9]+|[^A-Za-z0-9]+$/g, '')
  if (/^[A-Za-z]*$/.test(core))
    return (
      core.length >= 8 &&
      (looksRandom(core) || (core.length >= 12 && randomness(core) > (place === 'assigned' ? 1.5 : 3)))
    )
  if (place !== 'assigned' && !/[0-9]/.test(value) && randomness(value) < 3) return false
  if (isNameLike(value)) return false
  if (place === 'assigned') return true
  if (place === 'near' && !/[!#$%^&*@]/.test(value) && randomness(value) < 1) return false
  return classes >= 3 ? value.length >= 7 : value.length >= 8 && randomness(value) > 2
}

export function isToken(value: string, place: Place): boolean {
  if (value.length < 8 || value.length > 1024 || /\s/.test(value)) return false
  if (isPlaceholder(value) || isCode(value) || isTechnical(value) || /[^\x21-\x7e]/.test(value)) return false
  if (isPath(value)) return false
  if (/^[0-9.,:/-]+$/.test(value)) return false
  const body = value.replace(/^base64:|^0x/, '')
  if (isUuid(body)) return place === 'assigned'
  if (isHex(body)) return place === 'near' ? false : body.length >= (place === 'assigned' ? 16 : 20)
  if (place === 'near')
    return body.length >= 20 && classCount(body.replace(/[_.-]/g, '')) >= 2 && /[0-9]/.test(body) && looksRandom(body)
  if (body.length < 16) return body.length >= 10 && classCount(body) >= 3 && /[0-9]/.test(body) && randomness(body) > 3
  if (isHiddenPassword(body)) return true
  return looksRandom(body) || (place === 'assigned' && classCount(body) >= 3 && randomness(body) > 2)
}

/** Base64 of a short printable text that is itself a password, as in a Kubernetes Secret. */
export function isHiddenPassword(value: string): boolean {
  if (!/^[A-Za-z0-9+/]{8,400}={0,2}$/.test(value) || value.length % 4 !== 0) return false
  const plain = decodeBase64(value)?.trim()
  return plain !== undefined && plain.length >= 6 && isPassword(plain, 'said')
}

/** Written bare, a call, an index or a negated name is code; the same in quotes would be a value. */
export function isExpression(bare: string): boolean {
  const head = /^[!&*\\]*([A-Za-z_$#@][\w$#.:>?-]*)[([]/.exec(bare)?.[1]
  if (head !== undefined && randomness(head) < 4) return true
  if (/^[\w:.$>-]+\(\)$/.test(bare)) return true
  if (/^(?:qr|m|s|tr|re)\//.test(bare)) return true
  return /^(?:!+|\\?&+|\*)[A-Za-z_$][\w$.:>-]*$/.test(bare) && randomness(bare) < 3
}

/** An expression that fetches or names the value, rather than the value. */
function isCode(value: string): boolean {
  if (/^[A-Za-z_$][\w$]*(?:\.|\?\.|->|::)[A-Za-z_$][\w$.?>:-]*(?:[([].*)?$/.test(value) && !looksRandom(value))
    return true
  if (/^[A-Za-z_$][\w$.:]*[([][^)\]]*[)\]]?;?$/.test(value) && !looksRandom(value)) return true
  if (/=>|^[!&*]+[a-z]+$|\\(?:x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4})/.test(value)) return true
  if (/&&|\|\|/.test(value) && randomness(value) < 3) return true
  return /^[\^/].*(?:\[[^\]]+\]|\\[dwsb]|\{\d+,?\d*\}|\.[*+])/.test(value)
}

/** Parts between slashes, one of them a plain word: an object key or a path, whatever id it ends in. */
function isPath(value: string): boolean {
  if (!value.includes('/')) return false
  return value.split('/').some((part) => /^[a-z][a-z-]{2,30}$/.test(part) && randomness(part) < 1)
}

/** Dates, sizes, durations, versions, ticket numbers, algorithms, file names: written things with digits in them. */
function isTechnical(value: string): boolean {
  const bare = value.replace(/[.,;:!?]+$/, '')
  if (/^(?:sha-?(?:1|224|256|384|512)|md5|h1|blake\w{1,3}|crc32)[:-]/i.test(bare)) return true
  return TECHNICAL.test(bare) || FILE_NAME.test(bare) || ALGORITHM.test(bare)
}

const TECHNICAL =
  /^(?:[vV]?[0-9]+(?:[.:_/-][0-9]+)*(?:[A-Za-z%]{0,4}|seconds?|minutes?|hours?|weeks?|months?|years?|bytes|chars|characters|digits|times|rounds|iterations)|v?[0-9]+(?:\.[0-9A-Za-z]+)+(?:[-+][\w.+-]*)?|[A-Z]{2,10}-[0-9]+|[vV][0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{4}-[0-9]{2}-[0-9]{2}T?[0-9:.Z+]*|[<>=≥≤~^]+[0-9].*|#[0-9a-fA-F]{3,8}|[a-z]+=[0-9]+(?:,[a-z]+=[0-9]+)*|\(.*\))$/

const FILE_NAME =
  /(?:^|[\w)\]-])\.(?:[cm]?[jt]sx?|py|go|rs|java|kt|rb|php|cs|cpp|[ch]|swift|md|mdx|txt|json[c5l]?|ya?ml|toml|ini|env|conf|cfg|xml|html?|css|scss|sql|sh|ps1|log|csv|pem|key|crt|cer|p12|pfx|jks|lock|enc|sops|tf|tfvars|vue|svelte|proto|png|svg|pdf|zip|gz|tgz|com|net|org|io|cn|dev|local|internal|app)(?::[0-9]+(?::[0-9]+)?|#[\w-]+|\/\S*)?$/i

const ALGORITHM =
  /^(?:(?:hs|rs|es|ps)(?:256|384|512)k?|sha-?[0-9]{1,3}(?:-?[0-9]{3})?|md5|argon2(?:id|i|d)?|bcrypt[0-9]*|scrypt|pbkdf2[\w-]*|hmac[\w-]*|aes[\w-]*|a(?:128|192|256)(?:gcm|cbc|kw)[\w-]*|rsa[\w-]*|ecdsa[\w-]*|ed25519|x25519|secp256[kr]1|p-?256|oauth-?2(?:\.[01])?|oidc|saml2?|x\.?509|base(?:32|58|64)(?:url)?|utf-?8|pkcs-?[0-9]+|tls1?[\w.]*|s256|hotp|totp|fido2|webauthn|jwt|chacha20[\w-]*|blake[23]\w*|crc32|k8s|oauth2\w*|ipv[46]|s3|ec2|http[23s]?|redis[0-9]*|mysql[0-9]*|postgres[0-9]*)$/i

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
    /^(?:[A-Z]?[a-z]+(?:[A-Z][a-z]+)*|[A-Z]+s?)[0-9]{0,2}$/.test(part) && randomness(part.replace(/[0-9]+$/, '')) < 2.5
  )
}

function isDate(value: string): boolean {
  return (
    /^(?:19|20)[0-9]{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01])/.test(value) ||
    /^1[67][0-9]{8}(?:[0-9]{3})?$/.test(value)
  )
}

/** Base64 (plain or URL-safe) back to the ASCII text it hides, or undefined where it hides none. */
export function decodeBase64(encoded: string): string | undefined {
  const [digits = ''] = encoded.replaceAll('-', '+').replaceAll('_', '/').split('=')
  if (!/^[A-Za-z0-9+/]*$/.test(digits)) return undefined
  // One digit alone at the end stands for no byte.
  const text = atob(digits.length % 4 === 1 ? digits.slice(0, -1) : digits)
  return /[^\t\n\r -~]/.test(text) ? undefined : text
}
