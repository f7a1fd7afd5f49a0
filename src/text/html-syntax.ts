/**
 * Raw HTML in Markdown, as CommonMark reads it. Scanned by hand: a regular expression with a repeated
 * group overflows its stack on a text of some megabytes.
 */

/** Past the whole tag that begins here, open or closing; undefined where none does. */
export function endOfTag(text: string, start: number): number | undefined {
  let at = start + 1
  const closing = text[at] === '/'
  if (closing) at += 1
  if (!isLetter(text.charCodeAt(at))) return undefined
  while (isNameCharacter(text.charCodeAt(at))) at += 1
  if (closing) {
    at = skipSpace(text, at)
    return text[at] === '>' ? at + 1 : undefined
  }
  for (;;) {
    const next = skipSpace(text, at)
    if (text[next] === '>') return next + 1
    if (text[next] === '/') return text[next + 1] === '>' ? next + 2 : undefined
    // An attribute stands apart from what comes before it.
    const end = next === at ? undefined : endOfAttribute(text, next)
    if (end === undefined) return undefined
    at = end
  }
}

function endOfAttribute(text: string, start: number): number | undefined {
  let at = start
  if (!/[A-Za-z_:]/.test(text[at] ?? '')) return undefined
  while (/[\w.:-]/.test(text[at] ?? '')) at += 1
  const equals = skipSpace(text, at)
  if (text[equals] !== '=') return at
  at = skipSpace(text, equals + 1)
  const quote = text[at]
  if (quote === '"' || quote === "'") {
    const end = text.indexOf(quote, at + 1)
    return end === -1 ? undefined : end + 1
  }
  const value = at
  while (at < text.length && !/[\s"'=<>`]/.test(text[at] ?? '')) at += 1
  return at === value ? undefined : at
}

/** The opening of an HTML block that lasts until a certain text, and that text; or until a blank line. */
export function htmlBlockAt(line: string, start: number, mayBeAnyTag: boolean): HtmlBlock | undefined {
  if (line[start] !== '<') return undefined
  for (const [opens, until] of UNTIL_TEXT) {
    opens.lastIndex = start
    if (opens.test(line)) return { until }
  }
  BLOCK_TAG.lastIndex = start
  if (BLOCK_TAG.test(line)) return { until: undefined }
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

const BLOCK_TAG =
  /<\/?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)(?:\s|\/?>|$)/iy

function skipSpace(text: string, start: number): number {
  let at = start
  while (/\s/.test(text[at] ?? '')) at += 1
  return at
}

function isLetter(code: number): boolean {
  return (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a)
}

function isNameCharacter(code: number): boolean {
  return isLetter(code) || (code >= 0x30 && code <= 0x39) || code === 0x2d
}
