/**
 * Decisions that a text states without their required form: a heading with prose, a bullet, a sentence, a lone reason
 * (S7).
 *
 * Precision first: questions, plans, examples, history, pointers and talk about decisions do not count.
 */

import { REQUIRED_PARTS } from '../base/addition.ts'
import { wordTable } from '../base/word-table.ts'
import type { EntryParts } from './decisions.ts'
import { labelled, partNamed, withoutMarkup } from './labels.ts'
import type { Page } from './page.ts'
import { headingLevel } from './sections.ts'

export function looseDecisionsIn(page: Page): readonly EntryParts[] {
  return sectionsOf(page).flatMap(({ units }) => units.filter(isDecision).map(entryOf))
}

/** A heading, a list item or a sentence. */
interface Unit {
  readonly text: string
  readonly line: number
  readonly form: 'heading' | 'item' | 'sentence'
}

interface Section {
  readonly level: number
  /** The section is about something else: open questions, examples, history. */
  readonly isAside: boolean
  /** The section holds decisions with their parts. */
  readonly isFormed: boolean
  readonly units: Unit[]
}

function sectionsOf({ lines, tables, decisions }: Page): readonly Section[] {
  /** The lines at which decisions with parts begin. */
  const formed = new Set(decisions.map(({ line }) => line))
  const tabled = new Set(
    tables.flatMap(({ header, alignment, rows }) => [header, alignment, ...rows].map((row) => row.start)),
  )
  const sections: Section[] = [{ level: 0, isAside: false, isFormed: formed.has(1), units: [] }]
  const open: Section[] = [...sections]
  for (const line of lines) {
    if (line.fenced || line.commented || tabled.has(line.start) || line.text.trim() === '') continue
    const { number } = line
    const level = headingLevel(line.text)
    if (level === undefined) {
      open.at(-1)?.units.push(...unitsOf(line.text, number))
      continue
    }
    while ((open.at(-1)?.level ?? 0) >= level) open.pop()
    const section = sectionBelow(open.at(-1), { text: line.text, level, number, isFormed: formed.has(number) })
    sections.push(section)
    open.push(section)
  }
  return sections.filter(({ isAside, isFormed }) => !isAside && !isFormed)
}

interface Heading {
  readonly text: string
  readonly level: number
  readonly number: number
  readonly isFormed: boolean
}

function sectionBelow(above: Section | undefined, { text, level, number, isFormed }: Heading): Section {
  const title = withoutMarkup(text)
  const isPart = partNamed(text, 'decision') !== undefined
  return {
    level,
    isAside: above?.isAside === true || ASIDE.holds(title),
    isFormed: isFormed || (isPart && above?.isFormed === true),
    units: level === 1 || isPart ? [] : [{ text: title, line: number, form: 'heading' }],
  }
}

function unitsOf(line: string, number: number): readonly Unit[] {
  const isItem = /^\s*(?:[-*+]|\d+[.)])\s/.test(line)
  const text = withoutMarkup(line.replace(/^\s*\d+[.)]\s+/, ''))
  return text
    .split(/(?<=[。！？!?])|(?<=[.])\s+(?=\p{Lu})/u)
    .filter((sentence) => /\p{L}/u.test(sentence))
    .map((sentence, index) => ({
      text: sentence.trim(),
      line: number,
      form: isItem && index === 0 ? 'item' : 'sentence',
    }))
}

function isDecision({ text, form }: Unit): boolean {
  if (text.length > LONGEST || OF_ELSE.holds(text)) return false
  if (isLoneReason(text)) return true
  if (ASKS.test(text) || OPEN.holds(text)) return false
  if (DECIDES.holds(text.replace(NAMES_A_TOPIC, ''))) return true
  // "Use pnpm" is a rule if it is the whole text. Elsewhere it is a step of a description.
  return form !== 'sentence' && (ORDERS.test(text) || HOLDS_FOR_ALL.test(text))
}

/** A reason without the decision that it explains. */
function isLoneReason(text: string): boolean {
  const label = labelled(text)
  return label !== undefined && label.text.trim() !== '' && partNamed(label.label, 'decision') === 'why'
}

function entryOf({ text, line }: Unit): EntryParts {
  return {
    kind: 'decision',
    title: text.slice(0, LONGEST_TITLE),
    line,
    parts: new Map([['what', text]]),
    missing: REQUIRED_PARTS.decision.filter((part) => part !== 'what'),
  }
}

/** "命名约定", "技术选型" at the end of a text name a topic. */
const NAMES_A_TOPIC = /(?:约定|选型|决定|决策|规范)[：:]?\s*$/u

const LONGEST = 400
const LONGEST_TITLE = 80

const ASKS = /[?？]\s*$|[吗呢]\s*$|^(?:是否|要不要|为什么|如何|怎么|(?:why|what|which|how)\b)/iu

/** Sections that never hold decisions. */
const ASIDE = wordTable(
  `待讨论|待定|未决|开放问题|问题|示例|例子|样例|模板|背景|历史|目录|参考|术语|常用命令|命令|待办|已废弃|废弃|附录|变更记录|
  open question(s)|question(s)|to discuss|example(s)|template(s)|background|history|contents|reference(s)|glossary|command(s)|todo|
  superseded|deprecated|obsolete|appendix|changelog`,
)

/** Words for something undecided or only planned. */
const OPEN = wordTable(
  `还没|尚未|没有决定|未定|待定|待补|待讨论|尚无|定论|考虑|建议|也许|可能|或许|将来|如果|假如|倘若|计划|打算|整理|讨论中|是否|要不要|
  todo|tbd|maybe|perhaps|might|consider*|could|would|if|whether|not decided|undecided|no decision|haven't|hasn't|have not|has not|
  someday|later|plan(s) to|planning|proposal|proposed|suggest*|still`,
  '[即使/不管/无论]…',
)

/** Words of texts that are not decisions: writing advice, pointers, history, ownership, behaviour of software. */
const OF_ELSE = wordTable(
  `本文件|本节|这一节|本文档|详见|参考|参见|见下|例如|比如|示例|如何写|怎么写|决策应|好的决策|旧系统|曾经|早期|以前|当时|已下线|历史|
  负责人|最后更新|更新时间|维护者|由…维护|由…组成|注：|
  this file|this section|this document|see [the/also/above/below]|for example|e.g|such as|how to write|a good decision|good decisions|
  old system|used to|formerly|previously|in the early days|was switched off|last updated|owner|maintained by|kept by|note:|the user(s)|
  reference:`,
)

/** Words that state a decision as made. */
const DECIDES = wordTable(
  `决定|选择了|选择…作为|选择…而不是|最终选|选型|选用|采用|改用|换成|换为|改为|改成|改到|弃用|放弃|不再使用|不再用|不再支持|统一[用/使/采/走/为/放/以/由/通/返/存/改/按/在/加/写/命/管]|一律|约定|禁止|严禁|
  不允许|不得|必须|而不是|而非|敲定|选定|拍板|以后…都|今后…都|从…起|同意…[用/换/改/把]|不引入|只允许|只能用|迁移到|
  decided|[we/team/i/they] [chose/picked/went with/opted/agreed/settled on/adopted/standardised on/standardized on/selected/rejected/dropped]|
  [we've/we have/team has] (now /all /finally /just )[chosen/picked/opted/agreed/settled on/adopted/standardised on/standardized on/selected/rejected/dropped]|
  [we/team] [standardise/standardize/settle] on|we [will/use/always/never/only/no longer]|we are going to|we're going to|
  chosen over|chose … over|instead of|rather than|in favo(u)r of|prefer … over|from now on|no longer use(d)|
  must (not /never /always /only )[be/use/return/go/have/live/run/come/stay/pass/call/import]|[is/are] [forbidden/mandatory/not allowed]|migrated from … to|switched from … to|adr[: ]`,
)

/** An order or a choice that is the whole text. */
const ORDERS =
  /^(?:\p{L}+[:：]\s*)?(?:use|adopt(?:ed)?|switch(?:ed)? to|mov(?:e|ed) to|migrat(?:e|ed) to|drop(?:ped)?|reject(?:ed)?|deprecat(?:e|ed)|prefer|always|never|do not|don['’]t|avoid|no (?!\w+ (?:yet|so far))[\w-]+:|standardi[sz]e on|choose|chose|store|return|keep|put|write|name)(?=[\s:])\s*\S|^(?:使用|用|选择|选|存|不用|不使用|不要|避免|优先)\s*\S/iu

/** A statement about everything of a kind is a rule: “all handlers return …”. */
const HOLDS_FOR_ALL =
  /^(?:all|every|each)\s.+\b(?:is|are|must|goes?|uses?|returns?|has|have)\b|\beverywhere\b|^(?:所有|全部|每个|任何).+(?:都|用|走|存|返回)/iu
