/** The shell's own commands: those that change the shell, and those that run other text. */

import { readOptions } from './arguments.ts'
import { anchor, tidy } from './places.ts'
import { changed, type Handler, inputOf, isFolder, type Shell, textOfScript } from './shell.ts'
import type { drain, Ending } from './state.ts'
import { statusOfWords } from './test-command.ts'
import { hasUnknown, linesOf, UNKNOWN } from './text.ts'
import { assign, assignText } from './variables.ts'

export const BUILTINS: Readonly<Record<string, Handler>> = {
  ':': succeed,
  true: succeed,
  false: (_, shell) => {
    shell.state.status = 'failed'
    return ''
  },
  cd: (call, shell) => changeFolder(shell, readOptions(call.args, {}).rest[0]),
  chdir: (call, shell) => changeFolder(shell, call.args[0]),
  pushd: (call, shell) => {
    const target = call.args.find((arg) => !arg.startsWith('-'))
    const before = shell.state.cwd
    const [top, ...rest] = shell.state.stack
    if (target === undefined || /^[+-]\d+$/.test(target)) {
      if (top === undefined) return UNKNOWN
      shell.state.stack = [before, ...rest]
      return changeFolder(shell, top)
    }
    shell.state.stack = [before, ...shell.state.stack]
    return changeFolder(shell, target)
  },
  popd: (_, shell) => {
    const [top, ...rest] = shell.state.stack
    shell.state.stack = rest
    return top === undefined ? '' : changeFolder(shell, top)
  },
  dirs: () => UNKNOWN,
  exit: (_, shell) => end(shell, 'exit'),
  return: (_, shell) => end(shell, 'return'),
  break: (_, shell) => end(shell, 'break'),
  continue: (_, shell) => end(shell, 'continue'),
  set: (call, shell) => setOptions(call.args, shell),
  shopt: (call, shell) => {
    const on = call.args.includes('-s')
    const names = call.args.filter((arg) => !arg.startsWith('-'))
    const options = new Set(shell.state.options)
    for (const name of names) on ? options.add(name) : options.delete(name)
    shell.state.options = options
    changed(shell)
    return ''
  },
  shift: (call, shell) => {
    shell.state.parameters = shell.state.parameters.slice(Number(call.args[0] ?? '1') || 1)
    changed(shell)
    return ''
  },
  unset: (call, shell) => {
    for (const name of call.args) {
      if (name.startsWith('-')) continue
      if (call.args.includes('-f')) shell.state.functions.delete(name)
      else assign(shell, name, { kind: 'unset' })
    }
    return succeed()
  },
  export: succeed,
  readonly: succeed,
  local: (call, shell) => declare(call.args, shell),
  declare: (call, shell) => declare(call.args, shell),
  typeset: (call, shell) => declare(call.args, shell),
  let: (call, shell) => {
    for (const arg of call.args) {
      const name = /^\s*(\w+)\s*[-+*/%]?=/.exec(arg)?.[1]
      if (name !== undefined) assignText(shell, name, UNKNOWN)
    }
    return ''
  },
  eval: (call, shell) => {
    runUncertain(shell, call.args.join(' '), 'eval', call.channels)
    return ''
  },
  '.': source,
  source,
  alias: (call, shell) => {
    for (const arg of call.args) {
      const equals = arg.indexOf('=')
      if (equals > 0) shell.state.aliases.set(arg.slice(0, equals), arg.slice(equals + 1))
    }
    changed(shell)
    return succeed()
  },
  unalias: (call, shell) => {
    for (const arg of call.args) shell.state.aliases.delete(arg)
    return ''
  },
  trap: (call, shell) => {
    const [action, ...signals] = readOptions(call.args, { first: true }).rest
    if (action === undefined || signals.length === 0 || action === '-') return ''
    shell.state.traps = [...shell.state.traps, action]
    shell.apart(() => runUncertain(shell, action, 'trap', call.channels))
    return ''
  },
  read: (call, shell) => readLine(call.args, shell, call.channels.input),
  mapfile: readLines,
  readarray: readLines,
  test: (call, shell) => {
    shell.state.status = statusOfWords(shell, call.args)
    return ''
  },
  '[': (call, shell) => {
    shell.state.status = statusOfWords(shell, call.args.slice(0, call.args.at(-1) === ']' ? -1 : undefined))
    return ''
  },
  wait: succeed,
  umask: () => UNKNOWN,
  ulimit: () => UNKNOWN,
  times: () => UNKNOWN,
  getopts: (call, shell) => {
    if (call.args[1] !== undefined) assignText(shell, call.args[1], UNKNOWN)
    assignText(shell, 'OPTARG', UNKNOWN)
    return ''
  },
  hash: () => '',
  type: () => UNKNOWN,
  help: () => UNKNOWN,
  history: () => UNKNOWN,
  jobs: () => UNKNOWN,
  fg: () => '',
  bg: () => '',
  disown: () => '',
  caller: () => UNKNOWN,
  bind: () => UNKNOWN,
  complete: () => UNKNOWN,
  compgen: () => UNKNOWN,
  enable: () => UNKNOWN,
}

/** Text that runs as commands; unknown text in it could be any command. */
export function runUncertain(shell: Shell, text: string, how: string, channels: Parameters<Shell['runText']>[1]): void {
  if (hasUnknown(text)) shell.account.unresolved.push(`${how}: part of the command is unknown`)
  shell.runText(text, channels)
}

function succeed(_?: unknown, shell?: Shell): string {
  if (shell !== undefined) shell.state.status = 'ok'
  return ''
}

function end(shell: Shell, ending: Ending): string {
  shell.state.ending = ending
  changed(shell)
  return ''
}

function changeFolder(shell: Shell, target: string | undefined): string {
  const { state } = shell
  const wanted = target === undefined ? (shell.context.home ?? UNKNOWN) : target === '-' ? state.previous : target
  const to = tidy(anchor(state.cwd, wanted))
  const go = () => {
    shell.state.previous = shell.state.cwd
    shell.state.cwd = to
    shell.state.status = 'ok'
    changed(shell)
  }
  if (wanted === '') return ''
  if (hasUnknown(to) || isFolder(shell, to)) go()
  else
    shell.either([
      go,
      () => {
        shell.state.status = 'failed'
        changed(shell)
      },
    ])
  return ''
}

const LETTERS: Readonly<Record<string, string>> = { e: 'errexit', f: 'noglob', u: 'nounset', C: 'noclobber' }

function setOptions(args: readonly string[], shell: Shell): string {
  const options = new Set(shell.state.options)
  for (let i = 0; i < args.length; i += 1) {
    const arg = args[i] ?? ''
    if (arg === '--' || !/^[-+]/.test(arg)) {
      shell.state.parameters = args.slice(arg === '--' ? i + 1 : i)
      break
    }
    const on = arg.startsWith('-')
    for (const letter of arg.slice(1)) {
      const name = letter === 'o' ? (args[i + 1] ?? '') : LETTERS[letter]
      if (letter === 'o') i += 1
      if (name !== undefined) on ? options.add(name) : options.delete(name)
    }
  }
  shell.state.options = options
  changed(shell)
  return ''
}

function declare(args: readonly string[], shell: Shell): string {
  const letters = args.filter((arg) => arg.startsWith('-')).join('')
  for (const name of args.filter((arg) => /^\w+$/.test(arg))) {
    if (letters.includes('A')) assign(shell, name, { kind: 'map', items: new Map() })
    else if (letters.includes('a')) assign(shell, name, { kind: 'list', items: [] })
  }
  return succeed(undefined, shell)
}

function source(call: Parameters<Handler>[0], shell: Shell): string {
  const [path, ...args] = call.args
  if (path === undefined) return ''
  const text = textOfScript(shell, path, call.channels)
  if (text === undefined) {
    shell.account.opaque.push(`source ${path}`)
    if (hasUnknown(path)) shell.account.unresolved.push('source of an unknown file')
    return ''
  }
  shell.account.scripts.push(text)
  const before = shell.state.parameters
  if (args.length > 0) shell.state.parameters = args
  runUncertain(shell, text, 'source', call.channels)
  shell.state.parameters = before
  if (shell.state.ending === 'return') shell.state.ending = 'no'
  return ''
}

function readLine(args: readonly string[], shell: Shell, input: Parameters<typeof drain>[0]): string {
  const options = readOptions(args, { short: 'adinNptu' })
  const array = options.value('a')
  if (input === undefined || input.at >= input.text.length) {
    for (const name of options.rest) assignText(shell, name, input === undefined ? UNKNOWN : '')
    shell.state.status = input === undefined ? 'unknown' : 'failed'
    return ''
  }
  const { line, isEnded } = takeLine(input, delimiterOf(options.value('d')))
  if (array !== undefined) assign(shell, array, { kind: 'list', items: line.split(/[ \t]+/).filter((x) => x !== '') })
  else spread(shell, options.rest.length === 0 ? ['REPLY'] : options.rest, line)
  shell.state.status = !isEnded && line === '' ? 'failed' : 'ok'
  return ''
}

/** `read -d ''` reads up to a NUL. */
function delimiterOf(given: string | undefined): string {
  return given === undefined ? '\n' : given.slice(0, 1) || '\0'
}

/** The text up to the delimiter; without one, all that is left. */
function takeLine(
  input: NonNullable<Parameters<typeof drain>[0]>,
  delimiter: string,
): { readonly line: string; readonly isEnded: boolean } {
  const found = input.text.indexOf(delimiter, input.at)
  // `find -print0` prints lines here, so a missing NUL falls back to lines.
  const end = found === -1 && delimiter === '\0' ? input.text.indexOf('\n', input.at) : found
  const line = input.text.slice(input.at, end === -1 ? undefined : end)
  input.at += line.length + 1
  return { line, isEnded: end !== -1 }
}

function spread(shell: Shell, names: readonly string[], line: string): void {
  const ifs = shell.state.variables.get('IFS')
  const separators = ifs?.kind === 'text' ? ifs.text : ' \t\n'
  if (separators === '' || names.length === 1) {
    assignText(shell, names[0] ?? 'REPLY', separators === '' ? line : line.trim())
    return
  }
  const set = separators.replace(/[\\\]^-]/g, (char) => `\\${char}`)
  let rest = line.replace(new RegExp(`^[${set}]+`), '')
  names.forEach((name, index) => {
    const at = index === names.length - 1 ? -1 : rest.search(new RegExp(`[${set}]`))
    assignText(shell, name, at === -1 ? rest : rest.slice(0, at))
    rest = at === -1 ? '' : rest.slice(at + 1).replace(new RegExp(`^[${set}]*`), '')
  })
}

function readLines(call: Parameters<Handler>[0], shell: Shell): string {
  const options = readOptions(call.args, { short: 'dnOsuCc' })
  const text = inputOf(call)
  assign(shell, options.rest[0] ?? 'MAPFILE', { kind: 'list', items: linesOf(text) })
  return ''
}
