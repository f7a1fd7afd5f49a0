/** How people say what the product must do, and who asked for it. */

import { type Cue, cue } from './cue.ts'

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

export const REQUIREMENTS: readonly Cue[] = [
  cue(
    { kind: 'requirement', by: 'user' },
    '验收|需求|acceptance :|范围|指标|要求|约束|per |according to |as specified|spec|规则|口径|策略|合同|本期|这期|一期|首期|第一版|mvp|acceptance criteri|requirement|business rule|constraint|user story| scope|goal',
    '验收(?:标准|条件)|(?:需求|范围|指标)(?:就)?(?:是|为|改为|改成|变更|变了|定了|定为|明确|调整为|更新为|确认)|(?:新|硬性|客户|业务|产品|性能|安全|合规)?(?:的)?(?:需求|要求|约束|指标)(?:更新|变更|调整|补充|如下|确认)? ?:|(?:^|[ ,])新(?:增)?需求 ?[,:]|(?:不在|属于)(?:本期|这期|本次|一期)?(?:的)?范围',
    '\\b(?:per |according to )(?:the |our )?(?:spec\\w*|requirements?|contract|sla|gdpr|prd|rfc[\\w-]*)\\b|\\bas specified\\b|\\bspec(?:ification)? (?:changed|says|requires|was changed)\\b|(?:规则|口径|策略)(?:改了|变了|调整了|更新了|改成|改为)|(?:按照?|根据)(?:需求|需求文档|合同|验收)',
    '(?:本期|这期|一期|首期|第一版|mvp ?)(?:只|不|必须|要|先)(?:做|支持|包含|考虑|上)',
    '\\bacceptance criteri\\w+(?: for [^,:]{2,40})? (?:is|are|:|,)|^acceptance :|^[^,:]{0,30}\\b(?:requirements?|business rules?)\\b[^,:]{0,30} : .|\\b(?:the |a |our )?(?:new |hard |changed |updated |extra |business |customer |legal )*requirements? (?:is|are|was|changed|now|says?)\\b|\\b(?:hard|new|legal|technical|business) constraint(?: from [\\w ]{2,24})? (?::|is)|\\buser story :|\\b(?:in|out of) scope\\b|\\bnon-?goals?\\b',
  ),
  cue(
    { kind: 'requirement', by: 'user' },
    '确认|确定|同意|拍板|通过|要求|提出|规定|decided|confirmed|requires|require |insists|demands|signed off',
    '(?:产品|客户|业务方?|老板|评审|需求方|甲方|法务|合规|运营|安全部门?|监管)(?:那边|经理|同学|侧)?(?:已经?|刚|又|明确)?(?:要求|提出|规定|(?:确认|确定|同意|拍板|通过)(?:了|过| ?[,:]|$))',
    `\\b${WHO} (?:has |have |just |finally |now )*(?:decided|confirmed|requires|require |insists|demands|signed off)`,
  ),
  cue(
    { kind: 'requirement', by: 'user', beside: 'a project matter' },
    'wants |want |expects |expect |asked ',
    `\\b${WHO} (?:also |now |really )*(?:wants |want |expects |expect |asked (?:for|us to|that) ?)(?!(?:to )?(?:know|see|talk|meet|hear|it|us|me|you|this|that|an answer|a call|an update|a meeting)\\b)`,
  ),
  cue(
    { kind: 'requirement', by: 'user', beside: 'a project matter' },
    '必须|需要|要|应当|应该|不得|only |must|has to|have to|need|should|shall',
    '(?:用户|系统|页面|接口|产品|客户|管理员|服务|平台|后台|小程序|应用|网站|访客|会员|商家|订单|数据|app ?)(?:都)?(?:必须|需要|要|应当|应该)(?:能|能够|可以|支持|在)|必须(?:支持|兼容|在.{1,16}(?:以内|之内|内)|满足|保证|加密|脱敏|留痕|可追溯)|不得(?:超过|低于|少于)',
    `(?:^|[,:] |\\b(?:that|and|because|since|so) )${PRODUCT} ${MUST} (?:also |always |still |only )*${DOES}|(?:^|[,:] )${PRODUCT} (?:shall |${UNDERGOES})`,
    '(?:^|[,:] |and )(?:the |an? |all |every |each )?(?!(?:we|you|i|it|they|there|this|that) )(?:[\\w-]+ ){1,5}must (?:not |never |always |be unique\\b)',
    '^only (?:[\\w-]+ ){1,3}(?:may|can|are allowed to|is allowed to|should be able to)\\b',
    '\\b(?:it|we|this) (?:must|has to|have to|needs to|should) (?:support|stay (?:under|below)|not exceed|(?:work|run) (?:on|with|in|offline|without)|respond|be (?:compatible|accessible|available))\\b|\\bmust (?:support|not exceed|stay (?:under|below))\\b',
    `(?:must|has to|have to|needs to|shall)\\b (?!be (?:done|finished|ready|fixed|merged|released|deployed|shipped)).{0,60}\\b${BOUND}`,
  ),
  cue(
    { kind: 'requirement', by: 'user', beside: BOUND_ZH },
    '最多|至少|不超过|不少于|不低于|上限|下限|每人|限领|限制|以内|之内|内',
    '(?:最多|至少|不超过|不少于|不低于|上限|下限|每人|限领).{0,10}\\d|\\d.{0,6}(?:以内|之内|内)(?:必须|要|需|应|可见|返回|完成|到账|响应|打开|生效|可退)|(?:上限|下限|限制)(?:是|为|从)',
  ),
]
