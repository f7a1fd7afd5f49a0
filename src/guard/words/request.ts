/**
 * Finds clauses that ask for something to be written to the bank.
 *
 * Such a clause orders a write and names the bank, or it orders to remember. The order must begin the clause. A sentence
 * about writing, a question and a negation do not ask.
 */

import { once } from '../../base/once.ts'

/** A clause as one line, with Han characters joined. Long clauses are cut, because an order is short. */
export function lineOf(units: readonly string[]): string {
  const line = units.slice(0, 200).join(' ').slice(0, 600)
  return line.replace(/(?<=\p{Script=Han}) (?=\p{Script=Han})/gu, '')
}

export function asksInClause(line: string, asked: boolean): boolean {
  if (
    line.includes('mb:') &&
    /^(?:please )?\/?mb:(?:write|save)(?:$| ?(?:please|thanks|this|it|that|吧|谢谢|这))/.test(line)
  )
    return !asked
  if ((asked || ASKS.test(line)) && !POLITE_QUESTION.test(line)) return false
  if (!NEEDS.some((word) => line.includes(word))) return false
  const order = withoutLead(line)
  const found = ORDERS().exec(order)
  if (found === null) return false
  // A negation before the verb denies the order. After the verb it belongs to the text to write.
  const before = line.slice(0, line.length - order.length) + (found[1] ?? '')
  return !DENIES.test(before.replaceAll(/能不能|可不可以|要不/g, ''))
}

/** Removes words before an order: "ok, please", "然后帮我", "修好之后". One word at a time, so that time stays linear. */
function withoutLead(line: string): string {
  let rest = line
  for (const lead of [LEAD, AFTER, LEAD]) {
    let shorter = rest.replace(lead, '')
    while (lead === LEAD && shorter !== rest) {
      rest = shorter
      shorter = rest.replace(lead, '')
    }
    rest = shorter
  }
  return rest
}

const LEAD =
  /^(?:\s|(?:好的?|嗯|行|可以|那就|那|请|麻烦你?|帮忙|帮我|帮|你|您|再|也|就|先|顺便|另外|然后|最后|接着|记得|一定要?|需要|要|我们|咱们?|直接|统一|现在|能不能|能否|能|可不可以)|(?:ok|okay|yes|yep|sure|great|so|now|well|also|and|then|please|pls|kindly|just|always|can you|could you|would you|will you|let's|lets|we should|you should|make sure to|be sure to|i want you to|i'd like you to|i would like you to|go ahead and|don't forget to|finally|afterwards|after that|to) )/u
const AFTER = /^[^后完不别]{1,16}(?:之后|以后|后|完)/u

const BANK_NAME = String.raw`(?:memory[- ]?bank|\S*memory-bank\/\S+|记忆库|项目(?:的)?记忆|(?:details\/)?(?:memory|patterns|tech|progress)\.md|(?:details\/)?(?:learnings|requirements|design)\/\S+|learnings|decision (?:log|highlights)|req-\d+\S*)`
/** "the memory bank plugin" and "memory bank 的代码" are code, not the bank. */
const NOT_CODE = `(?! ?(?:里|中)?的? ?(?:plugin|code|writer|reader|guard|cli|tool|repo|package|library|feature|tests?|server|service|agent|bugs?|script|format|功能|代码|插件|测试|工具|仓库|模块|逻辑|脚本|写入|读取|格式|机制))`
const BANK = `(?:the |our |your |this |project )*${BANK_NAME}${NOT_CODE}`

const ZH_TOPIC = `^((?:请|帮我|麻烦)?(?:这|那|上面|刚才|刚刚|以上|此|该|本|今天)[^不别没了吗]{0,24}?`
const ZH_WRITE = `(?:写|记录|记|存(?!在)|保存|录|加|添加|补充|补|更新|同步|沉淀|归档|放|整理|汇总)(?:一下|下来|下|入|进去|进|到|在|上|至)*`
const ZH_EDIT = `(?:更新|刷新|同步|改|修改|修正|纠正|删除|删掉|删|移除|清理|补充|完善|整理)(?:一下|下|掉)?`
const ZH_REMEMBER = `(?:记一下|记下来|记下|记着|做个?记录|记个笔记|备忘一下|备个忘)`
const ZH_END = `(?:$|[吧啊哦哈呀,]| ?(?:谢谢|please))`

const EN_WRITE = String.raw`(?:save|write|record|add|put|store|log|note|document|append|commit|persist|jot|capture|include|sync|copy|move|make a note|take a note)\b`
const EN_THIS = String.raw`(?:this|that|it|these|those|them|all of (?:this|that)|everything|(?:this|that|the|these|those|our|my) (?:\w+ )?(?:decision|lesson|finding|convention|learning|choice|rule|fact|insight|requirement|note|pattern)s?)`

/** Every order has one of these words. They are tested first, because building the pattern is slow. */
const NEEDS = [
  ...['memory', '记', '备忘', '备个忘', '存下来', '.md', 'learnings', 'requirements/', 'design/', 'decision', 'req-'],
  ...['remember', 'down', 'a note', 'record', 'save', 'log', 'store'],
]

const ORDERS = once(
  () =>
    new RegExp(
      [
        `^(?:把|将).{1,80}?${ZH_WRITE}.{0,12}?${BANK}`,
        `^${ZH_WRITE}(?:(?!.{0,40}的).{0,40}?(?:到|进|入|在))? ?${BANK}(?!(?: ?里)?的)`,
        `^${ZH_EDIT} ?(?:.{0,16}?)${BANK}`,
        `^(?:从|把) ?${BANK}.{0,40}?(?:删|移除|去掉|改|更新|修正)`,
        `${ZH_TOPIC})${ZH_WRITE}.{0,6}?${BANK}(?!(?: ?里)?的)`,
        `${ZH_TOPIC})(?:${ZH_REMEMBER}|记录一下|记录下来|记住|存下来)${ZH_END}`,
        `^${ZH_REMEMBER}(?!.{0,20}(?:日志|耗时|次数|log))`,
        `^(?:记录一下|记录下来|记录|记住)(?:${ZH_END}|(?: ?(?:这|那|上面|刚才|以上|以后|今后|我们(?!的))))`,
        `^${EN_WRITE}.{0,120}?\\b(?:to|into|in|down in|on) ${BANK}`,
        `^(?:update|refresh|amend|extend|edit|sync|revise|fix|correct|change|clean up) (?:the |our |that |this )?${BANK}`,
        `^(?:update|amend|edit|revise|fix|correct|change) (?:(?!that |which |code|test|bug).){1,60}? in ${BANK}`,
        `^(?:remove|delete|drop|clear) .{1,80}? from ${BANK}`,
        `^remember(?:$|,| (?:that|this|it|these|to (?:always|never)|for (?:next time|later|the future))\\b| (?:we|i|you|our|they|everyone|all)\\b .| the (?:\\w+ ){1,3}(?:is|are|uses|has|have|must|should|needs?|runs?|lives?)\\b)`,
        `^(?:write|note|jot|put|take) ${EN_THIS}(?: all)? down`,
        `^(?:make|take) a note (?:of|that)\\b`,
        `^(?:save|write|commit|add|put|store|record) ${EN_THIS}(?: down)? (?:to|into|in) (?:your |the |our |project |long-term )*memory(?:$| (?:please|pls|thanks|for|so|as|too)\\b)`,
        `^(?:record|save|log|store) ${EN_THIS.replace('this|that|it|these|those|them|', '')}(?:$| (?:please|for|so|in|as)\\b)`,
      ].join('|'),
      'u',
    ),
)

const DENIES =
  /[不别勿甭没]|无需|无须|\b(?:not|never|don't(?! forget)|dont(?! forget)|no need|without|skip|stop|instead of)\b/u
const ASKS =
  /吗|什么|怎么|为什么|为何|哪|谁|是否|多少|如何|([\p{Script=Han}])[不没]\1|^(?:(?:so|and|but|well|ok|okay) )*(?:what|why|how|when|where|who|which|should|shall|do|does|did|is|are|was|were|has|have|may)\b/u
/** A request in the form of a question. */
const POLITE_QUESTION =
  /^(?:(?:ok|okay|so|and|also|then|please|hey) )*(?:can|could|would|will) you |^(?:请问)?(?:你|您)?(?:能不能|能否|可不可以|可以|能)(?:帮我|帮忙|请你)?(?:把|将|记一下|记下来)/u
