/**
 * Private keys in their armour: PEM with all its labels, OpenSSH, PGP, PuTTY, JSON Web Keys.
 *
 * A block counts only if key material follows the armour, because a text about keys may quote the armour alone.
 */

import type { SecretHit } from './hit.ts'
import { decodeBase64 } from './judge-value.ts'
import { isFakeToken } from './placeholder.ts'

export function findKeyBlocks(text: string): readonly SecretHit[] {
  return [...findArmoured(text), ...findPutty(text), ...findWebKeys(text), ...findJsonWebTokens(text)]
}

const MAX_BLOCK = 20_000

/**
 * The key material may be on lines of its own, after `\n` escapes, quotes, `>` or comment signs, or all on one line.
 */
function findArmoured(text: string): readonly SecretHit[] {
  if (!text.includes('PRIVATE KEY')) return []
  const hits: SecretHit[] = []
  const heads = [...text.matchAll(/-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g)]
  heads.forEach((head, index) => {
    const bodyStart = head.index + head[0].length
    const window = text.slice(bodyStart, Math.min(bodyStart + MAX_BLOCK, heads[index + 1]?.index ?? text.length))
    const close = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/.exec(window)
    const body = close === null ? materialOf(window) : window.slice(0, close.index)
    if (!holdsMaterial(body)) return
    hits.push({ kind: 'private-key', start: head.index, end: bodyStart + body.length + (close?.[0].length ?? 0) })
  })
  return hits
}

/** Without an end line, the block ends with the last line that looks like key material. */
function materialOf(window: string): string {
  return (
    /^(?:(?:\\n|\\r|[\s>"'+,#*|])+(?:[A-Za-z0-9-]{2,20}: [^\r\n]{0,100}|[A-Za-z0-9+/=]{16,4000}))*/.exec(window)?.[0] ??
    ''
  )
}

function holdsMaterial(body: string): boolean {
  const plain = body.replace(/\\[nrt]/g, '\n').replace(/^[ \t]*[A-Za-z-]{2,20}: .*$/gm, '')
  const runs = plain.match(/[A-Za-z0-9+/=]{16,}/g) ?? []
  const material = runs.join('')
  return material.length >= 40 && !/\.\.\.|…|<[a-z]/i.test(plain) && !isFakeToken(material.slice(0, 200))
}

function findPutty(text: string): readonly SecretHit[] {
  if (!text.includes('PuTTY-User-Key-File')) return []
  const hits: SecretHit[] = []
  for (const match of text.matchAll(/Private-Lines: [0-9]{1,3}((?:\r?\n[A-Za-z0-9+/=]{16,80}){1,200})/g)) {
    const material = match[1] ?? ''
    const end = match.index + match[0].length
    if (holdsMaterial(material)) hits.push({ kind: 'private-key', start: end - material.trimStart().length, end })
  }
  return hits
}

/** A JSON Web Key is private if it has `d` (or, symmetric, `k`). */
function findWebKeys(text: string): readonly SecretHit[] {
  if (!text.includes('"kty"')) return []
  const hits: SecretHit[] = []
  for (const match of text.matchAll(/"[dk]"\s{0,4}:\s{0,4}"([A-Za-z0-9_-]{32,1000})"/g)) {
    const value = match[1] ?? ''
    const around = text.slice(Math.max(0, match.index - 1500), match.index + 1500)
    const start = match.index + match[0].length - value.length - 1
    if (/"kty"/.test(around) && !isFakeToken(value))
      hits.push({ kind: 'private-key', start, end: start + value.length })
  }
  return hits
}

function findJsonWebTokens(text: string): readonly SecretHit[] {
  if (!text.includes('eyJ')) return []
  const hits: SecretHit[] = []
  const token =
    /(?<![A-Za-z0-9_-](?<!\\[nrt]|%[0-9A-Fa-f]{2}))eyJ[A-Za-z0-9_-]{8,3000}\.(eyJ[A-Za-z0-9_-]{4,6000})\.([A-Za-z0-9_-]{16,1500})/g
  for (const match of text.matchAll(token)) {
    if (isPublicToken(match[1] ?? '', match[2] ?? '')) continue
    hits.push({ kind: 'jwt', start: match.index, end: match.index + match[0].length })
  }
  return hits
}

/** Tokens from tutorials, and tokens that are meant to be public in a browser. */
function isPublicToken(payload: string, signature: string): boolean {
  if (isFakeToken(signature) || /signature/i.test(signature)) return true
  const claims = decodeBase64(payload) ?? ''
  return /"name":\s?"John Doe"|"iss":\s?"supabase-demo"|"role":\s?"anon"|joe"/.test(claims)
}
