/**
 * The notes of use (S56): one small file per session, shared by all worktrees of the repository. Every process that
 * serves the session appends to it. A session is a hash of its id, a time is its day.
 *
 * Noting never fails its caller: where nothing can be written, nothing is counted.
 */

import { appendFileSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { hashOfText } from '../../base/content-hash.ts'
import { COSTS, USES, type UseRecord } from '../../bank/usage.ts'
import { isThere, namesIn, readIfThere, removeIfThere, replaceDurably } from '../disk.ts'

export interface SessionUse {
  readonly session: string
  readonly records: readonly UseRecord[]
}

/** A larger file is from a session that has already shown what it uses. */
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

  /** A use is noted once per session and day; a cost is noted each time. */
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
      if (known === '') this.#makeRoom()
      // The line end comes first: a line that a crash cut short then spoils no other.
      appendFileSync(path, lines.join(''), { mode: 0o600 })
    } catch {
      return // a full or read-only disk: work continues, and this is not counted
    }
  }

  /** Before a new session: drops files that are too old or too many, oldest first. */
  #makeRoom(): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    const files = namesIn(this.#folder).map((name) => {
      const path = join(this.#folder, name)
      return { path, written: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }
    })
    const newestFirst = files.sort((a, b) => b.written - a.written)
    const isKept = ({ written }: { readonly written: number }, at: number) =>
      at < MOST_SESSIONS - 1 && Date.now() - written < KEPT_MS
    for (const { path } of newestFirst.filter((file, at) => !isKept(file, at))) removeIfThere(path)
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

/** Returns how many sessions were forgotten. */
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

/** Its presence means that a person does not want use to be counted here. */
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

/** Empty for a line that is damaged, or not ours. */
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
