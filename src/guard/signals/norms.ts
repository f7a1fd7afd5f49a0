/**
 * A rule or choice that no cue announces: weighed by its signs.
 *
 * One sign is in every second sentence; together they are how people state what holds from here on. What the
 * speaker does or wants done now is a task, however firmly it is put.
 */

import { once } from '../../core/once.ts'
import { isOfTheProject, namesAThingOfOurs } from './settled.ts'

export function isNorm(line: string, sentence: string): boolean {
  if (!SCREEN.test(line)) return false
  const settled = SETTLED().test(line)
  const named = namesAThingOfOurs(sentence)
  if (!(named || (settled && isOfTheProject(sentence))) || ORDERS().test(line) || OBSERVES.test(line)) return false
  const signs = [SHARED, EVERY, OUGHT, LASTING, WEIGHED, TO_KEEP, BELONGS].filter((sign) => sign().test(line)).length
  return signs + (settled ? 2 : 0) >= ENOUGH
}

const ENOUGH = 2

/** A line without any of these has too few signs: the patterns are not compiled for it. */
const SCREEN =
  /always|never|only|every|\ball\b|each|must|shall|should|allowed|settled|final|going with|dropping|ditching|sticking|staying|ruled out|our |\bwe\b|no exception|remember|respect|mind|policy|rule|won't|going to be|not going to|\bgo(?:es)?\b|lives?\b|belongs?\b|follow|定|不打算|不再|规定|用的是|选型|不改了|不上了|不做了|砍掉|换掉|说好|所有|全部|都|一律|统一|只能|每|任何|必须|不得|不许|不能|以后|今后|往后|后续/u

const SETTLED = once(
  () =>
    /\b(?:(?:is|are|it's|that's|now) (?:settled|final|decided)|going with|dropping|ditching|sticking with|staying (?:with|on)|ruled out|no longer an option|(?:won't|will not|not going to|no longer) (?:support|use|maintain|build|ship|offer)|(?:it's|it is|this is|that's) going to be)\b|不打算|不再(?:支持|维护|使用|做)|(?:确定|定)为|定下来|定好了|就这么定|这么定|选型(?:结果|结论|定|完成)|不改了|不上了|不做了|砍掉了?|说好了/u,
)
const SHARED = once(
  () =>
    /\b(?:we|our|us|the team|everyone|everybody|nobody)\b|\b(?:this|the) (?:repo|project|codebase)\b|我们|咱们|大家|项目|团队|组里/u,
)
const EVERY = once(
  () =>
    /\b(?:always|never|only|every|all|each|any|anywhere|everywhere|no exceptions?|without exception)\b|所有|全部|都|一律|统一|只能|每个|每次|任何|凡是/u,
)
const OUGHT = once(
  () =>
    /\bi want (?:all|every|our|us|everything)\b|\b(?:must|must not|mustn't|shall|should|has to|have to|not allowed|allowed|required|mandatory|forbidden|belongs?|may not)\b|必须|不得|不许|不允许|禁止|不能|只能|应当|不要|要先|才能/u,
)
const BELONGS = once(
  () =>
    /\b(?:follow|follows|(?:go|goes|lives?|belongs?|stays?) (?:in|into|through|via|under|next to|to|on|with|behind|inside))\b|用的是|放在|放到|走的是/u,
)
const LASTING = once(
  () =>
    /\b(?:from now on|in (?:the )?future|going forward|as a rule|by default|by convention)\b|以后|今后|往后|后续|默认/u,
)
const WEIGHED = once(
  () =>
    /\b(?:because|since|instead of|rather than|in favou?r of|not worth|not (?:in|with|via|through|by|the|from)|no custom|too (?:much|heavy|slow|complex|expensive))\b|因为|由于|而不是|够用|没必要上|太重|太复杂|太高|太慢|维护不过来|会冲突|全部改用|全部换/u,
)
const TO_KEEP = once(
  () =>
    /\b(?:(?:please )?(?:remember|respect|keep in mind|follow|stick to|note|be aware)|code style|style guide|for the record|just so you know|keep it that way|(?:that's|this is|it's) (?:our|a|the) (?:\w+ )?(?:rule|policy|convention|standard))\b|这是.{0,4}(?:规定|规矩|要求|原则|规范|约定|底线)|硬性|别搞混|请遵守|遵守|遵循|牢记|按这个来|照这个/u,
)

/** "We need to fix all tests", "make sure that …": to be done, not to be kept. */
const ORDERS = once(
  () =>
    new RegExp(
      [
        '\\b(?:i need (?:help|you|some)|can you|could you|help me)\\b',
        "\\b(?:need to|must|have to|has to|should|shall|gotta|let's|lets|can you|could you|please|i want to|we want to)(?: not| also| first| now| really| just| all)* (?:fix|add|check|look|update|rename|move|finish|ship|merge|remember to|forget|try|run|implement|refactor|clean|investigate|find|see|get|make sure|go|talk|ask|wait|reply|call|send|delete|remove|create|change|show|tell|wait|start|install|prepare|rewrite|review|upgrade|debug)\\b",
        '^(?:ok |okay |so |now |then |and |also |please |just |first )*(?:fix|add|check|look|update|rename|move|make|finish|ship|merge|try|run|implement|refactor|clean|find|show|tell|give|create|change|write|delete|remove|install|set|put|explain|list|convert|replace|generate|test|review|open|revert|undo|format|sort|print|let me|i(?! want (?:all|every|our|us) ))\\b',
        '^(?:请|帮我|麻烦你?|你|先|再|然后|顺便|现在|把|将|给|去|跑|看|改|加|修|删|写|查|试|检查|确认|运行|执行|生成|实现|重构|优化|更新|列出|列|补)|(?:改|修|调|加|补|看|跑|查|删|写|弄|换|试|处理|检查|更新)(?:一下|下|一遍)|(?:都|全部|全)(?:改(?!用)|删|跑|看|修|测|试|挂|失败|报|通过|过了|好了|完成|没)',
      ].join('|'),
      'u',
    ),
)

/** "It always fails", "每次都报错": what is seen, not what ought to be. */
const OBSERVES =
  /\b(?:always|never|all|every time|only) (?:\w+ )?(?:fails?|failing|failed|crash\w*|breaks?|hangs?|returns?|gets?|shows?|works?|called|used|happens?|happened|green|pass\w*|red|undefined|null|null\b|happening|reached|runs?)\b|\b(?:i|it|they|he|she) (?:always|never|only)\b|报错|失败|崩溃|挂了|打不开|不工作|没反应|出错|不见了|看不到/u
