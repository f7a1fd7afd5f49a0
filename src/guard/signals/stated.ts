/**
 * What is worth keeping and said plainly, without a word that announces it: known by the shape of its sentence.
 *
 * A shape is a few tables that one sentence must all meet: what is spoken of, what is said of it, what makes it last.
 * Each alone is in every second sentence of a working day, so a shape without its second table is rare here.
 */

import { once } from '../../core/once.ts'
import { wordTable } from '../../text/word-table.ts'
import { isOrder } from './norms.ts'
import { isOfTheProject } from './project-things.ts'
import { isHeld, isSettled } from './settled.ts'
import type { SignalKind } from './signal.ts'

export function statedKind(line: string, sentence: string, by: 'user' | 'assistant'): SignalKind | undefined {
  return SHAPES.find((shape) => (shape.by === 'both' || by === 'user') && isMet(shape, line, sentence))?.kind
}

/** The answer to a question that offered a choice: what was taken, and why. */
export function isReasonedChoice(line: string, sentence: string): boolean {
  const isReasoned = [WHY, OURS, EXPLAINED].some((sign) => sign.in(line, sentence) !== -1)
  return isReasoned && line.includes(' , ') && !isOrder(line) && isSettled({ kind: 'decision', line, sentence, end: 0 })
}

interface Shape {
  readonly kind: SignalKind
  readonly by: 'user' | 'both'
  /** The first is what the sentence is known by: a guess before it takes it back. */
  readonly all: readonly Sign[]
  readonly none: readonly Sign[]
  /** It says itself for how long it holds. */
  readonly forNow: boolean
}
type Sign = { readonly in: (line: string, sentence: string) => number }

function isMet({ kind, all, none, forNow }: Shape, line: string, sentence: string): boolean {
  // One table after the other: the first that is not met spares making the patterns of the rest.
  const [first, ...others] = all
  const end = first === undefined ? 0 : first.in(line, sentence)
  if (end === -1 || others.some((sign) => sign.in(line, sentence) === -1)) return false
  if (none.some((sign) => sign.in(line, sentence) !== -1)) return false
  const announced = { kind, line, sentence, end }
  return forNow ? isHeld(announced) : isSettled(announced)
}

/** Does it speak of something that is not in our hands? */
export function isOutside(line: string): boolean {
  return EXTERNAL.in(line, line) !== -1
}

/** Two figures, one after the other: a gain or a loss that was measured. */
export function isMeasured(line: string): boolean {
  return FIGURES.in(line, line) !== -1 && SETS_A_VALUE.in(line, line) === -1
}

/** By a runner that is no everyday word, or by its form; what is quoted may be anything. */
export function namesACommand(line: string): boolean {
  return A_COMMAND.in(line.replace(EVERYDAY_RUNNERS, ' '), line) !== -1
}

const EVERYDAY_RUNNERS = /\ufffc|\b(?:go|make|just|task|git|mix|west|gh|php|helm)\b/gu

/** Where in the line the first phrase of the table ends, or -1. */
function words(phrases: string, except = ''): Sign {
  const table = wordTable(phrases, except)
  return {
    in: (line) => {
      const [phrase] = table.phrasesIn(line)
      return phrase === undefined ? -1 : line.indexOf(phrase) + phrase.length
    },
  }
}

function form(...branches: readonly string[]): Sign {
  const pattern = once(() => new RegExp(branches.join('|'), 'u'))
  return {
    in: (line) => {
      const match = pattern().exec(line)
      return match === null ? -1 : match.index + match[0].length
    },
  }
}

const PROJECT: Sign = { in: (_, sentence) => (isOfTheProject(sentence) ? 0 : -1) }
const ORDERED: Sign = { in: (line) => (isOrder(line) ? 0 : -1) }

// What commands and figures look like.

/** Code, a call of a well-known runner, a script, or a word with a colon or an option in it. */
const A_COMMAND = form(
  '\\ufffc',
  '(?:^|[ ,:])(?:npm|npx|pnpm|yarn|bun|deno|make|just|task|cargo|go|uv|poetry|pip|pytest|python3?|tox|docker|kubectl|helm|terraform|gradle|mvn|bundle|rake|rails|php|composer|dotnet|flutter|fastlane|ansible|git|gh|sbt|mix|bazel|cmake|ninja|idf\\.py|west|adb) (?!to |is |and |with |for )[a-z-]',
  '(?:^| )(?:\\./)?[\\w./-]+\\.(?:sh|py|ps1|rb|mjs)(?: |$)|(?:^| )(?!https?:)[a-z][\\w-]*:[a-z][\\w:-]*| --[a-z]',
)
const UNIT =
  '(?:ms|s|secs?|seconds?|minutes?|mins?|hours?|h|kb|mb|gb|mib|gib|%|fps|qps|rps|tps|req/s|rows/s|x|毫秒|微秒|秒|分钟|小时|帧|倍|兆)'

// What was found.

const TRAP = words(
  `[trap/gotcha/pitfall/caveat/footgun/erratum/quirk](s) (here )[:/,/is/was/that/in/when/with/of]|[the/a/that's the/that's a] (_ )[trap/gotcha/pitfall/footgun]|
  the catch [is/was/:/here]|cost [me/us/him/her] [a/an/the/two/three/half/hours/days/all/some/most]|[bit/bitten/burned/burnt] [me/us/by/twice/before]|
  known [bug/issue/limitation] [in/of/with]|[docs/documentation/manual/datasheet] [is/are] (just/simply) wrong|undocumented|[was/is/were] [the whole story/to blame/the culprit/the offender]|
  坑在|坑是|坑就|坑点|坑了|有坑|个坑|的坑|踩坑|这坑|陷阱|巨坑|坑 [:/,]|才发现|原因[是/就是/其实/在]|原因 [,/:]|[固件/驱动/芯片/模组/sdk/底层/框架](本身)有 bug`,
  '[一个/个]萝卜|坑爹|trap [handler/signal]',
)

const TOLD_AFTERWARDS = form(
  "^(?:note that|fyi|good to know|for the record|lesson|lesson learned)(?: [,:])? (?!i |i'm|you |we should|please|the (?:meeting|deadline))(?:\\S+ ){6,}",
  '^(?:(?:oh|ah|ok|okay) )*(?:got it|i see|aha|found it|i get it|bingo|eureka|interesting|ha|ah right|right|exactly|confirmed|yep) [,:] (?!please|now|can|so |but |ok|thanks|let|do |then )(?:\\S+ ){6,}',
  "\\bthat's why (?!i |you |we (?:need|should|want)|.*\\b(?:called|named)\\b)(?:\\S+ ?){3,}",
  '^(?:那?我?知道了|明白了|懂了|想起来了|发现了|搞懂了|看明白了|有了|想通了) , .{8,}',
  '^(?:确实是?|果然是?|没错|对|是的|就是它|就是这个) , .{8,}',
  "(?:^|[ ,:])(?:that's|this is|that was|it was|there it is|that is)(?: exactly| really| indeed)? (?:it|the (?:cause|reason|culprit|problem|bug|issue)) [,:] (?:\\S+ ){5,}",
  '(?:^|[ ,:])(?:found out|figured out|learned|discovered|realised|realized) (?:today |the hard way |just now )?(?:that|why) (?:\\S+ ){3,}',
  "\\bsilently [a-z]+(?<!s)s\\b(?! ?$)|\\b(?:that|this|which) explains (?:it|why|the)\\b.{8,}|\\bno wonder .{12,}|\\bmystery solved\\b.{8,}|\\b(?:this|that|which) is why .{3,60}\\b(?:fail\\w*|broke\\w*|crash\\w*|slow|hangs?|hung|timed out|empty|missing|lost|wrong|stuck|didn't|couldn't|kept)\\b|\\bhence the [a-z]+",
  '(?:^|[ ,:])原来是?(?!这样|如此|你|他|她|这么|的|就|在)[^,:]{5,}|(?:查出来|查到|查明|搞明白|弄清楚|搞清楚|定位到|抓到|找着)了? ?[,:是]|[查搞调折弄][腾]?了(?:半天|一天|两天|很久|好久|一下午|一晚上|一上午|半小时|一个小时)[^,:]{0,6}(?:是|因为|发现|原来)|(?:难怪|怪不得|这就解释了|所以才).{6,}',
)

/** A measured gain or loss: two figures with a unit, one after the other. */
const FIGURES = form(
  `\\d[\\d.,]* ?${UNIT}.{0,20}?(?:之前|原来|以前|原先|本来)(?:要|是|得)?.{0,6}\\d`,
  '\\b(?:dropped|down|fell|went|up|cut) to \\d.{0,16}? from\\b',
  '\\b(?:went|dropped|fell|grew|rose|down|up|reduced|cut|shrank) from \\d(?!.*degrees).{0,30}? to \\S',
  '\\d[\\d.]* ?[kmg]?b? ?(?:变成?|变为|→) ?\\d',
  `\\d[\\d.,]* ?${UNIT}(?![a-z]).{0,16}?(?: to| →| , >|=>|到|至|变成|降成|缩成|只要) ?.{0,20}?\\d`,
  `\\d[\\d.,]* ?(?:x|times|倍) (?:faster|slower|smaller|cheaper|less|more)|(?:快|慢|小|少|省|降)了.{0,4}\\d[\\d.]* ?(?:倍|%)`,
)
const SETS_A_VALUE = words(
  `if|would|could|should|can|target|goal|aim|如果|目标|希望|争取|set|change|bump|raise|increase the|extend|adjust|between|from … to … depending|takes from|wait|timeout [to/from]|make it|limit|
  把|改成|改为|改到|调到|调成|设成|设为|设置|延长|之间|随机`,
)

/** What a thing outside our hands does, and under what condition. */
const EXTERNAL = words(
  `ios|android|safari|chrome|firefox|edge|windows|macos|linux|aws|gcp|azure|s3|lambda|cloudflare|github|gitlab|stripe|paypal|twilio|slack|
  the [vendor/payment provider/carrier/bank/driver/chip/radio/sensor/firmware/sdk/gateway/sandbox/kernel/compiler/scheduler/broker/proxy/browser](s/'s)|
  [vendor/upstream/third(-)party]('s)|_ [sdk/api/sandbox/driver]|samsung(s)|xiaomi|huawei|postgres|mysql|redis|kafka|nginx|
  沙箱|第三方|厂商|供应商|上游|对方|网关|运营商|微信|支付宝|银联|苹果|安卓|小米|华为|鸿蒙|浏览器|驱动|芯片|内核|服务商|云厂商|硬件|推送|短信|极光|模组|固件|_ 镜像`,
)
const LIMITED = words(
  `[only/never/silently/no longer] [allow*/accept*/support*/return*/send*/deliver*/keep*/retr*/work*/drop*/ignor*/truncat*/run*]|
  [truncate/drop/throttle/kill/cap/reject/evict/strip/lock](s) … [after/over/above/below/beyond/if/when/unless/longer than/more than/less than]|
  keep(s) … [after/even]|rate(-)limit*|[is/are] (hard )[limited/capped] [to/at]|lock(s) up [if/when]|
  一次最多|最多_个|不报错|直接丢|装不上|没有 _|不会[带/发/回/推/触发/自动/执行/缓存/重试/清/通知/回调/保留]|会重复|不支持|只支持|只允许|最多只|只保留|会被系统|会被杀|会被截|会截断|会丢弃|会限流|会吞|必须先|只能主动`,
)

/** Somebody warns: of what, and when it happens. */
const WARNS = form(
  '^(?:(?:ok|and|but|btw|oh) ,? ?)?(?:watch out|careful|be careful|beware|heads up|mind you|be aware|keep in mind|fyi|good to know)(?: (?:with|about|of|for|that))?(?: \\S+){0,5} [,:]? ?\\S',
  '^(?:注意|小心|当心|留意|提醒(?:一下|你)?)(?!不要|别|一下|代码|格式|点|看)',
)
const HAPPENS = words(
  `when|if|because|forever|otherwise|silently|after|until|unless|every [night/hour/day/time]|doesn't|does not|won't|can't|cannot|only [accept*/allow*/work*/support*]|reset(s)|会|不会|否则|不然|只能|必须|才能`,
  '[when/if/after/until/unless] you [edit/change/commit/push/touch/test/run/do/are]|小心不要',
)

/** What goes wrong otherwise. */
const OTHERWISE = form(
  '(?:要|得|必须|需要|记得|只能|不能|不可以|千万别|一定).{2,40}(?:不然|否则|要不然|要不).{2,}',
  "\\b(?:must|has to|have to|needs to|need to|don't|do not|never|only|can't|cannot)\\b.{3,80}\\b(?:otherwise|or else|or it|or the|else it|else the)\\b.{3,}",
)

// What holds, though nobody decides it now.

const EVERY = words(
  'everywhere|all|every|each|everything|always|our|any|所有|全部|每个|每条|凡是|都是|都用|都按|都存|一律|统一',
)
const IS_OF_SORT = form(
  '\\b(?:make|keep|store|treat|have|send|parse) (?:everything|all \\S+|every \\S+)(?: as| in)? (?:utc|gmt|cents|lf|utf-?8|lower-?case|upper-?case|immutable|strings?|integers?|decimals?|iso)\\b',
  '\\b(?:are|is|in|as|stored|kept|sent|counted|measured|expressed|encoded|saved|run on|use)(?: all| always| in| as| stored| kept| sent| saved| plain)* (?:utc|gmt|cet|local time|(?:euro ?)?cents|pence|cent[ei]met(?:er|re)s|millimet(?:er|re)s|met(?:er|re)s|(?:milli|micro|nano)?seconds|ms|bytes|iso|iso-8601|rfc3339|utf-?8|utf-?16|lf|crlf|gbk|ascii|little-?endian|big-?endian|zero-based|one-based|[01]-based|lower-?case|upper-?case|lower case|upper case|snake_case|camelcase|kebab-case|immutable|append-only|read-only|unsigned|radians|degrees|base64|eur|usd|cny|net|gross|integers|decimals|strings|epoch|unix|big integers|uuids?|ulids?|idempotent|soft-deleted|versioned)\\b',
  '(?:是|用|存|按|为|以)(?:的是|的都是)? ?(?:utc|gmt|北京时间|东八区|本地时间|分(?:为单位|存|$| ,)|毫秒|微秒|秒|字节|厘米|毫米|米|gbk|utf-?8|大端|小端|小写|大写|下划线|驼峰|只读|从 ?[01] ?开始|base64|人民币|美元|含税|不含税|整数|字符串|时间戳|软删除|幂等)',
)

// How the work is done.

const STATES_A_COMMAND = words(
  `[new/the/our/single] (_ )(_ )(_ )[command/script/task/target] … [is/are/changed/became/moved]|command(s) changed|new command(s)|
  [is/are] (now )[deployed/built/released/published/shipped/started/generated/flashed/tested/linted/formatted/seeded/provisioned/run] [with/via/by/through/using/from]|
  [deploy*/release(s)/build(s)/migration(s)/test(s)/backup(s)/staging/production/seeding/codegen/linting] [run/runs/go/goes/happen/happens/work/works/start/starts] [with/via/by/through/using/from]|
  we (now )[deploy/release/build/run/test/seed/lint/publish/ship/flash/start] … [with/via/by/through/using]|
  新命令|新的命令|命令[换/改/变/是/为/叫/现在/已经/统一/:]|脚本[换成/改成/改名/现在是]|[加了/新增]_(了)命令|[用/跑/执行] … [启动/部署/发布/打包/回滚/导入/初始化/生成/灌数据]`,
  '[这个/那个/该/什么]命令|this command|that command|把…命令',
)

/** It is to be made yet. */
const WISHED = words(
  `[we/i/users/they](('d)/ would/ also/ still/ really)( like/ love)( to) [want/need/add/create/implement/have]|[add/create/implement/introduce] (a/an/the/another) |
  should [have/be]|需要一个|[加/做/写/建/新增/弄](一)个|想要|希望`,
)

const STATES_A_PROCESS = form(
  "\\b(?:we|i|they|the team)(?: have|'ve)?(?: just)? (?:changed|reworked|replaced|simplified|switched|moved|redid) (?:the|our|how)(?: \\w+){0,2} (?:workflow|process|pipeline|procedure|releases?|deploys?|deployments?|builds?)\\b",
  '(?:^|[ ,])(?:the |our |new )*(?:release|deploy|deployment|build|review|hotfix|rollback|branching|publishing|onboarding|migration|backup|on-?call|upgrade|ship|merge|test)\\w* (?:process|train|workflow|flow|steps?|procedure|checklist|cycle|routine)(?: \\w+){0,3} (?::|is|goes|works|changed|now)',
  '(?:流程|步骤|顺序|做法|操作|工作流)(?:是|:| :|如下|变了|改了|改成|改为|有变|调整|现在)|(?:发布|部署|上线|回滚|上架|提测|发版|回刷|迁移|升级|打包|烧录|合并|提审|灰度).{0,8}(?:要这样|这样做|是这样|这么做|分.步) ?:?',
)
const IN_STEPS = form(
  '先.{1,40}(?:再|然后|之后|最后|才)',
  '\\bthen\\b|\\bafter that\\b|\\bfinally\\b|\\bfirst\\b|\\bbefore\\b|\\bafterwards\\b| : | , .* , ',
)
const TO_DO_SO = form(
  '^(?:(?:btw|fyi|so|ok|and|also|note|oh) ,? ?)*(?:to|in order to) (?:release|deploy|ship|publish|build|run|start|flash|provision|roll back|rollback|seed|migrate|backfill|regenerate|generate|restore|debug|cut a|rotate|reset|set up|upgrade|update the)\\b.{0,60}?(?: , (?:just |first |always )?(?:run|use|call|do|you|we|make|go|tag|merge|push|set|npm|pnpm|yarn|just|cargo|docker|\\ufffc)(?= |$)| you | we )(?!want|could|can try)',
  '^(?:(?:btw|fyi|so|ok|and|also|note|oh) ,? ?)*to (?!fix|see|check|reproduce|make|do|be|avoid|solve|test this|try)[a-z]+ .{2,60}?(?:just |you |we |simply )?(?:run|use|call|execute) ',
)
/** "Hotfixes branch off the last tag …", "e2e tests need the emulator: …". */
const GOES_SO = form(
  '[a-z]+s (?:like (?:that|this|these) )?(?:get|are|must be|have to be|need to be) (?:always |only |first )?(?:reviewed|approved|signed|merged|deployed|released|generated|created|checked|tested|published|rotated) (?:by|in|with|through|on|from|before|first)\\b',
  '(?:^|[,:] )for (?:staging|prod|production|local|a release|releases|hotfixes|a hotfix|releasing|deploying|local development) (?:you|we|it|just|run)\\b',
  '(?:^|[,:] )(?:all |our |the |new |every |each )?(?:\\S+ )?(?:hotfix(?:es)?|releases?|deploys?|deployments?|migrations|features|feature branches|branches|prs|pull requests|builds|tags|bugfixes|(?:schema|database|db) changes|translations|docs|backups|snapshots|tests|e2e|fixtures|secrets|images|packages|versions|assets|mocks|clients|types|[a-z]{4,}ing) (?:branch|go|goes|get|gets|are|is|run|runs|start|come|happen|live|need|needs|merge|land|ship|deploy|follow|have to|must) (?!failing|broken|green|red|slow|missing|gone|fine|ok|passing|flaky|not|still|again|always)',
  '(?:本地|线上|测试环境|预发)?(?:启动|起服务|起项目|起环境|部署|发布|打包|构建|跑测试|回滚|迁移|导数据|造数据|灌数据|生成代码|调试|联调|压测|格式化|校验|初始化|建库|重置|发版|出包|上线)(?:服务|项目|环境|数据库|代码|接口|镜像)?(?:都|统一|一般|直接|现在|要)?(?:用|跑|执行|走|靠|敲)',
)
const HAS_TO_RUN = form(
  '\\brun .{2,40}? (?:after|before|whenever|each time|every time) (?:you |each |every |any |a )?[a-z]+',
  '(?<!我)(?:要|得|必须|需要|记得)(?:先|再|重新)?(?:跑|执行|运行|敲)',
  '\\b(?:after|when|whenever|once) (?:changing|editing|adding|updating|touching|you (?:change|edit|add|update|touch|pull)|each|every|a |the )(?:.{3,60})\\b(?:run|rerun|regenerate|call|execute)\\b',
  '\\byou (?:have to|need to|must|should) (?:first |also |always )?run\\b',
)
const PLACED = words('first|anymore|any more|is enough|by the _|branch|approval(s)|in _/_|automatically|by hand|only')
const AT_TIMES = form(
  '\\bwe (?:only |always |usually )?(?:release|deploy|ship|cut (?:a )?releases?|merge|tag|publish|freeze|branch) (?:\\S+ ){0,3}(?:every|once a|twice a|on (?:mon|tues|wednes|thurs|fri)days?|each|weekly|daily|nightly|from (?:the )?\\S+ branch)\\b',
  '(?:每周|每天|每月|每两周|每晚|周[一二三四五])[^,:]{0,8}(?:发版|发布|上线|封版|合并|部署|打 ?tag|提测)',
)
const BEFOREHAND = form(
  '\\bbefore (?:you |we |every |each |any |a |the |opening a |your )*(?:commit(?:ting|s)?|push(?:ing|es)?|merg(?:e|ing)|releas(?:e|ing)|deploy(?:ing|s)?|pr|pull request|open a pr|tag(?:ging)?|ship(?:ping)?)\\b',
  '(?:提交|推送|合并|发布|上线|提测|发版|打包|部署|合代码|推代码|提 ?[pm]r) ?(?:代码|之)?前',
)
const A_STANDING_WORD = words(
  'always|every|each|must|has to|have to|never|make sure|no exceptions|都要|都得|必须|一定|每次|务必|记得|要先|得先|先跑|都先',
)

// What must be, and who wants it.

const WANTED = form(
  "\\b(?:design|designers?|auditors?|audit|finance|accounting|ops|operations|security|infra|qa|publishers?|partners?|regulators?|vendors?|management|the board|privacy|accessibility|hr|procurement|tax|legal|compliance|product|customers?|clients?|stakeholders?|the bank|the hospital|the city|apple|google|the store|app review)(?: team| people| department| folks)?(?: has| have| just| also| now| finally)* (?:insists?|requires?|demands?|signed off|signed it off|agreed|confirmed|approved|wants?|asked for|won't accept|rejects?)\\b(?! (?:to )?(?:know|see|talk|meet|hear|an answer|a call|an update|a meeting|the report))",
  "\\b(?:agreed with|signed off by|approved by|demanded by|required by|a must for|promised to) (?:the |our )?[a-z]+|\\b(?:we|i)(?: have|'ve)? promised (?:\\S+ ){3,}",
  '(?:产品|客户|业务|财务|法务|运营|老板|领导|甲方|设计|审计|监管|合规|风控|市场|发行|银行|医院|学校|校方|商务|采购|平台方|合作方|需求方|政府|央行|医生|老师|安全组|安全部)(?:那边|这边|经理|同学|侧|部门?|方|组|团队)*(?:已经|也|都|刚|又|今天|昨天|明确|最后|终于)*(?:定了|定下|定的是|说了|说好了|说定|要求|确认了|拍板|规定|提了|点头|签字|签了|坚持|同意了)',
)
const WANTS = words('[the/our/their] (_ )(_ )_ [wants/requires/insists/demands/expects/asks for/asked for]')
const LIMIT = words(
  'within|at least|at most|less than|more than|no more than|under|below|up to|per|every|not exceed|最多|至少|不超过|以内',
)
const ACCEPTED_WHEN = words(
  `acceptance( criteri*/ test(s))( for …) [is/are/:/,]|definition of done|[done/accepted/complete/finished] [when/means]|we accept it [if/when]|
  验收[标准/条件/要求/口径/时/是/:]|算[完成/通过/验收]的标准|达标[线/标准]`,
)
const BOUND_BY = form(
  '\\b(?:customers|users|admins|clients|operators|guests|members|tenants|editors) (?:\\S+ ){1,4}(?:must|have to|need to be able to) \\S+ (?:\\S+ ?){2,}',
  '(?:^|[ ,:])(?!这|那|你|我)[^,:]{2,8}(?:要|需要|得)(?:能|支持|可以)[^,:]{3,} ,.{4,}',
  '必须(?:能|可以|支持|兼容|允许|保证).{3,}',
  '(?:^|[,:] )(?:everything|nothing|all (?:of )?(?:the |our )?\\S+) (?:must|has to|have to|needs to|may) (?:be|work|survive|stay|have|run|support|keep) (?:\\S+ ?){2,}',
  '\\bno (?:\\w+ ){1,3}(?:may|must|shall|should) (?:\\w+ )*?(?:longer|more|less|fewer|exceed|be|have|take|lose|miss)\\b',
  '(?:必须|要|得|需要|应该|应当)(?:在|能)?.{0,12}\\d[\\d:]* ?(?:点|号|分钟|秒|小时|天|ms|s|毫秒)(?:钟)?(?:之)?(?:前|内|以内)',
  '(?:没有|缺|少一个|少了|不填|不带).{0,16}(?:不给|不能|不准|不许|不让)(?:提交|通过|上线|发布|保存|下单|退款)',
)

// What was chosen, put off, or holds as an order.

const STANDING = form(
  "\\b(?:don't|do not) ever (?!mind|forget)[a-z]+ (?:\\S+ ?){2,}",
  '(?:^|[,:] |\\b(?:and|so|then|but|please|also|again|should|must) )always (?!mind|seen|again|know|knows|had|been|be |was|got|knew|saw|heard|thought|fails|happy|nice|good|great|fun|true|possible|easy|hard|there|some|a |the |in |that |too |going|say |forget|tell |ask |trust|apologi)[a-z][\\w-]*(?<!ed|ing|[^s]s)(?: [^ ,:]+){3,}',
  '(?:^|[,:] |\\b(?:and|so|then|but|please|also|again|should|must) )never(?: ever)? (?!mind|seen|again|know|knows|had|been|be |was|got|knew|saw|heard|thought|fails|happy|nice|good|great|fun|true|possible|easy|hard|there|some|a |the |in |that |too |going|say |forget|tell |ask |trust|apologi)[a-z][\\w-]*(?<!ed|ing|[^s]s)(?: [^ ,:]+){2,}',
  "\\b(?:don't|do not|never|stop) (?:ever )?(?:use|using|call|put|write|add|import|read|store|log|cache|hardcode|hard-code|commit|touch|catch|mock|edit|rely on|depend on|pass|return|throw|block|allocate|query)\\b.{3,80} , (?:rather |instead |always |please )*(?:use|take|call|pass|go through|read|prefer|keep|get|inject|return|put|do|wrap|let|ask|import|derive|store)\\b",
  '(?:一律|统统|全都|全部)(?:不准|不许|不能|不要|别|用|走|按|存|放|当|要)|(?:不准|不许|严禁|禁止|不允许)(?:再|在|直接|用)|不要再.{1,20}了|再也(?:别|不)|(?:永远|绝对|千万)(?:不要|别|不能|不准)|(?:从来|一向|向来)(?:都)?(?:是|用|不)',
)
/** What is never so, or has no place, in a part of the project. */
const RULES_OUT = form(
  '(?:^|[,:] )no (?:more )?(?:\\S+ ){1,3}(?:in|inside|outside|for|from) (?:this|our|the|any) (?:\\S+ ){0,2}(?:service|project|repo|code|module|app|package|layer|codebase|core|domain|api|database|handlers?|components?|library|logs?)\\b',
  '\\balways\\b.{3,60}(?:,|and|but) never\\b|\\bnever\\b.{3,60}(?:,|and|but) always\\b',
  's (?:\\S+ ){0,4}(?:must )?never (?:contain|include|expose|hold|leave|cross|share|mix|depend|import|know|touch|block|carry|write|talk|reach|see|own|store)\\b',
  '(?:^|[ ,:])(?:日志|代码|接口|前端|后端|数据库|缓存|消息|配置|响应|异常|业务层|控制器|页面|组件|事务|循环|中断|主线程|回调|脚本|仓库)(?:里面?|中|层|上|内)(?:都)?(?:不要|别|不能|不许|不得|不可以|只能|只放|只写|不放|不写)(?!动|改|碰|管|再改|.*注释)',
  '(?:^|[ ,:])(?:提交信息|提交说明|分支名?|变量名|文件名|表名|字段名|注释|命名|主键|金额|时间戳|时间字段|枚举值?|错误码|版本号|接口路径|日期|货币|包名|类名|常量|单价|密码|密钥|路径)(?:都|要|必须|统一|一律)*(?:用|按|以|存|写|带|加|不要|别|不能|不许|不写|不存)(?!一下|个)',
  '(?<!不)统一(?:为|成|是)? ?[\\da-z]',
  '都(?:走|放|经过|通过|由|按) ?[a-z\\ufffc\\p{Script=Han}]{2,}',
)
const CHOOSES = form(
  '(?:^|[,:] )(?:please |so |ok )*(?:put|store|handle|compute|validate|check|keep|run|do|parse|cache) .{3,40}? (?:only|always|never|everywhere)\\b',
  "(?:^|[,:] |\\b(?:ok|okay|then|so|fine|yes|no|yeah|let's|lets|we|we'll|we will|i'd say|just|and) )(?:go with|stick (?:with|to)|stay (?:with|on)|staying (?:with|on)|keep(?:ing)?|prefer|settle (?:on|for)|pick|choose|choosing) (?!it\\b|this\\b|that\\b|them\\b|me\\b|going|in mind|up\\b|an eye|a look|over\\b|care\\b|your|note)\\S",
  '\\b(?:first|only|over|wins)\\b$',
  '(?:^|[ ,:])[^,:]{0,8}(?:还是|继续|仍然|依旧|坚持)(?:用|选|走|按|留|保留|采用|沿用|维持|存|放|写|传|跑|上|发)[^,:]{1,}|(?:^|[ ,:])(?:那|那就|就|我们|咱们)?(?:就|保留|选)(?:用|选|走|按|留|保留|采用|沿用|先用|维持|存|放|写|传|跑|上|发)[^,:]{1,}',
  '(?:^|[,:] )(?:那就|就|我们)?用(?!户|例|法|一下|于|过|了)[^,:]{2,14} ,',
  '\\bfor (?:\\S+ ){1,3}(?:we )?use (?:the |a )?\\S+',
)
/** A choice of weight; what follows it in a clause of its own is its reason. */
const STAYS_WITH = form(
  "(?:^|[,:] |\\b(?:ok|okay|then|so|fine|yes|no|yeah|let's|lets|we|we'll|and|please) )(?:go with|stick (?:with|to)|stay (?:with|on)|keep|prefer|settle (?:on|for)) (?!it\\b|this\\b|that\\b|them\\b|me\\b|going|in mind|up\\b|an eye|your|note|only|the (?:variable|function|name|test|line|import|comments?|file|method|class|type|icon|button|old|first|last)\\b)\\S+",
)
const EXPLAINED: Sign = {
  in: (line) =>
    line
      .split(' , ')
      .slice(1)
      .some(
        (clause) =>
          (clause.split(' ').length >= 4 || /^\p{Script=Han}{7}/u.test(clause)) &&
          !DEMANDED.test(clause) &&
          !isOrder(clause),
      )
      ? 0
      : -1,
}
const DEMANDED = /^(?:and|then|but|so|just|please|also|let|i|you|can|could|use|make|with|or|if|for|in|on|to|at) /
const WHY = words(
  `because|since|instead|rather than|not the|not a|not worth|too [much/many/heavy/slow/complex/expensive/big/risky/old/early/late/fragile/hard]|until|
  anyway|burned us|can't run|can't [read/use/handle/support]|nobody|no one|half of|can't afford|not allowed|license|licence|budget|maintain*|easier to|cheaper|simpler|made (_ )(_ )(_ )(_ )[endless/slow/impossible/unusable/worse]|
  因为|由于|毕竟|太[大/多/重/慢/贵/复杂/高/难/麻烦/久/老/新/乱/长]|没人|不熟|不熟悉|维护|成本|开销|够用|省事|省得|来不及|风险|不划算|不值|不支持|更[稳/省/快/简单/熟/便宜]|不考虑|不给|不让|不想|两套|而不是|反正`,
)
const OURS = words(
  `we|our|us|users|customers|clients|analysts|the team|ops|everyone|people|我们|咱们|组里|团队|用户|客户|运维|大家`,
)

const NOT_NOW = form(
  "(?:^|[,:] )(?:ok |so |please |let's )*(?:drop|skip|leave out|postpone|defer|park) .{3,40}? (?:for now|for the moment|in the first version|for launch|until)\\b",
  "\\bnot now\\b(?! ,? ?(?:i'm|i am|thanks|please|sorry))",
  "\\b(?:we )?(?:won't|will not|don't|do not) (?:\\w+ ){1,6}(?:until|before we|in this (?:release|version|revision|milestone)|for v?\\d)\\b",
  '(?:先|暂时)(?:锁|固定|停|保持|维持|留|卡|冻结)在?',
  '(?:先|暂时|暂|目前|眼下|现阶段|这期|本期|这版|近期|今年|短期内?)(?:就|都|还)?(?:不|别)(?:急|忙|管|说|看|弄|要|用管)?(?=\\p{Script=Han}| [a-z])',
)
const TILL_WHEN = form(
  '等(?!会|一会|下|一下|我|你).{1,24}(?:再|才|之后|以后)|(?:到|过|超过|满).{1,24}再|(?:之后|以后|下来|以后)再(?!看|弄|做$)',
  '\\b(?:until|once|when we|after we|before we)\\b|\\bfor (?:this|the current) (?:release|revision|version|milestone|quarter|year)\\b',
)

// What is worked on.

const FINISHED = form(
  "(?:^|[,:] |\\b(?:ok|so|great|and) )(?!it's|that's|this's|what's|there's|he's|she's|who's|here's|everything's|build's|let's)[\\w-]+'s (?:now |all |finally )?(?:done|finished|merged|shipped|complete|live)\\b",
  "(?:^|[,:] |\\b(?:ok|okay|so|great|nice|good|and|now) )(?!(?:it|this|that|they|we|i|you|all|everything|what|there|which|tests?|build|ci|the (?:tests?|build|job|run|install|download|pipeline|command|script|upload|deploy|file|first|rest|pr|branch|commit|ticket|issue)|pr|branch|commit|ticket|issue)\\b(?! \\w+ (?:feature|module|rewrite)))(?:[\\w'./-]+ ){1,6}(?:is|are|was|has been|have been|got)(?: now| all| finally| completely| basically| fully| both)* (?:done|finished|complete|completed|shipped|merged|released|live|wrapped up|out|delivered)(?: (?:and|in|to|on|with|for|today|now|yesterday|since)\\b.*)?(?:$| [,:])",
  '\\b(?:finished|completed|wrapped up|shipped|merged|done with|closed) (?:the|our|all of the) (?!test|build|file|branch|ticket|pr\\b|tab)(?:[\\w-]+ ){1,4}(?:[,:]|and|$|today|yesterday)',
  '(?:^|[ ,:])(?!测试|构建|编译|我|你|他|任务|今天|代码|命令|跑|安装|下载|这个|那个|这里|都|已经|全部|单测|文件|改|写)[^,:了]{2,16}(?:已经|都|总算|终于|基本|全部|也|今天|刚)*(?:做完|搞定|完成|上线|开发完|收尾|合进主干|合入主干|合并|合进去|交付|写完|弄完|做好|搞完|发布|结束|告一段落)(?:并|且|和|，)?(?:上线|合并|合进主干|合入主干|验收|发布)?了(?:$| [,:])',
  '(?:任务|需求|工单|issue|ticket|功能|模块|这块|部分)(?:就|可以|先)*(?:关|结|到这|到此|告一段落)(?:了|里|$| ,)|(?:先到这|到此为止)',
  '(?:已经|都)?(?:搞定|做完|完成)(?:并|且)(?:合|上线|发布|验收)',
)
const FINISHES_LITTLE = words(
  `test(s)|build|lint*|typo|rename|download|install*|upload|meeting|测试|单测|构建|编译|安装|下载|上传|跑完|改名|重启|会议|吃|没[做/写/改/完]|才能|之后|以后|再|的话`,
  'acceptance test(s)',
)
const NEXT = form(
  '(?:^|[,:] |\\b(?:and|then|so|now) )(?:next up|up next|next (?:big thing|milestone|topic|goal|epic|sprint|focus|week|month|quarter)|on to the|now on to|moving on to|time to start|from here on|back to (?:the|our) (?:\\S+ ){1,4}(?:tomorrow|next|now|from|until|for|again|this|on|,))',
  "\\b(?:our|my|new|main|top|current|number one)(?: (?:new|main|top|current|only))? (?:focus|priority)(?: (?:now|for|until|this|next|is)\\b|$| ,)|\\b(?:that's|this is|the) (?:the )?(?:focus|priority) (?:now|for|until|this|next)\\b|\\b(?:focus|focusing|concentrate|concentrating) on (?:\\S+ ){1,6}(?:this (?:week|month|sprint|quarter|release)|until|for the next|next|from)\\b|\\b(?:focus|priority|priorities) (?:shifts?|shifted|moves?|moved|changes?|changed|switched|is now|are now)\\b|\\bswitch(?:ing)? (?:focus|gears|over) to\\b|\\b(?:it's|it is|sprint is|week is|month is|quarter is|release is|milestone is) (?:all |only )?about\\b|\\bwe (?:now )?(?:switch|turn|move on|go back|return) to (?:the |our )?(?:\\S+ ){0,3}(?:epic|feature|module|milestone|rewrite|topic|client|page|dashboard|backlog)\\b|\\b(?:is|are) (?:parked|frozen|on hold|on ice|paused) (?:until|for|now|$)|\\b(?:is|are) (?:parked|on hold|on ice)$|\\bwe(?:'re| are) (?:now )?(?:working|focusing|concentrating) on (?:\\S+ ){1,6}(?:this|until|for|next|from|instead)\\b|\\b(?:pause|park|shelve|parking|pausing|shelving) (?:the |our )(?:\\S+ ){1,4}(?:until|for now|and)\\b|\\bput (?:the |our )?(?:\\S+ ){1,4}on (?:hold|ice)\\b",
  '(?:接下来|下一步|下个阶段|下一阶段|下个迭代|下周|下个月|之后|然后)(?:我们|就|先|都|主要|重点|开始|要|准备|该|轮到)*(?:搞|做|开始|是|攻|弄|开发|上|推|转|进入|主攻|集中|启动)(?!一下|个测试|测试|什么|啥)[^,:]{2,}',
  '(?:可以|该|准备)(?:回去|继续|开始|接着)(?:做|搞|弄|写|开发)[^,:]{2,}|(?:后面|接下来|未来|这|下)(?:一|两|几|三)?(?:个)?(?:周|天|月|迭代|礼拜)[^,:]{0,6}(?:主要|重点|集中|先|都在|都是|全力)[^,:]{2,}',
  '(?:回头|明天|下周|现在|接着|之后)(?:继续|开始|接着|再)(?:做|搞|弄|写|开发)(?!一下)[^,:]{2,}',
  '(?:这周|本周|下周|这个月|本月|月底前|年底前|近期|最近|这个迭代|本迭代|这个冲刺|本季度|这季度|接下来|现在|目前)[^,:]{0,16}(?:集中|重点|主攻|专注|优先|主要)(?:是|在|放|做|修|搞|精力|力量|处理|推|攻|解决|把)|重点(?:转到|转向|放在|放到|是|改成|变成|切到)|优先(?:处理|解决)|手头的.{0,4}[放停]|(?:优先级|重心|焦点|目标)(?:改|变|调|转|换|是|放|移)|先(?:停|放)(?:一停|一放|一下|下来)?[^,:]{0,12}[,:] ?.{0,6}(?:集中|转|全力|优先|先做|先搞)|(?:不做|停|暂停|放一放).{0,10}[,:] ?(?:集中|全力|转去|转做|优先|专心)',
)

const DESIGN_READY = form(
  '\\b(?:design|design doc(?:ument)?|rfc(?:[- ]?\\d+)?|adr(?:[- ]?\\d+)?|architecture doc(?:ument)?|technical spec|proposal doc)\\b(?: \\S+){0,5} (?:is|are|was|got|has been)(?: now| finally)? (?:done|finished|complete|approved|accepted|final|ready|signed off|written|merged|agreed)\\b|\\b(?:finished|approved|signed off(?: on)?|accepted|wrote up|written up|finalised|finalized) (?:the |our )?(?:\\S+ ){0,4}(?:design|design doc(?:ument)?|rfc|adr|architecture)\\b',
  '(?:设计|设计文档|设计稿|技术方案|架构图|架构设计|概要设计|详细设计|方案文档|rfc|adr) ?(?:文档)?(?:已经|都|终于|刚|也)*(?:写完|写好|定稿|定了|评审通过|过审|评审过|通过了|完成|敲定|出来了|做完|做好)',
)

// What the bank says, against what is so.

const MEMORY_SAYS = form(
  '\\b(?:your|the|our) (?:notes|memory|memories|memory bank) (?:is|are) (?:outdated|stale|wrong|old|out of date|not up to date)\\b',
  "(?:^|[ ,:])(?:the |our |your |project |my )*(?:memory|memory bank|bank|memories|notes in memory)(?: entry| file)? (?:still )?(?:says?|said|claims?|has|lists?|mentions?|thinks|states|tells|names)\\b.{2,120}?(?:\\b(?:but|although|however|while|yet|except|which is wrong|in fact|actually|anymore|no longer|since|isn't|outdated|now|gone|moved|changed|wrong|stale|we (?:left|dropped|switched|stopped|replaced|use))\\b)",
  '(?:记忆|记忆库|memory|memory bank|(?:memory|patterns|tech|progress)\\.md) ?(?:里|中|里面|上)?(?:面)?(?:还)?(?:说|写|记|显示|提到|的)(?:的|着|了)?.{2,60}?(?:但|可是|可|不过|其实|实际|早就|早已|已经|现在|去年|上个月|不对|错了|过时|没了|删了)',
)

function shape(
  kind: SignalKind,
  all: readonly Sign[],
  more: { readonly by?: 'both'; readonly none?: readonly Sign[]; readonly forNow?: true } = {},
): Shape {
  return { kind, all, by: more.by ?? 'user', none: more.none ?? [], forNow: more.forNow ?? false }
}

const SHAPES: readonly Shape[] = [
  shape('conflict', [MEMORY_SAYS], { by: 'both' }),
  shape('decision', [STANDING]),
  shape('decision', [RULES_OUT, PROJECT]),
  shape('design', [DESIGN_READY], { forNow: true }),
  shape('decision', [CHOOSES, WHY]),
  shape('decision', [STAYS_WITH, EXPLAINED]),
  shape('finding', [TRAP], { none: [ORDERED] }),
  shape('finding', [TOLD_AFTERWARDS], { none: [ORDERED] }),
  shape('finding', [FIGURES], { by: 'both', none: [SETS_A_VALUE] }),
  shape('finding', [WARNS, HAPPENS, PROJECT], { none: [ORDERED] }),
  shape('finding', [EXTERNAL, LIMITED], { none: [ORDERED] }),
  shape('finding', [OTHERWISE, PROJECT], { none: [ORDERED] }),
  shape('workflow', [STATES_A_COMMAND, A_COMMAND], { none: [ORDERED, WISHED] }),
  shape('workflow', [STATES_A_PROCESS, IN_STEPS], { forNow: true }),
  shape('workflow', [GOES_SO, IN_STEPS]),
  shape('workflow', [GOES_SO, A_COMMAND]),
  shape('workflow', [GOES_SO, PLACED]),
  shape('decision', [AT_TIMES]),
  shape('workflow', [HAS_TO_RUN, A_COMMAND]),
  shape('workflow', [TO_DO_SO, A_COMMAND]),
  shape('workflow', [TO_DO_SO, IN_STEPS]),
  shape('workflow', [BEFOREHAND, A_COMMAND], { forNow: true }),
  shape('workflow', [BEFOREHAND, A_STANDING_WORD], { forNow: true }),
  shape('requirement', [ACCEPTED_WHEN], { none: [ORDERED], forNow: true }),
  shape('requirement', [WANTED]),
  shape('requirement', [WANTS, LIMIT]),
  shape('requirement', [BOUND_BY], { none: [ORDERED] }),
  shape('decision', [EVERY, IS_OF_SORT], { none: [ORDERED] }),
  shape('decision', [NOT_NOW, WHY], { forNow: true }),
  shape('decision', [NOT_NOW, TILL_WHEN], { forNow: true }),
  shape('decision', [NOT_NOW, EXPLAINED], { forNow: true }),
  shape('decision', [CHOOSES, OURS]),
  shape('focus', [NEXT], { forNow: true }),
  shape('focus', [FINISHED], { forNow: true, none: [FINISHES_LITTLE] }),
]
