/** The cues of people: how they say how we work, what the product must do, and what holds from here on. */

import { AGREED, type Cue, cue, FOUND } from './cues.ts'

// How people say that the project is built, run or shipped in another way now.

const WORK_ZH = '(?:部署|发布|上线|构建|打包|启动|测试|迁移|回滚|运行|调试|发版|安装|提测)'
const WORK =
  '(?:deploy\\w*|releas\\w+|builds?|tests?|migrations?|rollbacks?|ci|dev server|local dev\\w*|setup|installs?|packag\\w+|the app|the site|the docs)'

const WORKFLOWS: readonly Cue[] = [
  cue(
    {
      kind: 'workflow',
      by: 'user',
      needs: '部署|发布|上线|构建|打包|启动|测试|迁移|回滚|运行|调试|发版|安装|提测|结构|本地开发',
    },
    `${WORK_ZH}(?:的)?(?:命令|流程|步骤|方式|脚本)(?:现在|已经|以后)?(?:是|改|变|换|统一)`,
    `(?:目录|项目|仓库)结构(?:改|调整|变|换)|(?:以后|今后|现在)(?:本地)?${WORK_ZH}(?:都|一律|统一)?(?:用|走|跑|通过|改)`,
    `${WORK_ZH}(?:的)?流程变了|${WORK_ZH}(?:项目|服务|环境|应用)(?:改用|改成|改为|换成) ?[a-z\ufffc]|(?:本地开发|${WORK_ZH})现在(?:要|得|需要)(?:先)?|${WORK_ZH}(?:都|全|已经|现在)?(?:改用|改走|换成|改为|改成|改用了) ?[a-z\ufffc]`,
  ),
  cue(
    {
      kind: 'workflow',
      by: 'user',
      needs:
        'setup|onboarding|structure|layout|you now|command|process|workflow|script|step|procedure|we deploy|we release|we ship|we build|we always|we run tests|now|always|must',
    },
    '\\b(?:local |dev )?(?:setup|onboarding) (?:changed|has changed|is now)\\b|\\b(?:folder|directory|project|repo|repository|file) (?:structure|layout) (?:changed|is now|has changed|was changed|moved)\\b|\\bto (?:run|build|deploy|release|start|test|develop)\\b.{0,30} you now (?:need|have)|\\b(?:deploy\\w*|releas\\w+|build|test|start|migration|rollback|ci) (?:command|process|workflow|script|steps?|procedure) (?:is|are|has|have|changed|now|moved)\\b',
    '\\b(?:we deploy|we release|we ship|we build|we now (?:deploy|release|ship|build|run|test)|we always (?:deploy|release|ship|build|test)|we run tests) (?:\\w+ ){0,3}(?:with|via|by|through|from|using|in)\\b',
    '\\b(?:deploy\\w*|releas\\w+|builds?|migrations?|rollbacks?)(?: now| always | must )(?: ?)(?:go|run|happen|start|come|be)\\b',
    `\\b${WORK} (?:are|is|get|gets|runs?|starts?|goes|go|happens?)\\b.{0,30}\\b(?:with|via|through|by|using|from|in)\\b.{1,40} now\\b`,
    '\\b(?:deploy\\w*|releas\\w+|builds?|migrations?|rollbacks?) (?:are|is|happens?|runs?|go|goes)\\b.{1,50} now$',
    `\\b${WORK} (?:are|is|get|gets|runs?|starts?|goes|go)? ?now\\b.{0,30}\\b(?:with|via|through|by|using|from)\\b`,
  ),
]

// How people say what the product must do, and who asked for it.

const MUST = "(?:must(?:n't)?|shall|has to|have to|needs? to|should)"
/** What a product consists of, for those who use it. */
const PRODUCT =
  '(?:(?:the |our |all |every |each |any |registered |logged-in |anonymous )*(?:[\\w-]+ ){0,3}(?:users?|customers?|admins?|administrators?|guests?|visitors?|editors?|members?|tenants?|operators?|buyers?|sellers?|app|apps|application|system|service|api|apis|endpoints?|platform|product|site|website|portal|frontend|backend|server|exports?|imports?|reports?|search|login|sign-?up|checkout|payments?|invoices?|refunds?|orders?|notifications?|uploads?|downloads?|responses?|data|passwords?|sessions?|accounts?|dashboard|flow|sync|backups?|jobs?|webhooks?|e-?mails?|emails?|links?|invites?|audit log|feature))'
const DOES =
  '(?:be able to|be allowed to|not be able to|support|handle|stay (?:under|below|available|online)|not exceed|never |work (?:on|with|in|without|offline)|run (?:on|in|offline|without)|respond|finish|complete|expire|survive|scale|comply|conform|sync|load in|be (?:compatible|accessible|available|encrypted|idempotent|reachable|usable|auditable|logged|stored|deleted|retained|gone|kept|localized|translated|exportable|reversible|signed|visible|sent|refunded))'
const UNDERGOES =
  '(?:must|has to|have to|needs? to|shall) be (?!(?:fixed|merged|done|finished|updated|renamed|refactored|tested|moved|removed|deployed|shipped|released|rebuilt|rewritten|checked|changed|reviewed|called)\\b)\\w+(?:ed|en)\\b'
const BOUND =
  '(?:within|under|below|in less than|less than|at most|at least|no more than|up to|after|every|more than|not exceed) (?:a |an )?\\d[\\d.,]*k? ?(?:ms|s|secs?|seconds?|minutes?|mins?|hours?|days?|weeks?|months?|years?|kb|mb|gb|%|percent|rows?|users?|requests?|items?|times?|characters?|chars|files?|devices?|attempts?|concurrent)\\b'
const WHO =
  '(?:the |our |my )?(?:customers?|clients?|pm|product(?: owner| manager| team)?|stakeholders?|legal|compliance|security team|business|marketing|sales|boss|ceo|cto|po)'
const BOUND_ZH = '\\d[\\d.]* ?(?:ms|s|mb|gb|kb|%|k|w|毫秒|秒|分钟|小时|天|个?月|年|条|次|个|人|位|万|张|元|字|步|台)'

const REQUIREMENTS: readonly Cue[] = [
  cue(
    {
      kind: 'requirement',
      by: 'user',
      needs:
        '验收|需求|范围|指标|要求|约束|规则|口径|策略|合同|本期|这期|一期|首期|第一版|mvp|spec|requirement|contract|sla|gdpr|prd|rfc|acceptance|business rule|constraint|user story|scope|non-goal|nongoal',
    },
    '验收(?:标准|条件)|(?:需求|范围|指标)(?:就)?(?:是|为|改为|改成|变更|变了|定了|定为|明确|调整为|更新为|确认)|(?:新|硬性|客户|业务|产品|性能|安全|合规)?(?:的)?(?:需求|要求|约束|指标)(?:更新|变更|调整|补充|如下|确认)? ?:|(?:^|[ ,])新(?:增)?需求 ?[,:]|(?:不在|属于)(?:本期|这期|本次|一期)?(?:的)?范围',
    '\\b(?:per |according to )(?:the |our )?(?:spec\\w*|requirements?|contract|sla|gdpr|prd|rfc[\\w-]*)\\b|\\bas specified\\b|\\bspec(?:ification)? (?:changed|says|requires|was changed)\\b|(?:规则|口径|策略)(?:改了|变了|调整了|更新了|改成|改为)|(?:按照?|根据)(?:需求|需求文档|合同|验收)',
    '(?:本期|这期|一期|首期|第一版|mvp ?)(?:只|不|必须|要|先)(?:做|支持|包含|考虑|上)',
    '\\bacceptance criteri\\w+(?: for [^,:]{2,40})? (?:is|are|:|,)|^acceptance :|^[^,:]{0,30}\\b(?:requirements?|business rules?)\\b[^,:]{0,30} : .|\\b(?:the |a |our )?(?:new |hard |changed |updated |extra |business |customer |legal )*requirements? (?:is|are|was|changed|now|says?)\\b|\\b(?:hard|new|legal|technical|business) constraint(?: from [\\w ]{2,24})? (?::|is)|\\buser story :|\\b(?:in|out of) scope\\b|\\bnon-?goals?\\b',
  ),
  cue(
    {
      kind: 'requirement',
      by: 'user',
      needs: '要求|提出|规定|确认|确定|同意|拍板|通过|decided|confirmed|require|insists|demands|signed off',
    },
    '(?:产品|客户|业务方?|老板|评审|需求方|甲方|法务|合规|运营|安全部门?|监管)(?:那边|经理|同学|侧)?(?:已经?|刚|又|明确)?(?:要求|提出|规定|(?:确认|确定|同意|拍板|通过)(?:了|过| ?[,:]|$))',
    `\\b${WHO} (?:has |have |just |finally |now )*(?:decided|confirmed|requires|require |insists|demands|signed off)`,
  ),
  cue(
    { kind: 'requirement', by: 'user', beside: 'a project matter', needs: 'want|expect|asked' },
    `\\b${WHO} (?:also |now |really )*(?:wants |want |expects |expect |asked (?:for|us to|that) ?)(?!(?:to )?(?:know|see|talk|meet|hear|it|us|me|you|this|that|an answer|a call|an update|a meeting)\\b)`,
  ),
  cue(
    {
      kind: 'requirement',
      by: 'user',
      beside: 'a project matter',
      needs: '必须|需要|要|应当|应该|不得|only |must|has to|have to|need|should|shall',
    },
    '(?:用户|系统|页面|接口|产品|客户|管理员|服务|平台|后台|小程序|应用|网站|访客|会员|商家|订单|数据|app ?)(?:都)?(?:必须|需要|要|应当|应该)(?:能|能够|可以|支持|在)|必须(?:支持|兼容|在.{1,16}(?:以内|之内|内)|满足|保证|加密|脱敏|留痕|可追溯)|不得(?:超过|低于|少于)',
    `(?:^|[,:] |\\b(?:that|and|because|since|so) )${PRODUCT} ${MUST} (?:also |always |still |only )*${DOES}|(?:^|[,:] )${PRODUCT} (?:shall |${UNDERGOES})`,
    '(?:^|[,:] |and )(?:the |an? |all |every |each )?(?!(?:we|you|i|it|they|there|this|that) )(?:[\\w-]+ ){1,5}must (?:not |never |always |be unique\\b)',
    '^only (?:[\\w-]+ ){1,3}(?:may|can|are allowed to|is allowed to|should be able to)\\b',
    '\\b(?:it|we|this) (?:must|has to|have to|needs to|should) (?:support|stay (?:under|below)|not exceed|(?:work|run) (?:on|with|in|offline|without)|respond|be (?:compatible|accessible|available))\\b|\\bmust (?:support|not exceed|stay (?:under|below))\\b',
    `(?:must|has to|have to|needs to|shall)\\b (?!be (?:done|finished|ready|fixed|merged|released|deployed|shipped)).{0,60}\\b${BOUND}`,
  ),
  cue(
    {
      kind: 'requirement',
      by: 'user',
      beside: BOUND_ZH,
      needs: '最多|至少|不超过|不少于|不低于|上限|下限|每人|限领|内|限制',
    },
    '(?:最多|至少|不超过|不少于|不低于|上限|下限|每人|限领).{0,10}\\d|\\d.{0,6}(?:以内|之内|内)(?:必须|要|需|应|可见|返回|完成|到账|响应|打开|生效|可退)|(?:上限|下限|限制)(?:是|为|从)',
  ),
]

// How people say that something was decided, or that a rule holds from here on.

/** Why, instead of what, or how far: a choice with one of these is more than the next step. */
const WEIGHED =
  '\\b(?:because|since|due to|instead of|rather than|in favou?r of|over [a-z]|everywhere|throughout|across (?:the|all|our)|in all|for all|for every|no exceptions|as (?:our|the) (?:default|standard|main|only)|anymore|the reason)\\b|因为|由于|主要是|考虑到|原因是|毕竟|而不是|而非|全部|所有|统一|一律|不做了|不要了|不用了'

const OUR_PLACE =
  '(?:in|for|across) (?:this|our|the whole|the entire) (?:\\w+ )?(?:project|repo|repository|codebase|code base|team|monorepo|org)\\b'
const OUR_PLACE_ZH = '(?:我们|咱们?|本|这个|整个)(?:的)?(?:项目|仓库|团队|代码库|工程|组|公司)(?:里面?|中|内|上)?'
const RULED =
  "\\b(?:always|never|only|must|mustn't|don't|do not|don't|no|not allowed|forbidden|use|should|shouldn't|may not|all|every)\\b"

const DECISIONS: readonly Cue[] = [
  // A label before the words themselves.
  cue(
    {
      kind: 'decision',
      by: 'user',
      needs:
        'settled :|decided :|agreed :|decision|final call|verdict|convention|rule|policy|guideline|agreement|principle|naming scheme|约定|规范|规则|规矩|惯例|原则|方案|结论|决定|决策|规定',
    },
    '^(?:settled :|decided :|agreed :) .|^[^,:]{0,30}\\b(?:decisions?|final call|verdict|conventions?|rules?(?! of thumb)|policy|guidelines?|agreement|principles?)\\b[^,:]{0,30} : .',
    '^(?:[^,:]{0,10})?(?:约定|规范|规则|规矩|惯例|原则)(?:一下|好|如下|一条|下|更新|调整|补充)? ?[,:]|(?:^|[ ,])(?:最终|技术|架构|最后|新|选型)?(?:的)?(?:方案|结论|决定|决策|规定) :',
    '(?:约定|规范|规则|规矩|惯例|原则)(?:是|为|就是|定为|如下|改为|改成)|记住(?:这个|这条|这)?(?:规矩|规则|约定|规范|原则)',
    '\\b(?:the|our) (?:\\w+ )?(?:rule|convention|policy|naming scheme|guideline)s? (?:is|are|will be|should be|says?)\\b',
  ),
  cue(
    {
      kind: 'decision',
      by: 'user',
      beside: 'a project matter',
      needs: '决定|定了|敲定|拍板|选定|确定|商量好了|讨论过了|讨论下来|讨论好了|评审过了|decided',
    },
    '(?:^|[ ,]|我)(?:已经|刚)?(?:决定|定了|敲定|拍板|选定|确定)(?:下来)?(?:了)?(?:就|还是|要|先|以后)?(?:用|采用|使用|选|改用|换成|走|不用|不再|放弃|弃用|以|把|将|统一|按|按照|保留|去掉)',
    '(?:定了|拍板了|敲定了|商量好了|讨论过了|讨论下来|讨论好了|评审过了) ?,.{0,40}(?:用|采用|改|走|分|按|统一|放弃|保留|不做|不用)',
    "\\bi(?:'ve| have)? (?:now |just |finally )?decided (?:that |on |against |we |to (?:use|adopt|drop|switch|move|migrate|store|keep|go with|replace|build|split|merge|support|remove|put|make|implement|write|run|host|deploy|expose|cache|standardi[sz]e|stick|not) )",
  ),
  // From here on.
  cue(
    {
      kind: 'decision',
      by: 'user',
      beside: 'a project matter',
      needs: '以后|今后|往后|从现在|从今|从下|版本|后续|from |as of |starting |forward|effective immediately|as a ',
    },
    '(?:以后|今后|往后|从现在起|从现在开始|从今天起|从今天开始|从今往后|从下个?(?:版本|迭代|周|月)(?:起|开始)|从(?:这个|本|新) ?版本(?:起|开始)|后续)(?:我们|大家|新代码|所有|全部|都|一律|统一|代码里|项目里)*.{0,16}(?:要|必须|用|不要|不准|不许|禁止|不能|不得|统一|走|放在?|写在?|只能|一律|别|支持|最低)',
    '\\bfrom now on\\b|\\bfrom (?:today|this \\w+|next \\w+|v\\d[\\d.]*) on(?:wards?)?\\b|\\bas of (?:today|now|this \\w+|v\\d[\\d.]*)\\b|\\bstarting (?:today|now|next \\w+|with v\\d[\\d.]*)\\b|\\b(?:going|moving) forward\\b|\\beffective immediately\\b|\\bas a (?:rule|convention|policy|principle)\\b',
  ),
  cue(
    {
      kind: 'decision',
      by: 'user',
      beside: 'a project matter',
      needs:
        '统一|一律|禁止|不准|不许|不允许|严禁|不用|改用|always|never|no longer|only ever|not allowed|forbidden|banned|mandatory|no more |stop ',
    },
    '(?:统一|一律)(?:都)?(?:用|使用|采用|走|放|写|改成|改为|改用|命名|返回|抛|通过|加|带|存|以|按|由|从|不)|(?:禁止|不准|不许|不允许|严禁)(?:在|直接|使用|用|把|再|写|出现|引入|提交|手动)|不用 ?[a-z][\\w.-]* ?了|(?:^|[ ,]|都|全部|全都)改用 ?[a-z]',
    '\\b(?:always|never) (?:use|call|write|put|commit|throw|return|import|mutate|store|log|expose|catch|name|push|merge|edit|rebase|hardcode|hard-code|deploy from|deploy on)\\b|\\bwe (?:no longer|only ever) \\w+',
    '\\b(?:is|are) (?:not allowed|forbidden|banned|mandatory)\\b|\\bno more [a-z][\\w -]+ (?:in|from|anywhere|please|for)\\b|\\bstop (?:using|writing|importing|committing|hard-?coding|mutating|logging|pushing)\\b',
  ),
  // How we do it here, mostly said to correct somebody.
  cue(
    {
      kind: 'decision',
      by: 'user',
      needs:
        "we always|we never|we don't|we do not|not how we|project|repo|codebase|code base|team|org|项目|仓库|团队|代码库|工程|组|公司",
    },
    "\\bwe (?:always|never|don't|do not) (?:use|call|write|put|throw|import|store|mutate|allow|commit|push|merge|edit|log|name|deploy|release|test|do (?:it|that|this))\\b|\\bnot how we (?:do|name|write|work|deploy|test|handle|build)\\b",
    `${OUR_PLACE}.{0,60}${RULED}|${RULED}.{1,60} ${OUR_PLACE}`,
    `${OUR_PLACE_ZH}(?:都|不能|不要|不允许|禁止|只能|必须|一律|规定|约定|统一|只用|不用|从不|一直用|一直都?|向来)`,
  ),
  cue(
    { kind: 'decision', by: 'user', needs: "that's|this is|that is|no |nope|wrong|not quite|incorrect|不对|不是|错了" },
    "^(?:that's|this is|that is) (?:not right|wrong|not correct|not true) , (?:in )?our [\\w ]{1,30} (?:is|are|never|always|must|has|uses|use)\\b|^(?:no|nope|wrong|that's wrong|that is wrong|not quite|that's not right|incorrect)(?: [,:])? (?:.{0,30} )?we (?:use|run|deploy|are on|only|name|keep|store|test)\\b.",
    '^(?:不对|不是|错了|不是这样|不是的|你搞错了|搞错了)(?:的|吧|啊)? ?, ?.{0,12}(?:我们用|我们一直|我们都|我们项目|我们是用|我们的.{1,12}(?:是|用|在)|我们这|咱们用|咱们都)',
  ),
  // Not so, but so.
  cue(
    { kind: 'decision', by: 'user', needs: "don't |do not |never " },
    "^(?:please )?(?:don't |do not |never ).{5,80} , (?:because )?(?:here )?we (?:keep|put|use|do|have|always|never|only|want|call|handle)\\b",
  ),
  // One thing for another.
  cue(
    {
      kind: 'decision',
      by: 'user',
      needs:
        '从|放弃|弃用|不再|停用|淘汰|替换|代替|取代|替代|moving |switching |migrating |going with|going all in|option|standard|default|source of truth|canonical|official|way to go|of choice',
    },
    '从 ?[a-z][\\w.-]* ?(?:全部|整体|逐步)?(?:迁移|切换|切|换|迁)(?:到|成|至) ?[a-z]|(?:放弃|弃用|不再使用|不再用|停用|淘汰) ?[a-z][\\w.-]*|用 ?[a-z][\\w.-]* ?(?:替换|代替|取代|替代)(?:掉)? ?[a-z]',
    "\\bwe(?:'re| are) (?:now )?(?:moving |switching |migrating )(?:from|over to|away from|to [a-z]+)\\b|\\b(?:we're going |we are going )(?:with|all in on)\\b(?! the flow)|\\bgo with option \\w+",
    '\\b(?:is our |are our |will be our |is the )(?:new |default |single |only )*(?:standard|default|source of truth|canonical|official|way to go|framework of choice|database of choice)(?= (?:for|in|here|now|from|everywhere)\\b| [,:]|$)',
  ),
  cue(
    {
      kind: 'decision',
      by: 'user',
      beside: 'a project matter',
      needs: "let's|lets |we'll|we will|we're going to|we are going to|i want us|i'd like us",
    },
    "\\b(?:let's|lets|we'll|we will|we're going to|we are going to|i want us to|i'd like us to) (?:go with|standardi[sz]e on|stick (?:with|to)|adopt|settle on|switch (?:over )?(?:to|from)|move (?:over )?(?:to|from|away from)|migrate (?:to|from)|drop|abandon|replace|retire)\\b (?!(?:the |that |this |another |an? |next |other )*(?:branch|tab|file|page|topic|window|next|other|left|right|top|bottom|line|button|first|second)\\b).",
  ),
  cue(
    {
      kind: 'decision',
      by: 'user',
      beside: WEIGHED,
      needs: "let's|lets |we'll|we will|we're|we are|i want us|we use|we keep|going to be|will be",
    },
    "\\b(?:let's|lets|we'll|we will|we're going to|we are going to|i want us to) (?:use|keep|store|build|host|write|run|put|have|do|make|split|render|expose|deploy)\\b|\\bwe(?:'re using| use| keep) [a-z]|\\b(?:is going to be|will be) [a-z]",
  ),
  cue(
    { kind: 'decision', by: 'user', beside: WEIGHED, needs: '用|选|换成|保留' },
    '(?:就|都|还是|那就)?(?:用|采用|选用|选|改用|换成|保留) ?[a-z@\ufffc]',
  ),
  cue(
    { kind: 'decision', by: 'user', beside: 'a project matter', needs: '就|还是' },
    '(?:就|那就|还是)(?:用|选|采用|定) ?[a-z@][\\w.@/ -]+(?:吧|了|好了)(?:$| [,:])',
  ),
]

export const CUES: readonly Cue[] = [...FOUND, ...WORKFLOWS, ...REQUIREMENTS, ...AGREED, ...DECISIONS]
