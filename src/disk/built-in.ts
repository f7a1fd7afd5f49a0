/**
 * Built-in modules that most commands never need, loaded on first use. Loading one takes a noticeable part of Node's
 * start time. Loading `performance` would too, so `monotonicMs` reads the process uptime.
 */

import type * as ChildProcess from 'node:child_process'
import type * as Crypto from 'node:crypto'
import { createRequire } from 'node:module'
import type * as Os from 'node:os'

export function childProcess(): typeof ChildProcess {
  return createRequire(import.meta.url)('node:child_process')
}

export function operatingSystem(): typeof Os {
  return createRequire(import.meta.url)('node:os')
}

export function cryptography(): typeof Crypto {
  return createRequire(import.meta.url)('node:crypto')
}

/** A clock that never goes back: milliseconds since the process began. */
export function monotonicMs(): number {
  return process.uptime() * 1_000
}
