/** How people say that something was decided, or that a rule holds from here on. */

import { type Cue, cue } from './cue.ts'

/** Why, instead of what, or how far: a choice with one of these is more than the next step. */
const WEIGHED =
  '\\b(?:because|since|due to|instead of|rather than|in favou?r of|over [a-z]|everywhere|throughout|across (?:the|all|our)|in all|for all|for every|no exceptions|as (?:our|the) (?:default|standard|main|only)|anymore|the reason)\\b|因为|由于|主要是|考虑到|原因是|毕竟|而不是|而非|全部|所有|统一|一律|不做了|不要了|不用了'

const OUR_PLACE =
  '(?:in|for|across) (?:this|our|the whole|the entire) (?:\\w+ )?(?:project|repo|repository|codebase|code base|team|monorepo|org)\\b'
const OUR_PLACE_ZH = '(?:我们|咱们?|本|这个|整个)(?:的)?(?:项目|仓库|团队|代码库|工程|组|公司)(?:里面?|中|内|上)?'
const RULED =
  "\\b(?:always|never|only|must|mustn't|don't|do not|don't|no|not allowed|forbidden|use|should|shouldn't|may not|all|every)\\b"

export const DECISIONS: readonly Cue[] = [
  cue(
    { kind: 'decision', by: 'both' },
    '决定|敲定|拍板|选定|商定|议定|方案|技术栈|最终|最后|一致|共识|采用|选择|选用|选型|架构|decided|agreed|settled on|standardi|opted|chose|picked|went with|landed on|converged on|voted|final decision|decision made|the decision is',
    '(?:我们|咱们?|团队|大家|组里|最终|最后|会上|架构上|技术上)(?:已经|也|就|都|一致|刚刚?)?(?:决定|敲定|拍板|选定|商定|议定)|敲定(?:了)?方案|(?:最终|最后)(?:的)?(?:方案|选择|结论)(?:是|为)|(?:方案|架构|技术栈|选型)(?:已经?|就)?(?:敲定|定了|定下来)|(?:达成|取得)(?:了)?(?:一致|共识)|我们(?:最终|最后|还是)?(?:采用|选择|选用)(?:了)? ?[a-z]|(?:方案|架构|选型)(?:改成|改为|换成|调整为|定为)',
    "\\b(?:we|(?:the |our )(?:\\w+ )?team(?: and i)?|[a-z]+ and i|everyone|everybody|all of us)(?:'ve| have| has)? (?:all |now |finally |just |both )?(?:decided|agreed|settled on|standardi[sz]ed on|opted|chose|picked|went with|have chosen|landed on|converged on|voted)\\b(?! (?:nothing|anything|to disagree|to meet|to talk))",
    '\\bfinal decision (?:is(?! made)|was|:)|\\b(?:decision made|the decision is)\\b|\\bagreed(?: then)? [,:] we (?:go with|use|keep|drop|will|only|always|never)\\b|\\bas (?:we )?agreed\\b.{0,60}\\b(?:use|go with|is|are|will)\\b',
  ),
  // A label before the words themselves.
  cue(
    { kind: 'decision', by: 'user' },
    'decision|settled :|decided :|agreed :|final call|verdict|convention|rule|policy|guideline|naming scheme|agreement|principle|约定|规范|规则|规矩|惯例|原则|方案|结论|决定|决策|规定',
    '^(?:settled :|decided :|agreed :) .|^[^,:]{0,30}\\b(?:decisions?|final call|verdict|conventions?|rules?(?! of thumb)|policy|guidelines?|agreement|principles?)\\b[^,:]{0,30} : .',
    '^(?:[^,:]{0,10})?(?:约定|规范|规则|规矩|惯例|原则)(?:一下|好|如下|一条|下|更新|调整|补充)? ?[,:]|(?:^|[ ,])(?:最终|技术|架构|最后|新|选型)?(?:的)?(?:方案|结论|决定|决策|规定) :',
    '(?:约定|规范|规则|规矩|惯例|原则)(?:是|为|就是|定为|如下|改为|改成)|记住(?:这个|这条|这)?(?:规矩|规则|约定|规范|原则)',
    '\\b(?:the|our) (?:\\w+ )?(?:rule|convention|policy|naming scheme|guideline)s? (?:is|are|will be|should be|says?)\\b',
  ),
  cue(
    { kind: 'decision', by: 'user', beside: 'a project matter' },
    '决定|定了|敲定|拍板|选定|确定|商量好|讨论过|讨论下来|评审过|讨论好|decided',
    '(?:^|[ ,]|我)(?:已经|刚)?(?:决定|定了|敲定|拍板|选定|确定)(?:下来)?(?:了)?(?:就|还是|要|先|以后)?(?:用|采用|使用|选|改用|换成|走|不用|不再|放弃|弃用|以|把|将|统一|按|按照|保留|去掉)',
    '(?:定了|拍板了|敲定了|商量好了|讨论过了|讨论下来|讨论好了|评审过了) ?,.{0,40}(?:用|采用|改|走|分|按|统一|放弃|保留|不做|不用)',
    "\\bi(?:'ve| have)? (?:now |just |finally )?decided (?:that |on |against |we |to (?:use|adopt|drop|switch|move|migrate|store|keep|go with|replace|build|split|merge|support|remove|put|make|implement|write|run|host|deploy|expose|cache|standardi[sz]e|stick|not) )",
  ),
  // From here on.
  cue(
    { kind: 'decision', by: 'user', beside: 'a project matter' },
    '以后|今后|往后|从现在|从今天|从今往后|从下|版本|后续|from |as of |starting | forward|effective immediately|as a ',
    '(?:以后|今后|往后|从现在起|从现在开始|从今天起|从今天开始|从今往后|从下个?(?:版本|迭代|周|月)(?:起|开始)|从(?:这个|本|新) ?版本(?:起|开始)|后续)(?:我们|大家|新代码|所有|全部|都|一律|统一|代码里|项目里)*.{0,16}(?:要|必须|用|不要|不准|不许|禁止|不能|不得|统一|走|放在?|写在?|只能|一律|别|支持|最低)',
    '\\bfrom now on\\b|\\bfrom (?:today|this \\w+|next \\w+|v\\d[\\d.]*) on(?:wards?)?\\b|\\bas of (?:today|now|this \\w+|v\\d[\\d.]*)\\b|\\bstarting (?:today|now|next \\w+|with v\\d[\\d.]*)\\b|\\b(?:going|moving) forward\\b|\\beffective immediately\\b|\\bas a (?:rule|convention|policy|principle)\\b',
  ),
  cue(
    { kind: 'decision', by: 'user', beside: 'a project matter' },
    '统一|一律|禁止|不准|不许|不允许|严禁|不用|改用|always|never|no longer|only ever|no more |not allowed|forbidden|banned|mandatory|stop ',
    '(?:统一|一律)(?:都)?(?:用|使用|采用|走|放|写|改成|改为|改用|命名|返回|抛|通过|加|带|存|以|按|由|从|不)|(?:禁止|不准|不许|不允许|严禁)(?:在|直接|使用|用|把|再|写|出现|引入|提交|手动)|不用 ?[a-z][\\w.-]* ?了|(?:^|[ ,]|都|全部|全都)改用 ?[a-z]',
    '\\b(?:always|never) (?:use|call|write|put|commit|throw|return|import|mutate|store|log|expose|catch|name|push|merge|edit|rebase|hardcode|hard-code|deploy from|deploy on)\\b|\\bwe (?:no longer|only ever) \\w+',
    '\\b(?:is|are) (?:not allowed|forbidden|banned|mandatory)\\b|\\bno more [a-z][\\w -]+ (?:in|from|anywhere|please|for)\\b|\\bstop (?:using|writing|importing|committing|hard-?coding|mutating|logging|pushing)\\b',
  ),
  // How we do it here, mostly said to correct somebody.
  cue(
    { kind: 'decision', by: 'user' },
    "always|never|don't|do not|not how we|project|repo|codebase|code base|team|monorepo|org|项目|仓库|团队|代码库|工程|组|公司",
    "\\bwe (?:always|never|don't|do not) (?:use|call|write|put|throw|import|store|mutate|allow|commit|push|merge|edit|log|name|deploy|release|test|do (?:it|that|this))\\b|\\bnot how we (?:do|name|write|work|deploy|test|handle|build)\\b",
    `${OUR_PLACE}.{0,60}${RULED}|${RULED}.{1,60} ${OUR_PLACE}`,
    `${OUR_PLACE_ZH}(?:都|不能|不要|不允许|禁止|只能|必须|一律|规定|约定|统一|只用|不用|从不|一直用|一直都?|向来)`,
  ),
  cue(
    { kind: 'decision', by: 'user' },
    'our |use|run|deploy|are on|only|name|keep|store|test|我们用|我们一直|我们都|我们项目|我们是用|我们的|我们这|咱们用|咱们都',
    "^(?:that's|this is|that is) (?:not right|wrong|not correct|not true) , (?:in )?our [\\w ]{1,30} (?:is|are|never|always|must|has|uses|use)\\b|^(?:no|nope|wrong|that's wrong|that is wrong|not quite|that's not right|incorrect)(?: [,:])? (?:.{0,30} )?we (?:use|run|deploy|are on|only|name|keep|store|test)\\b.",
    '^(?:不对|不是|错了|不是这样|不是的|你搞错了|搞错了)(?:的|吧|啊)? ?, ?.{0,12}(?:我们用|我们一直|我们都|我们项目|我们是用|我们的.{1,12}(?:是|用|在)|我们这|咱们用|咱们都)',
  ),
  // Not so, but so.
  cue(
    { kind: 'decision', by: 'user' },
    "don't |do not |never ",
    "^(?:please )?(?:don't |do not |never ).{5,80} , (?:because )?(?:here )?we (?:keep|put|use|do|have|always|never|only|want|call|handle)\\b",
  ),
  // One thing for another.
  cue(
    { kind: 'decision', by: 'user' },
    "放弃|弃用|不再使用|不再用|停用|淘汰|替换|代替|取代|替代|迁|切|换|moving |switching |migrating |we are going |we're going |go with option |replaces |is our |are our |will be our |is the ",
    '从 ?[a-z][\\w.-]* ?(?:全部|整体|逐步)?(?:迁移|切换|切|换|迁)(?:到|成|至) ?[a-z]|(?:放弃|弃用|不再使用|不再用|停用|淘汰) ?[a-z][\\w.-]*|用 ?[a-z][\\w.-]* ?(?:替换|代替|取代|替代)(?:掉)? ?[a-z]',
    "\\bwe(?:'re| are) (?:now )?(?:moving |switching |migrating )(?:from|over to|away from|to [a-z]+)\\b|\\b(?:we're going |we are going )(?:with|all in on)\\b(?! the flow)|\\bgo with option \\w+",
    '\\b(?:is our |are our |will be our |is the )(?:new |default |single |only )*(?:standard|default|source of truth|canonical|official|way to go|framework of choice|database of choice)(?= (?:for|in|here|now|from|everywhere)\\b| [,:]|$)',
  ),
  cue(
    { kind: 'decision', by: 'user', beside: 'a project matter' },
    "let's|lets|we'll|we will|we're going to|we are going to|i want us to|i'd like us to",
    "\\b(?:let's|lets|we'll|we will|we're going to|we are going to|i want us to|i'd like us to) (?:go with|standardi[sz]e on|stick (?:with|to)|adopt|settle on|switch (?:over )?(?:to|from)|move (?:over )?(?:to|from|away from)|migrate (?:to|from)|drop|abandon|replace|retire)\\b (?!(?:the |that |this |another |an? |next |other )*(?:branch|tab|file|page|topic|window|next|other|left|right|top|bottom|line|button|first|second)\\b).",
  ),
  cue(
    { kind: 'decision', by: 'user', beside: WEIGHED },
    "let's|lets|we'll|we will|we're going to|we are going to|i want us to|'re using| use| keep|is going to be|will be",
    "\\b(?:let's|lets|we'll|we will|we're going to|we are going to|i want us to) (?:use|keep|store|build|host|write|run|put|have|do|make|split|render|expose|deploy)\\b|\\bwe(?:'re using| use| keep) [a-z]|\\b(?:is going to be|will be) [a-z]",
  ),
  cue(
    { kind: 'decision', by: 'user', beside: WEIGHED },
    '用|选|换成|保留',
    '(?:就|都|还是|那就)?(?:用|采用|选用|选|改用|换成|保留) ?[a-z@\ufffc]',
  ),
  cue(
    { kind: 'decision', by: 'user', beside: 'a project matter' },
    '就|还是',
    '(?:就|那就|还是)(?:用|选|采用|定) ?[a-z@][\\w.@/ -]+(?:吧|了|好了)(?:$| [,:])',
  ),
]
