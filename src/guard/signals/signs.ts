/**
 * What an agent's sentence may be known by without a cue: tables of words and forms of a clause, each tried only where a word
 * stands that it needs.
 */

import { once } from '../../core/once.ts'
import { wordTable } from '../../text/word-table.ts'
import { isSettled } from './settled.ts'
import type { SignalKind } from './signal.ts'

interface Sign {
  /** Whether the line has a word that it needs: making a pattern costs more than all else. */
  readonly may: (line: string) => boolean
  /** Where in the line it ends, or -1. */
  readonly in: (line: string, sentence: string) => number
}

/** Where in the line the first phrase of the table ends, or -1. */
function words(phrases: string, except = ''): Sign {
  const table = wordTable(phrases, except)
  return {
    may: table.mayHold,
    in: (line) => {
      const [phrase] = table.phrasesIn(line)
      return phrase === undefined ? -1 : line.indexOf(phrase) + phrase.length
    },
  }
}

/** Each branch behind the words of which a line must have one. */
function form(...branches: readonly (readonly [needs: string, pattern: string])[]): Sign {
  const able = branches.map(([needs, pattern]) => ({
    needs: needs.split('|'),
    pattern: once(() => new RegExp(pattern, 'u')),
  }))
  const isAble = ({ needs }: { readonly needs: readonly string[] }, line: string) =>
    needs.some((word) => line.includes(word))
  return {
    may: (line) => able.some((branch) => isAble(branch, line)),
    in: (line) => {
      for (const branch of able) {
        const match = isAble(branch, line) ? branch.pattern().exec(line) : null
        if (match !== null) return match.index + match[0].length
      }
      return -1
    },
  }
}

const UNIT =
  '(?:ms|s|secs?|seconds?|minutes?|mins?|hours?|h|kb|mb|gb|mib|gib|%|fps|qps|rps|tps|req/s|rows/s|x|毫秒|微秒|秒|分钟|小时|帧|倍|兆)'

/** A measured gain or loss: two figures with a unit, one after the other. */
const MEASURED = form(
  [
    'saved|saves|shaved|gained|省了|省下',
    `(?:\\b(?:saved|saves|shaved|gained)\\b|省了|省下).{0,20}?\\d[\\d.,]* ?${UNIT}(?![a-z])`,
  ],
  ['之前|原来|以前|原先|本来', `\\d[\\d.,]* ?${UNIT}.{0,20}?(?:之前|原来|以前|原先|本来)(?:要|是|得)?.{0,6}\\d`],
  ['drop|down|fell|went|up|cut', '\\b(?:dropped|down|fell|went|up|cut) to \\d.{0,16}? from\\b'],
  [' from ', '\\b(?:went|dropped|fell|grew|rose|down|up|reduced|cut|shrank) from \\d(?!.*degrees).{0,30}? to \\S'],
  ['变|→', '\\d[\\d.]* ?[kmg]?b? ?(?:变成?|变为|→) ?\\d'],
  [
    ' to|→|, >|=>|到|至|变|降|缩|只要',
    `\\d[\\d.,]* ?${UNIT}(?![a-z]).{0,16}?(?: to| →| , >|=>|到|至|变成|降成|缩成|只要) ?.{0,20}?\\d`,
  ],
  [
    'faster|slower|smaller|cheaper|less|more|快了|慢了|小了|少了|省了|降了',
    `\\d[\\d.,]* ?(?:x|times|倍) (?:faster|slower|smaller|cheaper|less|more)|(?:快|慢|小|少|省|降)了.{0,4}\\d[\\d.]* ?(?:倍|%)`,
  ],
)
const FIGURES: Sign = { ...MEASURED, may: (line) => /\d/.test(line) && MEASURED.may(line) }
const SETS_A_VALUE = words(
  `if|would|could|should|can|target|goal|aim|如果|目标|希望|争取|set|change|bump|raise|increase the|extend|adjust|between|from … to … depending|takes from|wait|timeout [to/from]|make it|limit|
  把|改成|改为|改到|调到|调成|设成|设为|设置|延长|之间|随机`,
)

// What the bank says, against what is so.

const MEMORY_SAYS = form(
  [
    'notes|memor',
    '\\b(?:your|the|our) (?:notes|memory|memories|memory bank) (?:is|are) (?:outdated|stale|wrong|old|out of date|not up to date)\\b',
  ],
  [
    'memor|bank',
    "(?:^|[ ,:])(?:the |our |your |project |my )*(?:memory|memory bank|bank|memories|notes in memory)(?: entry| file)? (?:still )?(?:says?|said|claims?|has|lists?|mentions?|thinks|states|tells|names)\\b.{2,120}?(?:\\b(?:but|although|however|while|yet|except|which is wrong|in fact|actually|anymore|no longer|since|isn't|outdated|now|gone|moved|changed|wrong|stale|we (?:left|dropped|switched|stopped|replaced|use))\\b)",
  ],
  [
    '记忆|memory|.md',
    '(?:记忆|记忆库|memory|memory bank|(?:memory|patterns|tech|progress)\\.md) ?(?:里|中|里面|上)?(?:面)?(?:还)?(?:说|写|记|显示|提到|的)(?:的|着|了)?.{2,60}?(?:但|可是|可|不过|其实|实际|早就|早已|已经|现在|去年|上个月|不对|错了|过时|没了|删了)',
  ],
)

/** What a sentence must bear, and what it must not. */
interface Shape {
  readonly kind: SignalKind
  /** What the sentence is known by: a guess before it takes it back. */
  readonly sign: Sign
  readonly none: readonly Sign[]
}

export function isMet({ kind, sign, none }: Shape, line: string, sentence: string): boolean {
  const end = sign.may(line) ? sign.in(line, sentence) : -1
  if (end === -1 || none.some((one) => one.in(line, sentence) !== -1)) return false
  return isSettled({ kind, line, sentence, end })
}

export const SAYS_THE_BANK_IS_WRONG: Shape = { kind: 'conflict', sign: MEMORY_SAYS, none: [] }
export const TELLS_FIGURES: Shape = { kind: 'finding', sign: FIGURES, none: [SETS_A_VALUE] }
