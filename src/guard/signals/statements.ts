/**
 * What of a message states something: its sentences outside code, without those that ask. A question, a favour asked and
 * a text handed over to be worked on state nothing, whatever words they use.
 */

import { lineOf } from '../words/request.ts'
import { spansOf } from '../words/units.ts'

interface Statement {
  readonly text: string
  /** One sentence of several. */
  readonly isPart: boolean
}

/** Each sentence, and a short message as a whole too, since it says in two sentences what neither says alone. */
export function statementsIn(text: string): readonly Statement[] {
  if (handsOverText(text)) return []
  const stated = sentencesOf(text).filter((sentence) => !isAsked(sentence))
  const whole = text.length > LONGEST_WHOLE || stated.length === 0 ? [] : [{ text: stated.join(' '), isPart: false }]
  return stated.length === 1 && whole.length === 1
    ? whole
    : [...whole, ...stated.map((one) => ({ text: one, isPart: true }))]
}

function isAsked(sentence: string): boolean {
  const spans = spansOf(sentence)
  return spans.some((span) => span.asked) || asks(spans.map(({ units }) => lineOf(units)).join(' , '))
}

/** A question or a favour, whatever else is said. */
export function asks(line: string): boolean {
  return isQuestion(line) || ASKS_A_FAVOUR.test(line)
}

/** A question, with or without its mark: nothing is settled in it. */
export function isQuestion(line: string): boolean {
  return ASKED.test(line)
}

/** "Translate: …", "润色这段话": what follows is text to work on, not what the person says. */
export function handsOverText(text: string): boolean {
  const said = text.slice(0, 80).toLowerCase()
  return WORKS_ON_TEXT.some((word) => said.includes(word)) && HANDS_OVER_TEXT.test(said)
}

/** Does it speak of the bank? */
export function isAboutTheBank(text: string): boolean {
  return ABOUT_THE_BANK.test(text)
}

/** Sentences outside code; a list item or a line is one. */
export function sentencesOf(text: string): readonly string[] {
  return text
    .slice(0, LONGEST)
    .replace(/```[\s\S]*?(?:```|$)|~~~[\s\S]*?(?:~~~|$)/g, ' ')
    .split(/(?<=[。！？!?；;])|(?<=\.)\s+|\n+/u)
    .filter((sentence) => sentence.trim() !== '')
    .slice(0, MOST_SENTENCES)
}

const LONGEST = 20_000
const LONGEST_WHOLE = 300
const MOST_SENTENCES = 200
/** Fewer words name nothing that could be written down: "let's go with that one". */
export const FEWEST_TERMS = 2
/** "Can you …", "能不能 …": a request, whatever follows. */
const ASKS_A_FAVOUR =
  /^(?:(?:and|so|ok|okay|then|hey|also) )*(?:can|could|would|will) you |^(?:你|您)?(?:能不能|能否|可不可以)/
/** A question without its mark. */
const ASKED =
  /(?:吗|对吧|对不对|怎么回事|是吧|好不好|行不行|怎么样|怎样的?|咋样|如何|你知道吗|什么意思|干嘛的?|干什么的?|是啥|哪些|哪个|哪里|多少|为什么|为啥|呢)(?:$| [,:])|[是用叫有做选](?:的是)?(?:什么|啥|哪|谁)|^(?:so |and |but |ok |okay )*(?:did|do|does|is|are|was|were|should|shall|why|how|what|when|where|which|who) (?!we need |is needed |matters )/u
/** One of these is in every text that is handed over. */
const WORKS_ON_TEXT = [
  ...[
    'translate',
    'rephrase',
    'reword',
    'proofread',
    'paraphrase',
    'summari',
    'polish',
    'draft',
    'reply to',
    'respond',
  ],
  ...['write', '翻译', '润色', '改写成', '校对', '起草', '拟一', '总结一下', '概括', '回复', '写'],
]
const HANDS_OVER_TEXT =
  /^\s*(?:please |pls |can you |could you |help me |now )*(?:translate|rephrase|reword|proofread|paraphrase|summari[sz]e|polish|draft|reply to|respond to this)\b|^\s*(?:请|帮我|帮忙|麻烦|把|将|下面|这段|这句)?.{0,6}(?:翻译|润色|改写成|校对|起草|拟一|总结一下|概括|回复(?:客户|邮件|他|她|这))|^\s*(?:write|draft) (?:me )?(?:an? )?(?:\w+ )?(?:blog|post|article|e-?mail|essay|tweet|story|poem|announcement)\b|^\s*(?:帮我)?写(?:一?篇|一?封|个|首)(?:\S{0,6})(?:文章|博客|邮件|周报|日报|作文|故事|诗|公告)/
const ABOUT_THE_BANK = /memory[ -]?bank|记忆库|记忆银行|\bmb:|💾|\b(?:memory|patterns|progress)\.md\b/i
