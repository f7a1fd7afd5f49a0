/**
 * The words of a program in any of the usual scripting languages, read tolerantly.
 *
 * Strings keep their interpolations as code; comments and regular expressions fall away. A program
 * that is not understood gives odd words, never an error.
 */

export type Language = 'python' | 'javascript' | 'perl' | 'ruby' | 'php' | 'awk' | 'lua'

export type Token =
  | { readonly kind: 'string'; readonly parts: readonly Part[]; readonly runs: boolean }
  | { readonly kind: 'name'; readonly text: string }
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'sign'; readonly text: string }

type Part = { readonly kind: 'text'; readonly text: string } | { readonly kind: 'code'; readonly text: string }

const MOST_TOKENS = 20_000
const SIGNS = [
  '<<=',
  '**=',
  '...',
  '===',
  '!==',
  '=>',
  '->',
  '::',
  '==',
  '!=',
  '<=',
  '>=',
  '+=',
  '.=',
  '-=',
  '||',
  '&&',
  '??',
  '//',
  '**',
  '>>',
  '<<',
  ':=',
  '..',
  '?.',
  '=~',
  '!~',
]

export function tokensOf(text: string, language: Language): readonly Token[] {
  const tokens: Token[] = []
  const reader = new Reader(text, language, tokens)
  while (reader.at < text.length && tokens.length < MOST_TOKENS) reader.step()
  return tokens
}

class Reader {
  at = 0
  private readonly text: string
  private readonly language: Language
  private readonly tokens: Token[]

  constructor(text: string, language: Language, tokens: Token[]) {
    this.text = text
    this.language = language
    this.tokens = tokens
  }

  step(): void {
    const { text, at } = this
    const char = text[at] ?? ''
    if (char === '\n') {
      this.sign('\n')
      return
    }
    if (/\s/.test(char)) {
      this.at += 1
      return
    }
    if (this.comment(char)) return
    if (this.prefixedString()) return
    if (char === '"' || char === "'" || char === '`') {
      this.string(char, '')
      return
    }
    if (/[A-Za-z_\u0080-\uffff]/.test(char) || (/[$@]/.test(char) && /[A-Za-z_]/.test(text[at + 1] ?? ''))) {
      this.name()
      return
    }
    if (/\d/.test(char)) {
      const number = /^[\w.]+/.exec(text.slice(at, at + 40))?.[0] ?? char
      this.tokens.push({ kind: 'number', text: number })
      this.at += number.length
      return
    }
    if (char === '/' && this.regexMayStand()) {
      this.skipRegex()
      return
    }
    const sign = SIGNS.find((candidate) => text.startsWith(candidate, at)) ?? char
    this.sign(sign)
  }

  private sign(text: string): void {
    this.tokens.push({ kind: 'sign', text })
    this.at += text.length
  }

  private comment(char: string): boolean {
    const { text, at, language } = this
    const slashes = language === 'javascript' || language === 'php'
    const hash =
      char === '#' && language !== 'javascript' && language !== 'lua' && !(language === 'perl' && text[at - 1] === '$')
    const line = hash || (slashes && text.startsWith('//', at)) || (language === 'lua' && text.startsWith('--', at))
    if (line) {
      const end = text.indexOf('\n', at)
      this.at = end === -1 ? text.length : end
      return true
    }
    if (slashes && text.startsWith('/*', at)) {
      const end = text.indexOf('*/', at + 2)
      this.at = end === -1 ? text.length : end + 2
      return true
    }
    return false
  }

  /** `f"…"`, `r'…'`, `q(…)`, `%w[…]`, `s/…/…/`. */
  private prefixedString(): boolean {
    const { text, at, language } = this
    const rest = text.slice(at, at + 12)
    if (language === 'python') {
      const prefix = /^([rbfuRBFU]{1,2})(?=["'])/.exec(rest)?.[1]
      if (prefix === undefined) return false
      this.at += prefix.length
      this.string(text[this.at] ?? '"', prefix.toLowerCase())
      return true
    }
    if (language === 'perl' || language === 'ruby') {
      const quoted = (language === 'perl' ? /^(q|qq|qw|qx)\s*([({[<|!/])/ : /^%([qQwWx]?)([({[<|!])/).exec(rest)
      if (quoted !== null && !/[\w$.]/.test(text[at - 1] ?? '')) {
        this.at += (quoted[0] ?? '').length - 1
        this.delimited(quoted[1] ?? '')
        return true
      }
      const matcher = /^(s|m|tr|y|qr)([/{|!#,])/.exec(rest)
      if (language === 'perl' && matcher !== null && !/[\w$@%>.]/.test(text[at - 1] ?? '')) {
        this.at += (matcher[1] ?? '').length
        const times = matcher[1] === 'm' || matcher[1] === 'qr' ? 1 : 2
        for (let i = 0; i < times; i += 1) this.skipDelimited(i)
        this.at += /^[a-z]*/.exec(text.slice(this.at))?.[0].length ?? 0
        return true
      }
    }
    return false
  }

  private delimited(kind: string): void {
    const { text } = this
    const open = text[this.at] ?? ''
    const close = closingOf(open)
    let end = this.at + 1
    for (let depth = 1; end < text.length; end += 1) {
      if (text[end] === '\\') end += 1
      else if (text[end] === close && --depth === 0) break
      else if (text[end] === open && open !== close) depth += 1
    }
    const inner = text.slice(this.at + 1, end)
    this.at = end + 1
    if (/^[wW]$|^qw$/.test(kind)) {
      this.tokens.push({ kind: 'sign', text: '[' })
      for (const word of inner.split(/\s+/).filter((part) => part !== '')) {
        this.tokens.push(
          { kind: 'string', parts: [{ kind: 'text', text: word }], runs: false },
          { kind: 'sign', text: ',' },
        )
      }
      this.tokens.push({ kind: 'sign', text: ']' })
    } else {
      const plain = kind === 'q'
      this.tokens.push({
        kind: 'string',
        parts: plain ? [{ kind: 'text', text: inner }] : this.parts(inner, '"', ''),
        runs: kind === 'x' || kind === 'qx',
      })
    }
  }

  private skipDelimited(index: number): void {
    const { text } = this
    const open = text[this.at - (index === 0 ? 0 : 1)] ?? ''
    const paired = closingOf(text[this.at] ?? '') !== text[this.at]
    if (index > 0 && !paired) this.at -= 1
    const close = closingOf(index > 0 && !paired ? open : (text[this.at] ?? ''))
    for (this.at += 1; this.at < text.length; this.at += 1) {
      if (text[this.at] === '\\') this.at += 1
      else if (text[this.at] === close) break
    }
    this.at += 1
  }

  private string(quote: string, prefix: string): void {
    const { text, language } = this
    const triple = language === 'python' && text.startsWith(quote.repeat(3), this.at) ? quote.repeat(3) : quote
    let end = this.at + triple.length
    for (; end < text.length; end += 1) {
      if (text[end] === '\\' && !(prefix.includes('r') && triple.length === 1 && text[end + 1] !== quote)) end += 1
      else if (text.startsWith(triple, end)) break
    }
    const inner = text.slice(this.at + triple.length, end)
    this.at = end + triple.length
    const runs = quote === '`' && language !== 'javascript'
    this.tokens.push({ kind: 'string', parts: this.parts(inner, quote, prefix), runs })
  }

  private parts(inner: string, quote: string, prefix: string): readonly Part[] {
    const { language } = this
    const pattern =
      language === 'python'
        ? prefix.includes('f')
          ? /\{\{|\}\}|\{([^{}]*?)(?:![rsa])?(?::[^{}]*)?\}/g
          : undefined
        : language === 'javascript'
          ? quote === '`'
            ? /\$\{((?:[^{}]|\{[^{}]*\})*)\}/g
            : undefined
          : language === 'ruby'
            ? quote === "'"
              ? undefined
              : /#\{([^{}]*)\}/g
            : (language === 'perl' || language === 'php') && quote !== "'"
              ? /\$\{(\w+)\}|\{(\$[^{}]+)\}|(\$\w+(?:(?:->)?[[{]['"]?\w+['"]?[\]}])?)/g
              : undefined
    if (pattern === undefined) return [{ kind: 'text', text: unescapeString(inner, quote, prefix) }]
    const parts: Part[] = []
    let from = 0
    for (const match of inner.matchAll(pattern)) {
      if (match.index > 0 && inner[match.index - 1] === '\\') continue
      parts.push({ kind: 'text', text: unescapeString(inner.slice(from, match.index), quote, prefix) })
      const code = match[1] ?? match[2] ?? match[3]
      parts.push(code === undefined ? { kind: 'text', text: match[0].slice(0, 1) } : { kind: 'code', text: code })
      from = match.index + match[0].length
    }
    parts.push({ kind: 'text', text: unescapeString(inner.slice(from), quote, prefix) })
    return parts
  }

  private name(): void {
    const name = /^[$@]?[\w\u0080-\uffff]+[?!]?/.exec(this.text.slice(this.at, this.at + 200))?.[0] ?? ''
    const taken =
      /[?!]$/.test(name) && (this.language !== 'ruby' || this.text[this.at + name.length] === '=')
        ? name.slice(0, -1)
        : name
    this.tokens.push({
      kind: 'name',
      text: this.language === 'javascript' && taken.length > 1 ? taken : taken.replace(/^[$@]/, ''),
    })
    this.at += taken.length
  }

  private regexMayStand(): boolean {
    if (this.language === 'python' || this.language === 'lua' || this.language === 'php') return false
    const last = this.tokens.at(-1)
    if (last === undefined) return true
    if (last.kind === 'sign') return !/^[)\]}]$/.test(last.text)
    return last.kind === 'name' && /^(return|split|if|unless|and|or|not|when|print)$/.test(last.text)
  }

  private skipRegex(): void {
    const { text } = this
    let inClass = false
    let end = this.at + 1
    for (; end < text.length && text[end] !== '\n'; end += 1) {
      if (text[end] === '\\') end += 1
      else if (text[end] === '[') inClass = true
      else if (text[end] === ']') inClass = false
      else if (text[end] === '/' && !inClass) break
    }
    this.tokens.push({ kind: 'number', text: '/regex/' })
    this.at = end + 1
    this.at += /^[a-z]*/.exec(text.slice(this.at, this.at + 8))?.[0].length ?? 0
  }
}

function closingOf(open: string): string {
  return { '(': ')', '{': '}', '[': ']', '<': '>' }[open] ?? open
}

function unescapeString(text: string, quote: string, prefix: string): string {
  if (prefix.includes('r')) return text
  return text.replace(/\\(x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|u\{[0-9a-fA-F]+\}|[0-7]{1,3}|[\s\S])/g, (_, code: string) => {
    if (/^[xu]./.test(code)) return String.fromCodePoint(Number.parseInt(code.replace(/[xu{}]/g, ''), 16))
    if (/^[0-7]+$/.test(code) && quote !== "'") return String.fromCharCode(Number.parseInt(code, 8))
    const simple: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\n': '' }
    return simple[code] ?? code
  })
}
