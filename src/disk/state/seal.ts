/**
 * Seals for stored state that a later process relies on: session logs, questions, session values, trust (S36, S39).
 *
 * A seal is a hash of a text, its place and a key that only Memory Bank reads. So a line that another program wrote is
 * noticed and ignored. A seal does not stop a program that looks for the key.
 */

import { appendFileSync, linkSync, mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { hashOfText } from '../../base/content-hash.ts'
import { once } from '../../base/once.ts'
import { cryptography } from '../built-in.ts'
import { cannotLink, codeOf, isThere, readIfThere, removeIfThere } from '../disk.ts'
import { keyFileBeside } from './state-folder.ts'

/** Seals the texts of one place. A text sealed for another place does not open here. */
export interface PlaceSeal {
  close(text: string): string
  /** Undefined if the text was not sealed here. */
  open(sealed: string): string | undefined
}

const NONCE_LENGTH = 8
const SEAL_LENGTH = NONCE_LENGTH + 16 + 1
const MOST_BYTES = 64 * 1024

export class Seal {
  readonly #state: string
  #key: string | undefined

  constructor(state: string) {
    this.#state = state
  }

  at(place: string): PlaceSeal {
    const keyOfPlace = (key: string) => hashOfText(`${key} ${place}`)
    const known = once(() => (this.#known() === undefined ? undefined : keyOfPlace(this.#known() ?? '')))
    // The key is on both sides of the text, so that a seal cannot be extended to a longer text.
    const hash = (key: string, nonce: string, text: string) => hashOfText(`${key}${nonce}${text}${key}`)
    return {
      close: (text) => {
        // Two seals of one text differ, so that a repeated line is noticed.
        const nonce = Math.random().toString(36).slice(2).padEnd(NONCE_LENGTH, '0').slice(0, NONCE_LENGTH)
        return `${nonce}${hash(known() ?? keyOfPlace(this.#made()), nonce, text)} ${text}`
      },
      open(sealed) {
        const key = known()
        const text = sealed.slice(SEAL_LENGTH)
        const nonce = sealed.slice(0, NONCE_LENGTH)
        return key !== undefined && sealed.startsWith(`${nonce}${hash(key, nonce, text)} `) ? text : undefined
      },
    }
  }

  /**
   * The text of a sealed file, whose place is its name. A file that Memory Bank did not write is removed, so that it is
   * reported once. A file that was cut short is not reported.
   */
  readFile(path: string, name: string): string | undefined {
    const sealed = readIfThere(path)
    const text = sealed === undefined ? undefined : this.at(name).open(sealed)
    if (sealed === undefined || text !== undefined) return text
    removeIfThere(path)
    if (isWholeLine(sealed)) this.report(name)
    return undefined
  }

  /** Logs a record that Memory Bank did not write, for the user's next message and for `doctor`. */
  report(record: string): void {
    const log = reportsFile(this.#state)
    try {
      if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) > MOST_BYTES) removeIfThere(log)
      appendFileSync(log, `${new Date().toISOString()} ${record}\n`, { mode: 0o600 })
      writeFileSync(untoldFile(this.#state), '', { mode: 0o600 })
    } catch {
      return // the guard reports a state folder that cannot be written
    }
  }

  #known(): string | undefined {
    this.#key ??= readKey(keyFileBeside(this.#state))
    return this.#key
  }

  #made(): string {
    this.#key = this.#known() ?? makeKey(keyFileBeside(this.#state))
    return this.#key
  }
}

/**
 * Whether the text is whole JSON, with or without a seal in front. A crash leaves incomplete JSON; whole JSON with no
 * valid seal was written by another program.
 */
export function isWholeLine(text: string): boolean {
  return isJson(text) || isJson(text.slice(text.indexOf(' ') + 1))
}

/** True once after reports of records that Memory Bank did not write. */
export function takeUntoldReport(state: string): boolean {
  const file = untoldFile(state)
  if (!isThere(file)) return false
  removeIfThere(file)
  return true
}

/** The records that were ignored since this time. */
export function ignoredRecords(state: string, since: Date): readonly string[] {
  const lines = readIfThere(reportsFile(state))?.split('\n') ?? []
  return lines.filter((line) => line.slice(0, 24) >= since.toISOString()).map((line) => line.slice(25))
}

function reportsFile(state: string): string {
  return join(state, 'not-ours.log')
}

function untoldFile(state: string): string {
  return join(state, 'not-ours.untold')
}

function readKey(file: string): string | undefined {
  const text = readIfThere(file)
  return text !== undefined && /^[0-9a-f]{32}$/.test(text) ? text : undefined
}

/** Of several processes that make the key at once, one wins, and all use its key. */
function makeKey(file: string): string {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const temporary = `${file}.${process.pid}.tmp`
  writeFileSync(temporary, cryptography().randomBytes(16).toString('hex'), { mode: 0o600 })
  try {
    linkSync(temporary, file)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST' && !cannotLink(error)) throw error
    // A damaged key opens nothing.
    if (readKey(file) === undefined) renameSync(temporary, file)
  } finally {
    removeIfThere(temporary)
  }
  return readKey(file) ?? ''
}

function isJson(text: string): boolean {
  // A seal that was cut short may be a number, which is valid JSON.
  if (/^\s*\d/.test(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
