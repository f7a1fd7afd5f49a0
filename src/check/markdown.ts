/**
 * The Markdown of one file as the check rules need it: links, code spans, headings, table rows and list items, each with its
 * line. Lezer parses it: nothing in a code block, an HTML block or a comment is taken for text.
 */

import { type MarkdownParser, parser, Table } from '@lezer/markdown'

type SyntaxNode = ReturnType<MarkdownParser['parse']>['topNode']

export interface Markdown {
  readonly links: readonly MarkdownLink[]
  /** Where reference definitions lead. */
  readonly definitions: readonly Placed[]
  /** Code spans outside links. */
  readonly codes: readonly Placed[]
  readonly headings: readonly MarkdownHeading[]
  /** The lines of table rows that say something, without the header's. */
  readonly rows: readonly number[]
  readonly items: readonly MarkdownItem[]
}

export interface Placed {
  readonly text: string
  /** Counted from 1. */
  readonly line: number
}

/** A link or an image; its text is the destination. */
interface MarkdownLink extends Placed {
  /** Right behind a word, as in `handlers[name](event)`: perhaps not meant as a link. */
  readonly touchesWord: boolean
}

interface MarkdownHeading extends Placed {
  readonly level: number
  /** In a quote or a list item. */
  readonly nested: boolean
  /** The words that a reader sees, without markup. */
  readonly shown: string
}

interface MarkdownItem extends Placed {
  /** How many quotes and list items hold it. */
  readonly depth: number
}

export function readMarkdown(given: string): Markdown {
  const text = withSameLines(given)
  const links: MarkdownLink[] = []
  const definitions: Placed[] = []
  const codes: Placed[] = []
  const headings: MarkdownHeading[] = []
  const rows: number[] = []
  const items: MarkdownItem[] = []
  const lineAt = lineCounter(text)
  let depth = 0
  let endOfLink = 0
  PARSER.parse(text).iterate({
    enter(at) {
      // `at.node` costs time in proportion to the depth: it is asked for where a node is needed.
      const { name, from, to } = at
      const line = lineAt(from)
      const [, level] = HEADING.exec(name) ?? []
      if (level !== undefined)
        headings.push({ ...headingOf(at.node, text), level: Number(level), nested: depth > 0, line })
      else if (name === 'Link' || name === 'Image') {
        const destination = destinationOf(at.node, text)
        if (destination === undefined) return
        links.push({ text: destination, line, touchesWord: name === 'Link' && /[\w)\]]/.test(text.charAt(from - 1)) })
        endOfLink = Math.max(endOfLink, to)
      } else if (name === 'LinkReference') definitions.push({ text: destinationOf(at.node, text) ?? '', line })
      else if (name === 'InlineCode') {
        if (from >= endOfLink) codes.push({ text: codeOf(at.node, text), line })
      } else if (name === 'TableRow') {
        if (/[^\s|]/.test(text.slice(from, to))) rows.push(line)
      } else if (name === 'ListItem') items.push({ text: firstLineAt(from, text), line, depth })
      if (CONTAINERS.has(name)) depth += 1
    },
    leave({ name }) {
      if (CONTAINERS.has(name)) depth -= 1
    },
  })
  return { links, definitions, codes, headings, rows, items }
}

const HEADING = /^(?:ATX|Setext)Heading(\d)$/
const CONTAINERS: ReadonlySet<string> = new Set(['Blockquote', 'ListItem'])
/** Some signs take Lezer time in the square of a paragraph, and nobody writes a longer one by hand. */
const LONGEST_PARAGRAPH = 10_000
const PARSER = boundedParser()

function boundedParser(): MarkdownParser {
  const bounded = parser.configure(Table)
  const parseInline = bounded.parseInline.bind(bounded)
  bounded.parseInline = (text, offset) => (text.length > LONGEST_PARAGRAPH ? [] : parseInline(text, offset))
  return bounded
}

/** What Lezer does not know made plain, each line in its place: line ends, front matter, footnotes, blanks behind a row. */
function withSameLines(text: string): string {
  return text
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .replace(FRONT_MATTER, (yaml) => yaml.replace(/[^\n]/g, ''))
    .replace(/^( {0,3}\[\^[^\]\n]{1,99}\]):/gm, '$1')
    .replace(/\|[ \t]+$/gm, '|')
    .replace(DEEPLY_NESTED, '$1')
}

/** Lists and quotes within each other take Lezer time in the square of their depth. What is deeper is not read. */
const DEEPLY_NESTED = /^([ \t]*(?:(?:[-+*>]|\d{1,9}[.)])[ \t]*){60}).*/gm

/** Lines that do not look like YAML are text between two rules. */
const FRONT_MATTER =
  /^---[ \t]*\n(?:(?:[ \t].*|#.*|-[ \t].*|[\w"'][\w"'-]*[ \t]*:.*|)\n){0,500}?(?:---|\.\.\.)[ \t]*(?=\n|$)/

/** Lines of offsets that only grow. */
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
  // `[a]()` has no destination, and is a link.
  return /\(\s*\)$/.test(text.slice(Math.max(node.from, node.to - 20), node.to)) ? '' : undefined
}

/** One blank on each side is for the eye. */
function codeOf(node: SyntaxNode, text: string): string {
  const marks = node.getChildren('CodeMark')
  const code = text.slice(marks[0]?.to ?? node.from, marks.at(-1)?.from ?? node.to).replace(/\s*\n\s*/g, ' ')
  return /^ .* $/.test(code) && code.trim() !== '' ? code.slice(1, -1) : code
}

/** What the first line of a list item says behind its mark. */
function firstLineAt(from: number, text: string): string {
  return /^\S+[ \t]*([^\n]*)/.exec(text.slice(from, from + 200))?.[1] ?? ''
}

function headingOf(node: SyntaxNode, text: string): { readonly text: string; readonly shown: string } {
  const marks = node.getChildren('HeaderMark')
  const start = marks[0]?.from === node.from ? marks[0].to : node.from
  const last = marks.at(-1)
  const end = last === undefined || last.to === start ? node.to : last.from
  return { text: text.slice(start, end).trim(), shown: shownIn(node, start, end, text).trim() }
}

const NOT_SHOWN: ReadonlySet<string> = new Set([
  ...['LinkMark', 'URL', 'LinkTitle', 'LinkLabel', 'CodeMark', 'EmphasisMark', 'HTMLTag', 'Comment', 'Image'],
  ...['ProcessingInstruction', 'QuoteMark'],
])

function shownIn(node: SyntaxNode, start: number, end: number, text: string): string {
  let shown = ''
  let at = start
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    if (child.from < start || child.to > end) continue
    shown += text.slice(at, child.from)
    if (child.name === 'Escape' || child.name === 'Entity') shown += unescaped(text.slice(child.from, child.to))
    else if (!NOT_SHOWN.has(child.name)) shown += shownIn(child, child.from, child.to, text)
    at = child.to
  }
  return shown + text.slice(at, end)
}

/** Backslash escapes and the entities that people type undone. */
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
