/**
 * Makes text from a repository safe for a model that reads it (S20, S39). It cannot open or close the delimiters of
 * Memory Bank, pose as the host or as a note of Memory Bank, or carry text that a person would not see.
 *
 * Line breaks, ordinary text, tags in code, every script and every emoji are kept. Idempotent.
 */

import { withoutHiddenCharacters } from './hidden-text.ts'
import { wordSet } from './word-set.ts'

/**
 * Tags that hosts, model formats and Memory Bank use for words that are not the user's. Compared without case and
 * prefix, and replaced in code too.
 */
const TAGS = wordSet(`
  memory-bank system-reminder system system-message system-prompt system_prompt developer assistant human
  instructions user_instructions user_query user_info environment_context environment_details function_calls
  function_results function_call tool_call tool_calls tool_result tool_results tool_use tool_response invoke
  command-name command-message command-args local-command-stdout user-prompt-submit-hook task-notification
  start_of_turn end_of_turn`)

/**
 * The elements of HTML, SVG and MathML that people write in Markdown. Outside code, an unknown element that looks like
 * a host's tag is replaced.
 */
const ELEMENTS = wordSet(`
  a abbr address area article aside audio b base bdi bdo big blockquote body br button canvas caption center cite code col
  colgroup data datalist dd del details dfn dialog dir div dl dt em embed fieldset figcaption figure font footer form frame
  frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input ins kbd label legend li link main map mark
  marquee menu meta meter nav nobr noscript object ol optgroup option output p param picture pre progress q rb rp rt rtc
  ruby s samp script search section select slot small source span strike strong style sub summary sup svg table tbody td
  template textarea tfoot th thead time title tr track tt u ul var video wbr
  circle clippath defs desc ellipse filter foreignobject g image line lineargradient mask path pattern polygon polyline
  radialgradient rect stop symbol text tspan use view math mfrac mi mn mo mrow msqrt msub msup mtable mtd mtr mtext
  animate animatetransform textpath font-face annotation-xml`)
const CUSTOM_ELEMENT =
  /^(?:amp|app|el|fa|fluent|font-awesome|iconify|include|ion|iron|keep|mat|md|mdc|my|ng|paper|relative|router|sl|v|vaadin|van|x)-/

/** The starts of Memory Bank's own notes, and instruction marks of model formats. */
const NOTES = /\[(?=\s?\/?\s?(?:memory[- ]bank\b|INST\]|left out for length))/gi
const DATA_LINE = /^---(?=[ \t]*MEMORY\.md \(data)/gm
const MODEL_MARK = /<(?=[|｜][^|｜<>\n]{1,40}[|｜]>|<\/?SYS>>)/gi
/** Notes of hosts: `[SYSTEM]`, `[System note: …]`. The text of a link does not match. */
const HOST_NOTE = /\[(?=\/?(?:system|developer)(?: (?:note|message|prompt|reminder|instruction)s?)?(?:\](?![(:[])|:))/gi
/** Parts of a model's format: `[TOOL_RESULTS]`, `[/AVAILABLE_TOOLS]`. */
const FORMAT_PART = /\[(?=\/?(?:[A-Z]{1,20}_){0,3}(?:TOOLS?|SYSTEM|PROMPT)(?:_[A-Z]{1,20}){0,3}\])/g
const TAG = /<(?=\s{0,8}\/?\s{0,8}([A-Za-z][\w.:-]{0,60}))/g
/** Code spans, and whole tags. Only attributes may come between the name and the `>`. */
const SPAN_OR_TAG =
  /`[^`\n]{1,2000}`|(?<glued>(?:::|[\w)\]<])?)<(?<space>\s{0,8})(?<end>\/?)\s{0,8}(?<name>[A-Za-z][\w.:-]{0,60})(?<rest>\s*\/?|\s[^<>]{0,300})>/g
/** Comments that belong to the format of a bank are kept. */
const COMMENT =
  /<!--(?!\s?(?:MEMORY_BANK_TEMPLATE:|blockVersion:|(?:MACHINE|USER)_BLOCK_(?:START|END)\b|memory-bank:|mb:))/g

export function neutralise(text: string): string {
  const seen = withoutHiddenCharacters(text)
  if (!/[<[]|^---/m.test(seen)) return seen
  const plain = seen
    .replace(TAG, (bracket, name: string) => (isHostTag(name) ? '‹' : bracket))
    .replace(MODEL_MARK, '‹')
    .replace(COMMENT, '‹!--')
    .replace(NOTES, '［')
    .replace(DATA_LINE, '–––')
  return outsideFences(plain, (part) => withoutForeignTags(part).replace(HOST_NOTE, '［').replace(FORMAT_PART, '［'))
}

/**
 * Replaces tags outside code that are not ordinary elements, if the name has two parts, if a closing tag exists, or if
 * the tag has a line to itself. A single word in a line, such as `<name>`, is a placeholder and stays.
 */
function withoutForeignTags(text: string): string {
  const tags = [...text.matchAll(SPAN_OR_TAG)].flatMap(({ groups }) => groups?.['name'] ?? [])
  if (tags.every(isOrdinary)) return text
  const closed = new Set([...text.matchAll(/<\s{0,8}\/\s{0,8}([A-Za-z][\w.:-]{0,60})/g)].map(([, name]) => name))
  return text.replace(SPAN_OR_TAG, (whole, ...given) => {
    const found = given.at(-1) as TagGroups
    const at: number = given.at(-3)
    const { glued, name } = found
    if (name === undefined || isOrdinary(name) || !isTagOf(found, closed)) return whole
    if (!closed.has(name) && !isCompound(name) && !isAlone(text, at, whole)) return whole
    return `${glued}‹${whole.slice(glued.length + 1)}`
  })
}

interface TagGroups {
  readonly glued: string
  readonly space: string
  readonly end: string
  readonly name: string | undefined
  readonly rest: string
}

/** False for comparisons (`a < b_max and c > d`), shifts and generics (`Vec<user_id>`, `f::<my_type>`). */
function isTagOf({ glued, space, rest, name }: TagGroups, closed: ReadonlySet<string | undefined>): boolean {
  const isPlain = /^\s*\/?$/.test(rest)
  if (!isPlain && (space !== '' || !/=/.test(rest))) return false
  return glued === '' || closed.has(name)
}

function isOrdinary(name: string): boolean {
  const lower = name.toLowerCase()
  // Components and type parameters begin with a capital, `motion.div` and `stdio.h` have a dot, and an address a colon.
  if (/^[A-Z][a-z0-9]*(?:[A-Z][a-z0-9]*)*$/.test(name) && (/[a-z]/.test(name) || name.length <= 2)) return true
  return (
    ELEMENTS.has(lower) || CUSTOM_ELEMENT.test(lower) || name.includes('.') || /^(?:https?|ftp|mailto|tel):/.test(lower)
  )
}

function isCompound(name: string): boolean {
  return /[-_:]|[a-z][A-Z]/.test(name)
}

function isAlone(text: string, at: number, whole: string): boolean {
  const before =
    text
      .slice(Math.max(0, at - 200), at)
      .split('\n')
      .at(-1) ?? ''
  const after = text.slice(at + whole.length, at + whole.length + 200).split('\n', 1)[0] ?? ''
  return before.trim() === '' && after.trim() === ''
}

/** An unclosed fence does not count, because the text after it would not be checked. */
function outsideFences(text: string, change: (part: string) => string): string {
  let from = 0
  let opened: { readonly at: number; readonly mark: string } | undefined
  const pieces: string[] = []
  for (const found of text.matchAll(/^ {0,3}(`{3,}|~{3,})([^\n]*)$/gm)) {
    const [line, mark = '', rest = ''] = found
    if (opened === undefined) opened = { at: found.index, mark }
    else if (mark.startsWith(opened.mark) && rest.trim() === '') {
      const end = found.index + line.length
      pieces.push(change(text.slice(from, opened.at)), text.slice(opened.at, end))
      from = end
      opened = undefined
    }
  }
  return [...pieces, change(text.slice(from))].join('')
}

/** Neutralises every string inside a value. */
export function neutraliseAll<T>(value: T): T
export function neutraliseAll(value: unknown): unknown {
  if (typeof value === 'string') return neutralise(value)
  if (Array.isArray(value)) return value.map((one) => neutraliseAll(one))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, neutraliseAll(one)]))
}

export type Disguise = 'tag' | 'note' | 'hidden'

/** The kinds of text in a line that `neutralise` would replace, for reports. Comments do not count. */
export function disguisesIn(line: string, isCode: boolean): readonly Disguise[] {
  const found: Disguise[] = []
  const seen = withoutHiddenCharacters(line)
  if (seen !== line) found.push('hidden')
  const isClosed = !isCode && /<\s?\//.test(seen) && withoutForeignTags(seen) !== seen
  const hasTag = isClosed || [...seen.matchAll(TAG)].some(([, name]) => isHostTag(name ?? ''))
  if (hasTag || seen.search(MODEL_MARK) !== -1 || /\[\/?INST\]/i.test(seen)) found.push('tag')
  else if (/\[memory-bank\]/i.test(seen)) found.push('note')
  return found
}

function isHostTag(name: string): boolean {
  return TAGS.has(name.toLowerCase().replace(/^[a-z]+:/, ''))
}
