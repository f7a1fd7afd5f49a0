/**
 * The log of use (S56): one small file per session, shared by all worktrees of the repository. Every process that
 * serves the session appends to it. Sessions are stored as hashes and times as days.
 *
 * Logging never fails its caller: if nothing can be written, nothing is counted.
 */

import { appendFileSync, mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { COSTS, USES, type UseRecord } from '../../bank/usage.ts'
import { hashOfText } from '../../base/content-hash.ts'
import { isThere, keepNewest, namesIn, readIfThere, removeIfThere, replaceDurably } from '../disk.ts'

export interface SessionUse {
  readonly session: string
  readonly records: readonly UseRecord[]
}

/** Nothing more is logged for a session with a larger file. */
const MOST_BYTES = 256 * 1024
const MOST_SESSIONS = 400
const KEPT_MS = 366 * 24 * 60 * 60 * 1000

export class UseLog {
  readonly #folder: string
  readonly #off: string

  constructor(state: string) {
    this.#folder = sessionsFolder(state)
    this.#off = offMark(state)
  }

  /** Logs a use once per session and day, and a cost each time. */
  add(session: string, records: readonly UseRecord[]): void {
    try {
      const path = join(this.#folder, `${hashOfText(session)}.jsonl`)
      const known = readIfThere(path) ?? ''
      const noted = new Set(known.split('\n'))
      const lines = records.flatMap((record) => {
        const line = encode(record)
        return record.kind === 'use' && noted.has(line) ? [] : [`\n${line}`]
      })
      if (lines.length === 0 || known.length > MOST_BYTES || isThere(this.#off)) return
      if (known === '') {
        mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
        keepNewest(this.#folder, MOST_SESSIONS - 1, Date.now() - KEPT_MS)
      }
      // Each line begins with its line end, so that a line cut short by a crash does not spoil the next.
      appendFileSync(path, lines.join(''), { mode: 0o600 })
    } catch {
      return // a full or read-only disk: the use is not counted
    }
  }
}

export function readUses(state: string): readonly SessionUse[] {
  const sessions = new Map<string, readonly UseRecord[]>()
  for (const name of namesIn(sessionsFolder(state))) {
    const session = name.slice(0, name.indexOf('.'))
    const records = (readIfThere(join(sessionsFolder(state), name)) ?? '').split('\n').flatMap(decode)
    if (records.length > 0) sessions.set(session, [...(sessions.get(session) ?? []), ...records])
  }
  return [...sessions].map(([session, records]) => ({ session, records }))
}

/** Returns the number of forgotten sessions. */
export function forgetUses(state: string): number {
  const { length } = readUses(state)
  rmSync(join(dirname(state), 'use'), { recursive: true, force: true })
  return length
}

export function isCountingOff(state: string): boolean {
  return isThere(offMark(state))
}

export function setCountingOff(state: string, off: boolean): void {
  const mark = offMark(state)
  if (!off) {
    removeIfThere(mark)
    return
  }
  mkdirSync(dirname(mark), { recursive: true, mode: 0o700 })
  replaceDurably(mark, new Uint8Array(), `${mark}.tmp`, 0o600)
}

function sessionsFolder(state: string): string {
  return join(dirname(state), 'use', 'sessions')
}

/** If this file exists, a person has switched the counting off here. */
function offMark(state: string): string {
  return join(dirname(state), 'use-off')
}

function encode(record: UseRecord): string {
  return JSON.stringify(
    record.kind === 'use'
      ? [record.day, record.use, record.path, ...record.ids]
      : [record.day, record.of, record.tokens],
  )
}

/** Empty for a damaged or foreign line. */
function decode(line: string): readonly UseRecord[] {
  if (line === '') return []
  const raw = parsed(line)
  const [day, name, what, ...ids]: readonly unknown[] = Array.isArray(raw) ? raw : []
  if (typeof day !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(day)) return []
  const use = USES.find((one) => one === name)
  if (use !== undefined && typeof what === 'string' && ids.every((id) => typeof id === 'string'))
    return [{ kind: 'use', day, use, path: what, ids }]
  const of = COSTS.find((one) => one === name)
  return of !== undefined && typeof what === 'number' && what >= 0 ? [{ kind: 'cost', day, of, tokens: what }] : []
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
