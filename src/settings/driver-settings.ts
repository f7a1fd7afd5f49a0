/** Git's settings for the merge driver: its config section, its attributes line and its command. */

import { endingOf } from '../bank/lines.ts'

/** The driver's name in attributes. */
export const DRIVER = 'memory-bank'

export interface DriverProgram {
  /** Node by an absolute path: a graphical program may start git without a terminal's PATH. */
  readonly node: string
  /** The merge driver's file. */
  readonly driver: string
}

/** Git's own merge by lines, with the placeholders that git fills in for a driver. */
const LINE_MERGE = 'git merge-file -q -L ours -L base -L theirs --marker-size=%L %A %O %B'

/** Runs the driver. If the driver or Node is missing, runs git's line merge, so that neither side is dropped. */
export function driverCommand({ node, driver }: DriverProgram): string {
  const [n, d] = [quoted(node), quoted(driver)]
  return `if test -x ${n} && test -f ${d}; then ${n} ${d} %O %A %B %L %P; else ${LINE_MERGE}; fi`
}

/** The program in a command written by `driverCommand`; undefined for any other command. */
export function programOf(command: string): DriverProgram | undefined {
  const word = "('(?:[^']|'\\\\'')*')"
  const match = new RegExp(`^if test -x ${word} && test -f ${word}; then \\1 \\2 `).exec(command)
  const [, node, driver] = match ?? []
  return node === undefined || driver === undefined ? undefined : { node: unquoted(node), driver: unquoted(driver) }
}

/** Quotes for a shell, and escapes percent signs, which git expands. */
function quoted(path: string): string {
  return `'${path.replaceAll("'", "'\\''").replaceAll('%', '%%')}'`
}

function unquoted(word: string): string {
  return word.slice(1, -1).replaceAll("'\\''", "'").replaceAll('%%', '%')
}

/** Adds the driver's section to a git config, or replaces it. */
export function withDriver(config: string, command: string): string {
  const ending = endingOf(config)
  const value = command.replace(/["\\]/g, (character) => `\\${character}`)
  const section = [`[merge "${DRIVER}"]`, '\tname = Memory Bank, entry by entry', `\tdriver = "${value}"`, ''].join(
    ending,
  )
  const { before, after, isThere } = around(config)
  if (isThere) return before + section + after
  return `${config}${config === '' || /[\r\n]$/.test(config) ? '' : ending}${section}`
}

export function withoutDriver(config: string): string {
  const { before, after } = around(config)
  return before + after
}

/** The text before and after the driver's section. */
function around(config: string): { readonly before: string; readonly after: string; readonly isThere: boolean } {
  const lines = config.split(/(?<=\n)/)
  const first = lines.findIndex((line) => HEADER.test(line))
  if (first === -1) return { before: config, after: '', isThere: false }
  const next = lines.findIndex((line, at) => at > first && /^\s*\[/.test(line))
  const rest = next === -1 ? [] : lines.slice(next)
  return { before: lines.slice(0, first).join(''), after: rest.join(''), isThere: true }
}

const HEADER = /^\s*\[merge "memory-bank"\]/i

export function attributesLine(pattern: string): string {
  return `${pattern} merge=${DRIVER}`
}

export function withLine(text: string, line: string): string {
  if (hasLine(text, line)) return text
  const ending = endingOf(text)
  return `${text}${text === '' || /[\r\n]$/.test(text) ? '' : ending}${line}${ending}`
}

export function withoutLine(text: string, line: string): string {
  return text
    .split(/(?<=\n)/)
    .filter((one) => one.trim() !== line)
    .join('')
}

function hasLine(text: string, line: string): boolean {
  return text.split('\n').some((one) => one.trim() === line)
}
