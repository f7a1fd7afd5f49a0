/** Versions and dependencies that the bank names: "React 18.2", `zod@3.22`, a row of a table of packages. */

import type { BankPath } from '../core/bank-path.ts'
import { wordSet } from '../text/word-set.ts'
import { wordTable } from '../text/word-table.ts'
import type { Claim, Place, VersionClaim } from './claim.ts'
import { isDenied } from './claim-strength.ts'
import { isKnownPackage } from './known-packages.ts'
import type { Row, Sentence } from './passages.ts'

export function versionsIn(
  { text, masked }: Sentence,
  placed: (offset: number, text: string) => Place,
  file: string | undefined,
): readonly Claim[] {
  // A version counts in a code span as in plain text. The backticks become blanks, so that offsets stay the same.
  const plain = text.replaceAll('`', ' ')
  if (!/\d/.test(text) || COMPARES.holds(masked)) return []
  return [...plain.matchAll(NAMED_VERSION), ...text.matchAll(STATED_VERSION)].flatMap((match) => {
    const claim = versionClaim(match, plain, file)
    if (claim === undefined || isDenied(masked, match.index)) return []
    const [, first = '', second] = match
    const version: Claim = { ...placed(match.index, quoted(match)), ...claim }
    const isPackage = text[match.index - 1] === '`' && second === undefined && PACKAGE_NAME.test(first)
    if (!isPackage) return [version]
    return [
      version,
      { ...placed(match.index, first), kind: 'dependency', name: first, sure: false, lost: false, list: undefined },
    ]
  })
}

/** The constants that a sentence gives a number: "`MAX_TRIES` is 3", "RETRY_SECONDS = 30 s". */
export function valuesIn(
  { text, masked }: Sentence,
  placed: (offset: number, text: string) => Place,
): readonly Claim[] {
  return [...text.matchAll(VALUE)].flatMap((match) => {
    const [whole, name = '', number = '', unit = ''] = match
    if (isDenied(masked, match.index)) return []
    const value = number.replaceAll(/[_,](?=\d{3})/g, '') + unit.replace(/^\s/, '').toLowerCase()
    const place = placed(match.index, whole.replaceAll('`', ''))
    return [{ ...place, kind: 'value' as const, name, value, environment: environmentOf(text) }]
  })
}

/** Whether the text gives a constant a number. */
export function statesValue(text: string): boolean {
  return text.search(VALUE) !== -1
}

/** Only names that code gives to constants and settings. */
const VALUE =
  /(?<![\w.`$-])`?([A-Z][A-Z\d]*(?:_[A-Z\d]+)+|[a-z]+(?:_[a-z\d]+)+|[a-z]+(?:[A-Z][a-z\d]+)+)`?\s*(?:=|:|：|\bis(?: set to)?\b|\bdefaults to\b|为|是|设为|默认为?)\s*`?(\d[\d_,.]*\d|\d)(\s?(?:ms|s|sec|seconds|min|minutes|h|hours|days|%|[KMG]i?B)\b|秒|分钟|小时|天)?`?(?=\s*(?:$|[,.;)，。；）、]|\s(?:and|but|because|so|since|for|by|per)\b))/g

function environmentOf(text: string): string {
  return ENVIRONMENT.phrasesIn(text).toSorted().join(' ')
}

const ENVIRONMENT = wordTable(
  `staging|production|prod|local(ly)|dev|development|ci|test(s)|testing|windows|macos|linux|arm|android|ios|docker|
  生产|测试|本地|线上|开发环境|预发|灰度`,
)

/** How a finding quotes the claim. A lower-case word before the name does not belong to it: "use Fastify 4" claims Fastify 4. */
function quoted([whole, first = '', second]: RegExpExecArray): string {
  const said = second !== undefined && /^[a-z]+$/.test(first) ? whole.slice(first.length) : whole
  return said.replaceAll('`', '').trim().replaceAll(/\s+/g, ' ')
}

/** The versions that a row of a table states: `| React | 18.2.0 |` below a head that says "Version". */
export function versionsInRow({ cells, heads, heading, line }: Row, path: BankPath): readonly Claim[] {
  const at = heads.findIndex((head) => /^(?:.*\b)?versions?$|版本/i.test(head.trim()))
  const version =
    /^[`*]*(\^|~>|~=|~|>=|==|=|≥|v)?\s*(\d+(?:\.\d+){0,3})(?:\.(?:x|Final|RELEASE|GA|v\d+))?(\+)?[`*]*$/.exec(
      cells[at] ?? '',
    )
  const number = version?.[2]
  // Any short cell may be the package: `| Router | find-my-way | 9 |`.
  const names = cells
    .filter((_, index) => index !== at)
    .map((cell) => cell.replaceAll(/[`*]|\[|\]\([^()]*\)/g, '').trim())
    .filter((cell) => /^@?[\w./+# -]{2,40}$/.test(cell))
  const [first] = names
  if (version === null || number === undefined || first === undefined || cells.some(isOfBranch)) return []
  const text = `${first} ${cells[at]?.replaceAll(/[`*]/g, '') ?? ''}`
  const place: Place = { path, line, text, strength: 'firm', date: undefined }
  const how = howMeant(version[1] ?? '', version[3])
  const environment = environmentOf(cells.join(' '))
  const claims: Claim[] = [{ ...place, kind: 'version', names, version: number, how, file: undefined, environment }]
  const sure = STACK.holds(heading) && isKnownPackage(first)
  if (sure || PACKAGE_NAME.test(first))
    claims.push({
      ...place,
      text: first,
      kind: 'dependency',
      name: first,
      sure,
      lost: false,
      list: `${heading} | ${heads.join(' | ')}`,
    })
  return claims
}

/** Whether the row says what another branch has. */
export function isOfBranch(cell: string): boolean {
  return /\bbranch\b|分支/i.test(cell)
}

/** The packages that a sentence says are used. */
export function dependenciesIn(sentence: Sentence, placed: (offset: number, text: string) => Place): readonly Claim[] {
  const { text, masked, heading } = sentence
  if (COMPARES.holds(masked)) return []
  const isStack = STACK.holds(heading)
  const isUsed = isStack || USES.holds(masked)
  return [...text.matchAll(PACKAGE)].flatMap((match) => {
    const [whole, inCode, inProse = ''] = match
    const name = inCode ?? inProse
    // A name that is linked to a web page may be somebody else's project.
    if (text.startsWith('](http', match.index + whole.length) || isDenied(masked, match.index)) return []
    // A name in prose may be a topic, so it counts only in a list of the stack.
    const sure = isUsed && isKnownPackage(name) && (inCode !== undefined || isStack)
    const isListed = isStack && sentence.leads && match.index < 4
    if (!sure && !(inCode !== undefined && looksLikePackage(name, isListed))) return []
    const list = isListed ? heading : undefined
    return [{ ...placed(match.index, name), kind: 'dependency' as const, name, sure, lost: false, list }]
  })
}

/** A plain word is a package only where packages are listed; one with `@`, `_` or `-` is a package anywhere. */
function looksLikePackage(name: string, isListed: boolean): boolean {
  return PACKAGE_NAME.test(name) && (isListed || /[@_-]/.test(name))
}

const PACKAGE = /`(@?[a-z][\w./-]{1,60})(?:@[^`]*)?`|\b([A-Z][A-Za-z]+(?:\.js)?)\b/g

/** `@types/…` is left out, because a package may bring its own types. */
const PACKAGE_NAME = /^(?!@types\/)(?:@[a-z][\w.-]*\/|[a-z][\w.-]*\.[a-z]+\/[\w./-]*)?[a-z][\w-]*(?:\/[\w-]+)?$/

/** How a sentence leads from a name to its version: "Vue 3.4", "Vue 版本 3", "vue, pinned at 3.4", "vue stays on ^3.4". */
const LEADS = [
  String.raw`\s*[@:：(（=]\s*`,
  String.raw`\s+(?:version\s*|版本\s*)?`,
  String.raw`\s*版本\s*`,
  String.raw`\s*[，,]\s*(?:版本|固定|锁定|锁在|version|pinned (?:at|to)|locked (?:at|to))[为在是]?\s*`,
  String.raw`\s+(?:(?:is|are|stays?|kept|remains?|held|pinned|locked)\s+)?(?:at\s+|on\s+|to\s+|is\s+)?(?=[>~^]=?\s?\d|==\d|v?\d+\.)`,
  String.raw`(?=[>~^]=?\d|==\d)`,
].join('|')
const NAME = String.raw`(?<![\w@/.-])(@?[A-Za-z][\w/.+#-]{0,60}[\w+#])(?: ([A-Z][\w.+#]{0,40}))?`
const NUMBER = String.raw`(\^|~>|~=|~|>=|==|=|≥|v|V)?\s*(\d+(?:\.\d+){0,3})(?:\.(?:x|Final|RELEASE|GA|v\d+)|\+incompatible)?`
const OR_LATER = String.raw`(\+| or (?:newer|later|higher|above)| and (?:above|up)| ?及?以上)?`
/** What may follow a version; after anything else the number may be an amount. */
const FOLLOWS = String.raw`(?=\s*(?:$|:(?!\d)|[,.;)|/，。、；）（：+—–&]|\s(?:(?:and|with|for|on|in|via|as|or|is|are|at|only|driver|client|project|codebase)\b|[-·(])|\s*[\u4e00-\u9fff]))`

/** One or two words, then a number that can only be a version. */
const NAMED_VERSION = new RegExp(`${NAME}(?:${LEADS})["']?${NUMBER}${OR_LATER}${FOLLOWS}`, 'g')

/** A package in code, then its version: "`union` is at ~0.5.0", "`nanoid` 用 5.x". */
const STATED_VERSION =
  /`(@?[a-z][\w./-]{1,60})((?!))?`\s*(?:(?:is|are|stays?|kept|remains?|sits?)\s+(?:still\s+|kept\s+)?)?(?:at(?: version)?|pinned (?:at|to)|locked (?:at|to)|用|为|是|锁在|锁定在|固定在|停在|保持在|版本(?:为|是)?|使用)\s*`?(\^|~|>=|v)?(\d+(?:\.\d+){0,3})(?:\.x)?`?(\+)?(?:(?=\s*(?:$|[,.;:)，。；：、）(（]|\s(?:and|because|so|since|for|until|as)\b))|(?<=\d\.[\dx]+`?)(?=\s*[\u4e00-\u9fff]))/g

/** Words before a version that tell when something came about, not what is used: "since React 16.8", "in Node 12". */
const EVENT = /\b(?:in|from|since|for|of|by|until|after|before|to|starting|introduced|with|on|via)\s+$/i
const STATES =
  /\b(?:(?:are|is|am|still|stays?|remains?|currently|now|[’']re)\s+on|(?:written|buil[dt]|based|runs?|running|powered|implemented|developed|deployed|works?|using|stack|app|service|site|frontend|backend)\s+(?:in|with|on|by|of))\s+$/i
const NEEDS = /\b(?:requires?|needs?|at least|minimum(?: of)?|min)\s+$/i

/** Words of sentences that compare versions or list supported ones, instead of stating which one is used. */
const COMPARES = wordTable(
  `compar|instead|rather|versus|vs|than|support([s/ed])|compatib|works with|tested [on/with/against]|range|matrix|
  对比|相比|支持|兼容`,
)
const STACK = wordTable(
  `tech(nology) stack|stack|dependenc[y/ies]|librar[y/ies]|packages|project snapshot|技术栈|依赖|第三方库|
  项目快照`,
)
const USES = wordTable(
  `use(s)|using|[is/are] used [for/to/by/as/in/everywhere]|via|built [on/with]|powered by|based on|through|
  relies on|handled by|validated [with/by]|managed [with/by]|使用|采用|基于|通过|利用`,
)

function versionClaim(match: RegExpExecArray, text: string, file: string | undefined): VersionClaim | undefined {
  const [, first = '', second, operator = '', version = '', least] = match
  const before = text.slice(Math.max(0, match.index - 30), match.index) + (second === undefined ? '' : `${first} `)
  if (tellsWhen(before) || isOfAnotherSetting(match, text)) return undefined
  const environment = environmentOf(text)
  const name = second ?? first
  if (NEEDS.test(before)) return { kind: 'version', names: [name], version, how: 'least', file: undefined, environment }
  if (version === '' || isYear(version, name) || isAmount(match)) return undefined
  const names = second === undefined ? [first] : [`${first} ${second}`, second]
  const how = least === undefined && isOfClient(match, text) ? 'same' : howMeant(operator, least)
  return { kind: 'version', names, version, file, how, environment }
}

/** "`mongodb` 2.2.10 driver" means the package, not the server. */
function isOfClient({ index, 0: whole }: RegExpExecArray, text: string): boolean {
  return /^\s*(?:driver|client|library|驱动|客户端|库)/.test(text.slice(index + whole.length))
}

function tellsWhen(before: string): boolean {
  return EVENT.test(before) && !STATES.test(before)
}

/** Whether the phrase says what CI or a workflow uses, or under which version something happens. */
function isOfAnotherSetting({ index, 0: whole }: RegExpExecArray, text: string): boolean {
  const before = text.slice(0, index).replace(/^.*(?:[，；。;]|[,.]\s)/s, '')
  return (
    /\bci\b|\bworkflows?\b|\bjobs?\b|流水线/i.test(before) ||
    (/在\s*$/.test(before) && /^\s*[下中里]/.test(text.slice(index + whole.length)))
  )
}

function isYear(version: string, name: string): boolean {
  return /^(?:19|20)\d\d$/.test(version) && !/^edition$/i.test(name)
}

/** A bare number after a lower-case word is an amount: "retries 3". */
function isAmount([whole, first = '', second = '', operator = '', version = '', least]: RegExpExecArray): boolean {
  const isMarked = version.includes('.') || operator !== '' || least !== undefined
  const isName = /[A-Z]/.test(first + second) || RUNTIMES.has(first + second) || isKnownPackage(first)
  return !isMarked && !isName && !whole.startsWith('`') && !/@\s*\d+$/.test(whole)
}

const RUNTIMES = wordSet('pnpm npm yarn bun node python go java php ruby deno')

function howMeant(operator: string, least: string | undefined): VersionClaim['how'] {
  if (least !== undefined || operator === '>=' || operator === '≥') return 'least'
  return /^(?:\^|~>|~=|~|==)$/.test(operator) ? 'same' : 'some'
}
