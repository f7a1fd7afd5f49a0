/**
 * The links, code spans and headings of a Markdown file, each with its line. Lezer parses the text, so code blocks, HTML
 * blocks and comments are never read as text.
 */

import { type MarkdownParser, parser, Table } from '@lezer/markdown'

type SyntaxNode = ReturnType<MarkdownParser['parse']>['topNode']

export interface Markdown {
  readonly links: readonly MarkdownLink[]
  /** The targets of reference definitions. */
  readonly definitions: readonly TextAtLine[]
  /** Code spans outside links. */
  readonly codes: readonly TextAtLine[]
  readonly headings: readonly MarkdownHeading[]
}

export interface TextAtLine {
  readonly text: string
  /** Counted from 1. */
  readonly line: number
}

/** A link or an image; its text is the destination. */
interface MarkdownLink extends TextAtLine {
  /** Directly after a word, as in `handlers[name](event)`, which may not be a link. */
  readonly touchesWord: boolean
}

/** Its text is without markup, as a reader sees it. */
interface MarkdownHeading extends TextAtLine {
  readonly level: number
}

export function readMarkdown(given: string): Markdown {
  const text = withSameLines(given)
  const links: MarkdownLink[] = []
  const definitions: TextAtLine[] = []
  const codes: TextAtLine[] = []
  const headings: MarkdownHeading[] = []
  const lineAt = lineCounter(text)
  let endOfLink = 0
  PARSER.parse(text).iterate({
    enter(at) {
      // `at.node` takes time in proportion to the depth, so it is used only if needed.
      const { name, from, to } = at
      const line = lineAt(from)
      const [, level] = HEADING.exec(name) ?? []
      if (level !== undefined) headings.push({ text: headingText(at.node, text), level: Number(level), line })
      else if (name === 'Link' || name === 'Image') {
        const destination = destinationOf(at.node, text)
        if (destination === undefined) return
        links.push({ text: destination, line, touchesWord: name === 'Link' && /[\w)\]]/.test(text.charAt(from - 1)) })
        endOfLink = Math.max(endOfLink, to)
      } else if (name === 'LinkReference') definitions.push({ text: destinationOf(at.node, text) ?? '', line })
      else if (name === 'InlineCode') {
        if (from >= endOfLink) codes.push({ text: codeOf(at.node, text), line })
      }
    },
  })
  return { links, definitions, codes, headings }
}

const HEADING = /^(?:ATX|Setext)Heading(\d)$/
/** Lezer takes quadratic time for some characters in a paragraph. Nobody writes a longer one by hand. */
const LONGEST_PARAGRAPH = 10_000
const PARSER = boundedParser()

function boundedParser(): MarkdownParser {
  const bounded = parser.configure(Table)
  const parseInline = bounded.parseInline.bind(bounded)
  bounded.parseInline = (text, offset) => (text.length > LONGEST_PARAGRAPH ? [] : parseInline(text, offset))
  return bounded
}

/** Lezer needs a kilobyte for each cell of a table with its content. Rows after this many cells are not read. */
const MOST_CELLS = 50_000

/** Removes what Lezer does not know and keeps all lines: other line ends, front matter, footnotes, blanks after a row. */
function withSameLines(text: string): string {
  let cells = 0
  return text
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .replace(FRONT_MATTER, (yaml) => yaml.replace(/[^\n]/g, ''))
    .replace(/^( {0,3}\[\^[^\]\n]{1,99}\]):/gm, '$1')
    .replace(/\|[ \t]+$/gm, '|')
    .replace(/^.*\|.*$/gm, (row) => {
      cells += row.split('|').length
      return cells > MOST_CELLS ? '' : row
    })
    .replace(DEEPLY_NESTED, '$1')
}

/** Lezer takes quadratic time for nested lists and quotes, so text below this depth is not read. */
const DEEPLY_NESTED = /^([ \t]*(?:(?:[-+*>]|\d{1,9}[.)])[ \t]*){60}).*/gm

/** Matches only lines that look like YAML. Any other text between two rules is prose. */
const FRONT_MATTER =
  /^---[ \t]*\n(?:(?:[ \t].*|#.*|-[ \t].*|[\w"'][\w"'-]*[ \t]*:.*|)\n){0,500}?(?:---|\.\.\.)[ \t]*(?=\n|$)/

/** The returned function must be called with ascending offsets. */
function lineCounter(text: string): (offset: number) => number {
  let line = 1
  let next = text.indexOf('\n')
  return (offset) => {
    for (; next !== -1 && next < offset; next = text.indexOf('\n', next + 1)) line += 1
    return line
  }
}

function destinationOf(node: SyntaxNode, text: string): string | undefined {
  const url = node.getChild('URL')
  if (url !== null) return unescaped(text.slice(url.from, url.to).replace(/^<(.*)>$/s, '$1'))
  // `[a]()` is a link without a destination.
  return /\(\s*\)$/.test(text.slice(Math.max(node.from, node.to - 20), node.to)) ? '' : undefined
}

/** As CommonMark does, strips one blank on each side. */
function codeOf(node: SyntaxNode, text: string): string {
  const marks = node.getChildren('CodeMark')
  const code = text.slice(marks[0]?.to ?? node.from, marks.at(-1)?.from ?? node.to).replace(/\s*\n\s*/g, ' ')
  return /^ .* $/.test(code) && code.trim() !== '' ? code.slice(1, -1) : code
}

function headingText(node: SyntaxNode, text: string): string {
  const marks = node.getChildren('HeaderMark')
  const start = marks[0]?.from === node.from ? marks[0].to : node.from
  const last = marks.at(-1)
  const end = last === undefined || last.to === start ? node.to : last.from
  return visibleText(node, start, end, text).trim()
}

const INVISIBLE: ReadonlySet<string> = new Set([
  ...['LinkMark', 'URL', 'LinkTitle', 'LinkLabel', 'CodeMark', 'EmphasisMark', 'HTMLTag', 'Comment', 'Image'],
  ...['ProcessingInstruction', 'QuoteMark'],
])

function visibleText(node: SyntaxNode, start: number, end: number, text: string): string {
  let shown = ''
  let at = start
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    if (child.from < start || child.to > end) continue
    shown += text.slice(at, child.from)
    if (child.name === 'Escape' || child.name === 'Entity') shown += unescaped(text.slice(child.from, child.to))
    else if (!INVISIBLE.has(child.name)) shown += visibleText(child, child.from, child.to, text)
    at = child.to
  }
  return shown + text.slice(at, end)
}

/** Resolves backslash escapes and the entities that people type. */
function unescaped(text: string): string {
  return text.replace(
    /\\([!-/:-@[-`{-~])|&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|(amp|lt|gt|quot|apos|nbsp));/g,
    (_, escaped?: string, decimal?: string, hexadecimal?: string, name?: string) => {
      if (escaped !== undefined) return escaped
      if (name !== undefined) return ENTITIES[name] ?? ''
      const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal)
      return code === 0 || code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code)
    },
  )
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }
