/**
 * The words of a program in any of the usual scripting languages, read tolerantly.
 *
 * Comments fall away, and an interpolation inside a string is unknown text. A program that is not understood gives odd
 * words, never an error.
 */

import { UNKNOWN } from './text.ts'

export type Language = 'python' | 'javascript' | 'perl' | 'ruby' | 'php' | 'awk' | 'lua'

export type Token =
  /** `runs`: the language passes this string to a shell. */
  | { readonly kind: 'string'; readonly text: string; readonly runs: boolean }
  | { readonly kind: 'name'; readonly text: string }
  | { readonly kind: 'sign'; readonly text: string }

const MOST_TOKENS = 20_000

const COMMENTS: Readonly<Record<Language, RegExp>> = {
  python: /#[^\n]*/y,
  perl: /(?<!\$)#[^\n]*/y,
  ruby: /#[^\n]*/y,
  awk: /#[^\n]*/y,
  php: /(?:#|\/\/)[^\n]*|\/\*[\s\S]*?\*\//y,
  javascript: /\/\/[^\n]*|\/\*[\s\S]*?\*\//y,
  lua: /--[^\n]*/y,
}
const TRIPLE = /[rbfuRBFU]{0,2}("""|''')([\s\S]*?)\1/y
const STRING = /([rbfuRBFU]{0,2})(["'`])((?:\\[\s\S]|(?!\2)[^\\])*)\2/y
/** Quotes that only Perl and Ruby have. */
const QUOTES = /(?<![\w$.])(?:(qq|qx|q)\s*|%([qQx]?))(?:\(([^()]*)\)|\{([^{}]*)\}|\[([^[\]]*)\]|\|([^|]*)\|)/y
const NAME = /[$@]?[A-Za-z_\u0080-\uDFFF\uF900-\uFFFF][\w\u0080-\uDFFF\uF900-\uFFFF]*|\d[\w.]*/y
const SIGN = /[=!<>]==?|=~|=>|->|::|[-+.:*/|&?]=|\|\||&&|>>|<<|\n|\S/y

export function tokensOf(text: string, language: Language): readonly Token[] {
  const tokens: Token[] = []
  let at = 0
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    const match = pattern.exec(text)
    if (match !== null) at += match[0].length
    return match
  }
  while (at < text.length && tokens.length < MOST_TOKENS) {
    if (take(/[^\S\n]+/y) !== null || take(COMMENTS[language]) !== null) continue
    const token =
      (language === 'python' ? tripled(take(TRIPLE)) : undefined) ??
      quoted(take(STRING), language) ??
      (language === 'perl' || language === 'ruby' ? ownQuotes(take(QUOTES)) : undefined) ??
      plain('name', take(NAME)) ??
      plain('sign', take(SIGN))
    if (token === undefined) at += 1
    else tokens.push(token)
  }
  return tokens
}

function tripled(match: RegExpExecArray | null): Token | undefined {
  return match === null ? undefined : { kind: 'string', text: match[2] ?? '', runs: false }
}

function quoted(match: RegExpExecArray | null, language: Language): Token | undefined {
  if (match === null) return undefined
  const [, prefix = '', quote = '', inner = ''] = match
  const text = /r/i.test(prefix) ? inner : unescapeString(inner)
  const isFixed = language === 'javascript' ? quote !== '`' : language === 'python' ? !/f/i.test(prefix) : quote === "'"
  return {
    kind: 'string',
    text: isFixed ? text : withoutInterpolations(text, language),
    runs: quote === '`' && language !== 'javascript',
  }
}

function ownQuotes(match: RegExpExecArray | null): Token | undefined {
  if (match === null) return undefined
  const kind = match[1] ?? match[2] ?? ''
  const inner = match.slice(3).find((part) => part !== undefined) ?? ''
  return { kind: 'string', text: kind === 'q' ? inner : withoutInterpolations(inner, 'perl'), runs: kind.endsWith('x') }
}

function plain(kind: 'name' | 'sign', match: RegExpExecArray | null): Token | undefined {
  return match === null ? undefined : { kind, text: kind === 'name' ? match[0].replace(/^[$@](?=\w)/, '') : match[0] }
}

function withoutInterpolations(text: string, language: Language): string {
  switch (language) {
    case 'python':
      return text.replace(/\{[^{}]*\}/g, UNKNOWN)
    case 'javascript':
      return text.replace(/\$\{[^{}]*\}/g, UNKNOWN)
    case 'perl':
    case 'ruby':
    case 'php':
      return text.replace(/[#$]\{[^{}]*\}|\{\$[^{}]*\}|\$\w+/g, UNKNOWN)
    case 'awk':
    case 'lua':
      return text
  }
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\n': '' }

function unescapeString(text: string): string {
  return text.replace(/\\(x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|[0-7]{3}|[\s\S])/g, (_, code: string) => {
    if (/^[xu]./.test(code)) return String.fromCharCode(Number.parseInt(code.slice(1), 16))
    if (/^[0-7]{3}$/.test(code)) return String.fromCharCode(Number.parseInt(code, 8))
    return ESCAPES[code] ?? code
  })
}

export function isSign(token: Token | undefined, ...texts: readonly string[]): boolean {
  return token?.kind === 'sign' && texts.includes(token.text)
}

/** The arguments of the call whose name is at `at`, each as its tokens; undefined if the name is not called. */
export function argumentsIn(
  tokens: readonly Token[],
  at: number,
  language: Language,
): readonly (readonly Token[])[] | undefined {
  const next = tokens[at + 1]
  if (isSign(next, '(')) return splitArguments(tokens.slice(at + 2, closingOf(tokens, at + 1)))
  const omitsBrackets = language === 'perl' || language === 'ruby'
  if (!omitsBrackets || next === undefined || (next.kind === 'sign' && next.text !== '[')) return undefined
  const end = tokens.findIndex((token, index) => index > at && endsStatement(token))
  return splitArguments(tokens.slice(at + 1, end === -1 ? tokens.length : end))
}

function endsStatement(token: Token): boolean {
  return token.kind === 'name' ? /^(?:if|unless|or|and|do|for)$/.test(token.text) : isSign(token, ';', '\n', '}', '||')
}

/** The place of the bracket that closes the one at `open`. */
function closingOf(tokens: readonly Token[], open: number): number {
  let depth = 0
  for (let at = open; at < tokens.length; at += 1) {
    if (isSign(tokens[at], '(', '[', '{')) depth += 1
    else if (isSign(tokens[at], ')', ']', '}')) {
      depth -= 1
      if (depth === 0) return at
    }
  }
  return tokens.length
}

function splitArguments(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const found: Token[][] = [[]]
  let depth = 0
  for (const token of tokens) {
    if (isSign(token, '(', '[', '{')) depth += 1
    if (isSign(token, ')', ']', '}')) depth -= 1
    if (depth === 0 && isSign(token, ',')) found.push([])
    else found.at(-1)?.push(token)
  }
  return found
}

/** The start of the expression that ends before `end`: `Path('a').x`, `(a / b).x`, `name.x`. */
export function startOfOperand(tokens: readonly Token[], end: number): number {
  let at = end - 1
  while (at >= 0) {
    if (isSign(tokens[at], ')', ']')) {
      let depth = 0
      for (; at >= 0; at -= 1) {
        if (isSign(tokens[at], ')', ']')) depth += 1
        else if (isSign(tokens[at], '(', '[')) depth -= 1
        if (depth === 0) break
      }
      if (tokens[at - 1]?.kind === 'name') at -= 1
    }
    if (!isSign(tokens[at - 1], '.', '::', '->')) return Math.max(at, 0)
    at -= 2
  }
  return 0
}
