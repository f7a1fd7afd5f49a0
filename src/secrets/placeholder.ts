/**
 * Placeholders for secrets: blanks to fill in, masks, references to a secret store, sequences, and published examples.
 *
 * A placeholder is never reported, whatever name it is assigned to.
 */

import { wordSet } from '../base/word-set.ts'
import { looksRandom } from './randomness.ts'

/** Whether the value of a name is a placeholder: only filler words, or a reference. */
export function isPlaceholder(value: string): boolean {
  if (isReference(value) || isFakeToken(value)) return true
  const words = wordsOf(value)
  if (words.length === 0) return true
  if (words.every((word) => STAND_INS.has(word) || isFillerNumber(word))) return true
  return isOpener(value) && words.length >= 2 && !looksRandom(value)
}

/** Whether a token of a known format is a placeholder: its body is filler, or it is a published example. */
export function isFakeToken(value: string): boolean {
  if (/example|placeholder|changeme|redacted|dummy|your[-_]|x{5}|\.\.\.|…|\*{3}|•{3}/i.test(value)) return true
  if (value.length >= 6 && (isSequence(value) || isRepetition(value))) return true
  return isPublishedExample(value)
}

/** Variables, templates, lookups, encrypted envelopes and paths into a secret store. */
function isReference(value: string): boolean {
  if (REFERENCE.test(value) || STORE_PATH.test(value)) return true
  const [, word = '', sign = '', next = ''] = /^([a-z]+)([:/.])(.?)/.exec(value) ?? []
  return sign === '.' ? SCOPES.has(word) && /[A-Za-z_]/.test(next) : STORES.has(word)
}

const REFERENCE =
  /^[$%@#!&]?[({<[]|^\$[A-Za-z_]|^%[A-Za-z_]\w*%$|^@@?\w+@@?$|\$\{|\$\(|\{\{|<[A-Za-z_][^<>]*>|%\(|%[sd]$|^\[?secret: |^[*•●.…xX#_-]+$|^__\w+__$|(?:^|[-_:])(?:encrypted|sealed)(?:[-_:]|$)/

const STORE_PATH =
  /^(?:ENC|SEALED|CRYPT|AGE|PGP)[([]|^(?:\.{0,2}|~)\/[\w.-]+\/|^[A-Za-z]:\\|^\$ANSIBLE_VAULT|^process\.env|^os\.environ|^import\.meta/

/** `op://…`, `vault:…`, `arn:…`: references to a secret store. */
const STORES = wordSet(`
  akv alias arn awssm azurekv bws doppler env file gcpsm infisical keychain keyring keyvault kms op parameterstore projects
  ref resolve secret secrets secretsmanager sm sops ssm vault`)
/** Objects from which code reads a value: `config.token`, `req.body`. */
const SCOPES = wordSet(`
  args config ctx data env input local module options opts params process props req request res response secrets self
  settings state this user var vars`)

/** Beginnings of a blank to fill in: "your-…", "<insert …>", "replace_me". */
function isOpener(value: string): boolean {
  return OPENERS.has(/^([a-z]+)(?:[-_ ]|(?=[A-Z][a-z]))/.exec(value)?.[1] ?? '')
}

const OPENERS = wordSet(
  'your my insert replace enter put paste fill add use change set provide generate see ask get from some any the',
)

/** Whether most neighbouring characters are successive: 1234…, abcd…, a1b2c3… */
function isSequence(value: string): boolean {
  const text = value.toLowerCase().replace(/[^a-z0-9]/g, '')
  if (text.length < 5) return false
  return followers(text, 1) > 0.55 || followers(text, 2) > 0.7
}

function followers(text: string, stride: number): number {
  let count = 0
  for (let index = stride; index < text.length; index += 1) {
    const step = text.charCodeAt(index) - text.charCodeAt(index - stride)
    if (step === 1 || step === 0 || step === -1 || (text[index] === '0' && text[index - stride] === '9')) count += 1
  }
  return count / (text.length - stride)
}

/** Whether the value has few different letters, or repeats a short unit: aaaa…, deadbeefdeadbeef, abc123abc123abc123. */
function isRepetition(value: string): boolean {
  const body = value.replace(/^[A-Za-z]{2,6}[-_.]/, '')
  if (body.length < 8) return /^(.)\1+$/.test(body)
  if (new Set(body.toLowerCase()).size <= Math.min(4, Math.floor(body.length / 4))) return true
  for (let period = 1; period <= Math.min(16, Math.floor(body.length / 2)); period += 1) {
    let same = 0
    for (let index = period; index < body.length; index += 1) if (body[index] === body[index - period]) same += 1
    if (same / (body.length - period) > 0.85) return true
  }
  return false
}

function wordsOf(value: string): readonly string[] {
  const bare = value.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  const plain = bare.match(/[a-z]+|[0-9]+|\p{Script=Han}+/gu) ?? []
  if (plain.every((word) => STAND_INS.has(word) || isFillerNumber(word))) return plain
  // p@ssw0rd and s3cr3t: read them again with letters in place of the digits and signs.
  const leet = unleet(bare.replace(/(?<![!?.])[!?.]+$/, ''))
  const whole = leet.replace(/[^a-z]/g, '')
  if (STAND_INS.has(whole)) return [whole]
  return plain
}

function unleet(text: string): string {
  return text.replace(/[@4031$5!7]/g, (sign) => LEET[sign] ?? sign)
}

const LEET: Readonly<Record<string, string>> = {
  '@': 'a',
  4: 'a',
  0: 'o',
  3: 'e',
  1: 'i',
  $: 's',
  5: 's',
  '!': 'i',
  7: 't',
}

function isFillerNumber(word: string): boolean {
  if (!/^[0-9]+$/.test(word)) return false
  return word.length <= 2 || isSequence(word.padStart(5, word)) || FILLERS.has(word) || /^(?:19|20)\d\d$/.test(word)
}

const FILLERS = wordSet('000 111 123 321 666 888 999 0000 1111 1234 2222 4321 6666 8888 9999')

const STAND_INS = wordSet(
  `a abc abcd abcdef access actual acme admin administrator alice an and any api apikey app application asdf asdfgh auth
   bar base basic baz bearer before bob by change changed changeit changeme changethis client code config
  correcthorsebatterystaple cred credential credentials creds custom data database db default demo dev develop
  development django dummy easy empty enter env environment example existing fake false file fill fixme foo foobar for
  from generate generated getenv goes google guest hash hello here hidden host hunter id in insecure insert is it
  john jwt key keyboard cat keys letmein local localhost long manager masked master me minio minioadmin mongo my
  myapp mypass mypassword mysecret mysecretpassword myuser mysql mytoken na name new nil no none not null number obj
  object of old omitted one openai optional or oracle org param pass passcode passphrase passwd password passwords
  paste pg pgpass placeholder postgres postgresql private prod production project provide public put pw pwd qwerty qwertyuiop 
  rabbitmq random real redacted redis removed replace replaced replaceme required root sa sample secret secretkey
  secrets secure see sensitive server service session set shared should signing some somepassword something staging
  str string strong super supersecret supersecretkey supersecure svc system table tbd temp temporary test tester testing testpass
  testpassword testtest that the this three tmp to todo token tokens topsecret true two type undefined unset
  unused update use user username users val valid value values var variable vault very weak welcome with x xx
  xxx xxxx xyz you your yours yourpassword yoursecret yourtoken yyy zzz
  密码 密钥 令牌 口令 你的 您的 替换 填写 此处 这里 示例 例子 测试 占位 占位符 待定 无 空 隐藏 省略 见 请 在此填写 你的密码 您的密码 你的密钥 你的令牌`,
)

/**
 * Credentials in the documentation of providers and standards.
 *
 * Stored as fingerprints, so that this source contains no text in the form of a credential.
 */
function isPublishedExample(value: string): boolean {
  return PUBLISHED.has(fingerprint(value))
}

/** Two FNV-1a hashes together: enough to recognise a few dozen known strings. */
export function fingerprint(value: string): string {
  return hash(value, 0x811c9dc5).toString(36) + hash(value, 0x9e3779b9).toString(36)
}

function hash(value: string, basis: number): number {
  let sum = basis
  for (let index = 0; index < value.length; index += 1) sum = Math.imul(sum ^ value.charCodeAt(index), 0x01000193)
  return sum >>> 0
}

/** Examples of AWS, Stripe, Azure, GitHub, Slack, Telegram, Google, SendGrid, Mailgun, RFCs, jwt.io and wallets. */
const PUBLISHED = wordSet(`
  15to2nkqhb824 12ej6b6n633ie 1srut2ceixovk 82hpo7oy0ecz un4t7o1s582y0 tsg2e11f005l1 16mls69xet5k5 17sb2he18u8p6m
  1hhszxju3v3kz 1jfhys413vffh4 1uefk5o1dn72c0 9oaahb11endx7 1v6fb8dj84nrd 11g8opn13114tr 16ms0gb6iwh93
  czs5yt1y7aunl djxprmzs7n5q 14c7fcg10lwht0 1t9pgkz49e37j 1wvi848y87k90 1tyqya91gmuvlx 7nz5hsdlx65o yr90y21dwyfsu
  1jsaud1xl03ld aoo2ycz2von4 1o5a6ax1szd9p9 18xab3g1eyjqu0 1y5bxyj1fie6dr 12kgte01loeeto 1dt9me310ig1dz
  37w4dp16ecqb5 1jzsuov12chs57 1c6epcl1iga7yh 1kirvvk4h0igk 1m6yncw1ytann8 vvg98hlvzwth 1pvt4jk165ow0s ykcg22wttfhq
  t38zlp1hpjr9d 19asbcw1ugf0gs 17vroky1et7ng6 nc46e1fup2s2 12mbfwj93gv3j nvbljjw2iilf 1p0w4041xmlu4w 4y5ask1wuc228
  ygn3o1xdelr4 1igjm94819oos`)
