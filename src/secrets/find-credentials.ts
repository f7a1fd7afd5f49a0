/**
 * Credentials in places with a syntax of their own: URLs, headers, command lines, password files and login pairs.
 *
 * Such a place leaves less doubt, so a short password counts here although it would not elsewhere.
 */

import { phraseList } from '../base/word-set.ts'
import type { SecretHit } from './hit.ts'
import { decodeBase64, isPassword, isToken } from './judge-value.ts'
import { isPlaceholder } from './placeholder.ts'
import { classCount, isHex, isUuid, looksRandom, randomness } from './randomness.ts'

export function findCredentials(text: string): readonly SecretHit[] {
  const lower = text.toLowerCase()
  return [...findUrlCredentials(text), ...PLACES.flatMap((place) => findIn(text, lower, place))]
}

/** scheme://user:password@host, and scheme://token@host. */
function findUrlCredentials(text: string): readonly SecretHit[] {
  const hits: SecretHit[] = []
  for (let at = text.indexOf('://'); at !== -1; at = text.indexOf('://', at + 3)) {
    USERINFO.lastIndex = at + 3
    const found = USERINFO.exec(text)
    if (found === null) continue
    const [, user = '', password] = found
    const host = found[3] ?? ''
    const start = at + 3
    if (password === undefined) {
      const isDsn = isHex(user) && /sentry|ingest|glitchtip/.test(host)
      if (!isDsn && user.length >= 20 && isToken(user, 'stated'))
        hits.push({ kind: 'url-credentials', start, end: start + user.length })
    } else if (isUrlPassword(decodePercent(password), user)) {
      const from = start + user.length + 1
      hits.push({ kind: 'url-credentials', start: from, end: from + password.length })
    }
  }
  return hits
}

const USERINFO = /([^\s:/@"'`<>|?#()]{0,256})(?::([^\s"'`<>|/]{1,256}))?@([A-Za-z0-9[$*_.-]{0,253})/y

function isUrlPassword(password: string, user: string): boolean {
  if (password.length < 4 || isPlaceholder(password) || password === user || /[^\x21-\x7e]/.test(password)) return false
  if (/^[0-9]+$/.test(password)) return password.length >= 6
  if (/[A-Za-z]/.test(password) && /[0-9]/.test(password)) return true
  if (/[!$%^&*#~]/.test(password)) return true
  return password.length >= 8 && randomness(password) > -password.length / 4
}

function decodePercent(text: string): string {
  return text.replace(/%([0-7][0-9A-Fa-f])/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}

interface CredentialPlace {
  readonly kind: string
  /** The pattern is tried only if the text holds one of these, in lower case. */
  readonly marks: readonly string[]
  /** The group named `value` is the secret. */
  readonly pattern: RegExp
  readonly accepts: (value: string, groups: Readonly<Record<string, string>>) => boolean
}

function findIn(text: string, lower: string, place: CredentialPlace): readonly SecretHit[] {
  if (!place.marks.some((mark) => lower.includes(mark))) return []
  const hits: SecretHit[] = []
  for (const match of text.matchAll(place.pattern)) {
    const groups = match.groups ?? {}
    const value = groups['value'] ?? ''
    if (value === '' || !place.accepts(value, groups)) continue
    const start = match.index + match[0].lastIndexOf(value)
    hits.push({ kind: place.kind, start, end: start + value.length })
  }
  return hits
}

const isCliPassword = (value: string) =>
  isPassword(value, 'assigned') && !(/^[a-z][a-z-]*$/.test(value) && !looksRandom(value))

/** The marks that end a port: a digit and a colon. */
const PORT_ENDS = [...'0123456789'].map((digit) => `${digit}:`)

/** Programs that take a password after `-p` or a similar option. */
const PROGRAMS = phraseList(
  `sshpass|snowsql|beeline|cqlsh|influx|mysql|mysqldump|mysqladmin|mysqlimport|mariadb|mariadb-dump|mongo|mongosh|
  mongodump|mongorestore|mongoimport|mongoexport|docker login|podman login|helm registry login|oc login|az login|
  redis-cli|ldapsearch|ldapmodify|ldapadd|ldappasswd|7z|unzip|zip|sqlcmd|login`,
)

/** Words that introduce an account and its password. */
const OF_ACCOUNTS = phraseList(
  `登录|登陆|账密|账号|账户|帐号|用户名|用户|口令|密码|服务器|主机|跳板机|后台|
  login|log in|credentials|credential|creds|accounts|account|sign in|usernames|username|users|user`,
)

/** A pattern for one of these words. Latin ones must be whole words. */
function oneOf(phrases: readonly string[]): string {
  const latin = phrases.filter((phrase) => /^\w/.test(phrase))
  const others = phrases.filter((phrase) => !/^\w/.test(phrase))
  return `(?:${[...others, `\\b(?:${latin.join('|')})\\b`].join('|')})`
}

const PLACES: readonly CredentialPlace[] = [
  {
    kind: 'basic-auth',
    marks: ['basic'],
    pattern: /\bbasic[ \t]{1,3}(?<value>[A-Za-z0-9+/_-]{8,500}={0,2})/gi,
    accepts: isBasicPair,
  },
  {
    kind: 'basic-auth',
    marks: ['auth'],
    pattern: /(?:["']auth["']|(?<![A-Za-z])_auth)\s{0,4}[:=]\s{0,4}["']?(?<value>[A-Za-z0-9+/_-]{8,500}={0,2})/g,
    accepts: isBasicPair,
  },
  {
    kind: 'bearer-token',
    marks: ['bearer', 'authorization', 'private-token', 'ssws'],
    pattern:
      /\b(?:bearer|authorization["']?[ \t]{0,3}[:=,][ \t]{0,3}["']?(?:token|apikey|api-key|key|ssws)?|ssws)[ \t]{1,3}(?<value>[A-Za-z0-9._~+/=-]{16,4096})/gi,
    accepts: (value) => isToken(value, 'stated') || isUuid(value),
  },
  {
    kind: 'npm-token',
    marks: ['_authtoken', '_password'],
    pattern: /:_(?:authToken|password)[ \t]{0,3}=[ \t]{0,3}["']?(?<value>[A-Za-z0-9+/=_.-]{8,500})/g,
    accepts: (value) => isToken(value, 'assigned') || isPassword(value, 'assigned'),
  },
  {
    kind: 'command-password',
    marks: ['curl', 'wget', 'http'],
    pattern: /(?:\s-u|\s--user|\s--proxy-user|\s-U)[ =]{0,2}["']?[\w.@%+-]{1,64}:(?<value>[^\s"'`|]{4,128})/g,
    accepts: isCliPassword,
  },
  {
    kind: 'command-password',
    marks: PROGRAMS,
    pattern: new RegExp(
      String.raw`${oneOf(PROGRAMS)}(?:[ \t]{1,4}(?!-[pPaw])[^\s|;&]{1,80}){0,8}?[ \t]{1,4}-[pPaw][ \t]{0,2}["']?(?<value>[^\s"'\`|;&-][^\s"'\`|;&]{3,127})`,
      'g',
    ),
    accepts: isCliPassword,
  },
  {
    kind: 'command-password',
    marks: ['pass:', 'chpasswd', 'sudo -s', 'htpasswd', 'add_user', 'net use', 'openssl'],
    pattern:
      /(?:-pass(?:in|out)?[ \t]{1,3}["']?pass:|\bopenssl[^\r\n|]{1,60}?[ \t]-k[ \t]{1,2}["']?|echo[ \t]{1,3}["']?(?=[^\r\n]{1,120}\|[ \t]{0,3}(?:sudo -S|sudo chpasswd|chpasswd))(?:[\w-]{1,32}:)?|\bhtpasswd[ \t]{1,3}-[a-zA-Z]{0,6}b[a-zA-Z]{0,6}[ \t]{1,3}(?:\S{1,80}[ \t]{1,3}){1,2}|\badd_user[ \t]{1,3}\S{1,40}[ \t]{1,3}|\bnet use[ \t]{1,3}\S{1,80}[ \t]{1,3}\/user:\S{1,60}[ \t]{1,3})(?<value>[^\s"'`|]{4,128})/gi,
    accepts: isCliPassword,
  },
  {
    kind: 'password',
    marks: ['identified', 'password'],
    pattern:
      /\b(?:IDENTIFIED(?:[ \t]{1,3}WITH[ \t]{1,3}["'`]?\w{1,40}["'`]?)?[ \t]{1,3}(?:BY|AS)|(?:ENCRYPTED |SET )?PASSWORD(?:[ \t]{0,3}(?:FOR[ \t]\S{1,60}[ \t]{0,2})?=)?)[ \t]{1,3}(?:PASSWORD\()?["'](?<value>[^"'\r\n]{5,128})["']/gi,
    accepts: (value) => isPassword(value, 'assigned'),
  },
  {
    // Directives of Redis, which a blank separates from their value.
    kind: 'password',
    marks: ['requirepass', 'masterauth'],
    pattern: /\b(?:requirepass|masterauth)[ \t]{1,4}["']?(?<value>[^\s"'`]{6,128})/gi,
    accepts: (value) => isPassword(clean(value), 'assigned'),
  },
  {
    // One-time codes in a list, as services show them.
    kind: 'recovery-codes',
    marks: ['recovery code', 'backup code', '恢复码', '恢复代码', '备用码', '备用验证码'],
    pattern:
      /(?:(?:recovery|backup) codes?|恢复码|恢复代码|备用码|备用验证码)[^\w\r\n]{0,6}(?:are |is |是)?[\s>*`:：-]{0,12}(?<value>(?:[a-z0-9]{4,6}-[a-z0-9]{4,6}|[0-9]{8})(?![\w-])(?:[\s,;、`>*-]{1,12}(?:[a-z0-9]{4,6}-[a-z0-9]{4,6}|[0-9]{8})(?![\w-])){0,20})/gi,
    accepts: (value) => {
      const codes = value.match(/[a-z0-9]+-[a-z0-9]+|[0-9]{8}/gi) ?? []
      return /[0-9]/.test(value) && (codes.length > 1 || looksRandom(value.replace('-', '')))
    },
  },
  {
    kind: 'hardware-pin',
    marks: ['pin'],
    pattern:
      /(?:\b(?:hsm|pkcs ?#?11|yubikey|smart ?card|token|so|user)[\w #]{0,16}?[ _-]pin["'`]?(?:[ \t]{0,3}(?:[:=]|is|是|为)[ \t]{0,3}|[ \t])|(?:密码机|加密机|智能卡)[^\r\n]{0,8}?pin ?码?[ \t]{0,3}[:：=是为]?[ \t]{0,3})["'`]?(?<value>[0-9]{4,12})(?![\w.-])/gi,
    accepts: (value) => !isPlaceholder(value),
  },
  {
    kind: 'pgpass',
    marks: [':*:', ...PORT_ENDS],
    pattern:
      /^(?<host>[\w.*-]{1,120}):(?:[0-9]{2,5}|\*):(?:[\w*-]{1,64}):(?:[\w*.@-]{1,64}):(?<value>[^\s:]{5,128})[ \t]{0,4}$/gm,
    accepts: (value) => isPassword(value, 'stated'),
  },
  {
    kind: 'password-hash',
    marks: [':$', ':{', '$1$'],
    pattern:
      /(?<![\w.-])[a-z_][\w.-]{0,40}:(?<value>(?:\$(?:apr1|1|5|6|y|gy|7|2[abxy])\$|\{(?:SSHA|SHA|SSHA512)\})[A-Za-z0-9./$+=,]{20,140})/g,
    accepts: (value) => !/\.\.\.|x{6}/i.test(value),
  },
  {
    kind: 'app-password',
    marks: ['app password', 'apppassword', 'app_password', '应用专用密码', '专用密码', 'app-specific', 'pass', '密码'],
    pattern:
      /(?:pass(?:word|wd|code)?|密码)["'`]?[ \t]{0,3}(?:is|[:=：是为])[ \t]{0,3}["'`“「]?(?<value>[a-z]{4}[ -][a-z]{4}[ -][a-z]{4}[ -][a-z]{4})(?![a-z -])/gi,
    accepts: (value) => looksRandom(value.replace(/[ -]/g, '')),
  },
  {
    kind: 'login-pair',
    marks: OF_ACCOUNTS,
    pattern: new RegExp(
      String.raw`${oneOf(OF_ACCOUNTS)}[^\r\n]{0,36}?[\s:：\`"'(（](?:[A-Za-z][\w.-]{1,40}[\`"']?[ \t]{0,2}[/:,，、][ \t]{0,2}|[A-Za-z][\w.@-]{1,40}[\`"']?[ \t]{1,2}[/:,，、][ \t]{1,2})[\`"']?(?!\S{1,40}@\S{1,40}[ \t]{1,2}[/,:])(?<value>[!-.0-~]{7,64})`,
      'gi',
    ),
    accepts: (value) =>
      /[A-Za-z]/.test(value) &&
      (/[0-9]/.test(value) || (classCount(clean(value)) >= 2 && looksRandom(clean(value)))) &&
      isPassword(clean(value), 'stated') &&
      randomness(clean(value)) > 3,
  },
  {
    // The user and the password are named together, then given together: `user / password: app / …`, 账号密码 app …
    kind: 'login-pair',
    marks: ['pass', 'pw', '密码', '口令', '密碼'],
    pattern:
      /(?:账号|帐号|账户|用户名?|登录名|\buser(?:name)?|\blogin|\baccount)[ \t]{0,2}(?:[/+&|、和与及]|and)?[ \t]{0,2}(?:密码|口令|密碼|pass(?:word|wd)?\b|pwd?\b)[ \t]{0,2}(?:分别)?(?:is|are|[:=是为])?[ \t]{0,2}[`"'(]?[A-Za-z][\w.@-]{1,40}[`"']?(?:[ \t]{0,2}[/:,，、和与及][ \t]{0,2}|[ \t]{1,3}(?:and[ \t]{1,2})?)[`"']?(?<value>[!-~]{6,64})/gi,
    accepts: (value) => /[A-Za-z]/.test(value) && /[0-9]/.test(value) && isPassword(clean(value), 'assigned'),
  },
  {
    kind: 'login-pair',
    marks: ['root', 'admin', 'ubuntu', 'oracle', 'postgres', 'deploy', 'ec2-user'],
    pattern:
      /(?<![\w/.@-])(?:root|admin|administrator|ubuntu|oracle|postgres|deploy|ec2-user)[ \t]{0,2}[/:,，、][ \t]{0,2}[`"']?(?<value>[!-.0-~]{8,64})/gi,
    accepts: (value) => isStrong(clean(value)),
  },
  {
    kind: 'password',
    marks: ['@tcp(', '@unix(', '@protocol('],
    pattern: /(?<![\w/.@-])[\w.-]{1,32}:(?<value>[^\s"'`@/:]{4,64})@(?:tcp|unix|protocol)\(/g,
    accepts: (value) => isUrlPassword(value, ''),
  },
  {
    kind: 'password',
    marks: ['password', 'passphrase', 'passcode', '密码', '口令'],
    pattern:
      /(?:\b(?:use|using|with|enter|type|try)[ \t]{1,2}|[用使输入填][ \t]{0,2})[`"'「“]?(?<value>[!-~]{7,64}?)[`"'」”]?[ \t]{0,2}(?:as|for|作为|当作?|做)[ \t]{0,2}(?:the |its |your |a )?(?:[a-z]{1,12} ){0,2}(?:password|passphrase|passcode|密码|口令)/gi,
    accepts: (value) => isPassword(clean(value), 'near'),
  },
  {
    // Calls that take a user and a password, in that order.
    kind: 'password',
    marks: ['auth', 'getconnection', 'credential', 'login', 'connect'],
    pattern:
      /\b\w{0,40}(?:auth|getconnection|credentials?|login|connect)\s{0,3}[=:]?\s{0,3}[([]\s{0,3}(?:[^()"'\r\n]{1,80},\s{0,3}|["'][a-z+]{2,12}:[^"'\r\n]{1,160}["'],\s{0,3})?["'][^"'\r\n:]{1,64}["']\s{0,3},\s{0,3}["'](?<value>[^"'\s]{7,128})["']/gi,
    accepts: (value) => isPassword(value, 'stated') && (looksRandom(value) || isStrong(value)),
  },
  {
    // Calls that take the key of a token or digest as a literal.
    kind: 'signing-key',
    marks: ['jwt', 'hmac'],
    pattern:
      /(?:\bjwt\.(?:sign|verify|encode|decode)|createHmac|\bhmac\.new)\(\s{0,3}(?:["'][a-z0-9-]{3,10}["']\s{0,3},\s{0,3}|[^"'\r\n]{1,80}?,\s{0,3})?b?["'](?<value>[^"'\s]{12,256})["']/gi,
    accepts: (value) => isToken(value, 'stated'),
  },
  {
    kind: 'session-cookie',
    marks: ['cookie:'],
    pattern:
      /cookie:[ \t]{0,3}(?:[^\r\n]{0,80}?[;\s])?[\w.-]{0,30}(?:sess(?:ion)?(?:_?id)?|sid|auth|token|jwt)[\w.-]{0,20}=(?<value>[A-Za-z0-9%._~+/=-]{20,1000})/gi,
    accepts: (value) => isToken(value, 'stated'),
  },
]

/** Whether the value looks generated: at least three kinds of characters, a digit among them, and random. */
function isStrong(value: string): boolean {
  return classCount(value) >= 3 && /[0-9]/.test(value) && isPassword(value, 'stated') && randomness(value) > 4
}

function clean(value: string): string {
  return value.replace(/(?<![`"'.,;:)）])[`"'.,;:)）]+$/, '')
}

function isBasicPair(value: string): boolean {
  if (isPlaceholder(value)) return false
  const pair = decodeBase64(value)
  const colon = pair?.indexOf(':') ?? -1
  if (pair === undefined || colon < 0) return false
  const password = pair.slice(colon + 1)
  const user = pair.slice(0, colon)
  return (password === '' && looksRandom(user)) || isUrlPassword(password, user)
}
