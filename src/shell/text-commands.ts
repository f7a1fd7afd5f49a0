/** Commands that only print: what they print, where the text decides it. */

import { readOptions } from './arguments.ts'
import { join, nameOf, parentOf, tidy } from './places.ts'
import { grep } from './search-commands.ts'
import {
  type Call,
  type Handler,
  inputOf,
  inputText,
  isFolder,
  listFolder,
  locate,
  type Shell,
  under,
  write,
} from './shell.ts'
import { hasUnknown, linesOf, UNKNOWN } from './text.ts'
import { assignText } from './variables.ts'

export const TEXT_COMMANDS: Readonly<Record<string, Handler>> = {
  ...under(grep, 'grep egrep fgrep rg ag ack'),
  print: (call) => `${call.args.filter((arg) => !arg.startsWith('-')).join(' ')}\n`,
  printenv: (call, shell) => `${shell.context.env[call.args[0] ?? ''] ?? UNKNOWN}\n`,
  basename: (call) => {
    const options = readOptions(call.args, { short: 's', long: 'suffix' })
    const suffix = options.value('s', 'suffix')
    const isMany = options.has('a', 'multiple') || suffix !== undefined
    const [first = '', second = ''] = options.rest
    const ending = suffix ?? (isMany ? '' : second)
    return (isMany ? options.rest : [first]).map((name) => `${withoutEnding(nameOf(name), ending)}\n`).join('')
  },
  dirname: (call) => {
    const parent = (path: string) => (path.includes('/') ? parentOf(path) : '.')
    return call.args.map((path) => `${parent(path.replace(/(.)\/+$/, '$1'))}\n`).join('')
  },
  base64: (call, shell) => {
    const options = readOptions(call.args, { short: 'w', long: 'wrap' })
    const text = inputText(options.rest, call, shell)
    return hasUnknown(text) ? UNKNOWN : options.has('d', 'D', 'decode') ? decodeBase64(text) : encodeBase64(text)
  },
  ls: (call, shell) => {
    const { rest, has } = readOptions(call.args, { short: 'IwT', long: 'ignore hide width sort time' })
    if (has('l', 'R', 's', 'i')) return UNKNOWN
    const names = (path: string): readonly string[] => {
      if (hasUnknown(path) || has('d') || !isFolder(shell, path)) return [path]
      return listFolder(shell, path).filter((name) => has('a', 'A') || !name.startsWith('.'))
    }
    const paths = rest.length === 0 ? ['.'] : rest
    return call.channels.out.deaf
      ? ''
      : paths
          .flatMap(names)
          .map((name) => `${name}\n`)
          .join('')
  },
  mktemp: (call, shell) => {
    // `--tmpdir` takes a value only when it is attached; a template by itself is made where the shell stands.
    const options = readOptions(call.args, { short: 'p', long: 'suffix' })
    const named = options.value('p', 'tmpdir')
    const isTemporary = named === '' || options.rest.length === 0 || options.has('t')
    const template = (options.rest[0] ?? 'tmp.XXXXXXXXXX').replace(/X{3,}/, `mktemp${shell.drafts.folders.size}`)
    const path = join(named || (isTemporary ? '/tmp' : '.'), template)
    if (!options.has('u', 'dry-run')) write(shell, path, call.name, 'entry')
    shell.drafts.folders.add(tidy(join(shell.state.cwd, path)))
    shell.state.status = 'ok'
    return `${path}\n`
  },
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
  pwd: (_, shell) => `${shell.state.cwd}\n`,
  cat: (call, shell) => show(call, shell, ''),
  head: (call, shell) => firstLines(call, shell, 'start'),
  tail: (call, shell) => firstLines(call, shell, 'end'),
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
}

function show(call: Call, shell: Shell, short: string): string {
  return inputText(readOptions(call.args, { short }).rest, call, shell)
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
  if (text === '') return ''
  if (Number.isNaN(count)) return UNKNOWN
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

function translate(call: Call): string {
  const flags = call.args.filter((arg) => /^-[cdstC]+$/.test(arg)).join('')
  const [from = '', to = ''] = call.args.filter((arg) => !/^-[cdstC]+$/.test(arg)).map(characterSet)
  const text = inputOf(call)
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

const ESCAPES: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  e: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
}

function unescapeText(text: string): string {
  return text.replace(/\\(x[0-9a-fA-F]{1,2}|u[0-9a-fA-F]{1,4}|0?[0-7]{1,3}|[abefnrtv\\"'])/g, (_, code: string) => {
    if (/^[xu]/.test(code)) return String.fromCharCode(Number.parseInt(code.slice(1), 16))
    if (/^[0-7]/.test(code)) return String.fromCharCode(Number.parseInt(code, 8))
    return ESCAPES[code] ?? code
  })
}

const FORMAT = /%%|%[-+ #0]*(\*|\d+)?(?:\.\d+)?(?:\([^)]*\))?([a-zA-Z])/g

/** printf uses its format again until no values are left. */
function formatText(format: string, values: readonly string[]): string {
  const plain = unescapeText(format)
  let result = ''
  let at = 0
  do {
    const before = at
    result += plain.replace(FORMAT, (whole, width: string | undefined, kind: string | undefined) => {
      if (kind === undefined) return '%'
      if (width === '*') at += 1
      const value = values[at] ?? ''
      at += 1
      return formatted(whole, kind, value)
    })
    if (at === before) break
  } while (at < values.length && at < 200)
  return result
}

function formatted(whole: string, kind: string, value: string): string {
  if (kind === 's' || kind === 'q') return value
  if (kind === 'b') return unescapeText(value)
  if (kind === 'c') return value.slice(0, 1)
  const isPlainNumber = (kind === 'd' || kind === 'i') && /^\d+$/.test(value) && !/%0?\d/.test(whole)
  return isPlainNumber ? value : UNKNOWN
}

function decodeBase64(text: string): string {
  try {
    const binary = atob(
      text
        .replaceAll('-', '+')
        .replaceAll('_', '/')
        .replace(/[^A-Za-z0-9+/]/g, ''),
    )
    return new TextDecoder().decode(Uint8Array.from(binary, (char) => char.charCodeAt(0)))
  } catch {
    return UNKNOWN // no base64: the program that is given it fails
  }
}

function encodeBase64(text: string): string {
  return `${btoa(String.fromCharCode(...new TextEncoder().encode(text)))}\n`
}
