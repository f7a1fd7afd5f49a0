/** What a sentence quotes of the code and of its settings: literals, the text of a script, the entries of a file. */

import { isDocument } from '../text/document-path.ts'
import { isCodeFile, pathIn } from '../text/path-in.ts'
import type { EntryClaim } from './claim.ts'
import { isDenied } from './claim-strength.ts'
import { isCommand, runsScript } from './claims-in-command.ts'
import type { Sentence } from './passages.ts'
import { bareNames, type Span } from './sentence-parts.ts'

/**
 * Whether the span quotes what the code spells, and is more than one name: an image with its tag, a member with its owner,
 * an option, a name with its value. `DEBUG=1` is what somebody sets, and `Accept: text/plain` is a header.
 */
export function isLiteral(span: string): boolean {
  return (
    IMAGE.test(span) || MEMBER.test(span) || OPTION.test(span) || (ASSIGNED.test(span) && !SET_BY_PEOPLE.test(span))
  )
}

const IMAGE = /^[a-z][\w./-]{2,60}:[a-z][\w.-]{2,40}$/
const MEMBER = /^(?:[a-z]\w{2,40}\.)?[A-Z]\w{2,40}\.[A-Z]\w{3,40}$/
const OPTION = /^--[a-z][\w-]{2,40}$/
const ASSIGNED = /^["']?[A-Za-z_$][\w$.-]{2,60}["']?(?:\s?:?=\s?|:\s)(?![=>])\S.{0,160}$/
const SET_BY_PEOPLE = /^[A-Z][A-Z\d_]*=|^[A-Z][a-z]+(?:-[A-Z][a-z]+)*:|[<>{}…]|\.\.\./

/** "`npm test` runs `tsc && vitest`". */
export function isTextOfScript(span: Span, spans: readonly Span[], { text }: Said): boolean {
  const named = spans[spans.indexOf(span) - 1]
  if (named === undefined || !named.inCode || !span.inCode || !/\S\s\S/.test(span.text)) return false
  return IS_TEXT.test(text.slice(named.end, span.offset)) && isCommand(named.text) && runsScript(named.text)
}

const IS_TEXT =
  /^\s*(?:[:：(（=→]|->)?\s*(?:(?:it|which|that)\s+)?(?:(?:just|simply|only|first)\s+)?(?:is|runs?|executes?|calls?|means|stands for|expands to|[=→]|->|即|就是|等于|等价于|会?(?:运行|执行|跑|调用)|是)?\s*$/

type Said = Pick<Sentence, 'text' | 'masked'>

/** The words that a sentence puts in a file of settings, and the versions that it says CI runs. */
export function entriesIn(sentence: Said, spans: readonly Span[]): readonly (EntryClaim & Item)[] {
  const files = [...spans, ...bareNames(sentence.masked)].filter(({ text }) => isSettings(text))
  const [at] = files
  // With two files it is open which of them is meant.
  if (files.some(({ text }) => text !== at?.text)) return []
  const file = at === undefined ? undefined : pathIn(at.text)?.file
  const found =
    at === undefined ? versionsOfCi(sentence) : [...markedIn(at, spans, sentence), ...listedIn(sentence.text)]
  return found
    .filter(({ offset }) => !isDenied(sentence.masked, offset))
    .map((item) => ({ kind: 'entry', beside: [], ...item, file }))
}

function markedIn(file: Span, spans: readonly Span[], sentence: Said): readonly Item[] {
  return spans
    .filter((span) => span.inCode && isIn(span, file, sentence))
    .map(({ text, offset }) => ({ word: text, offset }))
}

function listedIn(text: string): readonly (Item & Pick<EntryClaim, 'beside'>)[] {
  return listsIn(text)
    .filter((list) => list.length > 2)
    .flatMap((list) =>
      list.map((item) => ({ ...item, beside: list.flatMap(({ word }) => (word === item.word ? [] : [word])) })),
    )
}

/** A file that says how a tool works, rather than code or a document. */
function isSettings(text: string): boolean {
  const file = pathIn(text)?.file
  return file !== undefined && SETTINGS.test(file) && !isDocument(file) && !isCodeFile(file)
}

const SETTINGS = /\.(?:ya?ml|toml|jsonc?|ini|cfg)$|(?:^|\/)\.[a-z]+rc$/

/** "`strict` in `tsconfig.json`", "`tsconfig.json` sets `strict`". */
function isIn(word: Span, file: Span, { text }: Said): boolean {
  if (!/^[\w$][\w$.-]{2,40}$/.test(word.text) || pathIn(word.text) !== undefined) return false
  return word.end <= file.offset
    ? IN_FILE.test(text.slice(word.end, file.offset))
    : FILE_SETS.test(text.slice(file.end, word.offset))
}

const NOUN =
  '(?:section|option|setting|key|entry|entries|job|step|block|table|flag|field|rule|字段|配置|选项|段|键|任务)s?'
const IN_FILE = new RegExp(
  String.raw`^\s*(?:${NOUN}\s*)?(?:(?:is|are)\s+)?(?:(?:set|enabled|listed|defined|declared|turned on|configured)\s+)?(?:in|of|from|inside|within)\s+(?:the\s+|our\s+)?(?:root\s+)?[\`]?$|^\s*(?:${NOUN})?\s*(?:写在|定义在|位于|配置在|在)\s*[\`]?$`,
)
const FILE_SETS =
  /^`?\s*(?:(?:sets?|has|lists?|enables?|contains?|defines?|declares?|turns on)\b|里有|中有|里的|中的|启用|设置|定义|包含)[^.;；。]{0,80}$/

interface Item {
  readonly word: string
  readonly offset: number
}

/** The items of each list: "gofmt, goimports and gci". */
function listsIn(text: string): readonly (readonly Item[])[] {
  return [...text.matchAll(LIST)].map((list) =>
    [...list[0].matchAll(LISTED)]
      .map((item) => ({ word: item[0].replace(/(?<![.+-])[.+-]+$/, ''), offset: list.index + item.index }))
      .filter(({ word }) => word !== 'and' && word !== 'or' && word !== ''),
  )
}

const LIST =
  /(?<![\w.+-])\w[\w.+-]{0,40}`?(?:(?:,\s(?:and\s|or\s)?|\s(?:and|or)\s|\s?(?:、|和|与|以及)\s?)`?\w[\w.+-]{0,40}`?){2,40}/g
const LISTED = /\w[\w.+-]*/g

/** The versions of a runtime that a sentence names after it has named CI; what stands before may be about something else. */
function versionsOfCi({ text, masked }: Said): readonly Item[] {
  const at = ABOUT_CI.exec(masked)?.index
  if (at === undefined || !RUNTIME.test(text)) return []
  return [...text.matchAll(VERSION)]
    .map((match) => ({ word: match[1] ?? '', offset: match.index }))
    .filter(({ offset }) => offset > at)
}

const ABOUT_CI = /\bCI\b|\bGitHub Actions\b|\b(?:build|test) matrix\b|流水线|持续集成/
const RUNTIME = /\b(?:Node(?:\.?js)?|Pythons?|Go|Java|JDK|PHP|Ruby|Rust|Deno|Bun|Elixir|\.NET)\b/i
/** With a point in it, and no amount: "3.9", "20.x", "1.24.x". */
const VERSION =
  /(?<![\w.$€£-])v?(\d+(?:\.\d+)*\.(?:\d+|x))(?![\w.-]*\w)(?!\s?(?:%|ms|s\b|sec|min|hours?|GB|MB|KB|times|x\b|USD|秒|分|小时|倍))/g
