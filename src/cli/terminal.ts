/**
 * The only file that prints and asks. Colour and progress appear on a terminal only.
 *
 * Text is written to the file descriptors: loading `process.stdout` or `console` costs a sixth of a bare start.
 */

import { fstatSync, readSync, statSync, writeSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Words } from '../base/language.ts'
import type { CommandSpeaker } from './command.ts'

export interface Terminal {
  /** A person can be asked. */
  readonly interactive: boolean
  /** Input, output or errors are connected to a terminal. */
  readonly attended: boolean
  readonly colour: boolean
  /** Width of a line. Infinite if the output is not a terminal, so that scripts read whole lines. */
  columns(): number
  print(text: string): void
  /** Printed to standard error. */
  remark(text: string): void
  /** One line of input. Undefined at its end. */
  ask(question: string): string | undefined
  /** Calls back with each line of input while the program runs, and with undefined at its end. */
  hear(line: (text: string | undefined) => void): void
  progress(label: string): (done: number, total: number) => void
  /** Clears the progress line, if there is one. */
  settle(): void
  /** Notes that the command has done its work, so that a later failure does not suggest running it again. */
  acted(): void
  hasActed(): boolean
  /** The first write error. A closed pipe is not an error. */
  unwritten(): string | undefined
}

/** No progress for shorter work (S54). */
const PROGRESS_AFTER_MS = 1_000
const PROGRESS_EVERY_MS = 100

/** Standard input (0), output (1) and error (2). */
export interface Streams {
  isTerminal(stream: 0 | 1 | 2): boolean
  /** Returns the error, if any. */
  write(stream: 1 | 2, text: string): string | undefined
  readLine(): string | undefined
}

const PROCESS_STREAMS: Streams = { isTerminal, write, readLine }

export function processTerminal(env: NodeJS.ProcessEnv, streams: Streams = PROCESS_STREAMS): Terminal {
  const { isTerminal, write, readLine } = streams
  const onTerminal = isTerminal(1)
  const colour = onTerminal && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb'
  let shown = false
  let unwritten: string | undefined
  let acted = false
  const settle = () => {
    if (shown) write(2, '\r\x1b[K')
    shown = false
  }
  return {
    interactive: onTerminal && isTerminal(0),
    attended: onTerminal || isTerminal(0) || isTerminal(2),
    colour,
    columns: () => (onTerminal ? columnsOf(env) : Number.POSITIVE_INFINITY),
    print(text) {
      settle()
      const failed = write(1, `${withoutControl(text, colour)}\n`)
      unwritten ??= failed
    },
    remark(text) {
      settle()
      write(2, `${withoutControl(text, colour)}\n`)
    },
    ask(question) {
      settle()
      write(1, withoutControl(question, colour))
      return readLine()
    },
    hear(line) {
      process.stdin.setEncoding('utf8')
      process.stdin.on('data', (text: string) => {
        for (const one of text.split('\n').slice(0, -1)) line(one)
      })
      process.stdin.on('end', () => line(undefined))
    },
    progress(label) {
      let began: number | undefined
      let last = 0
      return (done, total) => {
        const now = Date.now()
        // Start the clock at the first step: a question may have come before it.
        if (began === undefined || done === 0) began = now
        if (now - began < PROGRESS_AFTER_MS || now - last < PROGRESS_EVERY_MS) return
        last = now
        if (!isTerminal(2)) return
        shown = true
        write(2, `\r\x1b[K${label} ${done}/${total}`)
      }
    },
    settle,
    acted() {
      acted = true
    },
    hasActed: () => acted,
    unwritten: () => unwritten,
  }
}

/** Called only for wrapping: `process.stdout` is slow to load. */
function columnsOf(env: NodeJS.ProcessEnv): number {
  const told = Number(env['COLUMNS'])
  const columns = Number.isInteger(told) && told > 0 ? told : process.stdout.columns
  // If the width is unknown, let the terminal break the lines.
  return columns > 0 ? Math.max(40, columns) : Number.POSITIVE_INFINITY
}

/**
 * Replaces control and bidirectional characters by �: text from a repository could drive the terminal or disguise a
 * name (S39). Only the program's own colours pass.
 */
function withoutControl(text: string, colour: boolean): string {
  return text.replace(colour ? CONTROL_BUT_COLOUR : CONTROL, '\ufffd')
}

const BIDIRECTIONAL = '\\u202a-\\u202e\\u2066-\\u2069'
const SIGNS = `[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1a\\x1c-\\x1f\\x7f-\\x9f${BIDIRECTIONAL}]|\\r(?!\\n)`
/** Characters that JSON.stringify does not escape. */
const NOT_ESCAPED = new RegExp(`[\\x7f-\\x9f${BIDIRECTIONAL}]`, 'g')
const CONTROL = new RegExp(`${SIGNS}|\\x1b`, 'g')
const CONTROL_BUT_COLOUR = new RegExp(`${SIGNS}|\\x1b(?!\\[(?:0|1|2|3[1-6])m)`, 'g')

type Paint = (text: string) => string

export function paint(
  terminal: Pick<Terminal, 'colour'>,
): Readonly<Record<'red' | 'green' | 'yellow' | 'dim' | 'bold', Paint>> {
  const style = (code: number): Paint => (terminal.colour ? (text) => `\x1b[${code}m${text}\x1b[0m` : (text) => text)
  return { red: style(31), green: style(32), yellow: style(33), dim: style(2), bold: style(1) }
}

export function say({ terminal, language }: Omit<CommandSpeaker, 'switches'>, words: Words): void {
  terminal.print(words[language])
}

/** One JSON object with --json, else text. */
export function show(
  { terminal, switches }: Omit<CommandSpeaker, 'language'>,
  report: () => object,
  text: () => string,
): void {
  if (switches.has('json')) printReport(terminal, report())
  else terminal.print(text())
}

/** One JSON object of this kind (schemas/<kind>.schema.json). */
export function printJson(terminal: Terminal, kind: string, body: Readonly<Record<string, unknown>>): void {
  printReport(terminal, { kind, version: 1, ...body })
}

export function printReport(terminal: Terminal, report: object): void {
  const text = JSON.stringify(report, null, 2)
  const escaped = text.replace(NOT_ESCAPED, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
  terminal.print(escaped)
}

/** Only a character device other than /dev/null can be a terminal, so only these load `node:tty`. */
function isTerminal(descriptor: 0 | 1 | 2): boolean {
  try {
    const stat = fstatSync(descriptor)
    if (!stat.isCharacterDevice() || stat.rdev === statSync('/dev/null', { throwIfNoEntry: false })?.rdev) return false
  } catch {
    return false // closed
  }
  const tty: typeof import('node:tty') = createRequire(import.meta.url)('node:tty')
  return tty.isatty(descriptor)
}

function write(descriptor: 1 | 2, text: string): string | undefined {
  const bytes = Buffer.from(text, 'utf8')
  for (let written = 0; written < bytes.length; ) {
    try {
      written += writeSync(descriptor, bytes, written)
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined
      if (code === 'EAGAIN') pause()
      // A closed pipe (`| head`) or a missing descriptor is not a failure: finish the work.
      else if (code === 'EPIPE' || code === 'EBADF') return undefined
      else return error instanceof Error ? error.message : String(error)
    }
  }
  return undefined
}

function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
}

function readLine(): string | undefined {
  const bytes: number[] = []
  const buffer = Buffer.alloc(1)
  for (;;) {
    let read: number
    try {
      read = readSync(0, buffer, 0, 1, null)
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') {
        pause()
        continue
      }
      return undefined
    }
    if (read === 0) return bytes.length === 0 ? undefined : Buffer.from(bytes).toString('utf8')
    const byte = buffer[0] ?? 0
    if (byte === 10) return Buffer.from(bytes).toString('utf8').replace(/\r$/, '')
    bytes.push(byte)
  }
}

/** Width in columns: Chinese characters and emoji take two, combining marks none. */
export function widthOf(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length
  let width = 0
  for (const character of text.replace(COLOUR, '')) width += NONE.test(character) ? 0 : WIDE.test(character) ? 2 : 1
  return width
}

export function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)))
}

/**
 * Breaks lines between words and between Chinese characters. Continuation lines start with `hang`. A longer word, such
 * as a path, is not broken.
 */
export function wrapped(text: string, columns: number, hang: string): string {
  return text
    .split('\n')
    .map((line) => (widthOf(line) <= columns ? line : wrappedLine(line, columns, hang)))
    .join('\n')
}

function wrappedLine(line: string, columns: number, hang: string): string {
  const done: string[] = []
  const [lead = ''] = /^ */.exec(line) ?? []
  let current = lead
  let hasWord = false
  for (const piece of line.slice(lead.length).match(PIECES) ?? []) {
    if (hasWord && widthOf(current + piece.trimEnd()) > columns) {
      done.push(current.trimEnd())
      current = hang
    }
    current += piece
    hasWord = true
  }
  return [...done, current.trimEnd()].join('\n')
}

/** Unbreakable pieces: a word with its spaces, or a Chinese character with its punctuation. */
const PIECES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}][\u3001\u3002\uff0c\uff1a\uff1b\uff01\uff1f\uff09\u300d\u300f\u201d]* *|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+\s*|\s+/gu

// biome-ignore lint/suspicious/noControlCharactersInRegex: colour sequences start with one.
const COLOUR = /\x1b\[\d+m/g
const NONE = /^[\p{Mn}\p{Me}\p{Cf}]$/u
const WIDE =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Emoji_Presentation}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]$/u
