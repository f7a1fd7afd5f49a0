/**
 * Judges by the words of a name whether it holds a secret: `DB_PASSWORD`, `clientSecret`, `api key`.
 *
 * The last word decides: a `token_endpoint`, a `passwordHash` or a `secretName` does not.
 */

import { wordSet } from '../base/word-set.ts'

/** `maybe` names (a bare `key`, `pass`, `pin`) need a value that leaves no doubt. */
export type KeyNameVerdict = 'password' | 'token' | 'maybe-password' | 'maybe-token'

export function judgeKeyName(name: string, wordBefore: string): KeyNameVerdict | undefined {
  const words = wordsOf(name)
  while (words.length > 1 && TRAILERS.has(words.at(-1) ?? '')) words.pop()
  const last = words.pop() ?? ''
  const isAlone = words.length === 0
  const lead = isAlone ? wordsOf(wordBefore) : words
  const isLedBy: Leads = (leads) => lead.some((word) => leads.has(word))
  if (isLedBy(PUBLIC_LEADS) || (isLedBy(SEALED_LEADS) && last !== 'key')) return undefined
  return PROMISES.find(([lasts]) => lasts.has(last))?.[1](isLedBy, isAlone)
}

type Leads = (words: ReadonlySet<string>) => boolean

function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/(?<![A-Z])([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '')
    .flatMap((word) => GLUED[word] ?? word.replace(/^([a-z]{2,12})(secret|password)$/, '$1 $2').split(' '))
}

const PASSWORDS = wordSet(
  'password passwd passphrase passcode passwort pwd pswd passwrd psw requirepass masterauth storepass keypass rootpw adminpw dbpass dbpwd userpass userpwd',
)
const BARE_PASSWORDS = wordSet('pass pw')
/** Words before a bare `pw` that name an account or a machine. */
const ACCOUNTS = wordSet('sudo root admin ssh login user db database postgres mysql redis vpn wifi ftp smtp')
const TOKENS = wordSet(
  'secret secrets token jwt credential credentials apikey apitoken accesskey accesstoken secretkey privatekey authkey authtoken appkey bottoken refreshtoken sessiontoken signingkey encryptionkey masterkey authtok sk pat mnemonic',
)
const KEYS = wordSet('key keys')
const TOKEN_DENIERS = wordSet(
  'next page paging pagination continuation cursor sync csrf xsrf cancellation cancel abort syntax lexer parser design color mask eos bos pad cls sep unk nft erc max min num total prompt completion input output stop special',
)
const KEY_LEADS = wordSet(
  `api access secret private priv auth authentication authorization encryption encrypt encrypted decrypt signing sign
  signature master shared preshared psk service account storage subscription license app application deploy hmac crypto
  cipher aes des rsa jwt session cookie webhook admin root client server write read rest ssh gpg vault fernet hash salt
  integration functions function host bot user account merchant pay payment mch consumer customer ingest openai
  anthropic claude stripe aws azure gcp google github gitlab slack twilio sendgrid mailgun datadog dd algolia heroku
  cloudflare firebase supabase notion linear sentry newrelic aliyun alibaba tencent qcloud huawei baidu qiniu deepseek
  moonshot kimi zhipu glm qwen dashscope minimax volc ark doubao mistral cohere groq together replicate huggingface pinecone
  elevenlabs deepgram mapbox amap bmap maps weather shodan virustotal plaid paypal square braintree razorpay adyen okta`,
)
const KEY_DENIERS = wordSet(
  `primary foreign cache partition sort index unique map object idempotency translation locale message dedupe row
  routing shard feature event lookup query group config registry composite natural surrogate range cluster lock hot short
  keyboard press modifier arrow enter escape tab shift ctrl control react list item node dict json field column property
  attribute label tag metric cell websocket socket`,
)
/** Words for values that cannot be read back: digests and ciphertexts. */
const SEALED_LEADS = wordSet('encrypted hashed hash salted masked encoded digest sealed')
/** Words for values that are public by design. */
const PUBLIC_LEADS = wordSet('public pub publishable pk site anon vapid verification verify verifying')
/** Words after the decisive word that do not change the meaning of the name. */
const TRAILERS = wordSet(
  'value val str string text plain plaintext raw prod production dev development staging stage test testing live default env environment old new current base main primary secondary backup data b v one two my x zh en cn us eu override encoded',
)
const GLUED: Readonly<Record<string, readonly string[]>> = {
  apikey: ['api', 'key'],
  apikeys: ['api', 'key'],
  accesskey: ['access', 'key'],
  secretkey: ['secret', 'key'],
  privatekey: ['private', 'key'],
  publickey: ['public', 'key'],
  presharedkey: ['preshared', 'key'],
  accountkey: ['account', 'key'],
}

/** The verdict by the last word of a name and the words before it. */
const PROMISES: readonly (readonly [
  lasts: ReadonlySet<string>,
  promised: (isLedBy: Leads, isAlone: boolean) => KeyNameVerdict | undefined,
])[] = [
  [PASSWORDS, () => 'password'],
  [BARE_PASSWORDS, (isLedBy, isAlone) => (isAlone && !isLedBy(ACCOUNTS) ? 'maybe-password' : 'password')],
  [TOKENS, (isLedBy) => (isLedBy(TOKEN_DENIERS) ? undefined : 'token')],
  // A bare `key` may be the key of a map; the word before it decides.
  [KEYS, (isLedBy) => (isLedBy(KEY_DENIERS) ? undefined : isLedBy(KEY_LEADS) ? 'token' : 'maybe-token')],
]
