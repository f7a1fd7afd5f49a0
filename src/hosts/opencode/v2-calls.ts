/**
 * The calls that run now. A call is told again when it has ended, by its tool and its id, which are not enough: the calls
 * that a program of the model's makes all have the id of the call that runs the program.
 */

import type { CallHook } from './v2-decode.ts'

interface OpenCall {
  readonly call: string
  readonly hook: CallHook
  readonly input: string
}

/** Code Mode: a program of the model's, which calls tools. */
const PROGRAM = 'execute'
const SHELL = 'shell'
const MOST = 500

export class OpenCalls {
  #open: OpenCall[] = []
  #count = 0

  /** An id of its own for the call. */
  begin(hook: CallHook): string {
    this.#count += 1
    const call = `${hook.id}:${hook.tool}:${this.#count}`
    this.#open = [...this.#open, { call, hook, input: inputOf(hook) }].slice(-MOST)
    return call
  }

  /** The id it began with; of calls that cannot be told apart, the oldest. */
  end(hook: CallHook): string {
    const same = this.#open.filter((one) => isSame(one.hook, hook))
    const input = inputOf(hook)
    const found = same.find((one) => one.input === input) ?? same[0]
    if (found === undefined) return `${hook.id}:${hook.tool}`
    this.drop(found.call)
    return found.call
  }

  drop(call: string): void {
    this.#open = this.#open.filter((one) => one.call !== call)
  }

  /** What never came to an end, since it was declined, has ended with its turn. */
  endTurn(session: string): void {
    this.#open = this.#open.filter((one) => one.hook.session !== session)
  }

  /** The program that made this call. */
  programOf({ session, id, tool }: CallHook): string | undefined {
    if (tool === PROGRAM) return undefined
    return this.#open.find(({ hook }) => hook.session === session && hook.id === id && hook.tool === PROGRAM)?.call
  }

  /** Whether an agent's command may be starting now. */
  hasShell(): boolean {
    return this.#open.some((one) => one.hook.tool === SHELL)
  }
}

function isSame(one: CallHook, other: CallHook): boolean {
  return one.session === other.session && one.id === other.id && one.tool === other.tool
}

function inputOf({ input }: CallHook): string {
  try {
    return JSON.stringify(input) ?? ''
  } catch {
    return ''
  }
}
