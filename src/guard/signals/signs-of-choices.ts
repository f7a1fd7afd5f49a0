/** How people say what must be and who wants it, what was chosen or put off, what always holds, and what the bank has wrong. */

import { isOrder } from './norms.ts'
import { form, type Sign, words } from './signs.ts'

// What holds, though nobody decides it now.

export const EVERY = words(
  'everywhere|all|every|each|everything|always|our|any|所有|全部|每个|每条|凡是|都是|都用|都按|都存|一律|统一',
)
export const IS_OF_SORT = form(
  [
    'every|all',
    '\\b(?:make|keep|store|treat|have|send|parse) (?:everything|all \\S+|every \\S+)(?: as| in)? (?:utc|gmt|cents|lf|utf-?8|lower-?case|upper-?case|immutable|strings?|integers?|decimals?|iso)\\b',
  ],
  [
    'are|is|in|as|stored|kept|sent|counted|measured|expressed|encoded|saved|run on|use',
    '\\b(?:are|is|in|as|stored|kept|sent|counted|measured|expressed|encoded|saved|run on|use)(?: all| always| in| as| stored| kept| sent| saved| plain)* (?:utc|gmt|cet|local time|(?:euro ?)?cents|pence|cent[ei]met(?:er|re)s|millimet(?:er|re)s|met(?:er|re)s|(?:milli|micro|nano)?seconds|ms|bytes|iso|iso-8601|rfc3339|utf-?8|utf-?16|lf|crlf|gbk|ascii|little-?endian|big-?endian|zero-based|one-based|[01]-based|lower-?case|upper-?case|lower case|upper case|snake_case|camelcase|kebab-case|immutable|append-only|read-only|unsigned|radians|degrees|base64|eur|usd|cny|net|gross|integers|decimals|strings|epoch|unix|big integers|uuids?|ulids?|idempotent|soft-deleted|versioned)\\b',
  ],
  [
    '是|用|存|按|为|以',
    '(?:是|用|存|按|为|以)(?:的是|的都是)? ?(?:utc|gmt|北京时间|东八区|本地时间|分(?:为单位|存|$| ,)|毫秒|微秒|秒|字节|厘米|毫米|米|gbk|utf-?8|大端|小端|小写|大写|下划线|驼峰|只读|从 ?[01] ?开始|base64|人民币|美元|含税|不含税|整数|字符串|时间戳|软删除|幂等)',
  ],
)

// What must be, and who wants it.

export const WANTED = form(
  ['negotiable', '\\bnon[ -]?negotiable\\b|\\bnot negotiable\\b'],
  [
    '说',
    '(?:产品|客户|业务|财务|法务|运营|老板|领导|甲方|设计|审计|监管|合规|风控|安全|测试|运维)(?:那边|这边|经理|同学|部|组)*说(?!不清|他|什么|啥).{2,30}(?:要|必须|不能|不得|只|最多|至少|超过|不超)',
  ],
  [
    'design|audit|financ|account|op|secur|infra|qa|publish|partner|regulat|vendor|manag|board|privacy|access|hr|procure|tax|legal|compli|product|customer|client|stakeholder|bank|hospital|city|apple|google|store|app review',
    "\\b(?:design|designers?|auditors?|audit|finance|accounting|ops|operations|security|infra|qa|publishers?|partners?|regulators?|vendors?|management|the board|privacy|accessibility|hr|procurement|tax|legal|compliance|product|customers?|clients?|stakeholders?|the bank|the hospital|the city|apple|google|the store|app review)(?: team| people| department| folks)?(?: has| have| just| also| now| finally)* (?:insists?|requires?|demands?|signed off|signed it off|agreed|confirmed|approved|wants?|asked for|won't accept|rejects?)\\b(?! (?:to )?(?:know|see|talk|meet|hear|an answer|a call|an update|a meeting|the report))",
  ],
  [
    'agreed|signed|approved|demanded|required|must for|promised',
    "\\b(?:agreed with|signed off by|approved by|demanded by|required by|a must for|promised to) (?:the |our )?[a-z]+|\\b(?:we|i)(?: have|'ve)? promised (?:\\S+ ){3,}",
  ],
  [
    '定|说|要求|确认|拍板|规定|提了|点头|签|坚持|同意',
    '(?:产品|客户|业务|财务|法务|运营|老板|领导|甲方|设计|审计|监管|合规|风控|市场|发行|银行|医院|学校|校方|商务|采购|平台方|合作方|需求方|政府|央行|医生|老师|安全组|安全部)(?:那边|这边|经理|同学|侧|部门?|方|组|团队)*(?:已经|也|都|刚|又|今天|昨天|明确|最后|终于)*(?:定了|定下|定的是|说了|说好了|说定|要求|确认了|拍板|规定|提了|点头|签字|签了|坚持|同意了)',
  ],
)
export const WANTS = words('[the/our/their] (_ )(_ )_ [wants/requires/insists/demands/expects/asks for/asked for]')
export const LIMIT = words(
  'within|at least|at most|less than|more than|no more than|under|below|up to|per|every|not exceed|最多|至少|不超过|以内',
)
export const ACCEPTED_WHEN = words(
  `acceptance( criteri*/ test(s))( for …) [is/are/:/,]|definition of done|[done/accepted/complete/finished] [when/means]|we accept it [if/when]|
  验收[标准/条件/要求/口径/时/是/:]|算[完成/通过/验收]的标准|达标[线/标准]`,
)
export const BOUND_BY = form(
  [
    'customers|users|admins|clients|operators|guests|members|tenants|editors',
    '\\b(?:customers|users|admins|clients|operators|guests|members|tenants|editors) (?:\\S+ ){1,4}(?:must|have to|need to be able to) \\S+ (?:\\S+ ?){2,}',
  ],
  ['要|得', '(?:^|[ ,:])(?!这|那|你|我)[^,:]{2,8}(?:要|需要|得)(?:能|支持|可以)[^,:]{3,} ,.{4,}'],
  ['必须', '必须(?:能|可以|支持|兼容|允许|保证).{3,}'],
  [
    'everything|nothing|all ',
    '(?:^|[,:] )(?:everything|nothing|all (?:of )?(?:the |our )?\\S+) (?:must|has to|have to|needs to|may) (?:be|work|survive|stay|have|run|support|keep) (?:\\S+ ?){2,}',
  ],
  [
    'no ',
    '\\bno (?:\\w+ ){1,3}(?:may|must|shall|should) (?:\\w+ )*?(?:longer|more|less|fewer|exceed|be|have|take|lose|miss)\\b',
  ],
  [
    '必须|要|得|应',
    '(?:必须|要|得|需要|应该|应当)(?:在|能)?.{0,12}\\d[\\d:]* ?(?:点|号|分钟|秒|小时|天|ms|s|毫秒)(?:钟)?(?:之)?(?:前|内|以内)',
  ],
  [
    '没有|缺|少|不填|不带',
    '(?:没有|缺|少一个|少了|不填|不带).{0,16}(?:不给|不能|不准|不许|不让)(?:提交|通过|上线|发布|保存|下单|退款)',
  ],
)

// What was chosen, put off, or holds as an order.

export const STANDING = form(
  ['from here on', "\\bfrom here on (?!it|i|we focus|we're)(?:\\S+ ){3,}"],
  ['不准|不许|严禁|不允许', '(?:不准|不许|严禁|不允许)\\p{Script=Han}{2,}'],
  [
    'we never|we always',
    '\\bwe (?:always|never) (?!need|know|had|did|saw|got|have|been|said|really|use that|use this)[a-z][\\w-]*(?<!ed|ing) \\S+',
  ],
  [' ever ', "\\b(?:don't|do not) ever (?!mind|forget)[a-z]+ (?:\\S+ ?){2,}"],
  [
    'always',
    '(?:^|[,:] |\\b(?:and|so|then|but|please|also|again|should|must) )always (?!mind|seen|again|know|knows|had|been|be |was|got|knew|saw|heard|thought|fails|happy|nice|good|great|fun|true|possible|easy|hard|there|some|a |the |in |that |too |going|say |forget|tell |ask |trust|apologi)[a-z][\\w-]*(?<!ed|ing|[^s]s)(?: [^ ,:]+){3,}',
  ],
  [
    'never',
    '(?:^|[,:] |\\b(?:and|so|then|but|please|also|again|should|must) )never(?: ever)? (?!mind|seen|again|know|knows|had|been|be |was|got|knew|saw|heard|thought|fails|happy|nice|good|great|fun|true|possible|easy|hard|there|some|a |the |in |that |too |going|say |forget|tell |ask |trust|apologi)[a-z][\\w-]*(?<!ed|ing|[^s]s)(?: [^ ,:]+){2,}',
  ],
  [
    "don't|do not|never|stop",
    "\\b(?:don't|do not|never|stop) (?:ever )?(?:use|using|call|put|write|add|import|read|store|log|cache|hardcode|hard-code|commit|touch|catch|mock|edit|rely on|depend on|pass|return|throw|block|allocate|query)\\b.{3,80} , (?:rather |instead |always |please )*(?:use|take|call|pass|go through|read|prefer|keep|get|inject|return|put|do|wrap|let|ask|import|derive|store)\\b",
  ],
  [
    '一律|统统|全都|全部|不准|不许|严禁|禁止|不允许|不要再|再也|永远|绝对|千万|从来|一向|向来',
    '(?:一律|统统|全都|全部)(?:不准|不许|不能|不要|别|用|走|按|存|放|当|要)|(?:不准|不许|严禁|禁止|不允许)(?:再|在|直接|用)|不要再.{1,20}了|再也(?:别|不)|(?:永远|绝对|千万)(?:不要|别|不能|不准)|(?:从来|一向|向来)(?:都)?(?:是|用|不)',
  ],
)
/** What is never so, or has no place, in a part of the project. */
export const RULES_OUT = form(
  [
    'no ',
    '(?:^|[,:] )no (?:more )?(?:\\S+ ){1,3}(?:in|inside|outside|for|from) (?:this|our|the|any) (?:\\S+ ){0,2}(?:service|project|repo|code|module|app|package|layer|codebase|core|domain|api|database|handlers?|components?|library|logs?)\\b',
  ],
  ['always', '\\balways\\b.{3,60}(?:,|and|but) never\\b|\\bnever\\b.{3,60}(?:,|and|but) always\\b'],
  [
    'never',
    's (?:\\S+ ){0,4}(?:must )?never (?:contain|include|expose|hold|leave|cross|share|mix|depend|import|know|touch|block|carry|write|talk|reach|see|own|store)\\b',
  ],
  [
    '不|别|只',
    '(?:^|[ ,:])(?:日志|代码|接口|前端|后端|数据库|缓存|消息|配置|响应|异常|业务层|控制器|页面|组件|事务|循环|中断|主线程|回调|脚本|仓库)(?:里面?|中|层|上|内)(?:都)?(?:不要|别|不能|不许|不得|不可以|只能|只放|只写|不放|不写)(?!动|改|碰|管|再改|.*注释)',
  ],
  [
    '用|按|以|存|写|带|加|不|别',
    '(?:^|[ ,:])(?:提交信息|提交说明|分支名?|变量名|文件名|表名|字段名|注释|命名|主键|金额|时间戳|时间字段|枚举值?|错误码|版本号|接口路径|日期|货币|包名|类名|常量|单价|密码|密钥|路径)(?:都|要|必须|统一|一律)*(?:用|按|以|存|写|带|加|不要|别|不能|不许|不写|不存)(?!一下|个)',
  ],
  ['统一', '(?<!不)统一(?:为|成|是)? ?[\\da-z]'],
  ['都', '都(?:走|放|经过|通过|由|按) ?[a-z\\ufffc\\p{Script=Han}]{2,}'],
)
export const CHOOSES = form(
  [
    'only|always|never|everywhere',
    '(?:^|[,:] )(?:please |so |ok )*(?:put|store|handle|compute|validate|check|keep|run|do|parse|cache) .{3,40}? (?:only|always|never|everywhere)\\b',
  ],
  [
    'go with|stick|stay|keep|prefer|settle|pick|choos',
    "(?:^|[,:] |\\b(?:ok|okay|then|so|fine|yes|no|yeah|let's|lets|we|we'll|we will|i'd say|just|and) )(?:go with|stick (?:with|to)|stay (?:with|on)|staying (?:with|on)|keep(?:ing)?|prefer|settle (?:on|for)|pick|choose|choosing) (?!it\\b|this\\b|that\\b|them\\b|me\\b|going|in mind|up\\b|an eye|a look|over\\b|care\\b|your|note)\\S",
  ],
  ['first|only|over|wins', '\\b(?:first|only|over|wins)\\b$'],
  [
    '还是|继续|仍然|依旧|坚持|就|保留|选',
    '(?:^|[ ,:])[^,:]{0,8}(?:还是|继续|仍然|依旧|坚持)(?:用|选|走|按|留|保留|采用|沿用|维持|存|放|写|传|跑|上|发)[^,:]{1,}|(?:^|[ ,:])(?:那|那就|就|我们|咱们)?(?:就|保留|选)(?:用|选|走|按|留|保留|采用|沿用|先用|维持|存|放|写|传|跑|上|发)[^,:]{1,}',
  ],
  ['用', '(?:^|[,:] )(?:那就|就|我们)?用(?!户|例|法|一下|于|过|了)[^,:]{2,14} ,'],
  ['use', '\\bfor (?:\\S+ ){1,3}(?:we )?use (?:the |a )?\\S+'],
)
/** A choice of weight; what follows it in a clause of its own is its reason. */
export const STAYS_WITH = form([
  'go with|stick|stay|keep|prefer|settle',
  "(?:^|[,:] |\\b(?:ok|okay|then|so|fine|yes|no|yeah|let's|lets|we|we'll|and|please) )(?:go with|stick (?:with|to)|stay (?:with|on)|keep|prefer|settle (?:on|for)) (?!it\\b|this\\b|that\\b|them\\b|me\\b|going|in mind|up\\b|an eye|your|note|only|the (?:variable|function|name|test|line|import|comments?|file|method|class|type|icon|button|old|first|last)\\b)\\S+",
])
export const EXPLAINED: Sign = {
  may: (line) => line.includes(' , '),
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
export const WHY = words(
  `because|since|instead|rather than|not the|not a|not worth|too [much/many/heavy/slow/complex/expensive/big/risky/old/early/late/fragile/hard]|until|
  anyway|burned us|can't run|can't [read/use/handle/support]|nobody|no one|half of|can't afford|not allowed|license|licence|budget|maintain*|easier to|cheaper|simpler|made (_ )(_ )(_ )(_ )[endless/slow/impossible/unusable/worse]|
  因为|由于|毕竟|太[大/多/重/慢/贵/复杂/高/难/麻烦/久/老/新/乱/长]|没人|不熟|不熟悉|维护|成本|开销|够用|省事|省得|来不及|风险|不划算|不值|不支持|更[稳/省/快/简单/熟/便宜]|不考虑|不给|不让|不想|两套|而不是|反正`,
)
export const OURS = words(
  `we|our|us|users|customers|clients|analysts|the team|ops|everyone|people|我们|咱们|组里|团队|用户|客户|运维|大家`,
)

export const NOT_NOW = form(
  [
    'for now|moment|version|launch|until',
    "(?:^|[,:] )(?:ok |so |please |let's )*(?:drop|skip|leave out|postpone|defer|park) .{3,40}? (?:for now|for the moment|in the first version|for launch|until)\\b",
  ],
  ['not now', "\\bnot now\\b(?! ,? ?(?:i'm|i am|thanks|please|sorry))"],
  [
    "won't|will not|don't|do not",
    "\\b(?:we )?(?:won't|will not|don't|do not) (?:\\w+ ){1,6}(?:until|before we|in this (?:release|version|revision|milestone)|for v?\\d)\\b",
  ],
  ['先|暂时', '(?:先|暂时)(?:锁|固定|停|保持|维持|留|卡|冻结)在?'],
  [
    '不|别',
    '(?:先|暂时|暂|目前|眼下|现阶段|这期|本期|这版|近期|今年|短期内?)(?:就|都|还)?(?:不|别)(?:急|忙|管|说|看|弄|要|用管)?(?=\\p{Script=Han}| [a-z])',
  ],
)
export const TILL_WHEN = form(
  [
    '再|才|之后|以后',
    '等(?!会|一会|下|一下|我|你).{1,24}(?:再|才|之后|以后)|(?:到|过|超过|满).{1,24}再|(?:之后|以后|下来|以后)再(?!看|弄|做$)',
  ],
  [
    'until|once|when we|after we|before we|for ',
    '\\b(?:until|once|when we|after we|before we)\\b|\\bfor (?:this|the current) (?:release|revision|version|milestone|quarter|year)\\b',
  ],
)
