/**
 * Tokens of published formats, tokens of unknown formats, and keys that the words before them announce.
 *
 * The pattern of a format is tried only if the text holds one of its marks. Every pattern starts at a boundary and is
 * bounded, so that none backtracks far.
 */

import { countUpTo } from '../bank/lines.ts'
import { once } from '../base/once.ts'
import { wordSet } from '../base/word-set.ts'
import type { SecretHit } from './hit.ts'
import { judgeKeyName } from './judge-key-name.ts'
import { isToken } from './judge-value.ts'
import { isFakeToken } from './placeholder.ts'
import { classCount, looksRandom, randomness } from './randomness.ts'
import { TOKEN_FORMATS, type TokenFormat } from './token-formats.ts'

/** Tokens of the formats in token-formats.ts. */
export function findProviderTokens(text: string): readonly SecretHit[] {
  const runs = unbrokenRuns(text)
  const hits: SecretHit[] = []
  for (const { format: rule, marks } of markedFormats()) {
    if (runs.longest < (rule.least ?? 0) || !marks.some((mark) => runs.text.includes(mark))) continue
    // The pattern is tried without its edges first, because a lookbehind is slow and some marks are only a dot.
    if (!new RegExp(rule.pattern).test(runs.text)) continue
    for (const match of runs.text.matchAll(new RegExp(before(rule) + rule.pattern + AFTER, 'g'))) {
      const value = match[1] ?? match[0]
      if (!isGenuine(value, rule)) continue
      const start = runs.originOf(match.index + match[0].indexOf(value))
      hits.push({ kind: rule.kind, start, end: start + value.length })
    }
  }
  return hits
}

/** A plain or escaped character, a small class or a group of plain words, none of them repeated. */
const PLAIN_PIECE = /(?:[\w:/~=!-]|\\\W|\[[A-Za-z0-9]+\]|\(\?:[\w|:/-]+\))(?![{*+?])/gy

const markedFormats = once(() =>
  TOKEN_FORMATS.map((format) => ({ format, marks: format.marks ?? beginningsOf(format.pattern) })),
)

/** The possible plain beginnings of a pattern: `gh[po]_` and `gh(?:p|o)_` begin with `ghp_` or `gho_`. */
function beginningsOf(pattern: string): readonly string[] {
  let texts: readonly string[] = ['']
  for (const [piece] of pattern.matchAll(PLAIN_PIECE))
    texts = texts.flatMap((text) => choicesOf(piece).map((choice) => text + choice))
  return texts
}

function choicesOf(piece: string): readonly string[] {
  if (piece.startsWith('(?:')) return piece.slice(3, -1).split('|')
  if (piece.startsWith('[')) return [...piece.slice(1, -1)]
  return [piece.replace('\\', '')]
}

/**
 * A token has no space or quote, so in prose only a few addresses and paths are candidates. The length is bounded,
 * because a pattern over megabytes would overflow the stack.
 */
function unbrokenRuns(text: string) {
  const runs = [...text.matchAll(/[!#-&(-;=?-_a-{}~]{16,200000}/g)]
  const starts: number[] = []
  let length = 0
  for (const [run] of runs) {
    starts.push(length)
    length += run.length + 1
  }
  return {
    text: runs.map(([run]) => `${run}\n`).join(''),
    longest: runs.reduce((most, [run]) => Math.max(most, run.length), 0),
    originOf(position: number): number {
      const at = countUpTo(starts, position) - 1
      return position - (starts[at] ?? 0) + (runs[at]?.index ?? 0)
    },
  }
}

/** Not inside a longer word, except after the end of `\n` or `%3D`. */
const ESCAPE_END = '(?<!\\\\[nrt]|%[0-9A-Fa-f][0-9A-Fa-f])'
const AFTER = '(?![A-Za-z0-9])'

function before(rule: TokenFormat): string {
  return `(?<![A-Za-z0-9${rule.strict === true ? '_./+-' : ''}]${ESCAPE_END})`
}

function isGenuine(value: string, rule: TokenFormat): boolean {
  if (isFakeToken(value)) return false
  if (value.split(/[.-]/).some((part) => part.length > 8 && /[A-Za-z]/.test(part) && isFakeToken(part))) return false
  return rule.random !== true || looksRandom(value) || /[0-9a-f]{32}/.test(value)
}

/**
 * Tokens of unknown formats: random, and either prefixed like a credential (`acme_live_…`) or on a line about keys,
 * tokens or passwords.
 *
 * Hashes, ids, checksums, public keys, paths and URLs are random too; the words before them tell them apart.
 */
export function findNearTokens(text: string): readonly SecretHit[] {
  const hits: SecretHit[] = []
  for (const { start, run } of candidatesIn(text)) {
    const value = run.replace(/(?<![.-])[.-]+$/, '')
    const end = start + value.length
    if (value.length < 20) continue
    // The cheapest tests come first, because most candidates are paths and links.
    const promising =
      hasCredentialPrefix(value) || (classCount(value.replace(/[_.=-]/g, '')) >= 3 && isAnnounced(text, start, end))
    if (!promising) continue
    const led = text.slice(Math.max(0, start - 40), start)
    if (isInAddress(led, value) || hasOtherName(led) || !isToken(value, 'near')) continue
    hits.push({ kind: 'random-token', start, end })
  }
  return hits
}

/** Candidates begin at the beginning of a run of characters. Found in two steps, because a lookbehind is slow. */
function* candidatesIn(text: string): Generator<{ readonly start: number; readonly run: string }> {
  RUN.lastIndex = 0
  for (let found = RUN.exec(text); found !== null; found = RUN.exec(text)) {
    const start = found.index
    CANDIDATE.lastIndex = start
    const run = CANDIDATE.exec(text)?.[0]
    if (run !== undefined) yield { start, run }
    RUN.lastIndex = endOfRun(text, start)
  }
}

/** Splits long runs, because the engine cannot match one over megabytes. */
function endOfRun(text: string, start: number): number {
  for (let end = start; ; end = REST.lastIndex) {
    REST.lastIndex = end
    if (!REST.test(text)) return end
  }
}

const RUN = /[A-Za-z0-9_+/=.-]{20}/g
const REST = /[A-Za-z0-9_+/=.-]{1,4000}/y
const CANDIDATE = /[A-Za-z0-9][A-Za-z0-9_+/.-]{19,400}={0,2}(?![A-Za-z0-9_+/-])/y

/** `<vendor>_live_…`, `corp-pat-…`, `x_sk_…`: a marker word, then a long random part. */
function hasCredentialPrefix(value: string): boolean {
  // Most runs are paths and have no separator of this kind.
  if (!value.includes('_') && !value.includes('-')) return false
  const match =
    /^[A-Za-z][A-Za-z0-9]{0,20}[_-](?:[a-z0-9]{1,8}[_-])?(?:live|prod|secret|sk|pat|token|tok|apikey|apitoken|priv|private|admin)[_-](?:[a-z0-9]{1,6}[_-])?([A-Za-z0-9_-]{20,})$/.exec(
      value,
    )
  const body = match?.[1]
  return body !== undefined && looksRandom(body) && !/^pk[_-]|publishable|public/.test(value)
}

/** Whether the value is part of a URL or a path, however random it looks. */
function isInAddress(led: string, value: string): boolean {
  if (/[/\\=?&#@]$/.test(led) && /(?:https?:\/\/|[\w.-]\/|\\)\S*$/.test(led)) return true
  return (
    (value.match(/\//g) ?? []).length >= 2 && value.split('/').every((part) => part.length < 20 && !looksRandom(part))
  )
}

/** The word before the token says that it is something else, or the name of the token does not announce a secret. */
function hasOtherName(led: string): boolean {
  if (led.endsWith('$') || isIdentifying(led) || /ENC[[(][^\])]*$/.test(led)) return true
  const name = /([A-Za-z][\w.-]*)["'`]?\s{0,4}[:=]\s{0,4}["'`]?$/.exec(led)?.[1]
  return name !== undefined && judgeKeyName(name, '') === undefined
}

/** Whether the last words before a value announce an id, a digest, a public key or an address. */
function isIdentifying(led: string): boolean {
  const words = led.replace(/["'`*_]{0,2}[ \t]{0,2}[:=：,#-]?[ \t]{0,2}["'`(]?$/, '')
  return IDENTIFYING_ENDS.some((end) => words.endsWith(end)) || IDENTIFYING.test(words)
}

const IDENTIFYING_ENDS = [
  ...wordSet(`
    Id ID ids kid uuid guid ulid nanoid md5 h1 hash digest checksum integrity fingerprint nonce etag commit revision rev
    build version cursor public pubkey publicKey PublicKey signature thumbprint base64 cert certificate address cid slug page
    state challenge Key salt file sheet 指纹 哈希 校验 校验和 摘要 编号 公钥 地址`),
]
const IDENTIFYING = /\bid$|sha-?[0-9]{1,3}$|ssh-[a-z0-9]+$|nistp[0-9]+$|public[ _-]?key$/

function isAnnounced(text: string, start: number, end: number): boolean {
  const before = lastLine(text.slice(Math.max(0, start - 80), start))
  const after = firstLine(text.slice(end, end + 50))
  return (ABOUT_SECRETS.test(before) && !PUBLIC_KEY.test(before)) || ABOUT_SECRETS_AFTER().test(after)
}

const ABOUT_SECRETS =
  /(?:\b|_)(?:(?:api|access|secret|private)[ _-]?keys?|secrets?|tokens?|passwords?|passwd|passphrase|credentials?|bearer|\bkey)(?![A-Za-z]|[-_.][A-Za-z]|\/)|密码|口令|密钥|秘钥|令牌|凭证|凭据|私钥/i
const PUBLIC_KEY = /(?:site|public|publishable|anon|verification|primary|cache)[ _-]?keys?|公钥/i
const ABOUT_SECRETS_AFTER = once(
  () =>
    /^["'`)]?[ \t]{0,2}(?:is|was|as|为|是|作为|\(|—|-|–)[ \t]{0,2}(?:the |our |a |an |my |我们的?|生产|测试|线上)?[\w \p{Script=Han}]{0,20}?(?:api key|access key|secret|token|password|credential|密码|口令|密钥|秘钥|令牌|凭证)/iu,
)

function lastLine(text: string): string {
  return text.slice(Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1)
}

function firstLine(text: string): string {
  const stop = text.search(/[\r\n]/)
  return stop === -1 ? text : text.slice(0, stop)
}

/**
 * Raw keys of wallets and seeds of one-time passwords: any 64 hexadecimal digits, or any Base32, after words that
 * announce them.
 */
export function findSeeds(text: string): readonly SecretHit[] {
  return [...findRawKeys(text), ...findOneTimeSeeds(text)]
}

function findRawKeys(text: string): readonly SecretHit[] {
  const hits: SecretHit[] = []
  for (const match of text.matchAll(HEX_RUN)) {
    const start = text.slice(Math.max(0, match.index - 2), match.index) === '0x' ? match.index - 2 : match.index
    const end = match.index + match[0].length
    if (match[0].length !== 64 || isInWord(text, start - 1) || isInWord(text, end)) continue
    if (
      isRawKeyAfter(lastLine(text.slice(Math.max(0, match.index - 100), match.index)).toLowerCase()) &&
      !isFakeToken(match[0])
    )
      hits.push({ kind: 'wallet-key', start, end })
  }
  return hits
}

function isRawKeyAfter(led: string): boolean {
  return (RAW_KEY.test(led) || RAW_KEY_SHORT.test(led)) && !NOT_A_KEY.test(led)
}

const HEX_RUN = /[0-9a-fA-F]{64,4096}/g
const RAW_KEY =
  /(?:(?:private|secret|signing|wallet|signer|deployer|validator)(?:'s)?[ _-]?key|wallet\(|toaccount\(|私[钥鑰])[^0-9]{0,30}(?:0x)?$/
const RAW_KEY_SHORT = /_pk["'`]?[ \t]{0,2}[:=][ \t]{0,2}["'`]?0x$/
/** Words for a digest, an address or an id, even that of a private key. */
const NOT_A_KEY = /hash|digest|sha-?[0-9]|checksum|fingerprint|public|address|\bids?\b|\btx|哈希|摘要|指纹|公钥|校验/

/** otpauth:// addresses, and Base32 after words for the seed of one-time passwords. */
function findOneTimeSeeds(text: string): readonly SecretHit[] {
  const lower = text.toLowerCase()
  if (!ONE_TIME.some((word) => lower.includes(word))) return []
  const hits: SecretHit[] = []
  for (const match of text.matchAll(BASE32)) {
    const value = match[0]
    const start = match.index
    if (isInWord(text, start - 1) || isInWord(text, start + value.length)) continue
    if (isSeedOf(lastLine(text.slice(Math.max(0, start - 100), start)).toLowerCase()) && isRandomBase32(value))
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
/** After these words the value is something else. */
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

/** Characters that continue a longer word, a name or a path. */
function isInWord(text: string, at: number): boolean {
  return /[A-Za-z0-9_./+]/.test(text.charAt(at)) && !/\.(?:\s|$)/.test(text.slice(at, at + 2))
}
