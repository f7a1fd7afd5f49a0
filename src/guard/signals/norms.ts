/**
 * A rule or choice that no cue announces: weighed by its signs.
 *
 * One sign is in every second sentence; together they are how people state what holds from here on. What the
 * speaker does or wants done now is a task, however firmly it is put.
 */

import { wordTable } from '../../text/word-table.ts'
import { isOfTheProject, namesAThingOfOurs } from './project-things.ts'

export function isNorm(line: string, sentence: string): boolean {
  if (!FIRM.holds(line)) return false
  const isSettled = SETTLED.holds(line)
  const isNamed = namesAThingOfOurs(sentence) || (isSettled && isOfTheProject(sentence))
  if (!isNamed || isOrder(line) || isObserved(line) || line.length > LONGEST) return false
  return SIGNS.filter((sign) => sign.holds(line)).length + (isSettled ? 2 : 0) >= ENOUGH
}

const ENOUGH = 2
/** A rule is short; what is longer was pasted, or tells a story. */
const LONGEST = 280

/** Whatever its other signs, a sentence without any of these states no rule. */
const FIRM = wordTable(
  `always|never|only|every*|all|each|must*|shall|should*|allowed|settled|final|going with|dropping|ditching|sticking|staying|ruled out|
  our|we|no exception(s)|remember|respect|mind|policy|rule|won't|going to be|not going to|go|goes|live(s)|belong(s)|follow*|
  定|不打算|不再|用的是|选型|不改了|不上了|不做了|砍掉|换掉|说好|所有|全部|都|一律|统一|只能|每|任何|必须|不得|不许|不能|
  以后|今后|往后|后续`,
)

/** It counts for two. */
const SETTLED = wordTable(
  `[is/are/it's/that's/now] [settled/final/decided]|going with|dropping|ditching|sticking with|staying [with/on]|ruled out|
  no longer an option|[won't/will not/not going to/no longer] [support/use/maintain/build/ship/offer]|
  [it's/it is/this is/that's] going to be|不打算|不再[支持/维护/使用/做]|[确定/定]为|定下来|定好了|就这么定|这么定|
  选型[结果/结论/定/完成]|不改了|不上了|不做了|砍掉|说好了`,
)

const SIGNS = [
  // It is shared.
  wordTable(
    'our|we [use/name/call/write/store/keep]|the team|everyone|everybody|nobody|[in/for/across] [this/the] [repo/project/codebase]|我们|咱们|大家|项目|团队|组里',
  ),
  // It holds for all.
  wordTable(
    `always|never|only|every|all|each|any|anywhere|everywhere|no exception(s)|without exception|
    所有|全部|都|一律|统一|只能|每个|每次|任何|凡是`,
  ),
  // It ought to be so.
  wordTable(
    `i want [all/every/our/us/everything]|must|must not|mustn't|shall|should|has to|have to|not allowed|allowed|required|mandatory|
    forbidden|belong(s)|may not|必须|不得|不许|不允许|禁止|不能|只能|应当|不要|要先|才能`,
  ),
  // It lasts.
  wordTable(`from now on|in (the )future|going forward|as a rule|by default|by convention|以后|今后|往后|后续|默认`),
  // It was weighed.
  wordTable(
    `because|since|instead of|rather than|in favo(u)r of|not worth|not [in/with/via/through/by/the/from]|no custom|
    too [much/heavy/slow/complex/expensive]|因为|由于|而不是|够用|没必要上|太重|太复杂|太高|太慢|维护不过来|会冲突|全部改用|全部换`,
  ),
  // It is to be kept in mind.
  wordTable(
    `remember|respect|keep in mind|follow|stick to|note|be aware|code style|style guide|for the record|just so you know|
    keep it that way|[that's/this is/it's] [our/a/the] (_ )[rule/policy/convention/standard]|
    这是(我们/咱们/公司/团队/项目)(的)[规定/规矩/要求/原则/规范/约定/底线]|硬性|别搞混|请遵守|遵守|遵循|牢记|按这个来|照这个`,
  ),
  // It has its place.
  wordTable(
    `follow|follows|[go/goes/live/lives/belong/belongs/stay/stays] [in/into/through/via/under/next to/to/on/with/behind/inside]|
    用的是|放在|放到|走的是`,
  ),
]

/** "We need to fix all tests", "make sure that …": to be done, not to be kept. */
export function isOrder(line: string): boolean {
  return ORDERS.holds(line) || TASKS.opening(line.replace(LEADS, '')) !== ''
}

const ORDERS = wordTable(
  `i need [help/you/some]|can you|could you|help me|
  [need to/must/have to/has to/should/shall/gotta/let's/lets/can you/could you/please/i want to/we want to]( not/ also/ first/ now/ really/ just/ all)( not/ also/ first/ now/ really/ just/ all)
  [fix/add/check/look/update/rename/move/finish/ship/merge/remember to/forget/try/run/implement/refactor/clean/investigate/find/see/get/make sure/go/talk/ask/wait/reply/call/send/delete/remove/create/change/show/tell/start/install/prepare/rewrite/review/upgrade/debug]|
  [改/修/调/加/补/看/跑/查/删/写/弄/换/试/处理/检查/更新][一下/下/一遍]|[都/全部/全][改/删/跑/看/修/测/试/挂/失败/报/通过/过了/好了/完成/没]`,
  '[都/全部/全]改用',
)
const LEADS = /^(?:(?:ok|okay|so|now|then|and|also|please|just|first) )+/
const TASKS = wordTable(
  `ensure|evaluate|compare|address|consider|based on|given|read|fix|add|check|look|update|rename|move|make|finish|ship|merge|try|run|implement|refactor|clean|find|show|tell|give|create|change|
  write|delete|remove|install|set|put|explain|list|convert|replace|generate|test|review|open|revert|undo|format|sort|print|let me|i|
  请|帮我|麻烦|你|先|再|然后|顺便|现在|把|将|给|去|跑|看|改|加|修|删|写|查|试|检查|确认|运行|执行|生成|实现|重构|优化|更新|列|补|对比|比较|查询|排查`,
  "i want [all/every/our/us]|i['d/ would] rather|i['m/ am] done|[查/改/加/修/删/写/跑/试/看][了/完]",
)

/** "It always fails", "每次都报错": what is seen, not what ought to be. */
export function isObserved(line: string): boolean {
  return OBSERVES.holds(line)
}

const OBSERVES = wordTable(
  `[always/never/all/every time/only] (_ )[fail(s)/failing/failed/crash*/break(s)/hang(s)/return(s)/get(s)/show(s)/work(s)/called/used/happen(s)/happened/happening/green/pass*/red/undefined/null/reached/run(s)]|
  [i/it/they/he/she] [always/never/only]|you [should/have to/must/need/don't need/can/could/will]|can see|we [don't need/need/want]|报错|失败|崩溃|挂了|打不开|不工作|没反应|出错|不见了|看不到`,
)
