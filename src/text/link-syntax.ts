/** The parts of a Markdown link: its destination, its title, a reference definition; escapes and entities undone. */

interface Destination {
  /** As it was meant: escapes and entities undone. */
  readonly value: string
  readonly end: number
}

/** Nobody nests deeper, and without an end the scan would not be linear. */
const DEEPEST_PARENTHESES = 8

export function destinationAt(text: string, start: number): Destination | undefined {
  return text[start] === '<' ? bracketed(text, start) : bare(text, start)
}

function bracketed(text: string, start: number): Destination | undefined {
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text[at]
    if (character === '\n' || character === '<') return undefined
    if (character === '>') return { value: unescaped(text.slice(start + 1, at)), end: at + 1 }
    if (character === '\\') at += 1
  }
  return undefined
}

function bare(text: string, start: number): Destination | undefined {
  let depth = 0
  let at = start
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 0x5c && isPunctuation(text.charCodeAt(at + 1))) at += 1
    depth += DEPTH.get(code) ?? 0
    if (isSpaceOrControl(code) || depth < 0) break
    if (depth > DEEPEST_PARENTHESES) return undefined
  }
  return depth > 0 || at === start ? undefined : { value: unescaped(text.slice(start, at)), end: at }
}

/** What a parenthesis does to the depth. */
const DEPTH: ReadonlyMap<number, number> = new Map([
  [0x28, 1],
  [0x29, -1],
])

function isSpaceOrControl(code: number): boolean {
  return code <= 0x20 || code === 0x7f
}

/** Past the title that begins here, quotes included. */
export function endOfTitle(text: string, start: number): number | undefined {
  const open = text[start]
  const close = open === '(' ? ')' : open
  if (open !== '"' && open !== "'" && open !== '(') return undefined
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text[at]
    if (character === close) return at + 1
    if (character === '(' && open === '(') return undefined
    if (character === '\\') at += 1
  }
  return undefined
}

export interface Definition {
  readonly label: string
  readonly destination: string
  /** Past its line end. */
  readonly end: number
}

/** The reference definition, `[label]: destination "title"`, that begins here in a paragraph. */
export function definitionAt(text: string, start: number): Definition | undefined {
  const label = labelAt(text, start)
  if (label === undefined || text[label.end] !== ':') return undefined
  const destination = destinationAt(text, skipSpace(text, label.end + 1))
  if (destination === undefined) return undefined
  const titleStart = skipSpace(text, destination.end)
  const titleEnd = titleStart > destination.end ? endOfTitle(text, titleStart) : undefined
  const end = (titleEnd === undefined ? undefined : endOfLine(text, titleEnd)) ?? endOfLine(text, destination.end)
  return end === undefined ? undefined : { label: normalLabel(label.text), destination: destination.value, end }
}

const LONGEST_LABEL = 999

/** The text between `[` and `]`, if it can be a label. */
export function labelAt(text: string, start: number): { readonly text: string; readonly end: number } | undefined {
  if (text[start] !== '[') return undefined
  for (let at = start + 1; at < text.length && at - start <= LONGEST_LABEL + 1; at += 1) {
    const character = text[at]
    if (character === '[') return undefined
    if (character === ']') {
      const label = text.slice(start + 1, at)
      return label.trim() === '' ? undefined : { text: label, end: at + 1 }
    }
    if (character === '\\') at += 1
  }
  return undefined
}

export function normalLabel(label: string): string {
  return label.trim().replace(/\s+/g, ' ').toLowerCase().toUpperCase()
}

const ESCAPE = /\\([!-/:-@[-`{-~])|&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z][A-Za-z0-9]{1,31}));/g

/** Backslash escapes and entities undone. */
export function unescaped(text: string): string {
  if (!text.includes('\\') && !text.includes('&')) return text
  return text.replace(ESCAPE, (whole, escaped?: string, decimal?: string, hexadecimal?: string, name?: string) => {
    if (escaped !== undefined) return escaped
    if (name !== undefined) return ENTITIES.get(name) ?? whole
    const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal)
    return code === 0 || code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code)
  })
}

/** The few that people type; a name we do not know stays as it is. */
export const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', '\u00a0'],
  ['copy', '\u00a9'],
  ['reg', '\u00ae'],
  ['trade', '\u2122'],
  ['hellip', '\u2026'],
  ['mdash', '\u2014'],
  ['ndash', '\u2013'],
  ['middot', '\u00b7'],
  ['times', '\u00d7'],
  ['rarr', '\u2192'],
  ['larr', '\u2190'],
  ['colon', ':'],
  ['lpar', '('],
  ['rpar', ')'],
  ['num', '#'],
  ['sol', '/'],
  ['period', '.'],
  ['lowbar', '_'],
  ['ast', '*'],
])

/** Blanks and at most one line end: a paragraph has no blank line for a second one. */
export function skipSpace(text: string, start: number): number {
  let at = start
  while (text[at] === ' ' || text[at] === '\t' || text[at] === '\n') at += 1
  return at
}

/** Past the line's end, if nothing but blanks stands before it. */
function endOfLine(text: string, start: number): number | undefined {
  let at = start
  while (text[at] === ' ' || text[at] === '\t') at += 1
  if (at >= text.length) return text.length
  return text[at] === '\n' ? at + 1 : undefined
}

function isPunctuation(code: number): boolean {
  return (
    (code >= 0x21 && code <= 0x2f) ||
    (code >= 0x3a && code <= 0x40) ||
    (code >= 0x5b && code <= 0x60) ||
    (code >= 0x7b && code <= 0x7e)
  )
}
