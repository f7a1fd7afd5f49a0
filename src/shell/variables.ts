/** The shell's variables: its own, those it inherited, and the ones it computes. */

import { changed, type Shell } from './shell.ts'
import type { Variable } from './state.ts'
import { UNKNOWN } from './text.ts'

/** Values that differ from run to run. */
const CHANGING = new Set(['RANDOM', 'SRANDOM', 'SECONDS', 'EPOCHSECONDS', 'EPOCHREALTIME', 'LINENO', 'BASHPID', 'PPID'])

export function variable(shell: Shell, name: string): Variable | undefined {
  const own = shell.state.variables.get(name)
  if (own !== undefined) return own.kind === 'unset' ? undefined : own
  const text = computed(shell, name) ?? shell.context.env[name]
  return text === undefined ? undefined : { kind: 'text', text }
}

export function textOfVariable(shell: Shell, name: string): string | undefined {
  const value = variable(shell, name)
  if (value === undefined || value.kind === 'unset') return undefined
  if (value.kind === 'text') return value.text
  return value.kind === 'list' ? (value.items[0] ?? '') : (value.items.get('0') ?? '')
}

export function itemsOfVariable(shell: Shell, name: string): readonly string[] {
  const value = variable(shell, name)
  if (value === undefined || value.kind === 'unset') return []
  if (value.kind === 'text') return [value.text]
  return value.kind === 'list' ? value.items : [...value.items.values()]
}

export function assign(shell: Shell, name: string, value: Variable): void {
  shell.state.variables.set(name, value)
  changed(shell)
}

export function assignText(shell: Shell, name: string, text: string): void {
  assign(shell, name, { kind: 'text', text })
}

function computed(shell: Shell, name: string): string | undefined {
  switch (name) {
    case 'PWD':
      return shell.state.cwd
    case 'OLDPWD':
      return shell.state.previous
    case 'HOME':
      return shell.context.home ?? UNKNOWN
    case 'IFS':
      return ' \t\n'
    default:
      return CHANGING.has(name) ? UNKNOWN : undefined
  }
}
