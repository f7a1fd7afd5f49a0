/** Routes, environment variables and ports that a sentence names. */

import type { Claim, Place } from './claim.ts'
import { MADE_UP_NAME } from './claims-of-symbols.ts'
import type { Sentence } from './passages.ts'
import type { Span } from './spans.ts'
import { isDenied } from './standing.ts'

/** `GET /users/:id`, or `/users/:id` where routes are spoken of. */
export function routeIn(
  { text, inCode, inLink }: Span,
  { heading, masked, beside, column }: Sentence,
): string | undefined {
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

export function variableIn(text: string, sentence: Sentence): string | undefined {
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

export function portsIn(
  { text, masked, column }: Sentence,
  placed: (offset: number, text: string) => Place,
): readonly Claim[] {
  if (!/\d{4}/.test(text)) return []
  const cell = /^(?:default )?ports?$|端口/i.test(column.trim()) ? [...text.matchAll(/^[`:*\s]*(\d{4,5})\b/g)] : []
  const on = [...text.matchAll(ON_PORT)]
  const listens = on.length > 1 || LISTENS.test(masked) ? on : []
  return [...text.matchAll(PORT), ...listens, ...cell].flatMap((match) => {
    const port = Number(match.slice(1).find((group) => group !== undefined))
    if (port < 1024 || port > 65_535 || isDenied(masked, match.index)) return []
    const place = placed(match.index, match[0].trim().replaceAll('`', ''))
    return [{ ...place, ...(OTHER_LISTENER.test(masked) ? { standing: 'weak' } : {}), kind: 'port', port }]
  })
}

/** What listens beside the project, and is set up elsewhere. */
const OTHER_LISTENER =
  /\b(?:grafana|kibana|prometheus|jaeger|zipkin|keycloak|nginx|apache|traefik|envoy|haproxy|vault|consul|jenkins|sonarqube|mailhog|mailpit|minio|pgadmin|adminer|portainer|reverse proxy|load balancer|vpn|tunnel|bastion|emulator|simulator)\b|反向代理|本地代理|隧道|跳板|负载均衡/i

const PORT =
  /(?:\bports?|端口)(?:号)?[\s:：=`*]*(?:is|on|为|是|默认(?:为|是)?|number|defaults? to)?[\s`:：]*(\d{4,5})\b(?![-–.]\d)|(?<![\d.:-])(\d{4,5})[\s`]*(?:号)?端口|(?:localhost|127\.0\.0\.1|0\.0\.0\.0):(\d{4,5})\b/gi
const LISTENS = /\b(?:listen(?:s|ing)?|ports?|serve[sd]?|serving|expose[sd]?|bind[s]?|bound)\b|监听|端口/i
/** "the app on 3000, the API on 3001" where listening is spoken of; a year is none. */
const ON_PORT = /(?:\bon|监听)\s+[`:]*(?!(?:19|20)\d\d\b)(\d{4,5})\b(?![-–.]\d| ?%|\s+\w+s\b)/gi
