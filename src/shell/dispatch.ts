/** Finds the handler of a command, and judges commands that have none. Each family of commands is registered here once. */

import { ARCHIVE_COMMANDS } from './archive-commands.ts'
import { BUILTINS } from './builtins.ts'
import { EDIT_COMMANDS } from './edit-commands.ts'
import { FILE_COMMANDS } from './file-commands.ts'
import { FIND_COMMANDS } from './find-commands.ts'
import { git } from './git-command.ts'
import { endsOurWork } from './host-commands.ts'
import { INTERPRETERS, runFile } from './interpreters.ts'
import { ownCommand, ownProgram } from './own-commands.ts'
import { nameOf } from './places.ts'
import { RUNNERS } from './runners.ts'
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
import { SIMPLE_COMMANDS, writePattern } from './simple-commands.ts'
import { drain } from './state.ts'
import { hasUnknown, UNKNOWN } from './text.ts'
import { TEXT_COMMANDS } from './text-commands.ts'
import { WRAPPERS } from './wrappers.ts'

/** If two families know a name, the later one handles it. */
const COMMANDS: ReadonlyMap<string, Handler> = new Map(
  [
    TEXT_COMMANDS,
    BUILTINS,
    SIMPLE_COMMANDS,
    FILE_COMMANDS,
    ARCHIVE_COMMANDS,
    EDIT_COMMANDS,
    FIND_COMMANDS,
    INTERPRETERS,
    WRAPPERS,
    RUNNERS,
    { git, hub: git },
  ].flatMap((family) => Object.entries(family)),
)

const SYSTEM_FOLDER =
  /^(\/usr(\/local)?|\/opt\/[\w.-]+(\/[\w.-]+)?)?\/s?bin\/[^/]+$|\/node_modules\/\.bin\/[^/]+$|\/\.venv\/bin\/[^/]+$/

export const dispatch: Handler = (call, shell) => {
  const { name } = call
  if (name === '') return ''
  if (ownCommand(name, call.args, call, shell)) return UNKNOWN
  if (name.includes('/')) return dispatchPath(call, shell)
  if (endsOurWork(call, shell)) return UNKNOWN
  const handler = COMMANDS.get(name) ?? COMMANDS.get(plainName(name))
  return handler === undefined ? unknown(call, shell) : handler(call, shell)
}

/** A program that is named by its path: one of ours, a script that can be read, or the command of its name. */
function dispatchPath(call: Call, shell: Shell): string {
  const { name } = call
  if (ownProgram(name, call.args, call, shell)) return UNKNOWN
  const isSystem = SYSTEM_FOLDER.test(name) || SYSTEM_FOLDER.test(`/${name.replace(/^(\.\/)/, '')}`)
  if (!isSystem && runFile(call, shell, name)) return ''
  return dispatch({ ...call, name: nameOf(name) }, shell)
}

/** The name without a version behind it or GNU's letter before it: `python3.12`, `node20`, `gsed`. */
function plainName(name: string): string {
  const versioned = /^(python|ruby|perl|php|lua|node)\d[\d.]*$/.exec(name)?.[1]
  return versioned ?? (/^g(cp|mv|rm|sed|tar|find|xargs|timeout|make|grep)$/.exec(name)?.[1] || name)
}

/** Formatters that rewrite the files they are given, Markdown included, if one of these words is among their arguments and no word that only checks. */
const FORMATTERS: Readonly<Record<string, RegExp>> = {
  prettier: /^(--write|-w)$/,
  prettierd: /^--write$/,
  dprint: /^fmt$/,
  remark: /^(--output|-o)$/,
  mdformat: /^/,
  doctoc: /^/,
  sd: /^/,
  oxfmt: /^/,
}
const CHECKS = /^(--check|-c|--list-different|-l|--dry-run|-n|--diff|--stdout|--preview|-p)$/

/**
 * Judges a command without a handler. If it is given a path in the bank, we assume that it writes it. Words that are not
 * paths (messages, texts) do not count.
 */
function unknown(call: Call, shell: Shell): string {
  shell.account.opaque.push(call.name)
  if (hasUnknown(call.name)) shell.account.unresolved.push('a command whose name is not known')
  const rewrites = FORMATTERS[call.name]
  const isChecking = call.args.some((arg) => CHECKS.test(arg))
  for (const path of call.args.flatMap(pathsIn)) {
    if (rewrites === undefined) unknownPath(shell, call, path)
    else if (isChecking || !call.args.some((arg) => rewrites.test(arg))) noteRead(shell, path)
    else format(shell, call, path)
  }
  if (call.channels.input !== undefined) drain(call.channels.input)
  return UNKNOWN
}

function unknownPath(shell: Shell, call: Call, path: string): void {
  const place = placeFor(shell, path)
  const isWord = placeFor(shell, '.') === 'bank' && !/[/.]/.test(path) && !existsOnDisk(shell, path)
  if ((place === 'bank' && !isWord) || place === 'config' || place === 'state')
    write(shell, path, `${call.name} (not known to only read)`, 'open')
}

function format(shell: Shell, call: Call, path: string): void {
  const isWide = /[*?{]/.test(path) || placeFor(shell, path) === 'above'
  if (!isWide) unknownPath(shell, call, path)
  else if (/\.md|md[,}]/.test(path)) writePattern(shell, path, call.name)
  else if (bankFilesBelow(shell, path.replace(/(?<![^/])[^/]*[*?[{].*$/, '') || path).length > 0)
    shell.account.unresolved.push(`${call.name} over the project`)
}

/** The paths that a word may name: the word itself, the part behind `=`, `@` or `:`, or the part attached to a letter. */
function pathsIn(arg: string): readonly string[] {
  const behind = [/^([^-].*)$/, /^[^=]+=(.+)$/, /^-[A-Za-z](.+)$/, /^@(.+)$/, /^[^:]+:([./~\w].*)$/]
  return behind.flatMap((pattern) => pattern.exec(arg)?.[1] ?? [])
}
