/** One sentence of the bank → the paths, symbols, commands, variables, ports, routes and versions it claims. */

import type { BankPath } from '../core/bank-path.ts'
import { isMadeUp, type NamedPath, pathIn } from '../text/path-in.ts'
import { wordTable } from '../text/word-table.ts'
import type { Claim, Place } from './claim.ts'
import { isDenied, isExample } from './claim-strength.ts'
import { claimsInCommand, isCommand } from './claims-in-command.ts'
import { entriesIn, isLiteral, isTextOfScript } from './claims-of-quotes.ts'
import { codeName, MADE_UP_NAME, symbolClaims } from './claims-of-symbols.ts'
import { dependenciesIn, isOfBranch, valuesIn, versionsIn } from './claims-of-versions.ts'
import { type LostPackages, mentionsIn } from './lost-packages.ts'
import type { Sentence } from './passages.ts'
import { bareNames, codeIn, type Span, spansOf } from './sentence-parts.ts'

export function claimsInSentence(sentence: Sentence, path: BankPath, lost: LostPackages): readonly Claim[] {
  const { masked, strength } = sentence
  const spans = spansOf(sentence)
  const named = spans.map((span) => (isCommand(span.text) ? undefined : pathIn(span.text)))
  const { date } = sentence
  const placed = (offset: number, text: string): Place => ({
    path,
    line: sentence.lineAt(offset),
    text,
    strength,
    date,
  })
  const claims = spans.flatMap((span) =>
    isDenied(masked, span.offset) ? [] : claimsOfSpan(span, placed(span.offset, span.text), spans, named, sentence),
  )
  claims.push(...claimsOfBareNames(sentence, spans, placed))
  claims.push(
    ...entriesIn(sentence, spans).map(({ offset, ...entry }) => ({ ...placed(offset, entry.word), ...entry })),
  )
  if (strength === 'firm') {
    claims.push(...lostIn(sentence, lost, placed), ...valuesIn(sentence, placed))
    claims.push(...portsIn(sentence, placed), ...dependenciesIn(sentence, placed))
  }
  if (statesVersions(sentence)) {
    const placedFirmly = (offset: number, text: string): Place => ({ ...placed(offset, text), strength: 'firm' })
    claims.push(...versionsIn(sentence, placedFirmly, pinnedIn(spans, named, sentence)))
  }
  return claims
}

/** A sentence about what is produced still states the versions it is produced with. A row may be about another branch. */
function statesVersions({ strength, required, masked, column, beside }: Sentence): boolean {
  if (column !== '' && isOfBranch(beside)) return false
  return strength === 'firm' || !(required || isExample(masked))
}

/** What is named without being marked counts only if git shows that it was there. */
function claimsOfBareNames(
  sentence: Sentence,
  marked: readonly Span[],
  placed: (offset: number, text: string) => Place,
): readonly Claim[] {
  const bare = bareNames(sentence.masked).filter(
    ({ offset, end }) => !marked.some((span) => span.offset < end && offset < span.end),
  )
  if (bare.length === 0) return []
  const spans = [...marked, ...bare].sort((a, b) => a.offset - b.offset)
  const named = spans.map((span) => pathIn(span.text))
  return bare.flatMap((span) => {
    if (isDenied(sentence.masked, span.offset) || isInLink(span, sentence)) return []
    const place: Place = { ...placed(span.offset, span.text), strength: 'weak' }
    // What somebody works on need not be there yet, and may never have come.
    if (sentence.strength === 'weak' && !sentence.required && pathIn(span.text) === undefined) return []
    return claimsOfSpan(span, place, spans, named, sentence)
  })
}

function lostIn(
  { text, masked }: Sentence,
  lost: LostPackages,
  placed: (offset: number, text: string) => Place,
): readonly Claim[] {
  return mentionsIn(text, lost).flatMap(({ name, offset }) =>
    // What is linked may be somebody else's project.
    isDenied(masked, offset) || /\[`?$/.test(text.slice(0, offset))
      ? []
      : [{ ...placed(offset, name), kind: 'dependency', name, sure: false, lost: true, list: undefined }],
  )
}

function isInLink({ offset, end }: Span, { text }: Sentence): boolean {
  return text[offset - 1] === '[' || text.startsWith('](', end)
}

function claimsOfSpan(
  span: Span,
  place: Place,
  spans: readonly Span[],
  named: readonly (NamedPath | undefined)[],
  sentence: Sentence,
): readonly Claim[] {
  const section = sentence.heading
  const route = routeIn(span, sentence)
  if (route !== undefined) return [{ ...place, kind: 'route', route, section }]
  if (isTextOfScript(span, spans, sentence)) return [{ ...place, kind: 'literal', ofScript: true }]
  if (span.inCode && isCommand(span.text)) return claimsInCommand(span.text, place)
  const variable = variableIn(span.text, sentence)
  if (variable !== undefined) return [{ ...place, kind: 'variable', name: variable, section }]
  const found = named[spans.indexOf(span)]
  if (found !== undefined) return span.inLink ? [] : pathClaims(found, place, span, sentence, spans)
  // A name that is linked to a web page is somebody else's.
  const isOutside = span.inLink && sentence.text.startsWith('](http', span.end)
  if (isOutside) return []
  const literal: readonly Claim[] =
    span.inCode && isLiteral(span.text) ? [{ ...place, kind: 'literal', ofScript: false }] : []
  return [...symbolClaims(span, place, spans, named, sentence), ...literal]
}

/** The file that a version is said to be pinned in. */
function pinnedIn(
  spans: readonly Span[],
  named: readonly (NamedPath | undefined)[],
  { masked }: Sentence,
): string | undefined {
  const at = spans.findIndex(
    (span, index) =>
      named[index] !== undefined && PINNED.test(masked.slice(Math.max(0, span.offset - 40), span.offset)),
  )
  return named[at]?.file
}

const PINNED =
  /\b(?:pinned|declared|set|fixed|specified|defined|locked|configured) (?:in|by)\s+$|(?:锁定?|固定|声明|定义|写)(?:死)?(?:在|于)\s*$/i

function pathClaims(
  named: NamedPath,
  place: Place,
  span: Span,
  sentence: Sentence,
  spans: readonly Span[],
): readonly Claim[] {
  const { file, folder, lines, hash, symbol } = named
  if (/^(?:memory-bank|details)\//.test(file) || isBeforeArrow(span, sentence)) return []
  if (hash !== undefined && lines !== undefined)
    return [{ ...place, kind: 'anchor', anchor: { file, from: lines.from, to: lines.to, hash } }]
  if (isMadeUp(file)) return []
  const claim: Claim = {
    ...place,
    kind: 'path',
    file,
    folder,
    lines,
    located: (sentence.leads && span.offset < 6) || isLocated(span, sentence),
    needed: false,
    symbol: lines === undefined ? undefined : onlyNameBeside(span, spans),
    beside: pathsBeside(span, spans, sentence),
    section: sentence.heading,
  }
  if (symbol === undefined) return [claim]
  return [
    claim,
    {
      ...place,
      kind: 'symbol',
      name: symbol,
      file,
      nearby: [],
      owner: undefined,
      defined: false,
      inTable: false,
      peers: [],
      foreign: false,
      bare: false,
      section: sentence.heading,
    },
  ]
}

/** The one name that a sentence puts beside a path with lines. */
function onlyNameBeside(span: Span, spans: readonly Span[]): string | undefined {
  const names = spans.filter((other) => other !== span && other.inCode && pathIn(other.text) === undefined)
  const [only] = names
  return names.length === 1 && only !== undefined ? codeName(only.text)?.name : undefined
}

function pathsBeside(span: Span, spans: readonly Span[], sentence: Sentence): readonly string[] {
  const at = spans.indexOf(span)
  const around = spans.slice(Math.max(0, at - NEAR), at + NEAR).filter((other) => other !== span)
  return [...around.map((other) => other.text), ...codeIn(sentence.beside).slice(0, NEAR)].flatMap((text) => {
    const path = pathIn(text)
    return path === undefined || path.folder ? [] : [path.file]
  })
}

/** How many names on either side count as being beside a path. */
const NEAR = 8

/** In `old.ts` → `new.ts`, the name before the arrow may no longer exist. */
function isBeforeArrow(span: Span, { masked }: Sentence): boolean {
  return /^\s*(?:→|->|=>|⇒|➜)/.test(masked.slice(span.end))
}

function isLocated(span: Span, { masked, heading }: Sentence): boolean {
  return (
    PLACE_BEFORE.test(masked.slice(Math.max(0, span.offset - 40), span.offset)) ||
    PLACE_AFTER.test(masked.slice(span.end, span.end + 30)) ||
    STRUCTURE.holds(heading)
  )
}

const PLACE_BEFORE =
  /(?:\b(?:in|at|under|inside|within|see|from|via|of|by|to|edit|run|file|module|entry(?: point)?|path|source|code|folder|directory|implemented|defined|lives?|located)|[在见于由为是到从：:(（|]|位于|参见|查看|入口|文件|目录|定义|实现)\s*["'(]*$/i
const PLACE_AFTER =
  /^\s*(?:[)）]\s*)?(?:[—–:：]|-\s|\||(?:is|are|holds?|contains?|defines?|exports?|implements?|provides?|handles?|has|owns?|keeps?|wires?|registers?|configures?|loads?|reads?|does|sets?)\b|是|负责|包含|定义|实现|提供|处理|存放|中|里|下|目录|文件|为)/i
const STRUCTURE = wordTable(
  `structure|layout|architecture|module(s)|component(s)|directories|folders|files|key files|entry point(s)|map|
  where|结构|目录|架构|模块|文件|入口`,
)

/** `GET /users/:id`, or `/users/:id` where routes are spoken of. */
function routeIn({ text, inCode, inLink }: Span, sentence: Sentence): string | undefined {
  const [, verb, path] = ROUTE.exec(text) ?? []
  if (path === undefined || OF_THE_MACHINE.test(path) || /\.(?!json$|xml$)[a-z]{1,5}$/.test(path)) return undefined
  if (verb !== undefined) return path
  return inCode && !inLink && path.length >= 4 && isSaidAsRoute(path, sentence) ? path : undefined
}

function isSaidAsRoute(path: string, { heading, masked, beside, column }: Sentence): boolean {
  if (ROUTES_HEADING.holds(heading) || ROUTES_COLUMN.test(column.trim()) || ROUTES_SAID.holds(masked)) return true
  return /\/(?::[a-z]\w*|\{\w+\}|<\w+>)/.test(path) || /(?:^|\|)[^\w|]*(?:GET|POST|PUT|PATCH|DELETE)\b/.test(beside)
}

const ROUTE =
  /^(?:((?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|WS)\s+)(?:https?:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?)?)?(\/[\w\-./:{}<>[\]*?]+?)\/?(?:\?.*)?$/
const ROUTES_HEADING = wordTable(`route(s)|routing|endpoint(s)|rest api|http api|路由|接口`)
const ROUTES_COLUMN = /^(?:path|route|endpoint|url|uri|路径|路由|接口|地址)$/i
const ROUTES_SAID = wordTable(`route(s)|endpoint(s)|路由|接口`)
/** Absolute paths of a machine, which are not routes. */
const OF_THE_MACHINE = /^\/(?:etc|usr|var|opt|home|root|tmp|dev|proc|sys|mnt|srv|bin|lib|Users|Applications)\//

function variableIn(text: string, sentence: Sentence): string | undefined {
  const read =
    /^(?:process\.env\.|import\.meta\.env\.|\$\{?|os\.environ\[["']|os\.getenv\(["']|ENV\[["'])?([A-Z][A-Z\d]*(?:_[A-Z\d]+)+)(?:["']?[\])}]+)?(?:=\S*)?$/.exec(
      text,
    )
  const name = read?.[1]
  if (name === undefined || MADE_UP_NAME.test(name)) return undefined
  const isRead = text !== name && !/^[A-Z$]/.test(text)
  return isRead || text.startsWith(`${name}=`) || ABOUT_VARIABLES.test(`${sentence.heading} ${sentence.masked}`)
    ? name
    : undefined
}

const ABOUT_VARIABLES = /\benv(?:ironment)?\b|\benvironment variables?\b|\.env\b|环境变量|env var/i

function portsIn(
  { text, masked, column }: Sentence,
  placed: (offset: number, text: string) => Place,
): readonly Claim[] {
  if (!/\d{4}/.test(text)) return []
  const cell = /^(?:default )?ports?$|端口/i.test(column.trim()) ? [...text.matchAll(/^[`:*\s]*(\d{4,5})\b/g)] : []
  const on = [...text.matchAll(ON_PORT)]
  const listens = on.length > 1 || LISTENS.holds(masked) ? on : []
  return [...text.matchAll(PORT), ...listens, ...cell].flatMap((match) => {
    const port = Number(match.slice(1).find((group) => group !== undefined))
    if (port < 1024 || port > 65_535 || isDenied(masked, match.index)) return []
    const place = placed(match.index, match[0].trim().replaceAll('`', ''))
    return [{ ...place, ...(OTHER_LISTENER.holds(masked) ? { strength: 'weak' } : {}), kind: 'port', port }]
  })
}

/** Servers that run beside the project and are set up elsewhere. */
const OTHER_LISTENER = wordTable(
  `grafana|kibana|prometheus|jaeger|zipkin|keycloak|nginx|apache|traefik|envoy|haproxy|vault|consul|jenkins|
  sonarqube|mailhog|mailpit|minio|pgadmin|adminer|portainer|reverse proxy|load balancer|vpn|tunnel|bastion|
  emulator|simulator|反向代理|本地代理|隧道|跳板|负载均衡`,
)

const PORT =
  /(?:\bports?|端口)(?:号)?[\s:：=`*]{0,12}(?:is|on|为|是|默认(?:为|是)?|number|defaults? to)?[\s`:：]{0,12}(\d{4,5})\b(?![-–.]\d)|(?<![\d.:-])(\d{4,5})[\s`]{0,12}(?:号)?端口|(?:localhost|127\.0\.0\.1|0\.0\.0\.0):(\d{4,5})\b/gi
const LISTENS = wordTable(`listen([s/ing])|port(s)|serve([s/d])|serving|expose([s/d])|bind([s])|bound|监听|端口`)
/** A port in a sentence about listening: "the app on 3000, the API on 3001". A year is not a port. */
const ON_PORT = /(?:\bon|监听)\s+[`:]*(?!(?:19|20)\d\d\b)(\d{4,5})\b(?![-–.]\d| ?%|\s+\w+s\b)/gi
