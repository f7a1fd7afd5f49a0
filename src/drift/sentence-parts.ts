/**
 * The parts of prose: sentences, the clauses of a sentence, and what it marks as code. Offsets stay what they were.
 *
 * A clause may be firm although the whole sentence is not: "`Sweeper` removes old rows" claims that `Sweeper` exists,
 * whatever it removes.
 */

import { applySplices } from '../bank/tables.ts'
import { codeSpansIn } from '../text/code-spans.ts'
import { pathIn } from '../text/path-in.ts'
import { wordSet } from '../text/word-set.ts'
import { isOldAtFirst, MASK, OLD, type Strength, strengthButForOld, strengthOf } from './claim-strength.ts'

export interface Clause {
  readonly from: number
  readonly to: number
  readonly strength: Strength
}

/** The clauses of a sentence, in order, each as firm as it is by itself. A firm sentence is one clause. */
export function clausesOf(masked: string): readonly Clause[] {
  const whole = strengthOf(masked)
  if (whole === 'firm') return [{ from: 0, to: masked.length, strength: whole }]
  const ends = [...masked.matchAll(/[;；]/g)]
    .map((match) => match.index + 1)
    .filter((end) => !speaksOfBefore(masked.slice(end)))
  return [...ends, masked.length].flatMap((to, index): readonly Clause[] => {
    const from = ends[index - 1] ?? 0
    const text = masked.slice(from, to)
    const own = strengthOf(text)
    // Where the whole sentence speaks of another time, so does a bare name after a semicolon.
    const strength = ends.length > 0 && (whole === 'weak' || states(text)) ? own : whole
    const cut = strength === 'firm' ? undefined : mainClauseEnd(text)
    if (cut === undefined && OLD.holds(text) && strengthButForOld(masked) !== 'none') return phrasesOf(text, from)
    if (cut === undefined) return [{ from, to, strength }]
    return [
      { from, to: from + cut, strength: strengthOf(text.slice(0, cut)) },
      { from: from + cut, to, strength },
    ]
  })
}

/**
 * A sentence that only calls something old ("takes the old token") speaks of another time in that phrase alone. The others
 * still need git to show that what they name was there.
 */
function phrasesOf(masked: string, start: number): readonly Clause[] {
  const ends = [...masked.matchAll(PHRASE_END)]
    .map((match) => match.index + match[0].length)
    .filter((end) => !isOldAtFirst(masked.slice(end)))
  return [...ends, masked.length].map((to, index) => {
    const from = ends[index - 1] ?? 0
    return { from: start + from, to: start + to, strength: OLD.holds(masked.slice(from, to)) ? 'none' : 'weak' }
  })
}

const PHRASE_END = /[，；：（）。]|[,;:)]\s|\s\(|\s[—–-]\s/g

/** Whether a sentence speaks of what the sentence before it named: "It is not committed." */
export function speaksOfBefore(masked: string): boolean {
  return /^[\s*_(（]*(?:(?:it|this|that|they|these|those|both|the (?:file|folder|script|module|function|variable|service))\b|该|其|它|此|这|两者|前者|后者)/i.test(
    masked,
  )
}

function mainClauseEnd(masked: string): number | undefined {
  const subject = SUBJECT.exec(masked)
  const verb = subject?.[1]?.toLowerCase() ?? ''
  if (subject !== null && (DOES.has(verb) || DOES.has(`${verb}s`))) return subject[0].length
  const inChinese = SUBJECT_ZH.exec(masked)
  if (inChinese !== null) return inChinese[0].length
  const condition = CONDITION.exec(masked)?.index
  return condition !== undefined && masked.slice(0, condition).includes(MASK) ? condition : undefined
}

/** Verbs that say what a part of a program does. Words that may be nouns ("tests", "files") are left out. */
const DOES = wordSet(
  `holds contains defines exports implements provides handles keeps reads writes removes deletes drops finds cleans
  clears prunes purges strips warns prints returns checks validates verifies parses builds generates creates
  produces emits renders runs starts loads saves stores sends receives uploads downloads converts translates
  transforms migrates upgrades replaces resolves decides picks selects chooses computes calculates tracks registers
  wires wraps extends overrides configures sets manages owns serves listens dispatches fetches queries updates syncs
  watches schedules retries rotates expires invalidates compares decodes encodes encrypts decrypts signs hashes
  opens closes exposes ensures enforces guards throttles skips ignores detects normalises normalizes shows displays
  throws raises catches calls invokes takes accepts expects adds inserts merges splits makes gives lets allows
  measures covers`,
)
const NAMES = `${MASK}+(?:\\s*\\([^()]{0,60}\\))?(?:\\s*(?:,|/|\\band\\b|、|和)\\s*${MASK}+)*`

/** Whether the clause has a verb, so that it states something. */
function states(masked: string): boolean {
  if (/是|在|用|有|由|负责|位于/.test(masked)) return true
  return (masked.match(/[a-z]+/g) ?? []).some((word) => DOES.has(word) || STANDS.has(word))
}

const STANDS = wordSet('is are has have use uses live lives goes stand stands')

const SUBJECT = new RegExp(
  `^[\\s*_"'(]*(?:[^:：${MASK}\\n]{1,40}[:：]\\**\\s*)?(?:(?:the|our|this|each|every) (?:\\w+ ){0,2})?${NAMES}(?=\\**\\s+(?:(?:also|only|then|just|always|still) )?([a-z]+)\\b)`,
  'i',
)
const SUBJECT_ZH = new RegExp(
  `^[\\s*_"'（]*${NAMES}(?=\\**\\s*(?:负责|用于|用来|处理|提供|实现|管理|记录|保存|读取|清理|检查|比较|解析|执行|返回|监听|校验|生成|转换))`,
)
/** Words that begin a condition. "If we need it" is not among them, because it leaves open whether the thing exists. */
const CONDITION =
  /[\s,，](?:when|whenever|unless|whether|until|because|if (?!we\b|you\b|needed|necessary|required|present|possible|some|any|the user|a user|it exists))\b|[，,；]\s*(?:如果|若|当|否则)/i

/** Replaces code spans, link targets and addresses by `MASK`, so that every other character keeps its place. */
export function mask(text: string): string {
  const hide = (found: string) => MASK.repeat(found.length)
  const codes = codeSpansIn(text).map(({ start, end }) => ({ start, end, text: MASK.repeat(end - start) }))
  return applySplices(text, codes)
    .replaceAll(/\]\([^)\s]{0,400}\)/g, hide)
    .replaceAll(/\bhttps?:\/\/[^\s)>]+/g, hide)
}

export function sentenceEnds(masked: string): readonly number[] {
  return [...masked.matchAll(SENTENCE_END)].map((match) => match.index + match[0].length)
}

const SENTENCE_END = new RegExp(
  `[.!?](?<!\\b(?:e\\.g|i\\.e|vs|cf|etc|approx|resp|incl)[.!?])(?:["')*_]*)\\s+(?=[A-Z${MASK}"'(\\[*_\\u4e00-\\u9fff])|[。！？]|\\n(?=\\**[\\w\\u4e00-\\u9fff][\\w\\u4e00-\\u9fff ]{0,30}\\**[:：])`,
  'g',
)

/** The code spans of a sentence, and the bare words that can only be paths. */
export function spansOf({ text, masked }: { readonly text: string; readonly masked: string }): readonly Span[] {
  const spans: Span[] = []
  for (const { start, end, inner } of codeSpansIn(text)) {
    const inLink = text[start - 1] === '[' && text.startsWith('](', end)
    spans.push({ text: inner.replaceAll(/\s+/g, ' ').trim(), offset: start, end, inCode: true, inLink })
  }
  for (const match of masked.matchAll(BARE_PATH)) {
    const written = match[0].replace(/(?<![.:])[.:]+$/, '')
    const inLink = text[match.index - 1] === '[' || text.startsWith('](', match.index + match[0].length)
    spans.push({ text: written, offset: match.index, end: match.index + written.length, inCode: false, inLink })
  }
  return spans.sort((a, b) => a.offset - b.offset)
}

/** The words of a sentence that are written like code, without being marked: `setup.cfg`, `src/auth`, `parseRoute`, `Ring.nodes`. */
export function bareNames(masked: string): readonly Span[] {
  return [...masked.matchAll(BARE_WORD)].flatMap((match) => {
    const text = match[0].replace(/[./:-]+$/, '')
    const span = { text, offset: match.index, end: match.index + text.length, inCode: false, inLink: false }
    return isBarePath(text) || isBareSymbol(text) ? [span] : []
  })
}

/** A file by its ending, or a folder that no choice of words (`read/write`) is written like. */
function isBarePath(text: string): boolean {
  const path = pathIn(text)
  if (path === undefined || NO_FILE.test(text)) return false
  return (
    !text.includes('/') || /[-_.\d]|\/.*\//.test(text) || /^(?:src|lib|app|packages|tests?|docs|scripts)\//.test(text)
  )
}

/** A name that no plain word is written like, or one that is qualified or called. */
function isBareSymbol(text: string): boolean {
  const last = text.replace(/\(\)$/, '').replace(/^.*\./, '')
  return text !== last || CODE_SHAPE.test(last)
}

/** Products (`Node.js`) and endings (`.d.ts`). */
const NO_FILE = /^[A-Z]\w*\.js$|^\.(?:d|test|spec|min|config)\.\w+$/
const BARE_WORD = /(?<![\w@./:\\~$%#<*-])\.?[A-Za-z_][\w.$/-]{0,120}(?:\(\))?(?![\w@/])/g
const CODE_SHAPE =
  /^_?[a-z\d]+(?:_[a-z\d]+)+$|^[A-Z][A-Z\d]*(?:_[A-Z\d]+)+$|^[a-z]{2}[a-z\d]*(?:[A-Z]+[a-z\d]+)+[A-Z]*$|^(?:[A-Z]+[a-z\d]+){2,}$|^[A-Z]{2,}[a-z]{2,}$/

const BARE_PATH = /(?<![\w@./:\\~$%#-])(?:\.\/)?(?:[\w@.-]+\/)+[\w@.-]+\.[a-z]{1,10}(?::\d+)?(?![\w/-])/gi

export interface Span {
  readonly text: string
  readonly offset: number
  readonly end: number
  readonly inCode: boolean
  /** It is the text of a link, so the link's target says where it leads. */
  readonly inLink: boolean
}

/** The code spans of a text, without their backticks. */
export function codeIn(text: string): readonly string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '')
}

/** Whether a place of a line stands inside backticks. */
export function isInCode(text: string, offset: number): boolean {
  return (text.slice(0, offset).match(/`/g)?.length ?? 0) % 2 === 1
}
