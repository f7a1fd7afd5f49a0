/**
 * Walks a parsed command in order, over every branch, and judges each simple command.
 *
 * Nothing is run and no condition is decided: every possible branch is taken. If branches set different values, the one
 * that leads to the bank counts.
 */

import {
  type Assignment,
  type Command,
  type CommandNode,
  type CompoundList,
  type Function as FunctionNode,
  type HereDoc,
  type If,
  type ParsedScript,
  parse,
  type Redirection,
  type Statement,
  type Word,
} from 'unbash'
import { dispatch } from './dispatch.ts'
import { expandParts, expandText, expandWord } from './expand-words.ts'
import { hasUnknown, placeOf, UNKNOWN } from './places.ts'
import { copyOf, Shell, type State } from './shell.ts'

const MOST_TURNS = 120
const MOST_STEPS = 20_000
const DEEPEST = 24
/** A longer value becomes unknown text, so repeated doubling stays cheap. */
const LONGEST_VALUE = 16_384

export class Walk extends Shell {
  /** The command has more steps, or is nested more deeply, than the walk follows. */
  isExhausted = false
  #steps = 0
  #nesting = 0

  runText(text: string, input?: string): string {
    return this.#nest(() => this.#script(parse(text), input))
  }

  runWords(words: readonly string[], input?: string): string {
    const [name = '', ...args] = words
    const defined = this.state.functions.get(name)
    return this.#nest(() =>
      defined === undefined ? dispatch({ name, args, input }, this) : this.#call(defined, args, input),
    )
  }

  #nest(body: () => string): string {
    if (this.#nesting >= DEEPEST) this.isExhausted = true
    if (this.isExhausted) return UNKNOWN
    this.#nesting += 1
    const printed = body()
    this.#nesting -= 1
    return printed
  }

  #step(size: number): void {
    this.#steps += 1 + size / 100
    if (this.#steps > MOST_STEPS) this.isExhausted = true
  }

  #script(script: ParsedScript, input?: string): string {
    if ((script.errors?.length ?? 0) > 0) this.effects.unresolved.push('text that cannot be parsed')
    return this.#list(script, input)
  }

  substitute(script: ParsedScript | undefined, input?: string): string {
    return script === undefined ? UNKNOWN : this.apart(() => this.#nest(() => this.#script(script, input)))
  }

  #list({ commands }: { readonly commands: readonly Statement[] }, input: string | undefined): string {
    let printed = ''
    for (const { command, background } of commands) {
      if (command.type === 'Command' && /^(exit|return)$/.test(command.name?.text ?? '')) break
      if (this.isExhausted) return UNKNOWN
      printed += background === true ? this.apart(() => this.#node(command, input)) : this.#node(command, input)
    }
    this.#step(printed.length)
    return printed
  }

  #node(node: Statement['command'], input: string | undefined): string {
    if (node.type === 'Pipeline') {
      const [only] = node.commands
      if (node.commands.length === 1 && only !== undefined) return this.#command(only, input)
      let passed = input
      for (const command of node.commands) passed = this.apart(() => this.#command(command, passed))
      return passed ?? ''
    }
    if (node.type !== 'AndOr') return this.#command(node, input)
    let before = copyOf(this.state)
    return node.commands
      .map((command, index) => {
        const after = this.state
        const isOther = node.operators[index - 1] === '||'
        // The command after `||` starts in the state before the failed command.
        const start = isOther ? before : copyOf(after)
        before = copyOf(start)
        if (isOther) this.state = start
        const printed = this.#node(command, input)
        if (isOther) this.state = this.#joinStates([after, this.state])
        return printed
      })
      .join('')
  }

  #either(branches: readonly (() => string)[]): string {
    const start = this.state
    const outcomes = branches.map((branch) => {
      this.state = copyOf(start)
      return [branch(), this.state] as const
    })
    this.state = this.#joinStates(outcomes.map(([, state]) => state))
    return outcomes.map(([printed]) => printed).join('')
  }

  #joinStates(states: readonly State[]): State {
    const [first = this.state, ...others] = states
    const { bank } = this.context
    const bankName = bank.slice(bank.lastIndexOf('/') + 1)
    for (const { cwd, variables, functions } of others) {
      if (placeOf(cwd, this.context) === 'bank') first.cwd = cwd
      for (const [name, value] of variables) {
        if (value.includes(bankName) || !first.variables.has(name)) first.variables.set(name, value)
      }
      for (const [name, body] of functions) first.functions.set(name, body)
    }
    return first
  }

  #command(node: CommandNode, input: string | undefined): string {
    switch (node.type) {
      case 'Command':
        return this.#simple(node, input)
      case 'Redirected': {
        const opened = this.#redirect(node.redirects, input)
        return this.#keepOutput(this.#command(node.command, opened.input), opened.output)
      }
      case 'Subshell':
        return this.apart(() => this.#list(node.body, input))
      case 'BraceGroup':
        return this.#list(node.body, input)
      case 'If':
        return this.#if(node, input)
      case 'For':
      case 'Select': {
        const words = node.wordlist?.flatMap((word) => this.#fields(word)) ?? this.state.parameters
        return this.#loop(words, (word) => this.#assign(node.name.text, word), node.body, input)
      }
      case 'While':
        return this.#list(node.clause, input) + this.#list(node.body, input)
      case 'ArithmeticFor':
        return this.#list(node.body, input)
      case 'Case':
        return this.#either([
          ...node.items.map(
            ({ body }) =>
              () =>
                this.#list(body, input),
          ),
          () => '',
        ])
      case 'Function':
        this.state.functions.set(node.name.value, node)
        return ''
      case 'Coproc':
        return this.apart(() => this.#body(node.body, UNKNOWN))
      case 'TestCommand':
      case 'ArithmeticCommand':
        return ''
    }
  }

  #if(node: If, input: string | undefined): string {
    const arms = [node, ...node.elif]
    for (const { clause } of arms) this.#list(clause, input)
    const bodies = [...arms.map(({ then }) => then), ...(node.else === undefined ? [] : [node.else])]
    return this.#either([...bodies.map((body) => () => this.#list(body, input)), () => ''])
  }

  #body(body: CommandNode | CompoundList, input: string | undefined): string {
    return body.type === 'CompoundList' ? this.#list(body, input) : this.#command(body, input)
  }

  #loop(
    values: readonly string[],
    begin: (value: string) => void,
    body: CompoundList,
    input: string | undefined,
  ): string {
    let printed = ''
    for (const value of values.slice(0, MOST_TURNS)) {
      if (this.isExhausted || this.effects.writes.length > 0) return printed
      begin(value)
      printed += this.#list(body, input)
    }
    if (values.length > MOST_TURNS) this.isExhausted = true
    return printed
  }

  #call(node: FunctionNode, args: readonly string[], input: string | undefined): string {
    const before = this.state.parameters
    this.state.parameters = args
    const printed = this.#body(node.body, input)
    this.state.parameters = before
    return printed
  }

  #simple(node: Command, input: string | undefined): string {
    const words = node.name === undefined ? [] : [...this.#fields(node.name)]
    for (const part of node.suffix) {
      if (part.type === 'Word') words.push(...this.#fields(part))
      else if (part.type === 'Assignment') words.push(...this.#assignmentWords(words[0], part))
    }
    this.#step(words.length)
    const opened = this.#redirect(node.redirects, input)
    const assignments = node.prefix.filter((part): part is Assignment => part.type === 'Assignment')
    const before = new Map(this.state.variables)
    for (const part of assignments) this.#assignNode(part)
    if (words.length === 0) return this.#keepOutput('', opened.output)
    const printed = this.#keepOutput(this.runWords(words, opened.input), opened.output)
    for (const { name } of assignments) {
      const value = before.get(name)
      if (value === undefined) this.state.variables.delete(name)
      else this.state.variables.set(name, value)
    }
    return printed
  }

  #fields(word: Word): readonly string[] {
    return expandWord(this, word)
  }

  /** `declare x=y` and similar commands set variables. For other commands `x=y` is a word. */
  #assignmentWords(command: string | undefined, part: Assignment): readonly string[] {
    if (command !== undefined && /^(declare|local|export|typeset|readonly)$/.test(command)) this.#assignNode(part)
    else return [`${part.name}=${part.value.type === 'Word' ? expandText(this, part.value) : UNKNOWN}`]
    return []
  }

  /** The elements of an array are not followed. */
  #assignNode({ name, value, append, index }: Assignment): void {
    const isArray = value.type === 'ArrayValue' || index !== undefined
    if (value.type === 'ArrayValue') for (const element of value.elements) this.#fields(element)
    const text = isArray ? UNKNOWN : expandText(this, value)
    this.#assign(name, append === true ? (this.state.variables.get(name) ?? '') + text : text)
  }

  #assign(name: string, value: string): void {
    this.state.variables.set(name, value.length > LONGEST_VALUE ? UNKNOWN : value)
  }

  /** Records the files that the redirections open. Returns the command's new input and output. */
  #redirect(redirects: readonly Redirection[], input: string | undefined): Opened {
    let opened: Opened = { input, output: undefined }
    for (const part of redirects) {
      if (part.type === 'HereDoc') opened = { ...opened, input: this.#hereDocument(part) }
      else if (part.type === 'HereString')
        opened = { ...opened, input: `${part.target === undefined ? UNKNOWN : expandText(this, part.target)}\n` }
      else
        for (const target of part.target === undefined ? [] : this.#fields(part.target))
          opened = { ...opened, ...this.#open(part, target) }
    }
    return opened
  }

  #hereDocument({ body: { parts, text }, operator }: HereDoc): string {
    const body = parts === undefined ? text : expandParts(this, parts)
    return operator === '<<-' ? body.replace(/^\t+/gm, '') : body
  }

  #open({ operator, descriptor }: Exclude<Redirection, HereDoc>, target: string): Partial<Opened> {
    const isCopy = /^[<>]&$/.test(operator) && (/^(\d+-?|-)$/.test(target) || hasUnknown(target))
    if (isCopy) return {}
    const isRead = operator.startsWith('<')
    if (isRead) this.read(target)
    const input = isRead ? { input: this.textOf(target) ?? UNKNOWN } : {}
    if (operator === '<' || operator === '<&') return input
    this.write(target, operator, 'open')
    const fd = descriptor?.type === 'FileDescriptor' ? descriptor.value : 1
    return fd === 1 ? { ...input, output: { path: target, isAppended: operator.includes('>>') } } : input
  }

  /** Keeps the text that the command writes to a file, because a later command may run it. */
  #keepOutput(printed: string, output: Opened['output']): string {
    if (output === undefined) return printed
    const path = this.locate(output.path)
    const before = output.isAppended ? (this.textOf(output.path) ?? '') : ''
    if (!hasUnknown(path) && !path.startsWith('/dev/fd/')) this.files.set(path, before + printed)
    return ''
  }
}

interface Opened {
  readonly input: string | undefined
  readonly output: { readonly path: string; readonly isAppended: boolean } | undefined
}
