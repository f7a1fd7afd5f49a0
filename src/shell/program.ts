/**
 * A program in another language that a command runs: what it would write, read off its text.
 *
 * Nothing is run. Names are followed to the values they may have; what cannot be told is a hole, and a program that
 * names the bank and writes to a hole counts as writing the bank.
 */

import { anchor, tidy } from './places.ts'
import { evaluate, isSign, readArguments } from './program-evaluate.ts'
import { nameBlock, nameLoop } from './program-loops.ts'
import { type Loading, loadGiven, loadNamed, loadOurs } from './program-modules.ts'
import { globBank, handToShell, runShellText, type Site, unpackNamed } from './program-shell.ts'
import { type Language, type Token, tokensOf } from './program-tokens.ts'
import { type Argument, type Scope, UNKNOWN, type Value, value } from './program-value.ts'
import { PROGRAM_WRITES, SHELL_CALLS } from './program-writes.ts'
import { type Call, noteRead, placeFor, type Shell, textOfFile, write } from './shell.ts'
import { drain } from './state.ts'
import { HOLE, hasHole } from './text.ts'
import { textOfVariable } from './variables.ts'

export interface Program {
  readonly text: string
  readonly language: Language
  readonly args: readonly string[]
  /** The file it stands in; undefined when it was given on the command line or by input. */
  readonly script: string | undefined
  /** Names that have values from outside: `awk -v`. */
  readonly given?: ReadonlyMap<string, string>
}

export function runProgram(program: Program, call: Call, shell: Shell): string {
  return new Reading(program, call, shell).run()
}

/** Longer files are data, not names or programs. */
const MOST_READ = 20_000

class Reading {
  private cwd: string
  private said = ''
  private unknownTargets = 0
  private readonly aliases = new Map<string, string>()
  private readonly program: Program
  private readonly call: Call
  private readonly shell: Shell
  private readonly tokens: readonly Token[]
  private readonly scope: Scope

  constructor(program: Program, call: Call, shell: Shell) {
    this.program = program
    this.call = call
    this.shell = shell
    this.cwd = shell.state.cwd
    this.tokens = tokensOf(program.text, program.language)
    let input: string | undefined
    this.scope = {
      language: program.language,
      names: new Map([...(program.given ?? [])].map(([name, text]) => [name, value(text)])),
      arguments: program.args,
      environment: (name) => textOfVariable(shell, name),
      cwd: () => this.cwd,
      script: program.script,
      input: () => {
        input ??= call.channels.input === undefined ? HOLE : drain(call.channels.input)
        return input
      },
      fileText: (path) => {
        const text = textOfFile(shell, anchor(this.cwd, path))
        return text !== undefined && text.length < MOST_READ ? text : undefined
      },
      glob: (pattern) => globBank(shell, this.cwd, pattern),
    }
  }

  run(): string {
    this.shell.account.scripts.push(this.program.text)
    if (hasHole(this.program.text)) this.shell.account.unresolved.push('a program that is not wholly known')
    for (let at = 0; at < this.tokens.length; at += 1) this.look(at)
    if (this.unknownTargets > 0 && this.program.script === undefined && this.speaksOfBank()) {
      this.shell.account.bankWrites.push({
        how: `${this.call.name}: a program that names the bank and writes`,
        path: this.shell.context.bank,
      })
    }
    const branches = /\b(for|while|if|unless|def|function|each|map)\b|=>/.test(this.program.text)
    return branches || this.said === '' ? HOLE : this.said
  }

  private look(at: number): void {
    const token = this.tokens[at]
    if (token?.kind === 'string' && token.runs) this.runString(at)
    if (token?.kind !== 'name') return
    const before = this.tokens[at - 1]
    if (isSign(before, '->', '::', '?.') || (isSign(before, '.') && !this.dotConcatenates())) {
      this.onGroup(at)
      return
    }
    if (this.program.language === 'javascript' && isSign(this.tokens[at + 1], ':'))
      this.renamed(token.text, this.tokens[at + 2])
    if (token.text === 'for' || token.text === 'foreach') nameLoop(this.tokens, at, this.scope)
    else if (token.text === 'with' && this.program.language === 'python') this.named(at)
    else if (/^(import|from)$/.test(token.text)) {
      this.imported(at)
      loadNamed(this.loading(), this.tokens[at + 1])
    } else if (this.program.language === 'awk' && /^printf?$/.test(token.text)) this.awkPrint(at)
    this.chain(at)
  }

  /** `(a / 'b').touch()`: a method of something in brackets, or of a string. */
  private onGroup(at: number): void {
    const name = this.tokens[at]
    if (name?.kind !== 'name' || !isSign(this.tokens[at + 1], '(')) return
    const last = this.tokens[at - 2]
    let open = at - 2
    if (isSign(last, ')', ']')) {
      let depth = 0
      for (; open >= 0; open -= 1) {
        if (isSign(this.tokens[open], ')', ']')) depth += 1
        else if (isSign(this.tokens[open], '(', '[') && --depth === 0) break
      }
      const head = this.tokens[open - 1]
      if (head?.kind === 'name' || isSign(head, ')', ']')) return
    } else if (last?.kind !== 'string') return
    this.called(`group.${name.text}`, open, at - 1, at + 1)
  }

  private dotConcatenates(): boolean {
    return this.program.language === 'perl' || this.program.language === 'php'
  }

  /** `a.b.c` and what happens to it: given a value, or called. */
  private chain(start: number): void {
    let path = ''
    let at = start
    let receiverEnd = start
    for (;;) {
      const token = this.tokens[at]
      if (token?.kind !== 'name') break
      path = path === '' ? token.text : `${path}.${token.text}`
      at += 1
      if (at - receiverEnd > 600) return
      for (;;) {
        const next = this.tokens[at]
        if (isSign(next, '(')) {
          this.called(path, start, receiverEnd, at)
          receiverEnd = this.close(at)
          at = receiverEnd
        } else if (isSign(next, '[')) {
          const end = this.close(at)
          const inner = evaluate(this.tokens, at + 1, this.scope).value.texts
          if (inner.length === 1 && /^\w+$/.test(inner[0] ?? '') && isSign(this.tokens[end], '(')) {
            this.called(`${path}.${inner[0]}`, start, at, end)
          }
          receiverEnd = end
          at = end
        } else break
      }
      const sign = this.tokens[at]
      const member = isSign(sign, '->', '::', '?.') || (isSign(sign, '.') && !this.dotConcatenates())
      if (!member) break
      if (at > receiverEnd) receiverEnd = at
      at += 1
    }
    const next = this.tokens[at]
    if (isSign(next, '=', ':=', '+=', '.=')) this.assign(path, at, next)
    else if (this.mayOmitBrackets() && next !== undefined && !isSign(this.tokens[at - 1], ')') && startsArgument(next))
      this.called(path, start, at - 1, at)
    else if (this.bareCall(path, at)) this.called(path, start, at - 1, at)
  }

  /** Ruby's `Pathname.new("x").delete`: a call without anything after it. */
  private bareCall(path: string, at: number): boolean {
    const next = this.tokens[at]
    return (
      this.program.language === 'ruby' && path.includes('.') && (next === undefined || isSign(next, ';', '\n', '}'))
    )
  }

  private mayOmitBrackets(): boolean {
    return /^(perl|ruby|php|awk)$/.test(this.program.language)
  }

  /** The place after the bracket that closes the one at `open`. */
  private close(open: number): number {
    let depth = 0
    for (let at = open; at < this.tokens.length; at += 1) {
      if (isSign(this.tokens[at], '(', '[', '{')) depth += 1
      else if (isSign(this.tokens[at], ')', ']', '}')) {
        depth -= 1
        if (depth === 0) return at + 1
      }
    }
    return this.tokens.length
  }

  private assign(path: string, at: number, sign: Token | undefined): void {
    const right = this.tokens[at + 1]
    const given = evaluate(this.tokens, at + 1, this.scope).value
    const adds = isSign(sign, '+=', '.=')
    const known = this.scope.names.get(path)
    // A name given twice may be either when it is used.
    const texts = adds ? (known?.texts ?? ['']).flatMap((a) => given.texts.map((b) => a + b)) : [...given.texts]
    this.scope.names.set(
      path,
      known === undefined || adds ? { ...given, texts } : value(...given.texts, ...known.texts),
    )
    if (right?.kind === 'name') {
      let end = at + 1
      let target = ''
      while (this.tokens[end]?.kind === 'name') {
        const part = this.tokens[end]
        target = part?.kind === 'name' ? part.text : target
        if (!isSign(this.tokens[end + 1], '.')) break
        end += 2
      }
      if (!isSign(this.tokens[end + 1], '(') && (PROGRAM_WRITES.has(target) || SHELL_CALLS.has(target)))
        this.aliases.set(path, target)
    }
  }

  /** `with … as name` */
  private named(at: number): void {
    const given = evaluate(this.tokens, at + 1, this.scope)
    const [as, name] = [this.tokens[given.next], this.tokens[given.next + 1]]
    if (as?.kind === 'name' && as.text === 'as' && name?.kind === 'name') this.scope.names.set(name.text, given.value)
  }

  private loading(): Loading {
    const { language, script } = this.program
    const run = (text: string, path: string) =>
      new Reading({ ...this.program, text, script: path }, this.call, this.shell).run()
    return { language, script, cwd: this.cwd, call: this.call, shell: this.shell, run }
  }

  /** `const { writeFileSync: save } = …` */
  private renamed(name: string, as: Token | undefined): void {
    if (as?.kind === 'name' && (PROGRAM_WRITES.has(name) || SHELL_CALLS.has(name))) this.aliases.set(as.text, name)
  }

  private imported(at: number): void {
    const next = this.tokens[at + 1]
    if (next?.kind === 'string') loadOurs(this.loading(), next.parts.map((part) => part.text).join(''))
    for (let i = at; i < this.tokens.length && !isSign(this.tokens[i], '\n', ';'); i += 1) {
      const [name, as, alias] = [this.tokens[i], this.tokens[i + 1], this.tokens[i + 2]]
      if (name?.kind === 'name' && as?.kind === 'name' && as.text === 'as' && alias?.kind === 'name')
        this.aliases.set(alias.text, name.text)
    }
  }

  private called(path: string, start: number, receiverEnd: number, open: number): void {
    const last = path.slice(path.lastIndexOf('.') + 1)
    const name = this.aliases.get(last) ?? last
    const { args } = readArguments(this.tokens, open, this.scope)
    const positional = args.filter((arg) => arg.name === undefined)
    if (SHELL_CALLS.has(name) && !isMatching(name, path)) handToShell(this.site(), name, args, open)
    if (/^(eval|exec|Function|instance_eval|create_function|runInNewContext|runInThisContext)$/.test(name))
      this.evaluated(name, path, positional)
    if (/^(print|puts|say|echo|log|write)$/.test(name)) this.printed(path, name, positional)
    if (/^(require|import|run_path|require_relative|load)$/.test(name))
      loadGiven(this.loading(), name, positional[0]?.value)
    if (/^(require|import|fork|Worker)$/.test(name))
      for (const text of positional[0]?.value.texts ?? []) loadOurs(this.loading(), text)
    if (name === 'chdir') this.chdir(positional[0]?.value)
    if (/^(map|forEach|each|each_child|foreach)$/.test(name))
      nameBlock(this.tokens, open, this.receiver(start, receiverEnd), this.scope)
    if (/^(extractall|extractAllTo|unpack_archive)$/.test(name)) unpackNamed(this.site(), args)
    const role = PROGRAM_WRITES.get(name)
    if (role === undefined) {
      if (
        /^(read|readFileSync|readFile|read_text|read_bytes|file_get_contents|readlines|readTextFile|load|slurp)$/.test(
          name,
        )
      ) {
        for (const text of [...(positional[0]?.value.texts ?? []), ...this.receiver(start, receiverEnd).texts])
          this.noteRead(text)
      }
      return
    }
    const module = path.includes('.') ? path.slice(0, path.lastIndexOf('.')) : ''
    for (const target of role({
      path,
      module,
      args,
      positional,
      receiver: () => this.receiver(start, receiverEnd),
      language: this.program.language,
      read: (text) => this.noteRead(text),
    })) {
      this.writes(target.value, name, target.kind)
    }
  }

  private site(): Site {
    return {
      call: this.call,
      shell: this.shell,
      language: this.program.language,
      tokens: this.tokens,
      scope: this.scope,
    }
  }

  private receiver(start: number, end: number): Value {
    if (end <= start) return UNKNOWN
    return evaluate(this.tokens.slice(start, end), 0, this.scope).value
  }

  private noteRead(text: string): void {
    if (!hasHole(text)) noteRead(this.shell, anchor(this.cwd, text))
  }

  private writes(target: Value, name: string, kind: 'open' | 'entry' | 'tree'): void {
    for (const text of target.texts) {
      if (text === '' || /^\d+$/.test(text)) continue
      const path = anchor(this.cwd, text.replace(/^file:\/\//, ''))
      const place = placeFor(this.shell, path)
      if (place === 'perhaps') this.unknownTargets += 1
      // A script of the project that writes where its own logic says is its owner's business until it names the bank.
      const guessed = place === 'perhaps' || (place === 'bank' && path.startsWith(HOLE))
      if (guessed && this.program.script !== undefined)
        this.shell.account.opaque.push(`${this.call.name} ${this.program.script}`)
      else write(this.shell, path, `${this.call.name}: ${name}`, kind)
    }
  }

  private chdir(to: Value | undefined): void {
    const text = to?.texts[0]
    if (text !== undefined) this.cwd = tidy(anchor(this.cwd, text))
  }

  private runString(at: number): void {
    const token = this.tokens[at]
    if (token?.kind !== 'string') return
    for (const text of evaluate(this.tokens, at, this.scope).value.texts) runShellText(this.site(), this.cwd, text)
  }

  private evaluated(name: string, path: string, positional: readonly Argument[]): void {
    const interprets = path === name || /^(vm|builtins|Kernel|globalThis|window)\./.test(path)
    if (!interprets || (name === 'exec' && this.program.language !== 'python')) return
    for (const text of positional[0]?.value.texts ?? []) {
      if (hasHole(text)) this.shell.account.unresolved.push(`${this.call.name}: a program made while it runs`)
      else if (text.length > 2 && this.shell.depth < 4) {
        this.shell.depth += 1
        new Reading({ ...this.program, text }, this.call, this.shell).run()
        this.shell.depth -= 1
      }
    }
  }

  private printed(path: string, name: string, positional: readonly Argument[]): void {
    if (name === 'write' && !/stdout/.test(path)) return
    const words = positional.map((arg) => (arg.value.texts.length === 1 ? (arg.value.texts[0] ?? HOLE) : HOLE))
    this.said +=
      words.join(' ') +
      (name === 'write' || (name === 'print' && this.program.language === 'perl') || name === 'echo' ? '' : '\n')
  }

  private awkPrint(at: number): void {
    let depth = 0
    for (let i = at + 1; i < this.tokens.length; i += 1) {
      const token = this.tokens[i]
      if (isSign(token, '(', '[')) depth += 1
      else if (isSign(token, ')', ']')) depth -= 1
      else if (isSign(token, ';', '\n', '}')) return
      else if (depth === 0 && isSign(token, '>', '>>')) {
        this.writes(evaluate(this.tokens, i + 1, this.scope).value, 'print >', 'open')
        return
      } else if (depth === 0 && isSign(token, '|')) {
        for (const text of evaluate(this.tokens, i + 1, this.scope).value.texts)
          runShellText(this.site(), this.cwd, text)
        return
      }
    }
  }

  private speaksOfBank(): boolean {
    return this.tokens.some((token) => {
      if (token.kind !== 'string') return false
      const text = token.parts.map((part) => (part.kind === 'text' ? part.text : HOLE)).join('')
      return text !== '' && !/\s/.test(text) && placeFor(this.shell, anchor(this.cwd, text)) === 'bank'
    })
  }
}

function startsArgument(token: Token): boolean {
  return token.kind === 'string' || token.kind === 'name' || (token.kind === 'sign' && token.text === '[')
}

/** `pattern.exec(text)` runs no command. */
function isMatching(name: string, path: string): boolean {
  return name === 'exec' && /(^|\.)(re|regex|pattern|RegExp)\.exec$/i.test(path)
}
