/** The value of an expression of a program: constants, names once given, members, calls. */

import { join, nameOf, parentOf } from './places.ts'
import { resultOf } from './program-results.ts'
import { type Token, tokensOf } from './program-tokens.ts'
import {
  type Argument,
  cross,
  each,
  formatted,
  type Scope,
  UNKNOWN,
  union,
  type Value,
  value,
} from './program-value.ts'

export interface Parsed {
  readonly value: Value
  readonly next: number
}

export function evaluate(tokens: readonly Token[], start: number, scope: Scope): Parsed {
  return new Evaluator(tokens, scope).expression(start)
}

/** The arguments of a call whose opening bracket stands at `open`, or that goes without brackets. */
export function readArguments(
  tokens: readonly Token[],
  open: number,
  scope: Scope,
): { readonly args: readonly Argument[]; readonly next: number } {
  return new Evaluator(tokens, scope).argumentsAt(open)
}

export function isSign(token: Token | undefined, ...texts: readonly string[]): boolean {
  return token?.kind === 'sign' && texts.includes(token.text)
}

class Evaluator {
  private depth = 0
  private readonly tokens: readonly Token[]
  private readonly scope: Scope

  constructor(tokens: readonly Token[], scope: Scope) {
    this.tokens = tokens
    this.scope = scope
  }

  expression(start: number): Parsed {
    this.depth += 1
    const parsed = this.depth > 40 ? { value: UNKNOWN, next: start + 1 } : this.operators(start)
    this.depth -= 1
    return parsed
  }

  private operators(start: number): Parsed {
    let { value: left, next } = this.primary(start)
    for (;;) {
      const token = this.tokens[next]
      if (token?.kind === 'string' && (this.scope.language === 'python' || this.scope.language === 'awk')) {
        const right = this.primary(next)
        left = cross(left, right.value, (a, b) => a + b)
        next = right.next
        continue
      }
      const isField = isSign(token, '$') && this.scope.language === 'awk'
      if (isField || (token?.kind === 'name' && this.scope.language === 'awk' && !/^(in|getline)$/.test(token.text))) {
        const right = this.primary(next)
        left = cross(left, right.value, (a, b) => a + b)
        next = right.next
        continue
      }
      if (token?.kind === 'name' && token.text === 'if' && this.scope.language === 'python') {
        const condition = this.operators(next + 1)
        const after = this.tokens[condition.next]
        if (after?.kind !== 'name' || after.text !== 'else') return { value: left, next }
        const other = this.operators(condition.next + 1)
        return { value: union(left, other.value), next: other.next }
      }
      if (token?.kind === 'name' && token.text === 'or') {
        const right = this.primary(next + 1)
        left = union(left, right.value)
        next = right.next
        continue
      }
      if (token?.kind !== 'sign') return { value: left, next }
      const combined = this.binary(token.text, left, next)
      if (combined === undefined) return { value: left, next }
      left = combined.value
      next = combined.next
    }
  }

  private binary(sign: string, left: Value, at: number): Parsed | undefined {
    const { language } = this.scope
    const concatenates =
      (sign === '.' && (language === 'perl' || language === 'php')) || (sign === '..' && language === 'lua')
    if (sign === '+' || concatenates) {
      const right = this.primary(at + 1)
      return { value: cross(left, right.value, (a, b) => a + b), next: right.next }
    }
    if (sign === '/' && (language === 'python' || language === 'ruby')) {
      const right = this.primary(at + 1)
      return { value: cross(left, right.value, (a, b) => join(a, b)), next: right.next }
    }
    if (sign === '%' && language !== 'javascript') {
      const right = this.primary(at + 1)
      return { value: formatted(left, right.value), next: right.next }
    }
    if (sign === '||' || sign === '??' || (sign === '//' && language === 'perl')) {
      const right = this.primary(at + 1)
      return { value: union(left, right.value), next: right.next }
    }
    if (sign === '?') {
      const yes = this.operators(at + 1)
      if (!isSign(this.tokens[yes.next], ':')) return undefined
      const no = this.operators(yes.next + 1)
      return { value: union(yes.value, no.value), next: no.next }
    }
    return undefined
  }

  private primary(start: number): Parsed {
    const token = this.tokens[start]
    if (token === undefined) return { value: UNKNOWN, next: start + 1 }
    switch (token.kind) {
      case 'string':
        return this.members(this.textOf(token), '', start + 1)
      case 'number':
        return { value: value(token.text), next: start + 1 }
      case 'sign':
        if (token.text === '(' || token.text === '[') {
          const list = this.argumentsAt(start)
          const values = list.args.map((arg) => arg.value)
          const [only] = values
          const whole: Value =
            token.text === '(' && values.length === 1 && only !== undefined
              ? only
              : { texts: values.flatMap((item) => item.texts), items: values }
          return this.members(whole.texts.length === 0 ? { ...whole, texts: [''] } : whole, '', list.next)
        }
        // awk's `$1`, `$(NF-1)`.
        if (token.text === '$') return { value: UNKNOWN, next: this.primary(start + 1).next }
        if (['!', '-', '+', '...', '\\', '*', '\n', '&'].includes(token.text)) return this.primary(start + 1)
        return { value: UNKNOWN, next: start + 1 }
      case 'name':
        if (/^(await|new|not|typeof|return|yield|my|our|local|const|let|var|do|async|lambda)$/.test(token.text))
          return this.primary(start + 1)
        return this.members(this.scope.names.get(token.text) ?? this.wellKnown(token.text), token.text, start + 1)
    }
  }

  private wellKnown(name: string): Value {
    const { scope } = this
    switch (name) {
      case '__dirname':
      case '__DIR__':
        return value(scope.script === undefined ? scope.cwd() : parentOf(scope.script))
      case '__file__':
      case '__filename':
      case '__FILE__':
        return value(scope.script ?? join(scope.cwd(), '[program]'))
      case 'ARGV':
      case 'argv':
        return { texts: scope.arguments, items: scope.arguments.map((text) => value(text)) }
      case 'FILENAME':
        return value(...scope.arguments)
      default:
        return UNKNOWN
    }
  }

  private textOf(token: Extract<Token, { kind: 'string' }>): Value {
    return token.parts.reduce<Value>((before, part) => {
      const piece =
        part.kind === 'text'
          ? value(part.text)
          : evaluate(tokensOf(part.text, this.scope.language), 0, this.scope).value
      return cross(before, piece, (a, b) => a + b)
    }, value(''))
  }

  /** What follows a value: members, calls, elements. */
  private members(start: Value, name: string, from: number): Parsed {
    let current = start
    let path = name
    let next = from
    for (;;) {
      const token = this.tokens[next]
      const perlDot = this.scope.language === 'perl' || this.scope.language === 'php'
      if (isSign(token, '.', '->', '::', '?.') && !(perlDot && isSign(token, '.'))) {
        const member = this.tokens[next + 1]
        if (member?.kind !== 'name') return { value: current, next: next + 1 }
        path = path === '' ? member.text : `${path}.${member.text}`
        next += 2
        if (!isSign(this.tokens[next], '(')) {
          current = this.scope.names.get(path) ?? this.property(path, member.text, current)
        } else {
          const call = this.argumentsAt(next)
          current = resultOf({ path, receiver: current }, call.args, this.scope)
          next = call.next
        }
      } else if (isSign(token, '(') && name !== '') {
        const call = this.argumentsAt(next)
        current = resultOf({ path, receiver: undefined }, call.args, this.scope)
        next = call.next
      } else if (isSign(token, '[')) {
        const index = this.argumentsAt(next)
        current = this.element(path, current, index.args, next)
        next = index.next
      } else return { value: current, next }
    }
  }

  private property(path: string, member: string, of: Value): Value {
    const { scope } = this
    if (member === 'parent' || member === 'dirname') return each(of, parentOf)
    if (path.endsWith('process.env') || path === 'os.environ') return UNKNOWN
    if (/process\.env\.\w+$/.test(path)) return value(scope.environment(member) ?? '')
    if (/(^|\.)(process\.argv|sys\.argv)$/.test(path)) {
      const lead = path.endsWith('process.argv')
        ? ['node', scope.script ?? '[eval]'].slice(0, scope.script === undefined ? 1 : 2)
        : [scope.script ?? '-c']
      const words = [...lead, ...scope.arguments]
      return { texts: words, items: words.map((text) => value(text)) }
    }
    if (path === 'sys.stdin' || path === 'STDIN')
      return value(
        ...scope
          .input()
          .split('\n')
          .filter((line) => line !== ''),
      )
    if (member === 'name' || member === 'stem')
      return each(of, (text) => (member === 'name' ? nameOf(text) : nameOf(text).replace(/\.[^.]*$/, '')))
    if (path === 'os.sep' || path === 'path.sep') return value('/')
    if (path === 'import.meta.dirname') return this.wellKnown('__dirname')
    if (path === 'import.meta.url' || path === 'import.meta.filename') return this.wellKnown('__filename')
    return UNKNOWN
  }

  private element(path: string, of: Value, args: readonly Argument[], at: number): Value {
    const source = this.tokens
      .slice(at + 1, at + 6)
      .map((token) => (token.kind === 'string' ? '' : token.text))
      .join('')
    if (source.startsWith('::-1')) return each(of, (text) => [...text].reverse().join(''))
    const index = args[0]?.value.texts[0] ?? ''
    if (/(^|\.)(environ|ENV|env|ENVIRON)$/.test(path)) return value(this.scope.environment(index) ?? '')
    if (path === 'Dir') return value(...args.flatMap((arg) => arg.value.texts.flatMap((text) => this.scope.glob(text))))
    if (of.items !== undefined && /^\d+$/.test(index) && !source.includes(':'))
      return of.items[Number(index)] ?? UNKNOWN
    if (source.includes(':') || of.items !== undefined) return of
    return /^\d+$/.test(index) ? of : UNKNOWN
  }

  argumentsAt(open: number): { readonly args: readonly Argument[]; readonly next: number } {
    const bracketed = isSign(this.tokens[open], '(', '[')
    const args: Argument[] = []
    let at = bracketed ? open + 1 : open
    while (at < this.tokens.length) {
      const token = this.tokens[at]
      if (isSign(token, ')', ']', '}', ';')) break
      if (!bracketed && (isSign(token, '\n') || (token?.kind === 'name' && /^(or|and|if|unless|do)$/.test(token.text))))
        break
      if (isSign(token, ',', '\n', '=>')) {
        at += 1
        continue
      }
      const before = at
      const named = token?.kind === 'name' && isSign(this.tokens[at + 1], '=', ':') && bracketed
      const name = named && token.kind === 'name' ? token.text : undefined
      const parsed = this.expression(named ? at + 2 : at)
      at = Math.max(parsed.next, before + 1)
      // Whatever of the argument was not understood is passed over.
      let depth = 0
      let odd = false
      while (at < this.tokens.length) {
        const here = this.tokens[at]
        if (isSign(here, '(', '[', '{')) depth += 1
        else if (isSign(here, ')', ']', '}')) {
          if (depth === 0) break
          depth -= 1
        } else if (depth === 0 && (isSign(here, ',', '=>') || (!bracketed && isSign(here, ';', '\n')))) break
        else if (!isSign(here, '\n')) odd = true
        if (!bracketed && depth === 0 && here?.kind === 'name' && /^(or|and|if|unless)$/.test(here.text)) break
        at += 1
      }
      const source = this.tokens
        .slice(before, at)
        .map((part) => (part.kind === 'string' ? '' : part.text))
        .join(' ')
      const comprehension = odd && /\bfor\b/.test(source)
      args.push({ name, value: comprehension ? UNKNOWN : parsed.value, source })
    }
    return { args, next: bracketed ? at + 1 : at }
  }
}
