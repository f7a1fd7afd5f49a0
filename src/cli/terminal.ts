/**
 * The only place that prints and asks. Colour and progress appear on a terminal only.
 *
 * Text goes straight to the descriptors: `process.stdout` and `console` would bring in streams and
 * sockets, a sixth of a bare start.
 */

import { fstatSync, readSync, writeSync } from 'node:fs'
import { createRequire } from 'node:module'
import { EXIT } from './exit-codes.ts'

export interface Terminal {
  /** A person can be asked. */
  readonly interactive: boolean
  readonly colour: boolean
  print(text: string): void
  /** Beside the result: never part of what a script reads. */
  remark(text: string): void
  /** One line from the person; undefined at the end of input. */
  ask(question: string): string | undefined
  progress(label: string): (done: number, total: number) => void
  /** Take a progress line away, if one stands. */
  settle(): void
}

/** Shorter work shows no progress (S54). */
const PROGRESS_AFTER_MS = 1_000
const PROGRESS_EVERY_MS = 100

export function processTerminal(env: NodeJS.ProcessEnv): Terminal {
  const onTerminal = isTerminal(1)
  let shown = false
  const settle = () => {
    if (shown) write(2, '\r\x1b[K')
    shown = false
  }
  return {
    interactive: onTerminal && isTerminal(0),
    colour: onTerminal && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb',
    print(text) {
      settle()
      write(1, `${text}\n`)
    },
    remark(text) {
      settle()
      write(2, `${text}\n`)
    },
    ask(question) {
      settle()
      write(1, question)
      return readLine()
    },
    progress(label) {
      const began = Date.now()
      let last = began
      return (done, total) => {
        const now = Date.now()
        if (now - began < PROGRESS_AFTER_MS || now - last < PROGRESS_EVERY_MS) return
        last = now
        if (!isTerminal(2)) return
        shown = true
        write(2, `\r\x1b[K${label} ${done}/${total}`)
      }
    },
    settle,
  }
}

/** A terminal is a character device; only of those is it worth asking. */
function isTerminal(descriptor: 0 | 1 | 2): boolean {
  try {
    if (!fstatSync(descriptor).isCharacterDevice()) return false
  } catch {
    return false // closed
  }
  const tty: typeof import('node:tty') = createRequire(import.meta.url)('node:tty')
  return tty.isatty(descriptor)
}

function write(descriptor: 1 | 2, text: string): void {
  const bytes = Buffer.from(text, 'utf8')
  for (let written = 0; written < bytes.length; ) {
    try {
      written += writeSync(descriptor, bytes, written)
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined
      if (code === 'EAGAIN') pause()
      // A reader that has seen enough (`| head`) closes the pipe, or there never was one; that is no failure.
      else if (code === 'EPIPE' && descriptor === 1) process.exit(EXIT.done)
      else return
    }
  }
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
