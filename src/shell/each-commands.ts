/** xargs and parallel: one command, run for each of the words they are given. */

import { readOptions } from './arguments.ts'
import { nameOf } from './places.ts'
import { type Call, type Handler, type Shell, textOfFile } from './shell.ts'
import { drain } from './state.ts'
import { linesOf, UNKNOWN } from './text.ts'

export const EACH_COMMANDS: Readonly<Record<string, Handler>> = { xargs, gxargs: xargs, parallel }

const MOST_LISTED = 300

function xargs(call: Call, shell: Shell): string {
  const options = readOptions(call.args, {
    short: 'adEILnPs',
    attached: 'ile',
    long: 'arg-file delimiter max-args max-procs max-lines replace eof max-chars',
    first: true,
  })
  const file = options.value('a', 'arg-file')
  const text =
    file === undefined
      ? call.channels.input === undefined
        ? UNKNOWN
        : drain(call.channels.input)
      : (textOfFile(shell, file) ?? UNKNOWN)
  const mark = options.value('I') ?? (options.has('i', 'replace') ? options.value('i', 'replace') || '{}' : undefined)
  const command = options.rest.length === 0 ? ['echo'] : options.rest
  const delimiter = options.value('d', 'delimiter')
  const split = delimiter === undefined || delimiter === '\\n' || options.has('0') ? undefined : delimiter.slice(0, 1)
  const items =
    split !== undefined
      ? text.split(split).map((item) => item.trim())
      : mark !== undefined || options.has('0') || delimiter !== undefined
        ? text.split(/[\n\0]/)
        : splitWords(text)
  const values = items.filter((item) => item !== '')
  const few = { ...call.channels, input: undefined, more: new Map(call.channels.more) }
  if (mark !== undefined) {
    for (const value of values.slice(0, MOST_LISTED))
      shell.apart(() =>
        shell.runWords(
          command.map((word) => word.replaceAll(mark, value)),
          few,
        ),
      )
    return ''
  }
  const count = Number(options.value('n', 'max-args') ?? options.value('L', 'max-lines') ?? '0') || values.length
  for (let i = 0; i < Math.min(values.length, MOST_LISTED); i += Math.max(1, count)) {
    shell.apart(() => shell.runWords([...command, ...values.slice(i, i + count)], few))
  }
  return ''
}

/** xargs splits at blanks and respects quotes. */
function splitWords(text: string): readonly string[] {
  return linesOf(text).flatMap((line) =>
    [...line.matchAll(/"([^"]*)"|'([^']*)'|((?:\\.|[^\s"'\\])+)/g)].map(
      (match) => match[1] ?? match[2] ?? (match[3] ?? '').replace(/\\(.)/g, '$1'),
    ),
  )
}

function parallel(call: Call, shell: Shell): string {
  const at = call.args.findIndex((arg) => arg === ':::' || arg === '::::')
  const head = readOptions(at === -1 ? call.args : call.args.slice(0, at), {
    short: 'jaNIdCS',
    long: 'jobs arg-file colsep delay max-args',
    first: true,
  })
  const given = at === -1 ? undefined : call.args.slice(at + 1)
  const values =
    given === undefined
      ? linesOf(call.channels.input === undefined ? UNKNOWN : drain(call.channels.input))
      : call.args[at] === '::::'
        ? given.flatMap((file) => linesOf(textOfFile(shell, file) ?? UNKNOWN))
        : given
  const command = head.rest.join(' ')
  for (const value of values.slice(0, MOST_LISTED)) {
    if (value === ':::' || value === '::::') continue
    const filled = command
      .replaceAll('{}', value)
      .replaceAll('{/}', nameOf(value))
      .replaceAll('{.}', value.replace(/\.[^./]*$/, ''))
      .replaceAll('{/.}', nameOf(value).replace(/\.[^.]*$/, ''))
      .replaceAll('{//}', value.slice(0, Math.max(value.lastIndexOf('/'), 0)) || '.')
    const text = command === '' ? value : filled === command ? `${command} ${value}` : filled
    shell.apart(() => shell.runText(text, { ...call.channels, input: undefined, more: new Map() }))
  }
  return UNKNOWN
}
