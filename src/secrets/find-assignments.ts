/**
 * Secrets assigned to a name: `KEY=value` in any syntax, flags, XML, tables of two cells, and sentences ("the password
 * is …", 密码是…).
 *
 * Two conditions must hold: the name announces a secret, and the value looks like one.
 */

import type { SecretHit } from './hit.ts'
import { judgeKeyName, type KeyNameVerdict } from './judge-key-name.ts'
import { isExpression, isHiddenPassword, isPassword, isToken, type ValueContext } from './judge-value.ts'
import { classCount, isHex } from './randomness.ts'

export function findAssignments(text: string): readonly SecretHit[] {
  const hits: SecretHit[] = []
  const judged = new Map<string, string | undefined>()
  const promises = new Map<string, KeyNameVerdict | undefined>()
  // No ordinary text names secrets this often. The bound keeps the time linear for a hostile text.
  let patience = 2000 + text.length / 40
  let from = 0
  for (const { start, end } of keywordsIn(text)) {
    if (start < from) continue
    const name = nameAround(text, start, end, promises)
    from = name.end
    const { promised } = name
    if (promised === undefined || !PLAUSIBLE.test(text.slice(name.end, name.end + 120))) continue
    patience -= 1
    if (patience < 0) break
    const hit = firstValue(text, name, promised, judged)
    if (hit === undefined) continue
    hits.push(hit)
    from = Math.max(from, hit.end)
  }
  return hits
}

/** `judged` caches the verdict per value, because texts repeat the same words. */
function firstValue(
  text: string,
  name: Name,
  promised: KeyNameVerdict,
  judged: Map<string, string | undefined>,
): SecretHit | undefined {
  for (const { at, place, quotedOnly } of valuePlaces(text, name)) {
    const value = readValue(text, at)
    if (value === undefined || (quotedOnly && !value.quoted)) continue
    const written = text.slice(value.start, value.end)
    const question = `${promised} ${place} ${value.quoted} ${written}`
    const kind = judged.has(question) ? judged.get(question) : kindOf(written, value.quoted, promised, place)
    if (judged.size < 5000) judged.set(question, kind)
    if (kind !== undefined) return { kind, start: value.start, end: value.end }
  }
  return undefined
}

/** Every possible secret has a digit, a symbol or a long run of letters. */
const PLAUSIBLE = /[0-9!#$%^&@]|[A-Za-z]{8}/

interface Name {
  readonly start: number
  readonly end: number
  readonly promised: KeyNameVerdict | undefined
  readonly chinese: boolean
}

const MAX_NAME = 80

function nameAround(text: string, start: number, end: number, promises: Map<string, KeyNameVerdict | undefined>): Name {
  if (text.charCodeAt(start) > 0x7f) {
    const word = text.slice(start, end)
    const promised = /密码|口令|密碼|授权码|访问码/.test(word) ? 'password' : 'token'
    return { start, end, promised, chinese: true }
  }
  const [first, last] = nameSpan(text, start, end)
  const wordBefore = /([A-Za-z]{1,30})[ \t]$/.exec(text.slice(Math.max(0, first - 32), first))?.[1] ?? ''
  const word = text.slice(first, last)
  const question = `${wordBefore} ${word}`
  const promised = promises.has(question) ? promises.get(question) : judgeKeyName(word, wordBefore)
  if (promises.size < 5000) promises.set(question, promised)
  if (promised === 'maybe-token' && SERVICE_ZH.test(text.slice(Math.max(0, first - 16), first))) {
    return { start: first, end: last, promised: 'token', chinese: true }
  }
  return { start: first, end: last, promised, chinese: false }
}

/** The span of the whole name that contains a word. */
function nameSpan(text: string, start: number, end: number): readonly [first: number, last: number] {
  let first = start
  while (first > 0 && start - first < MAX_NAME && joins(text, first - 1)) first -= 1
  let last = end
  while (last < text.length && last - end < MAX_NAME && joins(text, last)) last += 1
  return [first, last]
}

/** In 高德 web 服务 key, the service before a bare `key` shows that it is a credential. */
const SERVICE_ZH = /(?:高德|百度|腾讯|阿里|华为|讯飞|智谱|通义|服务|接口|平台|地图|短信|支付|商户|应用)[^\n]{0,8}$/

/** Letters, digits and `_`; a dot or hyphen only between them. */
function joins(text: string, at: number): boolean {
  if (isNameCode(text.charCodeAt(at))) return true
  const sign = text[at]
  if (sign !== '-' && sign !== '.') return false
  return isNameCode(text.charCodeAt(at - 1)) && isNameCode(text.charCodeAt(at + 1))
}

function isNameCode(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95
}

interface ValuePlace {
  readonly at: number
  readonly place: ValueContext
  readonly quotedOnly: boolean
}

/** The places where the value of the name may begin, most likely first. */
function* valuePlaces(text: string, name: Name): Generator<ValuePlace> {
  const after = (pattern: RegExp): number | undefined => {
    pattern.lastIndex = name.end
    return pattern.test(text) ? afterType(text, pattern.lastIndex) : undefined
  }
  const led = text.slice(Math.max(0, name.start - 72), name.start)
  for (const [pattern, place, quotedOnly] of [
    ...attemptsByLead(led),
    ...ATTEMPTS,
    ...attemptsInSentence(text, name, led),
  ]) {
    const at = after(pattern)
    if (at !== undefined) yield { at, place, quotedOnly }
  }
}

type Attempt = readonly [pattern: RegExp, place: ValueContext, quotedOnly: boolean]

/** The text before the name shows the syntax: a flag, an element, a pair of name and value. */
function attemptsByLead(led: string): readonly Attempt[] {
  const attempts: Attempt[] = []
  if (/(?:^|[\s"'`([])(?:--?|\/)$/.test(led)) attempts.push([FLAG, 'assigned', false])
  if (led.endsWith('<')) attempts.push([ELEMENT, 'assigned', false])
  if (NAMING.test(led)) attempts.push([NAMED_VALUE, 'assigned', false])
  if (led.endsWith('variable "')) attempts.push([DEFAULT, 'assigned', true])
  return attempts
}

/** Values in a sentence of either language, then values that directly follow the name. */
function attemptsInSentence(text: string, name: Name, led: string): readonly Attempt[] {
  const isPlain = COMMAND.test(led) || isConstant(text, name)
  const paired: readonly Attempt[] = ACCOUNT.test(led) ? [[name.chinese ? CLOSE : SPACE, 'paired', false]] : []
  const attempts: readonly Attempt[] = name.chinese
    ? [
        [SPACE, isPlain ? 'assigned' : 'stated', false],
        [AT_ONCE, 'near', false],
      ]
    : [
        [IS_EN, 'stated', false],
        [FOR_EN, 'stated', false],
        [SPACE, isPlain ? 'assigned' : 'near', false],
      ]
  return [...attempts, ...paired, [SPACE, 'stated', true], [BRACKET, 'stated', false]]
}

function isConstant(text: string, name: Name): boolean {
  return /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(text.slice(name.start, name.end))
}

const NAMING = /(?:name|key)["']?\s{0,4}[:=>]\s{0,4}["']?$/i
const ASSIGN =
  /(?:\\?["'`*_\])}”」』】]){0,4}[ \t]{0,10}(?:[([][^()[\]\r\n]{0,40}[)\]][ \t]{0,4})?["'`*_]{0,3}[ \t]{0,10}(?::=|=>|->|→|={1,3}|!==?|:{1,2}|\?=)["'*]{0,2}[ \t]{1,16}|(?:\\?["'`*_\])}”」』】]){0,4}(?:[([][^()[\]\r\n]{0,40}[)\]])?[ \t]{0,10}(?::=|=>|->|→|={1,3}|!==?|:|\?=)(?!\/\/)/y
const FLAG = /(?:=|[ \t]{1,4}|:)(?!-)/y
const ELEMENT = /(?: [^<>\r\n]{0,80})?>\s{0,4}(?=[^<>\r\n]{1,300}<\/)/y
const NAMED_VALUE = /(?:<\/key>\s{0,40}<string>|["']?\s{0,4},?\s{0,40}["']?(?:value|Value)["']?\s{0,4}[:=]\s{0,4})/y
/** Terraform: variable "db_password" { … default = "…" } */
const DEFAULT = /"[ \t]{0,3}\{[^{}]{0,300}?\bdefault\s{0,8}=\s{0,4}/y
const CELL = /[`*]{0,3}[ \t]{0,40}\|[ \t]{0,40}/y
const NEXT_LINE =
  /["'`*_]{0,3}[ \t]{0,4}:[ \t]{0,4}["'`*_]{0,3}(?:[|>]-?)?[ \t]{0,4}\r?\n(?:[ \t]{0,8}\r?\n)?[ \t]{0,24}(?:[-*>+] {1,3})?/y
const UNDERNEATH = /["'`*_]{0,3}[ \t]{0,4}\r?\n(?:[ \t]{0,8}\r?\n)?[ \t]{0,24}(?:[-*>+] {1,3})?/y
const ARGUMENT = /["']?[ \t]{0,4}[,(][ \t]{0,4}/y
const IS_ZH =
  /[ \t]{0,3}(?:[([][^()[\]\r\n]{0,40}[)\]])?[ \t]{0,3}(?:已经?|现在?|目前|暂时|统一|默认|临时|初始|就|都|被|也|仍|还)?(?:更新|设置|重置|轮换|修改|改|换|设|变|定)?(?:是|为|為|叫|用|成|回|作)了?[ \t]{0,3}:?[ \t]{0,3}/y
const IS_EN =
  /(?:[ \t]{1,2}(?:for|of|to|on|in|at)(?:[ \t]{1,2}[^\s:=]{1,40}){1,5}?)?[ \t]{1,2}(?:(?:is |was |has been |been |got )?(?:now|currently|still|(?:now )?(?:set|changed|reset|rotated|updated) to)|is|was|equals|becomes|to)(?: now| currently| still| set to)?(?:[ \t]{0,2}:)?[ \t]{1,3}/y
/** Password for the staging database: … */
const FOR_EN = /[ \t]{1,2}(?:for|of|to|on|in|at)(?:[ \t]{1,2}[^\s:=]{1,40}){1,5}?[ \t]{0,2}[:=][ \t]{1,3}/y
const ATTEMPTS: readonly Attempt[] = [
  [ASSIGN, 'assigned', false],
  [CELL, 'stated', false],
  [NEXT_LINE, 'stated', false],
  [UNDERNEATH, 'stated', true],
  [ARGUMENT, 'stated', true],
  [IS_ZH, 'stated', false],
]
const SPACE = /[ \t]{1,4}/y
/** 密码 directly followed by its value. */
const AT_ONCE = /(?=[A-Za-z0-9])/y
const CLOSE = /[ \t]{0,4}(?=[!-~])/y
const BRACKET = /[ \t]{0,2}[([{][ \t]?/y
/** "user admin and password …", 账号 admin 密码 …: the account is named right before the password. */
const ACCOUNT =
  /(?:账号|帐号|账户|用户名?|登录名?|\b(?:user(?:name)?|login|account)\b)(?:[ \t]{0,2}(?:[:=是为]|is)?[ \t]{0,2})[`"']?[A-Za-z][\w.@-]{0,40}[`"']?[ \t]{0,2}(?:[,;，；、/和及的]|and|with|with the)?[ \t]{0,2}(?:登录|初始)?$/i
const COMMAND =
  /(?:^|[\s;])(?:ENV|ARG|setx|export|set|login \S{1,24}|default|user(?:name)?[ :=]{1,2}\S{1,20},)[ \t]{1,4}$/

/** `password: string = "…"`: the type between the name and its value. */
function afterType(text: string, at: number): number {
  TYPE.lastIndex = at
  return TYPE.test(text) ? TYPE.lastIndex : at
}

const TYPE =
  /(?:Optional\[|Final\[)?(?:string|str|String|&'?static str|&str|SecretStr|text|char ?\*|NSString ?\*)\]?(?: ?\| ?(?:null|undefined|None))?[ \t]{0,4}=[ \t]{0,4}/y

function kindOf(written: string, quoted: boolean, promised: KeyNameVerdict, place: ValueContext): string | undefined {
  if (!quoted && isExpression(written)) return undefined
  switch (promised) {
    case 'password':
    case 'maybe-password':
      return isPromisedPassword(written, promised, place) ? 'password' : undefined
    case 'token':
    case 'maybe-token':
      return isPromisedToken(written, promised, place) ? 'secret-value' : undefined
  }
}

function isPromisedPassword(written: string, promised: 'password' | 'maybe-password', place: ValueContext): boolean {
  if (promised === 'maybe-password') return place === 'assigned' && written.length >= 8 && isPassword(written, 'near')
  return isPassword(written, place) || (place === 'assigned' && isHiddenPassword(written))
}

function isPromisedToken(written: string, promised: 'token' | 'maybe-token', place: ValueContext): boolean {
  if (promised === 'maybe-token') return classCount(written) >= 3 && isToken(written, 'near')
  return place === 'near' && isHex(written) ? written.length >= 32 : isToken(written, place)
}

/**
 * The words in a text that may name a secret, in reading order.
 *
 * Short words count only if they are words of their own (`pw`, `sk`) or end a name (`_pat`). This is checked in code,
 * because a lookbehind is thirty times slower in OpenCode's engine.
 */
export interface Keyword {
  readonly start: number
  readonly end: number
}

export function* keywordsIn(text: string): Generator<Keyword> {
  const words = new RegExp(WORDS, 'gi')
  for (let match = words.exec(text); match !== null; match = words.exec(text)) {
    const start = match.index
    const end = start + match[0].length
    if (isKeyword(text, match[0], start, end)) yield { start, end }
    // A word that does not count may contain one that does: `skey`.
    else words.lastIndex = start + 1
  }
}

const WORDS =
  'pass(?:word|wd|phrase|code|wort)?|pwd|psw|secret|token|key|credential|jwt|requirepass|pw|sk|pat|密码|口令|密钥|秘钥|令牌|凭证|凭据|密碼|金鑰|密匙|私钥|授权码|访问码'

function isKeyword(text: string, word: string, start: number, end: number): boolean {
  if (word.length > 3) return true
  switch (word.toLowerCase()) {
    case 'pw':
    case 'sk':
      return !isAlphanumeric(text.charCodeAt(start - 1)) && !isAlphanumeric(text.charCodeAt(end))
    case 'pat':
      return text[start - 1] === '_' && !isLetter(text.charCodeAt(end))
    default:
      return true
  }
}

function isAlphanumeric(code: number): boolean {
  return isLetter(code) || (code >= 48 && code <= 57)
}

function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90)
}

/**
 * The value that begins at a position: quoted, in Markdown code, or bare up to the end of its syntax.
 *
 * Reading is bounded, so that reading a value at every name of a text stays linear.
 */
interface Value {
  readonly start: number
  readonly end: number
  readonly quoted: boolean
}

const MAX_VALUE = 512

function readValue(text: string, at: number): Value | undefined {
  LITERAL_PREFIX.lastIndex = at
  const open = at + (LITERAL_PREFIX.exec(text)?.[0].length ?? 0)
  if (!MAY_OPEN.includes(text.charAt(open))) return readBare(text, at)
  for (const [opening, closing] of QUOTES) {
    if (!text.startsWith(opening, open)) continue
    const start = open + opening.length
    const end = closingOf(text, start, closing)
    if (end === start) return undefined
    if (end !== undefined) return { start, end, quoted: true }
    return readBare(text, start)
  }
  return readBare(text, at)
}

/** f"…", b'…', String::from("…"), SecretStr("…"): the possible prefixes of a literal. */
const LITERAL_PREFIX = /(?:[fbruL@$]|(?:new )?[A-Za-z_][\w:.]{0,30}\(|\[\]byte\(|!!(?:str|binary) )?(?=["'`])/y

const QUOTES: readonly (readonly [string, string])[] = [
  ['\\"', '\\"'],
  ['"""', '"""'],
  ["'''", "'''"],
  ['**`', '`'],
  ['**', '**'],
  ['"', '"'],
  ["'", "'"],
  ['``', '``'],
  ['`', '`'],
  ['“', '”'],
  ['‘', '’'],
  ['「', '」'],
  ['『', '』'],
  ['【', '】'],
  ['《', '》'],
  ['<code>', '</code>'],
]

const MAY_OPEN = '\\"\'*`“‘「『【《<'

function closingOf(text: string, start: number, closing: string): number | undefined {
  const line = text.slice(start, start + MAX_VALUE)
  const stop = line.search(/[\r\n]/)
  const found = (stop === -1 ? line : line.slice(0, stop)).indexOf(closing)
  return found === -1 ? undefined : start + found
}

function readBare(text: string, start: number): Value | undefined {
  BARE.lastIndex = start
  const raw = BARE.exec(text)?.[0] ?? ''
  const value = trimValue(raw)
  return value === '' ? undefined : { start, end: start + value.length, quoted: false }
}

/**
 * Bare values are ASCII. Chinese text and punctuation end them, as do spaces, quotes, angle brackets and table bars.
 */
const BARE = /[^\s"'`<>|\u2010-\u2027\u2030-\u205e\u3000-\uffef]{1,512}/y

/** Cuts the value before the next item of a list, a query string, a connection string or a sentence. */
function trimValue(raw: string): string {
  const goesOn = raw.search(/\\[nrt"']|[;,](?=$|[A-Za-z ]{1,30}=|[;,])|&(?=[\w.-]{1,40}=)|,(?=[\w-]{1,40}[:=])/)
  const cut = goesOn === -1 ? raw : raw.slice(0, goesOn)
  const bare = cut.replace(/(?:[.,;:]|\*\*|__){1,6}$/, '')
  const closer = /[)\]}]{1,3}[.,;:]?$/.exec(bare)?.[0]
  if (closer === undefined) return bare
  const inner = bare.slice(0, bare.length - closer.length)
  return /[([{]/.test(inner) ? bare : inner
}
