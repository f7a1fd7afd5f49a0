/**
 * Which parts of a sentence speak of the project as it is, where the whole of it does not seem to.
 *
 * "`Sweeper` removes old rows" says of `Sweeper` that it is there, whatever it removes; "`warnEmpty` is called
 * when every file was filtered" says so of `warnEmpty`. What stands up to the offset may be judged by itself;
 * what follows keeps the standing of the whole.
 */

import { MASK, type Standing, standingOf } from './standing.ts'

export interface Clause {
  readonly from: number
  readonly to: number
  readonly standing: Standing
}

/** The sentence in parts that stand each for itself, in order; one part where it is of one piece. */
export function clausesOf(masked: string): readonly Clause[] {
  const whole = standingOf(masked)
  if (whole === 'now') return [{ from: 0, to: masked.length, standing: whole }]
  const ends = [...masked.matchAll(/[;；]/g)]
    .map((match) => match.index + 1)
    .filter((end) => !speaksOfBefore(masked.slice(end)))
  return [...ends, masked.length].flatMap((to, index): readonly Clause[] => {
    const from = ends[index - 1] ?? 0
    const text = masked.slice(from, to)
    const own = standingOf(text)
    // Where all speaks of another time, a bare name after a semicolon does too.
    const standing = ends.length > 0 && (whole === 'weak' || states(text)) ? own : whole
    const cut = standing === 'now' ? undefined : mainClauseEnd(text)
    if (cut === undefined) return [{ from, to, standing }]
    return [
      { from, to: from + cut, standing: standingOf(text.slice(0, cut)) },
      { from: from + cut, to, standing },
    ]
  })
}

/** "It is not committed" is about what was named before. */
export function speaksOfBefore(masked: string): boolean {
  return /^[\s*_(（]*(?:(?:it|this|that|they|these|those|both|the (?:file|folder|script|module|function|variable|service))\b|该|其|它|此|这|两者|前者|后者)/i.test(
    masked,
  )
}

function mainClauseEnd(masked: string): number | undefined {
  const subject = SUBJECT.exec(masked)
  if (subject !== null && DOES.has(subject[1]?.toLowerCase() ?? '')) return subject[0].length
  const inChinese = SUBJECT_ZH.exec(masked)
  if (inChinese !== null) return inChinese[0].length
  const condition = CONDITION.exec(masked)?.index
  return condition !== undefined && masked.slice(0, condition).includes(MASK) ? condition : undefined
}

/** What a part of a program does; words that may as well be nouns ("tests", "files") or ends ("moves") are left out. */
const DOES = new Set(
  'holds contains defines exports implements provides handles keeps reads writes removes deletes drops finds cleans clears prunes purges strips warns prints returns checks validates verifies parses builds generates creates produces emits renders runs starts loads saves stores sends receives uploads downloads converts translates transforms migrates upgrades replaces resolves decides picks selects chooses computes calculates tracks registers wires wraps extends overrides configures sets manages owns serves listens dispatches fetches queries updates syncs watches schedules retries rotates expires invalidates compares decodes encodes encrypts decrypts signs hashes opens closes exposes ensures enforces guards throttles skips ignores detects normalises normalizes shows displays throws raises catches calls invokes takes accepts expects adds inserts merges splits makes gives lets allows'.split(
    ' ',
  ),
)
const NAMES = `${MASK}+(?:\\s*\\([^()]{0,60}\\))?(?:\\s*(?:,|/|\\band\\b|、|和)\\s*${MASK}+)*`

/** Whether it says something of something. */
function states(masked: string): boolean {
  if (/是|在|用|有|由|负责|位于/.test(masked)) return true
  return (masked.match(/[a-z]+/g) ?? []).some((word) => DOES.has(word) || STANDS.has(word))
}

const STANDS = new Set('is are has have use uses live lives goes stand stands'.split(' '))

const SUBJECT = new RegExp(
  `^[\\s*_"'(]*(?:[^:：${MASK}\\n]{1,40}[:：]\\**\\s*)?(?:(?:the|our|this|each|every) (?:\\w+ ){0,2})?${NAMES}(?=\\**\\s+(?:(?:also|only|then|just|always|still) )?([a-z]+)\\b)`,
  'i',
)
const SUBJECT_ZH = new RegExp(
  `^[\\s*_"'（]*${NAMES}(?=\\**\\s*(?:负责|用于|用来|处理|提供|实现|管理|记录|保存|读取|清理|检查|比较|解析|执行|返回|监听|校验|生成|转换))`,
)
/** What may come about; "if we need it" leaves open whether the thing itself is there. */
const CONDITION =
  /[\s,，](?:when|whenever|unless|whether|until|because|if (?!we\b|you\b|needed|necessary|required|present|possible|some|any|the user|a user|it exists))\b|[，,；]\s*(?:如果|若|当|否则)/i
