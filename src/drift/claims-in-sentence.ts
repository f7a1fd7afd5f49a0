/** One sentence of the bank → the paths, symbols, commands, variables, ports, routes and versions it claims. */

import type { BankPath } from '../core/bank-path.ts'
import type { Claim, Place } from './claim.ts'
import { claimsInCommand, isCommand } from './claims-in-command.ts'
import { dependenciesIn, versionsIn } from './claims-of-versions.ts'
import type { Sentence } from './passages.ts'
import { isMadeUp, type NamedPath, pathIn } from './path-in.ts'
import { isDenied, isExample, MASK } from './standing.ts'

export function claimsInSentence(sentence: Sentence, path: BankPath): readonly Claim[] {
  const spans = spansOf(sentence)
  const placed = (offset: number, text: string): Place => ({
    path,
    line: sentence.lineAt(offset),
    text,
    standing: sentence.standing,
  })
  const claims: Claim[] = []
  const named = spans.map((span) => (isCommand(span.text) ? undefined : pathIn(span.text)))
  for (const [index, span] of spans.entries()) {
    if (isDenied(sentence.masked, span.offset)) continue
    const place = placed(span.offset, span.text)
    const found = named[index]
    const route = routeIn(span, sentence)
    const variable = variableIn(span.text, sentence)
    if (route !== undefined) claims.push({ ...place, kind: 'route', route, section: sentence.heading })
    else if (span.inCode && isCommand(span.text)) claims.push(...commandClaims(span.text, place))
    else if (variable !== undefined)
      claims.push({ ...place, kind: 'variable', name: variable, section: sentence.heading })
    else if (found !== undefined && !span.inLink) claims.push(...pathClaims(found, place, span, sentence, spans))
    else if (span.inCode && found === undefined) claims.push(...symbolClaims(span, place, spans, named, sentence))
  }
  if (sentence.standing === 'now') {
    claims.push(...portsIn(sentence, placed))
    claims.push(...dependenciesIn(sentence, placed))
  }
  // What is made in production is made with the same versions.
  if (sentence.standing === 'now' || !isExample(sentence.masked))
    claims.push(
      ...versionsIn(
        sentence,
        (offset, text) => ({ ...placed(offset, text), standing: 'now' }),
        pinnedIn(spans, named, sentence),
      ),
    )
  return claims
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

interface Span {
  readonly text: string
  readonly offset: number
  readonly end: number
  readonly inCode: boolean
  /** The text of a link: where that leads is the link's own matter. */
  readonly inLink: boolean
}

/** Code spans, and bare paths that could be nothing else. */
function spansOf({ text, masked }: Sentence): readonly Span[] {
  const spans: Span[] = []
  for (const match of text.matchAll(/(`+)(?!`)([\s\S]*?[^`])\1(?!`)/g)) {
    const end = match.index + match[0].length
    const inLink = text[match.index - 1] === '[' && text.startsWith('](', end)
    const inner = (match[2] ?? '').replaceAll(/\s+/g, ' ').trim()
    spans.push({ text: inner, offset: match.index, end, inCode: true, inLink })
  }
  for (const match of masked.matchAll(BARE_PATH)) {
    const written = match[0].replace(/[.:]+$/, '')
    const inLink = text[match.index - 1] === '[' || text.startsWith('](', match.index + match[0].length)
    spans.push({ text: written, offset: match.index, end: match.index + written.length, inCode: false, inLink })
  }
  return spans.sort((a, b) => a.offset - b.offset)
}

const BARE_PATH = /(?<![\w@./:\\~$%#-])(?:\.\/)?(?:[\w@.-]+\/)+[\w@.-]+\.[a-z]{1,10}(?::\d+)?(?![\w/-])/gi

function commandClaims(command: string, place: Place): readonly Claim[] {
  return claimsInCommand(command).map(({ need, text }) => {
    const said = { ...place, text }
    if (need.kind !== 'file') return { ...said, ...need }
    const { file, folder, needed } = need
    return {
      ...said,
      kind: 'path',
      file,
      folder,
      lines: undefined,
      located: true,
      needed,
      symbol: undefined,
      beside: [],
    }
  })
}

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
  const located = sentence.leads ? span.offset < 6 || isLocated(span, sentence) : isLocated(span, sentence)
  const others = spans.filter((other) => other !== span && other.inCode && pathIn(other.text) === undefined)
  const [only] = others
  const standsThere =
    lines !== undefined && others.length === 1 && only !== undefined ? codeName(only.text)?.name : undefined
  const at = spans.indexOf(span)
  const around = spans.slice(Math.max(0, at - NEAR), at + NEAR).filter((other) => other !== span)
  const beside = [...around.map((other) => other.text), ...codeIn(sentence.beside).slice(0, NEAR)].flatMap((text) => {
    const path = pathIn(text)
    return path === undefined || path.folder ? [] : [path.file]
  })
  const claim: Claim = {
    ...place,
    kind: 'path',
    file,
    folder,
    lines,
    located,
    needed: false,
    symbol: standsThere,
    beside,
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
      peers: [],
      foreign: false,
      section: sentence.heading,
    },
  ]
}

/** As many names as one looks at together. */
const NEAR = 8

function codeIn(text: string): readonly string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '')
}

/** `old.ts` → `new.ts`: what goes before the arrow may well be what is no more. */
function isBeforeArrow(span: Span, { masked }: Sentence): boolean {
  return /^\s*(?:→|->|=>|⇒|➜)/.test(masked.slice(span.end))
}

function isLocated(span: Span, { masked, heading }: Sentence): boolean {
  return (
    PLACE_BEFORE.test(masked.slice(Math.max(0, span.offset - 40), span.offset)) ||
    PLACE_AFTER.test(masked.slice(span.end, span.end + 30)) ||
    STRUCTURE.test(heading)
  )
}

const PLACE_BEFORE =
  /(?:\b(?:in|at|under|inside|within|see|from|via|of|by|to|edit|run|file|module|entry(?: point)?|path|source|code|folder|directory|implemented|defined|lives?|located)|[在见于由为是到从：:(（|]|位于|参见|查看|入口|文件|目录|定义|实现)\s*["'(]*$/i
const PLACE_AFTER =
  /^\s*(?:\)|）)?\s*(?:[—–:：]|-\s|\||(?:is|are|holds?|contains?|defines?|exports?|implements?|provides?|handles?|has|owns?|keeps?|wires?|registers?|configures?|loads?|reads?|does|sets?)\b|是|负责|包含|定义|实现|提供|处理|存放|中|里|下|目录|文件|为)/i
const STRUCTURE =
  /\b(?:structure|layout|architecture|modules?|components?|directories|folders|files|key files|entry points?|map|where)\b|结构|目录|架构|模块|文件|入口/i

function symbolClaims(
  span: Span,
  place: Place,
  spans: readonly Span[],
  named: readonly (NamedPath | undefined)[],
  sentence: Sentence,
): readonly Claim[] {
  const code = codeName(span.text)
  if (code === undefined || MADE_UP_NAME.test(code.name)) return []
  const file = fileOf(span, spans, named, sentence)
  const inSentence = named.flatMap((one) => (one !== undefined && !one.folder ? [one.file] : []))
  const inRow = codeIn(sentence.beside).flatMap((text) => {
    const found = pathIn(text)
    return found === undefined || found.folder ? [] : [found.file]
  })
  const nearby = [...inSentence, ...inRow]
  const at = spans.indexOf(span)
  const peers = [spans[at - 1], spans[at + 1]].flatMap((other) => {
    if (other === undefined) return []
    const [left, right] = other.offset < span.offset ? [other, span] : [span, other]
    return PEER_GAP.test(sentence.text.slice(left.end, right.offset)) ? (codeName(other.text)?.name ?? []) : []
  })
  return [
    {
      ...place,
      kind: 'symbol',
      ...code,
      file,
      nearby,
      peers,
      foreign: isForeign(span, sentence),
      section: sentence.heading,
    },
  ]
}

/** Whose it is said to be, right before or after it: a name with a capital that is no code, or a possessor. */
function isForeign(span: Span, { masked }: Sentence): boolean {
  const before = masked.slice(Math.max(0, span.offset - 80), span.offset).replace(/^.*[,;:，；：。(（]/s, '')
  return (
    OWNED.test(before) || ACTOR.test(before) || /^\s+(?:of|from) (?!the\b|our\b)[A-Za-z]/.test(masked.slice(span.end))
  )
}

const OWNED = new RegExp(
  `[a-z]['’]s(?:\\s+\\w+)?(?:\\s+${MASK}+(?:\\s*(?:,|and|or)\\s*)?)*\\s*$|[A-Za-z]\\s*的\\s*(?:${MASK}+\\s*[、和与]\\s*)*$`,
)
const ACTOR =
  /(?:^|[\s"'])(?!(?:The|This|That|It|If|When|Where|While|Each|Every|All|Any|Both|Then|There|In|On|At|By|To|For|From|With|As|An?|And|Or|But|Our|We|They|You|Only|Also|Never|Always|Use|See|Call|Run|Two|Three|One|Most|Some)\b)[A-Z][a-z]\w*\s+(?:calls|uses|sends|has|provides|exposes|offers|defines|returns|reads|wants|expects|needs|emits)\b/

/** The file that the sentence puts the symbol in: "`login` in `src/auth.ts`", "`src/auth.ts` exports `login`, `logout`". */
function fileOf(
  span: Span,
  spans: readonly Span[],
  named: readonly (NamedPath | undefined)[],
  { text }: Sentence,
): string | undefined {
  const index = spans.indexOf(span)
  const next = spans[index + 1]
  const after = named[index + 1]
  if (next !== undefined && after !== undefined && SYMBOL_IN.test(text.slice(span.end, next.offset))) return after.file
  for (let at = index + 1, end = span.end; at < spans.length; at += 1) {
    const other = spans[at]
    const gap = text.slice(end, other?.offset ?? end)
    const ahead = named[at]
    if (ahead !== undefined && at > index + 1 && SYMBOL_IN.test(gap)) return ahead.file
    if (other === undefined || ahead !== undefined || !LIST_GAP.test(gap)) break
    end = other.end
  }
  for (let at = index - 1, end = span.offset; at >= 0; at -= 1) {
    const before = spans[at]
    if (before === undefined) return undefined
    const gap = text.slice(before.end, end)
    const file = named[at]
    if (file !== undefined) return FILE_HAS.test(gap) ? file.file : undefined
    if (!LIST_GAP.test(gap)) return undefined
    end = before.offset
  }
  return undefined
}

const SYMBOL_IN =
  /^\s*(?:[(（[]|(?:(?:is|are) (?:all |both )?)?(?:in|inside|within)|of|at|(?:is |are )?(?:defined|implemented|declared|located|exported|found) (?:in|at|by|from)|(?:lives?|sits?|resides?) (?:in|at)|(?:函数|类|方法|常量)?\s*(?:定义在|定义于|位于|实现在|在))\s*(?:the\s+)?$/
const FILE_HAS =
  /^\s*(?:,\s*(?=model|class|function|type|struct|enum|method|hook|trait|interface)|[:：(（—–]|(?:exports?|defines?|declares?|contains?|implements?|exposes?)\b|(?:中|里)?的|中|里|(?:导出|定义|实现|声明)了?)?\s*(?:(?:the|a|an|model|enum|function|class|method|constant|type|interface|hook|struct|trait|模型|函数|类|方法|常量|接口)\s*)*$/
const PEER_GAP = /^\s*(?:,|\/|、|→|->|and|or|&|和|与|及|,\s*and)\s*$/
const LIST_GAP = /^\s*(?:,|\/|、|and|or|&|和|与|及|,\s*and)\s*$/

/** A name as code writes one: called, camelCase, PascalCase, snake_case or CONSTANT_CASE, or a member of something. */
function codeName(text: string): { readonly name: string; readonly owner: string | undefined } | undefined {
  const match = QUALIFIED.exec(text)
  const qualified = match?.[1] ?? ''
  const parts = qualified.split(/\.|::|#|->/)
  const name = parts.at(-1) ?? ''
  if (match === null || name.length < 4) return undefined
  const isCalled = match[2] !== undefined
  const isCode = /[a-z\d][A-Z]|[a-z]_[a-z]|^[A-Z][A-Z\d]*_[A-Z\d_]+$/.test(name)
  if (parts.length === 1) return isCalled || isCode ? { name, owner: undefined } : undefined
  const owner = qualified.slice(0, -name.length).replace(/(?:\.|::|#|->)$/, '')
  const isMember = parts.slice(0, -1).some((part) => /^[A-Z]/.test(part)) || /::|#|->/.test(qualified)
  // `user.email` is as well a field of some data; `org.acme.store.Shelf` is a class, `node.getValue` a method.
  const isClass = parts.length > 2 && /^[A-Z][a-z\d]*[A-Za-z\d]*$/.test(name) && !/[A-Z]/.test(owner)
  return isCalled || isMember || isClass || (parts.length === 2 && isCode) ? { name, owner } : undefined
}

const QUALIFIED = /^((?:[A-Za-z_$][\w$]*(?:\.|::|#|->)){0,7}[A-Za-z_$][\w$]*)([!?]?\([^()]{0,80}\)|[!?])?$/
const MADE_UP_NAME =
  /^(?:my|your|some|foo|bar|baz|example|sample|dummy)(?=[A-Z_]|$)|^(?:Foo|Bar|Baz|My|Your|Example|XXX|YOUR_|MY_|EXAMPLE)/

/** `GET /users/:id`, or `/users/:id` where routes are spoken of. */
function routeIn({ text, inCode, inLink }: Span, { heading, masked, beside, column }: Sentence): string | undefined {
  const route = ROUTE.exec(text)
  if (route?.[2] === undefined || OF_THE_MACHINE.test(route[2]) || /\.(?!json$|xml$)[a-z]{1,5}$/.test(route[2]))
    return undefined
  if (route[1] !== undefined) return route[2]
  if (!inCode || inLink || route[2].length < 4) return undefined
  const isOfRoutes =
    ROUTES_HEADING.test(heading) || ROUTES_COLUMN.test(column.trim()) || /\/(?::[a-z]\w*|\{\w+\}|<\w+>)/.test(route[2])
  return isOfRoutes || ROUTES_SAID.test(masked) || /(?:^|\|)\W*(?:GET|POST|PUT|PATCH|DELETE)\b/.test(beside)
    ? route[2]
    : undefined
}

const ROUTE =
  /^(?:((?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|WS)\s+)(?:https?:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?)?)?(\/[\w\-./:{}<>[\]*?]+?)\/?(?:\?.*)?$/
const ROUTES_HEADING = /\b(?:routes?|routing|endpoints?|rest api|http api)\b|路由|接口/i
const ROUTES_COLUMN = /^(?:path|route|endpoint|url|uri|路径|路由|接口|地址)$/i
const ROUTES_SAID = /\b(?:routes?|endpoints?)\b|路由|接口/i
/** Absolute paths are no routes. */
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
  const listens = on.length > 1 || LISTENS.test(masked) ? on : []
  return [...text.matchAll(PORT), ...listens, ...cell].flatMap((match) => {
    const port = Number(match[1] ?? match[2])
    if (port < 1024 || port > 65_535 || isDenied(masked, match.index)) return []
    const place = placed(match.index, match[0].trim().replaceAll('`', ''))
    return [{ ...place, ...(OTHER_LISTENER.test(masked) ? { standing: 'weak' } : {}), kind: 'port', port }]
  })
}

/** What listens beside the project, and is set up elsewhere. */
const OTHER_LISTENER =
  /\b(?:grafana|kibana|prometheus|jaeger|zipkin|keycloak|nginx|apache|traefik|envoy|haproxy|vault|consul|jenkins|sonarqube|mailhog|mailpit|minio|pgadmin|adminer|portainer|reverse proxy|load balancer|vpn|tunnel|bastion|emulator|simulator)\b|反向代理|本地代理|隧道|跳板|负载均衡/i

const PORT =
  /(?:\bports?|端口)(?:号)?[\s:：=`*]*(?:is|on|为|是|number)?[\s`:：]*(\d{4,5})\b(?![-–.]\d)|(?:localhost|127\.0\.0\.1|0\.0\.0\.0):(\d{4,5})\b/gi
const LISTENS = /\b(?:listen(?:s|ing)?|ports?|serve[sd]?|serving|expose[sd]?|bind[s]?|bound)\b|监听|端口/i
/** "the app on 3000, the API on 3001" where listening is spoken of; a year is none. */
const ON_PORT = /(?:\bon|监听)\s+[`:]*(?!(?:19|20)\d\d\b)(\d{4,5})\b(?![-–.]\d| ?%|\s+\w+s\b)/gi
