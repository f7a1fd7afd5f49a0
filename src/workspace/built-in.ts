/**
 * Built-in modules that most commands never need, loaded when first asked for: each costs a noticeable
 * part of a bare start.
 */

import { createRequire } from 'node:module'

export function childProcess(): typeof import('node:child_process') {
  return createRequire(import.meta.url)('node:child_process')
}

export function operatingSystem(): typeof import('node:os') {
  return createRequire(import.meta.url)('node:os')
}

export function cryptography(): typeof import('node:crypto') {
  return createRequire(import.meta.url)('node:crypto')
}
