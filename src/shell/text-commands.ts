/** Commands that only print: with what they print, where the text decides it. */

import { readOptions } from './arguments.ts'
import { decodeBase64, encodeBase64, formatText, fromBytes, unescapeText } from './encoding.ts'
import { inputText } from './input-text.ts'
import { join, nameOf, parentOf, tidy } from './places.ts'
import { grep } from './search-commands.ts'
import { type Call, type Handler, isFolder, listFolder, locate, type Shell, write } from './shell.ts'
import { drain } from './state.ts'
import { hasUnknown, linesOf, UNKNOWN } from './text.ts'
import { assignText } from './variables.ts'

export const TEXT_COMMANDS: Readonly<Record<string, Handler>> = {
  echo: (call, shell) => {
    shell.state.status = 'ok'
    const flags = /^-[neE]+$/
    const first = call.args.findIndex((arg) => !flags.test(arg))
    const words = first === -1 ? [] : call.args.slice(first)
    const letters = call.args.slice(0, first === -1 ? undefined : first).join('')
    const text = letters.includes('e') ? unescapeText(words.join(' ')) : words.join(' ')
    return letters.includes('n') ? text : `${text}\n`
  },
  printf: (call, shell) => {
    shell.state.status = 'ok'
    const into = call.args[0] === '-v' ? call.args[1] : undefined
    const [format = '', ...values] =
      into === undefined ? call.args.filter((arg, i) => i > 0 || arg !== '--') : call.args.slice(2)
    const text = formatText(format, values)
    if (into === undefined) return text
    assignText(shell, into, text)
    return ''
  },
  print: (call) => `${call.args.filter((arg) => !arg.startsWith('-')).join(' ')}\n`,
  pwd: (_, shell) => `${shell.state.cwd}\n`,
  cat: (call, shell) => {
    const [only, second] = call.args
    if (only !== undefined && second === undefined) call.channels.out.file = locate(shell, only)
    return show(call, shell, '')
  },
  tac: (call, shell) => {
    const text = show(call, shell, '')
    return hasUnknown(text) ? UNKNOWN : `${[...linesOf(text)].reverse().join('\n')}\n`
  },
  nl: (call, shell) => blurred(show(call, shell, 'bdfhilnpsvw')),
  head: (call, shell) => firstLines(call, shell, 'start'),
  tail: (call, shell) => firstLines(call, shell, 'end'),
  basename: (call) => {
    const options = readOptions(call.args, { short: 's', long: 'suffix' })
    const suffix = options.value('s', 'suffix')
    const several = options.has('a', 'multiple') || suffix !== undefined
    const names = several ? options.rest : options.rest.slice(0, 1)
    const ending = suffix ?? (several ? '' : (options.rest[1] ?? ''))
    return names.map((name) => `${withoutEnding(nameOf(name), ending)}\n`).join('')
  },
  dirname: (call) =>
    readOptions(call.args, {})
      .rest.map((path) =>
        `${path.includes('/') ? parentOf(path.replace(/(.)\/+$/, '$1')) : '.'}\n`.replace(/^\/\n/, rootOrDot(path)),
      )
      .join(''),
  realpath: (call, shell) => located(call.args, shell),
  readlink: (call, shell) => (/^-\w*[fem]/.test(call.args[0] ?? '') ? located(call.args, shell) : UNKNOWN),
  seq: (call) => {
    const numbers = readOptions(call.args, { short: 'fs' }).rest.map(Number)
    const [first, last] = numbers.length === 1 ? [1, numbers[0] ?? 0] : [numbers[0] ?? 1, numbers.at(-1) ?? 0]
    if (Number.isNaN(first) || Number.isNaN(last) || last - first > 1000) return UNKNOWN
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => `${first + i}\n`).join('')
  },
  yes: (call) => `${call.args[0] ?? 'y'}\n`,
  rev: (call, shell) => eachLine(show(call, shell, ''), (line) => [...line].reverse().join('')),
  tr: (call) => translate(call),
  cut: (call, shell) => cut(call, shell),
  base64: (call, shell) => {
    const options = readOptions(call.args, { short: 'w', long: 'wrap' })
    const text = inputText(options.rest, call, shell)
    if (hasUnknown(text)) return UNKNOWN
    return options.has('d', 'D', 'decode') ? decodeBase64(text) : encodeBase64(text)
  },
  openssl: (call, shell) => {
    for (const [i, arg] of call.args.entries())
      if (/^-(out|keyout|writerand|CAserial)$/.test(arg)) write(shell, call.args[i + 1] ?? '', 'openssl -out', 'open')
    if (!call.args.some((arg) => arg === 'base64' || arg === '-base64' || arg === '-a')) return UNKNOWN
    const at = call.args.indexOf('-in')
    const text = inputText(at === -1 ? [] : [call.args[at + 1] ?? ''], call, shell)
    if (hasUnknown(text)) return UNKNOWN
    return call.args.includes('-d') ? decodeBase64(text) : encodeBase64(text)
  },
  xxd: (call, shell) => {
    const options = readOptions(call.args, { short: 'clos', single: true })
    const to = options.rest[1]
    if (to !== undefined) write(shell, to, 'xxd', 'open')
    const text = inputText(options.rest.slice(0, 1), call, shell)
    if (!call.args.some((arg) => /^-\w*r/.test(arg)) || hasUnknown(text)) return UNKNOWN
    const hex = call.args.some((arg) => /^-\w*p/.test(arg))
      ? text
      : text.replace(/^\w+:/gm, '').replace(/ {2}.*$/gm, '')
    return fromBytes((hex.replace(/\s/g, '').match(/[0-9a-f]{2}/gi) ?? []).map((byte) => Number.parseInt(byte, 16)))
  },
  ls: (call, shell) => {
    const { rest, has } = readOptions(call.args, { short: 'IwT', long: 'ignore hide width sort time' })
    if (has('l', 'R', 's', 'i')) return UNKNOWN
    if (call.channels.out.deaf) return ''
    const paths = rest.length === 0 ? ['.'] : rest
    return paths
      .map((path) => {
        if (hasUnknown(path)) return UNKNOWN
        if (has('d') || !isFolder(shell, path)) return `${path}\n`
        return listFolder(shell, path)
          .filter((name) => has('a', 'A') || !name.startsWith('.'))
          .map((name) => `${name}\n`)
          .join('')
      })
      .join('')
  },
  printenv: (call, shell) => `${shell.context.env[call.args[0] ?? ''] ?? UNKNOWN}\n`,
  mktemp: (call, shell) => {
    // `--tmpdir` takes a value only when it is attached; a template by itself is made where the shell stands.
    const options = readOptions(call.args, { short: 'p', long: 'suffix' })
    const named = options.value('p', 'tmpdir')
    const elsewhere = named === '' || options.rest.length === 0 || options.has('t')
    const folder = named !== undefined && named !== '' ? named : elsewhere ? '/tmp' : undefined
    const template = (options.rest[0] ?? 'tmp.XXXXXXXXXX').replace(/X{3,}/, `mktemp${shell.drafts.folders.size}`)
    const path = folder === undefined ? template : join(folder, template)
    if (!options.has('u', 'dry-run')) write(shell, path, call.name, 'entry')
    shell.drafts.folders.add(tidy(join(shell.state.cwd, path)))
    shell.state.status = 'ok'
    return `${path}\n`
  },
  sort: passLines,
  uniq: passLines,
  shuf: passLines,
  column: (call, shell) => show(call, shell, 'sco'),
  fold: (call, shell) => blurred(show(call, shell, 'w')),
  grep: grep,
  egrep: grep,
  fgrep: grep,
  rg: grep,
  ag: grep,
  ack: grep,
}

function show(call: Call, shell: Shell, short: string): string {
  return inputText(readOptions(call.args, { short }).rest, call, shell)
}

/** Known to come from that text, but not which characters of it. */
function blurred(text: string): string {
  return text === '' ? '' : UNKNOWN
}

function firstLines(call: Call, shell: Shell, side: 'start' | 'end'): string {
  const options = readOptions(call.args, { short: 'nc', long: 'lines bytes' })
  const text = inputText(options.rest, call, shell)
  const dashed = call.args.map((arg) => /^-(\d+)$/.exec(arg)?.[1]).find((count) => count !== undefined)
  const wanted = options.value('n', 'lines') ?? dashed ?? '10'
  if (options.has('c', 'bytes'))
    return hasUnknown(text) ? UNKNOWN : cutBytes(text, options.value('c', 'bytes') ?? '', side)
  const count = Number(wanted.replace('+', ''))
  const lines = linesOf(text)
  if (Number.isNaN(count) || text === '') return text === '' ? '' : UNKNOWN
  const kept = wanted.startsWith('+')
    ? lines.slice(count - 1)
    : side === 'start'
      ? lines.slice(0, count)
      : lines.slice(-count)
  return kept.map((line) => `${line}\n`).join('')
}

function cutBytes(text: string, wanted: string, side: 'start' | 'end'): string {
  const count = Number(wanted)
  if (Number.isNaN(count)) return UNKNOWN
  return side === 'start' ? text.slice(0, count) : text.slice(-count)
}

function withoutEnding(name: string, ending: string): string {
  return ending !== '' && name !== ending && name.endsWith(ending) ? name.slice(0, -ending.length) : name
}

function rootOrDot(path: string): string {
  return path.startsWith('/') ? '/\n' : '.\n'
}

function located(args: readonly string[], shell: Shell): string {
  const options = readOptions(args, { long: 'relative-to relative-base' })
  if (options.has('relative-to', 'relative-base')) return UNKNOWN
  return options.rest.map((path) => `${locate(shell, path)}\n`).join('')
}

function eachLine(text: string, change: (line: string) => string): string {
  return linesOf(text)
    .map((line) => (hasUnknown(line) ? `${UNKNOWN}\n` : `${change(line)}\n`))
    .join('')
}

function passLines(call: Call, shell: Shell): string {
  const options = readOptions(call.args, {
    short: 'okStTfnsw',
    long: 'output key field-separator buffer-size temporary-directory head-count',
  })
  return inputText(options.rest, call, shell)
}

function translate(call: Call): string {
  const flags = call.args.filter((arg) => /^-[cdstC]+$/.test(arg)).join('')
  const [from = '', to = ''] = call.args.filter((arg) => !/^-[cdstC]+$/.test(arg)).map(characterSet)
  const text = call.channels.input === undefined ? UNKNOWN : drain(call.channels.input)
  if (hasUnknown(text) || /[cC]/.test(flags)) return hasUnknown(text) ? text.replace(/[^\n\uE000]+/g, UNKNOWN) : UNKNOWN
  const source = [...from]
  const target = [...to]
  return [...text]
    .map((char) => {
      const at = source.indexOf(char)
      if (at === -1) return char
      if (flags.includes('d')) return ''
      return target[Math.min(at, target.length - 1)] ?? char
    })
    .join('')
}

function characterSet(text: string): string {
  const classes: Readonly<Record<string, string>> = {
    lower: 'abcdefghijklmnopqrstuvwxyz',
    upper: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
    digit: '0123456789',
    space: ' \t\n',
  }
  return unescapeText(text.replace(/\[:(\w+):\]/g, (_, name: string) => classes[name] ?? '')).replace(
    /(.)-(.)/g,
    (_, first: string, last: string) => {
      let range = ''
      for (let code = first.charCodeAt(0); code <= last.charCodeAt(0); code += 1) range += String.fromCharCode(code)
      return range
    },
  )
}

function cut(call: Call, shell: Shell): string {
  const options = readOptions(call.args, {
    short: 'dfcb',
    long: 'delimiter fields characters output-delimiter',
  })
  const text = inputText(options.rest, call, shell)
  const delimiter = options.value('d', 'delimiter') ?? '\t'
  const fields = options.value('f', 'fields')
  const chars = options.value('c', 'characters', 'b')
  return eachLine(text, (line) => {
    if (chars !== undefined) return pick([...line], chars).join('')
    return line.includes(delimiter) ? pick(line.split(delimiter), fields ?? '1').join(delimiter) : line
  })
}

function pick(items: readonly string[], ranges: string): readonly string[] {
  const wanted = ranges.split(',').map((range) => {
    const [first = '', last] = range.split('-')
    return [Number(first || '1'), last === undefined ? Number(first) : Number(last || String(items.length))] as const
  })
  return items.filter((_, index) => wanted.some(([first, last]) => index + 1 >= first && index + 1 <= last))
}
