/**
 * Built-in modules that most commands never need, loaded when first asked for: each costs a noticeable
 * part of a bare start.
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
