/**
 * Whether what a cue announces is settled, the project's own, and meant to last.
 *
 * Precision first: a guess, a plan to look, other people's choices, what holds for one place or this once, and
 * private life are no matter for the bank, whatever words announce them.
 */

import { once } from '../../core/once.ts'
import type { SignalKind } from './signal.ts'

/** A sentence as the cues read it, as it was written, and where in it the cue ends. */
interface Announced {
  readonly kind: SignalKind
  readonly line: string
  readonly sentence: string
  readonly end: number
}

export function isSettled({ kind, line, sentence, end }: Announced): boolean {
  if (HEDGED().test(upTo(line, end).replace(UNDERSTOOD, ' ')) || GUESSED.test(line.slice(end, end + NEAR))) return false
  if (UNSETTLED().test(line) || ASKED().test(line)) return false
  if (kind === 'conflict') return true
  if (PRIVATE().test(line) || OF_OTHERS().test(line) || HOW_TO_TALK.test(line)) return false
  if (LAUGHS.test(line) && (kind !== 'finding' || !isOfTheProject(sentence))) return false
  if (kind === 'finding') return !SLIPS.test(line) && (BEYOND_DOUBT.test(line) || !GOES_ON.test(line))
  return isLasting(kind, line, end)
}

/** Does the sentence name something that projects consist of? */
export function isOfTheProject(sentence: string): boolean {
  if (namesAThing(sentence)) return true
  // A name inside the sentence.
  return /\S\s+(?!I\b|I'|Mon|Tue|Wed|Thu|Fri|Sat|Sun|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[A-Z]\w/.test(
    sentence,
  )
}

/** Beyond doubt: by more than one word that everybody uses. */
export function namesAThingOfOurs(sentence: string): boolean {
  if (PROJECT_ZH().test(sentence) || !namesAThing(sentence)) return PROJECT_ZH().test(sentence)
  if (MADE_LIKE_CODE.test(sentence)) return true
  const words = new Set(sentence.toLowerCase().match(new RegExp(PROJECT().source, 'gi')) ?? [])
  if (words.size === 0) return true
  return words.size > 1 || [...words].some((word) => !EVERYDAY.test(word))
}

const MADE_LIKE_CODE = /`|\w[._/]\w|[a-z][A-Z\d]/
const EVERYDAY =
  /^(?:events?|messages?|state|store|pages?|search|product|system|site|data|class(?:es)?|types?|features?|accounts?|reports?|e-?mails?|orders?|builds?|jobs?|users?|customers?|apps?|application|platform|website|patterns?|releas\w+|mobile|projects?|roles?|payments?|prices?|comments?|files?|tables?|columns?|formats?|documentation|environment|interfaces?|language|libraries|library|services?|testing|tests?|responses?|requests?|transactions?|alerts?|log-?ins?|headers?|locks?|threads?|sessions?|functions?)$/i

/** By a word of our trade, code, or a word made like an identifier; other names may be people's. */
function namesAThing(sentence: string): boolean {
  if (PROJECT_ZH().test(sentence) || PROJECT().test(sentence)) return true
  if (/\p{Script=Han}/u.test(sentence)) return /[a-z][\w.+#-]*/i.test(sentence.replace(NO_NAME, ''))
  return MADE_LIKE_CODE.test(sentence)
}

/** A rule or requirement of the project, not a task for one place, for now, or for the looks. */
function isLasting(kind: SignalKind, line: string, end: number): boolean {
  if (TO_SHOW.test(line)) return false
  const clause = line.indexOf(' , ', end)
  if (ONE_PLACE().test(line) || ONLY_NOW().test(clause === -1 ? line : line.slice(0, clause))) return false
  if (ONE_SPOT.test(line) && !EVERYWHERE.test(line)) return false
  if (kind === 'workflow') return !/^(?:请|帮我|麻烦你?)?(?:把|将)|(?:调整|改|换|更新)(?:一下|下)/u.test(line)
  return kind !== 'requirement' || !(A_TASK().test(line) || LOOKS().test(line))
}

/** With one character more, for what a hedge must not be followed by. */
function upTo(line: string, end: number): string {
  return line.slice(0, end + 1)
}

/** Who sees why, and what was discussed before, is past guessing. */
const UNDERSTOOD =
  /\b(?:understand|understood|see|know|found out|figured out|that's|that is) why\b|\bonly (?:[\w-]+ ){1,3}may\b|经过?讨论|讨论决定/gu

/** "The cause is probably …": a guess follows its cue closely. */
const NEAR = 14

/** Guesses, plans to look, conditions and examples before the cue: it is not settled. */
const HEDGED = once(
  () =>
    new RegExp(
      [
        '我记得|据我所知|印象中|可能|也许|大概|或许|怀疑|猜测|猜|估计|好像|似乎|说不定|要不要|是不是|是否|如果|假如|要是|万一|比如|例如|假设|看看|看一下|查一下|查查|找一下|帮我|试试|想问|请问|讨论(?!过|了|下来|好|完|后)|想知道|告诉我|为什么|为啥',
        '(?:排查|分析|定位|查出|找出|找到(?:问题|原因|bug ?|症结|根源|毛病)?)(?!(?:问题|原因|bug ?|症结|根源|毛病)?了|后|完|下来|过|发现|结果|到|出来|来)',
        "\\b(?:might|may|maybe|perhaps|probably|possibly|likely|apparently|suspect|guess|wonder\\w*|unsure|not sure|unclear|seems?|looks like|i think|i believe|iirc|afaik|as far as i|if i remember|could|would|if|whether|unless|suppose|imagine|assume|for example|e\\.g|such as|let me|i'll|i will|should we|shall we|do we|did we|why|trying to|try to|i need to|you need to|want to know)\\b",
        '\\b(?:find|investigate|look for|looking for|figure out|determine|debug|check|tell me|explain|identify)(?: out)?(?: the| what| why| where| its)* (?:real |actual )?(?:root cause|cause|culprit|reason|bottleneck|leak|bug)\\b',
      ].join('|'),
      'u',
    ),
)

/** Said anywhere in the sentence, nothing is settled. */
const UNSETTLED = once(
  () =>
    new RegExp(
      [
        '(?:切换?|换)(?:到|回|至).{0,24}分支|^(?:先|再|帮我|请|麻烦|把.{1,12})?(?:合并|合)(?:到|回|至).{0,24}分支',
        '还没|尚未|没有?决定|没定|未定|待定|再说|再定|再决定|再讨论|再商量|再议|再看|考虑一下|不确定|不知道|只是(?:问|猜|想)|开玩笑|随便说|说着玩|如果.{0,20}的话',
        "\\b(?:haven't|have not|hasn't|has not|not yet|undecided|to be decided|tbd|still (?:deciding|discussing|open)|before we decide|not sure|just (?:asking|wondering|kidding)|kidding|what do you think|hypothetically|some ?day|one day)\\b",
      ].join('|'),
      'u',
    ),
)

/** A question without its mark. */
const ASKED = once(
  () =>
    /(?:吗|对吧|对不对|是吧|好不好|行不行|怎么样|怎样的?|咋样|如何|你知道吗|什么意思|干嘛的?|干什么的?|是啥|哪些|哪个|哪里|多少|为什么|为啥|呢)(?:$| [,:])|(?:是|用|叫|有|做|选)(?:的是)?(?:什么|啥|哪|谁)|^(?:so |and |but |ok |okay )*(?:did|do|does|is|are|was|were|should|shall|why|how|what|when|where|which|who) (?!we need |is needed |matters )/u,
)

/** Right behind the cue, it takes the certainty back. */
const GUESSED =
  /可能|也许|大概|或许|应该是|估计|\b(?:might|may|maybe|perhaps|probably|possibly|likely|unclear|unknown|not (?:known|clear))\b/u

/** What people do when they do not work on the project. */
const PRIVATE = once(
  () =>
    new RegExp(
      [
        '\\b(?:lunch|dinner|breakfast|brunch|supper|snacks?|coffee|tea|beers?|drinks?|pizza|burgers?|sushi|ramen|tacos|salad|restaurant|nap|sleep|bed|gym|yoga|vacation|holidays?|day off|weekend|(?:a|the|office|birthday|farewell) party|birthday|movie|concert|home early|go home|head home|call it a day|take a break|take a walk|a walk|meet (?:at|on|in|up|tomorrow|again|for)|meeting room|stand-?up at|hotel|flights?|(?:bus|train) (?:to|at)|commute|weather|my (?:wife|husband|kids?|son|daughter|dog|cat|mom|dad)|paint|t-?shirts?|game night|offsite|off-site|team building|raise|salary|groceries|cook(?:ing|ed|s)?|food|family|friends|trip|wedding|baby|apartment|move in|sneakers?|shoes|homeless|vacations|doctor|dentist)\\b',
        '午饭|晚饭|早饭|午餐|晚餐|早餐|吃饭|吃个|去吃|吃火锅|火锅|烧烤|奶茶|咖啡|喝杯|喝茶|下班|上班|回家|睡觉|睡一|早睡|午休|休息|休假|请假|放假|周末|度假|旅游|旅行|出差|团建|聚餐|聚会|生日|电影|演唱会|健身|跑步|爬山|打球|开个?会|会议室|天气|买菜|快递|加班|工资|涨薪|加薪|年终奖|机票|酒店|减肥|搬家|相亲|结婚|穷|买不起|星座|水逆',
      ].join('|'),
      'u',
    ),
)

/** Somebody else's project. */
const OF_OTHERS = once(
  () =>
    new RegExp(
      [
        "\\b(?:at|in|for|with) (?:my|his|her|their) (?:\\w+ )?(?:company|job|team|employer|startup|workplace|university|school)\\b|\\bmy (?:old|previous|former|last|friend's|brother's|ex) (?:\\w+ )?(?:company|job|team|employer|project|startup)\\b|\\b(?:another|some other|a different|other) (?:company|team|project|people|teams|companies|projects)\\b|\\b(?:articles?|blogs?|posts?|books?|docs?|documentation|tutorials?|videos?|guides?|talk|linter|eslint|compiler|warning|readme|chatgpt|claude|gemini|copilot|internet|people|some) (?:says?|said|claims?|recommends?|suggests?|always|never)\\b|\\b(?:he|she|they|someone|somebody|everybody) (?:wrote|said|says|claims|told)\\b|\\bthey(?:'ve| have)? (?:all )?(?:always|never|decided|agreed|chose|switched|moved|picked)\\b",
        '(?:他|她|有人|别人|他们|网上|书上)(?:说|写|讲|提到)|前公司|上家公司|上一家|老东家|以前的?(?:公司|项目|团队)|别的?(?:公司|团队|项目)|其他(?:公司|团队|项目)|别人家|隔壁|竞品|人家|网友|我(?:朋友|同学)|(?:^|[ ,])他们(?!要求|确认)|(?:官方|社区)(?:已经|也|都|刚)?(?:决定|宣布|放弃|推荐|建议|说)|(?:google|meta|facebook|apple|microsoft|openai|netflix|阿里|腾讯|字节|谷歌|苹果|微软)(?:团队|公司)?(?:已经|也|都|刚)?(?:决定|宣布|放弃|改用)',
        '(?:^|[ ,])(?!(?:api|backend|frontend|web|ios|android|infra|qa|data|ops|dev|devops|platform|mobile|sre|core|ui) )[a-z][\\w.-]* (?:的)?(?:团队|作者|开发者|维护者)(?:已经|也|都|刚)?(?:决定|宣布|放弃|拍板)',
      ].join('|'),
      'u',
    ),
)

/** How the assistant should speak, and what the speaker always does, is between the two of them. */
const HOW_TO_TALK =
  /\b(?:(?:answer|reply|respond|talk|speak)(?: to me| me)? (?:in (?:english|chinese|german|french|spanish|japanese|plain|short|one|bullet)|briefly|more)|call me|your (?:answers?|repl(?:y|ies)|responses?|explanations?)|tell me|ask me|when i ask|ask before|i(?:'ve| have)? (?:never|always))\b|回复我|回答我|回答|回复(?:用|时)|称呼|告诉我|问我|叫我/u

/** A slip of the pen teaches nothing. */
const SLIPS =
  /\b(?:you (?:forgot|missed|misspelled|left out)|typos?|misspell\w+|missing (?:import|bracket|comma|semicolon|paren\w*|quote|brace)s?)\b|少写|漏写|漏了个?|拼错|打错|少了个|写错了(?:字|名)|括号|逗号|分号|语法错误|手滑/u

/** "… so I'll edit it": a step of the work at hand, unless it is called what it is. */
const GOES_ON =
  /\b(?:i'll|i will|let me|i'm going to|i am going to|i'm now|try again)\b|我(?:来|马上|现在|会|将|先|再|接着|这就|直接)|直接复用/u
const BEYOND_DOUBT = /root cause|culprit|gotcha|根因|根本原因|罪魁/u

const LAUGHS = /哈哈|hh|嘿嘿|233|\b(?:haha\w*|lol|lmao|rofl|joke|jk)\b|😂|🤣|😄|😆|😜/u

/** What holds for one place in the code, or on the screen, is a task. */
const ONE_PLACE = once(
  () =>
    new RegExp(
      [
        '(?:这个?|那个?|该|此|本)(?:函数|方法|文件|类|组件|测试|用例|单测|循环|行|按钮|页面|弹窗|变量|脚本|注释|地方|处|字段|参数|输入框|图标|图片|标题|文案|表单|列|行代码|断言|快照|pr|commit|提交|分支|任务|demo)|(?:^|[ ,:])(?:这里|此处|这儿)|(?:单元测试|单测|用例|测试)(?:代码)?里|(?:测试|用例|单测|断言|快照|注释|变量名|提交信息)(?:里|中|也|都)?(?:必须|需要|要|应该|得)',
        '\\b(?:in|for|of|inside|on|from|to|with|at)? ?(?:this|that) (?:(?!repo|project|codebase|app|team)\\w+ )?(?:function|method|file|class|component|test|tests|loop|line|branch|snippet|button|page|variable|field|parameter|icon|title|label|form|column|row|comment|commit|pr|pull request|script|query|case|assertion|snapshot|task|ticket|block|demo|example|one)\\b',
        '\\b(?:the|a|each|every|your|my) (?:[\\w-]+ ){0,2}(?:tests?|mocks?|stubs?|fixtures?|snapshots?|specs?|assertions?|function|method|variable|parameter|argument|regex|loop|button|icon|header|footer|title|label|heading|tooltip|comment|commit message|description|pr|diff|changelog|readme|example) (?:must|has to|have to|needs? to|should|shall)\\b',
      ].join('|'),
      'u',
    ),
)

const ONE_SPOT =
  / here$|\bin (?:the |that |this )?[\w./-]+\.(?:[jt]sx?|py|go|rs|java|rb|css|html|vue|md|c|cpp|kt|swift)(?: |$)/u
const EVERYWHERE =
  /\bwe (?:always|never)\b|\b(?:project|codebase|repo|everywhere|anywhere|rule|policy|convention|every|all)\b|统一|一律|项目/u

/** What is asked for is to see it, or to carry it out. */
const TO_SHOW =
  /^(?:please |can you |could you )*(?:show|list|print|open|explain|read|look at|implement|summari[sz]e|describe)\b|^(?:请|帮我)?(?:根据|按照?|照着?).{0,20}(?:实现|开发|写|做|改)/u

/** What holds until something better. */
const ONLY_NOW = once(
  () =>
    new RegExp(
      [
        '暂时|临时|(?:^|[ ,:])(?:这次|这回|今天|今晚|眼下|目前)先|(?:^|[ ,])(?:这次|这回|先)(?!说明|声明|约定|统一).{0,24}(?:就行|再说|试|一下|吧|提交|跑)|先这样|这次(?:不用|不要|别|就)|仅此一次|下不为例',
        '\\b(?:for now|for the moment|for the time being|for today|temporarily|just this once|this once|this time|(?:for|in) this (?:commit|pr|run|session|task|one|push|demo)|just for (?:the )?(?:demo|debugging|testing)|quick hack|until (?:tomorrow|monday|then))\\b',
      ].join('|'),
      'u',
    ),
)

/** The order to do it stands in the same breath. */
const A_TASK = once(
  () =>
    new RegExp(
      [
        '(?:改|修|调|加|补|处理|弄|搞|优化|适配|更新|换)(?:一下|下|好)(?:样式|代码|逻辑|布局)?(?:吧|呗|哈|$| [,:])|(?:改|修|调|加|补|弄|换|限制|设置|校验)(?:个|一?下)|(?:改|调)(?:短|长|大|小|高|低|快|慢)|(?:请|帮我|麻烦)(?:你)?(?:改|修|调|加|补|处理)|^(?:请|帮我|麻烦你?)?(?:把|将)|尽快|赶紧|马上|今天(?:必须|之?内|就?要|上线|搞定|发)|今晚|明天(?:之?前|上线|要)',
        '\\b(?:adjust|fix|change|update|tweak|rewrite|correct|amend|move|rename|patch|do) (?:it|that|this|them)\\b|\\b(?:hurry|asap|today|tonight|tomorrow|by (?:monday|tuesday|wednesday|thursday|friday|noon|eod|end of day))\\b',
      ].join('|'),
      'u',
    ),
)

const LOOKS = once(
  () =>
    /样式|颜色|字体|字号|居中|对齐|间距|边距|像素|圆角|阴影|背景色|排版|布局|动画|\b(?:css|style|styles|styling|colou?rs?|fonts?|margins?|paddings?|aligned|centered|centred|pixels?|\d+px|rem|blue|red|green|bold|italic|hover|rounded|shadow|wider|narrower|(?:to the|more) (?:left|right)|bigger|smaller)\b/u,
)

/** Latin words that Chinese talk is full of. */
const NO_NAME = /\b(?:ok|okay|yes|no|hi|hello|bye|ppt|kfc|ktv|wifi|vip|app|pm|am|lol|haha\w*|emo|bug|bugs)\b/gi

const PROJECT_ZH = once(
  () =>
    /接口|数据库|缓存|队列|模块|组件|服务|前端|后端|前后端|代码|仓库|分支|提交|合并|测试|构建|部署|发布|版本|迁移|日志|报错|错误|异常|配置|环境变量|容器|依赖|框架|架构|方案|目录|文件|命名|格式|类型|函数|方法|变量|注释|文档|页面|功能|需求|用户|订单|支付|登录|权限|会话|令牌|加密|字段|表名|建表|索引|主键|时间戳|时区|金额|状态|路由|事务|协议|前缀|后缀|线程|连接|内存|监控|告警|限流|重试|超时|脚本|流水线|评审|分页|鉴权|消息|导出|导入|上传|下载|搜索|密码|数据|系统|平台|小程序|客户端|服务端|组件库|样式|国际化|包管理|单测|集成|灰度|回滚|响应|返回|登记|审计/u,
)

const PROJECT = once(
  () =>
    /\b(?:apis?|endpoints?|services?|modules?|packages?|librar(?:y|ies)|frameworks?|databases?|db|sql|schemas?|tables?|columns?|index(?:es)?|quer(?:y|ies)|cach(?:e|es|ing)|queues?|sessions?|tokens?|auth\w*|log-?ins?|backends?|frontends?|servers?|clients?|repos?|repositor\w+|monorepo|monolith|microservices?|branch(?:es)?|commits?|merg\w+|pull requests?|prs?|code\w*|types?|interfaces?|class(?:es)?|functions?|components?|hooks?|tests?|testing|ci|pipelines?|builds?|deploy\w*|releas\w+|versions?|migrat\w+|log(?:s|ger|ging)|errors?|exceptions?|config\w*|environment|env|docker\w*|containers?|kubernetes|k8s|cloud|json|yaml|xml|csv|xlsx|pdf|rest|grpc|graphql|https?|websockets?|storage|buckets?|files?|folders?|director\w+|naming|formats?|formatting|lint\w*|architecture|patterns?|features?|pages?|state|store|routers?|routes?|imports?|exports?|dependenc\w+|npm|pnpm|yarn|bun|node|deno|python|java|javascript|kotlin|swift|rust|golang|ruby|php|typescript|react|vue|svelte|angular|nextjs|django|rails|spring|postgres\w*|mysql|sqlite|mongo\w*|redis|kafka|rabbitmq|sqs|s3|elastic\w*|tailwind|css|timestamps?|utc|iso|paginat\w+|payloads?|retr(?:y|ies)|timeouts?|encrypt\w+|hash\w*|passwords?|users?|customers?|orders?|payments?|currenc\w+|prices?|integers?|decimals?|ids?|uuids?|locales?|i18n|docs?|documentation|comments?|plugins?|orm|exports|app|apps|application|system|platform|website|site|product|data|webhooks?|e-?mails?|uploads?|downloads?|reports?|search|checkout|invoices?|accounts?|dashboard|projects?|roles?|permissions?|backups?|jobs?|workers?|offline|sync|sso|oauth|jwt|flags?|scripts?|variables?|tabs|spaces|semicolons|mobile|browsers?|ios|android|transactions?|locks?|threads?|async|events?|messages?|requests?|responses?|headers?|cookies?|metrics|tracing|alerts?)\b/i,
)
