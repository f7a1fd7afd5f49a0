/**
 * Raw HTML in Markdown, as CommonMark reads it. Attributes are read one by one: a regular expression with a repeated
 * group overflows its stack on a text of some megabytes.
 */

import { wordSet } from './word-set.ts'

/** Past the whole tag that begins here, open or closing; undefined where none does. */
export function endOfTag(text: string, start: number): number | undefined {
  const closing = endOf(CLOSING_TAG, text, start + 1)
  if (closing !== undefined) return closing
  let at = endOf(TAG_NAME, text, start + 1)
  while (at !== undefined) {
    const next = skipSpace(text, at)
    if (text[next] === '>') return next + 1
    if (text[next] === '/') return text[next + 1] === '>' ? next + 2 : undefined
    // An attribute stands apart from what comes before it.
    at = next === at ? undefined : endOfAttribute(text, next)
  }
  return undefined
}

const CLOSING_TAG = /\/[A-Za-z][A-Za-z\d-]*\s*>/y
const TAG_NAME = /[A-Za-z][A-Za-z\d-]*/y
const ATTRIBUTE_NAME = /[A-Za-z_:][\w.:-]*/y
const ATTRIBUTE_VALUE = /"[^"]*"|'[^']*'|[^\s"'=<>`]+/y

function endOfAttribute(text: string, start: number): number | undefined {
  const name = endOf(ATTRIBUTE_NAME, text, start)
  const equals = name === undefined ? undefined : skipSpace(text, name)
  return equals !== undefined && text[equals] === '=' ? endOf(ATTRIBUTE_VALUE, text, skipSpace(text, equals + 1)) : name
}

/** Past what a sticky pattern finds here. */
function endOf(pattern: RegExp, text: string, start: number): number | undefined {
  pattern.lastIndex = start
  return pattern.test(text) ? pattern.lastIndex : undefined
}

/** The opening of an HTML block that lasts until a certain text, and that text; or until a blank line. */
export function htmlBlockAt(line: string, start: number, mayBeAnyTag: boolean): HtmlBlock | undefined {
  if (line[start] !== '<') return undefined
  for (const [opens, until] of UNTIL_TEXT) if (endOf(opens, line, start) !== undefined) return { until }
  TAG_OF_BLOCK.lastIndex = start
  if (BLOCK_TAGS.has(TAG_OF_BLOCK.exec(line)?.[1]?.toLowerCase() ?? '')) return { until: undefined }
  const end = mayBeAnyTag ? endOfTag(line, start) : undefined
  return end !== undefined && skipSpace(line, end) === line.length ? { until: undefined } : undefined
}

export interface HtmlBlock {
  /** What ends it, on its line; undefined: a blank line. */
  readonly until: RegExp | undefined
}

const UNTIL_TEXT: readonly (readonly [opens: RegExp, until: RegExp])[] = [
  [/<(?:script|pre|textarea|style)(?:[\s>]|$)/iy, /<\/(?:script|pre|textarea|style)>/i],
  [/<!--/y, /-->/],
  [/<\?/y, /\?>/],
  [/<![A-Za-z]/y, />/],
  [/<!\[CDATA\[/y, /\]\]>/],
]

const TAG_OF_BLOCK = /<\/?([a-z][a-z\d]*)(?:\s|\/?>|$)/iy
const BLOCK_TAGS = wordSet(
  `address article aside base basefont blockquote body caption center col colgroup dd details dialog dir div dl dt
  fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend li link main
  menu menuitem nav noframes ol optgroup option p param search section summary table tbody td tfoot th thead title tr
  track ul`,
)

function skipSpace(text: string, start: number): number {
  let at = start
  while (/\s/.test(text[at] ?? '')) at += 1
  return at
}
