/**
 * What a shell remembers between commands, as far as it decides where a later command writes.
 *
 * `version` grows with every change that a later command could notice. Two states with the same version behave the same
 * way, so a branch that did not change it needs no continuation of its own.
 */

import type { Function as FunctionNode } from 'unbash'

export type Variable =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'map'; readonly items: ReadonlyMap<string, string> }
  | { readonly kind: 'unset' }

export type Ending = 'no' | 'exit' | 'return' | 'break' | 'continue'
export type Status = 'ok' | 'failed' | 'unknown'

export interface State {
  cwd: string
  previous: string
  stack: readonly string[]
  variables: Map<string, Variable>
  /** `$0`. */
  zero: string
  parameters: readonly string[]
  functions: Map<string, FunctionNode>
  aliases: Map<string, string>
  options: ReadonlySet<string>
  traps: readonly string[]
  ending: Ending
  status: Status
  version: number
}

export function copyState(state: State): State {
  return {
    ...state,
    variables: new Map(state.variables),
    functions: new Map(state.functions),
    aliases: new Map(state.aliases),
  }
}

/** Where output goes. It is collected as text, so that commands that read it later can be judged. */
export interface Sink {
  text: string
  /** No command reads it: the terminal, /dev/null. */
  readonly deaf: boolean
}

export interface Source {
  readonly text: string
  at: number
}

export interface Channels {
  input: Source | undefined
  out: Sink
  err: Sink
  readonly more: Map<number, Sink>
}

export function sink(): Sink {
  return { text: '', deaf: false }
}

export function deafSink(): Sink {
  return { text: '', deaf: true }
}

export function source(text: string): Source {
  return { text, at: 0 }
}

/** Returns everything that is still unread, and marks it as read. */
export function drain(input: Source | undefined): string {
  if (input === undefined) return ''
  const rest = input.text.slice(input.at)
  input.at = input.text.length
  return rest
}
