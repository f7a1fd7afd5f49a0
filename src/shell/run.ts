/**
 * Simulates a parsed script on a state of its own: every statement in order, both sides of a fork, every known turn of a
 * loop.
 *
 * It reaches every command that the real shell may reach, because a fork that it cannot decide is taken both ways.
 */

import {
  type Assignment,
  type Case,
  type Command,
  type CommandNode,
  type CompoundList,
  type Function as FunctionNode,
  type PipelineNode,
  parse,
  type Script,
  type Statement,
} from 'unbash'
import { evaluateArithmetic } from './arithmetic.ts'
import { assignmentWords, assignNode, expandPatternText, expandText, expandWord } from './expand.ts'
import { patternExpression } from './pattern.ts'
import { redirect } from './redirect.ts'
import { changed, type Handler, type Shell } from './shell.ts'
import { type Channels, type Status, sink, source } from './state.ts'
import { statusOfTest } from './test-command.ts'
import { hasUnknown, quote, UNKNOWN } from './text.ts'
import { assignText } from './variables.ts'

const MOST_TURNS = 120
const MOST_STEPS = 20_000
const DEEPEST = 24

export interface Budget {
  steps: number
  exhausted: boolean
  deep: number
}

export interface Runner {
  readonly runText: (text: string, channels: Channels) => void
  readonly runWords: (words: readonly string[], channels: Channels) => void
}

type Arm = readonly [test: CompoundList, body: CompoundList]

/** `dispatch` knows the commands. `shell` is a function because the runner and the shell need each other. */
export function runner(shell: () => Shell, dispatch: Handler, budget: Budget): Runner {
  function runText(text: string, channels: Channels): void {
    if (tooDeep()) return
    budget.deep += 1
    const script: Script & { readonly errors?: readonly unknown[] | undefined } = parse(text)
    if ((script.errors?.length ?? 0) > 0) shell().account.unresolved.push('text that does not parse')
    for (const statement of script.commands) runStatement(statement, channels)
    budget.deep -= 1
  }

  function tooDeep(): boolean {
    if (budget.deep >= DEEPEST || budget.steps > MOST_STEPS) budget.exhausted = true
    return budget.exhausted
  }

  function runList(list: CompoundList, channels: Channels): void {
    for (const statement of list.commands) runStatement(statement, channels)
  }

  function runStatement(statement: Statement, channels: Channels): void {
    if (shell().state.ending !== 'no') return
    budget.steps += 1
    if (tooDeep()) return
    if (statement.background === true) shell().apart(() => runNode(statement.command, channels))
    else runNode(statement.command, channels)
    const { state } = shell()
    if (state.options.has('errexit') && state.status === 'failed' && state.ending === 'no') state.ending = 'exit'
  }

  function runNode(node: Statement['command'], channels: Channels): void {
    if (node.type === 'AndOr') runAndOr(node.commands, node.operators, channels)
    else if (node.type === 'Pipeline') {
      const negated = node.prefixes.some((prefix) => prefix.type === 'Negation')
      runPipeline(node.commands, negated, channels)
    } else runCommand(node, channels)
  }

  function runAndOr(commands: readonly PipelineNode[], operators: readonly string[], channels: Channels): void {
    for (const [index, command] of commands.entries()) {
      const here = shell()
      if (here.state.ending !== 'no') return
      const wanted: Status = operators[index - 1] === '||' ? 'failed' : 'ok'
      const { status } = here.state
      if (index === 0 || status === wanted) runNode(command, channels)
      else if (status === 'unknown') {
        here.either([
          () => runNode(command, channels),
          () => {
            shell().state.status = opposite(wanted)
          },
        ])
      }
    }
  }

  function runPipeline(commands: readonly CommandNode[], negated: boolean, channels: Channels): void {
    let input = channels.input
    for (const [index, command] of commands.entries()) {
      const last = index === commands.length - 1
      const out = last ? channels.out : sink()
      const step = { ...channels, input, out, more: new Map(channels.more) }
      if (commands.length === 1) runCommand(command, step)
      else shell().apart(() => runCommand(command, step))
      if (!last) input = source(out.text)
    }
    const { state } = shell()
    if (commands.length > 1) state.status = 'unknown'
    if (negated) state.status = opposite(state.status)
  }

  function runCommand(node: CommandNode, channels: Channels): void {
    switch (node.type) {
      case 'Command':
        runSimple(node, channels)
        break
      case 'Redirected': {
        const redirecting = redirect(shell(), node.redirects, { ...channels, more: new Map(channels.more) })
        runCommand(node.command, redirecting.channels)
        redirecting.close()
        break
      }
      case 'Subshell':
        shell().apart(() => runList(node.body, { ...channels, more: new Map(channels.more) }))
        break
      case 'BraceGroup':
        runList(node.body, channels)
        break
      case 'If':
        runIf([[node.clause, node.then], ...node.elif.map((arm): Arm => [arm.clause, arm.then])], node.else, channels)
        break
      case 'For':
      case 'Select': {
        const words = node.wordlist?.flatMap((word) => expandWord(shell(), word)) ?? shell().state.parameters
        runFor(node.name.text, words, node.body, channels)
        break
      }
      case 'ArithmeticFor': {
        arithmetic(node.initialize)
        const again = () => truth(arithmetic(node.test))
        runWhile(again, node.body, channels, () => arithmetic(node.update))
        break
      }
      case 'While': {
        const test = () => {
          runList(node.clause, channels)
          const { status } = shell().state
          return node.kind === 'until' ? opposite(status) : status
        }
        runWhile(test, node.body, channels, () => {})
        break
      }
      case 'Case':
        runCase(node, channels)
        break
      case 'TestCommand':
        shell().state.status = statusOfTest(shell(), node.expression)
        break
      case 'ArithmeticCommand':
        shell().state.status = truth(arithmetic(node.expression))
        break
      case 'Function':
        shell().state.functions.set(node.name.value, node)
        shell().state.status = 'ok'
        changed(shell())
        break
      case 'Coproc':
        shell().apart(() => {
          const inner = { ...channels, input: source(UNKNOWN), more: new Map(channels.more) }
          if (node.body.type === 'CompoundList') runList(node.body, inner)
          else runCommand(node.body, inner)
        })
        break
    }
  }

  function arithmetic(expression: Parameters<typeof evaluateArithmetic>[1]): string {
    return evaluateArithmetic(shell(), expression, () => UNKNOWN)
  }

  function runCase(node: Case, channels: Channels): void {
    const word = expandText(shell(), node.word)
    const matching = node.items.filter((item) =>
      item.pattern.some((pattern) => mayMatch(word, expandPatternText(shell(), pattern))),
    )
    const [first] = matching
    if (first === undefined) return
    if (hasUnknown(word)) {
      shell().either(matching.map((item) => () => runList(item.body, channels)))
      return
    }
    const stops = first.terminator === ';;' || first.terminator === undefined
    for (const item of stops ? [first] : matching) runList(item.body, channels)
  }

  function runIf(arms: readonly Arm[], otherwise: CompoundList | undefined, channels: Channels): void {
    const [arm, ...rest] = arms
    if (arm === undefined) {
      if (otherwise !== undefined) runList(otherwise, channels)
      return
    }
    const [test, body] = arm
    runList(test, channels)
    const here = shell()
    if (here.state.ending !== 'no') return
    const yes = () => runList(body, channels)
    const no = () => runIf(rest, otherwise, channels)
    if (here.state.status === 'ok') yes()
    else if (here.state.status === 'failed') no()
    else here.either([yes, no])
  }

  function runFor(name: string, words: readonly string[], body: CompoundList, channels: Channels): void {
    for (const word of words.slice(0, MOST_TURNS)) {
      assignText(shell(), name, word)
      runList(body, channels)
      if (stopLoop()) break
    }
    if (words.length > MOST_TURNS) budget.exhausted = true
  }

  function runWhile(test: () => Status, body: CompoundList, channels: Channels, after: () => void): void {
    let unsure = 0
    for (let turn = 0; turn < MOST_TURNS; turn += 1) {
      const status = test()
      if (status === 'failed' || shell().state.ending !== 'no') break
      // If the condition is unknown, two turns show what the body does, and what it does to its own variables.
      if (status === 'unknown') unsure += 1
      if (unsure > 2) break
      runList(body, channels)
      if (stopLoop()) break
      after()
    }
    if (shell().state.ending === 'no') shell().state.status = 'unknown'
  }

  function stopLoop(): boolean {
    const { state } = shell()
    if (state.ending === 'continue') state.ending = 'no'
    if (state.ending === 'break') {
      state.ending = 'no'
      return true
    }
    return state.ending !== 'no' || budget.exhausted
  }

  function runSimple(node: Command, channels: Channels): void {
    const here = shell()
    const assignments = node.prefix.filter((part): part is Assignment => part.type === 'Assignment')
    const words = wordsOf(here, node)
    // `exec` alone with redirections changes where the shell itself writes from now on.
    const lasting = words[0] === 'exec' && words.length === 1
    const redirecting = redirect(
      here,
      node.redirects,
      lasting ? channels : { ...channels, more: new Map(channels.more) },
    )
    if (lasting) {
      here.state.status = 'ok'
      return
    }
    const before = assignments.map((part) => [part.name, here.state.variables.get(part.name)] as const)
    for (const assignment of assignments) assignNode(here, assignment)
    if (words.length === 0) here.state.status = 'ok'
    else {
      runWords(words, redirecting.channels)
      for (const [name, value] of before) {
        if (value === undefined) shell().state.variables.delete(name)
        else shell().state.variables.set(name, value)
      }
    }
    redirecting.close()
  }

  function runWords(words: readonly string[], channels: Channels): void {
    budget.steps += 1
    if (tooDeep()) return
    const [name = '', ...args] = words
    const here = shell()
    const defined = here.state.functions.get(name)
    const alias = here.state.aliases.get(name)
    budget.deep += 1
    if (defined !== undefined) callFunction(defined, args, channels)
    else if (alias !== undefined) {
      here.state.aliases.delete(name)
      runText(`${alias} ${args.map(quote).join(' ')}`, channels)
      here.state.aliases.set(name, alias)
    } else {
      here.state.status = 'unknown'
      const said = dispatch({ name, args, channels }, here)
      if (said !== '' && !channels.out.deaf) channels.out.text += said
    }
    budget.deep -= 1
  }

  function callFunction(node: FunctionNode, args: readonly string[], channels: Channels): void {
    const before = shell().state.parameters
    shell().state.parameters = args
    if (node.body.type === 'CompoundList') runList(node.body, channels)
    else runCommand(node.body, channels)
    const { state } = shell()
    state.parameters = before
    if (state.ending === 'return') state.ending = 'no'
  }

  return { runText, runWords }
}

/** The words of a simple command, expanded: its name, then its arguments. */
function wordsOf(shell: Shell, { name, suffix }: Command): readonly string[] {
  const words = name === undefined ? [] : [...expandWord(shell, name)]
  for (const part of suffix) {
    if (part.type === 'Word') words.push(...expandWord(shell, part))
    else if (part.type === 'Assignment') words.push(...assignmentWords(shell, words[0], part))
  }
  return words
}

function opposite(status: Status): Status {
  return status === 'ok' ? 'failed' : status === 'failed' ? 'ok' : 'unknown'
}

function truth(value: string): Status {
  if (hasUnknown(value)) return 'unknown'
  return value === '0' ? 'failed' : 'ok'
}

function mayMatch(word: string, pattern: string): boolean {
  if (hasUnknown(word)) return true
  return patternExpression(pattern, 'slashes')?.test(word) ?? true
}
