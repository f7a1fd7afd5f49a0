/** Which handler knows a command; and what to think of one that nobody knows. */

import { readOptions } from './arguments.ts'
import { handlerOf } from './handlers.ts'
import { runFile } from './interpreters.ts'
import { ownCommand, ownProgram } from './own-commands.ts'
import { patternExpression } from './pattern.ts'
import { nameOf } from './places.ts'
import { OPAQUE_TELLERS, SHOWING, TELLING, WRITING_OPTIONS } from './readers.ts'
import {
  bankFilesBelow,
  type Call,
  existsOnDisk,
  type Handler,
  noteRead,
  placeFor,
  type Shell,
  write,
} from './shell.ts'
import { drain } from './state.ts'
import { hasUnknown, UNKNOWN } from './text.ts'

const SYSTEM_FOLDER =
  /^(\/usr(\/local)?|\/opt\/[\w.-]+(\/[\w.-]+)?)?\/s?bin\/[^/]+$|\/node_modules\/\.bin\/[^/]+$|\/\.venv\/bin\/[^/]+$/

export const dispatch: Handler = (call, shell) => {
  const { name } = call
  if (name === '') return ''
  if (ownCommand(name, call.args, call, shell)) return UNKNOWN
  if (name.includes('/')) {
    if (ownProgram(name, call.args, call, shell)) return UNKNOWN
    const system = SYSTEM_FOLDER.test(name) || SYSTEM_FOLDER.test(`/${name.replace(/^(\.\/)/, '')}`)
    if (!system && runFile(call, shell, name)) return ''
    return dispatch({ ...call, name: nameOf(name) }, shell)
  }
  const script = call.args.find((arg) => !arg.startsWith('-'))
  if (script !== undefined && /^(node|bun|nodejs|deno|tsx)$/.test(name)) {
    const args = call.args.slice(call.args.indexOf(script) + 1)
    if (ownProgram(script, args, call, shell)) return UNKNOWN
  }
  const handler = handlerOf(versionless(name))
  if (handler !== undefined && !/^(bat)$/.test(name)) return handler(call, shell)
  if (SHOWING.has(name) || TELLING.has(name)) return reads(call, shell)
  return unknown(call, shell)
}

/** `python3.12`, `gcc-13`: the version behind the name changes nothing. */
function versionless(name: string): string {
  return name.replace(/^(python|ruby|perl|php|lua|node)(\d)?(\.\d+)*$/, (_, base: string, major?: string) =>
    base === 'python' ? `python${major ?? ''}` : base,
  )
}

function reads(call: Call, shell: Shell): string {
  const special = WRITING_OPTIONS.get(call.name)
  const options = readOptions(call.args, special?.spec ?? {})
  if (special !== undefined) {
    for (const path of options.values(...special.paths)) write(shell, path, `${call.name} (output)`, 'open')
    for (const text of options.values(...(special.commands ?? [])))
      shell.apart(() => shell.runText(text, call.channels))
    if (special.inPlace !== undefined && options.has(...special.inPlace))
      for (const path of options.rest) writesPattern(shell, path, `${call.name} --fix`)
  }
  if (OPAQUE_TELLERS.has(call.name)) shell.account.opaque.push(call.name)
  if (SHOWING.has(call.name)) for (const path of options.rest) noteRead(shell, path)
  if (call.channels.input !== undefined) drain(call.channels.input)
  return UNKNOWN
}

/** A path or quoted pattern that a program expands for itself. */
function writesPattern(shell: Shell, path: string, how: string): void {
  if (!/[*?[{]/.test(path)) {
    const place = placeFor(shell, path)
    if (place === 'above') for (const file of bankFilesBelow(shell, path)) write(shell, file, how, 'open')
    else write(shell, path, how, 'open')
    return
  }
  const base = path.replace(/[^/]*[*?[{].*$/, '') || '.'
  const expression = patternExpression(
    path
      .replace(/^\.\//, '')
      .replaceAll('**/', '*')
      .replaceAll('**', '*')
      .replace(/\{([^{}]*)\}/g, (_, inner: string) => `@(${inner.replaceAll(',', '|')})`),
    'slashes',
  )
  for (const file of bankFilesBelow(shell, base))
    if (expression?.test(file.replace(/^\.\//, '')) !== false) write(shell, file, how, 'open')
}

/** Formatters that rewrite what they are given only with one of these, and Markdown too. */
const FORMATTERS: Readonly<Record<string, RegExp>> = {
  prettier: /^(--write|-w)$/,
  prettierd: /^--write$/,
  dprint: /^fmt$/,
  remark: /^(--output|-o)$/,
  mdformat: /^(?!--check$)/,
  doctoc: /^/,
  sd: /^/,
  oxfmt: /^(?!--check$)/,
}
const CHECKS = /^(--check|-c|--list-different|-l|--dry-run|-n|--diff|--stdout|--preview|-p)$/

/**
 * A command nobody here knows: given a path in the bank it may write it, and we take it that it does.
 * Words that are no paths (messages, texts) are left alone.
 */
function unknown(call: Call, shell: Shell): string {
  shell.account.opaque.push(call.name)
  if (hasUnknown(call.name)) shell.account.unresolved.push('a command whose name is not known')
  const formatter = FORMATTERS[call.name]
  const checks = call.args.some((arg) => CHECKS.test(arg))
  const rewrites = formatter === undefined ? undefined : call.args.some((arg) => formatter.test(arg)) && !checks
  const inside = placeFor(shell, '.') === 'bank'
  for (const arg of call.args) {
    for (const path of pathsIn(arg)) {
      if (rewrites === false) noteRead(shell, path)
      else if (rewrites === true && (/[*?{]/.test(path) || placeFor(shell, path) === 'above'))
        formatted(shell, call, path)
      else if (/[*?{]/.test(path) && formatter !== undefined) writesPattern(shell, path, call.name)
      else if (
        placeFor(shell, path) === 'bank' &&
        (!inside || path.includes('/') || path.includes('.') || existsOnDisk(shell, path))
      )
        write(shell, path, `${call.name} (not known to only read)`, 'open')
      else if (['config', 'state'].includes(placeFor(shell, path)))
        write(shell, path, `${call.name} (not known to only read)`, 'open')
    }
  }
  if (call.channels.input !== undefined) drain(call.channels.input)
  return UNKNOWN
}

function formatted(shell: Shell, call: Call, path: string): void {
  if (/\.md|md[,}]/.test(path)) writesPattern(shell, path, call.name)
  else if (bankFilesBelow(shell, path.replace(/[^/]*[*?[{].*$/, '') || path).length > 0)
    shell.account.unresolved.push(`${call.name} over the project`)
}

/** The readings of a word as a path: the word, what stands behind `=`, what is attached to a letter. */
function pathsIn(arg: string): readonly string[] {
  const found: string[] = []
  if (!arg.startsWith('-')) found.push(arg)
  const equals = arg.indexOf('=')
  if (equals > 0) found.push(arg.slice(equals + 1))
  if (/^-[A-Za-z]./.test(arg)) found.push(arg.slice(2))
  if (/^@./.test(arg)) found.push(arg.slice(1))
  const colon = arg.indexOf(':')
  if (colon > 0 && /^[./~\w]/.test(arg.slice(colon + 1))) found.push(arg.slice(colon + 1))
  return found.filter((path) => path !== '' && !path.includes('\n'))
}
