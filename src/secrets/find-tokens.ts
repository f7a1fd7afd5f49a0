/**
 * Tokens of the formats that providers publish, and tokens of no known format.
 *
 * The pattern of a format is tried only if the text holds one of its marks. Every pattern starts at a boundary and is
 * bounded, so that none backtracks far.
 */

import { once } from '../core/once.ts'
import { wordSet } from '../text/word-set.ts'
import { mappedText, type Piece } from './fold-text.ts'
import type { Hit } from './hit.ts'
import { isToken } from './judge-value.ts'
import { promisedBy } from './key-name.ts'
import { isFakeToken } from './placeholder.ts'
import { classCount, looksRandom } from './randomness.ts'
import { TOKEN_FORMATS, type TokenFormat } from './token-formats.ts'

/** Tokens of the formats in token-formats.ts. */
export function findProviderTokens(text: string): readonly Hit[] {
  const pieces = unbrokenRuns(text)
  const runs = mappedText(pieces)
  const longest = pieces.reduce((most, piece) => Math.max(most, piece.text.length - 1), 0)
  const hits: Hit[] = []
  for (const { format: rule, marks } of markedFormats()) {
    if (longest < (rule.least ?? 0) || !marks.some((mark) => runs.text.includes(mark))) continue
    // The pattern is tried without its edges first, because a lookbehind is slow and some marks are a mere dot.
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

/** The plain texts a pattern may begin with: `gh[po]_` and `gh(?:p|o)_` begin with `ghp_` or `gho_`. */
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
 * A token has no space or quote in it, so only a few addresses and paths of ordinary prose are candidates. The length is
 * bounded, because a pattern over megabytes would run out of stack.
 */
function unbrokenRuns(text: string): readonly Piece[] {
  const pieces: Piece[] = []
  for (const match of text.matchAll(/[!#-&(-;=?-_a-{}~]{16,200000}/g))
    pieces.push({ text: `${match[0]}\n`, origin: match.index })
  return pieces
}

/** Not inside a longer word, unless what looks like one is the end of `\n` or `%3D`. */
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
 * Tokens of no known format: drawn at random, and either prefixed like a credential (`acme_live_…`) or
 * on a line that speaks of keys, tokens or passwords.
 *
 * Hashes, ids, checksums, public keys, paths and URLs are random too; the words before them tell them apart.
 */
export function findNearTokens(text: string): readonly Hit[] {
  const hits: Hit[] = []
  for (const { start, run } of candidatesIn(text)) {
    const value = run.replace(/(?<![.-])[.-]+$/, '')
    const end = start + value.length
    if (value.length < 20) continue
    // The cheapest tests come first, because most candidates are paths and links.
    const promising =
      hasTellingPrefix(value) || (classCount(value.replace(/[_.=-]/g, '')) >= 3 && isTold(text, start, end))
    if (!promising) continue
    const led = text.slice(Math.max(0, start - 40), start)
    if (isAddressed(led, value) || isNamedOtherwise(led) || !isToken(value, 'near')) continue
    hits.push({ kind: 'random-token', start, end })
  }
  return hits
}

/** Finds candidates, which begin where a run of characters does, in two steps, because a lookbehind is slow. */
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

/** Splits long runs, because one match over megabytes is more than the engine can take. */
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
function hasTellingPrefix(value: string): boolean {
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
function isAddressed(led: string, value: string): boolean {
  if (/[/\\=?&#@]$/.test(led) && /(?:https?:\/\/|[\w.-]\/|\\)\S*$/.test(led)) return true
  return (
    (value.match(/\//g) ?? []).length >= 2 && value.split('/').every((part) => part.length < 20 && !looksRandom(part))
  )
}

/** Whether the word right before the token says that it is something else, or the token is the value of a name that promises no secret. */
function isNamedOtherwise(led: string): boolean {
  if (led.endsWith('$') || isIdentifying(led) || /ENC[[(][^\])]*$/.test(led)) return true
  const name = /([A-Za-z][\w.-]*)["'`]?\s{0,4}[:=]\s{0,4}["'`]?$/.exec(led)?.[1]
  return name !== undefined && promisedBy(name, '') === undefined
}

/** Do the last words before a value say that it is an id, a digest, a public key or an address? */
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

function isTold(text: string, start: number, end: number): boolean {
  const before = lastLine(text.slice(Math.max(0, start - 80), start))
  const after = firstLine(text.slice(end, end + 50))
  return (TELLING.test(before) && !PUBLIC_KEY.test(before)) || TELLING_AFTER().test(after)
}

const TELLING =
  /(?:\b|_)(?:(?:api|access|secret|private)[ _-]?keys?|secrets?|tokens?|passwords?|passwd|passphrase|credentials?|bearer|\bkey)(?![A-Za-z]|[-_.][A-Za-z]|\/)|密码|口令|密钥|秘钥|令牌|凭证|凭据|私钥/i
const PUBLIC_KEY = /(?:site|public|publishable|anon|verification|primary|cache)[ _-]?keys?|公钥/i
const TELLING_AFTER = once(
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
