/**
 * The only place that prints and asks. Colour and progress appear on a terminal only.
 *
 * Text goes straight to the descriptors: `process.stdout` and `console` would bring in streams and
 * sockets, a sixth of a bare start.
 */

import { fstatSync, readSync, statSync, writeSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Language } from '../base/language.ts'

export interface Terminal {
  /** Whether a person can be asked. */
  readonly interactive: boolean
  /** Whether somebody looks on or types: input, output or errors are a terminal's. */
  readonly attended: boolean
  readonly colour: boolean
  /** How wide a line may be; without end where nobody looks at it, so that scripts read whole lines. */
  columns(): number
  print(text: string): void
  /** Printed to standard error, never as part of what a script reads. */
  remark(text: string): void
  /** One line from the person; undefined at the end of input. */
  ask(question: string): string | undefined
  /** Calls back with each line that the person enters while the program goes on, and undefined when there are no more. */
  hear(line: (text: string | undefined) => void): void
  progress(label: string): (done: number, total: number) => void
  /** Clears the progress line, if there is one. */
  settle(): void
  /** The command has done its work: a failure to print must not ask anybody to run it again. */
  acted(): void
  hasActed(): boolean
  /** Why not everything was written, if so. Output that a closed pipe did not take counts as written. */
  unwritten(): string | undefined
}

/** Work that takes less shows no progress (S54). */
const PROGRESS_AFTER_MS = 1_000
const PROGRESS_EVERY_MS = 100

/** Standard input (0), output (1) and error (2). */
export interface Streams {
  isTerminal(stream: 0 | 1 | 2): boolean
  /** Returns why it failed, if it did. */
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
        // The clock starts with the first step, since a person may have been asked before it.
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

/** Asked only by what wraps: `process.stdout` is slow to load. */
function columnsOf(env: NodeJS.ProcessEnv): number {
  const told = Number(env['COLUMNS'])
  const columns = Number.isInteger(told) && told > 0 ? told : process.stdout.columns
  // A terminal that does not know its width breaks lines itself.
  return columns > 0 ? Math.max(40, columns) : Number.POSITIVE_INFINITY
}

/**
 * A repository's names and texts may hold signs that make a terminal do things, or show a name as another (S39): they
 * are shown as �. Only our own colours pass.
 */
function withoutControl(text: string, colour: boolean): string {
  return text.replace(colour ? CONTROL_BUT_COLOUR : CONTROL, '\ufffd')
}

const BIDIRECTIONAL = '\\u202a-\\u202e\\u2066-\\u2069'
const SIGNS = `[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1a\\x1c-\\x1f\\x7f-\\x9f${BIDIRECTIONAL}]|\\r(?!\\n)`
/** What JSON lets stand as it is. */
const NOT_ESCAPED = new RegExp(`[\\x7f-\\x9f${BIDIRECTIONAL}]`, 'g')
const CONTROL = new RegExp(`${SIGNS}|\\x1b`, 'g')
const CONTROL_BUT_COLOUR = new RegExp(`${SIGNS}|\\x1b(?!\\[(?:0|1|2|3[1-6])m)`, 'g')

type Paint = (text: string) => string

/** Colour, where the terminal has it. */
export function paint(
  terminal: Pick<Terminal, 'colour'>,
): Readonly<Record<'red' | 'green' | 'yellow' | 'dim' | 'bold', Paint>> {
  const style = (code: number): Paint => (terminal.colour ? (text) => `\x1b[${code}m${text}\x1b[0m` : (text) => text)
  return { red: style(31), green: style(32), yellow: style(33), dim: style(2), bold: style(1) }
}

/** One JSON object, by the schema of its kind in schemas/. */
export function printJson(terminal: Terminal, kind: string, body: Readonly<Record<string, unknown>>): void {
  printReport(terminal, { kind, version: 1, ...body })
}

export function printReport(terminal: Terminal, report: Readonly<Record<string, unknown>>): void {
  const text = JSON.stringify(report, null, 2)
  const escaped = text.replace(NOT_ESCAPED, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
  terminal.print(escaped)
}

/** Loads `node:tty` only for character devices other than /dev/null, since nothing else can be a terminal. */
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
      // A reader that has seen enough (`| head`) closes the pipe, or there never was one. That is not a failure, and no
      // reason to stop half way.
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

/** Columns in a terminal: a Chinese character and an emoji take two, a combining mark none. */
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
 * The text in lines of at most this many columns, broken between words and between Chinese characters; further lines begin
 * with `hang`. A word that is longer than a line, a path for one, stays whole.
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

/** What is never broken: a word with the spaces behind it; a Chinese character with the punctuation behind it. */
const PIECES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}][\u3001\u3002\uff0c\uff1a\uff1b\uff01\uff1f\uff09\u300d\u300f\u201d]* *|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+\s*|\s+/gu

// biome-ignore lint/suspicious/noControlCharactersInRegex: the sequences that colour a text begin with one.
const COLOUR = /\x1b\[\d+m/g
const NONE = /^[\p{Mn}\p{Me}\p{Cf}]$/u
const WIDE =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Emoji_Presentation}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]$/u

/** Undefined where nothing was chosen: an empty line, the end of input, or three answers that are no number of the list. */
export function pick<T>(
  terminal: Terminal,
  language: Language,
  things: readonly T[],
  nameOf: (thing: T) => string,
): T | undefined {
  printNumbered(terminal, things.map(nameOf))
  const question = {
    en: `Which one? (1–${things.length}, Enter for none): `,
    zh: `选哪一个？（1–${things.length}，回车取消）：`,
  }[language]
  for (let tries = 0; tries < 3; tries += 1) {
    const answer = terminal.ask(question)?.trim() ?? ''
    if (answer === '') return undefined
    const chosen = /^\d+$/.test(answer) ? things[Number(answer) - 1] : undefined
    if (chosen !== undefined) return chosen
  }
  return undefined
}

/** Each behind its number, beginning after the `before` that stand above. */
export function printNumbered(terminal: Terminal, names: readonly string[], before = 0): void {
  const width = String(before + names.length).length
  for (const [index, name] of names.entries())
    terminal.print(
      wrapped(`  ${String(before + index + 1).padStart(width)}  ${name}`, terminal.columns(), ' '.repeat(width + 4)),
    )
}

/**
 * The places, from 0, that an answer such as `1`, `1,3`, `1 3`, `2-4` or a thing's name means among these names; undefined
 * where it is no such answer.
 */
export function placesIn(answer: string, names: readonly (readonly string[])[]): readonly number[] | undefined {
  const parts = answer.split(/[\s,，、]+/).filter((part) => part !== '')
  const places = parts.flatMap((part) => {
    const [, first, last = first] = /^(\d{1,3})(?:[-–~](\d{1,3}))?$/.exec(part) ?? []
    if (first === undefined) return names.findIndex((one) => one.includes(part))
    const [from, to] = [Number(first), Number(last)]
    if (from < 1 || from > to || to > names.length) return -1
    return Array.from({ length: to - from + 1 }, (_, at) => from + at - 1)
  })
  return parts.length === 0 || places.includes(-1) ? undefined : [...new Set(places)]
}
