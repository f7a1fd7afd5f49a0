/**
 * Secrets from which others are derived: seed phrases (BIP-39) and raw keys of wallets, and seeds of one-time passwords.
 *
 * A phrase is recognised by its words and their number. A raw key is any 64 hexadecimal digits, and the seed of a one-time
 * password any Base32, so the words before them must say what they are.
 */

import { once } from '../core/once.ts'
import { wordSet } from '../text/word-set.ts'
import type { Hit } from './hit.ts'
import { hash, isFakeToken } from './placeholder.ts'
import { randomness } from './randomness.ts'

export function findSeeds(text: string): readonly Hit[] {
  return [...findSeedPhrases(text), ...findHanPhrases(text), ...findRawKeys(text), ...findOneTimeSeeds(text)]
}

/** The words of a phrase are on one line or on several, perhaps numbered. */
function findSeedPhrases(text: string): readonly Hit[] {
  const hits: Hit[] = []
  for (const stretch of text.matchAll(STRETCH)) {
    let run: Word[] = []
    for (const match of stretch[0].matchAll(/[A-Za-z]+|[^A-Za-z]+/g)) {
      const word = match[0]
      if (isLetter(word) && isSeedWord(word.toLowerCase()))
        run.push({ text: word.toLowerCase(), start: stretch.index + match.index })
      else if (isLetter(word) || !BETWEEN.test(word)) {
        hits.push(...phraseOf(run, text))
        run = []
      }
    }
    hits.push(...phraseOf(run, text))
  }
  return hits
}

interface Word {
  readonly text: string
  readonly start: number
}

/** Twelve and more words of three to eight letters: prose seldom has as many without a shorter or a longer one. */
const STRETCH = /\b[A-Za-z]{3,8}(?:[^A-Za-z]{1,24}[A-Za-z]{3,8}\b){11,200}/g
const BETWEEN =
  /^(?:[ \t]{0,3}[,、|]?[ \t]{0,8}(?:\r?\n[ \t>]{0,8}){0,2}(?:[-*|][ \t]{1,3})?(?:#?[0-9]{1,2}[.):、|]?[ \t]{0,3}[|]?[ \t]{0,3})?|["'],[ \t]{0,3}["'])$/

function isLetter(word: string): boolean {
  return /^[A-Za-z]/.test(word)
}

/** Finds a run of exactly as many words as BIP-39 allows. The words that announce it ("seed phrase") may be in the list too. */
function phraseOf(run: readonly Word[], text: string): readonly Hit[] {
  const words = LEADS_TRIED.map((count) => withoutLead(run, count)).find((one) => LENGTHS.has(one.length)) ?? []
  const said = words.map((word) => word.text)
  const [first] = words
  const last = words.at(-1)
  if (first === undefined || last === undefined || !isDrawn(said) || isFakeToken(said.join(' '))) return []
  const end = last.start + last.text.length
  // Lists of colours or animals have commas too, so a phrase with commas counts only if it is announced.
  if (/[,、|]/.test(text.slice(first.start, end)) && !isAnnounced(text, first.start)) return []
  return [{ kind: 'recovery-phrase', start: first.start, end }]
}

function isAnnounced(text: string, start: number): boolean {
  const led = text.slice(Math.max(0, start - 120), start).toLowerCase()
  return ANNOUNCING.some((word) => led.includes(word))
}

const ANNOUNCING = [...wordSet('mnemonic seed phrase recover backup wallet bip39 bip-39 助记 恢复 短语 种子 钱包')]

/** A list in alphabetical order, or one with many repetitions, is not random. */
function isDrawn(words: readonly string[]): boolean {
  if (new Set(words).size < words.length - 3) return false
  return words.some((word, at) => word < (words[at - 1] ?? ''))
}

const LENGTHS: ReadonlySet<number> = new Set([12, 15, 18, 21, 24])
const LEADS_TRIED = [0, 1, 2, 3, 4]
const LEADS = wordSet('seed phrase word secret private key account spell')

function withoutLead(run: readonly Word[], count: number): readonly Word[] {
  return count === 0 || LEADS.has(run[count - 1]?.text ?? '') ? run.slice(count) : []
}

/** In BIP-39's Chinese lists each word is one character, so the words before them must say what they are. */
function findHanPhrases(text: string): readonly Hit[] {
  if (!HAN_MARKS.some((mark) => text.includes(mark))) return []
  return [...text.matchAll(HAN_PHRASE())].flatMap((match) => {
    const signs = match[0].split(/[ \t]+/)
    const led = text.slice(Math.max(0, match.index - 40), match.index)
    if (!LENGTHS.has(signs.length) || !HAN_MARKS.some((mark) => led.includes(mark))) return []
    return [{ kind: 'recovery-phrase', start: match.index, end: match.index + match[0].length }]
  })
}

const HAN_MARKS = ['助记', '恢复', '短语', '種子', '种子', '助憶', 'mnemonic', 'seed']
const HAN_PHRASE = once(
  () => /(?<!\p{Script=Han})\p{Script=Han}(?:[ \t]{1,2}\p{Script=Han}(?!\p{Script=Han})){11,23}/gu,
)

function findRawKeys(text: string): readonly Hit[] {
  const hits: Hit[] = []
  for (const match of text.matchAll(HEX_RUN)) {
    const start = text.slice(Math.max(0, match.index - 2), match.index) === '0x' ? match.index - 2 : match.index
    const end = match.index + match[0].length
    if (match[0].length !== 64 || isInWord(text, start - 1) || isInWord(text, end)) continue
    if (isRawKeyAfter(lineBefore(text, match.index)) && !isFakeToken(match[0]))
      hits.push({ kind: 'wallet-key', start, end })
  }
  return hits
}

function isRawKeyAfter(led: string): boolean {
  return (RAW_KEY.test(led) || RAW_KEY_SHORT.test(led)) && !SAYS_OTHER.test(led)
}

const HEX_RUN = /[0-9a-fA-F]{64,4096}/g
const RAW_KEY =
  /(?:(?:private|secret|signing|wallet|signer|deployer|validator)(?:'s)?[ _-]?key|wallet\(|toaccount\(|私[钥鑰])[^0-9]{0,30}(?:0x)?$/
const RAW_KEY_SHORT = /_pk["'`]?[ \t]{0,2}[:=][ \t]{0,2}["'`]?0x$/
/** Words for a digest, an address or an id, even if it is that of a private key. */
const SAYS_OTHER = /hash|digest|sha-?[0-9]|checksum|fingerprint|public|address|\bids?\b|\btx|哈希|摘要|指纹|公钥|校验/

/** The text on the line before a position, in lower case. */
function lineBefore(text: string, position: number): string {
  const led = text.slice(Math.max(0, position - 100), position)
  return led.slice(led.lastIndexOf('\n') + 1).toLowerCase()
}

/** otpauth:// addresses, and Base32 after words that speak of the seed of one-time passwords. */
function findOneTimeSeeds(text: string): readonly Hit[] {
  const lower = text.toLowerCase()
  if (!ONE_TIME.some((word) => lower.includes(word))) return []
  const hits: Hit[] = []
  for (const match of text.matchAll(BASE32)) {
    const value = match[0]
    const start = match.index
    if (isInWord(text, start - 1) || isInWord(text, start + value.length)) continue
    if (isSeedOf(lineBefore(text, start)) && isRandomBase32(value))
      hits.push({ kind: 'totp-seed', start, end: start + value.length })
  }
  return hits
}

/** In one run or in groups of four, all upper or all lower case, as authenticators show them. */
const BASE32 =
  /(?:[A-Z2-7]{4}[ -]){3,31}[A-Z2-7]{4}|(?:[a-z2-7]{4}[ -]){3,31}[a-z2-7]{4}|[A-Z2-7]{16,128}|[a-z2-7]{16,128}/g

/** Words for one-time passwords and for their seed. */
const ONE_TIME = [
  ...wordSet(`
    totp hotp otpauth otp 2fa mfa 2-factor two-factor authenticator oathtool 2sv 两步 二步 两因素 双因素 双因子 双重 多因素 动态口令
    动态密码 动态码 动态令牌 验证器 一次性密码 二次验证`),
]
const SEEDS = [...wordSet('secret seed key 密钥 秘钥 种子 金鑰 密匙'), ' -b ', '--base32']
/** These say that the value is something else. */
const OTHERS = wordSet('id ids uuid ulid hash digest event request fingerprint code codes trace error version')

function isSeedOf(led: string): boolean {
  if (!ONE_TIME.some((word) => led.includes(word)) || !SEEDS.some((word) => led.includes(word))) return false
  const [word = ''] = /[a-z]+(?=[^a-z]{0,4}(?:is|was)?[^a-z]{0,4}$)/.exec(led) ?? []
  return !OTHERS.has(word)
}

function isRandomBase32(value: string): boolean {
  const digits = value.replace(/[ -]/g, '')
  if (isFakeToken(digits.toUpperCase())) return false
  return randomness(digits) > (/[2-7]/.test(digits) ? 4 : 8)
}

/** The characters that continue a longer word, a name or a path. */
function isInWord(text: string, at: number): boolean {
  return /[A-Za-z0-9_./+]/.test(text.charAt(at)) && !/\.(?:\s|$)/.test(text.slice(at, at + 2))
}

/**
 * Is this a word of BIP-39's English list, the 2,048 words that wallets' seed phrases are made of?
 *
 * The list itself is not shipped: each of its words sets four bits of a field of 16,384. No word of the list is
 * missed, and about one in forty other words is taken for one, but never twelve in a row.
 */
function isSeedWord(word: string): boolean {
  return isSet(hash(word, 0x811c9dc5)) && isSet(hash(word, 0x9e3779b9))
}

/** Each hash names two of the bits. */
function isSet(sum: number): boolean {
  const field = FIELD()
  return [sum & 0x3fff, (sum >>> 14) & 0x3fff].every((bit) => ((field.charCodeAt(bit >>> 3) >>> (bit & 7)) & 1) === 1)
}

/** Made from https://github.com/bitcoin/bips/blob/master/bip-0039/english.txt by the four bits above. */
const FIELD = once(() =>
  atob(
    `
  U+Q8MwKCMyVKtC4ASgMAh6AACgEnJQIEWdF7BSKG9ROmBVFdEIZwQUc4iRCaAQEQRIYCmED40TQOGpHcGQVhGNyDOdbgcRggEBAjQSQ0M9lBcyRF
  iMDhYWlbGK9KgiERICliBqaJGYyAiO4IAfkQlCAeYR4BURWSOSmBCkAJR10kqIjpclLDRcDaCpMMkd8BEwAB24QDNNwuMpSGT4BZCi4ULBMkhdCB
  FFtmbUf/u6HhHQQF5LdBEdOkeQbZEDYA4NH1wYZtMoRdQkfeEC8JWIBJcFwNFkQhaLelBEQwtwj1IrQK3oLCCSljNlmL0Wr4yYkrBAHKkoRBJmEe
  YTfBAmR0iBGFo9UCoQk4YhYfW7MYTwMCMIYTjPSTkj1+pCxQEcwEIKCJlmA2qBBxOBkLBT1zkDckQIhNTsOQIM2Iw0IBd6dAagIsWVADBRBQDB/I
  2IMAsBNml1lCmBjBxM2FMFMEqSYLknBzkqpbKp+Yj1QJIyzUPAa8UNjAfiAp+KvBgFKKqTxrR6HlAMn5NAmQB0lmPQhHUBXFBVM2YHIVwNKJMhlx
  I3BAtHBisACZOsgtATgBPQhhcrBcAHKgQdXoxjGFZAEHAKR5O0pQeg+V1IIqGyouCBCPsoylFOOgZoMYUKGyFhjgYIpJUGhixSIDuW/arc6ANFSU
  88UwIQBhAhtwM5z8yiZFAwYjVAIDioRhsgKsWMjouQ0EVSzAEgokxCZR5GSFwBEQyAABtYQ4AFIDsAujdrHMwWaAwwGpQX0gK5kRockgJ9haKxjp
  XQiRPsutwYpoKCABZYgKAxqrU3C8oqPoegCAgbVCiWBd4C0yEbIMA8nc4gEotSBRwjcBqxl2wjU41DAYChnNQ4aB2Cu0yQZJVhCAAAJAmyWiAJag
  sw8ZCjZQEdUl6AilMAaUBiIrlvDXBAvETR4jFZBSDSNEdM84CWwBEhgg261oSaEMSSgDERDJPYHO4BYq6Efb5MTas+WQiBqXO0NF9ADFkTl3SCpi
  SMAobVTCGbWLAY4gShOAIsxTZDlbXEGCXpSFVdcp2htFeDiAEBYw24oyMF/zagQAXpEdwGCSM9FSqbQTaN8SDYQcN1RihaqaRN9TL8CCgVCA4Vgm
  E03aUSzwiJrwGuJrQ9kuCby4kDWNIZeNCTODsMJTgkACIE6UFjJA1pRwEOlhqQ0IRtFg2ZKwZ2WpMDBaw4rQ0NlHhxrTQRMAgooUp1YSFLCTxjGH
  sBU/qBACsxGhzGIcEfpnnQHZD60oDgTQBJdA3ZMAJCQ8wgM1RUvAQmGIzmyGYOLB9QKIUGCcQTcFw/Y6fJ+MG992IXjqZUIzAPZbVUKhuZgGBBtg
  ZSqENsBycAIBRQMyqrxaIzAUMUYQw9xsBwKQPCYgGnghLxZvFEpjiBMWh4kAoqmBqTLuhMr0EAQQwGgAFE1PwH+Xw+EhKNRd6Z5jEHkAUbTGU1cp
  SNAQHgkDzDnKxCORaCQUaTBMBJ5FULcEhfqE4GoHjsGQA8AH4snXS5XrkrOIHuF0O4ghKsICJYxAEBQMVgGEcpo1gVRhns3yVjQuAYEUHklCaYoH
  YiCzSFGUBRC5/d0jkGuNgNmnJmCkrNCS4Bldi5QAZ81OrytK6gnQRASMgAG0KgY7AirNVQhLwGvAyE0WclVTAAZYA6IktMlCA1kIx6zCUgAsDCRI
  b7ZI4Fcw7MAknmDQrUkdKsZ+hKEgkJgNgDeGkywoxgYatI0FggKeUXCCVxKF0pQoAcBQUk2MB447H7FSYNocyXIhXuAh2BygIDoZeVwYCUv+ZSI4
  XAQqOOQARiaY0IQyuwEOzgAoAqjxwKyQFEJ6YUMsFADCxD4kI7WzBEqGMrMxJL0DLU6i3DCOHkQdEe4gUOQgCK2XKxUUCMBQQOkQG+XSA3jCCrOK
  HKk1EpUfKaWeZbZA8AnmlEhCiKnJJkECADVCpHCwhMQJS7K6EevJGGpDGTboQAq+6EArEInZHqecvd7ADFyPW73/AbUAADbwRjTY8YECQEWRMX4d
  MYawI0gZmiwjAkSBSSwklxgZAvY59B3ML0h64AgAK0HC8CZukuxQ/BiHywCLkBizltIM0BQQh+X4OAZMWxFAOyAmiRvJukqQIAQ0qHRJYBhhYJnt
  4PdDRbolEtBEseDQjDAEww0ZpQxxsIwmaAeM4hMoDa4v9X5xILYjIR6ZVv24G6pIJhEXJTR+FBAxEERAC4NBxWVtGDLHjOgYNwgDBnA7EKJSCYiQ
  pBHn0uhjGlx4KiKb2AgEAd+uRIH2AkA0BgHaGlkW4AZDEIDUHRSlB9PrzsAIU0FnwEo20jCwAwWBQfQCekaIZhYUYFVg08CSry0ilhhAiysG3GbG
  D5YRACQxUZ4AkGV4RoBAQsRPcKYM2iM8ooiORFIA0BwymGCC1AAPXs6oAwzRkn6UBA+qcgLANiygm0JyQwiRUyWJ9NoQ2gemKHHs4giAEoQyPgAo
  QUnYQkHoCr+1ariohmQuBOFO6MqgTdUC/CCHYUYREQHQsKDpAYRdjFQLinJfILiLvG0GXESOdSmGgXPCMi7DzQRDtcT91tkXMgc38DGZugniskiu
  lgECHiERQiI0E0QgQ5gAwMMIRjWJ3y0eTNV4hMEtmVByjQoKC5eDFaINwTUE85xawDVNACEQSr/JSEZKSd2PUR+aSn1ADAD5goBGHgJe1IB3ZEOF
  dJUHdCiMiPjmBCsLYoDUCEKhUpiFwQFBZw6uPCxMpBQ`.replace(/\s/g, ''),
  ),
)
