/**
 * The links and code spans in one run of inline Markdown, and the words it shows.
 *
 * What stands in a code span, an autolink or raw HTML is no link. One pass, linear in the text.
 */

import { endOfTag } from './html-syntax.ts'
import { destinationAt, endOfTitle, labelAt, normalLabel, skipSpace, unescaped } from './link-syntax.ts'

interface Inline {
  readonly links: readonly InlineLink[]
  /** Code spans outside links. */
  readonly codes: readonly CodeSpan[]
  /** What a reader sees: link texts, code, no markup but emphasis marks. */
  readonly shown: string
}

interface InlineLink {
  readonly kind: 'link' | 'image'
  readonly destination: string
  readonly offset: number
  /** Right behind a word, as in `handlers[name](event)`: perhaps not meant as a link. */
  readonly touchesWord: boolean
}

interface CodeSpan {
  readonly text: string
  readonly offset: number
}

/** `labels` are the definitions' labels, normalised. */
export function readInline(text: string, labels: ReadonlySet<string>): Inline {
  const reader = new InlineReader(text, labels)
  return reader.read()
}

interface Opener {
  readonly kind: 'link' | 'image'
  readonly offset: number
  /** Where its text begins. */
  readonly inner: number
  /** How much was collected before it. */
  readonly shown: number
  readonly links: number
  readonly codes: number
  /** Other brackets stand in it, so it cannot be a label. */
  holdsBrackets: boolean
}

/** Deeper brackets are text: nobody writes them, and each costs memory. */
const DEEPEST_BRACKETS = 1_000

class InlineReader {
  readonly #text: string
  readonly #labels: ReadonlySet<string>
  readonly #links: InlineLink[] = []
  readonly #codes: CodeSpan[] = []
  readonly #shown: string[] = []
  readonly #openers: Opener[] = []
  #ignoredOpeners = 0
  /** Openers of links below this depth hold a link already, and a link cannot hold another. */
  #spentBelow = 0
  #at = 0
  /** Where the plain text not yet collected begins. */
  #plain = 0
  #lastRuns: ReadonlyMap<number, number> | undefined
  readonly #absent = new Set<string>()

  constructor(text: string, labels: ReadonlySet<string>) {
    this.#text = text
    this.#labels = labels
  }

  read(): Inline {
    const text = this.#text
    while (this.#at < text.length) {
      const character = text[this.#at]
      if (character === '\\') this.#at += 2
      else if (character === '`') this.#readCode()
      else if (character === '<') this.#readHtml()
      else if (character === '[') this.#open('link', 1)
      else if (character === '!' && text[this.#at + 1] === '[') this.#open('image', 2)
      else if (character === ']') this.#close()
      else this.#at += 1
    }
    this.#collect(text.length)
    return { links: this.#links, codes: this.#codes, shown: this.#shown.join('') }
  }

  #collect(end: number): void {
    if (end > this.#plain) this.#shown.push(unescaped(this.#text.slice(this.#plain, end)))
    this.#plain = end
  }

  /** Leave out what stands between here and `end`, showing `instead`. */
  #skipTo(end: number, instead: string): void {
    this.#collect(this.#at)
    if (instead !== '') this.#shown.push(instead)
    this.#at = end
    this.#plain = end
  }

  #readCode(): void {
    const start = this.#at
    const inner = endOfRun(this.#text, start)
    const length = inner - start
    this.#lastRuns ??= lastRunsIn(this.#text)
    if ((this.#lastRuns.get(length) ?? -1) < inner) {
      this.#at = inner
      return
    }
    let close = this.#text.indexOf('`', inner)
    let end = endOfRun(this.#text, close)
    while (end - close !== length) {
      close = this.#text.indexOf('`', end)
      end = endOfRun(this.#text, close)
    }
    const text = codeText(this.#text.slice(inner, close))
    this.#codes.push({ text, offset: start })
    this.#skipTo(end, text)
  }

  #readHtml(): void {
    const autolink = matchAt(AUTOLINK, this.#text, this.#at) ?? matchAt(EMAIL, this.#text, this.#at)
    if (autolink !== undefined) {
      this.#skipTo(this.#at + autolink.length, autolink.slice(1, -1))
      return
    }
    const end = this.#endOfHtml()
    if (end === undefined) this.#at += 1
    else this.#skipTo(end, '')
  }

  #endOfHtml(): number | undefined {
    const start = this.#at
    const text = this.#text
    if (text[start + 1] === '?') return this.#past('?>', start + 2)
    if (text[start + 1] !== '!') return endOfTag(text, start)
    if (text.startsWith('--', start + 2)) {
      if (text.startsWith('>', start + 4)) return start + 5
      if (text.startsWith('->', start + 4)) return start + 6
      return this.#past('-->', start + 4)
    }
    if (text.startsWith('[CDATA[', start + 2)) return this.#past(']]>', start + 9)
    return /[A-Za-z]/.test(text[start + 2] ?? '') ? this.#past('>', start + 2) : undefined
  }

  #past(close: string, from: number): number | undefined {
    // What was sought in vain once is not there further on: without this, many openings would be quadratic.
    if (this.#absent.has(close)) return undefined
    const found = this.#text.indexOf(close, from)
    if (found !== -1) return found + close.length
    this.#absent.add(close)
    return undefined
  }

  #open(kind: 'link' | 'image', length: number): void {
    const outer = this.#openers.at(-1)
    if (outer !== undefined) outer.holdsBrackets = true
    if (this.#openers.length >= DEEPEST_BRACKETS) {
      this.#ignoredOpeners += 1
      this.#at += length
      return
    }
    const offset = this.#at
    this.#collect(offset)
    const [shown, links, codes] = [this.#shown.length, this.#links.length, this.#codes.length]
    this.#at += length
    this.#collect(this.#at)
    this.#openers.push({ kind, offset, inner: this.#at, shown, links, codes, holdsBrackets: false })
  }

  #close(): void {
    if (this.#ignoredOpeners > 0) {
      this.#ignoredOpeners -= 1
      this.#at += 1
      return
    }
    const opener = this.#openers.pop()
    const depth = this.#openers.length
    const spent = opener?.kind === 'link' && depth < this.#spentBelow
    this.#spentBelow = Math.min(this.#spentBelow, depth)
    const found = opener === undefined || spent ? undefined : this.#link(opener)
    if (opener === undefined || found === undefined) {
      this.#at += 1
      return
    }
    this.#codes.length = opener.codes
    // In an image they were its description.
    if (opener.kind === 'image') this.#links.length = opener.links
    if (found.destination !== undefined) this.#links.push(this.#noted(opener, found.destination))
    this.#skipTo(found.end, '')
    if (opener.kind === 'image') this.#shown.length = opener.shown
    else {
      this.#shown[opener.shown] = ''
      this.#spentBelow = depth
    }
  }

  #noted({ kind, offset }: Opener, destination: string): InlineLink {
    const before = offset === 0 ? '' : this.#text.slice(offset - 1, offset)
    return { kind, destination, offset, touchesWord: kind === 'link' && /[\w)\]]/.test(before) }
  }

  /** The link that the bracket here closes; one by reference has no destination of its own. */
  #link(opener: Opener): { readonly end: number; readonly destination?: string } | undefined {
    const next = this.#at + 1
    const target = this.#text[next] === '(' ? inlineTarget(this.#text, next + 1) : undefined
    if (target !== undefined) return { end: target.end, destination: target.value }
    const full = labelAt(this.#text, next)
    if (full !== undefined) return this.#labels.has(normalLabel(full.text)) ? { end: full.end } : undefined
    if (opener.holdsBrackets || this.#at - opener.inner > 999) return undefined
    if (!this.#labels.has(normalLabel(this.#text.slice(opener.inner, this.#at)))) return undefined
    return { end: this.#text.startsWith('[]', next) ? next + 2 : next }
  }
}

function inlineTarget(text: string, start: number): { readonly value: string; readonly end: number } | undefined {
  const at = skipSpace(text, start)
  if (text[at] === ')') return { value: '', end: at + 1 }
  const destination = destinationAt(text, at)
  if (destination === undefined) return undefined
  const after = skipSpace(text, destination.end)
  if (text[after] === ')') return { value: destination.value, end: after + 1 }
  const title = after > destination.end ? endOfTitle(text, after) : undefined
  if (title === undefined) return undefined
  const close = skipSpace(text, title)
  return text[close] === ')' ? { value: destination.value, end: close + 1 } : undefined
}

const AUTOLINK = /<[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*>/y
const EMAIL = /<[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9.-]+>/y

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}

function endOfRun(text: string, start: number): number {
  let at = start
  while (text[at] === '`') at += 1
  return at
}

/** For each length of a run of backticks, where the last one begins. */
function lastRunsIn(text: string): ReadonlyMap<number, number> {
  const runs = new Map<number, number>()
  for (let start = text.indexOf('`'); start !== -1; ) {
    const end = endOfRun(text, start)
    runs.set(end - start, start)
    start = text.indexOf('`', end)
  }
  return runs
}

/** One blank on each side is for the eye, unless there is nothing else. */
function codeText(inner: string): string {
  const line = inner.replaceAll('\n', ' ')
  return line.startsWith(' ') && line.endsWith(' ') && line.trim() !== '' ? line.slice(1, -1) : line
}
