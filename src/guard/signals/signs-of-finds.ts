/** The signs of what a person has found out, and of commands. */

import { isOrder } from './norms.ts'
import { isOfTheProject } from './project-things.ts'
import { form, type Sign, words } from './signs.ts'

/** Does it speak of something that is not in our hands? */
export function isOutside(line: string): boolean {
  return EXTERNAL.in(line, line) !== -1
}

/** By a runner that is no everyday word, or by its form; what is quoted may be anything. */
export function namesACommand(line: string): boolean {
  return A_COMMAND.in(line.replace(EVERYDAY_RUNNERS, ' '), line) !== -1
}

const EVERYDAY_RUNNERS = /\ufffc|\b(?:go|make|just|task|git|mix|west|gh|php|helm)\b/gu

export const PROJECT: Sign = { may: () => true, in: (_, sentence) => (isOfTheProject(sentence) ? 0 : -1) }
export const ORDERED: Sign = { may: () => true, in: (line) => (isOrder(line) ? 0 : -1) }

/** Code, a call of a well-known runner, a script, or a word with a colon or an option in it. */
export const A_COMMAND = form(
  ['\ufffc', '\\ufffc'],
  [
    'npm|npx|yarn|bun|deno|make|just|task|cargo|go|uv|poetry|pip|py|tox|docker|kube|helm|terraform|gradle|mvn|bundle|rake|rails|php|composer|dotnet|flutter|fastlane|ansible|git|gh|sbt|mix|bazel|cmake|ninja|west|adb',
    '(?:^|[ ,:])(?:npm|npx|pnpm|yarn|bun|deno|make|just|task|cargo|go|uv|poetry|pip|pytest|python3?|tox|docker|kubectl|helm|terraform|gradle|mvn|bundle|rake|rails|php|composer|dotnet|flutter|fastlane|ansible|git|gh|sbt|mix|bazel|cmake|ninja|idf\\.py|west|adb) (?!to |is |and |with |for )[a-z-]',
  ],
  [
    '.|:|--',
    '(?:^| )(?:\\./)?[\\w./-]+\\.(?:sh|py|ps1|rb|mjs)(?: |$)|(?:^| )(?!https?:)[a-z][\\w-]*:[a-z][\\w:-]*| --[a-z]',
  ],
)

export const TRAP = words(
  `[trap/gotcha/pitfall/caveat/footgun/erratum/quirk](s) (here )[:/,/is/was/that/in/when/with/of]|[the/a/that's the/that's a] (_ )[trap/gotcha/pitfall/footgun]|
  the catch [is/was/:/here]|cost [me/us/him/her] [a/an/the/two/three/half/hours/days/all/some/most]|[bit/bitten/burned/burnt] [me/us/by/twice/before]|
  known [bug/issue/limitation] [in/of/with]|[docs/documentation/manual/datasheet] [is/are] (just/simply) wrong|undocumented|[was/is/were] [the whole story/to blame/the culprit/the offender]|
  坑在|坑是|坑就|坑点|坑了|有坑|个坑|的坑|踩坑|这坑|陷阱|巨坑|坑 [:/,]|才发现|原因[是/就是/其实/在]|原因 [,/:]|[固件/驱动/芯片/模组/sdk/底层/框架](本身)有 bug`,
  '[一个/个]萝卜|坑爹|trap [handler/signal]',
)

export const TOLD_AFTERWARDS = form(
  [
    'note|fyi|good to|for the|lesson',
    "^(?:note that|fyi|good to know|for the record|lesson|lesson learned)(?: [,:])? (?!i |i'm|you |we should|please|the (?:meeting|deadline))(?:\\S+ ){6,}",
  ],
  [
    'got it|i see|aha|found it|i get|bingo|eureka|interesting|ha |right|exactly|confirmed|yep',
    '^(?:(?:oh|ah|ok|okay) )*(?:got it|i see|aha|found it|i get it|bingo|eureka|interesting|ha|ah right|right|exactly|confirmed|yep) [,:] (?!please|now|can|so |but |ok|thanks|let|do |then )(?:\\S+ ){6,}',
  ],
  ["that's why", "\\bthat's why (?!i |you |we (?:need|should|want)|.*\\b(?:called|named)\\b)(?:\\S+ ?){3,}"],
  ['了 ,', '^(?:那?我?知道了|明白了|懂了|想起来了|发现了|搞懂了|看明白了|有了|想通了) , .{8,}'],
  ['确实|果然|没错|对|是的|就是', '^(?:确实是?|果然是?|没错|对|是的|就是它|就是这个) , .{8,}'],
  [
    'that|this is|it was|there it',
    "(?:^|[ ,:])(?:that's|this is|that was|it was|there it is|that is)(?: exactly| really| indeed)? (?:it|the (?:cause|reason|culprit|problem|bug|issue)) [,:] (?:\\S+ ){5,}",
  ],
  [
    'found out|figured|learned|discover|realis|realiz',
    '(?:^|[ ,:])(?:found out|figured out|learned|discovered|realised|realized) (?:today |the hard way |just now )?(?:that|why) (?:\\S+ ){3,}',
  ],
  [
    'silently|explains|wonder|mystery|is why|hence',
    "\\bsilently [a-z]+(?<!s)s\\b(?! ?$)|\\b(?:that|this|which) explains (?:it|why|the)\\b.{8,}|\\bno wonder .{12,}|\\bmystery solved\\b.{8,}|\\b(?:this|that|which) is why .{3,60}\\b(?:fail\\w*|broke\\w*|crash\\w*|slow|hangs?|hung|timed out|empty|missing|lost|wrong|stuck|didn't|couldn't|kept)\\b|\\bhence the [a-z]+",
  ],
  [
    '原来|查|搞|调|折|弄|定位|抓到|找着|难怪|怪不得|解释|所以才',
    '(?:^|[ ,:])原来是?(?!这样|如此|你|他|她|这么|的|就|在)[^,:]{5,}|(?:查出来|查到|查明|搞明白|弄清楚|搞清楚|定位到|抓到|找着)了? ?[,:是]|[查搞调折弄][腾]?了(?:半天|一天|两天|很久|好久|一下午|一晚上|一上午|半小时|一个小时)[^,:]{0,6}(?:是|因为|发现|原来)|(?:难怪|怪不得|这就解释了|所以才).{6,}',
  ],
)

/** What a thing outside our hands does, and under what condition. */
export const EXTERNAL = words(
  `ios|android|safari|chrome|firefox|edge|windows|macos|linux|aws|gcp|azure|s3|lambda|cloudflare|github|gitlab|stripe|paypal|twilio|slack|
  the [vendor/payment provider/carrier/bank/driver/chip/radio/sensor/firmware/sdk/gateway/sandbox/kernel/compiler/scheduler/broker/proxy/browser](s/'s)|
  [vendor/upstream/third(-)party]('s)|_ [sdk/api/sandbox/driver]|samsung(s)|nvidia|amd|intel|_ drivers|xiaomi|huawei|postgres|mysql|redis|kafka|nginx|
  沙箱|第三方|厂商|供应商|上游|对方|网关|运营商|微信|支付宝|银联|苹果|安卓|小米|华为|鸿蒙|浏览器|驱动|芯片|内核|服务商|云厂商|硬件|推送|短信|极光|模组|固件|_ 镜像`,
)
export const LIMITED = words(
  `[only/never/silently/no longer] [allow*/accept*/support*/return*/send*/deliver*/keep*/retr*/work*/drop*/ignor*/truncat*/run*]|
  [truncate/drop/throttle/kill/cap/reject/evict/strip/lock](s) … [after/over/above/below/beyond/if/when/unless/longer than/more than/less than]|
  [do not/don't/does not/doesn't] [zero*/init*/support*/send*/return*/keep*/handle*/honour/honor/respect/deliver*/retry]|
  keep(s) … [after/even]|rate(-)limit*|[is/are] (hard )[limited/capped] [to/at]|lock(s) up [if/when]|
  一次最多|最多_个|不报错|直接丢|装不上|没有 _|不会[带/发/回/推/触发/自动/执行/缓存/重试/清/通知/回调/保留]|会重复|不支持|只支持|只允许|最多只|只保留|会被系统|会被杀|会被截|会截断|会丢弃|会限流|会吞|必须先|只能主动`,
)

/** Somebody warns: of what, and when it happens. */
export const WARNS = form(
  [
    'watch|careful|beware|heads|mind|aware|fyi|good to',
    '^(?:(?:ok|and|but|btw|oh) ,? ?)?(?:watch out|careful|be careful|beware|heads up|mind you|be aware|keep in mind|fyi|good to know)(?: (?:with|about|of|for|that))?(?: \\S+){0,5} [,:]? ?\\S',
  ],
  ['注意|小心|当心|留意|提醒', '^(?:注意|小心|当心|留意|提醒(?:一下|你)?)(?!不要|别|一下|代码|格式|点|看)'],
)
export const HAPPENS = words(
  `when|if|because|forever|otherwise|silently|after|until|unless|every [night/hour/day/time]|doesn't|does not|won't|can't|cannot|only [accept*/allow*/work*/support*]|reset(s)|会|不会|否则|不然|只能|必须|才能`,
  '[when/if/after/until/unless] you [edit/change/commit/push/touch/test/run/do/are]|小心不要',
)

/** What goes wrong otherwise. */
export const OTHERWISE = form(
  ['不然|否则|要不', '(?:要|得|必须|需要|记得|只能|不能|不可以|千万别|一定).{2,40}(?:不然|否则|要不然|要不).{2,}'],
  [
    'otherwise|or |else',
    "\\b(?:must|has to|have to|needs to|need to|don't|do not|never|only|can't|cannot)\\b.{3,80}\\b(?:otherwise|or else|or it|or the|else it|else the)\\b.{3,}",
  ],
)
