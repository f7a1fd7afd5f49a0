/**
 * The words that announce something worth keeping, in both languages, on one sentence of plain words
 * (`lineOf`: lower case, Han joined). The first that matches names the kind.
 */

import { BranchedPattern, branch } from '../../core/branched-pattern.ts'
import { once } from '../../core/once.ts'
import type { SignalKind } from './signal.ts'

export interface Cue {
  readonly kind: SignalKind
  /** Agents narrate what they are about to do; only what they found counts of it. */
  readonly by: 'user' | 'both'
  readonly pattern: BranchedPattern
}

const BANK = String.raw`(?:memory[ -]?bank|记忆库|(?:memory|patterns|tech|progress)\.md|the bank)`

export const CUES: readonly Cue[] = [
  {
    kind: 'conflict',
    by: 'both',
    pattern: new BranchedPattern([
      branch(
        'memory|记忆库|patterns|tech|progress|the bank',
        `${BANK}.{0,60}(?:不一致|过时|过期|不符|写错|对不上|矛盾|已经不对|不是这样|\\bout[ -]of[ -]date\\b|\\boutdated\\b|\\bstale\\b|\\bwrong\\b|\\bcontradict|\\bdisagree|\\bno longer\\b|\\b(?:doesn't|does not|don't) match\\b|\\bsays\\b.{1,80}\\bbut\\b|写的是.{1,40}(?:但|实际|其实))`,
      ),
      branch(
        '代码|实际|code|reality',
        `(?:代码|实际|code|reality).{0,30}(?:和|与|跟|contradicts?|disagrees? with|does not match|doesn't match).{0,16}${BANK}`,
      ),
    ]),
  },
  {
    kind: 'finding',
    by: 'both',
    pattern: new BranchedPattern([
      branch('根因|根本原因|真正的原因|罪魁祸首', '根因|根本原因|真正的原因|罪魁祸首'),
      branch(
        '是因|出在|在于|是由',
        '(?:原因|问题|报错|故障|超时|崩溃|泄漏|失败|bug)(?:的原因)?(?:就|其实|原来)?(?:是因为|出在|在于|是由于|是由|是因)',
      ),
      branch(
        '原来|其实|导致|引起|造成',
        '(?:原来|其实)是(?:因为|由于|.{2,30}(?:导致|引起|造成|没有?|忘))|(?:导致|引起|造成)(?:的|了)(?:这个)?(?:问题|报错|超时|崩溃|泄漏|失败|死锁|bug)',
      ),
      branch(
        '导致|引起|造成|触发|原因',
        '(?:bug ?|问题|报错|故障|超时|崩溃|泄漏|失败|异常|卡顿|死锁)(?:其实|就|都)?是.{1,40}(?:导致|引起|造成|触发)的|(?:发现|找到|查明|定位到|确认)(?:了)?(?:问题的?|真正的?)?原因|原因(?:已经)?(?:找到|查明|查清)',
      ),
      branch(
        '踩|个坑|大坑|的坑 ,|陷阱是|性能瓶颈',
        '踩(?:了|到|过)?(?:一?个|的)?坑|(?:有|是)个坑|大坑|的坑 ,|陷阱是|性能瓶颈(?:在|是|出)',
      ),
      branch(
        '耗时|延迟|内存|启动时间|响应时间|体积',
        '(?:耗时|延迟|内存|启动时间|响应时间|体积).{0,20}从.{1,20}(?:降|减|缩|优化)(?:低|少|短)?(?:到|至|为)',
      ),
      branch(
        'root cause|culprit|gotcha|pitfall|found|identified|tracked down|confirmed',
        '\\b(?:root cause|culprit|gotcha|pitfall)\\b.{0,10}\\b(?:is|was|were|here|:)|\\b(?:found|identified|tracked down|confirmed) the (?:root cause|culprit|cause|bug|leak|source)\\b|\\broot cause\\b ,',
      ),
      branch(
        'caused by|due to|because|from ',
        '\\b(?:bugs?|issues?|problem|crash(?:es)?|failures?|errors?|leak|timeouts?|regression|flak\\w+|deadlock|race|hang|slowness|500s?)\\b.{0,60}\\b(?:was|were|is|are|comes?|came) (?:actually |really )?(?:caused by|due to|because|from (?:a|the))\\b',
      ),
      branch(
        ' was |reason|cause',
        '\\bthe (?:actual |real |underlying )?(?:problem|issue|bug|fault|mistake|culprit|trouble) was (?:that |a |an |the |in |with |how |our |not )|\\bthe (?:reason|cause) .{1,60} (?:failed|fails|broke|breaks|crashed|crashes|hung|hangs|was slow|is slow|timed out)\\b',
      ),
      branch(
        'turn|reason|cause|bottleneck ',
        '\\bturn(?:s|ed) out\\b|\\bthe (?:real |actual )?(?:reason|cause) (?:is|was|it)\\b|\\bbottleneck (?:is|was)\\b|\\b(?:it|this|that) (?:only )?(?:fails|failed|breaks|broke|happens|happened) because\\b',
      ),
      branch(
        'from',
        '\\b(?:latency|duration|memory|start-?up|build time|response time|p9\\d)\\b.{0,40}\\b(?:dropped|went|fell|reduced|down|improved)\\b.{0,12}\\bfrom\\b',
      ),
    ]),
  },
  {
    kind: 'workflow',
    by: 'user',
    pattern: new BranchedPattern([
      branch(
        '命令|流程|步骤|方式|脚本',
        '(?:部署|发布|上线|构建|打包|启动|测试|迁移|回滚)(?:的)?(?:命令|流程|步骤|方式|脚本)(?:现在|已经|以后)?(?:是|改|变|换|统一)',
      ),
      branch(
        '结构|以后|今后|现在',
        '(?:目录|项目|仓库)结构(?:改|调整|变|换)|(?:以后|今后|现在)(?:部署|发布|上线|构建|打包|启动|测试)(?:都|一律|统一)?(?:用|走|跑|通过|改)',
      ),
      branch(
        'command|process|workflow|script|step|procedure',
        '\\b(?:deploy\\w*|releas\\w+|build|test|start|migration|rollback|ci) (?:command|process|workflow|script|steps?|procedure) (?:is|are|has|have|changed|now|moved)\\b',
      ),
      branch(
        'deploy|ship|build|test|releas|migration|rollback',
        '\\bwe (?:now |always )?(?:deploy|release|ship|build|run tests|test) (?:with|via|by|through|from|using)\\b|\\b(?:deploy\\w*|releas\\w+|builds?|migrations?|rollbacks?) (?:now|always|must) (?:go|run|happen|start|come|be)\\b',
      ),
    ]),
  },
  {
    kind: 'requirement',
    by: 'user',
    pattern: new BranchedPattern([
      branch(
        '验收|需求|范围|指标',
        '验收(?:标准|条件)|(?:需求|范围|指标)(?:就)?(?:是|为|改为|改成|变更|定了|定为|明确|调整为|更新为)|(?:不在|属于)(?:本期|这期|本次|一期)?(?:的)?范围',
      ),
      branch(
        '本期|这期|一期|首期|第一版|mvp|用户|系统|页面|接口|产品|客户|管理员|服务',
        '(?:本期|这期|一期|首期|第一版|mvp ?)(?:只|不|必须|要|先)(?:做|支持|包含|考虑|上)|(?:用户|系统|页面|接口|产品|客户|管理员|服务)(?:必须|需要|要|应当|应该)(?:能|能够|可以|支持|在)',
      ),
      branch(
        '确认|确定|同意|拍板|通过|必须|不得',
        '(?:产品|客户|业务方?|老板|评审|需求方)(?:已经|刚)?(?:确认|确定|同意|拍板|通过)(?:了|过)?|必须(?:支持|兼容|在.{1,16}(?:以内|之内|内)|满足|保证)|不得(?:超过|低于|少于)',
      ),
      branch(
        'acceptance criteri|the requirement| scope|goal',
        '\\bacceptance criteri\\w+|\\bthe requirements? (?:is|are|was|changed|now|says?)\\b|\\b(?:in|out of) scope\\b|\\bnon-?goals?\\b',
      ),
      branch(
        'must|has to|have to|need|should',
        '\\b(?:it|this|that|the [\\w -]{2,40}|users?|customers?|admins?|we) (?:must|has to|have to|needs? to|should) (?:be able to|support|handle|stay (?:under|below)|not exceed|work (?:on|with|in)|respond|be (?:compatible|accessible|available))\\b',
      ),
      branch('must ', '\\bmust (?:support|not exceed|be able to|stay (?:under|below))\\b'),
    ]),
  },
  {
    kind: 'decision',
    by: 'both',
    pattern: new BranchedPattern([
      branch(
        '决定|敲定|拍板|选定|商定|议定|方案',
        '(?:我们|咱们?|团队|大家|组里|最终|最后)(?:已经|也|就|都|一致|刚刚?)?(?:决定|敲定|拍板|选定|商定|议定)|敲定(?:了)?方案|方案(?:已经?)?(?:敲定|定了|定下来)',
      ),
      branch(
        'decided|agreed|settled on|standardi|opted|chose|picked|went with',
        "\\b(?:we|the team|you and i)(?:'ve| have)? (?:all |now |finally |just )?(?:decided|agreed|settled on|standardi[sz]ed on|opted|chose|picked|went with|have chosen)\\b",
      ),
      branch('final decision|decision made|the decision is', '\\b(?:final decision|decision made|the decision is)\\b'),
    ]),
  },
  {
    kind: 'decision',
    by: 'user',
    pattern: new BranchedPattern([
      branch(
        '决定|定了|敲定|拍板|选定|确定',
        '(?:^|[ ,]|我)(?:已经|刚)?(?:决定|定了|敲定|拍板|选定|确定)(?:下来)?(?:了)?(?:就|还是|要|先|以后)?(?:用|采用|使用|选|改用|换成|走|不用|不再|放弃|弃用|以|把|将|统一|按|按照|保留|去掉)',
      ),
      branch(
        '以后|今后|往后|从现在起|从今天起|从今往后',
        '(?:以后|今后|往后|从现在起|从今天起|从今往后)(?:我们|大家|新代码|所有|全部|都|一律|统一|代码里|项目里)*.{0,16}(?:要|必须|用|不要|不准|不许|禁止|不能|不得|统一|走|放在?|写在?|只能)',
      ),
      branch(
        '统一|一律|禁止|不准|不许|不允许|严禁|不用|改用',
        '(?:统一|一律)(?:都)?(?:用|使用|采用|走|放|写|改成|改为|命名|返回|抛|通过|加|带|存|以|按|由|从|不)|(?:禁止|不准|不许|不允许|严禁)(?:在|直接|使用|用|把|再|写|出现|引入|提交|手动)|不用 ?[a-z][\\w.-]* ?了|(?:^|[ ,]|都|全部|全都)改用 ?[a-z]',
      ),
      branch(
        '约定|规范|规则|惯例|原则|就|还是',
        '^(?:[^,]{0,8})?(?:约定|规范|规则|惯例) ,|(?:约定|规范|规则|惯例|原则)(?:是|为|就是|定为|如下|改为|改成)|(?:就|那就|还是)(?:用|选|采用|定) ?[a-z@][\\w.@/ -]+(?:吧|了|好了)(?:$| ,)',
      ),
      branch(
        '从|放弃|弃用|不再使用|不再用|停用|淘汰|替换|代替|取代|替代',
        '从 ?[a-z][\\w.-]* ?(?:全部|整体|逐步)?(?:迁移|切换|切|换|迁)(?:到|成|至) ?[a-z]|(?:放弃|弃用|不再使用|不再用|停用|淘汰) ?[a-z][\\w.-]*|用 ?[a-z][\\w.-]* ?(?:替换|代替|取代|替代)(?:掉)? ?[a-z]',
      ),
      branch(
        "let's|lets|we'll|we will|we're going to|we are going to|decided to|i want us to",
        "\\b(?:let's|lets|we'll|we will|we're going to|we are going to|i've decided to|i decided to|i want us to) (?:go with|standardi[sz]e on|stick (?:with|to)|adopt|settle on|switch (?:over )?(?:to|from)|move (?:over )?(?:to|from|away from)|migrate (?:to|from)|drop|abandon|replace|retire)\\b (?!(?:the |that |this |another |an? |next |other )*(?:branch|tab|file|page|topic|window|next|other|left|right|top|bottom)\\b).",
      ),
      branch(
        'moving|switching|migrating|going|go with option ',
        "\\bwe(?:'re| are) (?:now )?(?:moving|switching|migrating|going) (?:from|over to|away from|with|to [a-z]+)\\b|\\bgo with option \\w+",
      ),
      branch(
        'decided|from now on|going forward|moving forward|rule|convention|policy|standard|naming scheme',
        "\\bi(?:'ve| have)? decided\\b|\\bfrom now on\\b|\\bgoing forward\\b|\\bmoving forward\\b|\\bas a (?:rule|convention|policy)\\b|\\b(?:the|our) (?:\\w+ )?(?:rule|convention|policy|standard|naming scheme) (?:is|will be|should be)\\b",
      ),
      branch(
        "always|never|no longer|only ever|don't|do not",
        "\\b(?:always|never) (?:use|call|write|put|commit|throw|return|import|mutate|store|log|expose|catch|name)\\b|\\bwe (?:always|never|no longer|only ever|don't|do not) (?:use|call|write|put|throw|import|store|mutate|allow)\\b",
      ),
    ]),
  },
]

/** Guesses, plans to look, conditions and examples before the cue: it is not settled. */
export const HEDGED = once(
  () =>
    new RegExp(
      [
        '可能|也许|大概|或许|怀疑|猜测|猜|估计|好像|似乎|说不定|要不要|是不是|是否|如果|假如|要是|万一|比如|例如|假设|看看|看一下|排查|查一下|查查|查出|找一下|找出|找到(?!了)|定位|帮我|分析|试试|想问|请问|讨论|想知道|告诉我|为什么',
        "\\b(?:might|may|maybe|perhaps|probably|possibly|likely|apparently|suspect|guess|wonder\\w*|unsure|not sure|unclear|seems?|looks like|could|would|if|whether|unless|suppose|for example|e\\.g|such as|let me|i'll|i will|should we|shall we|do we|did we|why|trying to|try to|need to|want to know)\\b",
        '\\b(?:find|investigate|look for|looking for|figure out|determine|debug|check|tell me|explain|identify)(?: out)?(?: the| what| why| where| its)* (?:real |actual )?(?:root cause|cause|culprit|reason|bottleneck|leak|bug)\\b',
      ].join('|'),
      'u',
    ),
)

/** Said anywhere in the sentence, nothing is settled. */
export const UNSETTLED = once(
  () =>
    new RegExp(
      [
        // What holds for one place in the code, or for the work tree, is a task.
        '(?:切换?|换|合并|合)(?:到|回|至).{0,24}分支',
        '\\b(?:in|for|of|inside) this (?:function|method|file|class|component|test|loop|line|branch|snippet)\\b',
        '还没|尚未|没有?决定|没定|未定|待定|再说|考虑一下|不确定|不知道|只是(?:问|猜|想)|开玩笑|随便说',
        "\\b(?:haven't|have not|hasn't|has not|not yet|undecided|to be decided|tbd|still (?:deciding|discussing|open)|before we decide|not sure|just (?:asking|wondering|kidding)|what do you think|hypothetically)\\b",
      ].join('|'),
      'u',
    ),
)

/** Right behind the cue, it takes the certainty back. */
export const GUESSED =
  /可能|也许|大概|或许|应该是|估计|\b(?:might|may|maybe|perhaps|probably|possibly|likely|unclear|unknown|not (?:known|clear))\b/u
