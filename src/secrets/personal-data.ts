/**
 * Finds personal data in a text: e-mail addresses and phone numbers of people outside the project, Chinese identity
 * numbers, payment cards.
 *
 * A finding has the kind and place of the data, and never the data itself. Numbers count only if their checksum or form
 * leaves little doubt. Versions, timestamps, ids, examples and test cards do not count.
 */

import { pageOf } from '../bank/page.ts'
import { wordSet } from '../base/word-set.ts'
import { mergeHits, plainForms, type SecretHit } from './hit.ts'

type PersonalDataKind = 'email' | 'phone' | 'chinese-id' | 'payment-card'

export interface PersonalDataFinding {
  readonly kind: PersonalDataKind
  readonly line: number
  readonly column: number
  readonly start: number
  readonly end: number
}

export interface OwnData {
  /** The project's own domains, with their subdomains. */
  readonly ownDomains: readonly string[]
  /** E-mail addresses or phone numbers of the project's people. */
  readonly ownPeople: readonly string[]
}

export function findPersonalData(text: string, own: OwnData): readonly PersonalDataFinding[] {
  const plain = plainForms(text)
  const numbers = MANY_DIGITS.test(plain)
    ? [...findChineseIds(plain), ...findCards(plain), ...findPhones(plain, own)]
    : []
  const hits = mergeHits([...numbers, ...(plain.includes('@') ? findEmails(plain, own) : [])])
  if (hits.length === 0) return []
  const page = pageOf(text)
  return hits.flatMap(({ kind, start, end }) => (isKind(kind) ? [{ kind, ...page.placeAt(start), start, end }] : []))
}

/** The shortest phone number has nine digits. Tested first, because lookbehinds are slow. */
const MANY_DIGITS = /[0-9](?:[ ().-]{0,3}[0-9]){8}/

function isKind(kind: string): kind is PersonalDataKind {
  return kind === 'email' || kind === 'phone' || kind === 'chinese-id' || kind === 'payment-card'
}

function findEmails(text: string, own: OwnData): readonly SecretHit[] {
  const hits: SecretHit[] = []
  const people = own.ownPeople.map((person) => person.toLowerCase())
  for (const match of text.matchAll(
    /(?<![A-Za-z0-9._%+/@-])([A-Za-z0-9][A-Za-z0-9._%+-]{0,63})@([A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){0,5}\.[A-Za-z]{2,24})(?![A-Za-z0-9@-]|\.[A-Za-z0-9]|:[\w~/])/g,
  )) {
    const [address, name = '', domain = ''] = match
    const plain = address.toLowerCase()
    if (USERINFO_BEFORE.test(text.slice(Math.max(0, match.index - 80), match.index))) continue
    if (people.some((person) => person.includes(plain)) || isOwnDomain(domain.toLowerCase(), own.ownDomains)) continue
    if (isRoleName(name) || isUnrealDomain(domain)) continue
    hits.push({ kind: 'email', start: match.index, end: match.index + address.length })
  }
  return hits
}

function isOwnDomain(domain: string, ownDomains: readonly string[]): boolean {
  return ownDomains.some((own) => domain === own.toLowerCase() || domain.endsWith(`.${own.toLowerCase()}`))
}

/** Text before a password and a host, such as `https://user:` or `root:`. It is not an address. */
const USERINFO_BEFORE =
  /:\/\/[^\s/@]{0,70}$|(?<![A-Za-z0-9])(?!(?:mailto|e-?mail|mail|contact|from|to|cc|bcc|by|reply-to|owner|author):$)[A-Za-z0-9]+:$/i

/** Roles, bots and example names. GitHub's noreply addresses begin with a number and a plus. */
function isRoleName(name: string): boolean {
  return ROLES.has(name.toLowerCase()) || /^[0-9]+\+/.test(name)
}

const ROLES = wordSet(`
  abuse admin administrator alice app bar baz billing bob bot ci conduct contact demo deploy dev developer developers
  do-not-reply do-notreply donot-reply donotreply ec2-user email example feedback foo git hello help helpdesk hg hi
  hostmaster info jane jane.doe jane_doe janedoe john john.doe john_doe johndoe legal mail maintainer maintainers me mysql
  name no-reply noreply notification notifications npm opensource oss package packages postgres postmaster press privacy
  robot root sales sample security service somebody someone support svn team test tester testing ubuntu user username
  webmaster you your your-name your.name your_name yourname`)

/** A domain of examples, tests or machines, or part of a file name, as in `icon@2x.png`. */
function isUnrealDomain(domain: string): boolean {
  const labels = domain.toLowerCase().split('.')
  const last = labels.at(-1) ?? ''
  if (RESERVED_ENDINGS.has(last) || FILE_ENDINGS.has(last) || domain.endsWith('.gserviceaccount.com')) return true
  return labels.some((label, at) => {
    const isExample = EXAMPLE_NAMES.has(label) || (label === 'github' && labels[at - 1] === 'noreply')
    return isExample && /^[a-z.]{2,8}$/.test(labels.slice(at + 1).join('.'))
  })
}

const RESERVED_ENDINGS = wordSet('cluster example internal invalid lan local localhost svc test')
const EXAMPLE_NAMES = wordSet(`
  acme bar company domain email example examples foo invalid localhost mydomain test your-domain yourcompany yourdomain`)
const FILE_ENDINGS = wordSet(`
  cjs cjsx css cts ctsx deb dll exe gif go gz htm html ico java jpeg jpg js json jsx kt less lock map md mjs mjsx mts mtsx
  png py rb rpm rs scss service so socket svg target tgz timer toml ts tsx txt vue webp whl woff woff2 xz yaml yml zip`)

function findPhones(text: string, own: OwnData): readonly SecretHit[] {
  const mine = new Set(own.ownPeople.map((person) => nationalOf(person.replace(/\D/g, ''))))
  const hits: SecretHit[] = []
  const add = (match: RegExpExecArray) => {
    const digits = match[0].replace(/\D/g, '')
    const national = nationalOf(digits)
    const madeUp = isMadeUp(national) || (COUNTING.test(national) && !OWNER_WORD.test(lineBefore(text, match.index)))
    if (mine.has(national) || madeUp || hasOtherName(text, match.index, PHONE_WORD)) return
    hits.push({ kind: 'phone', start: match.index, end: match.index + match[0].length })
  }
  for (const match of text.matchAll(CHINESE_MOBILE)) add(match)
  for (const match of text.matchAll(CHINESE_LANDLINE)) if (PHONE_WORD.test(lineBefore(text, match.index))) add(match)
  for (const match of text.matchAll(INTERNATIONAL)) if (isInternational(match, text)) add(match)
  for (const match of text.matchAll(NORTH_AMERICAN))
    if (!COMPANY_NUMBER.test(match[0]) && PHONE_WORD.test(lineBefore(text, match.index))) add(match)
  return hits
}

/** A short number without separators counts only after a word for phones. */
function isInternational(match: RegExpExecArray, text: string): boolean {
  const digits = match[0].replace(/\D/g, '')
  if (digits.length < 9 || digits.length > 15 || /^(?:19|20)\d{6}/.test(digits)) return false
  return /[ ().-]/.test(match[0]) || digits.length >= 11 || PHONE_WORD.test(lineBefore(text, match.index))
}

/** A Chinese mobile number is the same with and without its country code. */
function nationalOf(digits: string): string {
  return digits.replace(/^(?:00)?86(?=1\d{10}$)/, '')
}

const EDGE_BEFORE = '(?<![A-Za-z0-9_.+/=:#-])(?<![0-9] )'
const EDGE_AFTER = '(?![A-Za-z0-9_/=-]|\\.[0-9]| [0-9]{3})'
const CHINESE_MOBILE = new RegExp(
  `(?:${EDGE_BEFORE}|(?<=[:=]))(?:(?:\\+|00)?86[ -]?)?1[3-9][0-9](?:[0-9]{8}|[ -][0-9]{4}[ -][0-9]{4})${EDGE_AFTER}`,
  'g',
)
const CHINESE_LANDLINE = new RegExp(
  `(?:${EDGE_BEFORE}|(?<=:))(?:\\+?86[ -]?)?0[1-9][0-9]{1,2}[ -][2-8][0-9]{6,7}${EDGE_AFTER}`,
  'g',
)
const INTERNATIONAL = new RegExp(
  `(?<![A-Za-z0-9_.+/=-])\\+[1-9][0-9]{0,2}(?:[ .-]?\\(?[0-9]{1,5}\\)?){2,5}${EDGE_AFTER}`,
  'g',
)
const NORTH_AMERICAN = new RegExp(
  `(?:${EDGE_BEFORE}|(?<=:))(?:\\([2-9][0-9]{2}\\) ?|[2-9][0-9]{2}[ .-])[2-9][0-9]{2}[ .-][0-9]{4}${EDGE_AFTER}`,
  'g',
)
/** 400 numbers in China and toll-free numbers belong to companies. */
const COMPANY_NUMBER = /^\(?(?:400|8(?:00|33|44|55|66|77|88))/
const PHONE_WORD = /phone|mobile|\btel\b|\bcell\b|\bcall\b|whatsapp|\bfax\b|\bsms\b|电话|手机|联系|座机|传真|热线|致电/i
const ID_BEFORE =
  /(?:\bid|Id|ID|编号|单号|订单|order|sku|timestamp|\bts|time|size|bytes|pid|seq|offset|count|total|version|hash|number of|port|资源|金额|数量)["'`]?\s{0,2}[:=：#]?\s{0,2}["'`]?$/

/** Whether the number belongs to a name that is not about phones or cards, or to an id in either language. */
function hasOtherName(text: string, at: number, expected: RegExp): boolean {
  const led = text.slice(Math.max(0, at - 40), at)
  if (ID_BEFORE.test(led)) return true
  const name = /([A-Za-z][\w.-]*)["'`]?[ \t]{0,2}[:=][ \t]{0,2}["'`]?$/.exec(led)?.[1]
  return name !== undefined && !expected.test(name) && !/contact|customer|client|user|name|call/i.test(name)
}

/** Digits that count up or down are an example, unless the line names their owner. */
const COUNTING = /12345678|87654321/
const OWNER_WORD =
  /客户|顾客|联系人|收货人|收件人|家长|患者|业主|乘客|先生|女士|\b(?:customers?|clients?|patients?|guests?|mrs?|ms)\b/i

/** Made-up numbers like 555-01xx, 13800138000 and 66666666. */
function isMadeUp(digits: string): boolean {
  if (/^1?[2-9]\d{2}55501\d\d$|^1?555\d{7}$|^13[08]00138000$/.test(digits)) return true
  if (/(\d)\1{5}|0000$/.test(digits)) return true
  return new Set(digits).size <= 3
}

function lineBefore(text: string, at: number): string {
  const led = text.slice(Math.max(0, at - 60), at)
  return led.slice(led.lastIndexOf('\n') + 1)
}

function findChineseIds(text: string): readonly SecretHit[] {
  const hits: SecretHit[] = []
  for (const match of text.matchAll(
    /(?<![A-Za-z0-9_.-])[1-9][0-9]{5}(?:19|20)[0-9]{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01])[0-9]{3}[0-9Xx](?![A-Za-z0-9_-]|\.[0-9])/g,
  )) {
    if (!isProvince(match[0]) || !isDay(match[0].slice(6, 14)) || !hasIdChecksum(match[0])) continue
    hits.push({ kind: 'chinese-id', start: match.index, end: match.index + match[0].length })
  }
  return hits
}

function isProvince(id: string): boolean {
  return /^(?:1[1-5]|2[1-3]|3[1-7]|4[1-6]|5[0-4]|6[1-5]|71|8[1-3]|91)/.test(id)
}

/** Whether the date exists: 29 February only in leap years. */
function isDay(digits: string): boolean {
  const [year, month, day] = [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6)].map(Number)
  if (year === undefined || month === undefined || day === undefined) return false
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const days = month === 2 ? (leap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31
  return day <= days
}

/** GB 11643: weights of the first seventeen digits, and the check character for each remainder. */
function hasIdChecksum(id: string): boolean {
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
  const sum = weights.reduce((total, weight, index) => total + weight * Number(id[index]), 0)
  return '10X98765432'[sum % 11] === id.at(-1)?.toUpperCase()
}

function findCards(text: string): readonly SecretHit[] {
  const hits: SecretHit[] = []
  for (const match of text.matchAll(
    /(?<![A-Za-z0-9_.:/#-])[2-6][0-9]{3}(?:([ -])[0-9]{4}\1[0-9]{4}\1[0-9]{4}(?:\1[0-9]{3})?|([ -])[0-9]{6}\2[0-9]{5}|[0-9]{9,15})(?![A-Za-z0-9_/-]|\.[0-9])/g,
  )) {
    const digits = match[0].replace(/\D/g, '')
    if (!isIssued(digits) || !hasLuhnChecksum(digits) || isTestCard(digits)) continue
    if (hasOtherName(text, match.index, /card|pan\b|卡/i)) continue
    hits.push({ kind: 'payment-card', start: match.index, end: match.index + match[0].length })
  }
  return hits
}

/** The number ranges of Visa, Mastercard, American Express, Discover, JCB and UnionPay, with their lengths. */
function isIssued(digits: string): boolean {
  return /^(?:4\d{15}|5[1-5]\d{14}|2(?:2[2-9]|[3-6]\d|7[01])\d{13}|3[47]\d{13}|6(?:011|5\d\d)\d{12}|35\d{14}|62\d{14}(?:\d{3})?)$/.test(
    digits,
  )
}

function hasLuhnChecksum(digits: string): boolean {
  let sum = 0
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index])
    const doubled = index % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

/** Cards that payment providers publish for testing have few different digits and long runs of one. */
function isTestCard(digits: string): boolean {
  if (new Set(digits).size <= 4 || /(\d)\1{4}/.test(digits) || /(\d{4})\1/.test(digits)) return true
  return TEST_CARDS.has(digits)
}

const TEST_CARDS = wordSet(`
  378282246310005 371449635398431 378734493671000 3566002020360505 4012888888881881 5200828282828210 2223003122003222
  6200000000000005`)
